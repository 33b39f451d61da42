"""Folders of certificates of boards with rules and of any topology: checked, and changed."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, State
from logicsweep.errors import CertificateError
from logicsweep.reasons import check_folder
from logicsweep.reasons.certificates.folder import BOARD, INDEX, folder_files
from logicsweep.reasons.certificates.formula import Claim, formula_of
from tests.conftest import Run, some
from tests.judges.answers import validator
from tests.judges.refusals import refused

RULED = """\
mines: 3
rules: 1W Q

?   ?   ?   ?
?   1+1 _   ?
?   ?   ?   ?
"""


def written(board: Board, folder: Path, most: int = 12) -> list[Claim]:
    """Write the certificates of some verdicts of a board; their claims."""
    kb = KnowledgeBase(board)
    found = kb.consequences()
    certificates = [kb.certificate(cell) for cell in sorted(found.safe | found.mines)[:most]]
    folder.mkdir(exist_ok=True)
    for name, lines in folder_files(board, certificates):
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return [one.claim for one in certificates]


@pytest.mark.parametrize(
    ("rules", "adjacency"),
    some(
        [
            ("V", Adjacency.hexagon(4, 9)),
            ("LM", Adjacency.hexagon(4, 9)),
            ("1N", Adjacency.triangle(4, 9)),
            ("V", Adjacency.torus(4, 9)),
            ("1W", Adjacency.torus(4, 9)),
            ("1K", Adjacency.cylinder(4, 9)),
            ("1X'", Adjacency.knight(4, 9)),
            ("V", Adjacency.grid((2, 2, 9))),
            ("1M", Adjacency.grid((2, 2, 9), wrap=(False, False, True))),
            ("2X", Adjacency.grid((4, 3, 3)).fitting(12, 3)),
            ("V", Adjacency.square(4, 9).without([(0, 1), (9, 19)])),
            ("1L", Adjacency.square(4, 9).without([(0, 1), (9, 19)])),
            ("1M", Adjacency.graph([(one, one + 1) for one in range(35)], 36)),
        ],
        every=2,
    ),
)
def test_boards_of_any_topology_are_certified(
    rules: str, adjacency: Adjacency, tmp_path: Path
) -> None:
    rng = random.Random(rules)
    shape = adjacency.shape or (4, 9)
    truth = np.array([rng.random() < 0.2 for _ in range(36)]).reshape(shape)
    grid = np.full(shape, int(State.COVERED))
    ruled = Board(grid, rules=rules, adjacency=adjacency).placed_rules
    for number in range(36):
        if not truth.flat[number] and rng.random() < 0.6:
            mines = [truth.flat[near] for near in adjacency.neighbours(number)]
            shown = sum(mines) if ruled is None else ruled.judged(number, truth.ravel(), 0)[0]
            grid.flat[number] = shown + ("L" in rules)
    board = Board(grid, rules=rules, adjacency=adjacency, total_mines=int(truth.sum()))
    claims = written(board, tmp_path)
    assert claims
    assert list(check_folder(tmp_path, board)) == claims
    other = board.with_adjacency(None)
    with refused(CertificateError, line=2, file="board.board"):
        list(check_folder(tmp_path, other))


def test_sights_of_a_wide_board_are_small() -> None:
    board = Board(np.full((60, 60), int(State.COVERED)), rules="1E").replace({(30, 30): 20})
    claim = Claim(board.covered[0], True, tuple(board.clues))
    assert len(formula_of(board, claim).clauses) < 6000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ruled") / "proofs"
    claims = written(Board.parse(RULED), path)
    assert any(claim.rules for claim in claims)
    assert any(claim.clues for claim in claims)
    return path


def test_the_index_names_rules_at_their_places(folder: Path, logicsweep: Run) -> None:
    index = json.loads((folder / INDEX).read_text())
    validator("certificate").validate(index)
    assert "rules: 1W Q" in index["board"]
    used = [one["rules"] for one in index["verdicts"] if "rules" in one]
    assert {"rule": "Q", "cells": [[1, 2], [1, 3], [2, 2], [2, 3]]} in [
        place for places in used for place in places
    ]
    done = json.loads(logicsweep("check", folder, "--json").stdout)
    validator("check").validate(done)
    assert [one["rules"] for one in done["verdicts"] if "rules" in one] == used


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"rule": "Q"', '"rule": "A"', "the board has no rule 'A'"),
        ('"rule": "Q"', '"rule": "1W"', "the board has no rule '1W'"),
        ('"rule": "Q"', '"rule": 1', "malformed"),
        ('"rule": "Q"', '"name": "Q"', "malformed"),
        ('"rule": "Q"', '"rule": "Q", "more": 1', "malformed"),
        ('"cells": [[', '"cells": [[9, 9], [', "the rules are not sorted"),
        ('[1, 1]], "total', '[9, 9]], "total', "off the board"),
        ('"cells": [[', '"cells": [[0, 0], [', "says nothing of the cells"),
        ('"rules": [{', '"rules": [{"rule": "Q", "cells": []}, {', "says nothing"),
        ('"rules": [', '"rules": {"0": [', "line"),
        ('"rules": [', '"ruled": [', "malformed"),
        ('"clues"', '"rules": [], "clues"', "expected"),
    ],
)
def test_a_tampered_index_is_refused(
    folder: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    text = (copy / INDEX).read_text()
    assert old in text
    (copy / INDEX).write_text(text.replace(old, new, 1))
    with pytest.raises(CertificateError, match=message):
        list(check_folder(copy))


@pytest.mark.parametrize("rules", ["1W", "1W T", "Q", "1W' Q", "1W Q T", "1W H"])
def test_another_rule_is_refused(folder: Path, tmp_path: Path, rules: str) -> None:
    """The board changed in both places: then a formula is another, or the text is none."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for name in (BOARD, INDEX):
        text = (copy / name).read_text()
        (copy / name).write_text(text.replace("rules: 1W Q", f"rules: {rules}"))
    board = Board.parse(RULED)
    with pytest.raises(CertificateError):
        list(check_folder(copy, board))
    if rules != "1W Q T":  # what is proved with fewer rules is true with one more
        with pytest.raises(CertificateError):
            list(check_folder(copy))


def test_commands_certify_boards_with_rules(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "ruled.board"
    path.write_text(RULED)
    done = logicsweep("certify", path, "-o", tmp_path / "proofs")
    assert done.returncode == 0, done.stderr
    done = logicsweep("check", tmp_path / "proofs", "--board", path)
    assert (done.returncode, done.stderr) == (0, "")
