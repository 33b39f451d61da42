"""The number of layouts of a whole board and all marginals as fractions, in one call."""

from __future__ import annotations

from ctypes import byref, string_at
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from logicsweep.kernel.binding import OK, Groups
from logicsweep.kernel.context import Context, release
from logicsweep.kernel.limbs import rows_of
from logicsweep.kernel.whole import Answer, at_hand
from logicsweep.limits import Budget
from logicsweep.system.position import Position


class ExactBoard(NamedTuple):
    """The number of layouts, and the exact marginal of each covered cell, by its number in order.

    Cells of a box share one object.
    """

    layouts: int
    marginals: dict[int, Fraction]


def exact_board(
    position: Position, budget: Budget, answer: Answer | None = None
) -> ExactBoard | None:
    """Count the layouts under a mine count, and the marginals; None where the kernel does not.

    It does for exact clues and boards of moderate size, on which it is faster than convolving the
    counts in Python. An answer for the position may spare loading it again. Raises `LimitError`.

    The method is that of `count/prior.py`, its twin, with products of prefixes and suffixes in
    place of a product tree.
    """
    if position.uncertain or position.total is None:
        return None
    loaded = at_hand(position, budget, answer)
    if loaded is None:
        return None
    kernel, now = loaded
    made = _from_groups(kernel, budget) if now.status == OK else None
    if made is not None:  # else the next question is about the same board
        release(kernel)
    return made


def _from_groups(kernel: Context, budget: Budget) -> ExactBoard | None:
    """Read off the groups of cells of the board in a context."""
    listed = Groups()
    ask = partial(kernel.library.ls_fractions, kernel.address, byref(listed))
    if kernel.ask(ask, budget) != OK:
        return None
    groups, cells = listed.groups, listed.cells
    (mines,) = rows_of(listed.mines, 1, groups, listed.limbs)
    data = string_at(listed.numbers, (groups + 2 * cells) * 4)
    numbers = memoryview(data).cast("i").tolist()
    layouts = mines[1]
    marginals = [
        Fraction(held, layouts * size)
        for held, size in zip(mines, numbers, strict=False)  # cells follow the sizes
    ]
    of_cells = map(marginals.__getitem__, numbers[groups + cells :])
    return ExactBoard(layouts, dict(zip(numbers[groups : groups + cells], of_cells, strict=True)))
