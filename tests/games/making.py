"""Games for tests."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from logicsweep import Cell, Layout, State
from logicsweep.board import FirstClick
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.game import Game
from logicsweep.games.setting import Setting

needs_scipy = pytest.mark.skipif(find_spec("scipy") is None, reason="could not import 'scipy'")
# Every agent as a parameter; one takes what the quick tests do without.
EVERY_AGENT = [
    pytest.param(name, marks=[pytest.mark.slow("scipy"), needs_scipy])
    if name == "simplex"
    else name
    for name in AGENTS
]


def bare(**options: Any) -> Setting:
    """A setting without what makes games easier, unless it is asked for.

    No first click is protected then, and nothing is opened but what is chosen.
    """
    return Setting(**{"first_click": FirstClick.UNPROTECTED, "flood": False, **options})


def setting(**options: Any) -> Setting:
    """A small setting without what makes games easier."""
    return bare(height=5, width=6, mines=6, **options)


def game_of(text: str, **options: Any) -> Game:
    """A game on a layout given as rows of * and _."""
    mask = np.array([[symbol == "*" for symbol in row] for row in text.split()])
    start = options.pop("start", None)
    setting = bare(height=mask.shape[0], width=mask.shape[1], mines=int(mask.sum()), **options)
    return Game(setting, seed=0, layout=Layout(mask), start=start)


def dealt(height: int, width: int, mines: int, seed: int, **options: Any) -> Game:
    return Game(bare(height=height, width=width, mines=mines, **options), seed=seed)


def solution(game: Game) -> frozenset[Cell]:
    """The layout of a game, seen by playing it to its end."""
    for cell in game.board.cells:
        if game.board[cell] == State.COVERED:
            game.open(cell)
    return game.solution.mines
