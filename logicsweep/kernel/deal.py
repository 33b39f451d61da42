"""Dealing layouts of ordinary boards from the seeds of links, by the kernel."""

from __future__ import annotations

from ctypes import byref
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.errors import LimitError
from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import context, release
from logicsweep.kernel.structures import LayoutToDeal
from logicsweep.limits import Budget

# Up to this level the kernel finds every step.
HIGHEST: Final = 2

_NO_CELL: Final = -1
_ANY_LEVELS: Final = (-1, -1)
PROTECTION: Final = {FirstClick.UNPROTECTED: 0, FirstClick.SAFE: 1, FirstClick.OPENING: 2}
"""`FirstClick` as the kernel has it."""


class Steps(NamedTuple):
    """The steps that win a layout which needs no guess.

    Attributes:
        uses_total: Whether proofs may use the mine count.
        levels: The least and the highest level of the hardest step; None for any.
    """

    uses_total: bool
    levels: tuple[int, int] | None


class ToDeal(NamedTuple):
    """A layout to be dealt.

    Attributes:
        seed: A number from 0 to 2**64 - 1.
        adjacency: The neighbours of each cell.
        mines: The mine count.
        start: The number of the first cell to open; None for none.
        first_click: The guarantee for the start.
        steps: The steps that lead from the start to all safe cells; None if guesses may be needed.
            With steps there is a start, and it is protected.
    """

    seed: int
    adjacency: Adjacency
    mines: int
    start: int | None
    first_click: FirstClick
    steps: Steps | None


class Dealt(NamedTuple):
    """The layout of a seed, or the search for it up to a limit.

    Attributes:
        is_mine: By cell whether it is a mine: bool, flat; it means nothing after an error.
        tries: The number of layouts that were drawn; where repairs were needed, from then on.
        is_repaired: Whether repairs were needed.
        moved: The number of mines that repairs have moved.
        opened: The most safe cells that were opened in a layout that was not taken.
        error: The limit that was reached before there was a layout, else None.
    """

    is_mine: NDArray[np.bool_]
    tries: int
    is_repaired: bool
    moved: int
    opened: int
    error: LimitError | None


def deal(wanted: ToDeal, budget: Budget) -> Dealt | None:
    """Deal a layout from a seed as docs/reference/seeds.md defines it, or search until a limit.

    The limit is in the result. None without the native library, where the mines do not fit, for
    levels above `HIGHEST`, and where the kernel leaves open what follows from some position.
    """
    kernel = context()
    if kernel is None:
        return None
    is_mine = np.zeros(wanted.adjacency.size, dtype=np.bool_)
    asked = question(wanted, is_mine)
    kernel.loaded = object()
    error, status = None, OK
    try:
        if wanted.steps is not None:  # anything else takes no time
            budget.check()
        status = kernel.ask(partial(kernel.library.ls_deal, kernel.address, byref(asked)), budget)
    except LimitError as reached:
        error = reached
    release(kernel)
    if status != OK:
        return None
    is_repaired = bool(asked.is_repaired)
    return Dealt(is_mine, asked.tries, is_repaired, asked.moved, asked.opened, error)


def question(wanted: ToDeal, is_mine: NDArray[np.bool_]) -> LayoutToDeal:
    """Describe a layout to the kernel, which writes it to an array: bool, flat."""
    degree, size = wanted.adjacency.table.shape
    steps = wanted.steps or Steps(uses_total=False, levels=None)
    return LayoutToDeal(
        *(wanted.seed, size, degree, wanted.mines),
        *(_NO_CELL if wanted.start is None else wanted.start, PROTECTION[wanted.first_click]),
        *(wanted.steps is not None, steps.uses_total, *(steps.levels or _ANY_LEVELS)),
        *(0, 0, 0, 0),  # to be written
        *(wanted.adjacency.address, address_of(is_mine)),
    )
