"""The count of a board with hidden cells: the chances of its keys, and of wrong clues.

A layout counts once with each way to mark the hidden cells. It may go with several keys, but it
determines which clues are wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.system.hidden import HiddenCells
from logicsweep.tables.model_count import KeyChances, ModelCount
from logicsweep.tables.queries import MarginalQueries

# From sets of cells to the probability of each combination of their numbers of mines or marks.
_Joint = Callable[[Iterable[Iterable[int]]], dict[tuple[int, ...], Fraction]]


def count_of(board: Board, hidden: HiddenCells, queries: MarginalQueries) -> ModelCount:
    """Return the count of a board, from the marginals of its cells and of the hidden ones."""
    if not hidden.cells:
        return ModelCount(board, queries)
    return ModelCount(
        board,
        queries,
        key=partial(_key, board.placed_rules, queries) if hidden.key_cells else None,
        wrong=partial(_wrong, board, hidden, queries) if hidden.liars else None,
    )


def _wrong(board: Board, hidden: HiddenCells, queries: MarginalQueries) -> dict[Cell, Fraction]:
    """Compute the probability that each clue is wrong."""
    numbers = (board.grid.ravel() >= 0).nonzero()[0].tolist()
    return {board.cell(number): queries.marginal(hidden.first_wrong + number) for number in numbers}


def _key(ruled: PlacedRules | None, queries: MarginalQueries) -> KeyChances:
    """Arrange the probabilities that each cell of the key is marked, by the rows of the key."""
    shape = None if ruled is None else ruled.key_shape
    key = None if ruled is None else ruled.rules.clue.key
    if ruled is None or shape is None or key is None:
        raise TypeError("the board has no rule with a key")
    chances = [queries.marginal(ruled.size + cell) for cell in range(shape.size)]
    width = len(shape.columns)
    rows = [tuple(chances[first : first + width]) for first in range(0, len(chances), width)]
    return KeyChances(key.value, shape.rows, shape.columns, tuple(rows))


def keyed_chances(ruled: PlacedRules, number: int, joint: _Joint) -> list[Fraction]:
    """Compute the probability that a cell is safe and shows each clue, under a rule with a key.

    `joint` gives the joint distribution of cells of the board and of the key.
    """
    chances = [Fraction(0)] * (ruled.values.highest + 1)
    for code, chance in _shown(_Keyed(ruled, number, joint)):
        chances[code] += chance
    return chances


class _Keyed(NamedTuple):
    """A cell of a board under a rule with a key; see `keyed_chances`."""

    ruled: PlacedRules
    number: int
    joint: _Joint

    @property
    def near(self) -> Sequence[int]:
        """The cells around it."""
        return self.ruled.place.adjacency.neighbours(self.number)

    def safe_with(
        self, seen: Iterable[int], cell: int, *, marked: bool = True
    ) -> Iterator[tuple[int, Fraction]]:
        """Yield numbers of mines in seen cells, each with the chance of it together with two facts.

        These are that the cell is safe, and that a cell of the key is marked or not.
        """
        sets = [[self.number], seen, [self.ruled.size + cell]]
        for (mine, mines, mark), chance in self.joint(sets).items():
            if not mine and mark == marked:
                yield mines, chance


def _shown(at: _Keyed) -> Iterator[tuple[int, Fraction]]:
    """Yield clues with the chance that the cell is safe and shows them; a clue may come again."""
    key = at.ruled.rules.clue.key
    if key is HiddenKey.DIRECTION:
        ring = [entry.cell for entry in at.ruled.place.entries(RING, at.number)]
        for direction, left_out in enumerate(ring):
            yield from at.safe_with([cell for cell in at.near if cell != left_out], direction)
    elif key is HiddenKey.LETTERS:
        letters = at.ruled.values.highest + 1
        for cell in range(letters * letters):
            letter, stands_for = divmod(cell, letters)
            for mines, chance in at.safe_with(at.near, cell):
                if mines == stands_for:
                    yield letter, chance
    else:
        for marked in (False, True):
            yield from _off(at, marked=marked)


def _off(at: _Keyed, *, marked: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield the clues where a key says whether a clue is off by one: up or down, as likely."""
    near, marks = at.near, frozenset([at.number] if marked else [])
    for mines, chance in at.safe_with(near, at.number, marked=marked):
        is_mine = dict.fromkeys(near, False) | dict.fromkeys(near[:mines], True)
        codes = at.ruled.options(at.number, is_mine, marks)
        for code in codes:
            yield int(code), chance / len(codes)
