"""Every benchmark says how it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

BENCHMARKS = ROOT / "benchmarks"
SHARED = ("positions.py", "timing.py")
SCRIPTS = sorted(path for path in BENCHMARKS.glob("*.py") if path.name not in SHARED)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_help(path: Path, tmp_path: Path) -> None:
    """With its docstring, and without measuring anything."""
    done = subprocess.run(
        [sys.executable, path, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert not done.stderr
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring in done.stdout


def test_there_is_one_timer() -> None:
    """Clocks are read by `timing.py` alone, and by what runs in a process of its own."""
    for path in SCRIPTS:
        code = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node.func for node in ast.walk(code) if isinstance(node, ast.Call)]
        names = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not names & {"perf_counter", "process_time", "time"}, path
