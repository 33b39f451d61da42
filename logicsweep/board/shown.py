"""`Shown`: what the cells of a position show, as numbers, signs and clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import index
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.clue import Around, Clue, Code, simplest
from logicsweep.board.state import Cell, Grid, State, cells_in, covered_mask, is_covered, off_board
from logicsweep.errors import expect

if TYPE_CHECKING:
    from logicsweep.board.clue_models import ClueModel
    from logicsweep.board.rules.aggregate import Value
    from logicsweep.board.rules.rules import PlacedRules


class Numbered:
    """Something with a `grid` whose cells have numbers."""

    __slots__ = ()

    grid: Grid

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns, (height, width)."""
        height, width = self.grid.shape
        return height, width

    @property
    def height(self) -> int:
        """The number of rows."""
        height: int = self.grid.shape[0]
        return height

    @property
    def width(self) -> int:
        """The number of columns."""
        width: int = self.grid.shape[1]
        return width

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell in reading order."""
        width = self.width
        return (Cell(*divmod(number, width)) for number in range(self.grid.size))

    @property
    def covered(self) -> tuple[Cell, ...]:
        """The covered cells, flagged ones included, in reading order."""
        return cells_in(self.covered_mask)

    @property
    def covered_mask(self) -> NDArray[np.bool_]:
        """The covered cells as a boolean array of shape (height, width)."""
        return covered_mask(self.grid)

    @property
    def known_mines(self) -> tuple[Cell, ...]:
        """The mines that were dug up or shown, in reading order."""
        return cells_in(self.grid == State.KNOWN_MINE)

    def number(self, cell: tuple[int, int]) -> int:
        """Return the number of a cell, counted row by row from 0.

        Raises:
            ValueError: The cell is off the board.
            TypeError: The cell is not a pair of whole numbers. All methods that take a cell raise
                these two errors.
        """
        row, column = Cell.of(cell)
        shape: tuple[int, ...] = self.grid.shape
        height, width = shape
        if not (0 <= row < height and 0 <= column < width):
            raise ValueError(off_board(f"({row},{column})", height, width))
        return row * width + column

    def cell(self, number: int) -> Cell:
        """Return the cell with a number; the inverse of `number`.

        Raises:
            ValueError: There is no cell with this number.
        """
        checked = index(number)
        grid = self.grid
        if not 0 <= checked < grid.size:
            raise ValueError(f"cell number {number} is not in 0..{grid.size - 1}")
        # Half the time of named tuples' own way: answers name very many cells.
        return tuple.__new__(Cell, divmod(checked, grid.shape[1]))

    def __iter__(self) -> Iterator[Cell]:
        """Yield every cell in reading order, as `cells`. A board has no length."""
        return self.cells

    def __contains__(self, cell: object) -> bool:
        """Tell whether something is a pair (row, column) of whole numbers that is on the board."""
        try:
            row, column = Cell.of(cell)
        except TypeError:
            return False
        return 0 <= row < self.height and 0 <= column < self.width


class Shown(Numbered):
    """Something with a grid of states and clues, some of which may be uncertain."""

    __slots__ = ()

    uncertain_by_number: Mapping[int, Clue]
    placed_rules: PlacedRules | None

    @property
    def adjacency(self) -> Adjacency:
        """The neighbours of each cell, by cell number."""
        raise NotImplementedError

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """Return the exact clue in a cell, or the value of its `State`."""
        return int(self.grid.flat[self.number(cell)])

    def sign(self, cell: tuple[int, int]) -> str | None:
        """Return the clue in a cell as it is shown, such as `3`, `1+2` or `2..4`; None if there is
        none.

        Raises:
            ValueError: The cell is off the board.
        """
        clue, ruled = self.clue(cell), self.placed_rules
        if clue is None or isinstance(clue, Clue):
            return None if clue is None else str(clue)
        return str(clue) if ruled is None else ruled.sign(clue)

    @property
    def clues(self) -> dict[Cell, Code | Clue]:
        """All clues by cell, in reading order: codes, as of `clue`, or a `Clue` where uncertain."""
        uncertain = self.uncertain_by_number
        return {
            cell: uncertain[number] if number in uncertain else Code(int(self.grid.flat[number]))
            for cell in cells_in(self.grid >= 0)
            for number in (cell.row * self.width + cell.column,)
        }

    @property
    def shown(self) -> dict[Cell, int | Clue]:
        """The `clues` as a grid has them: numbers where they are exact."""
        return {
            cell: clue if isinstance(clue, Clue) else int(clue) for cell, clue in self.clues.items()
        }

    def is_covered(self, cell: tuple[int, int]) -> bool:
        """Tell whether a cell is covered, flagged or not.

        Raises:
            ValueError: The cell is off the board.
        """
        return is_covered(self[cell])

    def clue(self, cell: tuple[int, int]) -> Code | Clue | None:
        """Return the clue in a cell: a code, a `Clue` if it is uncertain, None if there is none.

        The code of a clue is the number that it shows, unless clues follow other rules; `value`
        has what it shows under every rule.

        Raises:
            ValueError: The cell is off the board.
        """
        number = self.number(cell)
        state = int(self.grid.flat[number])
        return self.uncertain_by_number.get(number, Code(state)) if state >= 0 else None

    def value(self, cell: tuple[int, int]) -> Value | Clue | None:
        """Return what the clue in a cell shows, under its rule.

        Returns:
            A number, or the tuple of numbers that runs or a pair show; a `Clue` if it is uncertain,
            None if there is none. A letter is its place in the alphabet, from 0.

        Raises:
            ValueError: The cell is off the board.
        """
        clue, ruled = self.clue(cell), self.placed_rules
        if clue is None or isinstance(clue, Clue):
            return clue
        return int(clue) if ruled is None else ruled.value(clue)

    @property
    def uncertain(self) -> dict[tuple[int, int], Clue]:
        """The uncertain clues by `Cell`, in reading order."""
        return {self.cell(number): clue for number, clue in self.uncertain_by_number.items()}

    def around(self, cell: tuple[int, int]) -> Around:
        """Return the numbers of known mines and of covered cells among the neighbours of a cell.

        Raises:
            ValueError: The cell is off the board.
        """
        states = self.grid.ravel()[list(self.adjacency.neighbours(self.number(cell)))].tolist()
        return Around(states.count(State.KNOWN_MINE), sum(map(is_covered, states)))

    def reading(self, cell: tuple[int, int], shown: int | None, model: ClueModel) -> int | Clue:
        """Read the clue that a cell gives if it is opened now and a clue model shows this number.

        Args:
            cell: The cell (row, column).
            shown: The number that is shown; None if nothing is.
            model: The clue model, such as `clue_model("noisy(1/10)")`.

        Returns:
            A number if the clue is exact, a `Clue` if it is uncertain, `State.NO_CLUE` if nothing
            follows from it; what `replace` and `KnowledgeBase.tell` take.

        Raises:
            ValueError: The cell is off the board, or the model never shows this there.
        """
        from logicsweep.board.clue_models import ClueModel

        expect("model", model, ClueModel, "a ClueModel, as of clue_model(name)")
        clue = model.clue(None if shown is None else index(shown), self.around(cell))
        return State.NO_CLUE if clue is None else simplest(clue)
