"""Answerers: what somebody who knows all, or who knows less, answers to tasks of every kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from random import Random
from types import MappingProxyType
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.total import bounds_of
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import ReasonClaim
from logicsweep.lab.judging.verdicts import smallest_reason
from logicsweep.reasons.explanation import Step

# The density that is taken where the board tells neither a mine count nor a density.
_USUAL_DENSITY: Final = Fraction(1, 5)


class Answerer:
    """Answers by proofs and exact chances.

    A subclass answers what it overrides in its own way, and all else exactly.

    Args:
        facts: The facts about the board. Their time limit holds for each method, which raises
            `LimitError` beyond it.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.board = facts.board

    def cell_to_open(self) -> Cell:
        """Return the cell to open next: a least risky one."""
        return self.facts.least().cells[0]

    def certain(self) -> Mapping[Cell, Verdict]:
        """Return the verdicts on all cells that are certain, `SAFE` or `MINE`."""
        proved = self.facts.kb.consequences()
        return dict.fromkeys(proved.safe, Verdict.SAFE) | dict.fromkeys(proved.mines, Verdict.MINE)

    def verdict(self, cell: Cell) -> Verdict:
        """Return the verdict on a covered cell."""
        return self.facts.verdict(cell)

    def chance(self, cell: Cell) -> Fraction:
        """Return the probability of a mine in a covered cell."""
        return self.facts.chance(cell)

    def reason(self, cell: Cell) -> ReasonClaim:
        """Return the sources of the verdict on a decided cell: a smallest set of them."""
        return smallest_reason(self.facts, cell)


class SinglePointAnswerer(Answerer):
    """Knows what single sources prove, one after the other.

    Else it opens a random cell of the rest, takes the share of mines in the rest for the
    probability, and names the clues around a cell as the reason.
    """

    @cached_property
    def _steps(self) -> Sequence[Step]:
        """The steps up to the first one that takes several sources."""
        every = self.facts.kb.difficulty().steps
        return tuple(takewhile(lambda step: step.level == 1, every))

    @cached_property
    def _verdicts(self) -> Mapping[Cell, Verdict]:
        safe = {cell: Verdict.SAFE for step in self._steps for cell in step.safe}
        return safe | {cell: Verdict.MINE for step in self._steps for cell in step.mines}

    def cell_to_open(self) -> Cell:
        """Return the first safe cell, or else one drawn from those without a verdict."""
        safe = [cell for cell, verdict in self._verdicts.items() if verdict is Verdict.SAFE]
        if safe:
            return min(safe)
        cells = without_flags(self.board)
        undecided = [cell for cell in cells if cell not in self._verdicts]
        return Random(f"move {self.board}").choice(undecided or cells)

    def certain(self) -> Mapping[Cell, Verdict]:
        """Return the verdicts that single sources prove."""
        return self._verdicts

    def verdict(self, cell: Cell) -> Verdict:
        """Return the verdict that single sources prove."""
        return self._verdicts.get(cell, Verdict.UNDETERMINED)

    def chance(self, cell: Cell) -> Fraction:
        """Return 0 or 1 if that is proved, else the share of mines in the rest."""
        verdict = self.verdict(cell)
        if verdict is Verdict.UNDETERMINED:
            return self._share_of_mines()
        return Fraction(verdict is Verdict.MINE)

    def reason(self, cell: Cell) -> ReasonClaim:
        """Return the sources of the steps that lead to a cell, or else the clues around it."""
        uses_total = False
        if cell in self._verdicts:
            needed, clues = {cell}, set[Cell]()
            for step in reversed(self._steps):
                if not needed.isdisjoint((*step.safe, *step.mines)):
                    needed.update(step.given_mines, step.given_safe)
                    clues.update(step.clues)
                    uses_total |= step.uses_total
        else:
            clues = {near for near in self.board.neighbours(cell) if near in self.board.clues}
        return ReasonClaim(cell, self.facts.verdict(cell), clues, uses_total=uses_total)

    def _share_of_mines(self) -> Fraction:
        """Return the share of mines among the cells without a verdict, as if all were alike."""
        bounds = bounds_of(self.board.mines)
        if bounds is None:
            return self.board.density or _USUAL_DENSITY
        undecided = [cell for cell in self.board.covered if cell not in self._verdicts]
        known = list(self._verdicts.values()).count(Verdict.MINE) + len(self.board.known_mines)
        share = (Fraction(sum(bounds), 2) - known) / max(len(undecided), 1)
        return min(max(share, Fraction(0)), Fraction(1))


def without_flags(board: Board) -> Sequence[Cell]:
    """Return the covered cells without a flag, or all covered cells if each has one."""
    return [cell for cell in board.covered if board[cell] == -1] or board.covered


BASELINES: Final[Mapping[str, type[Answerer]]] = MappingProxyType(
    {"single-point": SinglePointAnswerer, "exact": Answerer}
)
"""The answerers that files of answers are compared with, by name, the weaker one first."""
