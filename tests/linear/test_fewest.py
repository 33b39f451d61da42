"""No sum has fewer sources, or smaller multipliers, than one that says so: all others are tried.

Rows are made here from what clues show and which cells are covered. That a set of sources has no
sum is shown by a point between 0 and 1, which is found in floating point and checked exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase, Verdict
from logicsweep.constraints import Cardinality, Source
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.limits import Budget
from logicsweep.linear import bounds as proving
from logicsweep.linear.bounds import proof_of
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.sums import Row
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.features import position
from tests.judges.making import opened_at_random

Statement = tuple[frozenset[int], int]
"""Some cells, and the number of mines in them."""


def statements(board: Board) -> dict[object, Statement]:
    """What each clue says, and the mine count, of covered cells."""
    made: dict[object, Statement] = {}
    mines = {board.number(cell) for cell in board.known_mines}
    covered = {board.number(cell) for cell in board.covered}
    for cell, clue in board.clues.items():
        around = {
            board.number((row, column))
            for row in range(max(cell.row - 1, 0), min(cell.row + 2, board.height))
            for column in range(max(cell.column - 1, 0), min(cell.column + 2, board.width))
            if (row, column) != cell
        }
        made[cell] = frozenset(around & covered), int(str(clue)) - len(around & mines)
    if isinstance(board.mines, int):
        made[TOTAL] = frozenset(covered), board.mines - len(mines)
    return made


def point(some: Sequence[Statement], cell: int, value: int) -> bool:
    """Whether there is a point between 0 and 1 with a value in a cell; checked exactly if so."""
    from scipy.optimize import linprog

    cells = sorted({cell}.union(*[held for held, _ in some]))
    matrix = [[float(one in held) for one in cells] for held, _ in some]
    bounds = [(value, value) if one == cell else (0, 1) for one in cells]
    right = [number for _, number in some]
    done = linprog([0] * len(cells), A_eq=matrix or None, b_eq=right or None, bounds=bounds)
    if done.status:
        assert done.status == 2
        return False
    shares = [Fraction(float(share)).limit_denominator(1000) for share in done.x]
    places = dict(zip(cells, shares, strict=True))
    assert all(0 <= share <= 1 for share in shares)
    assert places[cell] == value
    assert all(sum(places[one] for one in held) == number for held, number in some)
    return True


def boards(seed: int) -> Iterator[Board]:
    """Small boards with all of the mine count known, or none."""
    rng = Random(seed)
    height, width = rng.choice([(3, 4), (4, 4), (4, 5)])
    mines = rng.randint(2, height * width // 3)
    board = opened_at_random(seed, height, width, mines, rng.choice([0.4, 0.6]))
    if board.clues and len(board.covered) <= 14:
        yield board
        yield board.without_total()


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(300), fast=40))
def test_no_fewer_sources_have_a_sum(seed: int) -> None:
    pytest.importorskip("scipy")
    for board in boards(seed):
        every = statements(board)
        found = oracle.verdicts(board)
        assert found is not None
        kb = KnowledgeBase(board)
        for cell in sorted(found[0] | found[1]):
            number, mine = board.number(cell), cell in found[0]
            shown = kb.explain(cell, by="sum").sum
            if shown is None or len(shown.proof.lines) > 1:  # then no line has a sum
                assert point(list(every.values()), number, int(not mine))
                continue
            named = [
                board.cell(one.cell) if one.cell is not None else one for one in shown.proof.sources
            ]
            assert not point([every[one] for one in named], number, int(not mine))
            assert shown.fewest
            for fewer in combinations(every.values(), len(named) - 1):
                assert point(fewer, number, int(not mine))


def least(rows: Sequence[Row], cell: int, *, mine: bool, below: int) -> int | None:
    """The least sum of multipliers, none of them 0, that is below a number and decides a cell."""
    most = below - len(rows)  # of each but the first mine, at least 1 remains
    choices = [one for one in range(-most, most + 1) if one]
    for multipliers in product(choices, repeat=len(rows)):
        if sum(map(abs, multipliers)) >= below:
            continue
        total: dict[int, int] = {}
        bound = 0
        for multiplier, row in zip(multipliers, rows, strict=True):
            used = row.upper if multiplier > 0 else row.lower
            if used is None:
                break
            bound += multiplier * used
            for one, coefficient in row.terms:
                total[one] = total.get(one, 0) + multiplier * coefficient
        else:
            contrary = 0 if mine else 1
            low = sum(min(value, 0) for one, value in total.items() if one != cell)
            if low + total.get(cell, 0) * contrary > bound:
                return sum(map(abs, multipliers))
    return None


@pytest.mark.few(8)  # each feature once
@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
@pytest.mark.parametrize("name", ["plain", "bounds", "liars", "1M", "1L", "1W", "constraints", "T"])
def test_no_smaller_multipliers_decide(name: str, seed: int) -> None:
    case = position((name,), seed)
    kb = case.kb()
    mines, safe = case.worlds.verdicts
    for cell in sorted(mines | safe):
        shown = kb.explain(cell, by="sum").sum
        if shown is None or not shown.least or len(shown.proof.lines) > 1:
            continue
        parts = shown.proof.lines[0].parts
        total = sum(abs(part.multiplier) for part in parts)
        rows = [part.row for part in parts]
        if (2 * (total - len(rows))) ** len(rows) <= 20_000:
            is_mine = shown.verdict is Verdict.MINE
            assert least(rows, shown.proof.cell, mine=is_mine, below=total) is None


@pytest.mark.parametrize("seed", seeds(range(1, 61), fast=20))
def test_nothing_is_proved_of_other_cells_nor_the_contrary(seed: int) -> None:
    for board in boards(seed):
        mines, safe = oracle.verdicts(board) or (set(), set())
        constraints = [
            Cardinality(tuple(sorted(held)), number, number, Source.named(f"{name}"))
            for name, (held, number) in statements(board).items()
        ]
        for cell in board.covered:
            number = board.number(cell)
            for mine in (False, True):
                holds = cell in (mines if mine else safe)
                proof = proof_of(
                    constraints, constraints.copy, number, mine=mine, budget=Budget(10)
                )
                assert proof is None or holds


def test_what_is_missing_for_a_sum_is_looked_for_near_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twenty copies of a board on which a verdict of three clues has a sum of four."""
    rows = ["??1?_" * 20, "12_1_" * 20, "__?__" * 20]
    board = Board.parse("\n".join(rows) + "\n")
    sizes = []

    class Watched(Relaxation):
        def __init__(self, constraints: Iterable[Constraint], **options: Any) -> None:
            some = list(constraints)
            sizes.append(len(some))
            super().__init__(some, **options)

    monkeypatch.setattr(proving, "Relaxation", Watched)
    shown = KnowledgeBase(board).explain((0, 50), by="sum").sum
    assert shown is not None
    assert len(shown.proof.sources) == 4
    assert max(sizes) < 10 < len(board.clues)
