"""The clues that force a cell: a minimal set from the kernel, and layouts that show it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from ctypes import byref
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.clue import Clue
from logicsweep.kernel.binding import OK
from logicsweep.kernel.context import context
from logicsweep.kernel.structures import Verdict
from logicsweep.limits import Budget
from logicsweep.system.position import Position

# How many numbers an answer has room for: each clue of a set, and the mines of a layout with it.
_ROOM: Final = 1024


class Forcing(NamedTuple):
    """Clues that are said to force a cell, as cell numbers.

    Attributes:
        clues: The clues; none if all clues of the board leave the cell open.
        layouts: For each clue mines that agree with all others and with the opposite verdict.
    """

    clues: list[int]
    layouts: list[list[int]]


def forcing(position: Position, cell: int, *, mine: bool, budget: Budget) -> Forcing | None:
    """Find the preferred minimal set of clues that force a covered cell.

    The order of preference is that of `reason/preferred.py`, which has the twin. None without the
    native library, and where the search would take long. Raises `LimitError`.
    """
    kernel = context()
    states, uncertain, adjacency, _ = position
    if kernel is None or states.dtype != np.int8 or not states.flags.c_contiguous:
        return None
    degree, size = adjacency.table.shape
    bounds = _bounds(uncertain)
    answer = array("i", bytes(4 * _ROOM))
    question = Verdict(
        *(size, degree, len(uncertain), cell, mine, _ROOM, adjacency.address, states.ctypes.data),
        *(bounds.buffer_info()[0] if uncertain else None, answer.buffer_info()[0]),
    )
    call = partial(kernel.library.ls_minimal, kernel.address, byref(question))
    if kernel.ask(call, budget) != OK:
        return None
    clues, layouts, at = [], [], 1
    for _ in range(answer[0]):
        end = at + 2 + answer[at + 1]
        clues.append(answer[at])
        layouts.append(answer[at + 2 : end].tolist())
        at = end
    return Forcing(clues, layouts)


def _bounds(uncertain: Mapping[int, Clue]) -> array[int]:
    """Return the number and the bounds of each uncertain clue, 1..0 where there are gaps."""
    rows = array("i")
    for number in sorted(uncertain):
        clue = uncertain[number]
        has_gaps = clue.weights is not None and 0 in clue.weights
        rows.extend((number, 1, 0) if has_gaps else (number, clue.lower, clue.upper))
    return rows
