"""Folders of certificates: checked whole, and refused when anything in them is changed."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from logicsweep import KnowledgeBase, LimitError, read_board
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reasons import check_folder, check_proof
from logicsweep.reasons.certificates.folder import BOARD, INDEX, folder_files
from tests.conftest import ROOT, Run, seeds, some
from tests.judges.answers import validator
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificates of a board that its total decides."""
    board = read_board((BOARDS / "only-total.board").read_bytes())
    kb = KnowledgeBase(board)
    proved = kb.consequences()
    path = tmp_path_factory.mktemp("proofs")
    for name, lines in folder_files(
        board, [kb.certificate(cell) for cell in sorted(proved.safe | proved.mines)]
    ):
        (path / name).write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_folder_is_checked(folder: Path) -> None:
    board = read_board((BOARDS / "only-total.board").read_bytes())
    claims = list(check_folder(folder, board))
    proved = KnowledgeBase(board).consequences()
    assert {claim.cell for claim in claims if claim.mine} == proved.mines
    assert {claim.cell for claim in claims if not claim.mine} == proved.safe
    names = {path.name for path in folder.iterdir()}
    assert len(names) == 2 + 2 * len(claims)
    assert any(claim.uses_total for claim in claims)


@pytest.mark.few(8)
@pytest.mark.parametrize(
    ("kind", "suffix"),
    some(product(["drop", "change", "swap", "cut"], [".cnf", ".drup", BOARD]), every=3),
)
@pytest.mark.parametrize("seed", seeds(range(4)))
def test_mutations_are_refused_with_the_line(
    folder: Path, tmp_path: Path, suffix: str, kind: str, seed: int
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    rng = random.Random(f"{seed} {suffix} {kind}")
    paths = sorted(one for one in copy.iterdir() if one.name.endswith(suffix))
    before = lines = []
    while lines == before:  # two lines that are swapped may be the same, or one and the same
        path = rng.choice(paths)
        before = path.read_text().splitlines()
        lines = list(before)
        place = rng.randrange(len(lines))
        if kind == "drop":
            del lines[place]
        elif kind == "change":
            lines[place] = "2 0" if lines[place] != "2 0" else "-2 0"
        elif kind == "swap":
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        else:
            del lines[place:]
    path.write_text("".join(f"{line}\n" for line in lines))
    first = next(
        number
        for number in range(len(before) + 1)
        if lines[number : number + 1] != before[number : number + 1]
    )
    with pytest.raises(CertificateError) as caught:
        list(check_folder(copy))
    assert caught.value.file == path.name
    assert caught.value.line is not None
    assert caught.value.line >= first + 1 if suffix == ".drup" else caught.value.line == first + 1
    assert str(caught.value).startswith(f"{path.name}, line {caught.value.line}: ")


def test_a_torn_last_line_is_refused(folder: Path, tmp_path: Path) -> None:
    for name in (BOARD, INDEX, "safe-0-0.cnf", "safe-0-0.drup"):
        copy = tmp_path / name
        shutil.copytree(folder, copy)
        text = (copy / name).read_text()
        (copy / name).write_text(text[:-1])
        with refused(CertificateError, file=name):
            list(check_folder(copy))


def test_missing_and_foreign_files_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="missing"):
        list(check_folder(tmp_path / "nowhere"))
    for name in (BOARD, INDEX, "safe-0-0.cnf", "safe-0-0.drup"):
        copy = tmp_path / name
        shutil.copytree(folder, copy)
        text = (copy / name).read_bytes()
        (copy / name).unlink()
        with pytest.raises(CertificateError, match=f"{name}: the file is missing"):
            list(check_folder(copy))
        (copy / name).mkdir()
        with refused(CertificateError, file=name, line=None):
            list(check_folder(copy))
        (copy / name).rmdir()
        os.mkfifo(copy / name)
        with refused(CertificateError, file=name, line=None):
            list(check_folder(copy))
        (copy / name).unlink()
        (copy / name).write_bytes(b"\xff\xfe\n")
        with refused(CertificateError, file=name):
            list(check_folder(copy))
        (copy / name).write_bytes(text.replace(b"\n", b"\r\n"))
        with refused(CertificateError, file=name, line=1):
            list(check_folder(copy))


def test_names_that_no_file_has(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="cannot be read"):
        list(check_folder(tmp_path / ("a" * 300)))
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    text = (copy / INDEX).read_text()
    far = "9" * 300
    text = text.replace('"cell": [8, 8]', f'"cell": [8, {far}]')
    (copy / INDEX).write_text(text.replace("-8-8.", f"-8-{far}."))
    with pytest.raises(CertificateError):
        list(check_folder(copy))


@pytest.mark.parametrize("kind", ["drop", "double", "swap", "empty"])
def test_verdicts_that_come_and_go_are_refused(folder: Path, tmp_path: Path, kind: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    first, *entries, last = (copy / INDEX).read_text().splitlines()
    if kind == "drop":
        del entries[3]
    elif kind == "double":
        entries.insert(3, entries[3])
    elif kind == "swap":
        entries[3], entries[4] = entries[4], entries[3]
    else:
        entries = []
    (copy / INDEX).write_text("\n".join([first, *entries, last, ""]))
    with pytest.raises(CertificateError) as caught:
        list(check_folder(copy))
    assert caught.value.file == INDEX
    if kind in ("drop", "empty"):
        assert "is in the folder, but not in this index" in str(caught.value)
    else:
        assert caught.value.line is not None


def test_another_board_is_refused(folder: Path, tmp_path: Path) -> None:
    board = read_board((BOARDS / "only-total.board").read_bytes())
    with refused(CertificateError, line=1, file="board.board") as caught:
        list(check_folder(folder, read_board((BOARDS / "expert.board").read_bytes())))
    assert (caught.value.file, caught.value.line) == (BOARD, 1)
    # Both copies of the board changed alike: then the formulas are not the board's.
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    for name in (BOARD, INDEX):
        text = (copy / name).read_text()
        (copy / name).write_text(text.replace("mines: 10", "mines: 11"))
    with pytest.raises(CertificateError) as caught:
        list(check_folder(copy))
    assert str(caught.value.file).endswith(".cnf")
    # One where no certificate looks proves the same of another board; unless the board is given.
    with pytest.raises(CertificateError):
        list(check_folder(copy, board))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cell": [0, 0]', '"cell": [0, 1]', "expected"),
        ('"cell": [0, 0]', '"cell": [2, 2]', "line"),
        ('"cell": [0, 0]', '"cell": [0, 99]', "line"),
        ('"cell": [0, 0]', '"cell": [0]', "malformed"),
        ('"cell": [0, 0]', '"cell": [0, true]', "malformed"),
        ('"verdict": "safe"', '"verdict": "mine"', "expected"),
        ('"verdict": "safe"', '"verdict": "both"', "malformed"),
        ('"total_at_most": true', '"total_at_most": false', "expected"),
        ('"total_at_most": true', '"total_at_most": 1', "malformed"),
        ('"total_at_least": false', '"total_at_least": true', "expected|line 1"),
        ('"clues": [[', '"clues": [[0, 0], [', "does not fit the board"),
        ('"clues": [[', '"clues": [[3, 1], [', "expected|sorted"),
        ('"cnf": "safe-0-0.cnf"', '"cnf": "safe-0-1.cnf"', "expected"),
        ('"cnf": "safe-0-0.cnf"', '"cnf": "../safe-0-0.cnf"', "expected"),
        ('"cell": [0, 0], ', '"cell": [0, 0], "more": 1, ', "line 2: "),
        ('"cell": [0, 0], ', '"cell": [5, 5], "cell": [0, 0], ', "line 2: "),
        ('"cell": [0, 0]', '"cell": [0,  0]', "line 2: "),
        ('"cell": [0, 0]', f'"cell": [0, {"9" * 5000}]', "cannot be read"),
        ('"cell": [0, 0]', '"cell": [0, NaN]', "line 2: malformed; expected"),
        ('"cell": [0, 0]', f'"cell": {"[" * 100_000}', "line|cannot be read"),
        ('"proof": "safe-0-0.drup"', '"proof": "safe-8-8.drup"', "line"),
        ('"proof_crc32": [', '"proof_crc32": [1, ', "line 1"),
        ("logicsweep-certificate/1", "logicsweep-certificate/2", "expected the format"),
        ('"clues"', '"\\ud800s"', "cannot be read"),
        ('"verdict": "safe"', '"verdict": "\\udfff"', "cannot be read"),
        ('"verdicts": [', '"verdicts": [1, ', "expected the board's lines"),
        ('{"format"', '["format"', "line 1"),
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


@pytest.mark.slow
def test_checking_needs_no_solver(folder: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from logicsweep.reasons.certificates.folder import check_folder\n"
        "assert len(list(check_folder(pathlib.Path(sys.argv[1])))) == 33\n"
        "solvers = {'pysat', 'pysolvers', 'clingo'} & set(sys.modules)\n"
        "assert not solvers, solvers\n"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=True, cwd=ROOT, timeout=300)


def test_the_index_is_json_with_a_line_for_each_verdict(folder: Path) -> None:
    text = (folder / INDEX).read_text()
    index = json.loads(text)
    assert len(text.splitlines()) == len(index["verdicts"]) + 2
    assert index["board"] == (folder / BOARD).read_text().splitlines()
    validator("certificate").validate(index)


def test_checking_has_a_time_limit(folder: Path, logicsweep: Run) -> None:
    with pytest.raises(LimitError, match="no complete answer within 1e-09 s"):
        list(check_folder(folder, time_limit=1e-9))
    passed = Budget(1e-9)
    for clauses, lines in ((((1, 2),), ()), ((), ("1 0",))):
        with pytest.raises(LimitError):
            check_proof(clauses, lines, budget=passed)
    done = logicsweep("check", folder, "--time-limit", "0.000001", "--json")
    assert done.returncode == 3
    limit = "no complete answer within 1e-06 s"
    assert json.loads(done.stdout) == {
        "format": "logicsweep-check/1",
        "folder": str(folder),
        "valid": None,
        "error": f"limit reached: {limit}",
        "kind": "limit",
        "place": None,
        "limit": limit,
        "verdicts": [],
    }
    assert done.stderr == f"logicsweep: limit reached: {limit}\n"
    assert logicsweep("check", folder, "--time-limit", "0").returncode == 2


def test_a_file_of_a_folder_has_a_size(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    with (copy / BOARD).open("ab") as stream:
        stream.truncate(1 << 40)  # which takes no room
    with pytest.raises(LimitError, match=r"board\.board has more than 64,000,000 bytes"):
        list(check_folder(copy))
