"""Endgames, and the parts of a position, searched by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import string_at
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel import headers
from logicsweep.kernel.context import OK, address_of, context, numbers_at, release
from logicsweep.kernel.whole import Answer, at_hand
from logicsweep.limits import Budget
from logicsweep.system.system import Position

HIT: Final = 255
"""The value of a cell with a mine."""
# Weights below this are summed without overflow.
_MOST_WEIGHT: Final = 1 << 62


def won_after(
    values: NDArray[np.uint8 | np.uint16],
    weights: Sequence[int] | None,
    tried: Sequence[int],
    *,
    alpha: int,
    each: bool = False,
    budget: Budget,
) -> list[int] | None:
    """Compute the weight that the best player wins after opening each cell; see `strategy.tree`.

    All layouts have the same number of mines; `values` have the shape (layouts, cells). With `each`
    all weights above alpha are exact. None where the kernel cannot: without the library, for values
    that are not uint8, for very large weights and for sets that would take too much memory. Raises
    `LimitError` when the time is over.
    """
    if values.dtype != np.uint8:
        return None
    kernel = context()
    if kernel is None or (weights is not None and sum(weights) >= _MOST_WEIGHT):
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    weight_array = None if weights is None else np.array(weights, dtype=np.int64)
    weights_at = None if weight_array is None else address_of(weight_array)
    hidden = headers.ls_hidden(layouts, cells, address_of(shown), weights_at)
    numbers = np.array([*tried, 0], dtype=np.int32)
    won = np.zeros(len(tried) + 1, dtype=np.int64)
    arguments = hidden, address_of(numbers), len(tried), alpha, each, address_of(won)
    status = kernel.ask(kernel.library.ls_endgame, budget, *arguments)
    release(kernel)
    return won[:-1].tolist() if status == OK else None


def won_by_policy(
    values: NDArray[np.uint8 | np.uint16], *, each: bool, budget: Budget
) -> list[int] | None:
    """Count the layouts that a policy wins after opening each cell; see `strategy.policy`.

    -1 for a cell that was not worked out. None where the kernel cannot, as for `won_after`. Raises
    `LimitError` when the time is over.
    """
    kernel = context() if values.dtype == np.uint8 else None
    if kernel is None:
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    hidden = headers.ls_hidden(layouts, cells, address_of(shown), None)
    won = np.zeros(cells, dtype=np.int64)
    status = kernel.ask(kernel.library.ls_policy, budget, hidden, each, address_of(won))
    release(kernel)
    return won.tolist() if status == OK else None


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
    winning = headers.ls_winning()
    ask = kernel.library.ls_win
    solved = now.status == OK and kernel.ask(ask, budget, most, each, winning) == OK
    parts = _read(winning) if solved else None
    release(kernel)
    return parts


def _read(winning: headers.ls_winning) -> list[SolvedPart]:
    numbers = numbers_at(winning.numbers, winning.cells)
    won = numbers_at(winning.won, winning.cells, "q")
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
    listed = headers.ls_layouts_found()
    ask = kernel.library.ls_layouts_of
    values = None
    if now.status == OK and kernel.ask(ask, budget, cells[0], most, listed) == OK:
        layouts, count = listed.hidden.layouts, listed.hidden.cells
        if numbers_at(listed.numbers, count) == list(cells):
            data = string_at(listed.hidden.values, layouts * count)
            values = np.frombuffer(data, dtype=np.uint8).reshape(layouts, count).copy()
    release(kernel)
    return values
