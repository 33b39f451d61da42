"""The judge of rules for many layouts at once, to try all of a small board.

What a clue shows is asked of the definitions, once for each pattern of the cells that it depends
on. Which layouts a rule allows is written down a second time, with whole arrays; the tests hold it
against the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.judges import rules
from tests.judges.rules import ABOVE, CROSS, KNIGHT, PLUS, RING, Masks, Place, Shown

# Which of some layouts.
Which = NDArray[np.bool_]

# Where the clues look that look elsewhere than around themselves.
_OFFSETS: Final = {
    "1X": PLUS,
    "MX": PLUS,
    "NX": PLUS,
    "1X'": CROSS,
    "1K": KNIGHT,
    "2D": ABOVE,
}


def which_may_show(rule: str, masks: Masks, cell: Place, value: Shown) -> Which:
    """In which layouts a cell is safe and may show a value."""
    if rule in _SHOWN:
        shown: Which = ~masks[:, cell[0], cell[1]] & (_SHOWN[rule](masks, cell) == value)
        return shown
    _, height, width = masks.shape
    scope = _scope(rule, height, width, cell)
    seen = masks.reshape(len(masks), -1)[:, scope] @ (1 << np.arange(len(scope)))
    _, first, which = np.unique(seen, return_index=True, return_inverse=True)
    # Layouts that agree on the scope show the same, so one of them speaks for all.
    fits = [
        not masks[one][cell] and value in rules.may_show(rule, masks[one], cell) for one in first
    ]
    found: Which = np.array(fits, dtype=np.bool_)[which]
    return found


def _scope(rule: str, height: int, width: int, cell: Place) -> list[int]:
    """The numbers of the cells that a clue depends on, its own among them."""
    row, column = cell
    if rule in ("1E", "1E'"):
        near = [(row, each) for each in range(width)] + [(each, column) for each in range(height)]
    else:
        near = [(row + down, column + right) for down, right in ((0, 0), *_OFFSETS.get(rule, RING))]
    inside = {each for each in near if 0 <= each[0] < height and 0 <= each[1] < width}
    return sorted(down * width + right for down, right in inside)


@cache
def obeying(rule: str, height: int, width: int) -> Masks:
    """All layouts of a board that a rule allows, with any number of mines; read-only."""
    masks = rules.layouts(height, width)
    found = masks[which_satisfy(rule, masks)]
    found.setflags(write=False)
    return found


def obeying_by_rows(rule: str, height: int, width: int) -> Masks:
    """The same for a rule that the first rows of every allowed layout obey as well."""
    assert rule in CLOSED, "the first rows may break the rule and the whole board not"
    row = rules.layouts(1, width)
    found = row[which_satisfy(rule, row)]
    for rows in range(2, height + 1):
        longer = [np.zeros((0, rows, width), dtype=np.bool_)]
        for each in row:
            last = np.broadcast_to(each, (len(found), 1, width))
            tried = np.concatenate([found, last], axis=1)
            longer.append(tried[which_satisfy(rule, tried)])
        found = np.concatenate(longer)
    return found


def which_satisfy(rule: str, masks: Masks) -> Which:
    """Which layouts obey a rule."""
    found: Which = _WHICH[rule](masks)
    return found


def _moved(masks: Masks, step: Place) -> Masks:
    """For every cell the one that is a step away; off the board there is no mine."""
    down, right = step
    _, height, width = masks.shape
    moved = np.zeros_like(masks)
    rows, columns = _overlap(down, height), _overlap(right, width)
    from_rows, from_columns = _overlap(-down, height), _overlap(-right, width)
    moved[:, rows, columns] = masks[:, from_rows, from_columns]
    return moved


def _overlap(step: int, size: int) -> slice:
    return slice(min(max(-step, 0), size), max(size - max(step, 0), 0))


def _any_cell(masks: Masks) -> Which:
    found: Which = np.any(masks, axis=(1, 2))
    return found


def _every_cell(masks: Masks) -> Which:
    found: Which = np.all(masks, axis=(1, 2))
    return found


def _sums(masks: Masks, steps: Collection[Place]) -> NDArray[np.int8]:
    total = np.zeros(masks.shape, dtype=np.int8)
    for step in steps:
        total += _moved(masks, step)
    return total


def _no_empty_block(masks: Masks) -> Which:
    block = masks | _moved(masks, (0, 1)) | _moved(masks, (1, 0)) | _moved(masks, (1, 1))
    return _every_cell(block[:, :-1, :-1])


def _no_three_in_line(masks: Masks) -> Which:
    bad = [
        _any_cell(masks & _moved(masks, (down, right)) & _moved(masks, (-down, -right)))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    found: Which = ~np.logical_or.reduce(bad)
    return found


def _none_at(steps: Collection[Place]) -> Callable[[Masks], Which]:
    return lambda masks: _every_cell(~masks | (_sums(masks, steps) == 0))


def _pairs(masks: Masks) -> Which:
    return _every_cell(~masks | (_sums(masks, CROSS) == 1))


def _bars(masks: Masks) -> Which:
    """No two mines meet at a corner, and no five are in a line."""
    found = _none_at(((1, 1), (1, -1)))(masks)
    for down, right in ((0, 1), (1, 0)):
        five = masks
        for step in range(1, 5):
            five = five & _moved(masks, (step * down, step * right))
        found &= ~_any_cell(five)
    return found


def _beside_another(masks: Masks) -> Which:
    return _every_cell(~masks | (_sums(masks, ((0, -1), (0, 1))) > 0))


def _coloured(masks: Masks) -> Which:
    rows, columns = np.indices(masks.shape[1:])
    coloured: Which = (rows + columns) % 2 == 1
    return coloured


def _coloured_in_pairs(masks: Masks) -> Which:
    return _every_cell(~(masks & _coloured(masks)) | (_sums(masks, CROSS) == 1))


def _no_three_equal(masks: Masks) -> Which:
    across = masks[:, :, :-2].astype(np.int8) + masks[:, :, 1:-1] + masks[:, :, 2:]
    down = masks[:, :-2].astype(np.int8) + masks[:, 1:-1] + masks[:, 2:]
    return _every_cell(across % 3 != 0) & _every_cell(down % 3 != 0)


def _one_run_a_row(masks: Masks) -> Which:
    starts = masks & ~_moved(masks, (0, -1))
    found: Which = (starts.sum(axis=2) == 1).all(axis=1)
    return found


def _colours_balanced(masks: Masks) -> Which:
    signs = np.where(_coloured(masks), 1, -1)
    found: Which = ((masks * signs).sum(axis=2) == 0).all(axis=1)
    return found


def _rows_and_columns_balanced(masks: Masks) -> Which:
    rows, columns = masks.sum(axis=2), masks.sum(axis=1)
    found: Which = (rows == rows[:, :1]).all(axis=1) & (columns == columns[:, :1]).all(axis=1)
    return found


def _reached(masks: Masks, start: Masks, steps: Collection[Place]) -> Masks:
    """All cells of a set that a path of steps inside the set joins to a start."""
    reached = start & masks
    while True:
        further = reached.copy()
        for step in steps:
            further |= _moved(reached, step) & masks
        if (further == reached).all():
            return reached
        reached = further


def one_region(masks: Masks, steps: Collection[Place]) -> Which:
    """Which sets of cells are connected by steps, and not empty."""
    flat = masks.reshape(len(masks), -1)
    start = np.zeros_like(flat)
    start[np.arange(len(flat)), flat.argmax(axis=1)] = True
    reached = _reached(masks, start.reshape(masks.shape), steps)
    return _every_cell(reached == masks) & _any_cell(masks)


def _connected(masks: Masks) -> Which:
    return one_region(masks, RING)


def _outside(masks: Masks) -> Which:
    border = np.ones_like(masks)
    border[:, 1:-1, 1:-1] = False
    outside = _every_cell(_reached(masks, border, CROSS) == masks)
    return outside & (one_region(~masks, CROSS) | _every_cell(masks))


def _snake(masks: Masks) -> Which:
    degrees = np.where(masks, _sums(masks, CROSS), 2)
    ends: Which = (degrees == 1).sum(axis=(1, 2)) == 2
    return one_region(masks, CROSS) & ends & _every_cell((degrees == 1) | (degrees == 2))


def _rectangles(masks: Masks) -> Which:
    """No four cells in a square have three mines, which would be a corner of no rectangle."""
    mines = masks.astype(np.int8)
    squares = mines[:, 1:, 1:] + mines[:, :-1, 1:] + mines[:, 1:, :-1] + mines[:, :-1, :-1]
    return one_region(masks, RING) & _every_cell(squares != 3)


def _regions_of(size: int) -> Callable[[Masks], Which]:
    """The region around each mine has so many cells."""

    def which(masks: Masks) -> Which:
        found = np.ones(len(masks), dtype=np.bool_)
        for cell in np.ndindex(*masks.shape[1:]):
            start = np.zeros_like(masks)
            start[:, *cell] = True
            number = _reached(masks, start, CROSS).sum(axis=(1, 2))
            found &= (number == size) | (number == 0)
        return found

    return which


def _bridges(masks: Masks) -> Which:
    """From above, no column is ahead of its neighbour by more than the mine in its last row."""
    so_far = masks.cumsum(axis=1)
    above = so_far - masks
    left, right = so_far[:, :, :-1], so_far[:, :, 1:]
    in_time = (above[:, :, :-1] <= right) & (above[:, :, 1:] <= left)
    return _every_cell(in_time) & np.all(left[:, -1] == right[:, -1], axis=1)


def _product(masks: Masks, cell: Place) -> NDArray[np.int64]:
    """How often each squared distance occurs, from the nearest on, until there are two mines."""
    rows, columns = np.indices(masks.shape[1:])
    far = (rows - cell[0]) ** 2 + (columns - cell[1]) ** 2
    found = np.ones(len(masks), dtype=np.int64)
    seen = np.zeros(len(masks), dtype=np.int64)
    for distance in np.unique(far)[1:]:
        here = np.minimum(masks[:, far == distance].sum(axis=1), 2 - seen)
        found *= distance**here
        seen += here
    return np.where(seen == 2, found, 0)


def _area(masks: Masks, cell: Place) -> NDArray[np.int64]:
    around = np.zeros_like(masks)
    around[:, cell[0], cell[1]] = True
    beside = _sums(around, CROSS) > 0
    found: NDArray[np.int64] = _reached(masks, beside, CROSS).sum(axis=(1, 2))
    return found


# What a cell shows under the rules whose clues speak of the whole board.
_SHOWN: Final[dict[str, Callable[[Masks, Place], NDArray[np.int64]]]] = {
    "2P": _product,
    "2A": _area,
}

_WHICH: Final[dict[str, Callable[[Masks], Which]]] = {
    "Q": _no_empty_block,
    "T": _no_three_in_line,
    "A": _none_at(KNIGHT),
    "H": _none_at(((0, 1),)),
    "U": _none_at(((0, 1), (1, 0))),
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

# The rules that no further row can mend.
CLOSED: Final = frozenset({"Q", "T", "A", "H", "U", "D'", "2H", "2T", "2S", "2Z"})
