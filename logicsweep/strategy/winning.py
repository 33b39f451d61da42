"""The probability to win with the best play: of a position, or of a whole game."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import ceil, prod
from typing import NamedTuple

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import State
from logicsweep.board.total import checked_density
from logicsweep.errors import whole
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.beside import board_alone
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reason.solvers.engine import ELIMINATION
from logicsweep.strategy.endgame import (
    WHEN_ASKED,
    shown,
    solve,
    weights_of,
    with_known_mines,
    won_after,
)
from logicsweep.strategy.parts import Part, parts_of
from logicsweep.strategy.recounts import counted_of


def win_chance(
    position: KnowledgeBase | Board,
    *,
    first_click: FirstClick | str | None = None,
    density: Fraction | None = None,
    layouts: int = WHEN_ASKED,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Fraction:
    """The probability that the best player opens every safe cell and no mine, exactly.

    The clues to come are exact, and every layout that agrees with the board is as likely as any
    other (under a density, as it says). Parts of the board that tell nothing of each other are
    solved by themselves. A board on which no cell is covered is won. The limit of layouts lets in
    blank boards such as all of 4x4, 5x5 with 4 mines and 8x8 with 3, but not 5x5 with 5.

    Args:
        position: A knowledge base, or a board, with exact clues; flags do not count.
        first_click: What the game guarantees of the first cell, as a `FirstClick` or its name. It
            matters only if no cell is open yet, and is then by default what games usually
            guarantee: `opening`, or `safe` under layout rules.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        layouts: The most layouts that a part may have.
        time_limit: The seconds that it may take; None for no limit.

    Raises:
        ValueError: A clue is uncertain or may show two values, a cell was opened without a clue,
            the density or a limit is out of range, or the first click cannot keep its cells free;
            or the knowledge base has liars, a program or constraints.
        UnknownNameError: There is no such first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: Some part has more layouts, or the time is over.
        MissingDensityError: The answer depends on a density that is unknown.
    """
    board = board_alone(position)
    protection = FirstClick.asked(board, first_click)
    known = board.density if density is None else checked_density(density)
    most = whole("layouts", layouts)
    if most < 1:
        raise ValueError(f"layouts is {most}; expected 1 or more")
    if board.rules.clue.leaves_choice:
        raise ValueError(
            f"a clue may show two values under the rule {board.rules.clue.name}; expected a rule "
            f"by which it shows one"
        )
    if board.uncertain_by_number or (board.grid == State.NO_CLUE).any():
        raise ValueError("a clue is uncertain or missing; expected exact clues in all open cells")
    budget = Budget(time_limit)
    KnowledgeBase(board, reasoner=ELIMINATION, time_limit=time_limit).count()
    return best_start(
        board, protection, limit=most, budget=budget, density=known, every=False
    ).chance


class Start(NamedTuple):
    """The best play of a whole position.

    Attributes:
        chance: The probability to win.
        best: The numbers of the cells that the best player may open next: all, or one of them.
    """

    chance: Fraction
    best: tuple[int, ...]


def best_start(
    board: Board,
    protection: FirstClick,
    *,
    limit: int,
    budget: Budget,
    density: Fraction | None = None,
    every: bool = True,
) -> Start:
    """The best play of a consistent position with exact clues; see `win_chance` for what it raises.

    The protection of the first click counts if no cell is open.
    """
    # The largest part first: if it is too large, nothing else is of use.
    parts = parts_of(board, counted_of(board, budget), budget)
    parts.sort(key=lambda part: part.layouts, reverse=True)
    ask = partial(solve, board, limit=limit, budget=budget, density=density, every=every)
    if protection is FirstClick.UNPROTECTED or not is_blank(board) or not parts:
        solved = [ask(part) for part in parts]
        chance = prod([one.chance for one in solved], start=Fraction(1))
        return Start(chance, tuple(sorted(cell for one in solved for cell in one.best)))
    # Without a clue there is one part.
    starts = [
        _first(board, part, protection, density, limit=limit, budget=budget) for part in parts
    ]
    if not starts[0].best:
        raise ValueError(
            f"no layout keeps the first click ({protection.value}) free of mines; expected another "
            f"first click, such as unprotected"
        )
    return starts[0]


def _first(
    board: Board,
    part: Part,
    protection: FirstClick,
    density: Fraction | None,
    *,
    limit: int,
    budget: Budget,
) -> Start:
    """The best first click into a part: it, and perhaps its neighbours, are kept free of mines."""
    layouts = with_known_mines(board, part.listed(limit, budget))
    weights = weights_of(board, layouts[:, list(part.undecided)], density)
    values = shown(layouts, part.cells, board.adjacency, board.placed_rules)
    best = Start(Fraction(-1), ())
    for place, cell in enumerate(part.cells):
        free = [cell]
        if protection is FirstClick.OPENING:
            free += board.adjacency.neighbours(cell)
        allowed = np.flatnonzero(~layouts[:, free].any(axis=1)).tolist()
        own = None if weights is None else [weights[row] for row in allowed]
        total = len(allowed) if own is None else sum(own)
        if not total:
            continue
        # What is worse than the best is not worth knowing exactly.
        alpha = ceil(best.chance * total) - 1
        [won] = won_after(values[allowed], own, [place], alpha=alpha, budget=budget)
        chance = Fraction(won, total)
        if won > alpha and chance > best.chance:
            best = Start(chance, (cell,))
        elif won > alpha:
            best = Start(chance, (*best.best, cell))
    return best
