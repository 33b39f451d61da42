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
    folder = tmp_path / "proofs"
    done = logicsweep("certify", TOTAL, "-o", folder)
    assert done.stdout == f"33 verdicts certified in {folder}.\n"
    done = logicsweep("check", folder)
    assert done.stdout == f"33 verdicts proved for {folder / 'board.board'}.\n"
    assert logicsweep("check", folder, "--board", TOTAL).returncode == 0
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert found["valid"]
    assert len(found["verdicts"]) == 33
    done = logicsweep("check", folder, "--board", SMALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "board.board:1: 'mines: 10'; expected 'mines: 2'" in done.stderr
    done = logicsweep("certify", TOTAL, "-o", folder)
    assert done.returncode == 2
    assert "exists already" in done.stderr
    (folder / "safe-0-0.drup").write_text("0\n")
    done = logicsweep("check", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"logicsweep: {folder / 'safe-0-0.drup'}:1: '0' does not follow\n"
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert not found["valid"]
    wrong = {"file": str(folder / "safe-0-0.drup"), "line": 1, "column": None}
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
    assert names == {"board.board", "certificate.json", "mine-0-2.cnf", "mine-0-2.drup"}
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
    expected = "expected one that `certify` wrote"
    assert done.stderr == f"logicsweep: {nowhere} is not a folder; {expected}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none", "one"]
    nowhere.mkdir()
    done = logicsweep("check", nowhere, "--json")  # nor is another folder
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (2, "usage")
    expected = "expected a folder that `certify` wrote"
    assert done.stderr == f"logicsweep: {nowhere} has no certificate.json; {expected}\n"
