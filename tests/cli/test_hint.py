"""`logicsweep hint` and `rate`, as people use them."""

from __future__ import annotations

import json

import pytest

from logicsweep import Board, KnowledgeBase, LimitError
from tests.conftest import ROOT, Run

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"


def test_a_hint(logicsweep: Run) -> None:
    done = logicsweep("hint", SMALL)
    assert done.stdout.endswith(
        "The 1 at (1,2) needs exactly 1 mine in (0,1), (0,2) and (0,3); the 1 at (1,3) needs "
        "exactly 1 mine in (0,2) and (0,3); so (0,1) is safe.\nLevel 2: subset (1-1).\n"
    )
    found = json.loads(logicsweep("hint", SMALL, "--json").stdout)
    assert (found["step"]["safe"], found["step"]["before"]) == ([[0, 1]], [])
    assert found["least_risky"] is None
    done = logicsweep("hint", SMALL, "--level", "1")
    assert done.stdout == "Every step combines more than 1 source.\n"
    assert (found["beyond_level"], found["needs_guess"]) == (False, False)
    none = json.loads(logicsweep("hint", SMALL, "--level", "1", "--json").stdout)
    assert (none["step"], none["beyond_level"], none["needs_guess"]) == (None, True, False)
    assert logicsweep("hint", SMALL, "--level", "0").returncode == 2
    assert logicsweep("hint", SMALL, "--level", "x").returncode == 2


def test_a_hint_for_a_technique_or_pattern(logicsweep: Run) -> None:
    done = logicsweep("hint", SMALL, "--technique", "1-2-1")
    assert done.stdout.endswith("so (0,2) is a mine.\nLevel 2: subset (1-2-1).\n")
    found = json.loads(logicsweep("hint", SMALL, "--technique", "B2", "--json").stdout)["step"]
    assert (found["pattern"], [one["pattern"] for one in found["before"]]) == ("B2", ["1-2-1"])
    done = logicsweep("hint", SMALL, "--technique", "H1")
    assert done.stdout == "No step is H1, if one of the easiest always comes next.\n"
    done = logicsweep("hint", SMALL, "--technique", "1-1", "--level", "1", "--safe")
    assert done.stdout.startswith("No step up to level 1 that proves a cell safe is 1-1, ")
    done = logicsweep("hint", SMALL, "--technique", "1-2-3")
    assert done.returncode == 2
    assert "--technique: unknown technique or pattern '1-2-3'" in done.stderr


def test_a_hint_speaks_of_a_safe_cell_first(logicsweep: Run) -> None:
    """The easiest step proves a mine; where some cell is safe, the hint goes on to it."""
    column = "mines: 2\n\n1\n?\n?\n?\n1\n"
    step = KnowledgeBase(Board.parse(column)).next_step()
    assert step is not None
    assert (step.mines, step.safe) == (((1, 0),), ())
    plain, safe = (logicsweep("hint", "-", *more, stdin=column) for more in ((), ("--safe",)))
    assert plain.stdout == safe.stdout
    assert "so (2,0) is safe." in plain.stdout
    # Where no cell is safe, a mine is shown, but not with --safe.
    only = "mines: 2\n\n1\n?\n_\n?\n?\n"
    assert "\n1  M\n" in logicsweep("hint", "-", stdin=only).stdout
    assert "\n1  M\n" not in logicsweep("hint", "-", "--safe", stdin=only).stdout


def test_a_hint_to_a_safe_cell_says_what_it_needs_first(logicsweep: Run) -> None:
    board = "mines: 2\n\n1\n?\n?\n?\n1\n"
    said = logicsweep("hint", "-", "--safe", stdin=board).stdout
    assert said.splitlines()[:6] == ["   0", "0 [1]", "1  M", "2  S", "3  M", "4 [1]"]
    assert "\n1. single clue (B1): " in said
    assert "\n3. total: as (1,0) and (3,0) are mines, " in said
    assert said.endswith("so (2,0) is safe.\nLevel 1.\n")
    found = json.loads(logicsweep("hint", "-", "--safe", "--json", stdin=board).stdout)["step"]
    assert [one["mines"] for one in found["before"]] == [[[1, 0]], [[3, 0]]]
    done = logicsweep("hint", SMALL, "--safe", "--level", "1")
    assert done.stdout == "Every step that proves a cell safe combines more than 1 source.\n"


@pytest.mark.parametrize(
    ("board", "options", "words"),
    [
        ("?1?\n", [], "Nothing more can be proved.\n{}"),
        ("?1?\n", ["--safe"], "{}"),
        ("?1?__1?\n", [], "(0,6) is a mine.\nLevel 1: single clue (B1).\n{}"),
        ("?1?__1?\n", ["--safe"], "{}"),
        ("F1_\n", [], "Nothing is left to open.\n"),
        ("?1_\n", ["--safe"], "Nothing is left to open.\n"),
        ("___\n", [], "Nothing is left to open.\n"),
    ],
)
def test_a_hint_at_a_guess_says_the_least_risk(
    logicsweep: Run, board: str, options: list[str], words: str
) -> None:
    done = logicsweep("hint", "-", *options, stdin=board)
    guess = (
        "No cell is proved safe: the next move is a guess.\n"
        "Least risky: (0,0), (0,2), each with mine probability 1/2 = 50.00 %.\n"
    )
    assert done.stdout.endswith(words.format(guess))
    found = json.loads(logicsweep("hint", "-", *options, "--json", stdin=board).stdout)
    risk = {"cells": [[0, 0], [0, 2]], "probability": "1/2"}
    assert found["least_risky"] == (risk if "{}" in words else None)
    assert (found["needs_guess"], found["beyond_level"]) == ("{}" in words, False)


def test_a_guess_may_need_a_density(logicsweep: Run) -> None:
    done = logicsweep("hint", "-", stdin="?1?\n___\n???\n")
    assert done.stdout.endswith(
        "guess.\nMine probabilities need a --density, since the mine count is unknown.\n"
    )
    done = logicsweep("hint", "-", "--density", "0.2", stdin="?1?\n___\n???\n")
    assert "Least risky: (2,0)" in done.stdout


def test_a_rating(logicsweep: Run) -> None:
    done = logicsweep("hint", "--rate", SMALL)
    assert done.stdout.splitlines()[:3] == [
        "Level 2: the hardest step combines 2 sources.",
        "  single clue    2 steps, level 1",
        "  subset          1 step, level 2",
    ]
    found = json.loads(logicsweep("hint", "--rate", SMALL, "--json").stdout)
    assert (found["level"], found["levels"]) == (2, {"1": 2, "2": 1})
    assert len(found["steps"]) == 3
    assert "Patterns: B1 1, B2 1, 1-2-1 1.\n" in done.stdout
    assert "3. single clue (B1): " in logicsweep("hint", "--rate", SMALL, "--steps").stdout
    assert (
        logicsweep("hint", "--rate", "-", stdin="??\n").stdout
        == "Level 0: nothing can be proved.\n"
    )


def test_a_hint_outlives_the_count_of_the_least_risky_cells(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def over(*_: object, **__: object) -> object:
        raise LimitError("no time")

    monkeypatch.setattr(KnowledgeBase, "count", over)
    text = "mines: 3\n\n1?????\n??????\n"
    done = logicsweep("hint", "-", stdin=text)
    assert done.returncode == 3
    assert "the next move is a guess" in done.stdout
    assert done.stderr == "logicsweep: limit reached: no time; the least risky cells are unknown\n"
    done = logicsweep("hint", "-", "--json", stdin="mines: 4\n\n1_??\n?_??\n")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["consistent"], answer["limit"]) == (3, True, "no time")
    assert answer["step"]["mines"] == [[1, 0]]
    assert answer["least_risky"] is None


def test_a_picture_says_what_its_cells_do_not_show(logicsweep: Run) -> None:
    board = "mines: 2\nliars: 1\nconstraint: corner: 1 of (0,0) (0,1)\n\nF???\n1211\n??00\n"
    shown = logicsweep("hint", "-", stdin=board).stdout
    assert "Up to 1 wrong clue." in shown
    assert "Layouts have to satisfy 1 constraint as well." in shown
    assert "0  F" in shown or "0 [F" in shown


def test_flags_are_not_covered_by_the_cells_around_a_clue(logicsweep: Run) -> None:
    shown = logicsweep("hint", "-", stdin="mines: 2\n\nF???\n1211\n0000\n").stdout
    again = logicsweep("show", "-", stdin=shown).stdout
    assert "0  F ? ? ?" in again
