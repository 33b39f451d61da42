"""Folders of certificates: whatever is wrong in them is said by file and line."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase, load
from logicsweep.checker.faults import CheckError, CheckLimitError
from logicsweep.checker.folder import BOARD, INDEX, check_folder, read_folder
from logicsweep.games import NoGuess, deal
from logicsweep.games.dealing.certified import Played, certificates_of
from logicsweep.reasons.certificates.folder import count_files, folder_files, game_files
from logicsweep.tables import circuit_of
from logicsweep.tables.circuit import nnf_lines
from tests.checker.test_forged import write
from tests.conftest import ROOT, Run
from tests.games.making import bare

BOARDS = ROOT / "examples" / "boards"
TOTAL = load(BOARDS / "only-total.board")
KINDS = ("clauses", "sums", "count", "game")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A folder of each kind."""
    made = {kind: tmp_path_factory.mktemp(kind) for kind in KINDS}
    kb = KnowledgeBase(TOTAL)
    proved = sorted(kb.consequences().safe | kb.consequences().mines)
    for kind, form in (("clauses", "drup"), ("sums", "veripb")):
        certificates = [kb.certificate(cell, proof=form) for cell in proved[:6]]  # type: ignore[arg-type]
        write(made[kind], folder_files(TOTAL, certificates))
    circuit = circuit_of(TOTAL, refutations=True)
    write(made["count"], count_files(TOTAL, list(nnf_lines(circuit)), circuit.count()))
    dealt = deal(bare(height=9, width=9, mines=14), seed=3, no_guess=NoGuess(total=True))
    assert dealt.start is not None
    played = Played(dealt.layout, dealt.start, uses_total=True)
    files = game_files(played.layout.revealed(), played.game, certificates_of(played))
    write(made["game"], files)
    return made


@pytest.fixture
def copied(folders: Mapping[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    def copy(kind: str) -> Path:
        return shutil.copytree(folders[kind], tmp_path / kind, dirs_exist_ok=True)

    return copy


def fault(folder: Path) -> CheckError:
    with pytest.raises(CheckError) as caught:
        list(check_folder(folder))
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_checked_beside_a_copy_of_the_checker(
    kind: str, folders: Mapping[str, Path], tmp_path: Path
) -> None:
    """With nothing but Python: no package, no site, no environment."""
    claims = list(check_folder(folders[kind]))
    assert claims == list(read_folder(folders[kind]).claims)
    shutil.copytree(ROOT / "logicsweep" / "checker", tmp_path / "checker")
    words = ("-S", "-E", "-s", "-m", "checker", folders[kind], "--board", folders[kind] / BOARD)
    done = subprocess.run(
        (sys.executable, *words), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    *said, last = done.stdout.splitlines()
    assert said == [f"{claim}." for claim in claims]
    size = "1 claim" if len(claims) == 1 else f"{len(claims)} claims"
    assert last == f"{size} proved for {folders[kind] / BOARD}."


def test_the_copy_says_what_is_wrong(folders: Mapping[str, Path], tmp_path: Path) -> None:
    shutil.copytree(ROOT / "logicsweep" / "checker", tmp_path / "checker")
    folder = shutil.copytree(folders["clauses"], tmp_path / "folder")
    for words, code, said in (
        ((folder, "--seconds", "1e-9"), 3, "no complete check within 1e-09 s"),
        *[((folder, "--seconds", each), 2, "a number of seconds") for each in ("0", "nan", "x")],
        ((folder, "--board", tmp_path / "none"), 2, "none: No such file"),
        ((folder, "--board", tmp_path), 2, "Is a directory"),
        ((tmp_path / "none",), 1, f"{INDEX}: cannot be read"),
        ((folder, "--board", BOARDS / "small.board"), 1, "this is another board"),
        ((), 2, "usage"),
    ):
        done = subprocess.run(
            (sys.executable, "-S", "-m", "checker", *words),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (code, "")
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_nothing_else_is_imported() -> None:
    """The standard library alone: whoever changes that has to say so here."""
    for path in (ROOT / "logicsweep" / "checker").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert {each.name for each in node.names} <= sys.stdlib_module_names
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("kind", KINDS)
def test_missing_and_strange_files_are_refused(kind: str, copied: Callable[[str], Path]) -> None:
    folder = copied(kind)
    for path in sorted(folder.iterdir())[:4]:
        content = path.read_bytes()
        path.unlink()
        assert (fault(folder).file, fault(folder).line) == (path.name, None)
        path.mkdir()
        assert fault(folder).file == path.name
        path.rmdir()
        os.mkfifo(path)
        assert fault(folder).file == path.name
        path.unlink()
        path.symlink_to(BOARDS / "small.board")
        assert fault(folder).file == path.name
        path.unlink()
        for changed in (b"\xff\xfe\n", content[:-1], b""):
            path.write_bytes(changed)
            assert fault(folder).file is not None
        path.write_bytes(content)
    (folder / "more.txt").write_text("more")
    assert "is in the folder, but not in its index" in fault(folder).text
    with (folder / BOARD).open("ab") as stream:
        stream.truncate(1 << 40)  # which takes no room
    (folder / "more.txt").unlink()
    with pytest.raises(CheckLimitError, match=r"board\.board has more than 64,000,000 bytes"):
        list(check_folder(folder))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"cell": [0, 0]', '"cell": [0, 1]', "the formula is about"),
        ('"cell": [0, 0]', '"cell": [0, 99]', "the formula is about"),
        *[
            ('"cell": [0, 0]', f'"cell": {cell}', "a cell")
            for cell in ("[0]", "[0, true]", "[-1, 0]")
        ],
        ('"cell": [0, 0], ', "", "expected a cell"),
        ('"claim": "safe"', '"claim": "mine"', "the formula is about"),
        ('"claim": "safe"', '"claim": "both"', "a claim: safe, mine, layouts"),
        ('"form": "clauses"', '"form": "sum"', "expected"),
        ('"form": "clauses"', '"form": "circuit"', "expected"),
        ('"sources": ["clue', '"sources": ["clue(9,9)", "clue', "other sources"),
        ('"sources": [', '"sources": [1, ', "titles of sources"),
        ('"formula": "safe-0-0.cnf"', '"formula": "safe-0-1.cnf"', "named twice"),
        ('"formula": "safe-0-0.cnf"', '"formula": "../safe-0-0.cnf"', "the name of a formula"),
        ('"proof": "safe-0-0.drup"', '"proof": "/etc/passwd"', "the name of a proof"),
        ('"cell": [0, 0], ', '"cell": [0, 0], "more": 1, ', "no other keys"),
        ('"cell": [0, 0], ', '"cell": [0, 0], "round": 1, ', "a round is for the steps of a game"),
        ('"cell": [0, 0]', f'"cell": [0, {"9" * 5000}]', "cannot be read"),
        ('"cell": [0, 0]', '"cell": [0, NaN]', "expected a cell"),
        ('"cell": [0, 0]', f'"cell": {"[" * 100_000}', "cannot be read"),
        ("logicsweep-certificates/2", "logicsweep-certificates/3", "expected the format"),
        ('"board": "board.board"', '"board": "other.board"', "expected the format"),
        ('{"format"', '["format"', "cannot be read"),
        ('{"claim"', '[1]\n{"claim"', "an object of JSON"),
    ],
)
def test_a_changed_index_is_refused(
    copied: Callable[[str], Path], old: str, new: str, said: str
) -> None:
    folder = copied("clauses")
    text = (folder / INDEX).read_text()
    assert old in text
    (folder / INDEX).write_text(text.replace(old, new, 1))
    assert said in str(fault(folder))


@pytest.mark.parametrize(
    ("kind", "name", "change", "said"),
    [
        ("clauses", "safe-0-0.cnf", ("c 1 = mine(0,0)", "c 1 = mine(0,1)"), "is mine(0,0), not"),
        ("clauses", "safe-0-0.cnf", ("so (0,0) is safe", "so (0,0) is a mine"), "is about"),
        ("clauses", "safe-0-0.drup", ("0\n", "9 0\n0\n"), "follow"),
        ("sums", "safe-0-0.opb", (">= ", ">= 9"), "does not follow from"),
        ("sums", "safe-0-0.pbp", ("pol 1 ", "pol 2 "), ""),
        ("count", "circuit.nnf", ("L -1", "L 1"), "node"),
        ("count", INDEX, ('"layouts": "', '"layouts": "1'), "the circuit has"),
        ("count", INDEX, ('"layouts": "', '"layouts": "x'), "digits of layouts"),
        ("count", INDEX, ('"layouts": "', f'"layouts": "{"9" * 5000}'), "the circuit has"),
        ("count", BOARD, ("mines: 10", "mines: 11"), ""),
        ("clauses", BOARD, ("mines: 10", "mines: x"), "expected a number"),
        ("clauses", BOARD, ("mines: 10", "mines: 11"), "of the mine count does not follow from it"),
        ("game", BOARD, ("mines: 14", "mines: 13"), "another mine count"),
        ("game", INDEX, ('"start": [4, 4]', '"start": [99, 0]'), "off the board"),
        ("game", INDEX, ('"round": 1}', '"round": 2}'), "the rounds count from 1"),
        ("game", INDEX, ('"round": 1}', '"round": 0}'), "a round from 1"),
        ("game", INDEX, ('"uses_total": true', '"uses_total": 1'), "neither true nor false"),
    ],
)
def test_a_changed_file_is_refused(
    copied: Callable[[str], Path], kind: str, name: str, change: tuple[str, str], said: str
) -> None:
    folder = copied(kind)
    text = (folder / name).read_text()
    assert change[0] in text
    (folder / name).write_text(text.replace(*change, 1))
    assert said in str(fault(folder))


def test_what_a_game_claims_is_checked(copied: Callable[[str], Path]) -> None:
    """Indexes that are written as they have to be, and claim what is not so."""
    folder = copied("game")
    head, *steps = map(json.loads, (folder / INDEX).read_text().splitlines())
    last = max(step["round"] for step in steps)
    assert last > 1

    def refused(head: dict[str, Any], steps: list[dict[str, Any]]) -> str:
        named = {name for step in steps for name in (step["formula"], step["proof"])}
        for path in folder.iterdir():
            if path.name not in (*named, BOARD):
                path.unlink()
        lines = [json.dumps(each) for each in (head, *steps)]
        (folder / INDEX).write_text("".join(f"{line}\n" for line in lines))
        said = str(fault(folder))
        copied("game")
        return said

    assert "safe cell" in refused(head, steps[:-1])
    assert "safe cells covered" in refused(head, [])
    at_once = [{**step, "round": 1} for step in steps]
    assert refused(head, at_once)
    later = [{**step, "round": step["round"] + 1} for step in steps]
    assert "the rounds count from 1" in refused(head, later)
    other = {**head, "game": {**head["game"], "start": [0, 0]}}
    assert refused(other, steps)
    without = [{key: step[key] for key in step if key != "round"} for step in steps]
    assert "a round is for the steps of a game" in refused(head, without)
    assert list(check_folder(folder))


def test_only_a_layout_itself_is_accepted(copied: Callable[[str], Path]) -> None:
    """Boards with the same mines that say something else: a game takes its clues from the text."""
    folder = copied("game")
    text = (folder / BOARD).read_text()
    for old, new, said in (
        ("\n\n", "\ntopology: four\n\n", "is not that of the layout"),
        ("mines: 14", "liars: 1", "no clue wrong"),
        ("mines: 14", "mines: 0..20", "another mine count"),
        ("mines: 14", "rules: H", "breaks the rule H"),
        ("*", "?", "with every cell open"),
    ):
        (folder / BOARD).write_text(text.replace(old, new, 1))
        assert said in str(fault(folder)), new
    lines = text.splitlines()
    row, at = next((n, line.index("1")) for n, line in enumerate(lines) if n > 1 and "1" in line)
    lines[row] = f"{lines[row][:at]}2{lines[row][at + 1 :]}"
    (folder / BOARD).write_text("\n".join([*lines, ""]))
    assert "is not that of the layout" in fault(folder).text


def test_another_board_is_refused(folders: Mapping[str, Path], logicsweep: Run) -> None:
    with pytest.raises(CheckError, match="this is another board: it differs in height") as caught:
        list(check_folder(folders["clauses"], str(load(BOARDS / "large.board")).split("\n")))
    assert caught.value.file == BOARD
    done = logicsweep("check", folders["count"], "--board", BOARDS / "expert.board")
    assert done.returncode == 1
    assert "this is another board" in done.stderr
    # A layout of a game is one board, and its position another.
    assert logicsweep("check", folders["game"], "--board", folders["game"] / BOARD).returncode == 0


def test_checking_has_a_time_limit(folders: Mapping[str, Path], logicsweep: Run) -> None:
    done = logicsweep("check", folders["clauses"], "--time-limit", "0.000001", "--json")
    limit = "no complete check within 1e-06 s"
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["valid"], answer["limit"]) == (3, None, limit)
    assert done.stderr == f"logicsweep: limit reached: {limit}\n"
    assert logicsweep("check", folders["clauses"], "--time-limit", "0").returncode == 2


def test_very_long_numbers_are_written_and_read(tmp_path: Path) -> None:
    """The number of layouts of a blank board of 10,000 cells."""
    board = Board.from_array([[-1] * 100] * 100)
    circuit = circuit_of(board, refutations=True)
    assert circuit.count() == 1 << 10_000
    files = count_files(board, list(nnf_lines(circuit)), circuit.count())
    (claim,) = check_folder(write(tmp_path, files))
    assert claim.layouts is not None
    assert len(claim.layouts) == 3011
