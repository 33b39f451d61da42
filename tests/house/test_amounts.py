"""Amounts in words: one mine is no mines, and only what is certain is 0 or 100 %."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest

from logicsweep import Board, KnowledgeBase, LimitError
from logicsweep.board.total import no_room, total_words
from logicsweep.errors import counted
from logicsweep.explain.wording import chance_words
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import play
from logicsweep.games.setting import GameRule, Setting
from tests.conftest import Run
from tests.house.modules import MODULES


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0, "0 %"),
        (5e-324, "less than 0.01 %"),
        (Fraction(1, 10**400), "less than 0.01 %"),
        (0.0001, "0.01 %"),
        (Fraction(1, 15), "6.67 %"),
        (0.9999, "99.99 %"),
        (1 - 1e-16, "more than 99.99 %"),
        (1.0, "100 %"),
    ],
)
def test_only_what_is_certain_is_called_so(chance: float, words: str) -> None:
    assert chance_words(chance) == words


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(number, "mine") for number in (0, 1, 2)] == ["0 mines", "1 mine", "2 mines"]
    assert total_words(1) == "1 mine"
    assert total_words((0, 1)) == "0 to 1 mines"
    assert total_words((0, 1000)) == "0 to 1,000 mines"
    assert counted(1_000_000, "cell") == "1,000,000 cells"
    assert no_room(2, 1) == "2 mines do not fit on 1 cell"
    assert repr(Board.parse("mines: 1\n\n??\n")) == "<Board 2x1, 1 mine>"
    assert repr(Board.parse("mines: 0..1\n\n??\n")) == "<Board 2x1, 0 to 1 mines>"
    assert (
        repr(KnowledgeBase(Board.parse("?1\n")).consequences()) == "<Consequences: 0 safe, 1 mine>"
    )
    assert str(LimitError("time", mines=frozenset({(0, 0)}))).endswith("0 safe, 1 mine")


def test_messages_count_as_they_should(logicsweep: Run) -> None:
    said = logicsweep("show", "-", stdin=">=1 ? ?\n?\n").stderr
    assert "this row has 1 cell; expected 3 as in the first row" in said
    stats = logicsweep("encode", "-", "--stats", stdin="?1_\n").stdout
    assert stats.startswith("cnf: 1 variable (0 auxiliary), 1 clause, 1 literal\n")


def test_percentages_are_written_in_one_way() -> None:
    """No f-string has a `%` format of its own; densities in tables of reports are whole."""
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                spec = ast.unparse(node.format_spec)
                assert "%" not in spec or name == "games.experiments.report", (name, node.lineno)


@pytest.mark.parametrize("agent", ["posterior", "search-exact", "subset", "enumerate"])
def test_agents_say_chances_in_percent(agent: str) -> None:
    setting = Setting(height=8, width=8, mines=12, rule=GameRule.CONTINUE)
    said = []
    for seed in range(3):
        game = Game(setting, seed=seed)
        play(game, agent_of(agent, seed), watch=lambda move, *_: said.append(move))
    guesses = [move.reason for move in said if "%" in move.reason]
    assert guesses
    assert all(" %" in reason for reason in guesses)


def test_a_cell_off_the_board_is_named_once(logicsweep: Run) -> None:
    played = logicsweep(
        *("play", "--human", "--size", "4x7", "--mines", "6", "--seed", "9"), stdin="99,99\nq\n"
    )
    assert "\n(99,99) is off the board; rows are 0 to 6, columns 0 to 3\n" in played.stdout


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("?1?\n", "the clues alone prove nothing."),
        ("?1_\n", "the clues alone prove this."),
    ],
)
def test_nothing_is_said_to_be_proved_where_nothing_is(
    logicsweep: Run, board: str, words: str
) -> None:
    assert words in logicsweep("solve", "-", stdin=board).stdout
