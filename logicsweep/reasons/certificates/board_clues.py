"""Clauses of clues that speak of the whole board, under two rules: a checker has to trust them.

Both rules are written down here a second time. The layout determines the values of all auxiliary
variables. The functions take the board, the cell of the clue and the last variable in use; they
return the clauses and the new last one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.reasons.certificates.counters import Clause, between, check_size
from logicsweep.reasons.certificates.squares import at, variable

_SIDES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _distances(board: Board, cell: Cell, top: int) -> tuple[list[Clause], int]:
    """Demand that the clue is the product of the distances to the two nearest mines.

    From the nearest cell on, two variables per cell say whether a first and a second mine were met
    so far; the first mine is at the distance at which the first variable becomes true. Pairs of
    distances are ruled out if their product is not the clue; all are squared, as clues are roots.
    """
    shown = _square_of(board.sign(cell) or "")
    by_distance = sorted((_square(cell, place), place) for place in board.cells if place != cell)
    first, second = top + 1, top + 2  # before the first cell
    clauses: list[Clause] = [(-first,), (-second,)]
    # By squared distance, `first` and `second` before the first cell there, and after the last.
    spans: dict[int, tuple[int, int, int, int]] = {}
    for square, place in by_distance:
        mine = variable(board, place)
        first_before, second_before = first, second
        first, second = second + 1, second + 2
        clauses += [(-first_before, first), (-mine, first), (-first, first_before, mine)]
        clauses += [(-second_before, second), (-mine, -first_before, second)]
        clauses += [(-second, second_before, mine), (-second, second_before, first_before)]
        first_at_start, second_at_start, *_ = spans.get(square, (first_before, second_before))
        spans[square] = first_at_start, second_at_start, first, second
    check_size(len(clauses) + len(spans) ** 2)
    for near, (first_before, _, first_after, _) in spans.items():
        for far, (_, second_before, _, second_after) in spans.items():
            if near <= far and near * far != shown:
                # Not the first mine at `near` and the second one at `far`.
                clauses.append((first_before, -first_after, second_before, -second_after))
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
    """Demand that as many mines as the clue shows can be reached from its cell through sides.

    A variable per cell says whether it is a mine that can be reached in at most n steps, for n from
    1 to one more than the clue shows. That is enough: until all mines are reached, every step
    reaches at least one more, so that too many in the end are too many after these steps.
    """
    area = int(board.sign(cell) or "")
    beside = {target: [at(board, target, step) for step in _SIDES] for target in board.cells}
    check_size(len(beside) * (area + 1) * 6)
    clauses: list[Clause] = []
    reached: dict[Cell, int] = {}  # the variables, at first for one step
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
    reached_mines = [reached[target] for target in beside if target != cell]
    counted, top = between(reached_mines, area, area, top)
    return clauses + counted, top


CLUES_OF_THE_BOARD: Final[dict[str, Callable[[Board, Cell, int], tuple[list[Clause], int]]]] = {
    "2P": _distances,
    "2A": _area,
}
