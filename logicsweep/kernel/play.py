"""Games with forced survival on ordinary boards, by the kernel: each in one call."""

from __future__ import annotations

from ctypes import addressof, byref
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED
from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import context, release
from logicsweep.kernel.deal import PROTECTION
from logicsweep.kernel.guesses import BoardPlan, ForcedGame, GuessMade, Recipe
from logicsweep.limits import Budget

_NO_CELL: Final = -1


class ToPlay(NamedTuple):
    """A game with forced survival, to be played from a position on.

    Attributes:
        adjacency: The neighbours of each cell.
        mines: The mine count.
        first_click: The guarantee for the next cell.
        flood: Whether opening a 0 opens its neighbours.
        first: The number of a covered cell that is opened first; None to let the player choose.
        states: By cell a clue or a `State`, without flags: int8, flat.
        is_mine: The layout, which agrees with the states: bool, flat.
        recipe: The numbers that the player plays by.
        plan: The facts of the board that the player knows before anything is open.
        source: The state of the generator of layouts.
        weight: The product of the probabilities to survive, so far.
        replaced: The number of times that the layout was replaced.
    """

    adjacency: Adjacency
    mines: int
    first_click: FirstClick
    flood: bool
    first: int | None
    states: NDArray[np.int8]
    is_mine: NDArray[np.bool_]
    recipe: Recipe
    plan: BoardPlan
    source: int
    weight: float
    replaced: int


class GuessAt(NamedTuple):
    """A move that might have lost the game.

    Attributes:
        cell: The number of the cell that was opened.
        layouts: The decimal logarithm of the number of layouts before the move, at least 0; right
            to about 1e-9.
        risk: The probability to lose.
    """

    cell: int
    layouts: float
    risk: float


class Played(NamedTuple):
    """The end of a game with forced survival; `ToPlay` has the rest of the attributes.

    Attributes:
        guesses: The guesses, in order.
        is_cut: Whether the last guess stands for all the rest of the game.
        is_won: Whether all safe cells are open, and no mine.
    """

    states: NDArray[np.int8]
    is_mine: NDArray[np.bool_]
    source: int
    weight: float
    guesses: list[GuessAt]
    replaced: int
    is_cut: bool
    is_won: bool


def play_on(game: ToPlay, budget: Budget) -> Played | None:
    """Play a game with forced survival as the agent `strategist` does; None where Python has to.

    Raises `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    states, is_mine = game.states.copy(), game.is_mine.copy()
    guesses = (GuessMade * (int((states == COVERED).sum()) + 1))()
    degree, size = game.adjacency.table.shape
    asked = ForcedGame(
        *(size, degree, game.mines, PROTECTION[game.first_click], game.flood),
        _NO_CELL if game.first is None else game.first,
        game.adjacency.address,
        *(addressof(game.recipe), addressof(game.plan)),
        *(address_of(states), address_of(is_mine), game.source, game.weight, addressof(guesses)),
        *(0, game.replaced, True, False, False),
    )
    kernel.loaded = object()
    call = partial(kernel.library.ls_play_forced, kernel.address, byref(asked))
    status = kernel.ask(call, budget)
    release(kernel)
    if status != OK:
        return None
    made = [
        GuessAt(guess.cell, guess.layouts, guess.risk) for guess in guesses[: asked.guesses_count]
    ]
    return Played(
        *(states, is_mine, asked.source, asked.weight, made, asked.replaced),
        is_cut=asked.is_cut == 1,
        is_won=asked.is_won == 1,
    )
