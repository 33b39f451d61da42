"""The kernel in Pyodide, which runs in Node here and is Python in a browser elsewhere.

Needs zig's compiler, Node, and the npm package `pyodide` in the folder LOGICSWEEP_PYODIDE.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.kernel.context import OK
from logicsweep.system.system import position_of
from tests.conftest import ROOT, without_kernel
from tests.judges.making import opened_at_random
from tools.compiling import PYODIDE, compile_for

FOLDER = os.environ.get("LOGICSWEEP_PYODIDE", "")
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(not FOLDER, reason="LOGICSWEEP_PYODIDE names no npm package pyodide"),
    pytest.mark.skipif(NODE is None, reason="there is no node"),
    pytest.mark.skipif(find_spec("ziglang") is None, reason="zig is not installed"),
]

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99))
BOARDS = [
    opened_at_random(seed, *SIZES[seed % 3], part) for seed in range(9) for part in (0.25, 0.6)
]


def question(board: Board, *, is_long: bool) -> dict[str, object]:
    states, uncertain, adjacency, total = position_of(board)
    assert not uncertain
    assert isinstance(total, int)
    return {
        "states": states.ravel().tolist(),
        "near": adjacency.table.ravel().tolist(),
        "degree": len(adjacency.table),
        "total": [total, total],
        "is_long": is_long,
    }


def test_the_kernel_answers_in_pyodide_as_python_does(tmp_path: Path) -> None:
    library, packages = tmp_path / "native.so", tmp_path / "packages"
    questions = tmp_path / "questions.json"
    compile_for(PYODIDE, library)
    asked = [question(board, is_long=long) for long in (False, True) for board in BOARDS]
    questions.write_text(json.dumps(asked), encoding="utf-8")
    here = Path(__file__).parent
    script, file = here / "in_pyodide.mjs", here / "in_pyodide.py"
    done = subprocess.run(
        [str(NODE), script, FOLDER, file, questions, library, tmp_path, packages, ROOT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    has_threads, kernel, answers = json.loads(done.stdout)
    assert (has_threads, kernel) == (False, "native")
    with without_kernel():
        expected = [KnowledgeBase(board).probabilities().ravel() for board in BOARDS]
    for place, (status, marginals) in enumerate(answers):
        assert status == OK
        twin = expected[place % len(BOARDS)]
        np.testing.assert_allclose(marginals, twin, rtol=0, atol=1e-12)
        assert np.array_equal(np.isin(marginals, (0, 1)), np.isin(twin, (0, 1)))
