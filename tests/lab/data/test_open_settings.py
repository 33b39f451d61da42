"""Open counts, liars and constraints in commands of the lab, as `tests/cli` has them for others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_open_settings import beside, check_record
from tests.conftest import Run

__all__ = ["beside"]


def test_positions(beside: tuple[str, ...], logicsweep: Run) -> None:
    size = ("--size", "4x3", "--seed", "2", "--liars", "1", "--json")
    check_record(json.loads(logicsweep("dataset", *size, *beside, "-n", "1").stdout))


@pytest.mark.usefixtures("threads")
def test_compare(logicsweep: Run, tmp_path: Path) -> None:
    words = ("compare", "exact", "logic", "--size", "4x3", "--density", "1/4", "--liars", "1")
    done = logicsweep(*words, "--games", "3", "--out", tmp_path, "--no-report", "--json")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6
    assert {(json.loads(line)["density"], json.loads(line)["liars"]) for line in lines} == {
        ("1/4", 1)
    }
