"""What takes processes or libraries, without them, as in the tests of games and of the lab."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.games.conftest import threads

with suppress(ModuleNotFoundError):  # where the lab was cut off, or a slice of it
    from tests.lab.exams.seated import seated  # noqa: F401
with suppress(ModuleNotFoundError):
    from tests.lab.experiments.plain import plain_reports  # noqa: F401

__all__ = ["stand_ins", "threads"]


@pytest.fixture
def stand_ins(request: pytest.FixtureRequest) -> None:
    """Use the stand-ins of the slices that are there."""
    for name in ("seated", "plain_reports"):
        if name in globals():
            request.getfixturevalue(name)
