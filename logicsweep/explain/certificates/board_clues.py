"""Clues that speak of the whole board: a checker has to trust this module.

Both rules are written down here a second time. The variables beside those of the cells are true
exactly where they say so; every layout has one value for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.explain.certificates.counters import Clause, between, check_size
from logicsweep.explain.certificates.squares import at, variable

_SIDES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _distances(board: Board, cell: Cell, top: int) -> tuple[list[Clause], int]:
    """Return the two nearest mines: the product of their squared distances is the square of the
    root.

    Going through the cells from the nearest on, a variable says whether there was a mine so far,
    and another one whether there were two.
    """
    shown = _square_of(board.sign(cell) or "")
    others = sorted((_square(cell, place), place) for place in board.cells if place != cell)
    clauses: list[Clause] = []
    first, second = top + 1, top + 2  # before the first cell
    clauses += [(-first,), (-second,)]
    # By squared distance, these variables before the first cell there and after the last one.
    spans: dict[int, tuple[int, int, int, int]] = {}
    for square, place in others:
        mine = variable(board, place)
        before_first, before_second = first, second
        first, second = second + 1, second + 2
        clauses += [(-before_first, first), (-mine, first), (-first, before_first, mine)]
        clauses += [(-before_second, second), (-mine, -before_first, second)]
        clauses += [(-second, before_second, mine), (-second, before_second, before_first)]
        start_one, start_two, *_ = spans.get(square, (before_first, before_second))
        spans[square] = start_one, start_two, first, second
    check_size(len(clauses) + len(spans) ** 2)
    for near, (no_one, _, any_one, _) in spans.items():
        for far, (_, no_two, _, any_two) in spans.items():
            if near <= far and near * far != shown:
                # Not the first mine here and the second one there.
                clauses.append((no_one, -any_one, no_two, -any_two))
    if shown:
        clauses.append((second,))  # there are two mines
    return clauses, second


def _square(cell: Cell, to: Cell) -> int:
    """Return the squared distance of two cells."""
    return (to.row - cell.row) ** 2 + (to.column - cell.column) ** 2


def _square_of(root: str) -> int:
    """Return the square of a root as a clue shows it, such as `5` or `3√2`."""
    outside, _, inside = root.partition("√")
    return int(outside or 1) ** 2 * int(inside or 1)


def _area(board: Board, cell: Cell, top: int) -> tuple[list[Clause], int]:
    """Count the mines that are reached from the cell through shared sides.

    Variables say what is reached in at most so many steps. As every step reaches a mine more until
    all are, one step more than the clue shows tells whether there are too many.
    """
    area = int(board.sign(cell) or "")
    beside = {target: [at(board, target, step) for step in _SIDES] for target in board.cells}
    check_size(len(beside) * (area + 1) * 6)
    clauses: list[Clause] = []
    reached: dict[Cell, int] = {}
    for place, target in enumerate(beside):
        reached[target] = top + 1 + place
        mine = variable(board, target)
        if cell in beside[target]:
            clauses += [(-reached[target], mine), (-mine, reached[target])]
        else:
            clauses.append((-reached[target],))
    top += len(beside)
    for _ in range(area):
        before = reached
        reached = {}
        for place, (target, sides) in enumerate(beside.items()):
            reached[target] = after = top + 1 + place
            mine = variable(board, target)
            ways = [before[target], *[before[side] for side in sides if side is not None]]
            clauses += [(-after, mine), (-after, *ways)]
            clauses += [(-way, -mine, after) for way in ways]
        top += len(beside)
    counted, top = between(
        [side for target, side in reached.items() if target != cell], area, area, top
    )
    return clauses + counted, top


# From a board, the cell of a clue and the last variable in use to clauses and the new last one.
CLUES_OF_THE_BOARD: Final[dict[str, Callable[[Board, Cell, int], tuple[list[Clause], int]]]] = {
    "2P": _distances,
    "2A": _area,
}
