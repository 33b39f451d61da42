"""The clauses of rules for layouts, a second definition: a checker has to trust this module.

A rule makes the same demand all over the board: on each window of cells, on the cells beside each
mine, or on each row and column. A demand at one place is named by the rule and the cells, in order;
one on all regions of mines or safe cells, in `region_rules`, is named by all cells. Where cells are
no squares, neighbours are beside each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product
from operator import eq, le
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.reasons.certificates.counters import Clause, between, not_pairs
from logicsweep.reasons.certificates.region_rules import REGIONS, regions_of
from logicsweep.reasons.certificates.squares import (
    Offset,
    at,
    given,
    is_coloured,
    is_of_squares,
    mines_among,
    variable,
    variables,
)


class RuleAt(NamedTuple):
    """The demand of a rule for layouts at one place of the board.

    Attributes:
        rule: The name of the rule.
        cells: The cells that it speaks of: the cells of a window in reading order; a mine, and then
            the cells above, to the left, to the right and below, as far as they count, or all its
            neighbours in reading order; the cells of a row or column; those of two lines, one after
            the other, if these have equally many mines and the mine count is not known; those of
            two columns, row by row, of bridges; all cells of the board, if the rule is about
            regions.
    """

    rule: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return f"{self.rule}[{' '.join(map(str, self.cells))}]"


def _straight(size: int) -> list[tuple[Offset, ...]]:
    """List the lines of `size` cells: a row and a column."""
    return [tuple([(0, step) for step in range(size)]), tuple([(step, 0) for step in range(size)])]


_BESIDE: Final = ((0, 0), (0, 1))
_BELOW: Final = ((0, 0), (1, 0))
_CORNERS: Final = (((0, 0), (1, 1)), ((0, 0), (1, -1)))
_JUMPS: Final = tuple([((0, 0), jump) for jump in ((1, 2), (1, -2), (2, 1), (2, -1))])
_DIAGONALS: Final = (((0, 0), (1, 1), (2, 2)), ((0, 0), (1, -1), (2, -2)))

_SQUARE: Final = ((0, 0), (0, 1), (1, 0), (1, 1))

# Windows all over the board, with the least and the most mines in each of them.
_WINDOWS: Final[dict[str, list[tuple[tuple[Offset, ...], int, int]]]] = {
    "Q": [(_SQUARE, 1, 4)],
    "T": [(line, 0, 2) for line in (*_straight(3), *_DIAGONALS)],
    "A": [(jump, 0, 1) for jump in _JUMPS],
    "H": [(_BESIDE, 0, 1)],
    "U": [(_BESIDE, 0, 1), (_BELOW, 0, 1)],
    "D'": [*[(two, 0, 1) for two in _CORNERS], *[(line, 0, 4) for line in _straight(5)]],
    "2T": [(line, 1, 2) for line in _straight(3)],
    "2C": [(_SQUARE, 0, 4)],
}
# A number of mines in each window that is not allowed.
_GAPS: Final = {"2C": 3}

_SIDES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))

# The cells beside a mine, with the least and the most mines among them.
_BESIDE_MINES: Final[dict[str, tuple[tuple[Offset, ...], int, int]]] = {
    "D": (_SIDES, 1, 1),
    "2H": (((0, -1), (0, 1)), 1, 2),
    "2F": (_SIDES, 1, 1),
    "S": (_SIDES, 1, 2),
}


def rule_at(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], list[int], int]:
    """Write the clauses of a layout rule at one place.

    Returns the clauses, the variables of the cells that they are about, and the last variable in
    use. Raises ValueError if the board has no such rule, or the rule demands nothing of these
    cells.
    """
    if demand.rule not in [rule.name for rule in board.rules.layout]:
        raise ValueError(f"the board has no rule {demand.rule[:40]!r} for layouts")
    for cell in demand.cells:
        board.number(cell)  # a cell off the board is an error
    if demand.rule in REGIONS and demand.cells == tuple(board.cells):
        # On a very small board the cells may be a window as well, and then both count.
        clauses, top = _local(board, demand, top) or ([], top)
        of_regions, top = regions_of(board, demand.rule, top)
        clauses = [*clauses, *of_regions]
    elif demand.rule in REGIONS or demand.rule in _WINDOWS or demand.rule in _BESIDE_MINES:
        local = _local(board, demand, top)
        if local is None:
            raise nothing_said(demand)
        clauses, top = local
    else:
        clauses, top = _in_lines(board, demand, top)
    return clauses, sorted(set(variables(board, demand.cells))), top


def nothing_said(demand: RuleAt) -> ValueError:
    """Make the error for cells of which a rule says nothing."""
    cells = " ".join(map(str, demand.cells[:10]))
    return ValueError(f"the rule {demand.rule} says nothing of the cells {cells or 'of no window'}")


def _local(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], int] | None:
    """Write the clauses of a window, or of the cells beside a mine; None if it has none there."""
    if demand.rule == "U" and not is_of_squares(board):
        return _apart(board, demand, top)
    if demand.rule in _WINDOWS:
        return _window(board, demand, top)
    return _beside_a_mine(board, demand, top) if demand.rule in _BESIDE_MINES else None


def _window(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], int] | None:
    """Write the clauses of a window; None if the cells are none, or not sorted."""
    for cell, (offsets, least, most) in product(demand.cells, _WINDOWS[demand.rule]):
        cells = {at(board, cell, offset) for offset in offsets}
        if len(cells) == len(offsets) == len(demand.cells) and cells == set(demand.cells):
            if demand.cells != tuple(sorted(demand.cells)):
                break
            clauses, top = mines_between(board, demand.cells, least, most, top)
            gap = _GAPS.get(demand.rule)
            return (
                clauses if gap is None else [*clauses, *not_exactly(board, demand.cells, gap)]
            ), top
    return None


def _apart(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], int] | None:
    """Forbid mines in neighbouring cells."""
    for first, second in [demand.cells] if len(demand.cells) == 2 else []:
        if first < second and second in board.neighbours(first):
            return mines_between(board, demand.cells, 0, 1, top)
    return None


def not_exactly(board: Board, cells: Sequence[Cell], number: int) -> list[Clause]:
    """Forbid exactly `number` mines in some cells."""
    variables = [variable(board, cell) for cell in cells]
    return given(
        board,
        [
            tuple([-literal if literal in some else literal for literal in variables])
            for some in combinations(variables, number)
        ],
    )


def _beside_a_mine(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], int] | None:
    """Write the clauses of the cells beside a mine, the first cell; None if they are others."""
    offsets, least, most = _BESIDE_MINES[demand.rule]
    for mine in demand.cells[:1]:
        near = [*board.neighbours(mine)]
        if is_of_squares(board):
            near = [cell for offset in offsets for cell in (at(board, mine, offset),) if cell]
        if demand.cells != (mine, *near) or (demand.rule == "2F" and not is_coloured(mine)):
            break
        if not board.is_covered(mine) and board[mine] != State.KNOWN_MINE:
            return [], top
        clauses, top = mines_between(board, near, least, most, top)
        unless = [-literal for literal in variables(board, [mine])]
        return [(*unless, *clause) for clause in clauses], top
    return None


def mines_between(
    board: Board, cells: Sequence[Cell], least: int, most: int, top: int
) -> tuple[list[Clause], int]:
    """Demand `least` to `most` mines in some cells."""
    literals, known = variables(board, cells), mines_among(board, cells)
    least, most = max(least - known, 0), min(most - known, len(literals))
    return between(literals, least, most, top)


def _in_lines(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], int]:
    """Write the clauses of a rule on rows and columns. Raises ValueError for other cells."""
    row, column = demand.cells[0] if demand.cells else (0, 0)
    if demand.rule == "2B":
        return _bridges(board, demand, column, top)
    if demand.rule != "B":
        if demand.cells != _row(board, row):
            raise nothing_said(demand)
        if demand.rule == "2S":
            return _one_run(board, demand.cells, top)
        if demand.rule == "2Z":
            coloured = [cell for cell in demand.cells if is_coloured(cell)]
            others = [cell for cell in demand.cells if not is_coloured(cell)]
            return _as_many(board, coloured, others, top)
        raise ValueError(f"there are no certificates with the rule {demand.rule}")
    lower, upper = board.total_bounds or (0, -1)
    for line, index, lines in ((_row, row, board.height), (_column, column, board.width)):
        cells = line(board, index)
        if lower == upper and demand.cells == cells:
            # All lines together hold all mines.
            each, rest = divmod(lower, lines)
            return ([()], top) if rest else mines_between(board, cells, each, each, top)
        if lower != upper and index + 1 < lines:
            after = line(board, index + 1)
            if demand.cells == (*cells, *after):
                return _as_many(board, cells, after, top)
    raise nothing_said(demand)


def line_sums(board: Board, demand: RuleAt) -> list[tuple[dict[int, int], int, int]]:
    """Write a rule that lines or colours have equally many mines as a sum: weights, and bounds.

    Nothing for other rules. Raises ValueError as `rule_at` does.
    """
    if demand.rule not in ("B", "2Z") or not demand.cells:
        return []
    rule_at(board, demand, board.height * board.width)  # it may say nothing of these cells
    signs = [1] * len(demand.cells)
    value = 0
    if demand.rule == "2Z":
        signs = [1 if is_coloured(cell) else -1 for cell in demand.cells]
    else:
        lower, upper = board.total_bounds or (0, -1)
        is_row = demand.cells == _row(board, demand.cells[0].row)
        if lower == upper:
            value = lower // (board.height if is_row else board.width)
        else:
            signs[len(signs) // 2 :] = [-1] * (len(signs) // 2)
    known = sum(
        [sign * mines_among(board, [cell]) for sign, cell in zip(signs, demand.cells, strict=True)]
    )
    free = {
        variable(board, cell): sign
        for sign, cell in zip(signs, demand.cells, strict=True)
        if board.is_covered(cell)
    }
    return [(free, value - known, value - known)]


def _row(board: Board, row: int) -> tuple[Cell, ...]:
    return tuple([Cell(row, column) for column in range(board.width)])


def _column(board: Board, column: int) -> tuple[Cell, ...]:
    return tuple([Cell(row, column) for row in range(board.height)])


def _bridges(board: Board, demand: RuleAt, column: int, top: int) -> tuple[list[Clause], int]:
    """Demand that the n-th mines of two columns, from above, are at most a row apart, for each n.

    So the columns have equally many, and none has more mines above a row than the other has down to
    that row.
    """
    if column + 1 >= board.width:
        raise nothing_said(demand)
    left, right = _column(board, column), _column(board, column + 1)
    if demand.cells != tuple([cell for row in zip(left, right, strict=True) for cell in row]):
        raise nothing_said(demand)
    clauses, top = _as_many(board, left, right, top)
    for row in range(1, board.height):
        for upper, lower in ((left, right), (right, left)):
            more, top = _compared(board, upper[:row], lower[: row + 1], le, top)
            clauses += more
    return clauses, top


def _as_many(
    board: Board, first: Sequence[Cell], second: Sequence[Cell], top: int
) -> tuple[list[Clause], int]:
    """Demand equally many mines in two groups of cells."""
    return _compared(board, first, second, eq, top)


def _compared(
    board: Board,
    first: Sequence[Cell],
    second: Sequence[Cell],
    is_right: Callable[[int, int], bool],
    top: int,
) -> tuple[list[Clause], int]:
    """Demand that the numbers of mines in two groups of cells compare like this."""
    literals = variables(board, first), variables(board, second)
    ahead = mines_among(board, first) - mines_among(board, second)
    pairs = [
        (first_mines, second_mines)
        for first_mines, second_mines in product(
            range(len(literals[0]) + 1), range(len(literals[1]) + 1)
        )
        if not is_right(first_mines + ahead, second_mines)
    ]
    return not_pairs(*literals, pairs, top)


def _one_run(board: Board, row: Sequence[Cell], top: int) -> tuple[list[Clause], int]:
    """Demand that a row has exactly one run of mines.

    There is a mine; and once a run has ended, which a variable for each cell says, there is none.
    """
    mines = [variable(board, cell) for cell in row]
    ended = list(range(top + 1, top + len(mines) + 1))
    clauses: list[Clause] = [tuple(mines)]
    for (before, mine), (was, has) in zip(pairwise(mines), pairwise(ended), strict=True):
        clauses += [(-before, mine, has), (-was, has)]
    clauses += [(-has, -mine) for has, mine in zip(ended, mines, strict=True)]
    return given(board, clauses), ended[-1]
