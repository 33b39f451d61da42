"""Notebooks: their cells run in a fresh kernel, and give what is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.judges.notebooks import outputs, read_notebook, run_notebook

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def test_there_is_a_notebook() -> None:
    assert ROOT / "examples" / "first-proofs.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_cell_of_code_has_its_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    stored = [cell["outputs"] for cell in cells if cell["cell_type"] == "code"]
    assert len(stored) >= 5
    assert all(stored)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_gives_what_is_stored(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("nbformat", "nbclient", "ipykernel"):
        pytest.importorskip(name)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    ran = run_notebook(path, tmp_path)
    assert outputs(ran) == outputs(read_notebook(path)), f"tools/pages --write {path}"
