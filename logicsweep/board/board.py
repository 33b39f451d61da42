"""A position as the player sees it: an immutable board and its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.clue import Around, Clue, simplest
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.clue_text import short_clue
from logicsweep.board.grid import Uncertain, checked_grid, checked_state, decoded_grid
from logicsweep.board.picture.drawing import Drawn, Picture
from logicsweep.board.state import AnyCell, Cell, Grid, State, covered_mask, is_covered
from logicsweep.board.text import Notation, parse_text, render_text
from logicsweep.board.topologies import NOT_A_GRID
from logicsweep.board.total import Total, bounds_of, checked_density, checked_total, title_words
from logicsweep.errors import expect

__all__ = ["AnyCell", "Board", "Cell", "State"]


# What reads a file, for messages to those who give its path.
A_FILE: Final = "logicsweep.load(path)"


class Board(Drawn):
    """A Minesweeper position: immutable, hashable, equal by content.

    `Board(grid, total_mines=99)` takes a (height, width) array of integers: an exact clue is its
    own number, everything else a `State`. `uncertain` are the clues that are no number, by cell;
    what the grid holds there does not count. `total_mines` counts every mine on the board, known
    ones included: a number, a range `(lower, upper)`, or None when it is unknown. `density` is the
    prior chance of a mine in a cell, strictly between 0 and 1. `adjacency` says which cells are
    neighbours; by default the eight around a cell. `for cell in board` goes through its cells.

    Raises ValueError when the grid is empty or holds an unknown value, or when a header value is
    out of range, and TypeError for an argument of another type, also for a total that is no whole
    number.
    """

    __slots__ = ("_adjacency", "_grid", "_hash", "_uncertain", "density", "total_mines")

    total_mines: Total
    """The total number of mines, known ones included: a number, `(lower, upper)`, or None."""
    density: Fraction | None
    """The prior chance of a mine in a cell, strictly between 0 and 1; None for none."""
    _adjacency: Adjacency | None
    _grid: Grid
    _hash: int | None
    _uncertain: Mapping[int, Clue]

    def __init__(
        self,
        grid: ArrayLike,
        *,
        uncertain: Uncertain | None = None,
        total_mines: Total = None,
        density: Fraction | None = None,
        adjacency: Adjacency | None = None,
    ) -> None:
        own, clues = checked_grid(grid, uncertain, adjacency)
        _set = object.__setattr__
        _set(self, "_grid", own)
        _set(self, "_uncertain", clues)
        _set(self, "_hash", None)
        _set(self, "_adjacency", adjacency)
        _set(self, "density", checked_density(density))
        _set(self, "total_mines", checked_total(total_mines, own.size))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board is immutable; {name} cannot be set")

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        header = self.total_mines, self.density, self.own_adjacency
        return _rebuild, (self._grid, self.uncertain, *header)

    @classmethod
    def from_array(
        cls,
        array: ArrayLike,
        *,
        covered: int = -1,
        flag: int | None = None,
        mine: int | None = None,
        total_mines: Total = None,
        density: Fraction | None = None,
        adjacency: Adjacency | None = None,
    ) -> Board:
        """A board from a (height, width) array of whole numbers, as other programs have them.

        Clues are themselves, 0 to 8, or to as many as a cell has neighbours; `covered`, `flag` and
        `mine` (a known one) are the numbers that stand for other cells. Without a number for flags
        or mines there are none. The rest is as in `Board`.

        Raises ValueError for an array of another shape or with any other number, which is named
        with its cell, and for codes that are equal or could be clues; TypeError for an array of
        anything but whole numbers.
        """
        grid = decoded_grid(array, covered=covered, flag=flag, mine=mine, adjacency=adjacency)
        return cls(grid, total_mines=total_mines, density=density, adjacency=adjacency)

    @classmethod
    def parse(cls, text: str, *, covered: str | None = None) -> Board:
        """Read the native text form (see the README).

        Raises `BoardSyntaxError`, and `LimitError` for neighbours as `Adjacency.of` does.

        `covered` is a character that stands for covered cells besides `?`, such as `#`, which then
        begins no comments; ValueError when it is not one character, or a blank or a clue.
        """
        expect("text", text, str, f"a str; {A_FILE} reads a file")
        grid, total, density, uncertain, adjacency = parse_text(text, covered)
        return cls(
            grid, uncertain=uncertain, total_mines=total, density=density, adjacency=adjacency
        )

    def __str__(self) -> str:
        """The native text form, without a final newline; `parse` is its inverse.

        Neighbours other than the eight around a cell are part of it: by the name of their topology,
        or written out where they have none.
        """
        header = self.total_mines, self.density
        return render_text(Notation(self._grid, *header, self.uncertain, self.own_adjacency))

    @property
    def grid(self) -> Grid:
        """The states and clues as a read-only int8 array of shape (height, width)."""
        return self._grid

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return self.height, self.width

    @property
    def height(self) -> int:
        """Number of rows."""
        return int(self._grid.shape[0])

    @property
    def title(self) -> str:
        """Its size and its total, such as `30x16, 99 mines`."""
        return title_words(self.width, self.height, self.total_mines)

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self._grid.shape[1])

    @property
    def adjacency(self) -> Adjacency:
        """Which cells are neighbours, by cell number."""
        adjacency = self._adjacency
        if adjacency is None:  # made when it is asked for: it is much larger than the grid
            adjacency = eight(*self._grid.shape)
            object.__setattr__(self, "_adjacency", adjacency)
        return adjacency

    @property
    def has_eight_neighbours(self) -> bool:
        """Whether the neighbours are the eight cells around a cell."""
        return self._adjacency is None or self._adjacency == eight(*self._grid.shape)

    @property
    def own_adjacency(self) -> Adjacency | None:
        """The same as `adjacency`, but None where the neighbours are the eight around a cell."""
        return None if self.has_eight_neighbours else self._adjacency

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell in reading order."""
        width = self.width
        return (Cell(*divmod(number, width)) for number in range(self._grid.size))

    @property
    def covered(self) -> tuple[Cell, ...]:
        """The covered cells, flagged ones included, in reading order."""
        return self._where(self.covered_mask)

    @property
    def covered_mask(self) -> NDArray[np.bool_]:
        """The same as a boolean array of shape (height, width)."""
        return covered_mask(self._grid)

    @property
    def clues(self) -> dict[Cell, int | Clue]:
        """Each clue by its cell, in reading order: a number, or a `Clue` that is none."""
        uncertain = self._uncertain
        return {
            cell: uncertain[number] if number in uncertain else int(self._grid.flat[number])
            for cell in self._where(self._grid >= 0)
            for number in (cell.row * self.width + cell.column,)
        }

    def is_covered(self, cell: tuple[int, int]) -> bool:
        """Whether a cell is covered, flagged or not. Raises ValueError off the board."""
        return is_covered(self[cell])

    def clue(self, cell: tuple[int, int]) -> int | Clue | None:
        """The clue in a cell; None where there is none. Raises ValueError off the board."""
        number = self.number(cell)
        state = int(self._grid.flat[number])
        return self._uncertain.get(number, state) if state >= 0 else None

    @property
    def uncertain(self) -> dict[tuple[int, int], Clue]:
        """The clues that are no number, by `Cell`, in reading order."""
        return {self.cell(number): clue for number, clue in self._uncertain.items()}

    @property
    def uncertain_by_number(self) -> Mapping[int, Clue]:
        """The same by cell number."""
        return self._uncertain

    @property
    def known_mines(self) -> tuple[Cell, ...]:
        """The mines that were dug up or shown, in reading order."""
        return self._where(self._grid == State.KNOWN_MINE)

    @property
    def frontier(self) -> tuple[Cell, ...]:
        """The covered cells next to a clue, in reading order."""
        clue = np.append(self._grid.ravel() >= 0, False)
        beside = clue[self.adjacency.table].any(axis=0).reshape(self._grid.shape)
        return self._where(self.covered_mask & beside)

    @property
    def total_bounds(self) -> tuple[int, int] | None:
        """How many mines the board has at least and at most, known ones included.

        Equal when the total is a number; None when it is unknown.
        """
        return bounds_of(self.total_mines)

    def number(self, cell: tuple[int, int]) -> int:
        """The number of a cell, row by row from 0.

        Raises ValueError off the board, TypeError for what is no pair of whole numbers; so do all
        methods that take a cell.
        """
        row, column = Cell.of(cell)
        height, width = self.height, self.width
        if not (0 <= row < height and 0 <= column < width):
            raise ValueError(
                f"({row},{column}) is off the board; rows are 0 to {height - 1}, "
                f"columns 0 to {width - 1}"
            )
        return row * width + column

    def cell(self, number: int) -> Cell:
        """The cell of a number; the inverse of `number`. Raises ValueError off the board."""
        if not 0 <= index(number) < self._grid.size:
            raise ValueError(f"cell number {number} is not in 0..{self._grid.size - 1}")
        return Cell(*divmod(index(number), self.width))

    def neighbours(self, cell: tuple[int, int]) -> tuple[Cell, ...]:
        """The cells next to a cell, in reading order."""
        width = self.width
        numbers = self.adjacency.neighbours(self.number(cell))
        return tuple(Cell(*divmod(number, width)) for number in numbers)

    def replace(self, changes: Mapping[AnyCell, int | Clue]) -> Board:
        """A board with other states or clues in some cells.

        Raises ValueError off the board and for a value that cannot be, TypeError for one that is
        neither a whole number nor a `Clue`.
        """
        expect("changes", changes, Mapping, "a mapping from cells to states and clues")
        grid = self._grid.copy()
        uncertain = self.uncertain
        for cell, given in changes.items():
            number = self.number(cell)
            own = self.cell(number)
            uncertain.pop(own, None)
            if isinstance(given, Clue):
                uncertain[own] = given
            else:
                grid.flat[number] = checked_state(given)
        return self.with_grid(grid, uncertain)

    def with_grid(self, grid: ArrayLike, uncertain: Uncertain | None = None) -> Board:
        """A board with the same header and neighbours, and another grid."""
        return Board(
            grid,
            uncertain=uncertain,
            total_mines=self.total_mines,
            density=self.density,
            adjacency=self._adjacency,
        )

    def with_total(self, total_mines: Total) -> Board:
        """The board with another total; None: it is unknown. Raises ValueError, TypeError."""
        return Board(
            self._grid,
            uncertain=self.uncertain,
            total_mines=total_mines,
            density=self.density,
            adjacency=self._adjacency,
        )

    def without_total(self) -> Board:
        """The board with the total unknown: what its clues say, and nothing else."""
        return self.with_total(None)

    def around(self, cell: tuple[int, int]) -> Around:
        """How many known mines and how many covered cells are next to a cell.

        Raises ValueError off the board.
        """
        states = self._grid.ravel()[list(self.adjacency.neighbours(self.number(cell)))].tolist()
        return Around(states.count(State.KNOWN_MINE), sum(map(is_covered, states)))

    def reading(self, cell: tuple[int, int], shown: int | None, model: ClueModel) -> int | Clue:
        """What a cell that is opened now says when it shows this under a clue model.

        `shown` None is no clue. Raises ValueError off the board, and for what the model never shows
        with what is around the cell.
        """
        expect("model", model, ClueModel, "a ClueModel, as of clue_model(name)")
        clue = model.clue(None if shown is None else index(shown), self.around(cell))
        return State.NO_CLUE if clue is None else simplest(clue)

    def picture(self, **known: Any) -> Picture:
        """The board as a picture, to be drawn by `svg`; `known` are other fields of `Picture`."""
        labels = {cell: short_clue(clue) for cell, clue in self.uncertain.items()}
        title = f"Minesweeper, {self.title}"
        note = "" if self.has_eight_neighbours else NOT_A_GRID
        own = {"grid": self._grid, "labels": labels, "title": title, "note": note}
        return Picture(**{**own, **known})

    def __iter__(self) -> Iterator[Cell]:
        """Every cell in reading order, as `cells`; a board has a width and a height, no length."""
        return self.cells

    def __contains__(self, cell: object) -> bool:
        """Whether something is a cell of the board.

        A cell is a pair (row, column) of whole numbers that is on it.
        """
        try:
            row, column = Cell.of(cell)
        except TypeError:
            return False
        return 0 <= row < self.height and 0 <= column < self.width

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The number in a cell, or the value of its `State`."""
        return int(self._grid.flat[self.number(cell)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.total_mines == other.total_mines
            and self.density == other.density
            and bool(np.array_equal(self._grid, other._grid))
            and self._uncertain == other._uncertain
            and (
                self._adjacency is other._adjacency
                or (self.has_eight_neighbours and other.has_eight_neighbours)
                or self.adjacency == other.adjacency
            )
        )

    def __hash__(self) -> int:
        if self._hash is None:
            content = (
                *(self._grid.shape, self._grid.tobytes(), self.total_mines, self.density),
                *self._uncertain.items(),
            )
            object.__setattr__(self, "_hash", hash(content))
        return self._hash or 0

    def __repr__(self) -> str:
        return f"<Board {self.title}>"

    def _where(self, mask: NDArray[np.bool_]) -> tuple[Cell, ...]:
        rows, columns = np.nonzero(mask)
        return tuple(map(Cell, rows.tolist(), columns.tolist()))


def _rebuild(
    grid: Grid,
    uncertain: Mapping[tuple[int, int], Clue],
    total: Total,
    density: Fraction | None,
    adjacency: Adjacency | None,
) -> Board:
    return Board(grid, uncertain=uncertain, total_mines=total, density=density, adjacency=adjacency)
