"""The clauses of a user's own rules, of which there is no second definition.

A checker has to trust this module, and the rule as the board has it: what a clue shows on a layout,
and where the windows of a rule for layouts lie.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule, placed
from logicsweep.board.rules.rules import Rules
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.layout_rules import (
    RuleAt,
    mines_between,
    not_exactly,
    nothing_said,
)
from logicsweep.reasons.certificates.squares import given, variables

# The most covered cells that a clue under a rule of one's own may speak of.
_MOST: Final = 12


def check_rules(board: Board, used: Collection[str]) -> None:
    """Raise ValueError if certificates do not know a rule of a board.

    That is one with the name of another one, or a user's own of those used that is about more than
    windows.
    """
    for rule in board.rules.every:
        _is_known(rule)
    for layout in board.rules.layout:
        is_more = layout.lines is not None or layout.regions
        if layout.name in used and is_more and not _is_known(layout):
            raise ValueError(
                f"certificates know only the windows of a rule of your own, such as {layout.name}"
            )


def is_own_clue(board: Board, cell: Cell) -> bool:
    """Tell whether the clue in a cell follows a rule of a user's own."""
    ruled, clue = board.placed_rules, board.clue(cell)
    return ruled is not None and clue is not None and not _is_known(ruled.of(clue)[0].rules.clue)


def is_own_rule(board: Board, name: str) -> bool:
    """Tell whether a board has a rule for layouts of this name which is a user's own."""
    return any(rule.name == name and not _is_known(rule) for rule in board.rules.layout)


def own_clue(board: Board, cell: Cell) -> tuple[list[Clause], list[int]]:
    """Return the clauses of a clue under a user's own rule, and the variables of its cells.

    Raises `LimitError` for a clue that speaks of more than twelve covered cells.
    """
    ruled, clue = board.placed_rules, board.clue(cell)
    if ruled is None or clue is None:
        raise ValueError(f"there is no clue at {cell}")
    number = board.number(cell)
    near = [board.cell(place) for place in ruled.scope(number, clue).cells]
    literals = variables(board, near)
    if len(literals) > _MOST:
        raise LimitError(
            f"the clue at {cell} speaks of {len(literals)} covered cells; under a rule of your own "
            f"certificates take at most {_MOST}"
        )
    mines = [int(state) == State.KNOWN_MINE for state in board.grid.flat]
    clauses: list[Clause] = []
    for values in product((False, True), repeat=len(literals)):
        for literal, value in zip(literals, values, strict=True):
            mines[literal - 1] = value
        if not ruled.judged(number, mines, clue)[1]:
            clauses.append(
                tuple(
                    [
                        -literal if value else literal
                        for literal, value in zip(literals, values, strict=True)
                    ]
                )
            )
    return clauses, sorted(literals)


def own_rule_at(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], list[int], int]:
    """Write the clauses of a user's own rule for layouts at one place, as `rule_at` does.

    The cells are those of a window in reading order, or a mine and then the cells of its window.
    Raises ValueError if there is no such window.
    """
    ruled = board.placed_rules
    layout = () if ruled is None else ruled.layout
    rule = next((rule for rule in layout if rule.name == demand.rule), None)
    if ruled is None or rule is None:
        raise nothing_said(demand)
    numbers = tuple(map(board.number, demand.cells))
    clauses: list[Clause] = []
    lies = False
    for window, inside, anchor, *_ in placed(rule, ruled.place):
        if numbers != (tuple(sorted(inside)) if anchor is None else (anchor, *inside)):
            continue
        lies = True
        cells = [board.cell(number) for number in inside]
        made, top = mines_between(board, cells, window.lower, window.upper, top)
        if window.gap is not None:
            made += not_exactly(board, cells, window.gap)
        clauses += made if anchor is None else [(*clause, -(anchor + 1)) for clause in made]
    if not lies:
        raise nothing_said(demand)
    return given(board, clauses), variables(board, demand.cells), top


def _is_known(rule: ClueRule | LayoutRule) -> bool:
    """Tell whether logicsweep knows a rule by its name. Raises ValueError for one with its name."""
    try:
        rules = Rules.of(rule.name)
    except ValueError:
        return False
    if rule not in (rules.clue, *rules.layout):
        raise ValueError(f"a rule of your own has the name of another one: {rule.name}")
    return True
