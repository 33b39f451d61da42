"""The questions that every ledger answers. Cells are numbers throughout."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from logicsweep.board.board import Board
    from logicsweep.board.clue import Clue
    from logicsweep.board.layout import Layout
    from logicsweep.kernel import whole as native
    from logicsweep.kernel.proposal import VerdictArray
    from logicsweep.limits import Budget
    from logicsweep.reason.mus import Mus
    from logicsweep.reasons.counterexample import PairOfModels
    from logicsweep.system.system import Decided, Position
    from logicsweep.tables.layouts import Layouts


class Contradiction(NamedTuple):
    """A position without a layout; `near` are clues around which the conflict was found, if any."""

    position: Position
    near: tuple[int, ...]


class Ledger(Protocol):
    """The verdicts on a position, kept up to date under new evidence.

    Everything that takes a budget raises `LimitError` when that is spent, and keeps what was proved
    by then. With a user's program, everything raises `ProgramError` when that fails.
    """

    counted: tuple[int, int]
    """The progress of the proofs or the count at hand, as a pair (done, all); at first (0, 0).

    The unit is a component; of counts it may be a way to mark a key, as a letter or a direction,
    or, with a program, a layout. A second number of 0 is unknown.
    """

    @property
    def position(self) -> Position:
        """The position with everything told."""
        ...

    @property
    def is_settled(self) -> bool:
        """Whether every verdict is up to date."""
        ...

    def copy(self) -> Self:
        """Return an independent ledger with the same evidence and verdicts; cheap."""
        ...

    def is_undecided(self, number: int) -> bool:
        """Tell whether a cell is covered and neither proved safe nor a mine so far."""
        ...

    def is_mine(self, number: int) -> bool:
        """Tell whether a cell is a known mine or proved to be one."""
        ...

    @property
    def verdicts(self) -> VerdictArray:
        """The verdicts so far; see `ComponentLedger.verdicts`."""
        ...

    def proved(self) -> Decided[NDArray[np.intp]]:
        """Return the covered cells proved so far, ascending."""
        ...

    def settle(self, budget: Budget) -> None:
        """Bring every verdict up to date.

        Raises `ContradictionError` when no layout agrees with the position.
        """
        ...

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """Enter the clues and mines of covered cells, settle, and return the new verdicts.

        On `ContradictionError` the ledger is as it was; on `LimitError` the evidence is kept.
        """
        ...

    def needs_total(self, budget: Budget) -> bool:
        """Tell whether some verdict was proved with the total, and did not follow without it."""
        ...

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """Find a minimal unsatisfiable subset of the sources of a position."""
        ...

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """Return the sources behind a verdict: minimal, or as few as there can be.

        The ledger has to be settled.
        """
        ...

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        """Find two models of all covered cells that differ in an undecided cell, and in few others.

        The ledger has to be settled.
        """
        ...

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """Tell whether a layout agrees with all evidence; `board` is the position as a board."""
        ...

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """Return the layouts of the position; `board` is the position as a board.

        The ledger has to be settled. Raises `UncountableError` for a component that would take more
        than the budget of table entries.
        """
        ...

    def mass(self, board: Board, density: Fraction | None, budget: Budget) -> Fraction:
        """Return the weight of all layouts together: prior, likelihoods and weights of constraints.

        It is `Layouts.mass` up to a factor with which ledgers of the same covered cells compare.
        The ledger has to be settled.
        """
        ...

    def native(self, density: Fraction | None, budget: Budget) -> native.Answer | None:
        """Ask the kernel about the position; None if it does not know such boards.

        The density counts where the mine count is unknown.
        """
        ...
