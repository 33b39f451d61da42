"""The judge of rules: what a clue shows and which layouts a rule allows, by definition.

The rules are those of "14 Minesweeper Variants", under the names that they have there. Each is one
function of a mask (an array, True for a mine) that follows the rule's sentence cell by cell, and
none shares code with the package. A cell whose row and column add up to an odd number is coloured.
A cell off the board is no mine. A ring is the eight cells around a clue, in a circle; its runs are
of mines next to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]  # (height, width)
Masks = NDArray[np.bool_]  # (layouts, height, width)
Place = tuple[int, int]
Shown = int | tuple[int, ...]

RING: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
CROSS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))
PLUS: Final = (*CROSS, (-2, 0), (0, 2), (2, 0), (0, -2))
KNIGHT: Final = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
# The block of three by three cells around the cell above.
ABOVE: Final = tuple((row, column) for row in (-2, -1, 0) for column in (-1, 0, 1))


def layouts(height: int, width: int) -> Masks:
    """Every way to place any number of mines on a board, shape (layouts, height, width)."""
    size = height * width
    assert size <= 20, "too large to try all"
    chosen = (np.arange(2**size, dtype=np.uint32)[:, None] >> np.arange(size, dtype=np.uint32)) & 1
    return chosen.astype(np.bool_).reshape(-1, height, width)


def is_coloured(cell: Place) -> bool:
    """Whether a cell has the darker colour of a chess board whose first cell is light."""
    return sum(cell) % 2 == 1


def is_mine(mask: Mask, cell: Place) -> bool:
    """Whether there is a mine; off the board there is none."""
    row, column = cell
    height, width = mask.shape
    return 0 <= row < height and 0 <= column < width and bool(mask[row, column])


def all_mines(mask: Mask) -> list[Place]:
    """Where the mines are, in reading order."""
    return [(int(row), int(column)) for row, column in np.argwhere(mask)]


# What a clue shows


def shows(rule: str, mask: Mask, cell: Place) -> Shown:
    """What a safe cell shows under a rule that leaves no choice.

    A number; for 1W the lengths of the runs, sorted, with (0,) for none; for 2X the two counts,
    sorted; for 1E' a number below zero where more cells are seen along the row; for 2P the square
    of what is drawn.
    """
    (value,) = may_show(rule, mask, cell)
    return value


def may_show(rule: str, mask: Mask, cell: Place) -> set[Shown]:
    """All that a safe cell may show: two numbers under 1L and LM, one under every other rule."""
    assert not is_mine(mask, cell), "a mine shows no clue"
    if rule in LIARS:
        truth = LIARS[rule](mask, cell)
        return {value for value in (truth - 1, truth + 1) if value >= 0}
    return {CLUE_RULES[rule](mask, cell)}


def _mines_at(mask: Mask, cell: Place, offsets: Collection[Place]) -> list[Place]:
    near = [(cell[0] + down, cell[1] + right) for down, right in offsets]
    return [each for each in near if is_mine(mask, each)]


def _count(mask: Mask, cell: Place, offsets: Collection[Place]) -> int:
    return len(_mines_at(mask, cell, offsets))


def _two_counts(mask: Mask, cell: Place, offsets: Collection[Place]) -> tuple[int, int]:
    """How many coloured and how many other mines there are."""
    mines = _mines_at(mask, cell, offsets)
    coloured = sum(is_coloured(mine) for mine in mines)
    return coloured, len(mines) - coloured


def _doubled(mask: Mask, cell: Place, offsets: Collection[Place]) -> int:
    return sum(2 if is_coloured(mine) else 1 for mine in _mines_at(mask, cell, offsets))


def _runs(mask: Mask, cell: Place) -> list[int]:
    """The lengths of the runs of mines around a cell, sorted."""
    ring = [is_mine(mask, (cell[0] + down, cell[1] + right)) for down, right in RING]
    if all(ring):
        return [len(ring)]
    gap = ring.index(False)
    # Every run lies between two safe cells once the circle is cut at one.
    text = "".join("*" if mine else "." for mine in ring[gap:] + ring[:gap])
    return sorted(len(run) for run in text.split(".") if run)


def _sight(mask: Mask, cell: Place, step: Place) -> int:
    """How many safe cells follow in a direction before a mine or the border."""
    height, width = mask.shape
    row, column = cell[0] + step[0], cell[1] + step[1]
    seen = 0
    while 0 <= row < height and 0 <= column < width and not mask[row, column]:
        seen += 1
        row, column = row + step[0], column + step[1]
    return seen


def _sights(mask: Mask, cell: Place) -> int:
    return 1 + sum(_sight(mask, cell, step) for step in CROSS)


def _sight_difference(mask: Mask, cell: Place) -> int:
    up, right, down, left = (_sight(mask, cell, step) for step in CROSS)
    return (up + down) - (left + right)


def _difference(mask: Mask, cell: Place) -> int:
    coloured, others = _two_counts(mask, cell, RING)
    return abs(coloured - others)


def _doubled_difference(mask: Mask, cell: Place) -> int:
    coloured, others = _two_counts(mask, cell, RING)
    return abs(2 * coloured - others)


def _plus_difference(mask: Mask, cell: Place) -> int:
    coloured, others = _two_counts(mask, cell, PLUS)
    return abs(coloured - others)


def _product(mask: Mask, cell: Place) -> int:
    """The product of the squared distances of the two nearest mines; 0 if there are none."""
    row, column = cell
    distances = sorted((down - row) ** 2 + (right - column) ** 2 for down, right in all_mines(mask))
    return distances[0] * distances[1] if len(distances) > 1 else 0


def _area(mask: Mask, cell: Place) -> int:
    beside = {(cell[0] + down, cell[1] + right) for down, right in CROSS}
    return sum(len(one) for one in regions(all_mines(mask), CROSS) if one & beside)


CLUE_RULES: Final[dict[str, Callable[[Mask, Place], Shown]]] = {
    "V": lambda mask, cell: _count(mask, cell, RING),
    "1M": lambda mask, cell: _doubled(mask, cell, RING),
    "1W": lambda mask, cell: tuple(_runs(mask, cell)) or (0,),
    "1N": _difference,
    "1X": lambda mask, cell: _count(mask, cell, PLUS),
    "1X'": lambda mask, cell: _count(mask, cell, CROSS),
    "1P": lambda mask, cell: len(_runs(mask, cell)),
    "1E": _sights,
    "1E'": _sight_difference,
    "1K": lambda mask, cell: _count(mask, cell, KNIGHT),
    "1W'": lambda mask, cell: max(_runs(mask, cell), default=0),
    "2X": lambda mask, cell: tuple(sorted(_two_counts(mask, cell, RING))),
    "2D": lambda mask, cell: _count(mask, cell, ABOVE),
    "2P": _product,
    "2M": lambda mask, cell: _count(mask, cell, RING) % 3,
    "2A": _area,
    "MX": lambda mask, cell: _doubled(mask, cell, PLUS),
    "MN": _doubled_difference,
    "NX": _plus_difference,
}

# The true number, which a clue of these rules misses by one.
LIARS: Final[dict[str, Callable[[Mask, Place], int]]] = {
    "1L": lambda mask, cell: _count(mask, cell, RING),
    "LM": lambda mask, cell: _doubled(mask, cell, RING),
}


# Which layouts a rule allows


def satisfies(rule: str, mask: Mask) -> bool:
    """Whether a layout obeys a rule."""
    return LAYOUT_RULES[rule](mask)


def regions(cells: Collection[Place], steps: Collection[Place]) -> list[set[Place]]:
    """The parts of a set of cells that are connected by steps."""
    left, found = set(cells), []
    while left:
        region, ahead = set[Place](), [left.pop()]
        while ahead:
            row, column = ahead.pop()
            region.add((row, column))
            near = {(row + down, column + right) for down, right in steps} & left
            left -= near
            ahead.extend(near)
        found.append(region)
    return found


def _windows(mask: Mask, height: int, width: int) -> Iterator[list[bool]]:
    """The cells of every block of so many rows and columns."""
    for row in range(mask.shape[0] - height + 1):
        for column in range(mask.shape[1] - width + 1):
            yield [bool(mine) for mine in mask[row : row + height, column : column + width].flat]


def _every_block_has_a_mine(mask: Mask) -> bool:
    return all(any(block) for block in _windows(mask, 2, 2))


def _no_three_in_line(mask: Mask) -> bool:
    for row, column in all_mines(mask):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(row + step * down, column + step * right) for step in range(3)]
            if all(is_mine(mask, cell) for cell in line):
                return False
    return True


def _none_at(offsets: Collection[Place]) -> Callable[[Mask], bool]:
    """No two mines are so far apart."""
    return lambda mask: not any(_count(mask, mine, offsets) for mine in all_mines(mask))


def _pairs(mask: Mask) -> bool:
    return all(_count(mask, mine, CROSS) == 1 for mine in all_mines(mask))


def _coloured_in_pairs(mask: Mask) -> bool:
    return all(_count(mask, mine, CROSS) == 1 for mine in all_mines(mask) if is_coloured(mine))


def _bars(mask: Mask) -> bool:
    """Each region is a bar of at most four cells, and no two touch, not even at corners."""
    bars = regions(all_mines(mask), CROSS)
    straight = all(
        len(bar) <= 4 and 1 in (len({row for row, _ in bar}), len({column for _, column in bar}))
        for bar in bars
    )
    return straight and len(regions(all_mines(mask), RING)) == len(bars)


def _beside_another(mask: Mask) -> bool:
    return all(_count(mask, mine, ((0, -1), (0, 1))) >= 1 for mine in all_mines(mask))


def _no_three_equal(mask: Mask) -> bool:
    lines = [*_windows(mask, 1, 3), *_windows(mask, 3, 1)]
    return all(len(set(line)) == 2 for line in lines)


def _one_run_a_row(mask: Mask) -> bool:
    for row in mask.tolist():
        starts = sum(mine and not before for before, mine in pairwise([False, *row]))
        if starts != 1:
            return False
    return True


def _colours_balanced(mask: Mask) -> bool:
    for row in range(len(mask)):
        mines = [mine for mine in all_mines(mask) if mine[0] == row]
        if 2 * sum(is_coloured(mine) for mine in mines) != len(mines):
            return False
    return True


def _rows_and_columns_balanced(mask: Mask) -> bool:
    height, width = mask.shape
    total = len(all_mines(mask))
    rows, columns = mask.sum(axis=1).tolist(), mask.sum(axis=0).tolist()
    return all(count * height == total for count in rows) and all(
        count * width == total for count in columns
    )


def _connected(mask: Mask) -> bool:
    return len(regions(all_mines(mask), RING)) == 1


def _outside(mask: Mask) -> bool:
    """The safe cells are connected, and every region of mines reaches the border."""
    height, width = mask.shape
    if len(regions(all_mines(~mask), CROSS)) > 1:
        return False
    return all(
        any(row in (0, height - 1) or column in (0, width - 1) for row, column in region)
        for region in regions(all_mines(mask), CROSS)
    )


def _snake(mask: Mask) -> bool:
    mines = all_mines(mask)
    degrees = [_count(mask, mine, CROSS) for mine in mines]
    is_one = len(regions(mines, CROSS)) == 1
    return is_one and set(degrees) <= {1, 2} and degrees.count(1) == 2


def _rectangles(mask: Mask) -> bool:
    """Each region is a rectangle, and all of them are connected, if only at corners."""
    found = regions(all_mines(mask), CROSS)
    full = all(
        len(one) == len({row for row, _ in one}) * len({column for _, column in one})
        for one in found
    )
    return full and _connected(mask)


def _regions_of(size: int) -> Callable[[Mask], bool]:
    return lambda mask: all(len(one) == size for one in regions(all_mines(mask), CROSS))


def _bridges(mask: Mask) -> bool:
    """The mines of each column can be paired with those of the next one, at most a row apart."""
    columns = [np.flatnonzero(column).tolist() for column in mask.T]
    return all(
        len(left) == len(right)
        and any(
            all(abs(one - other) <= 1 for one, other in zip(left, some, strict=True))
            for some in permutations(right)
        )
        for left, right in pairwise(columns)
    )


LAYOUT_RULES: Final[dict[str, Callable[[Mask], bool]]] = {
    "Q": _every_block_has_a_mine,
    "T": _no_three_in_line,
    "A": _none_at(KNIGHT),
    "H": _none_at(((0, -1), (0, 1))),
    "U": _none_at(CROSS),
    "D": _pairs,
    "D'": _bars,
    "2H": _beside_another,
    "2F": _coloured_in_pairs,
    "2T": _no_three_equal,
    "2S": _one_run_a_row,
    "2Z": _colours_balanced,
    "B": _rows_and_columns_balanced,
    "C": _connected,
    "O": _outside,
    "S": _snake,
    "2C": _rectangles,
    "2G": _regions_of(4),
    "2G'": _regions_of(3),
    "2B": _bridges,
}
