"""Boards with neighbours of their own on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run

# A ring: the first cell is next to the last.
RING = "neighbours: 1 5; 0 2; 1 3; 2 4; 3 5; 0 4\n\n1?10??\n"
NOTE = "Not a grid: the board itself says which cells are neighbours.\n"


@pytest.fixture
def ring(tmp_path: Path) -> str:
    path = tmp_path / "ring.board"
    path.write_text(RING, encoding="utf-8")
    return str(path)


def test_every_drawing_says_that_it_is_no_grid(logicsweep: Run, ring: str) -> None:
    for command in (("show",), ("solve",), ("explain", "0,1"), ("explain", "0,5"), ("hint",)):
        result = logicsweep(command[0], ring, *command[1:])
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.count(NOTE) == 1


def test_two_layouts_say_it_once(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "ring.board"
    path.write_text("mines: 2\n" + RING.replace("1?10??", "1?????"), encoding="utf-8")
    result = logicsweep("explain", str(path), "0,3")
    assert result.stdout.count(NOTE) == 1
    assert "if it is safe:" in result.stdout


def test_neighbours_decide(logicsweep: Run, ring: str) -> None:
    drawn = logicsweep("solve", ring).stdout.split("\n")
    assert drawn[1:3] == ["0  1 m 1 0 s s", NOTE.strip()]


def test_convert_keeps_neighbours_or_refuses(logicsweep: Run, ring: str, tmp_path: Path) -> None:
    assert logicsweep("show", ring, "-o", str(tmp_path / "ring.json")).returncode == 0
    back = logicsweep("show", str(tmp_path / "ring.json"), "--to", "board")
    assert back.stdout == RING
    refused = logicsweep("show", ring, "-o", str(tmp_path / "ring.csv"), "--lossy")
    assert refused.returncode == 2
    assert "csv cannot hold neighbours other than the eight" in refused.stderr
    assert not (tmp_path / "ring.csv").exists()


def test_certificates_are_about_these_neighbours(
    logicsweep: Run, ring: str, tmp_path: Path
) -> None:
    folder = str(tmp_path / "proofs")
    assert logicsweep("certify", ring, "-o", folder).returncode == 0
    assert logicsweep("check", folder).returncode == 0
    other = tmp_path / "other.board"
    other.write_text(RING.split("\n", 2)[2], encoding="utf-8")
    assert logicsweep("check", folder, "--board", str(other)).returncode == 1
