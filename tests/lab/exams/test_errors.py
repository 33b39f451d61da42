"""Errors of the lab survive a trip to another process."""

from __future__ import annotations

from logicsweep import LogicSweepError
from logicsweep.lab.judging.claims import ClaimError
from tests.house.test_errors import check_pickling, kinds_of

ERRORS: list[Exception] = [ClaimError("the text has no clear answer; expected `open (3,4)`")]


def test_errors_survive_pickling() -> None:
    check_pickling(ERRORS)


def test_every_kind_is_tried() -> None:
    kinds = {kind for kind in kinds_of(LogicSweepError) if ".lab." in kind.__module__}
    assert {type(error) for error in ERRORS} >= kinds
