"""`Layout`: a complete placement of mines, and whether it agrees with a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import Adjacency, count_near, eight, own_adjacency, pieces
from logicsweep.board.board import Board, Cell, expect_board
from logicsweep.board.clue import Clue, Code
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.plain_array import plain_array
from logicsweep.board.rules.clue_rule import sign_of
from logicsweep.board.rules.rules import AnyRules, PlacedRules, Rules, placed_on
from logicsweep.board.state import Grid, State, grid_type
from logicsweep.errors import are, counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from logicsweep.board.picture.picture import Picture


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A clue or mine count of a board that a layout contradicts.

    Attributes:
        cell: The cell of the clue; None for the mine count.
        expected: The least and the largest number of mines according to the board.
        found: The number of mines in the layout; of a clue under a rule its true value, as the
            number that stands for it, and -1 for what no clue can show. If it is between the
            bounds, the uncertain clue rules it out.
    """

    cell: Cell | None
    expected: tuple[int, int]
    found: int


class Layout(Drawn):
    """A complete placement of mines: immutable, hashable, equal by content.

    Args:
        mask: A boolean array of shape (height, width), at least one cell; True means mine.
        adjacency: The neighbours of each cell; by default the eight cells around it.

    Raises:
        ValueError: The array has another shape or dtype, too many cells or a masked value, or the
            adjacency another number of cells.
        TypeError: The adjacency has another type.
    """

    __slots__ = ("mask", "own_adjacency")

    mask: NDArray[np.bool_]
    """The mines as a read-only boolean array of shape (height, width); True means mine."""
    own_adjacency: Adjacency | None
    """The neighbours of each cell; None if they are the eight around it."""

    def __init__(self, mask: ArrayLike, *, adjacency: Adjacency | None = None) -> None:
        array = plain_array(mask, name="the layout").copy()
        if array.ndim != 2 or array.size == 0 or array.dtype != np.bool_:
            raise ValueError(
                f"the layout is an array of {array.dtype} with the shape {array.shape}; expected "
                f"an array of bool with the shape (height, width) and at least one cell"
            )
        array.setflags(write=False)
        object.__setattr__(self, "mask", array)
        object.__setattr__(self, "own_adjacency", own_adjacency(adjacency, *array.shape))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a layout is immutable; {name} cannot be set")

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[object, ...]]:
        return partial(Layout, adjacency=self.own_adjacency), (self.mask,)

    @classmethod
    def of(cls, board: Board) -> Layout:
        """Make the layout of a board without covered cells: its known mines, and its neighbours.

        Raises:
            ValueError: A cell is covered, or a clue or the mine count disagrees with the mines.
        """
        expect_board(board)
        covered = np.argwhere(board.covered_mask)
        if len(covered):
            row, column = covered[0].tolist()
            raise ValueError(f"({row},{column}) is covered; expected a whole layout")
        layout = cls(board.grid == State.KNOWN_MINE, adjacency=board.own_adjacency)
        mismatch = layout.mismatch(board)
        if mismatch is not None:
            raise ValueError(_mismatch_words(mismatch, board.placed_rules))
        return layout

    @property
    def adjacency(self) -> Adjacency:
        """The neighbours of each cell, by cell number."""
        return self.own_adjacency or eight(*self.mask.shape)

    @property
    def around(self) -> NDArray[np.int8]:
        """The number of mines among the neighbours of each cell, in the shape of `mask`."""
        return count_near(self.mask, self.own_adjacency).astype(np.int8, copy=False)

    @property
    def three_bv(self) -> int:
        """The 3BV, which is how many clicks open every safe cell without flags and chords.

        One for each opening, which is an area of cells that touch no mine and their neighbours, and
        one for each safe cell in no opening.
        """
        zero = ~self.mask & (self.around == 0)
        alone = ~self.mask & ~zero & (count_near(zero, self.own_adjacency) == 0)
        return pieces(zero, self.adjacency) + int(alone.sum())

    def revealed(self, *, rules: AnyRules | None = None, source: Random | None = None) -> Board:
        """Return the board with every cell open: known mines, and the exact clues of all other
        cells.

        Args:
            rules: The rules for clues, as in `Board`; by default the number of mines among the
                neighbours. The layout does not have to satisfy them.
            source: The source of random values, for clues that may show two, as under the rule
                `1L`, and for the key of a rule that has one.

        Raises:
            ValueError: The rules are not for such a board, or clues may show two values and there
                is no source.
        """
        mines = int(self.mask.sum())
        given = Rules.of(() if rules is None else rules)
        height, width = self.mask.shape
        ruled = placed_on(given, height, width, self.own_adjacency)
        grid: Grid
        if ruled is None or given.clue.every[0].is_standard:
            grid = self.around
        else:
            grid = np.zeros(self.mask.shape, dtype=grid_type(ruled.values.highest))
            flat = self.mask.ravel().tolist()
            key = ruled.key_for(flat, source)
            for number in np.flatnonzero(~self.mask).tolist():
                grid.flat[number] = ruled.shown(number, flat, source, key)
        grid[self.mask] = State.KNOWN_MINE
        return Board(grid, mines=mines, adjacency=self.own_adjacency, rules=given)

    def opened(
        self,
        cells: Iterable[tuple[int, int]],
        *,
        rules: AnyRules | None = None,
        source: Random | None = None,
    ) -> Board:
        """Return the position after opening these cells, in which the mine count is known.

        What an open 0 speaks of is opened as well, as in a game: the neighbours, unless a rule for
        clues says otherwise. Under a rule whose clues are no plain counts nothing else is opened.

        Args:
            cells: The cells (row, column) to open.
            rules: As in `revealed`.
            source: As in `revealed`.

        Raises:
            ValueError: A cell is off the board or a mine; or as in `revealed`.
        """
        shown = self.revealed(rules=rules, source=source)
        starts = []
        for cell in cells:
            number = shown.number(cell)
            if self.mask.flat[number]:
                place = shown.cell(number)
                raise ValueError(f"{place} is a mine; expected a safe cell to open")
            starts.append(number)
        ruled = shown.placed_rules
        seen = self._flooded(starts, shown) if ruled is None else _reached(starts, shown, ruled)
        grid = np.where(seen, shown.grid.ravel(), State.COVERED).reshape(self.mask.shape)
        return shown.with_grid(grid)

    def _flooded(self, starts: Sequence[int], shown: Board) -> NDArray[np.bool_]:
        """Mark the cells that are open after some, with the neighbours of every open 0."""
        clues = shown.grid.ravel()
        table = self.adjacency.table
        seen = np.zeros(clues.size + 1, dtype=np.bool_)
        seen[-1] = True  # the padding of the table
        fresh = np.unique(np.array(starts, dtype=np.intp))
        while fresh.size:
            seen[fresh] = True
            near = table[:, fresh[clues[fresh] == 0]].ravel()
            fresh = np.unique(near[~seen[near]])
        return seen[:-1]

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells that are mines."""
        return frozenset(Cell(*cell) for cell in np.argwhere(self.mask).tolist())

    def on(self, board: Board) -> Board:
        """Return the board with its covered cells replaced by known mines and open cells without a
        clue.

        Raises:
            ValueError: The shapes differ.
        """
        self._check(board)
        grid = board.grid.copy()
        covered = board.covered_mask
        grid[covered] = np.where(self.mask[covered], State.KNOWN_MINE, State.NO_CLUE)
        return board.with_grid(grid, board.uncertain)

    def mismatches(self, board: Board) -> tuple[Mismatch, ...]:
        """Return the clues that the layout contradicts, in reading order, and the mine count last.

        Empty exactly if the layout agrees with the clues and the mine count. That it satisfies the
        rules for layouts is not asked; `KnowledgeBase.allows` asks that as well.

        Raises:
            ValueError: The shapes differ, an open cell is a mine in the layout, or a known mine is
                missing from it.
        """
        return tuple(self._mismatches(board))

    def mismatch(self, board: Board) -> Mismatch | None:
        """Return the first of `mismatches`, found without looking for the others; None if there is
        none.

        Raises:
            ValueError: As `mismatches` does.
        """
        return next(self._mismatches(board), None)

    def _mismatches(self, board: Board) -> Iterator[Mismatch]:
        """Yield the wrong clues, then the mine count if it is wrong; see `mismatches`."""
        mask = self.mask.ravel()
        wrong = np.flatnonzero(self._misfits(board))
        if wrong.size:
            cell, is_mine = board.cell(int(wrong[0])), mask[wrong[0]]
            states_of = ("open", "a mine") if is_mine else ("a known mine", "safe")
            raise ValueError(
                f"{cell} is {states_of[0]} on the board, but {states_of[1]} in the layout"
            )
        ruled = board.placed_rules
        yield from self._wrong_clues(board) if ruled is None else self._wrong_by(ruled, board)
        bounds = board.total_bounds
        if bounds is not None:
            lower, upper = bounds
            mines = int(mask.sum())
            if not lower <= mines <= upper:
                yield Mismatch(None, (lower, upper), mines)

    def fits(self, board: Board) -> bool:
        """Say whether every open cell is safe in the layout, and every known mine a mine.

        Raises:
            ValueError: The shapes differ.
        """
        return not self._misfits(board).any()

    def _misfits(self, board: Board) -> NDArray[np.bool_]:
        """List the open cells that are mines in the layout, and the known mines that are not."""
        self._check(board)
        states, mask = board.grid.ravel(), self.mask.ravel()
        open_cells = (states >= 0) | (states == State.NO_CLUE)
        misfits: NDArray[np.bool_] = (open_cells & mask) | ((states == State.KNOWN_MINE) & ~mask)
        return misfits

    def _wrong_clues(self, board: Board) -> Iterator[Mismatch]:
        """Yield the clues that do not fit the mines around them, on a board without rules."""
        states = board.grid.ravel()
        around = count_near(self.mask, board.own_adjacency).ravel()
        uncertain = board.uncertain_by_number
        for number in map(int, np.flatnonzero((states >= 0) & (states != around))):
            mines = int(around[number])
            if number not in uncertain:
                shown = int(states[number])
                yield Mismatch(board.cell(number), (shown, shown), mines)
            elif not uncertain[number].allows(mines):
                clue = uncertain[number]
                most = len(board.adjacency.neighbours(number))
                yield Mismatch(board.cell(number), (clue.lower, min(clue.upper, most)), mines)

    def _wrong_by(self, ruled: PlacedRules, board: Board) -> Iterator[Mismatch]:
        """Yield the clues that are wrong under a rule."""
        mines, states = self.mask.ravel(), board.grid.ravel()
        numbers = np.flatnonzero(states >= 0).tolist()
        codes = {number: Code(int(states[number])) for number in numbers}
        is_unread = not ruled.has_key(mines, codes)
        for number, code in codes.items():
            clue = board.uncertain_by_number.get(number, code)
            true, allowed = ruled.judged(number, mines, clue)
            if not allowed or is_unread:
                lower = clue.lower if isinstance(clue, Clue) else int(clue)
                upper = clue.upper if isinstance(clue, Clue) else int(clue)
                yield Mismatch(board.cell(number), (lower, upper), int(true))

    def picture(self) -> Picture:
        """Return the layout as a picture of the board with every cell open."""
        return self.revealed().picture()

    def __str__(self) -> str:
        """Write rows of `*` for mines and `_` for safe cells."""
        return "\n".join("".join("*" if mine else "_" for mine in row) for row in self.mask)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return (
            bool(np.array_equal(self.mask, other.mask))
            and self.own_adjacency == other.own_adjacency
        )

    def __hash__(self) -> int:
        return hash((self.mask.shape, self.mask.tobytes()))

    def __repr__(self) -> str:
        height, width = self.mask.shape
        return f"<Layout {width}x{height}, {counted(int(self.mask.sum()), 'mine')}>"

    def _check(self, board: Board) -> None:
        """Raise ValueError unless a board has the shape of the layout."""
        expect_board(board)
        if self.mask.shape != board.grid.shape:
            raise ValueError(
                f"the layout is {self.mask.shape[1]}x{self.mask.shape[0]}, "
                f"the board {board.width}x{board.height}"
            )


def _reached(starts: Sequence[int], shown: Board, ruled: PlacedRules) -> NDArray[np.bool_]:
    """Mark the cells that are open after some, with the scope of every open 0 that is a count."""
    clues = shown.grid.ravel()
    seen = np.zeros(clues.size, dtype=np.bool_)
    queue = list(starts)
    while queue:
        number = queue.pop()
        if not seen[number]:
            seen[number] = True
            queue += ruled.flooded(number, Code(int(clues[number])))
    return seen


def _mismatch_words(mismatch: Mismatch, ruled: PlacedRules | None) -> str:
    """Say in a sentence what a layout contradicts."""
    cell, (lower, upper), count = mismatch.cell, mismatch.expected, mismatch.found
    says = str(lower) if lower == upper else f"{lower}..{upper}"
    mines = f"{counted(count, 'mine')} {are(count)}"
    if cell is None:
        return f"the mine count is {says}, but {mines} on the board"
    if ruled is None:
        return f"the clue at {cell} is {says}, but {mines} next to it"
    if lower == upper:
        says = ruled.sign(Code(lower))
    true, (part, _) = "shows another value", ruled.of(Code(lower))
    rule = part.rules.clue
    if count >= 0:
        values = rule.shows(ruled.value(Code(count)))
        true = f"shows {listed([sign_of(rule, value) for value in values], last='or')}"
    return f"the clue at {cell} is {says}, but by the rule {rule.name} it {true}"
