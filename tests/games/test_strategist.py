"""The agent `strategist`: as good as the best play where that is known, and always sound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from logicsweep import Board, Cell, Game, LimitError, Setting, State, play
from logicsweep.board import FirstClick, clue_model
from logicsweep.games import GameRule, View
from logicsweep.games.agents.strategist import Strategist
from logicsweep.strategy import STANDARD, win_chance
from tests.conftest import TURN, seeds, some
from tests.games.making import bare
from tests.judges import oracle, player


class Open:
    """A game with open cards: it shows what a cell shows, by the judge's count."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def first(self) -> Cell:
        """The first cell that the agent opens."""
        agent, view = self._begin()
        return agent.choose(view).cell

    def is_won(self, shown: tuple[int | None, ...]) -> bool:
        agent, view = self._begin()
        left = sum(value is not None for value in shown)
        while left:
            move = agent.choose(view)
            value = shown[view.number(move.cell)]
            if value is None:
                assert not move.is_proved
                return False
            view.show({move.cell: value})
            left -= 1
        return True

    def _begin(self) -> tuple[Strategist, View]:
        view = View(self.setting.board(), first_click=self.setting.first_click)
        agent = Strategist()
        agent.begin(view)
        return agent, view


def layouts(setting: Setting, free: set[Cell]) -> Iterator[np.ndarray]:
    """Every layout that keeps some cells free of mines."""
    cells = [cell for cell in setting.board() if cell not in free]
    for mines in combinations(cells, setting.mines):
        mask = np.zeros((setting.height, setting.width), dtype=np.bool_)
        for row, column in mines:
            mask[row, column] = True
        yield mask


GAMES = [
    *((2, 3, mines) for mines in range(1, 5)),
    *((3, 3, mines) for mines in range(1, 4)),
    *(pytest.param((3, 3, mines), marks=pytest.mark.slow) for mines in (4, 5)),
    (1, 6, 2),
    pytest.param((3, 4, 3), marks=pytest.mark.night),
]


@pytest.mark.parametrize("protection", FirstClick)
@pytest.mark.parametrize(
    "game",
    some(
        GAMES,
        every=3,
        first=1,
        besides=[
            pytest.param((4, 4, m), marks=pytest.mark.slow) for m in ((2, 3) if TURN else (2,))
        ],
    ),
)
def test_all_layouts(game: tuple[int, int, int], protection: FirstClick) -> None:
    """Played on every layout of a small board, it wins exactly as many as can be won."""
    height, width, mines = game
    try:
        setting = bare(height=height, width=width, mines=mines, first_click=protection)
        chance = win_chance(setting.board(), first_click=protection)
    except ValueError:  # no room for the first click
        return
    table = Open(setting)
    first = table.first()
    free = set() if protection is FirstClick.UNPROTECTED else {first}
    if protection is FirstClick.OPENING:
        free |= set(setting.board().neighbours(first))
    masks = np.array(list(layouts(setting, free)))
    won = sum(map(table.is_won, player.shown(masks)))
    assert won == chance * len(masks)


@pytest.mark.few(6)
@pytest.mark.parametrize("model", ["exact", "noisy(1/10)", "cautious", "random-reveal(1/2)"])
@pytest.mark.parametrize("rule", GameRule)
@pytest.mark.parametrize("seed", seeds(range(6), fast=1))
def test_plays_by_all_rules(seed: int, rule: GameRule, model: str) -> None:
    """It ends every game, and what it calls certain never explodes."""
    setting = bare(height=4, width=4, mines=4, rule=rule, clues=clue_model(model))
    game = Game(setting, seed=seed)
    certain = []

    def watch(move, shown, view) -> None:  # type: ignore[no-untyped-def]
        del view
        if move.is_proved and not move.flags:
            certain.append(State.KNOWN_MINE not in shown.values())

    play(game, Strategist(seed), watch=watch)
    assert game.is_over
    assert all(certain)


@pytest.mark.parametrize("seed", seeds(range(20), fast=4))
def test_same_seed_same_game(seed: int) -> None:
    setting = Setting(height=9, width=9, mines=12, first_click=FirstClick.SAFE, flood=True)
    moves: list[list[tuple[Cell, str]]] = [[], []]
    for turn in range(2):
        play(
            Game(setting, seed=seed),
            Strategist(seed),
            watch=lambda move, _shown, _view, turn=turn: moves[turn].append(
                (move.cell, move.reason)
            ),
        )
    assert moves[0] == moves[1]


def start(height: int, width: int, mines: int, first: FirstClick) -> tuple[Strategist, View]:
    setting = bare(height=height, width=width, mines=mines, first_click=first)
    view = View(setting.board(), first_click=first)
    agent = Strategist()
    agent.begin(view)
    return agent, view


def test_first_cells() -> None:
    """A corner, then another corner; near a corner where the first click opens a region."""
    agent, view = start(16, 30, 99, FirstClick.SAFE)
    assert agent.choose(view).cell == Cell(0, 0)
    view.show({Cell(0, 0): 1})
    assert agent.choose(view).cell == Cell(0, 29)
    view.show({Cell(0, 29): 1})
    assert agent.choose(view).cell
    for mines, cell in ((40, (2, 2)), (60, (3, 3))):
        agent, view = start(16, 16, mines, FirstClick.OPENING)
        assert agent.choose(view).cell == cell
    # A game of 9 cells is solved: the best start is on an edge.
    agent, view = start(3, 3, 2, FirstClick.SAFE)
    move = agent.choose(view)
    assert move.cell == (0, 1)
    assert move.reason.endswith("no other cell wins more often; 85.71 % to win")


def test_reasons() -> None:
    agent, view = start(3, 3, 2, FirstClick.SAFE)
    view.show({Cell(0, 1): 1})
    assert "no other cell wins more often" in agent.choose(view).reason
    agent, view = start(9, 9, 20, FirstClick.SAFE)
    view.show({Cell(4, 4): 3})
    move = agent.choose(view)
    assert "to survive the next click as well" in move.reason
    assert agent.decision is not None
    assert agent.decision.cell == view.number(move.cell)


def test_time_limit_is_an_error() -> None:
    """Another move is never played for want of time."""

    class Thorough(Strategist):
        recipe = STANDARD._replace(layouts=60_000)

    view = View(bare(height=6, width=6, mines=4).board())
    agent = Thorough(time_limit=1e-3)
    agent.begin(view)
    with pytest.raises(LimitError):
        agent.choose(view)


def test_a_position_of_its_own_making() -> None:
    """A view made from any board: the oracle says what can be won."""
    board = Board.parse("mines: 2\n2?100\n??100\n")
    agent = Strategist()
    view = View(board)
    agent.begin(view)
    move = agent.choose(view)
    assert not move.is_proved
    assert oracle.is_consistent(board)
    assert agent.decision is not None
    assert agent.decision.chance == win_chance(board)


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
@pytest.mark.parametrize("model", ["cautious", "optimistic", "noisy(1/5)"])
def test_it_plays_to_the_end_where_clues_depend_on_covered_cells(model: str, seed: int) -> None:
    setting = Setting(
        height=2, width=4, mines=2, clues=model, first_click=FirstClick.SAFE, flood=False
    )
    game = Game(setting, seed=seed)
    outcome = play(game, "strategist")
    assert game.is_over
    assert outcome.is_won == (outcome.opened == setting.cells - outcome.mines)
