"""`search-exact` and `posterior`, against all layouts."""

from __future__ import annotations

from statistics import mean

import pytest

from logicsweep import Board, Cell, State
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import view_of
from logicsweep.games.setting import GameRule
from tests.games.judging import next_moves, one_game
from tests.games.making import bare
from tests.judges.oracle import layouts


@pytest.mark.slow
def test_searching_with_counts_opens_fewer_cells() -> None:
    def opened(name: str) -> float:
        options = {"height": 8, "width": 8, "mines": 8, "rule": GameRule.SEARCH}
        return mean(one_game(name, seed, **options)[2].opened_share for seed in range(12))

    ours = opened("search-exact")
    assert ours < opened("risk-gain")
    assert ours < opened("explore")


def test_searching_opens_nothing_that_tells_nothing() -> None:
    """Every cell that is opened could have turned out in two ways, by all layouts."""
    for seed in range(8):
        setting = bare(height=3, width=4, mines=3, rule=GameRule.SEARCH)
        game = Game(setting, seed=seed)
        view = view_of(game)
        agent = agent_of("search-exact", seed=seed)
        agent.begin(view)
        while not game.is_over:
            board = game.board
            move = agent.choose(view)
            if move.flags:
                view.show(game.flag(move.cell))
                continue
            outcomes = {
                -1 if mines[move.cell] else sum(mines[near] for near in board.neighbours(move.cell))
                for mines in layouts(board)
            }
            assert len(outcomes) > 1, (seed, board, move)
            view.show(game.open(move.cell))


def test_the_posterior_agent_makes_the_safest_bet() -> None:
    board = Board.parse("mines: 3\n\n?????\n?21??\n?????\n")
    move = next_moves("posterior", board, 1)[0]
    assert move.cell in [Cell(0, 3), Cell(1, 3), Cell(2, 3)]
    assert (move.flags, move.is_proved) == (False, False)
    assert move.reason == "mine probability 6.67 %"
    likely = Board.parse("mines: 6\n\n???\n?6?\n???\n").replace({Cell(0, 0): State.NO_CLUE})
    move = next_moves("posterior", likely, 1)[0]
    assert (move.flags, move.reason) == (True, "mine probability 85.71 %")
    assert not next_moves("posterior", likely, 1, GameRule.CLASSIC)[0].flags
