"""A complete placement of mines: what is seen of it, and whether a board agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import count_eight, count_near
from logicsweep.board.board import Board, Cell
from logicsweep.board.picture.drawing import Drawn, Picture
from logicsweep.board.state import State
from logicsweep.errors import counted, expect


class Mismatch(NamedTuple):
    """Where a layout does not agree with a board: a clue or the total.

    Attributes:
        cell: Where the clue is; None stands for the total.
        lower: How many mines the board says at least.
        upper: And at most.
        found: How many there are in the layout. A number between the bounds is one that an
            uncertain clue rules out.
    """

    cell: Cell | None
    lower: int
    upper: int
    found: int


class Layout(Drawn):
    """Where every mine is: immutable, hashable, equal by content.

    `Layout(mask)` takes a boolean array of shape (height, width), true where there is a mine.
    Raises ValueError for another shape or type.
    """

    __slots__ = ("mask",)

    mask: NDArray[np.bool_]
    """True where there is a mine, of shape (height, width); read-only."""

    def __init__(self, mask: ArrayLike) -> None:
        own = np.array(mask)
        if own.ndim != 2 or own.size == 0 or own.dtype != np.bool_:
            raise ValueError("a layout is a two-dimensional array of bool with at least one cell")
        own.setflags(write=False)
        object.__setattr__(self, "mask", own)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a layout is immutable; {name} cannot be set")

    def __reduce__(self) -> tuple[type[Layout], tuple[NDArray[np.bool_]]]:
        return Layout, (self.mask,)

    @classmethod
    def of(cls, board: Board) -> Layout:
        """The layout that a board shows in which nothing is covered.

        Raises ValueError when a cell is covered, or a number on the board is not that of its mines.
        """
        expect("board", board, Board, "a Board")
        covered = np.argwhere(board.covered_mask)
        if len(covered):
            row, column = covered[0].tolist()
            raise ValueError(f"row {row}, column {column} is covered; expected a whole layout")
        layout = cls(board.grid == State.KNOWN_MINE)
        mismatch = layout.mismatch(board)
        if mismatch is not None:
            cell, lower, upper, found = mismatch
            what = "the total" if cell is None else f"the clue at {cell}"
            says = lower if lower == upper else f"{lower}..{upper}"
            raise ValueError(f"{what} is {says}, but the mines make it {found}")
        return layout

    @property
    def around(self) -> NDArray[np.int8]:
        """How many of the eight cells around each cell are mines, of shape (height, width)."""
        return count_eight(self.mask)

    def revealed(self) -> Board:
        """A board in which nothing is covered: known mines, and the clues of all other cells."""
        grid = self.around
        grid[self.mask] = State.KNOWN_MINE
        return Board(grid, total_mines=int(self.mask.sum()))

    def opened(self, cells: Iterable[tuple[int, int]]) -> Board:
        """The position after these cells are opened, and the neighbours of every zero with them.

        The mine count is known in it. Raises ValueError for a cell off the board or with a mine.
        """
        shown = self.revealed()
        width = shown.width + 2
        padded = np.zeros((shown.height + 2, width), dtype=np.int8)
        padded[1:-1, 1:-1] = shown.grid
        seen = np.ones(padded.shape, dtype=np.bool_)
        seen[1:-1, 1:-1] = False
        ring = np.array([-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1])
        starts = []
        for cell in cells:
            row, column = shown.cell(shown.number(cell))
            if self.mask[row, column]:
                raise ValueError(f"({row},{column}) is a mine; expected a safe cell to open")
            starts.append((row + 1) * width + column + 1)
        fresh = np.unique(np.array(starts, dtype=np.intp))
        while fresh.size:
            seen.flat[fresh] = True
            near = (fresh[padded.flat[fresh] == 0, None] + ring).ravel()
            fresh = np.unique(near[~seen.flat[near]])
        grid = np.where(seen[1:-1, 1:-1], shown.grid, State.COVERED)
        return Board(grid, total_mines=shown.total_mines)

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells that hold a mine."""
        return frozenset(Cell(*cell) for cell in np.argwhere(self.mask).tolist())

    def on(self, board: Board) -> Board:
        """The board with its covered cells uncovered: known mines, and open cells without a clue.

        Raises ValueError when the shapes differ.
        """
        self._check(board)
        grid = board.grid.copy()
        covered = board.covered_mask
        grid[covered] = np.where(self.mask[covered], State.KNOWN_MINE, State.NO_CLUE)
        return board.with_grid(grid, board.uncertain)

    def mismatches(self, board: Board) -> tuple[Mismatch, ...]:
        """What on the board contradicts the layout, in reading order, the total last.

        Empty exactly if the layout agrees with the board, as long as it has no mine in an open cell
        and none of the known mines missing; those are no numbers, and raise ValueError, as does
        another shape.
        """
        return tuple(self._mismatches(board))

    def mismatch(self, board: Board) -> Mismatch | None:
        """The first of `mismatches`, without looking for the others; None if there is none."""
        return next(self._mismatches(board), None)

    def _mismatches(self, board: Board) -> Iterator[Mismatch]:
        self._check(board)
        mask = self.mask.ravel()
        states = board.grid.ravel()
        known = states == State.KNOWN_MINE
        open_cells = (states >= 0) | (states == State.NO_CLUE)
        wrong = np.flatnonzero((open_cells & mask) | (known & ~mask))
        if wrong.size:
            cell = board.cell(int(wrong[0]))
            what = "is a known mine" if known[wrong[0]] else "is open"
            raise ValueError(f"{cell} {what} on the board, and not so in the layout")
        around = count_near(self.mask, board.own_adjacency).ravel()
        uncertain = board.uncertain_by_number
        for number in map(int, np.flatnonzero((states >= 0) & (states != around))):
            mines = int(around[number])
            if number not in uncertain:
                shown = int(states[number])
                yield Mismatch(board.cell(number), shown, shown, mines)
            elif not uncertain[number].allows(mines):
                clue = uncertain[number]
                most = len(board.adjacency.neighbours(number))
                yield Mismatch(board.cell(number), clue.lower, min(clue.upper, most), mines)
        bounds = board.total_bounds
        if bounds is not None:
            lower, upper = bounds
            mines = int(mask.sum())
            if not lower <= mines <= upper:
                yield Mismatch(None, lower, upper, mines)

    def picture(self) -> Picture:
        """The layout as a board in which nothing is covered."""
        return self.revealed().picture()

    def __str__(self) -> str:
        """Rows of `*` for mines and `_` for safe cells."""
        return "\n".join("".join("*" if mine else "_" for mine in row) for row in self.mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and bool(np.array_equal(self.mask, other.mask))

    def __hash__(self) -> int:
        return hash((self.mask.shape, self.mask.tobytes()))

    def __repr__(self) -> str:
        height, width = self.mask.shape
        return f"<Layout {width}x{height}, {counted(int(self.mask.sum()), 'mine')}>"

    def _check(self, board: Board) -> None:
        expect("board", board, Board, "a Board")
        if self.mask.shape != board.grid.shape:
            raise ValueError(
                f"the layout is {self.mask.shape[1]}x{self.mask.shape[0]}, "
                f"the board {board.width}x{board.height}"
            )
