"""The probability to win with the best play: of a position, or of a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, prod
from typing import NamedTuple

from logicsweep.board.board import Board, expect_board
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.errors import positive
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.strategy.beliefs import STEPS_WHEN_ASKED
from logicsweep.strategy.endgame import UNKNOWN, WHEN_ASKED, Playing, solve_part
from logicsweep.strategy.optima import listed_start
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.symmetries import views_of


class Start(NamedTuple):
    """The best play of a whole position.

    Attributes:
        chance: The probability to win; negative if no cell can be the first.
        best: The numbers of the cells that the best player may open next: all, or one of them.
        chances: By cell number, the probability to win if that cell is opened first, where the
            first click is protected and that was worked out.
    """

    chance: Fraction
    best: tuple[int, ...]
    chances: Mapping[int, Fraction] = UNKNOWN


def win_chance(
    position: KnowledgeBase | Board,
    *,
    first_click: FirstClick | str | None = None,
    density: Fraction | str | None = None,
    layouts: int = WHEN_ASKED,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Fraction:
    """Compute the probability that the best player opens every safe cell and no mine, exactly.

    Layouts weigh the same, or as a density and the likelihoods of clues and constraints say. The
    clues to come follow the rule of the board, or the clue model that its clues name; without one
    they are exact. They are right, also where some of the open ones may be wrong, and of several
    values that a clue may show each is as likely (see `KnowledgeBase.clue_distribution`). A program
    is read once, for the board as it is now.

    Independent parts of the board are solved by themselves. A position without a covered safe cell
    is won. A blank board whose first click is protected is not won before that click: if no layout
    keeps its cells free, this is an error, also where every cell is a mine. Of blank boards, the
    small ones that `docs/results/optima.md` lists are looked up.

    Args:
        position: A knowledge base, or a board; flags do not count.
        first_click: The guarantee of the game for the first cell, as a `FirstClick` or its name. It
            matters only if every cell is covered, and is then by default what games usually
            guarantee: `opening`, or `safe` under layout rules.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        layouts: The most layouts that a part may have, each with its keys.
        time_limit: The seconds that it may take; None for no limit.

    Raises:
        ValueError: The density or a limit is out of range, or the first click cannot keep its cells
            free.
        UnknownNameError: There is no such first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: Some part has more layouts, its clues to come have too many branches, or the
            time is over.
        MissingDensityError: The answer depends on a density that is unknown.
    """
    expect_board(position, name="position", besides=KnowledgeBase)
    situation = Situation(position, density=density, time_limit=time_limit)
    protection = FirstClick.asked(situation.board, first_click)
    most = positive("layouts", layouts)
    situation.kb.count(density=situation.density)  # raises for a board without layouts
    budget = Budget(time_limit)
    return best_start(situation, protection, limit=most, budget=budget, every=False).chance


def best_start(
    situation: Situation,
    protection: FirstClick,
    *,
    limit: int,
    budget: Budget,
    every: bool = True,
    steps: int = STEPS_WHEN_ASKED,
) -> Start:
    """Return the best play of a consistent position; see `win_chance` for what it raises.

    The protection of the first click counts if every cell is covered. `steps` are as for
    `solve_part`.
    Without `every`, not all best cells need be listed.
    """
    listed = listed_start(situation.board, protection) if situation.is_ordinary else None
    if listed is not None:
        return Start(listed.chance, listed.best)
    # The largest part first, which may be too large.
    parts = situation.parts(budget)
    parts.sort(key=lambda part: part.layouts, reverse=True)
    ask = partial(solve_part, situation, limit=limit, budget=budget, every=every, steps=steps)
    if protection is FirstClick.UNPROTECTED or not is_blank(situation.board):
        solved = list(map(ask, parts))
        chance = prod([endgame.chance for endgame in solved], start=Fraction(1))
        return Start(chance, tuple(sorted(cell for endgame in solved for cell in endgame.best)))
    best = Start(Fraction(-1), ())
    chances: dict[int, Fraction] = {}
    for part in parts:  # mostly there is one, without a clue
        play = Playing(situation, part, limit=limit, budget=budget, steps=steps)
        start = _first(situation, part.cells, play, protection, each=every)
        others = prod([ask(rest).chance for rest in parts if rest is not part], start=Fraction(1))
        chances.update({cell: chance * others for cell, chance in start.chances.items()})
        chance = start.chance * others
        if start.best and chance >= best.chance:
            cells = (*best.best, *start.best) if chance == best.chance else start.best
            best = Start(chance, tuple(sorted(cells)))
    if not best.best:
        raise ValueError(
            f"no layout keeps the first click ({protection.value}) free of mines; expected another "
            f"first click, such as unprotected"
        )
    return best._replace(chances=chances)


def _first(
    situation: Situation,
    cells: Sequence[int],
    play: Playing,
    protection: FirstClick,
    *,
    each: bool,
) -> Start:
    """Find the best first click into a part; it and perhaps its neighbours are safe.

    With `each`, the chance of each first click is worked out.
    """
    best = Start(Fraction(-1), ())
    chances: dict[int, Fraction] = {}
    place_of = {cell: place for place, cell in enumerate(cells)}
    for cell, *others in _alike(situation, cells):
        free = [cell]
        if protection is FirstClick.OPENING:
            free += situation.board.adjacency.neighbours(cell)
        columns = [place_of[number] for number in free if number in place_of]
        allowed = ~play.hits[:, columns].any(axis=1)
        total = play.weight(allowed) if len(columns) == len(free) else 0
        if not total:
            continue
        # A chance that is below the best one need not be exact.
        alpha = -1 if each else ceil(best.chance * total) - 1
        [won] = play.won_after(allowed, [place_of[cell]], alpha=alpha)
        chance = Fraction(won) / total
        if each:
            chances.update(dict.fromkeys([cell, *others], chance))
        if won > alpha and chance > best.chance:
            best = Start(chance, (cell, *others))
        elif won > alpha and chance == best.chance:
            best = Start(chance, (*best.best, cell, *others))
    return best._replace(chances=chances)


def _alike(situation: Situation, cells: Sequence[int]) -> list[list[int]]:
    """Group cells of a blank board that are as good as each other: images of a symmetry."""
    board = situation.board
    first = list(range(board.grid.size))
    if situation.is_ordinary and board.has_eight_neighbours:
        first = views_of(*board.shape).min(axis=0).tolist()
    groups: dict[int, list[int]] = {}
    for cell in cells:
        groups.setdefault(first[cell], []).append(cell)
    return list(groups.values())
