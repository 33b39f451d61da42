"""Keys: hidden information beside the mines that is the same for all clues of a board.

A key is drawn on hidden cells, in rows and columns of their own, of which some are marked: exactly
one in each row, and in each column if there are several rows. The clues of a rule with a key can be
read only together with it. All pairs of a layout and a key that fit each other are equally likely.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from logicsweep.board.clue import Code
from logicsweep.board.rules.region import RING, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

Marked = frozenset[int]
"""The numbers of the marked cells of a key, row by row from 0."""

# The most letters that stand for numbers, which are those from 0 on.
_MOST_LETTERS: Final = 9
# The letters of columns.
_ALPHABET: Final = 26
# The most mines among eight neighbours.
_MOST: Final = 8
# The most rows of a key that is drawn for a layout.
_MOST_ROWS: Final = 16
_DIRECTIONS: Final = (
    "up left",
    "up",
    "up right",
    "right",
    "down right",
    "down",
    "down left",
    "left",
)


class HiddenKey(Enum):
    """The kind of a key; the value describes it in words."""

    DIRECTION = "one of the eight directions, in which no clue looks"
    LETTERS = "which letter stands for which number of mines"
    LIARS = "one cell without a mine in each row and column, whose clue is one too high or too low"
    TRUTHFUL = "one cell without a mine in each row and column, whose clue is right"
    ITSELF = "the board itself: a letter and a number are a column and a row, which meet in a mine"

    @property
    def has_letters(self) -> bool:
        """Whether clues show letters."""
        return self in (HiddenKey.LETTERS, HiddenKey.ITSELF)

    @property
    def is_of_cells(self) -> bool:
        """Whether the key has a cell for each cell of the board, marked only if that is safe."""
        return self in (HiddenKey.LIARS, HiddenKey.TRUTHFUL)


class KeyShape(NamedTuple):
    """The cells of a key on a board.

    Attributes:
        rows: Names of its rows.
        columns: Names of its columns.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of its cells."""
        return len(self.rows) * len(self.columns)

    @property
    def marked(self) -> int:
        """The number of marked cells."""
        return len(self.rows)

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """The cells of each row and, if there are several rows, of each column; one is marked."""
        width = len(self.columns)
        rows = [tuple(range(first, first + width)) for first in range(0, self.size, width)]
        columns = [tuple(range(first, self.size, width)) for first in range(width)]
        return rows if len(rows) < 2 else rows + columns


def key_shape(key: HiddenKey, place: Place) -> KeyShape | None:
    """Return the cells of a key on a board; None where the board itself is the key.

    Raises ValueError if the board is not one for such a key.
    """
    if key is HiddenKey.ITSELF:
        return None
    if key is HiddenKey.DIRECTION:
        return KeyShape(("",), _DIRECTIONS)
    if key is HiddenKey.LETTERS:
        count = _letters(place)
        return KeyShape(tuple(map(letter, range(count))), tuple(map(str, range(count))))
    if place.height != place.width:
        raise ValueError(
            f"one cell in each row and column needs as many rows as columns; this board is "
            f"{place.width}x{place.height}"
        )
    rows = tuple([f"row {number}" for number in range(place.height)])
    return KeyShape(rows, tuple([f"column {number}" for number in range(place.width)]))


def letter(number: int) -> str:
    """Return the letter for a number: small, since a capital F is a flag in texts."""
    return chr(ord("a") + number)


def highest_code(key: HiddenKey, place: Place) -> int:
    """Return the largest code of a clue; the least is 0.

    Raises ValueError if there are no letters for the columns of a board.
    """
    if key is HiddenKey.ITSELF:
        if place.width > _ALPHABET:
            raise ValueError(f"{place.width} columns have no letters; expected up to {_ALPHABET}")
        return place.width - 1
    return _letters(place) - 1 if key is HiddenKey.LETTERS else _MOST


def _letters(place: Place) -> int:
    return min(place.height, _MOST_LETTERS)


def off_by_one(true: int) -> tuple[int, ...]:
    """List the clues that are one too high or too low: numbers from 0 to 8."""
    return tuple([shown for shown in (true - 1, true + 1) if 0 <= shown <= _MOST])


def codes_shown(
    key: HiddenKey, place: Place, number: int, mines: Any, marked: Marked
) -> tuple[Code, ...]:
    """List the codes that the clue in a cell may show with a key; there may be none.

    `mines[cell]` says whether a cell is a mine.
    """
    if key is HiddenKey.DIRECTION:
        ring = [entry.cell for entry in place.entries(RING, number)]
        near = [cell for direction, cell in enumerate(ring) if direction not in marked]
        return (Code(sum([bool(mines[cell]) for cell in near if cell is not None])),)
    true = sum([bool(mines[cell]) for cell in place.adjacency.neighbours(number)])
    if key is HiddenKey.LETTERS:
        letters = _letters(place)
        return tuple(
            [
                Code(code)
                for code in range(letters)
                if code * letters + true in marked and true < letters
            ]
        )
    if key is HiddenKey.ITSELF:
        row = range(true * place.width, (true + 1) * place.width) if true < place.height else ()
        return tuple([Code(column) for column, cell in enumerate(row) if mines[cell]])
    is_right = (number in marked) is (key is HiddenKey.TRUTHFUL)
    return tuple(map(Code, [true] if is_right else off_by_one(true)))


def drawn_key(key: HiddenKey, place: Place, mines: Any, source: Random) -> Marked:
    """Draw a key that goes with a layout, all of them equally likely.

    Raises ValueError if there is none.
    """
    shape = key_shape(key, place)
    if shape is None:
        return frozenset()
    width = len(shape.columns)
    allowed = [
        sum([1 << column for column in range(width) if _may_mark(key, row * width + column, mines)])
        for row in range(len(shape.rows))
    ]
    if len(allowed) < 2:
        return frozenset([source.randrange(width)] if allowed else [])
    if len(allowed) > _MOST_ROWS:
        raise ValueError(f"a key of {len(allowed)} rows; expected up to {_MOST_ROWS}")
    free, marked = (1 << width) - 1, []  # the columns without a mark, as bits
    ways = _ways(tuple(allowed), free)
    if not ways:
        raise ValueError("no key goes with the layout: some rows or columns are full of mines")
    # Row by row, a column is drawn in proportion to the ways to mark the rows below.
    for row, row_mask in enumerate(allowed):
        chosen = source.randrange(ways)
        for column in range(width):
            bit = 1 << column
            if row_mask & free & bit:
                ways = _ways(tuple(allowed[row + 1 :]), free & ~bit)
                if chosen < ways:
                    marked.append(row * width + column)
                    free &= ~bit
                    break
                chosen -= ways
    return frozenset(marked)


def _may_mark(key: HiddenKey, cell: int, mines: Any) -> bool:
    return not key.is_of_cells or not mines[cell]


@lru_cache(maxsize=65_536)
def _ways(rows: Sequence[int], free: int) -> int:
    """Count the ways to give each row one of the free columns that it allows, each column once."""
    if not rows:
        return 1
    candidates, ways = rows[0] & free, 0
    while candidates:
        bit = candidates & -candidates
        ways += _ways(rows[1:], free & ~bit)
        candidates &= candidates - 1
    return ways


def is_there_a_key(key: HiddenKey, place: Place, mines: Any, clues: Mapping[int, Code]) -> bool:
    """Tell whether some key goes with a layout and the clues' codes."""
    if key in (HiddenKey.DIRECTION, HiddenKey.ITSELF):
        keys = len(_DIRECTIONS) if key is HiddenKey.DIRECTION else 1
        return any(
            all(
                code in codes_shown(key, place, number, mines, frozenset([marked]))
                for number, code in clues.items()
            )
            for marked in range(keys)
        )
    width = _letters(place) if key is HiddenKey.LETTERS else place.width
    near = {
        cell: sum([bool(mines[neighbour]) for neighbour in place.adjacency.neighbours(cell)])
        for cell in clues
    }
    if key is HiddenKey.LETTERS:
        # Equal letters need equal numbers, and the other way round.
        pairs = {(clues[cell], near[cell]) for cell in clues}
        letters, numbers = ({pair[side] for pair in pairs} for side in (0, 1))
        return len(letters) == len(numbers) == len(pairs) and all(true < width for _, true in pairs)
    # Each clue marks its cell or leaves it unmarked; the rest is a question of rows and columns.
    allowed = [
        [_may_mark(key, row * width + across, mines) for across in range(width)]
        for row in range(width)
    ]
    for cell, true in near.items():
        row, column = divmod(cell, width)
        shown = int(clues[cell])  # under these rules a clue is a number, its own code
        is_right = shown == true
        if not is_right and shown not in off_by_one(true):
            return False
        if is_right is (key is HiddenKey.TRUTHFUL):
            allowed[row] = [may and at == column for at, may in enumerate(allowed[row])]
        else:
            allowed[row][column] = False
    rows = tuple([sum([may << at for at, may in enumerate(row)]) for row in allowed])
    return _ways(rows, (1 << width) - 1) > 0
