"""What a player sees: cells and their numbers, what can be chosen, and that it is a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from logicsweep import Agent, Board, Cell, Game, Layout, Move, State, play
from logicsweep.games import View
from tests.games.making import bare

BOARD = Board.parse("mines: 2\n\n?1F\n_*?\n")


def test_cells_and_their_numbers_are_inverse() -> None:
    view = View(BOARD)
    assert view.cells == list(BOARD.cells)
    assert [view.number(cell) for cell in view.cells] == list(range(6))
    assert [view.cell(number) for number in range(6)] == view.cells
    assert view.number((np.int8(1), 2)) == view.number([1, 2]) == 5  # type: ignore[arg-type]
    assert view.cell(np.int64(4)) == Cell(1, 1)


def test_what_is_off_the_board_is_refused() -> None:
    view = View(BOARD)
    for cell in (Cell(2, 0), Cell(0, 3), Cell(-1, 0), (0, -1)):
        for ask in (view.number, view.can_open):
            with pytest.raises(ValueError, match="is off the board; expected cells from"):
                ask(cell)
    for number in (-1, 6):
        with pytest.raises(ValueError, match=r"is not in 0\.\.5"):
            view.cell(number)
    wrong: tuple[Any, ...] = ((1.5, 0), "ab", 3, None)
    for cell in wrong:
        with pytest.raises(TypeError, match="is not a cell; expected two whole numbers"):
            view.number(cell)


def test_choices_are_the_cells_that_can_be_opened() -> None:
    view = View(BOARD)
    assert view.choices == [Cell(0, 0), Cell(1, 2)]
    assert [cell for cell in view.cells if view.can_open(cell)] == view.choices
    view.show({Cell(0, 2): State.COVERED, Cell(0, 0): 1})
    assert view.choices == [Cell(0, 2), Cell(1, 2)]


def test_whoever_scribbles_on_a_view_changes_no_game() -> None:
    """A view is a copy: what an agent does to it is no move, and opens no cell."""

    class Scribbling(Agent):
        def choose(self, view: View) -> Move:
            move = Move(next(cell for cell in view.cells if cell not in opened))
            for number in range(len(view.states)):
                view.states[number] = State.KNOWN_MINE
            view.news.clear()
            view.uncertain.clear()
            view.rule = view.mines = None  # type: ignore[assignment]
            return move

    opened: list[Cell] = []
    mask = np.zeros((3, 3), dtype=np.bool_)
    mask[2, 2] = True
    game = Game(bare(height=3, width=3, mines=1), seed=0, layout=Layout(mask))
    outcome = play(game, Scribbling(), watch=lambda move, *_: opened.append(move.cell))
    assert (outcome.is_won, outcome.moves, opened) == (True, 8, list(game.board.cells)[:8])
    assert game.board == Board.parse("mines: 1\n\n000\n011\n01?\n")
