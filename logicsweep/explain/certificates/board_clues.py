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
    others = sorted((_square(cell, other), other) for other in board.cells if other != cell)
    clauses: list[Clause] = []
    one, two = top + 1, top + 2  # before the first cell
    clauses += [(-one,), (-two,)]
    # By squared distance, these variables before the first cell there and after the last one.
    spans: dict[int, tuple[int, int, int, int]] = {}
    for square, other in others:
        mine = variable(board, other)
        before_one, before_two = one, two
        one, two = two + 1, two + 2
        clauses += [(-before_one, one), (-mine, one), (-one, before_one, mine)]
        clauses += [(-before_two, two), (-mine, -before_one, two)]
        clauses += [(-two, before_two, mine), (-two, before_two, before_one)]
        start_one, start_two, *_ = spans.get(square, (before_one, before_two))
        spans[square] = start_one, start_two, one, two
    check_size(len(clauses) + len(spans) ** 2)
    for near, (no_one, _, any_one, _) in spans.items():
        for far, (_, no_two, _, any_two) in spans.items():
            if near <= far and near * far != shown:
                # Not the first mine here and the second one there.
                clauses.append((no_one, -any_one, no_two, -any_two))
    if shown:
        clauses.append((two,))  # there are two mines
    return clauses, two


def _square(cell: Cell, other: Cell) -> int:
    """Return the squared distance of two cells."""
    return (other.row - cell.row) ** 2 + (other.column - cell.column) ** 2


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
    beside = {other: [at(board, other, step) for step in _SIDES] for other in board.cells}
    check_size(len(beside) * (area + 1) * 6)
    clauses: list[Clause] = []
    reached: dict[Cell, int] = {}
    for place, other in enumerate(beside):
        reached[other] = top + 1 + place
        mine = variable(board, other)
        if cell in beside[other]:
            clauses += [(-reached[other], mine), (-mine, reached[other])]
        else:
            clauses.append((-reached[other],))
    top += len(beside)
    for _ in range(area):
        before = reached
        reached = {}
        for place, (other, sides) in enumerate(beside.items()):
            reached[other] = after = top + 1 + place
            mine = variable(board, other)
            ways = [before[other], *[before[one] for one in sides if one is not None]]
            clauses += [(-after, mine), (-after, *ways)]
            clauses += [(-way, -mine, after) for way in ways]
        top += len(beside)
    counted, top = between(
        [one for other, one in reached.items() if other != cell], area, area, top
    )
    return clauses + counted, top


# From a board, the cell of a clue and the last variable in use to clauses and the new last one.
CLUES_OF_THE_BOARD: Final[dict[str, Callable[[Board, Cell, int], tuple[list[Clause], int]]]] = {
    "2P": _distances,
    "2A": _area,
}
