"""What is settled about a board on which some clues may be wrong, nobody knows which.

Verdicts come from one question with a number of lies in it. Layouts are parted by the clues that
they contradict: each choice of wrong clues is a board of its own, on which those say that they are
wrong and the others are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout, Mismatch
from logicsweep.constraints.system import Shown, shown_on
from logicsweep.count.layouts import Layouts
from logicsweep.count.mixture import LayoutMixture
from logicsweep.knowledge.monolithic import WholeLedger
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Core
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner


class LyingLedger(WholeLedger):
    """Verdicts on a board on which up to `liars` clues may be wrong."""

    def __init__(self, board: Board, liars: int, engine: Engine) -> None:
        super().__init__(board)
        self._liars = liars
        self._engine = engine

    def layouts(
        self,
        board: Board,
        density: Fraction | None,
        budget: Budget,
    ) -> Layouts:
        """See `Ledger.layouts`. They are counted for each choice of wrong clues apart."""
        contrary = _contrary(board)
        number = sum(comb(len(contrary), size) for size in range(self._liars + 1))
        found: list[Layouts] = []
        for done, wrong in enumerate(_choices(contrary, self._liars)):
            self.counted = done, number
            budget.check()
            changed = board.replace(dict(wrong))
            ledger = PlainLedger(
                shown_on(changed), board.adjacency, board.total_mines, self._engine
            )
            try:
                ledger.settle(budget, counting=True)
            except ContradictionError:
                continue
            found.append(ledger.layouts(changed, density, budget))
        self.counted = number, number
        return LayoutMixture(board, found)

    def find_core(self, shown: Shown, contradiction: ContradictionError, budget: Budget) -> Core:
        """See `Ledger.find_core`: sources that clash although some of their clues may be wrong."""
        del contradiction
        return self._clash(shown, budget, uses_rules=False)

    def allows(self, layout: Layout, mismatches: Sequence[Mismatch], budget: Budget) -> bool:
        """See `Ledger.allows`."""
        del layout, budget
        return len(mismatches) <= self._liars and all(one.cell is not None for one in mismatches)

    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        return self._engine.lying(board, self._liars, budget)


def _contrary(board: Board) -> list[tuple[Cell, Clue]]:
    """The clues that can be wrong, each with what holds when it is."""
    found = []
    for cell, clue in board.clues.items():
        stated = Clue(clue, clue) if isinstance(clue, int) else clue
        wrong = stated.contrary(len(board.neighbours(cell)))
        if wrong is not None:
            found.append((cell, wrong))
    return found


def _choices(
    contrary: list[tuple[Cell, Clue]], liars: int
) -> Iterator[tuple[tuple[Cell, Clue], ...]]:
    """Every set of at most so many clues."""
    for size in range(liars + 1):
        yield from combinations(contrary, size)
