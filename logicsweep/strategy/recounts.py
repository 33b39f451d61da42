"""Counting a position again after a change: by the kernel, or by its twin in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, partial
from math import log2
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.kernel.context import CLASH, OK, Status
from logicsweep.kernel.hand import Hand
from logicsweep.kernel.whole import log2_mass, marginals_of
from logicsweep.knowledge.board_ledger import BoardLedger, density_under
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.strategy.parts import counted_of, layouts_of
from logicsweep.strategy.sight import MINE, SAFE
from logicsweep.strategy.situation import Situation
from logicsweep.system.system import Position, position_of
from logicsweep.tables.counted import FloatArray
from logicsweep.tables.layouts import Layouts
from logicsweep.tables.listing import Weighed
from logicsweep.tables.model_count import BARELY, NEARLY

# So few layouts are listed once, instead of counted again after each change.
MOST_LISTED: Final = 20_000

Changes = Mapping[int, int]


class Recount(NamedTuple):
    """A position, counted.

    Attributes:
        marginals: The probability of a mine in every covered cell, flat, nan in all others. None is
            off by more than 1e-12, and none is 0 or 1 unless that is proved.
        log2_mass: The logarithm of the weight of all layouts, to the base 2. Between recounts of
            one position it differs as the logarithms of their probabilities do.
    """

    marginals: FloatArray
    log2_mass: float


class Recounts(Protocol):
    """The counts of a position after changes, which are clues and mines in covered cells."""

    def recount(self, changes: Changes) -> Recount | None:
        """Return the position with these changes, counted; None if no layout agrees with it.

        Raises `LimitError`, and `MissingDensityError` where marginals depend on a density that is
        unknown.
        """
        ...

    def layouts(self, changes: Changes) -> int:
        """Count the layouts that agree with these changes, without weights."""
        ...

    @property
    def hand(self) -> Hand | None:
        """The kernel's hand with the position, if it answers questions about the position."""
        ...


class _Counted(NamedTuple):
    """An answer of the kernel: its status and, with OK, the counts."""

    status: int
    marginals: FloatArray | None = None
    log2_mass: float = 0.0


class _ByKernel:
    """The `Recounts` of the kernel, or of its twin where it leaves the question open."""

    def __init__(
        self, ask: Callable[[Changes], _Counted], situation: Situation, hand: Hand | None = None
    ) -> None:
        self._ask = ask
        self._hand = hand
        self._situation = situation

    def recount(self, changes: Changes) -> Recount | None:
        if self._root.status not in (OK, CLASH):
            return self._otherwise.recount(changes)
        answer = self._ask(changes) if changes else self._root
        if answer.status == CLASH:
            return None
        if answer.marginals is not None:
            return Recount(answer.marginals, answer.log2_mass)
        counted = self._otherwise.recount(changes)
        return counted and counted._replace(log2_mass=counted.log2_mass + self._shift)

    def layouts(self, changes: Changes) -> int:
        """See `Recounts.layouts`; the board with the changes is counted anew, exactly."""
        if self.recount(changes) is None:
            return 0
        situation = self._situation
        budget = situation.budget.renewed()
        if not changes:
            return layouts_of(situation.counted, budget)
        changed = {situation.board.cell(number): value for number, value in changes.items()}
        return layouts_of(counted_of(situation.board.replace(changed), budget), budget)

    @cached_property
    def _otherwise(self) -> _ByLedger:
        return _ByLedger(self._situation)

    @property
    def hand(self) -> Hand | None:
        return self._hand if self._root.status == OK else None

    @cached_property
    def _root(self) -> _Counted:
        return self._ask({})

    @cached_property
    def _shift(self) -> float:
        """The difference between the kernel's log2_mass and its twin's, from factors left out.

        It is the same in all what-ifs of a position.
        """
        root = self._otherwise.recount({})
        return 0.0 if root is None else self._root.log2_mass - root.log2_mass


class _ByLedger:
    """The `Recounts` of a ledger, whose components have their counts cached by signature."""

    hand = None

    def __init__(self, situation: Situation) -> None:
        board, statements = situation.board, situation.statements
        self.situation = situation
        self._ledger = BoardLedger(position_of(board), engine_of(ELIMINATION), statements)
        self._ledger.trusts = True

    def recount(self, changes: Changes) -> Recount | None:
        weighed = self._layouts(changes)
        if weighed is None:
            return None
        layouts, mass = weighed
        density = density_under(self.situation.statements, self.situation.density)
        if self.situation.board.mines is None and density is not None:
            # The density weighs covered cells only; here the changed ones count as well.
            for value in changes.values():
                mass *= density if value == MINE else 1 - density
        marginals = layouts.count().probabilities().ravel()
        return Recount(marginals, log2(mass.numerator) - log2(mass.denominator))

    def layouts(self, changes: Changes) -> int:
        weighed = self._layouts(changes)
        return 0 if weighed is None else weighed[0].count().total

    def _layouts(self, changes: Changes) -> tuple[Layouts, Fraction] | None:
        """Return the layouts after changes, and their weight together."""
        situation = self.situation
        budget, sight, board = situation.budget.renewed(), situation.sight, situation.board
        told = {number: sight.told(number, value) for number, value in changes.items()}
        try:
            self._ledger.settle(budget)
            ledger = self._ledger.copy()
            ledger.tell(told, budget)
        except ContradictionError:
            return None
        opened = {number: MINE if value == MINE else SAFE for number, value in changes.items()}
        grid = position_of(board).changed(opened).states.reshape(board.shape)
        if not sight.is_certain:
            ledger.shares = {
                number: partial(sight.share, number, value)
                for number, value in changes.items()
                if value not in (MINE, SAFE)
            }
        layouts = ledger.layouts(board.with_grid(grid, board.uncertain), situation.density, budget)
        return layouts, layouts.mass() * ledger.scale(budget)


class _ByList:
    """The `Recounts` of a list of all layouts, if these are few, or there is a program."""

    hand = None

    def __init__(self, situation: Situation, every: Weighed) -> None:
        rows, weights = every
        self.situation = situation
        self._rows = rows
        # A weight may be 0 in floats. Whether a cell is decided is read from the rows.
        most = max(weights or [1])
        self._weights = np.array([weight / most for weight in weights or [1] * len(rows)])
        self._shown: dict[int, dict[int, FloatArray]] = {}

    def recount(self, changes: Changes) -> Recount | None:
        """See `Recounts.recount`; the layouts that are left are weighed in floats."""
        weights, kept = self._kept(changes)
        rows = self._rows[kept][:, : self.situation.board.grid.size]
        if not len(rows):
            return None
        covered = self.situation.board.covered_mask.ravel().copy()
        covered[list(changes)] = False
        mass = float(weights[kept].sum())
        if not mass:
            raise LimitError("the weights of the layouts are too far apart for floats")
        marginals: FloatArray = (weights[kept] @ rows / mass).clip(BARELY, NEARLY)
        marginals[~rows.any(axis=0)] = 0
        marginals[rows.all(axis=0)] = 1
        marginals[~covered] = np.nan
        return Recount(marginals, log2(mass))

    def layouts(self, changes: Changes) -> int:
        return int(self._kept(changes)[1].sum())

    def _kept(self, changes: Changes) -> tuple[FloatArray, NDArray[np.bool_]]:
        """Weigh each layout after changes, and mask the layouts that agree with them."""
        weights, kept = self._weights, np.ones(len(self._rows), dtype=np.bool_)
        for number, value in changes.items():
            if value in (MINE, SAFE):
                kept = kept & (self._rows[:, number] == (value == MINE))
                continue
            shares = self._shares(number).get(value)
            if shares is None:
                return weights, np.zeros_like(kept)
            weights, kept = weights * shares, kept & (shares > 0)
        return weights, kept

    def _shares(self, number: int) -> dict[int, FloatArray]:
        """Return the share of each clue that a cell may show, by layout; kept per cell."""
        if number not in self._shown:
            options = self.situation.sight.options(self._rows, number)
            self._shown[number] = {
                option.value: np.array(list(map(float, option.shares))) for option in options
            }
        return self._shown[number]


def recounts_of(situation: Situation) -> Recounts:
    """Choose how the changes of a position are recounted; each recount may take the whole budget.

    Ordinary boards go to the native kernel. On all others the layouts are listed once, if they are
    few or an answer-set program has listed them anyway. Proofs and counts do the rest.
    """
    budget = situation.budget
    if not situation.is_ordinary:
        by_proof = _ByLedger(situation)
        try:
            layouts = situation.layouts(budget.renewed())
        except ContradictionError:
            return by_proof
        number = layouts.total()
        is_short = situation.program is not None or number <= MOST_LISTED
        return _ByList(situation, layouts.weighed(number)) if is_short else by_proof
    position = position_of(situation.board)
    if situation.board.uncertain_by_number:
        ask = partial(_as_a_whole, position, situation.density, budget)
        return _ByKernel(ask, situation)
    hand = Hand.of(position, situation.density)
    if hand is None:
        return _ByLedger(situation)
    return _ByKernel(partial(_in_hand, hand, budget), situation, hand)


def _in_hand(hand: Hand, budget: Budget, changes: Changes) -> _Counted:
    """Count with a hand, which keeps the position and counts what a change touches."""
    if changes:
        return _Counted(*hand.what_if(changes, budget.renewed()))
    answer = hand.marginals(budget.renewed())
    if answer.marginals is not None and answer.needs_prior:
        raise MissingDensityError
    mass = 0.0 if answer.marginals is None else hand.log2_mass()
    return _Counted(answer.status, answer.marginals, mass)


def _as_a_whole(
    position: Position, density: Fraction | None, budget: Budget, changes: Changes
) -> _Counted:
    """Count the whole board again after each change: for boards with uncertain clues."""
    answer = marginals_of(position.changed(changes), density, budget.renewed())
    if answer is None:
        return _Counted(Status.WIDE)
    if answer.marginals is not None and answer.needs_prior:
        raise MissingDensityError
    return _Counted(answer.status, answer.marginals, log2_mass())
