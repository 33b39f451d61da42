"""What the command line says of amounts and places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from logicsweep.cli.common import _MEANT
from tests.conftest import Run
from tests.house.test_budget import options


def test_messages_count_as_they_should(logicsweep: Run) -> None:
    said = logicsweep("show", "-", stdin=">=1 ? ?\n?\n").stderr
    assert "this row has 1 cell; expected 3 as in the first row" in said
    stats = logicsweep("encode", "-", "--stats", stdin="?1_\n").stdout
    assert stats.startswith("cnf: 1 variable (0 auxiliary), 1 clause, 1 literal\n")


def test_a_cell_off_the_board_is_named_once(logicsweep: Run) -> None:
    played = logicsweep(
        *("play", "--agent", "human", "--size", "4x7", "--mines", "6", "--seed", "9"),
        stdin="99,99\nq\n",
    )
    assert "\n(99,99) is off the board; expected cells from (0,0) to (6,3)\n" in played.stdout


@pytest.mark.parametrize(
    ("board", "words"),
    [("?1?\n", "the clues alone prove nothing."), ("?1_\n", "the clues alone prove this.")],
)
def test_nothing_is_said_to_be_proved_where_nothing_is(
    logicsweep: Run, board: str, words: str
) -> None:
    assert words in logicsweep("solve", "-", stdin=board).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["deal", "--size", "Expert"], "'Expert' is not a size (did you mean expert?)"),
        (["deal", "--mines", "10%"], "or a range such as 90..99: 10% of 81 cells is 8 mines"),
        (["play", "--size", "20x20", "--mines", "10%"], "10% of 400 cells is 40 mines"),
        (["deal", "--mines", "9" * 5000], "too large a number, of 5,000 digits; expected a whole"),
        (["deal", "--seed", "9" * 5000], "too large a number, of 5,000 digits; expected a whole"),
        (
            ["solve", "example:expert", "--mines", "9" * 5000],
            "too large a number, of 5,000 digits; expected a number, or a range",
        ),
        (["list", "rules", "own.toml"], "own.toml is a file of rules; expected the name of a rule"),
        (["solve", "example:expert", "--mines", "10%"], "10% of 480 cells is 48 mines"),
        (["solve", "example:expert", "--mines", "ten"], "expected a number, or a range such as"),
        (["analyze", "example:expert"], "No such command 'analyze'. Did you mean 'solve'?"),
        (["Analyse"], "No such command 'Analyse'. Did you mean 'solve'?"),
        (["agent"], "Did you mean 'list agents'?"),
        (["encode", "example:small", "--to", "asp"], "(did you mean lp?)"),
        (["solve", "example:small", "--reasoner", "clingo"], "(did you mean asp?)"),
    ],
)
def test_what_was_meant(words: list[str], message: str, logicsweep: Run) -> None:
    done = logicsweep(*words)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (["deal", "--sise", "9x9"], r"--sise\W+Did you mean \W?--size\W+"),
        (["solve", "example:small", "--to", "cnf"], r"--to\W*"),  # alike only in its dashes
        (["compare", "exact", "subset", "--games", "9"], r"--games\W+Did you mean \W?--number\W+"),
        (["play", "--games", "9"], r"--games\W*"),  # which is not `--mines`
        (["experiment", "run", "--jobs", "2"], r"--jobs\W+Did you mean \W?--workers\W+"),
        (["play", "--log", "x"], r"--log\W+Did you mean \W?--output\W+"),
        (["play", "--human"], r"--human\W+Did you mean \W?--agent human\W+"),
        (["deal", "--width", "9"], r"--width\W+Did you mean \W?--size\W+"),
    ],
)
def test_an_option_that_is_alike_is_suggested(
    words: list[str], ending: str, logicsweep: Run
) -> None:
    """Versions of click put these words between different signs."""
    line = logicsweep(*words).stderr.splitlines()[-1]
    assert re.fullmatch(rf"Error: No such option\W+{ending}", line)


def test_each_option_that_is_suggested_is_there() -> None:
    known = options()
    assert {option.split()[0] for option in _MEANT} <= known
    words = [word for words in _MEANT.values() for word in words.split()]
    assert len({*words}) == len(words)


def test_an_option_without_its_value_is_told(logicsweep: Run) -> None:
    done = logicsweep("deal", "-n")
    assert done.returncode == 2
    assert "requires an argument" in done.stderr


def test_standard_input_has_its_name(logicsweep: Run) -> None:
    done = logicsweep("best", "-", stdin="rules: Q R\n\n1??\n")
    assert done.stderr.startswith("logicsweep: standard input:1:")


def test_a_share_in_a_file(logicsweep: Run) -> None:
    done = logicsweep("solve", "-", stdin=f"mines: 9%\n\n{'?' * 100}\n")
    assert "or a range such as 90..99: 9% of 100 cells is 9 mines" in done.stderr


@pytest.mark.parametrize("command", ["solve", "count", "diagnose", "hint", "certify"])
def test_underscores_that_stand_for_covered_cells(
    command: str, logicsweep: Run, tmp_path: Path
) -> None:
    """With the option that is named the board is consistent."""
    (tmp_path / "a.txt").write_text("mines: 3\n\n___\n")
    more = ["-o", "out"] if command == "certify" else []
    done = logicsweep(command, "a.txt", *more, folder=tmp_path)
    assert done.returncode == 1
    meant = "_ is an open cell without a clue; if it is covered here, say --covered _"
    assert meant in done.stderr
    assert logicsweep(command, "a.txt", "--covered", "_", *more, folder=tmp_path).returncode == 0
    (tmp_path / "b.txt").write_text("?__\n111\n003\n")
    assert "--covered" not in logicsweep(command, "b.txt", *more, folder=tmp_path).stderr
