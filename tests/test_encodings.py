"""The logic programs, run by clingo, against the oracle."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import clingo
import pytest

from logicsweep import Board, ProgramNotFoundError
from logicsweep.encode.programs import program_names, program_text
from tests import oracle
from tests.making import random_board

ROOT = Path(__file__).parent.parent


def facts(board: Board) -> str:
    """A board as facts over cell numbers."""
    number = board.number
    lines = [f"covered({number(cell)})." for cell in board.covered]
    lines += [f"known_mine({number(cell)})." for cell in board.known_mines]
    lines += [f"clue({number(cell)},{clue})." for cell, clue in board.clues.items()]
    lines += [
        f"neighbour({number(cell)},{number(near)})."
        for cell in board.cells
        for near in board.neighbours(cell)
    ]
    total = board.total_mines
    if total is not None:
        lower, upper = (total, total) if isinstance(total, int) else total
        lines.append(f"total({lower},{upper}).")
    return "\n".join(lines)


def answer_sets(program: str) -> list[frozenset[int]]:
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [
            frozenset(symbol.arguments[0].number for symbol in model.symbols(shown=True))
            for model in handle
        ]


@pytest.mark.parametrize("seed", range(80))
def test_answer_sets_are_the_layouts(seed: int) -> None:
    board = random_board(seed, covered=9)
    found = answer_sets(program_text("minesweeper") + program_text("total") + facts(board))
    expected = {frozenset(layout.ravel().nonzero()[0].tolist()) for layout in oracle.layouts(board)}
    assert len(found) == len(expected)
    assert set(found) == expected


def test_names() -> None:
    on_disk = sorted(path.stem for path in (ROOT / "encodings").glob("*.lp"))
    assert program_names() == on_disk
    with pytest.raises(ProgramNotFoundError, match=f"'abc'; known: {', '.join(on_disk)}"):
        program_text("abc")


def test_programs_are_data_only() -> None:
    assert {path.suffix for path in (ROOT / "encodings").iterdir()} == {".lp", ".md"}
    readme = (ROOT / "encodings" / "README.md").read_text()
    for path in (ROOT / "encodings").glob("*.lp"):
        assert f"`{path.name}`" in readme
        assert "% Call: clingo encodings/" in path.read_text()
        assert "#include" not in path.read_text()


def calls() -> list[str]:
    return re.findall(
        r"^\$ clingo (.*)$", (ROOT / "encodings" / "README.md").read_text(), re.MULTILINE
    )


@pytest.mark.parametrize("call", calls())
def test_the_readmes_calls(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clingo", *shlex.split(call)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    answers = re.findall(r"^Answer: \d+.*\n(.*)$", done.stdout, re.MULTILINE)
    found = [set(answer.split()) for answer in answers]
    layouts = [
        {f"mine(({row},{column}))" for row, column in zip(*layout.nonzero(), strict=True)}
        for layout in oracle.layouts(Board.parse("mines: 2\n\n?2?\n12F\n"))
    ]
    if "cautious" in call:
        assert found[-1] == set.intersection(*layouts)
    else:
        assert sorted(map(sorted, found)) == sorted(map(sorted, layouts))


def test_the_readme_shows_both_calls() -> None:
    assert ["cautious" in call for call in calls()] == [False, True]
