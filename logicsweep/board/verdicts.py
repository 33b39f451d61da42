"""Verdicts on single cells, and the consequences of a whole board."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.board import Board, Cell, expect_board
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.plain_array import plain_array
from logicsweep.errors import counted

if TYPE_CHECKING:
    from logicsweep.board.picture.picture import Picture

Mask = NDArray[np.bool_]


class Verdict(Enum):
    """The verdict on a covered cell."""

    SAFE = "safe"
    """No layout that agrees with the board has a mine there."""
    MINE = "mine"
    """Every layout that agrees with the board has a mine there."""
    UNDETERMINED = "undetermined"
    """There are layouts of both kinds. This is proved as well."""


class Consequences(Drawn):
    """The covered cells of a board that are proved mines, and those that are proved safe.

    Two are equal if they have the same cells on boards of the same shape. One is true, as in
    `if found:`, if any cell is proved.

    Args:
        board: The board.
        mines: The cell numbers of the proved mines.
        safe: The cell numbers of the cells that are proved safe.
        told: A function that makes the board to show, if that is another one of the same shape; it
            is called at most once.

    Attributes:
        shape: The shape of the board, (height, width).

    Raises:
        TypeError: A cell number is not a whole number.
        ValueError: A cell number is masked.
    """

    def __init__(
        self,
        board: Board,
        *,
        mines: ArrayLike,
        safe: ArrayLike,
        told: Callable[[], Board] | None = None,
    ) -> None:
        expect_board(board)
        self.shape = board.shape
        self._start = board
        self._told = told
        self._mines = _numbers(mines)
        self._safe = _numbers(safe)

    @classmethod
    def read_off(
        cls, board: Board, verdicts: NDArray[np.int8], told: Callable[[], Board] | None
    ) -> Self:
        """Make the consequences that flat verdicts, which stay as they are, have as 1 and 0."""
        made = cls.__new__(cls)
        made.__dict__.update(shape=board.grid.shape, _start=board, _told=told, _verdicts=verdicts)
        return made

    _mines = cached_property[NDArray[np.intp]](lambda self: (self._verdicts == 1).nonzero()[0])
    _safe = cached_property[NDArray[np.intp]](lambda self: (self._verdicts == 0).nonzero()[0])

    @cached_property
    def board(self) -> Board:
        """The board that the cells follow from, with everything that was told by then."""
        return self._start if self._told is None else self._told()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_start": self.board, "_told": None}

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The proved mines, cells that hold a mine in every layout."""
        return frozenset(self._cells(self._mines))

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The proved safe cells, which hold a mine in no layout."""
        return frozenset(self._cells(self._safe))

    @cached_property
    def mine_mask(self) -> Mask:
        """The proved mines as a read-only boolean array of shape (height, width)."""
        return self._mask(self._mines)

    @cached_property
    def safe_mask(self) -> Mask:
        """The proved safe cells as a read-only boolean array of shape (height, width)."""
        return self._mask(self._safe)

    def __bool__(self) -> bool:
        return bool(self._mines.size or self._safe.size)

    @property
    def _key(self) -> tuple[tuple[int, int], bytes, bytes]:
        return self.shape, np.sort(self._mines).tobytes(), np.sort(self._safe).tobytes()

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Consequences) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<Consequences: {self._safe.size} safe, {counted(self._mines.size, 'mine')}>"

    def picture(self) -> Picture:
        """Return the board with its proved mines and safe cells, as a picture."""
        return self.board.picture(title=repr(self)[1:-1], mines=self.mine_mask, safe=self.safe_mask)

    def _cells(self, numbers: NDArray[np.intp]) -> list[Cell]:
        width = self.shape[1]
        return [Cell(*divmod(number, width)) for number in numbers.tolist()]

    def _mask(self, numbers: NDArray[np.intp]) -> Mask:
        mask = np.zeros(self.shape, dtype=np.bool_)
        mask.flat[numbers] = True
        mask.setflags(write=False)
        return mask


def _numbers(given: ArrayLike) -> NDArray[np.intp]:
    """Copy cell numbers into an array. Raises TypeError unless they are whole numbers."""
    numbers = plain_array(given, name="the list of cell numbers")
    if numbers.size and numbers.dtype.kind not in "iu":
        raise TypeError(f"the cell numbers are {numbers.dtype}; expected whole numbers")
    return numbers.astype(np.intp)


def summary_of(mines: int, safe: int) -> str:
    """Say how many verdicts there are."""
    return f"{safe:,} proved safe, {counted(mines, 'mine')} proved"
