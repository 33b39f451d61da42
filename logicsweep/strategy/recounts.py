"""What counts a position again after a change: the kernel, or its twin in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, partial
from math import log2
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.count.counted import CountedComponents
from logicsweep.count.engines.elimination import convolution
from logicsweep.count.engines.native import native_counts
from logicsweep.count.prior import number_of_layouts
from logicsweep.errors import MissingDensityError
from logicsweep.kernel.binding import CLASH, OK, Status
from logicsweep.kernel.hand import Hand
from logicsweep.kernel.whole import log2_mass, marginals_of
from logicsweep.knowledge.constrained import ConstrainedLedger
from logicsweep.knowledge.plain import PlainLedger, counted_by_proof
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import ELIMINATION, engine_of
from logicsweep.system.position import Position, position_of
from logicsweep.system.statements import statements_of

FloatArray = NDArray[np.float64]
Changes = Mapping[int, int]


class Recount(NamedTuple):
    """A position, counted.

    Attributes:
        marginals: The probability of a mine in every covered cell, flat, nan in all others. None is
            off by more than 1e-12, and none is 0 or 1 unless that is proved.
        log2_mass: What all layouts weigh together, the logarithm to the base 2. The differences
            between those of one position are those of the probabilities.
    """

    marginals: FloatArray
    log2_mass: float


class Recounts(Protocol):
    """Counts a position after changes: covered cells that turned out to be something."""

    def recount(self, changes: Changes) -> Recount | None:
        """The position with these changes, counted; None if no layout agrees with it.

        Raises `LimitError`, and `MissingDensityError` where marginals depend on a density that is
        unknown.
        """
        ...


class _Counted(NamedTuple):
    """What the kernel came to: its status, and with OK what it counted."""

    status: int
    marginals: FloatArray | None = None
    log2_mass: float = 0.0


class _ByKernel:
    """By the kernel; what it leaves open its twin counts, in the kernel's unit of mass."""

    def __init__(self, ask: Callable[[Changes], _Counted], otherwise: _ByProof) -> None:
        self._ask = ask
        self._otherwise = otherwise

    def recount(self, changes: Changes) -> Recount | None:
        if self._root.status not in (OK, CLASH):
            return self._otherwise.recount(changes)
        found = self._ask(changes) if changes else self._root
        if found.status == CLASH:
            return None
        if found.marginals is not None:
            return Recount(found.marginals, found.log2_mass)
        counted = self._otherwise.recount(changes)
        return counted and counted._replace(log2_mass=counted.log2_mass + self._shift)

    @cached_property
    def _root(self) -> _Counted:
        return self._ask({})

    @cached_property
    def _shift(self) -> float:
        """What a mass of the kernel has more than that of its twin: each leaves out other factors.

        They are the same in all what-ifs of a position.
        """
        root = self._otherwise.recount({})
        return 0.0 if root is None else self._root.log2_mass - root.log2_mass


class _ByProof:
    """By proofs and the counts of components, which are remembered by their signature."""

    def __init__(self, board: Board, density: Fraction | None, budget: Budget) -> None:
        self._board = board
        self._density = density
        self._budget = budget
        self._ledger = PlainLedger(position_of(board), engine_of(ELIMINATION))

    def recount(self, changes: Changes) -> Recount | None:
        budget = self._budget.renewed()
        try:
            self._ledger.settle(budget)
            ledger = self._ledger.copy()
            ledger.tell(changes, budget)
        except ContradictionError:
            return None
        grid = ledger.position.states.reshape(self._board.shape)
        board = self._board.with_grid(grid, self._board.uncertain)
        layouts = ledger.layouts(board, self._density, budget)
        marginals = layouts.count().probabilities().ravel()
        mass = layouts.mass() * ledger.scale(budget)
        if board.total_mines is None and self._density is not None:
            # A density weighs covered cells; those that are not covered any more weighed as well.
            for value in changes.values():
                mass *= self._density if value == State.KNOWN_MINE else 1 - self._density
        return Recount(marginals, log2(mass.numerator) - log2(mass.denominator))


def recounts_of(board: Board, density: Fraction | None, budget: Budget) -> Recounts:
    """What counts a board. The density counts where the mine count is unknown.

    Each question may take the budget anew. Raises ValueError for a board with rules, which
    what-ifs do not know.
    """
    if board.own_rules is not None:
        raise ValueError(f"the board has the rules {board.own_rules}; expected an ordinary board")
    by_proof = _ByProof(board, density, budget)
    position = position_of(board)
    if board.uncertain_by_number:
        return _ByKernel(partial(_as_a_whole, position, density, budget), by_proof)
    hand = Hand.of(position, density)
    return by_proof if hand is None else _ByKernel(partial(_in_hand, hand, budget), by_proof)


def _in_hand(hand: Hand, budget: Budget, changes: Changes) -> _Counted:
    """By a hand, which keeps the position and counts what a change touches."""
    if changes:
        return _Counted(*hand.what_if(changes, budget.renewed()))
    found = hand.marginals(budget.renewed())
    if found.marginals is not None and found.needs_prior:
        raise MissingDensityError
    mass = 0.0 if found.marginals is None else hand.log2_mass()
    return _Counted(found.status, found.marginals, mass)


def _as_a_whole(
    position: Position, density: Fraction | None, budget: Budget, changes: Changes
) -> _Counted:
    """The whole board each time: for boards with uncertain clues."""
    found = marginals_of(position.changed(changes), density, budget.renewed())
    if found is None:
        return _Counted(Status.WIDE)
    if found.marginals is not None and found.needs_prior:
        raise MissingDensityError
    return _Counted(found.status, found.marginals, log2_mass())


def counted_of(board: Board, budget: Budget) -> CountedComponents:
    """The components of a consistent board, counted exactly.

    Raises `UncountableError` and `LimitError`.
    """
    if board.placed_rules is not None:
        engine = engine_of(ELIMINATION)
        ledger = ConstrainedLedger(position_of(board), statements_of(board), engine)
        ledger.settle(budget)
        return ledger.counted_components(budget)
    found = native_counts(board, budget)
    return found or counted_by_proof(board, budget, engine=engine_of(ELIMINATION))


def layouts_of(counted: CountedComponents, budget: Budget) -> int:
    """How many layouts there are. They are counted, not weighed, so that no density counts."""
    convolve = convolution(counted.bounds, None, budget.renewed)
    return number_of_layouts(counted.models(budget), len(counted.interior), convolve)
