"""A referee of games: a needless guess is punished, and a guess that was needed may be forgiven.

As in Paweł Marczewski's Kaboom, the mines are not where they are before somebody looks: where a
guess was needless, they are where they hurt. Layouts are drawn from a seed; docs/reference/seeds.md
defines how.
"""

from __future__ import annotations

from random import Random
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.games.setting import Setting
from logicsweep.games.told.facts import Facts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT

Event: TypeAlias = Literal["punished", "forgiven"]


class Ruling(NamedTuple):
    """The verdict of a referee on a move that is about to be made.

    Attributes:
        layout: The layout with which the game goes on.
        is_guess: Whether the cell is not proved safe.
        event: `punished` for a needless guess that could hit a mine, and so hits one; `forgiven`
            for a mine that moved out of the way of a guess that was needed.
    """

    layout: Layout
    is_guess: bool
    event: Event | None


def check_referee(setting: Setting) -> None:
    """Raise ValueError for a setting in which layouts do not determine the clues."""
    is_exact = isinstance(setting.clues, Exact)
    if not is_exact:
        raise ValueError("the clues are uncertain; a referee needs exact clues")
    if setting.choice is not None:
        raise ValueError(f"{setting.choice}; a referee needs clues that show one value")


def ruling(
    board: Board,
    cell: Cell,
    layout: Layout,
    source: Random,
    *,
    punishes: bool = True,
    forgives: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Ruling:
    """Judge the opening of a covered cell before it is made.

    Args:
        board: The position before it, with all that the player knows.
        cell: The cell.
        layout: The layout of the game, which agrees with the position.
        source: The source of layouts.
        punishes: Whether a needless guess is punished: if some layout has a mine there, one of
            these takes the place of the layout.
        forgives: Whether a guess that was needed is forgiven: if the cell is a mine, and safe in
            some layout, one of these takes the place of the layout.
        time_limit: The seconds that one question may take; None for no limit.

    Raises:
        InconsistentBoardError: No layout agrees with the position.
        LimitError: A question takes longer than the time limit.
    """
    facts = Facts(board, time_limit=time_limit)
    verdict = facts.verdict(cell)
    if verdict is Verdict.SAFE:
        return Ruling(layout, is_guess=False, event=None)
    is_needless = bool(facts.safe.any())
    is_mine = bool(layout.mask[cell])
    if verdict is not Verdict.UNDETERMINED or not (punishes if is_needless else forgives):
        return Ruling(layout, is_guess=True, event=None)
    if is_needless:
        if not is_mine:
            layout = _agreeing(facts.kb, cell, State.KNOWN_MINE, source)
        return Ruling(layout, is_guess=True, event="punished")
    if not is_mine:
        return Ruling(layout, is_guess=True, event=None)
    return Ruling(_agreeing(facts.kb, cell, State.NO_CLUE, source), is_guess=True, event="forgiven")


def _agreeing(kb: KnowledgeBase, cell: Cell, state: State, source: Random) -> Layout:
    """Draw a layout that agrees with a position and a cell; each is as likely as counts weigh it.

    Cells that are undetermined then become mines or safe one by one, each with its exact
    probability given the ones before: covered cells next to a clue in reading order, then all
    others. Where nothing but the mine count is said of these others, the mines among them are
    sampled at once.
    """
    board = kb.board
    covered = board.covered
    lists = board.adjacency.lists
    near = {number for clue in board.clues for number in lists[board.number(clue)]}
    touched = [place for place in covered if board.number(place) in near]
    others = [place for place in covered if board.number(place) not in near]
    is_uniform = board.is_ordinary and isinstance(board.mines, int)
    kb.tell(cell, state)
    count = kb.count()
    for drawn in touched if is_uniform else touched + others:
        risk = count.probability(drawn)
        if 0 < risk < 1:
            is_mine = source.randrange(risk.denominator) < risk.numerator
            kb.tell(drawn, State.KNOWN_MINE if is_mine else State.NO_CLUE)
            count = kb.count()
    risks = {place: count.probability(place) for place in covered}
    undetermined = {place: risk for place, risk in risks.items() if 0 < risk < 1}
    mines = [place for place, risk in risks.items() if risk == 1]
    mines += source.sample(list(undetermined), int(sum(undetermined.values())))
    mask = np.zeros(board.shape, dtype=np.bool_)
    for place in mines:
        mask[place] = True
    return Layout(mask, adjacency=board.own_adjacency)
