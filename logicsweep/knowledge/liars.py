"""The verdicts and layouts of a board on which any clues may be wrong, up to a number.

Verdicts come from one question that allows a number of wrong clues. Layouts are partitioned by the
clues that they contradict: each choice of wrong clues is a board of its own, on which the negations
of those clues hold, and all other clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout
from logicsweep.board.state import covered_mask
from logicsweep.constraints.position import position_of
from logicsweep.count.counted import FloatArray
from logicsweep.count.layouts import Layouts
from logicsweep.count.mixture import LayoutMixture
from logicsweep.errors import whole
from logicsweep.knowledge.agreement import (
    UNDECIDED,
    check_agreement,
    masks_of,
    raise_no_layout,
)
from logicsweep.knowledge.monolithic import MonolithicLedger
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner


class LyingLedger(MonolithicLedger):
    """Verdicts on a board on which up to `liars` clues may be wrong."""

    def __init__(self, board: Board, liars: int, engine: Engine) -> None:
        super().__init__(board)
        self._liars = liars
        self._engine = engine

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """See `Ledger.layouts`. They are counted for each choice of wrong clues apart."""
        contrary = _contrary(board)
        number = sum(comb(len(contrary), size) for size in range(self._liars + 1))
        found: list[Layouts] = []
        sums = np.zeros(board.grid.size)
        for done, wrong in enumerate(_choices(contrary, self._liars)):
            self.counted = done, number
            budget.check()
            changed = board.replace(dict(wrong))
            ledger = PlainLedger(position_of(changed), self._engine)
            try:
                ledger.settle(budget)
            except ContradictionError:
                continue
            found.append(ledger.layouts(changed, density, budget))
            sums += _decided(ledger)
        self.counted = number, number
        if not found:
            raise_no_layout(lambda: board)
        # Every choice that has a layout counts, so the mean is 0 or 1 where all of them are.
        mean = sums / len(found)
        check_agreement(lambda: board, masks_of(self.proved(), board.grid.size), mean)
        return LayoutMixture(board, found)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`: the sources conflict although some of their clues may be wrong."""
        return self._mus_of(contradiction.position, budget, uses_program=False)

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """See `Ledger.allows`."""
        budget.check()
        mismatches = layout.mismatches(board)
        return len(mismatches) <= self._liars and all(one.cell is not None for one in mismatches)

    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        return self._engine.lying(board, self._liars, budget)


def _decided(ledger: PlainLedger) -> FloatArray:
    """A flat array of the board's cells: 1 and 0 where that is proved, nan where not covered."""
    marginals = np.where(covered_mask(ledger.position.states), UNDECIDED, np.nan)
    for numbers, value in zip(ledger.proved(), (1, 0), strict=True):
        marginals[numbers] = value
    return marginals


def checked_liars(board: Board, liars: int) -> int:
    """The number of liars, if the board allows it. Raises ValueError, TypeError."""
    number = liars if type(liars) is int else whole("liars", liars)
    if number == 0:
        return 0
    if board.own_rules is not None:
        raise ValueError("liars and rules cannot be combined; the rule 1L has clues that are off")
    clues = board.clues
    if not 0 <= number <= len(clues):
        raise ValueError(
            f"liars is {number}; expected 0 to {len(clues)}, the number of clues on the board"
        )
    if any(not isinstance(clue, int) and clue.likelihood for clue in clues.values()):
        raise ValueError(
            "liars and clues with likelihoods cannot be combined: a clue model already says how "
            "likely its clues are to be off"
        )
    return number


def _contrary(board: Board) -> list[tuple[Cell, Clue]]:
    """The clues that can be wrong, each with its negation."""
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
