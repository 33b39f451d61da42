"""Certificates: right ones are accepted, everything else is refused."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Certificate,
    Clue,
    KnowledgeBase,
    LimitError,
    State,
    check_folder,
    read_board,
)
from logicsweep.errors import CertificateError
from logicsweep.explain import Claim, check_proof
from logicsweep.explain.certificates import formula as formula_module
from logicsweep.explain.certificates.folder import BOARD, INDEX, folder_files
from logicsweep.explain.certificates.formula import Clause, formula_of
from logicsweep.limits import Budget
from tests.conftest import ROOT, Run, seeds
from tests.judges import oracle
from tests.judges.judge import Judge, some_board

BOARDS = ROOT / "examples" / "boards"


def is_proof(clauses: tuple[Clause, ...], lines: tuple[str, ...]) -> bool:
    try:
        check_proof(clauses, lines)
    except CertificateError:
        return False
    return True


@pytest.mark.parametrize("seed", seeds(range(200), fast=50))
@pytest.mark.usefixtures("either_engine")
def test_every_verdict_has_a_certificate(seed: int) -> None:
    board = some_board(seed)
    found = oracle.verdicts(board)
    if found is None:
        pytest.skip(f"seed {seed}: inconsistent")
    mines, safe = found
    kb = KnowledgeBase(board)
    for cell in sorted(mines | safe)[:5]:
        certificate = kb.certificate(cell)
        assert certificate.claim.mine == (cell in mines)
        certificate.check()


@pytest.mark.parametrize("written_out", [0, 128])
@pytest.mark.parametrize("seed", seeds(range(120), fast=25))
def test_formulas_leave_no_layout_out(
    seed: int, written_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The models of the sources' clauses, on the cells they are about, are those of the board.

    Bounds are written out, and then all of them counted. Models of the clauses are found by setting
    the cells, and then what the clauses say of the counters.
    """
    monkeypatch.setattr(formula_module, "_WRITTEN_OUT", written_out)
    board = some_board(seed)
    if not board.covered:
        pytest.skip(f"seed {seed}: no covered cell")
    judge = Judge(board)
    rng = random.Random(seed)
    clues = tuple(sorted(rng.sample(list(board.clues), min(3, len(board.clues)))))
    uses_total = board.total_mines is not None and rng.random() < 0.6
    goal = rng.choice(board.covered)
    claim = Claim(goal, rng.random() < 0.5, clues, uses_total, uses_total)
    clauses = formula_of(board, claim).clauses[:-1]  # what it denies is the last
    tied = {goal, *(near for clue in clues for near in board.neighbours(clue))}
    cells = sorted(cell for cell in tied if cell in board.covered)
    agreeing = {
        tuple(bool(layout[cell]) for cell in cells) for layout in judge.left(clues, uses_total)
    }
    for values in product((False, True), repeat=len(cells)):
        known = {board.number(cell) + 1: mine for cell, mine in zip(cells, values, strict=True)}
        assert has_model(clauses, known) == (values in agreeing)


def has_model(clauses: tuple[Clause, ...], known: dict[int, bool]) -> bool:
    """Whether clauses have a model; the known variables decide the others one by one.

    A counter's variables are forced to true, or may be false.
    """
    values = dict(known)
    while True:
        units = set()
        for clause in clauses:
            if any(values.get(abs(one)) is (one > 0) for one in clause):
                continue
            left = [one for one in clause if abs(one) not in values]
            if not left:
                return False
            if len(left) == 1:
                units.add(left[0])
        if not units:
            # All that is left can be false: every clause with nothing true has a negative literal.
            return all(
                any(values.get(abs(one), False) is (one > 0) for one in clause)
                for clause in clauses
            )
        for literal in units:
            if values.setdefault(abs(literal), literal > 0) is not (literal > 0):
                return False


def random_cnf(rng: random.Random) -> tuple[Clause, ...]:
    """Clauses over a few variables, most often without a model."""
    top = rng.randint(3, 7)
    return tuple(
        tuple(rng.choice((-1, 1)) * var for var in rng.sample(range(1, top + 1), rng.randint(1, 3)))
        for _ in range(rng.randint(3 * top, 6 * top))
    )


def mutated(rng: random.Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    """A proof with a line dropped, changed, or swapped with another."""
    own = list(lines)
    place = rng.randrange(len(own))
    kind = rng.randrange(3)
    if kind == 0 or len(own) == 1:
        del own[place]
    elif kind == 1:
        own[place] = f"{rng.choice((-1, 1)) * rng.randint(1, 7)} 0"
    else:
        other = rng.randrange(len(own))
        own[place], own[other] = own[other], own[place]
    return tuple(own)


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_nothing_is_accepted_that_is_not_entailed(seed: int) -> None:
    """With every clue and the total, and proofs of other verdicts, of nothing, and of anything."""
    board = some_board(seed)
    found = oracle.verdicts(board)
    if found is None:
        pytest.skip(f"seed {seed}: inconsistent")
    mines, safe = found
    kb = KnowledgeBase(board)
    proofs = [kb.certificate(cell).proof for cell in sorted(mines | safe)[:3]]
    clues = tuple(board.clues)
    for cell in board.covered:
        for mine in (False, True):
            if cell not in (mines if mine else safe):
                uses_total = board.total_mines is not None
                claim = Claim(cell, mine, clues, uses_total, uses_total)
                formula = formula_of(board, claim)
                unit = f"{(1 if mine else -1) * (board.number(cell) + 1)} 0"
                for proof in (*proofs, ("0",), (unit, "0"), ()):
                    with pytest.raises(CertificateError):
                        Certificate(board, claim, formula.lines, proof).check()


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


@pytest.mark.parametrize("kind", ["drop", "change", "swap", "cut"])
@pytest.mark.parametrize("suffix", [".cnf", ".drup", BOARD])
@pytest.mark.parametrize("seed", seeds(range(4)))
def test_mutations_are_refused_with_the_line(
    folder: Path, tmp_path: Path, suffix: str, kind: str, seed: int
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    rng = random.Random(f"{seed} {suffix} {kind}")
    path = rng.choice(sorted(one for one in copy.iterdir() if one.name.endswith(suffix)))
    lines = path.read_text().splitlines()
    place = rng.randrange(len(lines))
    before = list(lines)
    if kind == "drop":
        del lines[place]
    elif kind == "change":
        lines[place] = "2 0" if lines[place] != "2 0" else "-2 0"
    elif kind == "swap":
        other = rng.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        del lines[place:]
    if lines == before:
        pytest.skip("the two lines are the same, or one and the same")
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
        with pytest.raises(CertificateError, match="cut short") as caught:
            list(check_folder(copy))
        assert caught.value.file == name


def test_missing_and_foreign_files_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="missing"):
        list(check_folder(tmp_path / "nowhere"))
    for name in sorted(path.name for path in folder.iterdir())[::10]:
        copy = tmp_path / name
        shutil.copytree(folder, copy)
        text = (copy / name).read_bytes()
        (copy / name).unlink()
        with pytest.raises(CertificateError, match=f"{name}: the file is missing"):
            list(check_folder(copy))
        (copy / name).mkdir()
        with pytest.raises(CertificateError, match=f"{name}: it is no file"):
            list(check_folder(copy))
        (copy / name).rmdir()
        os.mkfifo(copy / name)
        with pytest.raises(CertificateError, match=f"{name}: it is no file"):
            list(check_folder(copy))
        (copy / name).unlink()
        (copy / name).write_bytes(b"\xff\xfe\n")
        with pytest.raises(CertificateError, match="not UTF-8"):
            list(check_folder(copy))
        (copy / name).write_bytes(text.replace(b"\n", b"\r\n"))
        with pytest.raises(CertificateError, match=f"{name}, line 1: "):
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
        assert "is in the folder, but not named" in str(caught.value)
    else:
        assert caught.value.line is not None


def test_another_board_is_refused(folder: Path, tmp_path: Path) -> None:
    board = read_board((BOARDS / "only-total.board").read_bytes())
    with pytest.raises(CertificateError, match="expected 'mines: 99'") as caught:
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
        ('"cell": [0, 0]', '"cell": [0, NaN]', "line 2: the verdict is malformed"),
        ('"cell": [0, 0]', f'"cell": {"[" * 100_000}', "line|cannot be read"),
        ('"proof": "safe-0-0.drup"', '"proof": "safe-8-8.drup"', "line"),
        ('"proof_crc32": [', '"proof_crc32": [1, ', "line 1"),
        ("logicsweep-certificate/1", "logicsweep-certificate/2", "expected the format"),
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1", "expected literals and a 0"),
        ("1 0 0", "expected literals and a 0"),
        ("x 0", "expected literals and a 0"),
        ("", "expected literals and a 0"),
        ("1_0 0", "expected literals and a 0"),
        ("+1 0", "expected literals and a 0"),
        ("\u0661 0", "expected literals and a 0"),
        ("--1 0", "expected literals and a 0"),
    ],
)
def test_lines_that_are_no_clauses_are_refused(line: str, message: str) -> None:
    clauses = ((1, 2), (-1, 2), (1, -2), (-1, -2))
    check_proof(clauses, ["d 1 2 0", "2 0", "0"])
    with pytest.raises(CertificateError, match=message) as caught:
        check_proof(clauses, ["2 0", line, "0"])
    assert caught.value.line == 2
    with pytest.raises(CertificateError, match="'3 0' does not follow") as caught:
        check_proof(clauses, ["d 1 2 0", "3 0", "2 0", "0"])
    assert caught.value.line == 2
    with pytest.raises(CertificateError, match="goes on") as caught:
        check_proof(clauses, ["2 0", "0", "1 0"])
    assert caught.value.line == 3
    with pytest.raises(CertificateError, match="cut short") as caught:
        check_proof(clauses, ["2 0"])
    assert caught.value.line == 2


def test_no_mine_among_many_cells() -> None:
    """More cells than are written out, none of which can hold a mine, or all of which have to."""
    for mines in (0, 400):
        board = Board(np.full((20, 20), State.COVERED), total_mines=mines)
        KnowledgeBase(board).certificate((0, 0)).check()
    grid = np.full((20, 20), State.COVERED)
    grid[0, 0] = 3
    board = Board(grid, total_mines=3)
    KnowledgeBase(board).certificate((9, 9)).check()


def test_single_certificates_name_the_part_that_is_wrong() -> None:
    found = KnowledgeBase(Board.parse("????\n1211\n")).certificate((0, 1))
    found.check()
    with pytest.raises(CertificateError, match=r"^proof, line 1: ") as caught:
        replace(found, proof=()).check()
    assert caught.value.file == "proof"
    with pytest.raises(CertificateError, match=r"^cnf, line 2: "):
        replace(found, cnf=(found.cnf[0], *found.cnf[2:])).check()
    other = replace(found, board=Board.parse("????\n1111\n"))
    with pytest.raises(CertificateError, match=r"^cnf, line "):
        other.check()


def test_other_neighbours_are_certified(tmp_path: Path) -> None:
    ring = Adjacency.of([((n - 1) % 6, (n + 1) % 6) for n in range(6)])
    board = Board(np.array([[1, -1, 1, -1, 0, -1]]), adjacency=ring)
    kb = KnowledgeBase(board)
    certificate = kb.certificate((0, 1))
    certificate.check()
    for name, lines in folder_files(board, [certificate]):
        (tmp_path / name).write_text("\n".join([*lines, ""]))
    assert list(check_folder(tmp_path, board)) == [certificate.claim]
    with pytest.raises(CertificateError, match=r"^board\.board, line "):
        list(check_folder(tmp_path, Board(board.grid)))


def test_uncertain_clues_are_certified() -> None:
    rows = np.full((3, 3), State.COVERED)
    rows[1, 1] = State.UNCERTAIN
    holes = Clue(0, 8, (1, 0, 0, 0, 0, 0, 0, 0, 1))
    board = Board(rows, uncertain={(1, 1): holes}, total_mines=(1, 9))
    certificate = KnowledgeBase(board).certificate((0, 0))
    certificate.check()
    assert certificate.claim == Claim(Cell(0, 0), True, (Cell(1, 1),), at_least=True)


def test_checking_needs_no_solver(folder: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from logicsweep.explain.certificates.folder import check_folder\n"
        "assert len(list(check_folder(pathlib.Path(sys.argv[1])))) == 33\n"
        "solvers = {'pysat', 'pysolvers', 'clingo'} & set(sys.modules)\n"
        "assert not solvers, solvers\n"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], check=True, cwd=ROOT, timeout=60)


def test_the_index_is_json_with_a_line_for_each_verdict(folder: Path) -> None:
    text = (folder / INDEX).read_text()
    index = json.loads(text)
    assert len(text.splitlines()) == len(index["verdicts"]) + 2
    assert index["board"] == (folder / BOARD).read_text().splitlines()


def test_a_formula_is_not_made_when_it_is_too_large(logicsweep: Run, tmp_path: Path) -> None:
    """A small folder can ask for a counter of any size."""
    grid = np.full((45, 45), State.COVERED)
    grid[1::3, 1::3] = 3
    board = Board(grid, total_mines=900)
    claim = Claim(Cell(0, 0), True, tuple(board.clues), True, True)
    for name, lines in folder_files(board, [Certificate(board, claim, ("p cnf 0 0",), ("0",))]):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    tracemalloc.start()
    try:
        with pytest.raises(LimitError, match="a formula of more than 1,000,000 clauses"):
            list(check_folder(tmp_path))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    done = logicsweep("check", tmp_path)
    expected = "logicsweep: limit reached: a formula of more than 1,000,000 clauses\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", expected)


def test_many_clues_make_a_formula_too_large_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = KnowledgeBase(Board.parse("????\n1211\n")).certificate((0, 1))
    monkeypatch.setattr(formula_module, "MOST_CLAUSES", 5)
    with pytest.raises(LimitError, match="more than 5 clauses"):
        certificate.check()


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
        "valid": None,
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
