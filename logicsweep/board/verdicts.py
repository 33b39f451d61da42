"""What is known of cells: verdicts one by one, and consequences of a whole board."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.clue_text import short_clue
from logicsweep.board.picture.drawing import Picture, notebook_svg
from logicsweep.board.state import State
from logicsweep.errors import counted

Mask = NDArray[np.bool_]


class Verdict(Enum):
    """What follows about a cell."""

    SAFE = "safe"
    """No layout has a mine there."""
    MINE = "mine"
    """Every layout has a mine there."""
    UNDETERMINED = "undetermined"
    """This is proved as well: layouts of both kinds exist."""


class Consequences:
    """Covered cells that are proved mines, and those that are proved safe.

    Made from cell numbers; `mines` and `safe` are sets of cells, `mine_mask` and `safe_mask` the
    same as boolean arrays of shape (height, width). Each form is made when it is asked for. Equal
    by content, true when there is any cell in it.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        *,
        mines: ArrayLike,
        safe: ArrayLike,
        shown: tuple[NDArray[np.int8], Mapping[int, Clue]] | None = None,
    ) -> None:
        """`shown` are the states of the cells and the uncertain clues, by number, for pictures."""
        self.shape = shape
        self._shown = shown
        self._mines = np.sort(_numbers(mines))
        self._safe = np.sort(_numbers(safe))

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells that hold a mine in every layout."""
        return frozenset(self._cells(self._mines))

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """The cells that hold a mine in no layout."""
        return frozenset(self._cells(self._safe))

    @cached_property
    def mine_mask(self) -> Mask:
        """`mines` as a boolean array."""
        return self._mask(self._mines)

    @cached_property
    def safe_mask(self) -> Mask:
        """`safe` as a boolean array."""
        return self._mask(self._safe)

    def __bool__(self) -> bool:
        return bool(self._mines.size or self._safe.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Consequences):
            return NotImplemented
        return (
            self.shape == other.shape
            and np.array_equal(self._mines, other._mines)
            and np.array_equal(self._safe, other._safe)
        )

    def __hash__(self) -> int:
        return hash((self.shape, self._mines.tobytes(), self._safe.tobytes()))

    def __repr__(self) -> str:
        return f"<Consequences: {self._safe.size} safe, {counted(self._mines.size, 'mine')}>"

    def _repr_svg_(self) -> str | None:
        """What Jupyter shows: the board, and what is proved of it; None where it is too large."""
        states, clues = self._shown or (np.full(self._size, State.COVERED, dtype=np.int8), {})
        return notebook_svg(
            Picture(
                grid=states.reshape(self.shape),
                labels={divmod(at, self.shape[1]): short_clue(one) for at, one in clues.items()},
                title=repr(self)[1:-1],
                safe=self.safe_mask,
                mines=self.mine_mask,
            )
        )

    @property
    def _size(self) -> int:
        return self.shape[0] * self.shape[1]

    def _cells(self, numbers: NDArray[np.intp]) -> list[Cell]:
        rows, columns = np.divmod(numbers, self.shape[1])
        return list(map(Cell, rows.tolist(), columns.tolist()))

    def _mask(self, numbers: NDArray[np.intp]) -> Mask:
        mask = np.zeros(self.shape, dtype=np.bool_)
        mask.flat[numbers] = True
        mask.setflags(write=False)
        return mask


def _numbers(given: ArrayLike) -> NDArray[np.intp]:
    """Cell numbers as an array. Raises TypeError for what is not whole."""
    numbers = np.asarray(given)
    if numbers.size and numbers.dtype.kind not in "iu":
        raise TypeError(f"cell numbers are whole numbers, not {numbers.dtype}")
    return numbers.astype(np.intp)
