"""Layouts that satisfy rules and constraints of a board, drawn from their counts: none is rejected.

The tables of a board are kept for the next games of the same setting. Where they would be too large
there is no way round them: the layouts that rules allow can be too few to be met by chance.
"""

from __future__ import annotations

from collections.abc import Sequence, Set as AbstractSet
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import Rules
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import LimitError, counted
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget, limited_to
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.statements import layout_constraints

# What a source gives for one layout.
_BITS: Final = 62


def drawn(
    board: Board,
    free: AbstractSet[int],
    source: Random,
    budget: Budget | None = None,
) -> NDArray[np.bool_]:
    """Draw a layout of a covered board, uniform among those without a mine in the free cells.

    The same source, board and free cells give the same layout. Returns booleans of shape (height,
    width).

    Raises:
        ValueError: There is no such layout.
        LimitError: The tables of the layouts are too large, or the budget, by default one of 60
            seconds, is spent.
    """
    try:
        with limited_to(budget or Budget(DEFAULT_TIME_LIMIT)):
            kb = _tables(board, frozenset(free))
            if not kb.has_layout():
                raise ValueError(_none_words(board, len(free)))
            [mask] = kb.sample(n=1, seed=source.getrandbits(_BITS))
    except LimitError as error:
        raise _too_large(board, error) from None
    return np.asarray(mask, dtype=np.bool_)


def check_dealt(board: Board, first_click: FirstClick, budget: Budget | None = None) -> None:
    """See that layouts can be dealt for a covered board, and that a first click can be protected.

    Without layout rules and constraints, nothing is to be seen. With them, it is enough that one
    cell can be opened first; a game says of another that it cannot.

    Raises:
        ValueError: No layout satisfies rules and constraints, or none keeps free what the first
            click wants.
        LimitError: The budget, by default one of 60 seconds, is spent. Whether tables of the
            layouts would be too large is known when one is dealt.
    """
    if not board.rules.choosing and not board.constraints:
        return
    near = board.adjacency.lists
    try:
        with limited_to(budget or Budget(DEFAULT_TIME_LIMIT)):
            if not _tables(board, frozenset()).has_layout():
                raise ValueError(_none_words(board, 0))
            if first_click is FirstClick.OPENING and not any(
                _kept(board, [cell, *near[cell]]).has_layout() for cell in range(board.grid.size)
            ):
                raise ValueError(
                    f"no layout that satisfies {_words(board)} keeps a cell and its "
                    f"neighbours free of mines; expected another first click, such as safe"
                )
    except LimitError as error:
        raise _too_large(board, error) from None


def satisfies(rules: Rules, layout: Layout, constraints: Sequence[Constraint] = ()) -> bool:
    """Tell whether a layout satisfies layout rules and constraints.

    Raises ValueError if the rules do not fit on it.
    """
    ruled = layout.revealed(rules=Rules(layout=rules.layout)).placed_rules
    of_rules = () if ruled is None else layout_constraints(ruled, None)
    mines = frozenset(np.flatnonzero(layout.mask).tolist())
    return all(constraint.weight(mines) for constraint in (*of_rules, *constraints))


# The first clicks of some settings; each may take up to hundreds of megabytes.
@lru_cache(maxsize=8)
def _tables(board: Board, free: frozenset[int]) -> KnowledgeBase:
    return _kept(board, sorted(free))


def _kept(board: Board, free: list[int]) -> KnowledgeBase:
    """Return a knowledge base of a covered board on which some cells are known to be safe.

    It has no time limit of its own: the caller has one budget for all questions.
    """
    given = board.altered(liars=0).with_states(dict.fromkeys(free, int(State.NO_CLUE)))
    return KnowledgeBase(given, reasoner=ELIMINATION, time_limit=None)


def _words(board: Board) -> str:
    names = board.rules.choosing
    words = [f"the rule{'s' if len(names) > 1 else ''} {' '.join(names)}"] if names else []
    words += [f"the constraint{'s' if len(board.constraints) > 1 else ''}"] * bool(
        board.constraints
    )
    return " and ".join(words)


def _none_words(board: Board, free: int) -> str:
    where = f", and keeps {counted(free, 'cell')} free of mines" if free else ""
    return f"no layout of {board.title} satisfies {_words(board)}{where}"


def _too_large(board: Board, error: LimitError) -> LimitError:
    return LimitError(
        f"layouts of {board.title} under {_words(board)} cannot be dealt: {error.limit}"
    )
