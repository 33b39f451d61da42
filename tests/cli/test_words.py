"""What the command line says of amounts and places."""

from __future__ import annotations

import pytest

from tests.conftest import Run


def test_messages_count_as_they_should(logicsweep: Run) -> None:
    said = logicsweep("show", "-", stdin=">=1 ? ?\n?\n").stderr
    assert "this row has 1 cell; expected 3 as in the first row" in said
    stats = logicsweep("encode", "-", "--stats", stdin="?1_\n").stdout
    assert stats.startswith("cnf: 1 variable (0 auxiliary), 1 clause, 1 literal\n")


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
