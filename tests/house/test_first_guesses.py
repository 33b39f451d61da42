"""What people try first: it works, or the answer says what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import logicsweep as ls
from logicsweep import Rules
from tests.conftest import Run

ARRAY = np.array([[-1, -1, -1, -1, -1], [1, 2, 1, -1, -1]])
BOARD = ls.Board.from_array(ARRAY, mines=3)
SEEN = ARRAY >= 0
WORK: dict[str, Callable[[], Any]] = {
    "solve an array": lambda: ls.solve(ARRAY, mines=3).safe,
    "solve a text": lambda: ls.solve("mines: 3\n\n?????\n121??").safe,
    "the move": lambda: ls.best(BOARD).cell,
    "the move on an array": lambda: ls.best(ARRAY, mines=3).cell,
    "chances": lambda: ls.probabilities(ARRAY, mines=3),
    "verdicts": lambda: ls.verdicts(ARRAY, mines=3),
    "a pair": lambda: ls.Setting((9, 9), mines=10),
    "a size as a pair": lambda: ls.Setting(size=(9, 9), mines=10),
    "a size in words": lambda: ls.Setting("9x9", mines=10),
    "height and width": lambda: ls.Setting(height=9, width=9, mines=10),
    "a game by name": lambda: ls.Game("expert", seed=1),
    "a game by size": lambda: ls.Game((9, 9), mines=10, seed=1),
    "a deal by name": lambda: ls.deal("expert", seed=1),
    "positions by name": lambda: ls.positions("beginner", n=2),
    "a puzzle by size": lambda: ls.puzzle("4x4", mines=3, seed=1),
    "why": lambda: ls.explain(BOARD, (0, 0)).text,
    "a hint": lambda: ls.hint(BOARD).step,
    "how many": lambda: ls.count(BOARD).models,
    "a formula": lambda: ls.encode(BOARD, to="opb"),
    "a claim": lambda: ls.judge(BOARD, "(0,0) is a mine").truth,
    "tasks": lambda: next(iter(ls.tasks("certain", "beginner", n=1))),
}
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a number for a size": (lambda: ls.Setting(9, mines=10), "(height, width), or one of beg"),  # type: ignore[arg-type]
    "three numbers": (lambda: ls.Setting(9, 9, 10), "expected Setting(size, height="),  # type: ignore[call-arg,arg-type]
    "a seed in its place": (lambda: ls.Game("expert", 1), "expected Game(setting, seed="),  # type: ignore[call-arg]
    "no seed": (lambda: ls.deal("9x9", mines=10), "expected deal(..., seed=...)"),  # type: ignore[call-arg]
    "how many first": (lambda: ls.positions(3, "beginner"), "expected positions(setting, n="),  # type: ignore[call-arg,arg-type]
    "mines in their place": (lambda: ls.probabilities(ARRAY, 2), "probabilities(boards, mines="),  # type: ignore[call-overload]
    "a cell as two numbers": (lambda: ls.explain(BOARD, 0, 0), "expected explain(board, cell,"),  # type: ignore[call-arg,arg-type]
    "another word": (
        lambda: ls.solve(ARRAY, mine_count=3),
        "boards have covered, flag, mine, mines",
    ),  # type: ignore[call-arg]
    "a board of a text": (lambda: ls.Board("?1?"), "Board.parse reads texts"),
    "an array to know": (lambda: ls.KnowledgeBase(ARRAY), "as of Board.from_array("),  # type: ignore[arg-type]
    "a name of a room": (lambda: ls.AGENTS, "it is logicsweep.games.AGENTS"),  # type: ignore[attr-defined]
    "names for rules": (lambda: Rules("1M Q"), "Rules.of('1M Q') makes rules of names"),  # type: ignore[arg-type]
    "a misspelt name": (lambda: ls.solv, "did you mean solve?"),  # type: ignore[attr-defined]
    "a format": (lambda: ls.encode(BOARD, "dimacs"), "known: cnf"),  # type: ignore[arg-type]
}
CODES: dict[str, Any] = {
    "-1": ARRAY,
    "9": np.where(SEEN, ARRAY, 9),
    "255": np.where(SEEN, ARRAY, 255).astype(np.uint8),
    "lists": ARRAY.tolist(),
    "where": np.where(~SEEN, -1, ARRAY),
    "-1.": ARRAY.astype(float),
    "float32": ARRAY.astype(np.float32),
    "nan": np.where(SEEN, ARRAY, np.nan),
    "None": np.where(SEEN, ARRAY, None),
    "'#'": np.where(SEEN, ARRAY.astype(str), "#"),
    "'?'": np.where(SEEN, ARRAY.astype(str), "?"),
    "''": np.where(SEEN, ARRAY.astype(str), ""),
    "masked": np.ma.array(np.where(SEEN, ARRAY, 0), mask=~SEEN),
}
COMMANDS: dict[str, tuple[str, str]] = {
    "a file says the form": ("encode a.board -o m.opb", "as opb"),
    "another ending": ("encode a.board -o m.xyz", "expected --to NAME, or a name that ends in"),
    "a size over a formula": ("encode a.board -o m.opb --stats", "a formula's name"),
    "the old format": ("encode a.board --to wcnf-old", "p wcnf"),
    "a person plays": ("play --agent human --size 3x3 --mines 0", "Type ROW,COLUMN"),
    "the game's counter": ("solve a.board --left 3", "2 layouts"),
    "a cell of a spreadsheet": ("explain a.board A1", "(0,0) is a mine"),
    "cells from 1": ("explain a.board 1,1 --cells 1-based", "(1,1) is a mine"),
    "a picture by its name": ("show a.board -o x.svg", "x.svg"),
    "a format by its name": ("show a.board -o x.mine", "to mine"),
    "render": ("render a.board", "Did you mean 'show'"),
    "convert": ("convert a.board x.mine", "Did you mean 'show'"),
    "rate": ("rate a.board", "Did you mean 'hint --rate'"),
    "formats": ("formats", "Did you mean 'list formats'"),
    "one of a kind": ("list rule 1W", "1W: a clue shows"),
    "rows, columns": ("deal --size 3,4 --mines 2 --seed 1", "4x3"),
    "a misspelt option": ("solve a.board --probabilites", "--probabilities"),
    "an agent's file": ("judge right.py", "expected module:Class, as right:Right or right:Other"),
    "an agent's file to play": ("play --agent ./right.py", "as right:Right or right:Other"),
    "no agent's file": ("judge wrong.py", "expected module:Class, as mine:Corners"),
    "an experiment": ("experiment a.toml", "Did you mean 'run a.toml'"),
    "its report": ("experiment report a.toml", "expected the folder of the games"),
    "a claim of a spreadsheet": ("judge a.board A1:mine", "(0,0) is a mine: Right."),
    "a bare claim": ("judge a.board safe:0,1;0,2", "(0,1) is safe"),
    "a text": ("solve #1#", "cannot read #1#"),
}


@pytest.mark.parametrize("name", WORK)
def test_calls_that_work(name: str) -> None:
    assert WORK[name]() is not None


@pytest.mark.parametrize("name", REFUSED)
def test_calls_that_are_answered(name: str) -> None:
    call, words = REFUSED[name]
    with pytest.raises((TypeError, ValueError, AttributeError)) as caught:
        call()
    assert words in str(caught.value)


@pytest.mark.parametrize("name", CODES)
def test_arrays_in_the_codes_that_people_have(name: str) -> None:
    assert ls.Board.from_array(CODES[name], mines=3) == BOARD
    assert ls.solve(CODES[name], mines=3) == ls.solve(BOARD)
    expected = ls.probabilities(ARRAY, mines=3)
    assert np.array_equal(ls.probabilities(CODES[name], mines=3), expected, equal_nan=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_words_on_the_command_line(name: str, logicsweep: Run, tmp_path: Path) -> None:
    words, said = COMMANDS[name]
    (tmp_path / "a.board").write_text(f"{BOARD}\n", encoding="utf-8")
    (tmp_path / "right.py").write_text("1 / 0\nclass Right: ...\nclass Other: ...\n")
    (tmp_path / "wrong.py").write_text("no Python")
    done = logicsweep(*words.split(), folder=tmp_path)
    assert said in done.stdout + done.stderr
