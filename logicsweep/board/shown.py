"""`Shown`: what the cells of a position show, as numbers, signs and clues."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.clue import Around, Clue, simplest
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.numbering import Numbered
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import Cell, State, cells_in, is_covered
from logicsweep.errors import expect


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
        if isinstance(clue, int) and ruled is not None:
            return ruled.sign(clue)
        return None if clue is None else str(clue)

    @property
    def clues(self) -> dict[Cell, int | Clue]:
        """All clues by cell, in reading order, each a number, or a `Clue` if it is uncertain."""
        uncertain = self.uncertain_by_number
        return {
            cell: uncertain[number] if number in uncertain else int(self.grid.flat[number])
            for cell in cells_in(self.grid >= 0)
            for number in (cell.row * self.width + cell.column,)
        }

    def is_covered(self, cell: tuple[int, int]) -> bool:
        """Tell whether a cell is covered, flagged or not.

        Raises:
            ValueError: The cell is off the board.
        """
        return is_covered(self[cell])

    def clue(self, cell: tuple[int, int]) -> int | Clue | None:
        """Return the clue in a cell: a number, a `Clue` if it is uncertain, None if there is none.

        Raises:
            ValueError: The cell is off the board.
        """
        number = self.number(cell)
        state = int(self.grid.flat[number])
        return self.uncertain_by_number.get(number, state) if state >= 0 else None

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
        expect("model", model, ClueModel, "a ClueModel, as of clue_model(name)")
        clue = model.clue(None if shown is None else index(shown), self.around(cell))
        return State.NO_CLUE if clue is None else simplest(clue)
