"""Deductions by single clues, one after the other, by the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from ctypes import byref
from functools import partial
from typing import NamedTuple

import numpy as np

from logicsweep.board.relation import IntArray
from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import context, release
from logicsweep.kernel.structures import Singles
from logicsweep.limits import Budget
from logicsweep.system.position import Position


class Single(NamedTuple):
    """A clue, by cell number, that decides the undecided cells around it; these are ascending."""

    clue: int
    mine: bool
    cells: list[int]


def single_clues(
    position: Position, clues: IntArray, *, covered: int, safe_first: bool, budget: Budget
) -> Iterator[Single] | None:
    """List what single clues decide, one after the other, always the first that decides anything.

    With `safe_first`, a clue that decides safe cells comes before those that decide mines. The
    states have so many covered cells. None without the native library and with uncertain clues.
    Raises `LimitError`.
    """
    kernel = context()
    states, uncertain, adjacency, _ = position
    is_fit = states.dtype == np.int8 and states.flags.c_contiguous and len(clues)
    if kernel is None or uncertain or not is_fit:
        return None
    degree, size = adjacency.table.shape
    answer = array("i", bytes(4 * (4 * covered + 1)))  # a cell is decided once, so is one a clue
    order = np.require(clues, np.int32, ["C", "W"])
    board = Singles(
        *(size, degree, len(order), safe_first, adjacency.address, states.ctypes.data),
        *(address_of(order), answer.buffer_info()[0]),
    )
    call = partial(kernel.library.ls_single_clues, kernel.address, byref(board))
    status = kernel.ask(call, budget)
    release(kernel)
    return _read(answer) if status == OK else None


def _read(answer: array[int]) -> Iterator[Single]:
    at = 1
    for _ in range(answer[0]):
        clue, mine, count = answer[at : at + 3]
        end = at + 3 + count
        yield Single(clue, mine == 1, answer[at + 3 : end].tolist())
        at = end
