"""The agent `linear`: what it calls certain is so on any board, and each move has its sum."""

from __future__ import annotations

import pytest

from logicsweep import Board, Cell, KnowledgeBase, State
from logicsweep.formats.files import shipped_folder
from logicsweep.games.accounts import account
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.games.judging import begun, certain_on, check_certain, next_moves, one_game
from tests.judges import oracle
from tests.judges.features import FEATURES, draw
from tests.judges.making import first_board, random_board, unflagged

# A program is nothing that a board carries, so that no agent sees it.
CARRIED = [name for name in FEATURES if name != "program"]
# The rows of the reduced matrix, each by itself, leave every cell open; their sums do not.
MISSED = "?1?1?\n????1\n???1?\n"


@pytest.mark.parametrize("name", CARRIED)
def test_what_it_calls_certain_is_so_on_every_kind_of_board(name: str) -> None:
    proved = 0
    for seed in range(2):
        position = draw((name,), seed)
        board = unflagged(position.board)
        mines, safe = certain_on("linear", board)
        always, never = position.worlds.verdicts
        assert mines <= always, seed
        assert safe <= never, seed
        proved += len(mines) + len(safe)
    assert proved or name == "C"  # it takes regions, which have no rows


@pytest.mark.parametrize("seed", seeds(range(3000, 3200), fast=60))
def test_it_proves_what_brute_force_does_on_ordinary_boards(seed: int) -> None:
    board = first_board(
        seed,
        lambda number: unflagged(random_board(number, lie=0)),
        lambda board: bool(board.covered) and oracle.is_consistent(board),
    )
    wanted = oracle.verdicts(board)
    assert wanted is not None
    mines, safe = certain_on("linear", board)
    assert mines <= wanted[0]
    assert safe <= wanted[1]
    # Where whole numbers are needed it may miss some: about one board in 3,000.
    if (mines, safe) != wanted:
        assert board.mines is not None, "new: an exception without the mine count"


def test_it_proves_what_no_reduced_row_does() -> None:
    board = Board.parse(MISSED)
    assert certain_on("rref", board) == (set(), set())
    assert certain_on("linear", board) == certain_on("logic", board) != (set(), set())


@pytest.mark.parametrize("rule", GameRule)
def test_it_plays_the_game_of_logic(rule: GameRule) -> None:
    """Both guess in the same order, so that games tell them apart only by what they prove."""
    for seed in range(2):
        options = {"height": 8, "width": 8, "mines": 12, "rule": rule, "flood": seed % 2 > 0}
        game, moves, outcome = one_game("linear", seed, **options)
        check_certain(game, moves)
        assert outcome == one_game("logic", seed, **options)[2]


def test_each_certain_move_is_explained_by_its_sum() -> None:
    board = Board.parse(MISSED)
    view = View(board, rule=GameRule.CONTINUE)
    agent = begun("linear", view, explains=True)
    kb = KnowledgeBase(board)
    seen = 0
    for _ in range(20):
        move = agent.choose(view)
        if not move.is_proved:
            break
        seen += 1
        assert move.reason == "by a weighted sum"
        text, *table = move.details
        assert text.startswith(f"{move.cell} is {'a mine' if move.flags else 'safe'}: ")
        assert any(line.lstrip().startswith("sum ") for line in table)
        assert kb.verdict(move.cell).name == ("MINE" if move.flags else "SAFE")
        view.show({move.cell: State.FLAGGED if move.flags else State.NO_CLUE})
    assert seen


def test_the_mine_count_is_in_the_sum_where_it_takes_it() -> None:
    text = (shipped_folder("examples/boards") / "only-total.board").read_text(encoding="utf-8")
    board = Board.parse(text)
    proved = KnowledgeBase(board).consequences()
    cell = min(proved.safe or proved.mines)
    given = account(board, agent_of("linear", explains=True), cell)
    assert given.is_decided
    assert "mine count" in " ".join(given.move.details)
    plain = account(board, agent_of("linear"), cell)
    assert plain.move == given.move._replace(details=())


def test_without_time_it_guesses() -> None:
    board = Board.parse("mines: 2\n\n????\n1221\n")
    view = View(board)
    agent = agent_of("linear", time_limit=1e-9, explains=True)
    agent.begin(view)
    move = agent.choose(view)
    assert not move.is_proved
    assert move.reason == "a random guess"


def test_hidden_cells_are_no_moves() -> None:
    """A lying clue is marked in a hidden cell behind those of the board."""
    board = Board.parse("00??\n0???\n").altered(liars=1)
    moves = next_moves("linear", board, 3)
    assert all(isinstance(move.cell, Cell) and move.cell in board.cells for move in moves)
