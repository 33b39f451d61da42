"""No test can hang: a test that does ends the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="asks the C library of Unix")
@pytest.mark.parametrize("library", ["CDLL", "PyDLL"])  # gives Python's lock away, or keeps it
def test_a_c_call_that_never_returns_is_ended(library: str, tmp_path: Path) -> None:
    test = tmp_path / "test_it.py"
    test.write_text(f"import ctypes\ndef test_it(): ctypes.{library}(None).sleep(600)\n")
    limit = ["-o", "faulthandler_timeout=2"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", *limit, test],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 1
    assert "in test_it" in done.stdout + done.stderr
