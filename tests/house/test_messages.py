"""The words of errors, as people read them: one table for each room, in `tests/messages`."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.house.modules import ORDER, SLICES

MESSAGES = ROOT / "tests" / "messages"


PATHS = [path for path in sorted(MESSAGES.glob("*.txt")) if path.stem != "lab" or SLICES == ORDER]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_errors_say_what_the_table_says(path: Path) -> None:
    """All rows are tried; the report names each one that says something else."""
    report: list[str] = []
    test = doctest.DocTestParser().get_doctest(path.read_text("utf-8"), {}, path.name, str(path), 0)
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert results.attempted
    assert not results.failed, "".join(report)
