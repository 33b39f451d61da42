"""`Board`: a position as the player sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.array_codes import AnyCode, CellCodes
from logicsweep.board.clue import Clue, Code, Scope
from logicsweep.board.grid import (
    Uncertain,
    array_grid,
    changed_grid,
    checked_grid,
    checked_liars,
    checked_state,
    highest_clue,
)
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.plain_array import plain_array
from logicsweep.board.shown import Shown
from logicsweep.board.state import COVERED, AnyCell, Cell, Grid, State, cells_in
from logicsweep.board.total import (
    AnyDensity,
    Priors,
    Total,
    bounds_of,
    checked_priors,
    checked_total,
    title_words,
)
from logicsweep.errors import ArgumentError, expect, whole

# Rules, constraints, texts and pictures are loaded when a board has them, or is written or drawn.
if TYPE_CHECKING:
    from logicsweep.board.picture.picture import Picture
    from logicsweep.board.rules.rules import AnyRules, AnyRuling, PlacedRules, Rules
    from logicsweep.constraints.cardinality import Constraint

__all__ = ["AnyCell", "Board", "Cell", "State"]


# The function that reads a file, for messages to users who pass its path.
A_FILE: Final = "logicsweep.load(path)"


class Board(Shown, Drawn):
    """A Minesweeper position: immutable, hashable, equal by content.

    `for cell in board` visits every `Cell` in reading order, and `cell in board` asks whether a
    pair (row, column) is on the board. `str(board)` is the native text.

    Args:
        grid: A (height, width) array of whole numbers, at least one cell: an exact clue is its own
            number, everything else a `State`. A masked or missing value is a covered cell. Texts
            are read as by `from_array`, which reads other numbers as well.
        uncertain: The uncertain clues by cell; they replace what the grid holds there.
        mines: The total number of mines on the board, known mines included: a number, a range
            `(lower, upper)`, or None if it is unknown.
        density: The prior probability of a mine in a cell, strictly between 0 and 1, such as 0.2 or
            `"1/5"`, or None; it counts where the mine count is unknown. Or a (height, width) table
            of them, one for each cell, independent of each other: it counts under a mine count as
            well, where a layout weighs as much as the product of p / (1 - p) over its mines.
            Entries of cells that are not covered do not matter.
        adjacency: The neighbours of each cell; by default the eight cells around it.
        rules: The rules of the board, such as `"1M Q"`, or as of `Rules.of`; by default a clue is
            the number of mines among the neighbours. Where clues are no numbers, the grid has the
            numbers that stand for them (see `sign`).
        liars: The most clues that may be wrong, without saying which. A layout then agrees with the
            board if it contradicts no more clues. The mine count, rules for layouts, a key and
            constraints are always right. There may be fewer clues so far.
        constraints: Constraints that layouts satisfy as well, in cell numbers (see `Relation`,
            `Cardinality` and `number`); the source of each is a name, as of `Source.named`.

    Raises:
        ValueError: The grid is empty, has more than 10,000,000 cells or holds an unknown value, an
            argument is out of range, the rules are not for such a board, or clues with likelihoods
            or of the rule 2A may be wrong.
        TypeError: An argument has the wrong type.
    """

    __slots__ = (
        *("_adjacency", "_hash", "constraints", "density", "grid", "liars"),
        *("placed_rules", "priors", "mines", "uncertain_by_number"),
    )

    grid: Grid
    """The states and clues as a read-only int8 array of shape (height, width).

    It is int16 under rules by which clues show more values than fit, on large boards.
    """
    uncertain_by_number: Mapping[int, Clue]
    """The uncertain clues by cell number."""
    mines: Total
    """The total number of mines, known mines included, as a number, `(lower, upper)` or None."""
    density: Fraction | None
    """The prior probability of a mine in all cells alike, strictly between 0 and 1, or None."""
    priors: Priors | None
    """The prior probability of a mine in each cell, row by row; None unless they differ."""
    liars: int
    """The most clues that may be wrong."""
    constraints: tuple[Constraint, ...]
    """Constraints that layouts satisfy as well."""
    placed_rules: PlacedRules | None
    """The rules on a board of this size; None on an ordinary board."""
    _adjacency: Adjacency | None
    _hash: int | None

    def __init__(
        self,
        grid: ArrayLike,
        *,
        uncertain: Uncertain | None = None,
        mines: Total = None,
        density: AnyDensity | None = None,
        adjacency: Adjacency | None = None,
        rules: AnyRules | None = None,
        liars: int = 0,
        constraints: Sequence[Constraint] = (),
    ) -> None:
        given = plain_array(grid, COVERED, name="the grid")
        ruled = None
        if rules is not None:
            from logicsweep.board.rules.rules import ruled_for

            ruled = ruled_for(given.shape, rules, adjacency, mines)
        if ruled is not None and uncertain:
            uncertain = ruled.checked_uncertain(uncertain)
        highest = None if ruled is None else highest_clue(adjacency, ruled)
        checked, clues = checked_grid(given, uncertain, adjacency, highest)
        _set = object.__setattr__
        _set(self, "placed_rules", ruled)
        _set(self, "grid", checked)
        _set(self, "uncertain_by_number", clues)
        _set(self, "_hash", None)
        _set(self, "_adjacency", adjacency and adjacency.fitting(*checked.shape))
        even, priors = (None, None) if density is None else checked_priors(density, checked.shape)
        _set(self, "density", even)
        _set(self, "priors", priors)
        _set(self, "mines", checked_total(mines, checked.size))
        _set(self, "liars", checked_liars(liars, checked.size, clues.values(), ruled))
        if not isinstance(constraints, tuple) or constraints:
            from logicsweep.constraints.cardinality import checked_constraints

            constraints = checked_constraints(constraints, checked.size)
        _set(self, "constraints", constraints)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board is immutable; {name} cannot be set")

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[object, ...]]:
        explicit = {"adjacency": self.own_adjacency, "rules": self.own_rules}
        return partial(Board, **{**self._carried, **explicit}), ()

    @classmethod
    def from_array(
        cls,
        array: ArrayLike,
        *,
        covered: AnyCode = None,
        flag: AnyCode = None,
        mine: AnyCode = None,
        mines: Total = None,
        density: AnyDensity | None = None,
        adjacency: Adjacency | None = None,
    ) -> Board:
        """Make a board from an array of numbers or texts, with the codes of another program.

        A clue is its own number: 0 to 8, or up to the largest number of neighbours if that is more.

        Args:
            array: A (height, width) array of integers, of floats with whole values, or of texts. A
                masked value, nan, `None` or the `NA` of pandas is a covered cell as well.
            covered: The number or the text of a covered cell. None: -1; or in an array without -1
                the only value that is none of the others, if it usually means that, such as 9, 10,
                255 or "#".
            flag: The number or the text of a flagged cell; None: only the text "F".
            mine: The number or the text of a known mine; None: only the text "*".
            mines: As in `Board`.
            density: As in `Board`.
            adjacency: As in `Board`.

        Raises:
            ValueError: The array has another shape, too many cells or an unknown value (the
                message names the cell), two codes are equal, or a code could be a clue.
            TypeError: The array holds something else, such as booleans, or an argument has the
                wrong type.
        """
        grid = array_grid(array, CellCodes(covered, flag, mine), adjacency)
        return cls(grid, mines=mines, density=density, adjacency=adjacency)

    @classmethod
    def parse(cls, text: str, *, covered: str | None = None, rules: AnyRuling = None) -> Board:
        """Read a board from native text: optional header lines, then rows of `?`, `0`-`8`, `F` ...

        Args:
            text: The text, not a path.
            covered: A character that stands for a covered cell, in addition to `?`. With `#` the
                text has no comments.
            rules: Rules of your own that the header may name, by name, such as `load_rules(path)`;
                or a `Ruling`, which also says what the rules are if the header names none.

        Raises:
            BoardSyntaxError: The text is not a board; the error names line and column.
            LimitError: The lists of neighbours are too large (see `Adjacency.of`).
            ValueError: `covered` is not a single character, or is a blank or a clue; or the usual
                rules of a `Ruling` are not for such a board.
        """
        from logicsweep.board.rules.rules import Ruling
        from logicsweep.board.text import parse_text

        expect("text", text, str, f"a str; {A_FILE} reads a file")
        return cls(**parse_text(text, covered, Ruling.of(rules)))

    def __str__(self) -> str:
        """Write the native text without a final newline; `parse` reads it back to an equal board.

        The header names the topology, or lists the neighbours if they have no name.
        """
        from logicsweep.board.text import render_text

        return render_text(**self._carried, adjacency=self.own_adjacency, ruled=self.placed_rules)

    @property
    def title(self) -> str:
        """The size (width first) and the mine count in words, such as `30x16, 99 mines`."""
        return title_words(self.width, self.height, self.mines)

    @property
    def adjacency(self) -> Adjacency:
        """The neighbours of each cell, by cell number."""
        adjacency = self._adjacency
        if adjacency is None:  # made on first use: it is much larger than the grid
            adjacency = eight(*self.grid.shape)
            object.__setattr__(self, "_adjacency", adjacency)
        return adjacency

    @property
    def has_eight_neighbours(self) -> bool:
        """Whether the neighbours of each cell are the eight cells around it."""
        return self._adjacency is None or self._adjacency == eight(*self.grid.shape)

    @property
    def own_adjacency(self) -> Adjacency | None:
        """The `adjacency`, but None if the neighbours of each cell are the eight around it."""
        return None if self.has_eight_neighbours else self._adjacency

    @property
    def is_ordinary(self) -> bool:
        """Whether there is nothing but clues that count the mines, and cells are alike."""
        more = self.liars or self.constraints or self.priors
        return self.placed_rules is None and not more

    @property
    def rules(self) -> Rules:
        """The rules of the board; `str(board.rules)` has their names."""
        from logicsweep.board.rules.rules import ORDINARY

        return self.own_rules or ORDINARY

    @property
    def own_rules(self) -> Rules | None:
        """The `rules`, but None on an ordinary board."""
        return None if self.placed_rules is None else self.placed_rules.rules

    @property
    def ties(self) -> Adjacency:
        """The cells that each cell is tied to because its clue speaks of them, or theirs of it.

        These are the neighbours, unless the rules say otherwise. The relation is symmetric; for the
        cells that a clue speaks of see `scope`.
        """
        return self.adjacency if self.placed_rules is None else self.placed_rules.ties

    def scope(self, cell: tuple[int, int]) -> Scope:
        """Return the cells that a clue in a cell speaks of, with the weight of a mine in each.

        Raises:
            ValueError: The cell is off the board.
        """
        if self.placed_rules is not None:
            return self.placed_rules.scope(self.number(cell), self.clue(cell))
        near = self.adjacency.neighbours(self.number(cell))
        return Scope(near, (1,) * len(near))

    @property
    def frontier(self) -> tuple[Cell, ...]:
        """The covered cells that a clue speaks of, in reading order."""
        if self.placed_rules is not None:
            near = {number for cell in self.clues for number in self.scope(cell).cells}
            return tuple([cell for cell in self.covered if self.number(cell) in near])
        clue = np.append(self.grid.ravel() >= 0, False)
        beside = clue[self.adjacency.table].any(axis=0).reshape(self.grid.shape)
        return cells_in(self.covered_mask & beside)

    @property
    def total_bounds(self) -> tuple[int, int] | None:
        """The least and the most mines on the board, known mines included; None if unknown.

        The two are equal if the mine count is a number.
        """
        return bounds_of(self.mines)

    def neighbours(self, cell: tuple[int, int]) -> tuple[Cell, ...]:
        """Return the neighbours of a cell, in reading order.

        Raises:
            ValueError: The cell is off the board.
        """
        width = self.width
        numbers = self.adjacency.neighbours(self.number(cell))
        return tuple(Cell(*divmod(number, width)) for number in numbers)

    def replace(self, changes: Mapping[AnyCell, int | Code | Clue]) -> Board:
        """Return a copy of the board with other states or clues in some cells.

        Args:
            changes: The new `State`, exact clue or `Clue` of each cell that changes.

        Raises:
            ValueError: A cell is off the board, or a value is out of range.
            TypeError: A value is neither a whole number nor a `Clue`.
        """
        expect("changes", changes, Mapping, "a mapping from cells to states and clues")
        grid = self.grid.copy()
        uncertain = self.uncertain
        for cell, given in changes.items():
            number = self.number(cell)
            place = self.cell(number)
            uncertain.pop(place, None)
            if isinstance(given, Clue):
                uncertain[place] = given
            else:
                grid.flat[number] = checked_state(given, self.placed_rules)
        return self.with_grid(grid, uncertain)

    def with_states(self, changes: Mapping[int, int]) -> Board:
        """Return a copy of a board without uncertain clues, with other states in some cells.

        Only what changes is checked, which matters on large boards; see `replace` for all boards.

        Args:
            changes: The new `State` or exact clue by cell number.

        Raises:
            ValueError: A number or a value is out of range, or the board has uncertain clues.
            TypeError: A number or a value is not a whole number.
        """
        if self.uncertain_by_number:
            raise ValueError("the board has uncertain clues; use `replace`")
        highest = highest_clue(self._adjacency, self.placed_rules)
        grid = changed_grid(self.grid, changes, highest)
        made = object.__new__(Board)
        for name in Board.__slots__:
            object.__setattr__(made, name, getattr(self, name))
        object.__setattr__(made, "grid", grid)
        object.__setattr__(made, "_hash", None)
        return made

    def with_grid(self, grid: ArrayLike, uncertain: Uncertain | None = None) -> Board:
        """Return a board with the same mine count, density and neighbours, and another grid.

        Args:
            grid: A (height, width) array, as in `Board`.
            uncertain: The uncertain clues by cell; None for none.

        Raises:
            ValueError: As in `Board`.
        """
        return self.altered(grid=grid, uncertain=uncertain)

    def with_total(self, mines: Total) -> Board:
        """Return a copy of the board with another mine count, given as in `Board`.

        Raises:
            ValueError: The mine count does not fit on the board.
            TypeError: The mine count is not a number, a range or None.
        """
        return self.altered(mines=mines)

    def with_adjacency(self, adjacency: Adjacency | None) -> Board:
        """Return a copy of the board with other neighbours, given as in `Board`.

        Raises:
            ValueError: The adjacency has another number of cells, or a clue is now too large.
            TypeError: It is something else.
        """
        return self.altered(adjacency=adjacency)

    def altered(self, **changes: Any) -> Board:
        """Copy the board with some other arguments of `Board`. Raises as `Board`."""
        current = {**self._carried, "adjacency": self._adjacency, "rules": self.own_rules}
        return Board(**{**current, **changes})

    @property
    def _carried(self) -> dict[str, Any]:
        names = ("grid", "uncertain", "mines", "liars", "constraints")
        carried = {name: getattr(self, name) for name in names}
        return {**carried, "density": self.priors or self.density}

    def without_total(self) -> Board:
        """Return a copy of the board with an unknown mine count, so that only its clues count."""
        return self.with_total(None)

    def picture(self, **known: Any) -> Picture:
        """Return the board as a `Picture`, to be drawn by `svg`, `png` or `html`.

        Args:
            known: Fields of `Picture`, such as `safe=mask`, to add or replace.
        """
        from logicsweep.board.constraint_forms import Place
        from logicsweep.board.constraint_text import constraint_lines
        from logicsweep.board.picture.picture import Picture
        from logicsweep.board.picture.signs import drawn_clues, note_of

        ruled = self.placed_rules
        fields: dict[str, Any] = {"grid": self.grid, "adjacency": self.own_adjacency}
        fields["title"] = f"Minesweeper, {self.title}" + (f", rules {ruled.rules}" if ruled else "")
        lines = constraint_lines(self.constraints, Place.of(self.grid, self.own_adjacency))
        fields["note"] = note_of(ruled, self.liars, lines, has_priors=self.priors is not None)
        clues = drawn_clues(self.uncertain, self.clues, ruled)
        return Picture(**{**fields, **clues, **known})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.mines == other.mines
            and (self.density, self.priors) == (other.density, other.priors)
            and self.own_rules == other.own_rules
            and (self.liars, self.constraints) == (other.liars, other.constraints)
            and bool(np.array_equal(self.grid, other.grid))
            and self.uncertain_by_number == other.uncertain_by_number
            and (
                self._adjacency is other._adjacency
                or (self.has_eight_neighbours and other.has_eight_neighbours)
                or self.adjacency == other.adjacency
            )
        )

    def __hash__(self) -> int:
        if self._hash is None:
            content = (
                *(self.grid.shape, self.grid.tobytes(), self.mines, self.density),
                *(self.priors, *self.uncertain_by_number.items()),
            )
            object.__setattr__(self, "_hash", hash(content))
        return self._hash or 0

    def __repr__(self) -> str:
        return f"<Board {self.title}>"


def expect_board(value: object, *, name: str = "board", besides: type | None = None) -> None:
    """Raise TypeError unless an argument is a board, or of one other type that is taken as well."""
    if isinstance(value, (Board, besides or Board)):
        return
    if isinstance(value, (np.ndarray, list, tuple)):
        # What its numbers mean and how many mines there are, an array does not say.
        call = "Board.from_array(array, covered=-1, mines=...)"
    elif isinstance(value, PathLike):
        call = "logicsweep.load(path)"
    else:
        call = "Board.parse(text)"
    kind = "a Board" if besides is None else f"a {besides.__name__} or a Board"
    expect(name, value, Board, f"{kind}, as of {call}")


def carrying(board: Board, liars: int | None, constraints: Sequence[Constraint]) -> Board:
    """Return the board with these liars in place of its own (None: its own), and further
    constraints.

    Raises TypeError unless it is a board; ValueError for more liars than clues, and as `Board`.
    """
    expect_board(board)
    if liars is None and isinstance(constraints, tuple) and not constraints:
        return board  # as nearly always, at a hundredth of the cost of asking for a Sequence
    from logicsweep.constraints.cardinality import A_LIST

    expect("constraints", constraints, Sequence, A_LIST)
    changes: dict[str, Any] = (
        {"constraints": [*board.constraints, *constraints]} if constraints else {}
    )
    if liars is not None and whole("liars", liars) != board.liars:
        clues = len(board.clues)
        if not 0 <= liars <= clues:
            raise ArgumentError(
                "liars",
                f"liars is {liars}; expected 0 to {clues}, the number of clues on the board",
            )
        changes["liars"] = liars
    return board.altered(**changes) if changes else board
