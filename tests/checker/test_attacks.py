"""Folders that a reader wrote who had the checker's source at hand, and what was made of each."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from logicsweep.checker import circuits, demands, faults
from logicsweep.checker.faults import CheckError, CheckLimitError
from logicsweep.checker.folder import (
    BOARD,
    CIRCUIT,
    FORMAT,
    INDEX,
    Claim,
    Game,
    check_folder,
    head_line,
)

SAFE = Claim("safe", "clauses", "a.drup", (0, 0), "a.cnf")
# The most steps that any of these may take, and the most different values of a sum.
STEPS, TOTALS = 2_000_000, 50_000


def written(
    folder: Path, board: str, claims: Sequence[Claim], files: Mapping[str, str], **game: Any
) -> Path:
    """A folder of some claims."""
    head = head_line(Game(**game) if game else None)
    files = {BOARD: board, INDEX: "\n".join([head, *[each.line for each in claims]]), **files}
    for name, text in files.items():
        (folder / name).write_text(f"{text}\n")
    return folder


def by_clauses(
    folder: Path,
    board: str,
    title: str,
    *,
    clauses: Sequence[str] = ("-1",),
    comments: Sequence[str] = ("1 = mine(0,0)",),
    variables: int = 1,
    claim: Claim = SAFE,
    **game: Any,
) -> Path:
    """A folder of a verdict that a unit clause of one source contradicts."""
    claim = claim._replace(sources=(title,))
    assert claim.cell is not None
    denied = claim.cell[1] + 1 if claim.claim == "safe" else -1
    group = f"clauses 1 to {len(clauses)}" if len(clauses) > 1 else "clause 1"
    lines = [
        f"c logicsweep certificate: these clauses cannot all be true, so {claim}",
        *[f"c {comment}" for comment in comments],
        f"c {group}: {title}",
        f"c clause {len(clauses) + 1}: the denial that {claim}",
        f"p cnf {variables} {len(clauses) + 1}",
        *[f"{clause} 0" for clause in clauses],
        f"{denied} 0",
    ]
    return written(folder, board, [claim], {"a.cnf": "\n".join(lines), "a.drup": "0"}, **game)


def said(folder: Path) -> str:
    """The fault of a folder, or the limit."""
    with pytest.raises((CheckError, CheckLimitError)) as caught:
        list(check_folder(folder))
    return str(caught.value)


@pytest.mark.parametrize(
    ("board", "title", "named"),
    [
        ("mines: 8\n\n???\n???\n???", "the mine count", ["(0,0)", "(0,1)", "(0,2)", "(1,0)"]),
        ("mines: 8\nliars: 1\n\n???\n???\n??0", "the mine count", ["(0,0)", "(0,1)", "(0,2)"]),
    ],
)
def test_variables_of_cells_without_a_name_are_no_counters(
    board: str, title: str, named: list[str], tmp_path: Path
) -> None:
    """A counter could say of the next cell, which had no name, that it holds a mine."""
    size = len(named)
    names = [f"{at} = mine{cell}" for at, cell in enumerate(named, 1)]
    places = " ".join(map(str, range(1, size + 1)))
    counter = f"{size + 1} to {2 * size} = counter to 1 of {places}"
    clauses = [f"{size + 1}", f"-{size + 1} 1"]
    folder = by_clauses(
        tmp_path,
        board,
        title,
        clauses=clauses,
        comments=[*names, counter],
        variables=2 * size,
        claim=SAFE._replace(claim="mine"),
    )
    assert f"a counter begins with {size + 1}, which is a variable" in said(folder)


@pytest.mark.parametrize("cell", [(0, 3), (1, 0), (10**12, 0)])
def test_a_claim_is_about_a_cell_of_the_board(cell: tuple[int, int], tmp_path: Path) -> None:
    """The place after the last cell of a row is no cell of the next one."""
    folder = by_clauses(tmp_path, "mines: 0\n\n???", "the mine count")
    index = (tmp_path / INDEX).read_text().replace("[0, 0]", json.dumps(cell))
    (tmp_path / INDEX).write_text(index)
    formula = (
        (tmp_path / "a.cnf").read_text().replace("(0,0) is safe", f"({cell[0]},{cell[1]}) is safe")
    )
    (tmp_path / "a.cnf").write_text(formula)
    assert "is off the board" in said(folder)


@pytest.mark.parametrize(
    ("board", "title", "fault"),
    [
        # In the position the clue may be off by one, in the layout it cannot.
        ("clues: noisy(1/10)\n\n0_*", "clue(0,0)", "a game needs exact clues"),
        ("_ 0..1 *", "clue(0,1)", "a game needs exact clues"),
        ("constraint: b: 0 of (0,2) (0,1)\n\n__*", "constraint b", "breaks constraint b"),
        ("rules: U\nconstraint: U: 1 of (0,0)\n\n__*", "constraint U", "breaks constraint U"),
        ("constraint: b: regions 1 of (0,2)\n\n__*", "constraint b", "about regions"),
        ("rules: 2I\n\n__*", "the key", "no rule with a hidden key"),
    ],
)
def test_a_game_has_the_clues_and_constraints_of_its_layout(
    board: str, title: str, fault: str, tmp_path: Path
) -> None:
    step = SAFE._replace(cell=(0, 1), round=1)
    folder = by_clauses(
        tmp_path,
        board,
        title,
        clauses=["-2"],
        comments=["2 = mine(0,1)"],
        variables=2,
        claim=step,
        start=(0, 0),
        uses_total=False,
    )
    assert fault in said(folder)


@pytest.mark.parametrize(
    ("board", "title"),
    [
        ("mines: 0..999999999\n\n?", "the mine count"),
        ("liars: 999999999\n\n?1", "the liars"),
        (
            f"constraint: a: sum {' '.join(str(2**n) for n in range(29))} = 5 of all\n\n{'?' * 29}",
            "constraint a",
        ),
        (f"constraint: a: runs 0 of all\n\n{'?' * 12 + '_' * 70_000}", "constraint a"),
        ("rules: T\n\n" + "\n".join(["?" * 220] * 220), "rule T[(0,0) (0,1) (0,2)]"),
        (
            "constraint: a: diagram n9 0/w0/w1 "
            + " ".join([f"0/n{n}/n{n}" for n in range(9)])
            + " of (0,0)\n\n?",
            "constraint a",
        ),
    ],
)
def test_little_text_cannot_ask_for_much(
    board: str, title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "MOST_STEPS", STEPS)
    monkeypatch.setattr(demands, "MOST_TOTALS", TOTALS)
    fault = said(by_clauses(tmp_path, board, title, clauses=["-1"] * 40))
    limits = "does not follow", "different values", "too many steps", "up to 40,000", "in their"
    assert any(limit in fault for limit in limits), fault


def test_a_counter_of_many_variables_takes_no_room_for_each(tmp_path: Path) -> None:
    size = 5_000
    names = [f"{at + 1} = mine(0,{at})" for at in range(size)]
    places = " ".join(map(str, range(1, size + 1)))
    last = size + (size + 1) * size // 2
    counter = f"{size + 1} to {last} = counter to {size} of {places}"
    folder = by_clauses(
        tmp_path, f"mines: 0\n\n{'?' * size}", "the mine count", comments=[*names, counter]
    )
    assert list(check_folder(folder))


def test_large_numbers_that_no_cells_have_take_no_room(tmp_path: Path) -> None:
    numbers = f"0,999999990..999999999({','.join(['1'] * 11)})"
    claim = Claim("layouts", CIRCUIT, "c.nnf", layouts="1")
    board = f"constraint: a: {numbers} of (0,0)\n\n?"
    assert list(check_folder(written(tmp_path, board, [claim], {"c.nnf": "nnf 1 0 1\nL -1"})))


def test_a_clause_of_a_counter_costs_what_its_source_speaks_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "MOST_STEPS", STEPS)
    board = "\n".join(["mines: 0", "", *["?" * 200] * 200])
    comments = ["1 = mine(0,0)", "2 = mine(0,1)", "40001 to 40002 = counter to 1 of 1 2"]
    folder = by_clauses(
        tmp_path,
        board,
        "the mine count",
        clauses=["-40001"] * 60,
        comments=comments,
        variables=40_002,
    )
    assert "too many steps" in said(folder)


def test_problems_of_circuits_take_little_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = Claim("layouts", CIRCUIT, "c.nnf", layouts="2")
    lines = "nnf 7 6 2", "L 1", "L -2", "A 2 0 1", "L -1", "L 2", "A 2 3 4", "O 1 2 2 5"
    nodes = {"c.nnf": "\n".join(lines)}
    board = "mines: 1..999999999\nconstraint: a: 1 of all\n\n??"
    folder = written(tmp_path, board, [claim], nodes)
    assert list(check_folder(folder))
    monkeypatch.setattr(circuits, "_MOST_ALLOWED", -1)
    assert "too much left to be said" in said(folder)


def test_regions_are_followed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mine was followed to the rim."""
    monkeypatch.setattr(faults, "MOST_STEPS", STEPS)
    rows = ["*" * 100] * 99 + ["*" * 99 + "_"]
    board = "\n".join(["rules: O", "", *rows])
    folder = written(tmp_path, board, [], {}, start=(99, 99), uses_total=False)
    assert not list(check_folder(folder))


def test_a_board_file_is_read_as_logicsweep_reads_it(tmp_path: Path) -> None:
    """A lone carriage return ends no line, and a mark of the byte order is none."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    by_clauses(folder, "mines: 0\n\n?_?", "the mine count")
    command = [sys.executable, "-m", "logicsweep.checker", folder, "--board", tmp_path / "b"]
    for content, code in ((b"# x\rmines: 0\n\n?_?\n", 1), (b"\xef\xbb\xbfmines: 0\n\n?_?\n", 0)):
        (tmp_path / "b").write_bytes(content)
        assert subprocess.run(command, capture_output=True, check=False).returncode == code


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("? 1", "? 1..1"),
        ("? 0 ?", "? 0..1(1,0) ?"),
        ("topology: grid 1x3\n\n? 0 ?", "topology: grid  1x3\n\n? 0 ?"),
        ("? 0", "clues: noisy(0)\n\n? 0"),
        ("F0", "topology: triangle\n\n?0"),
    ],
)
def test_another_spelling_is_no_other_board(ours: str, theirs: str, tmp_path: Path) -> None:
    claim = SAFE._replace(claim="mine" if "1" in ours.replace("1x3", "") else "safe")
    clue = "clue(0,1)"
    clauses = ["1" if claim.claim == "mine" else "-1"]
    folder = by_clauses(tmp_path, ours, clue, clauses=clauses, claim=claim)
    assert list(check_folder(folder, theirs.split("\n")))


def test_the_head_of_an_index_is_exact(tmp_path: Path) -> None:
    by_clauses(tmp_path, "mines: 0\n\n?", "the mine count")
    assert json.loads(head_line()) == {"format": FORMAT, "board": BOARD}
    for head in ({"format": FORMAT}, {"format": FORMAT, "board": "b"}, {"format": 2}):
        text = (tmp_path / INDEX).read_text().split("\n", 1)[1]
        (tmp_path / INDEX).write_text(f"{json.dumps(head)}\n{text}")
        assert "expected the format" in said(tmp_path)
