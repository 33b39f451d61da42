"""The parts of a position, solved by the kernel from the position alone."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, string_at
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.binding import OK
from logicsweep.kernel.context import release
from logicsweep.kernel.structures import LayoutsOfPart, Winning
from logicsweep.kernel.whole import Answer, at_hand
from logicsweep.limits import Budget
from logicsweep.system.position import Position


class SolvedPart(NamedTuple):
    """A part of a position that can be played by itself; its layouts all weigh the same.

    Attributes:
        cells: The numbers of its covered cells, ascending.
        undecided: The number of those that are not proved safe.
        is_even: Whether all its layouts have the same number of mines.
        layouts: The number of its layouts; None unless it is even and has at most as many as asked.
        won: The number of layouts that the best player wins; None if it was not solved.
        won_first: The same for each of the cells, if that cell is opened first; None if it was not
            worked out.
    """

    cells: tuple[int, ...]
    undecided: int
    is_even: bool
    layouts: int | None
    won: int | None
    won_first: tuple[int | None, ...]


def solved_parts(
    position: Position,
    most: int,
    budget: Budget,
    answer: Answer | None = None,
    *,
    each: bool = True,
) -> list[SolvedPart] | None:
    """Solve the even parts of a consistent position that have at most `most` layouts.

    The parts come in the order of their first cells. With `each`, which takes longer, all cells of
    a part are tried; without it, only the best are exact. None where the kernel cannot: without the
    library, where clues have weights, and for want of memory. Raises `LimitError`.
    """
    loaded = at_hand(position, budget, answer)
    if loaded is None:
        return None
    kernel, now = loaded
    winning = Winning()
    ask = partial(kernel.library.ls_win, kernel.address, most, each, byref(winning))
    solved = now.status == OK and kernel.ask(ask, budget) == OK
    parts = _read(winning) if solved else None
    release(kernel)
    return parts


def _read(winning: Winning) -> list[SolvedPart]:
    numbers = memoryview(string_at(winning.numbers, winning.cells * 4)).cast("i").tolist()
    won = memoryview(string_at(winning.won, winning.cells * 8)).cast("q").tolist()
    parts = []
    for part in winning.part[: winning.parts]:
        where = slice(part.first, part.first + part.count)
        parts.append(
            SolvedPart(
                tuple(numbers[where]),
                part.undecided,
                bool(part.is_even),
                _or_none(part.layouts),
                _or_none(part.won),
                tuple(map(_or_none, won[where])),
            )
        )
    return parts


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def values_of_part(
    position: Position, cells: Sequence[int], most: int, budget: Budget
) -> NDArray[np.uint8] | None:
    """Show each cell of a part in each of its layouts, `HIT` for a mine; shape (layouts, cells).

    Layouts come in any order, and are the same as `weighed` of `strategy.parts.Part` lists. None
    where the kernel cannot, where no even part has just these cells, and for more than `most`
    layouts. Raises `LimitError`.
    """
    loaded = at_hand(position, budget)
    if loaded is None:
        return None
    kernel, now = loaded
    listed = LayoutsOfPart()
    ask = partial(kernel.library.ls_layouts_of, kernel.address, cells[0], most, byref(listed))
    values = None
    if now.status == OK and kernel.ask(ask, budget) == OK:
        layouts, count = listed.hidden.layouts, listed.hidden.cells
        numbers = memoryview(string_at(listed.numbers, count * 4)).cast("i").tolist()
        if numbers == list(cells):
            data = string_at(listed.hidden.values, layouts * count)
            values = np.frombuffer(data, dtype=np.uint8).reshape(layouts, count).copy()
    release(kernel)
    return values
