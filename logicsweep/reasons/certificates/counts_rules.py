"""The statements of a board as numbers of mines in sets of cells: a checker has to trust this.

A set of cells is an integer with a bit for each cell, by its number; a set of numbers of mines one
with a bit for each number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.errors import LimitError
from logicsweep.reasons.certificates.clue_rules import counted_clue
from logicsweep.reasons.certificates.own_rules import check_rules, is_own_clue
from logicsweep.reasons.certificates.squares import rule_of

# Cells of a board: each rule takes up to a bit for each cell.
MOST_CELLS: Final = 10_000
_NONE: Final = "there are no certificates of counts with {}"


class Rule(NamedTuple):
    """A statement: the number of mines among `cells` is one of those that are `allowed`."""

    cells: int
    allowed: int


def rules_of(board: Board) -> list[Rule]:
    """Return the mine count, then what the cells, the clues and the board's constraints say.

    All cells count, those that are open as well. A layout agrees with the board if and only if it
    satisfies each of these.

    Raises:
        ValueError: The board says anything else.
        LimitError: It has too many cells.
    """
    size = board.height * board.width
    if size > MOST_CELLS:
        raise LimitError(f"the certificate of a count is for up to {MOST_CELLS:,} cells")
    _check_plain(board)
    rules = [Rule((1 << size) - 1, _numbers(*(board.total_bounds or (0, size))))]
    for number in range(size):
        cell = board.cell(number)
        if not board.is_covered(cell):
            rules.append(Rule(1 << number, 2 if board[cell] == State.KNOWN_MINE else 1))
        if board.clue(cell) is not None:
            rules.append(_clue(board, cell))
    for constraint in board.constraints:
        if not isinstance(constraint, Cardinality):
            name = constraint.source.name
            raise ValueError(  # noqa: TRY004  # the board is at fault, not its type
                _NONE.format(f"the constraint {name}, which does not count mines")
            )
        _check_even(constraint.weights, f"the constraint {constraint.source.name}")
        allowed = _numbers(constraint.lower, constraint.upper)
        for number, weight in enumerate(constraint.weights or (), constraint.lower):
            if not weight:
                allowed &= ~(1 << number)
        rules.append(Rule(_set(constraint.cells), allowed))
    return rules


def _check_plain(board: Board) -> None:
    """Raise ValueError for a board with more than clues, a mine count and constraints."""
    check_rules(board, ())
    if board.liars:
        raise ValueError(_NONE.format("clues that may be wrong"))
    if board.rules.layout:
        raise ValueError(_NONE.format(f"the rule {board.rules.layout[0].name} for layouts"))
    if board.rules.clue.key is not None:  # it demands something even where no clue needs it
        raise ValueError(_NONE.format(f"the key of the rule {board.rules.clue.keyed.name}"))


def _clue(board: Board, cell: Cell) -> Rule:
    """Return what a clue says, under its rule."""
    counted = None if is_own_clue(board, cell) else counted_clue(board, cell)
    if counted is None:
        raise ValueError(_NONE.format(f"the rule {rule_of(board, cell)} for clues"))
    clue = board.clue(cell)
    if isinstance(clue, Clue):
        _check_even(clue.weights, f"the clue at {cell}")
    cells, numbers = counted
    return Rule(_set([board.number(place) for place in cells]), _set(numbers))


def _check_even(weights: tuple[int, ...] | None, source: str) -> None:
    """Raise ValueError for likelihoods, by which layouts are no plain set."""
    if len({*(weights or ())} - {0}) > 1:
        raise ValueError(_NONE.format(f"likelihoods, such as those of {source}"))


def _set(numbers: Iterable[int]) -> int:
    """Return the set of some different numbers."""
    return sum([1 << number for number in numbers])


def _numbers(lower: int, upper: int) -> int:
    """Return the numbers from `lower` to `upper`."""
    return (1 << upper + 1) - (1 << lower) if lower <= upper else 0
