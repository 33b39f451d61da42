"""Notebooks: their cells run in a fresh kernel, and give what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.judges.notebooks import outputs, read_notebook, run_notebook

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def test_there_is_a_notebook() -> None:
    assert ROOT / "examples" / "first-proofs.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_every_cell_of_code_has_its_outputs(path: Path) -> None:
    stored = outputs(read_notebook(path))
    assert len(stored) >= 5
    assert all(stored)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_gives_what_is_stored(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    ran = run_notebook(path, tmp_path)
    assert outputs(ran) == outputs(read_notebook(path)), f"tools/pages --write {path}"
