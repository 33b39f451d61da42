"""Open counts, liars and constraints in commands of the lab, as `tests/cli` has them for others."""

from __future__ import annotations

import json

from tests.cli.test_open_settings import beside, check_record
from tests.conftest import Run

__all__ = ["beside"]


def test_positions(beside: tuple[str, ...], logicsweep: Run) -> None:
    size = ("--size", "4x3", "--seed", "2", "--liars", "1", "--json")
    check_record(json.loads(logicsweep("dataset", *size, *beside, "-n", "1").stdout))
