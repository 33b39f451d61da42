"""`logicsweep certify` and `check`, there and back."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import ROOT, Run

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
TOTAL = BOARDS / "only-total.board"
INCONSISTENT = BOARDS / "inconsistent.board"


def test_certificates_there_and_back(logicsweep: Run, tmp_path: Path) -> None:
    folder, board = tmp_path / "proofs", tmp_path / "five.board"
    board.write_text("mines: 3\n\n1?2?1\n?????\n")
    done = logicsweep("certify", board, "-o", folder)
    assert done.stdout == f"1 verdict certified in {folder}.\n"
    done = logicsweep("check", folder)
    assert done.stdout == f"1 verdict proved for {folder / 'board.board'}.\n"
    assert logicsweep("check", folder, "--board", board).returncode == 0
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert found["valid"]
    assert len(found["verdicts"]) == 1
    done = logicsweep("check", folder, "--board", TOTAL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "board.board: this is another board: it differs in height" in done.stderr
    done = logicsweep("certify", board, "-o", folder)
    assert done.returncode == 2
    assert "exists already" in done.stderr
    (folder / "mine-1-2.drup").write_text("0\n")
    done = logicsweep("check", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        done.stderr
        == f"logicsweep: {folder / 'mine-1-2.drup'}:1: the clause does not follow: '0'\n"
    )
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert not found["valid"]
    wrong = {"file": str(folder / "mine-1-2.drup"), "line": 1, "column": None}
    assert (found["kind"], found["place"]) == ("inconsistent", wrong)


def test_an_empty_folder_is_filled(logicsweep: Run, tmp_path: Path) -> None:
    before = tmp_path.stat().st_ino
    assert logicsweep("certify", SMALL, "-o", tmp_path).returncode == 0
    assert tmp_path.stat().st_ino == before
    assert logicsweep("check", tmp_path).returncode == 0
    assert not list(tmp_path.parent.glob(".logicsweep.*"))


def test_one_verdict_is_certified(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("certify", SMALL, "0,2", "-o", tmp_path / "one", "--json")
    assert json.loads(done.stdout)["verdicts"] == 1
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert names == {"board.board", "certificates.jsonl", "mine-0-2.cnf", "mine-0-2.drup"}
    done = logicsweep("certify", TOTAL, "2,0", "-o", tmp_path / "two")
    assert (done.returncode, (tmp_path / "two").exists()) == (2, False)
    assert "(2,0) is undetermined" in done.stderr
    done = logicsweep("certify", INCONSISTENT, "-o", tmp_path / "two")
    assert (done.returncode, (tmp_path / "two").exists()) == (1, False)
    done = logicsweep("certify", SMALL, "-o", tmp_path / "no" / "where")
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    done = logicsweep("certify", "-", "-o", tmp_path / "none", stdin="?1?\n")
    assert done.stdout.startswith("0 verdicts certified")
    assert logicsweep("check", tmp_path / "none").stdout.startswith("0 verdicts proved for ")
    nowhere = tmp_path / "nowhere"
    done = logicsweep("check", nowhere, "--json")  # a slip of the pen is no wrong certificate
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (2, "usage")
    expected = "expected a folder that `certify`, `count -o` or `deal --to proofs` wrote"
    assert done.stderr == f"logicsweep: {nowhere} is not a folder; {expected}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none", "one"]
    nowhere.mkdir()
    done = logicsweep("check", nowhere, "--json")  # nor is another folder
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (2, "usage")
    assert done.stderr == f"logicsweep: {nowhere} has no certificates.jsonl; {expected}\n"


def test_a_count_is_certified(logicsweep: Run, tmp_path: Path) -> None:
    folder = tmp_path / "four"
    done = logicsweep("count", TOTAL, "-o", folder)
    assert done.stdout.startswith("4 layouts\n")
    assert f"The certificate of this number is in {folder}.\n" in done.stdout
    done = logicsweep("check", folder)
    board = folder / "board.board"
    assert done.stdout == f"Exactly 4 layouts agree with {board}.\n"
    found = json.loads(logicsweep("check", folder, "--json", "--board", TOTAL).stdout)
    assert (found["valid"], found["layouts"]) == (True, "4")
    done = logicsweep("check", folder, "--board", SMALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "board.board: this is another board: it differs in height" in done.stderr
    done = logicsweep("check", folder, "--time-limit", "1e-9", "--json")
    assert (done.returncode, json.loads(done.stdout)["valid"]) == (3, None)
    circuit = folder / "circuit.nnf"
    text = circuit.read_text()
    circuit.write_text(text.replace("L -1\n", "L 1\n"))
    done = logicsweep("check", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"logicsweep: {circuit}:")
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert (found["valid"], found["kind"], found["verdicts"]) == (False, "inconsistent", [])
    assert found["place"]["file"] == str(circuit)


def test_a_certified_count_as_json(logicsweep: Run, tmp_path: Path) -> None:
    found = json.loads(logicsweep("count", SMALL, "--json", "-o", "proof", folder=tmp_path).stdout)
    assert (found["models"], found["certificate"]) == ("1", "proof")
    assert "certificate" not in json.loads(logicsweep("count", SMALL, "--json").stdout)
    done = logicsweep("check", "proof", "--board", SMALL, folder=tmp_path)
    assert done.stdout == f"Exactly 1 layout agrees with {SMALL}.\n"


def test_counts_that_cannot_be_certified(logicsweep: Run, tmp_path: Path) -> None:
    folder = tmp_path / "none"
    (tmp_path / "own.lp").write_text(":- mine((0,0)).\n")
    for words, stdin, said in (
        ([SMALL, TOTAL], "", "--output takes one board and no cells: expected BOARD"),
        ([TOTAL, "2,0"], "", "--output takes one board and no cells: expected BOARD"),
        (["-"], "rules: 1W\nmines: 1\n\n??\n1?\n", "with the rule 1W for clues"),
        (["-"], "rules: T\nmines: 1\n\n??\n1?\n", "with the rule T for layouts"),
        (["-", "--liars", "1"], "mines: 1\n\n??\n1?\n", "with clues that may be wrong"),
        (["-", "--program", tmp_path / "own.lp"], "?1?\n", "with a program"),
    ):
        done = logicsweep("count", *words, "-o", folder, stdin=stdin)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert not folder.exists()
    assert logicsweep("count", INCONSISTENT, "-o", folder).returncode == 1
    assert not folder.exists()
    done = logicsweep("count", SMALL, "-o", tmp_path)
    assert done.returncode == 2
    assert "exists already" in done.stderr


def test_a_circuit_is_printed(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("encode", SMALL, "--to", "nnf")
    assert done.stdout.startswith("nnf ")
    done = logicsweep("encode", SMALL, "--to", "nnf", "-o", "a.nnf", folder=tmp_path)
    assert done.stdout == "a.nnf: 4x3, 2 mines, as nnf.\n"
    assert logicsweep("encode", SMALL, "--to", "nnf", "--stats").stdout.startswith("nnf: ")
    for words, stdin, said in (
        ([SMALL, "0,0"], "", "nnf is a circuit of the whole board; expected no cell"),
        ([SMALL, "--cardinality", "totalizer"], "", "nnf takes no cardinality encoding"),
        (["-"], "rules: 2E\n\n??\na?\n", "a circuit has no key; expected no rule such as 2E"),
        (["-"], "rules: C\n\n??\n1?\n", "a circuit cannot hold constraints on regions"),
    ):
        done = logicsweep("encode", *words, "--to", "nnf", stdin=stdin)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


def test_what_is_too_large_is_a_limit(logicsweep: Run, tmp_path: Path) -> None:
    board, folder = tmp_path / "large.board", tmp_path / "large"
    board.write_text("\n".join(["mines: 0", "", *["?" * 101] * 100]))
    done = logicsweep("count", board, "-o", folder)
    assert (done.returncode, folder.exists()) == (3, False)
    assert "the certificate of a count is for up to 10,000 cells" in done.stderr
    folder.mkdir()
    head = '{"format": "logicsweep-certificates/2", "board": "board.board"}\n'
    (folder / "certificates.jsonl").write_text(head + "{}\n" * 100_001)
    done = logicsweep("check", folder)
    assert done.returncode == 3
    assert done.stderr == "logicsweep: limit reached: an index of more than 100,000 claims\n"
