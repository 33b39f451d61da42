"""What-if positions: a position under the supposition that covered cells are mines or show clues.

A change costs what it touches: the kernel counts the components next to it again and keeps the
rest, and its twin in Python remembers the counts of components by their signature.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import overload

from logicsweep.board.board import Board, expect_board
from logicsweep.errors import IllegalMoveError, expect, whole
from logicsweep.kernel.hand import Hand
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.strategy.recounts import Changes, Recount, Recounts, recounts_of
from logicsweep.strategy.sight import MINE, SAFE
from logicsweep.strategy.situation import Situation
from logicsweep.tables.counted import FloatArray


class WhatIf:
    """A position with suppositions about covered cells; immutable, and counted when it is asked.

    `WhatIf.of(position)` supposes nothing; `after` supposes more. Cells are numbers, row by row
    from 0 (see `Board.number`). A what-if and all that come from it belong to one thread at a time.

    Every question may take the time limit anew. It raises `LimitError`, and `MissingDensityError`
    when the answer depends on a density that is unknown.

    A clue that is supposed is right, also where some of the open clues may be wrong; where a layout
    lets a cell show several values, each is as likely. So the probabilities of a mine and of all
    clues of a cell add up to 1, and the mean of the marginals is that of the position.

    Attributes:
        board: The position without the suppositions.
        situation: The position with its sight, parts and counts.
        changes: The suppositions: by cell number a clue as it stands in a grid, `State.NO_CLUE`
            (safe) or `State.KNOWN_MINE`.
    """

    def __init__(
        self, situation: Situation, recounts: Recounts | None, changes: dict[int, int]
    ) -> None:
        """Keep changes; `recounts` are made when they are needed."""
        self.board = situation.board
        self.situation = situation
        self.changes = MappingProxyType(changes)
        self._made = recounts
        self._is_counted = False
        self._counted: Recount | None = None

    @classmethod
    def of(
        cls,
        position: KnowledgeBase | Board,
        *,
        density: Fraction | str | None = None,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
    ) -> WhatIf:
        """Make the position itself. The density, by default the board's, counts without a mine
        count.

        Raises:
            ValueError: The density or the time limit is out of range.
        """
        expect_board(position, name="position", besides=KnowledgeBase)
        return cls(Situation(position, density=density, time_limit=time_limit), None, {})

    @overload
    def after(self, cell: int, value: int) -> WhatIf: ...
    @overload
    def after(self, *, cells: Mapping[int, bool]) -> WhatIf: ...
    def after(
        self,
        cell: int | None = None,
        value: int | None = None,
        *,
        cells: Mapping[int, bool] | None = None,
    ) -> WhatIf:
        """Add the supposition that a covered cell shows a value, or that cells are safe or mines.

        Args:
            cell: The number of a covered cell.
            value: Its value: an exact clue, `State.NO_CLUE` or `State.KNOWN_MINE`.
            cells: Whether cells are mines, by number; their clues stay open.

        Raises:
            ValueError: A cell or a value is out of range.
            IllegalMoveError: A cell is not covered, or was supposed to be something already.
            TypeError: There is not either a cell with a value, or `cells`.
        """
        if (cell is None) != (value is None) or (cell is None) == (cells is None):
            raise TypeError("expected a cell and its value, or cells=")
        if cells is None:
            changes = {whole("cell", cell): whole("value", value)}
        else:
            expect("cells", cells, Mapping, "a mapping from cell numbers to whether they are mines")
            changes = {whole("a cell", key): MINE if mine else SAFE for key, mine in cells.items()}
        for number, shown in changes.items():
            self._check(number, shown)
        return self.suppose(changes)

    def suppose(self, changes: Changes) -> WhatIf:
        """Do as `after`, without checks: the cells are known to be covered, and values to fit."""
        all_changes = {**self.changes, **changes}
        return WhatIf(self.situation, self._made or self._recounts, all_changes)

    @property
    def hand(self) -> Hand | None:
        """The kernel's hand with this position; None where it has none, and with suppositions."""
        return None if self.changes else self._recounts.hand

    @property
    def _recounts(self) -> Recounts:
        made = self._made
        if made is None:
            made = self._made = recounts_of(self.situation)
        return made

    @property
    def is_possible(self) -> bool:
        """Whether some layout agrees with the suppositions."""
        return self._recount is not None

    @property
    def marginals(self) -> FloatArray:
        """The probability of a mine in every covered cell, nan elsewhere; flat, float64.

        No value is off by more than 1e-12, and one is exactly 0 or 1 if and only if that is proved.

        Raises:
            ValueError: The position is not possible.
        """
        recount = self._recount
        if recount is None:
            raise ValueError("no layout agrees with what is supposed")
        return recount.marginals

    @property
    def log2_mass(self) -> float:
        """The logarithm of the weight of all layouts, to the base 2; -inf if there is none.

        2 to the power of the difference between two what-ifs is the ratio of the probabilities of
        their suppositions, right to about nine digits.
        """
        recount = self._recount
        return -inf if recount is None else recount.log2_mass

    @cached_property
    def layouts(self) -> int:
        """The exact number of layouts that agree, without weights; 0 if none does.

        A layout that goes with several keys counts once with each.
        """
        return self._recounts.layouts(self.changes)

    @property
    def safe(self) -> list[int]:
        """The covered cells that are proved safe then, ascending."""
        numbers: list[int] = (self.marginals == 0).nonzero()[0].tolist()
        return numbers

    @property
    def _recount(self) -> Recount | None:
        if not self._is_counted:  # a cached property takes a lock, which matters here
            self._counted = (self._made or self._recounts).recount(self.changes)
            self._is_counted = True
        return self._counted

    def _check(self, number: int, value: int) -> None:
        """Raise ValueError and `IllegalMoveError`, as `after`."""
        cell = self.board.cell(number)
        if not self.board.is_covered(cell) or number in self.changes:
            raise IllegalMoveError("the cell is not covered", move=cell)
        ruled = self.board.placed_rules
        most = len(self.board.adjacency.neighbours(number))
        if ruled is not None and not ruled.rules.clue.is_standard:
            most = self.situation.sight.nothing
        if value not in (MINE, SAFE) and not 0 <= value <= most:
            raise ValueError(
                f"{value} is not a clue for {cell}; expected 0 to {most}, State.NO_CLUE or "
                f"State.KNOWN_MINE"
            )

    def __repr__(self) -> str:
        return f"<WhatIf {self.board.title}, {len(self.changes)} supposed>"
