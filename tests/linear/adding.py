"""The judge of sums: each row and each line of one, in all worlds of a small board.

Whether a source holds in a world is said by the judges of clues, rules and constraints; here the
rows of a sum are held against it, and added up once more.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.linear.sums import Line, Row, Sum
from tests.judges import keys
from tests.judges.features import Position
from tests.judges.relations import weigh
from tests.judges.worlds import Which, Worlds, obeying

Values = NDArray[np.int64]


class Adder:
    """All worlds of a board as numbers: a row a world, a column a cell, hidden ones behind."""

    def __init__(self, position: Position) -> None:
        self.worlds: Final[Worlds] = position.worlds
        board, every = position.board, self.worlds.every
        columns = [every.reshape(len(every), -1)]
        rule = next((part.name for part in board.rules.clue.every if part.name in keys.SHOWS), "")
        if rule:
            drawn = [keys.marked(rule, key, board.height).ravel() for key in self.worlds.keys]
            columns.append(np.array(drawn, dtype=np.bool_).reshape(len(every), -1))
        if board.liars:
            wrong = np.zeros((len(every), board.grid.size), dtype=np.bool_)
            for cell in board.clues:
                agrees = self.worlds.agreeing(
                    [cell], total=False, others=False, program=False, liars=False
                )
                wrong[:, board.number(cell)] = ~agrees
            columns.append(wrong)
        self.values: Final[Values] = np.hstack(columns).astype(np.int64)

    def check(self, proof: Sum) -> None:
        """Hold a sum against all worlds: its rows, its lines, and the verdict at its end."""
        results: list[tuple[dict[int, int], int]] = []
        holds = np.ones(len(self.values), dtype=np.bool_)
        for line in proof.lines:
            for part in line.parts:
                if part.row.source.kind is SourceKind.STEP:
                    number = part.row.source.part
                    assert number is not None
                    assert (dict(part.row.terms), part.row.upper) == results[number]
                    assert part.row.lower is None
                else:
                    source_holds = self._where(part.row.source)
                    assert self._is_met(part.row)[source_holds].all(), part.row
                    holds &= source_holds
            results.append(self._result(line))
            coefficients, bound = results[-1]
            assert (self._sum(coefficients)[holds] <= bound).all()
        assert results[-1] == ({proof.cell: -1 if proof.mine else 1}, -1 if proof.mine else 0)
        verdicts = self.values[holds, proof.cell]
        assert (verdicts == proof.mine).all()

    def _result(self, line: Line) -> tuple[dict[int, int], int]:
        """Add up a line, as the rules of cutting planes say."""
        assert line.parts
        added: defaultdict[int, int] = defaultdict(int)
        bound = 0
        left = np.zeros(len(self.values), dtype=np.int64)
        for multiplier, row in line.parts:
            assert multiplier
            used = row.upper if multiplier > 0 else row.lower
            assert used is not None
            bound += multiplier * used
            left += multiplier * self._sum(dict(row.terms))
            for cell, coefficient in row.terms:
                added[cell] += multiplier * coefficient
        assert (left == self._sum(added)).all()
        assert dict(line.added.coefficients) == {cell: one for cell, one in added.items() if one}
        assert line.added.bound == bound
        for cell, multiplier in line.bounds:
            added[cell] += multiplier
            bound += max(multiplier, 0)
        assert line.divisor >= 1
        assert not any(one % line.divisor for one in added.values())
        divided = {cell: one // line.divisor for cell, one in added.items() if one}
        return divided, bound // line.divisor

    def _sum(self, coefficients: dict[int, int]) -> Values:
        total = np.zeros(len(self.values), dtype=np.int64)
        for cell, coefficient in coefficients.items():
            total += coefficient * self.values[:, cell]
        return total

    def _is_met(self, row: Row) -> Which:
        total = self._sum(dict(row.terms))
        met = np.ones(len(total), dtype=np.bool_)
        if row.lower is not None:
            met &= total >= row.lower
        if row.upper is not None:
            met &= total <= row.upper
        return met

    def _where(self, source: Source) -> Which:
        """In which worlds what a source says is true, whatever else is."""
        worlds = self.worlds
        if source == TOTAL:
            return worlds.agreeing([], others=False, program=False, liars=False)
        if source == BACKGROUND:  # of worlds with so many wrong clues
            return worlds.agreeing(total=False, others=False, program=False)
        every = worlds.agreeing([], total=False, others=False, program=False, liars=False)
        assert every.all()
        if source.kind is SourceKind.CLUE:
            assert source.cell is not None
            if worlds.beside.liars:  # the row has a hidden cell, and holds either way
                return every
            cell = worlds.board.cell(source.cell)
            return worlds.agreeing([cell], total=False, others=False, program=False, liars=False)
        if source.kind is SourceKind.RULE:
            name = str(source.name)
            # What is said of a key is true of every key that was tried.
            return every if name in keys.SHOWS else obeying(name, worlds.every, worlds.near)
        assert source.kind is SourceKind.CONSTRAINT
        judged = [one for one in worlds.beside.judged if one.constraint.source == source]
        assert judged
        mines = [frozenset(np.flatnonzero(mask).tolist()) for mask in worlds.every]
        return np.array([bool(weigh(judged, held)) for held in mines], dtype=np.bool_)
