"""What users install: the wheel's contents, the public names."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import logicsweep
from tests.conftest import ROOT


def test_public_names() -> None:
    assert sorted(set(logicsweep.__all__)) == sorted(logicsweep.__all__)
    for name in logicsweep.__all__:
        assert (
            getattr(logicsweep, name).__doc__
            or name.endswith(("Name", "Format"))
            or name in ("AGENTS", "SOLVERS")
        )


def test_modules_are_found_by_who_imports_the_package_alone() -> None:
    code = "import logicsweep; print(logicsweep.errors.LimitError, logicsweep.board.Board)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "LimitError" in done.stdout
    with pytest.raises(AttributeError, match=r"attribute a\.b"):
        getattr(logicsweep, "a.b")
    with pytest.raises(AttributeError, match="attribute boards"):
        _ = logicsweep.boards  # type: ignore[attr-defined]


def test_changelog_names_the_version() -> None:
    assert f"## {logicsweep.__version__}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.slow
def test_wheel(tmp_path: Path) -> None:
    """The wheel holds the package, its types, its programs and boards, and nothing else."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT],
        check=True,
        timeout=300,
    )
    (wheel,) = tmp_path.glob("logicsweep-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = ROOT / "logicsweep"
    sources = [*package.rglob("*.py"), *package.rglob("*.pyi")]
    expected = {str(path.relative_to(ROOT)) for path in sources}
    for folder in ("encodings", "examples/boards"):
        expected |= {f"logicsweep/{folder}/{path.name}" for path in (ROOT / folder).iterdir()}
    assert names == {*expected, "logicsweep/py.typed"}
