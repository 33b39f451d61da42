"""How many calls of Python functions an encoding takes: some for each clue, none for a clause."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from logicsweep import encode, load
from logicsweep.formulas import FormulaFormat
from tests.conftest import ROOT


@pytest.mark.parametrize("to", ["cnf", "mcc", "wcnf", "opb"])
def test_clauses_take_no_calls(to: FormulaFormat) -> None:
    """An expert board has 155 constraints, and over 13,000 clauses."""
    board = load(ROOT / "examples/boards/expert.board")
    encode(board, to).to_text()  # what is made once for all boards
    calls: list[str] = []

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls.append(frame.f_code.co_name)

    sys.setprofile(count)
    try:
        encoding = encode(board, to)
        text = encoding.to_text()
    finally:
        sys.setprofile(None)
    statements = encoding.statistics.clauses
    assert text.count("\n") > statements
    if to != "opb":
        assert statements > 13_000
    assert len(calls) < 24 * len(encoding.groups)
