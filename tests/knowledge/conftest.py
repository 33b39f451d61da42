"""What the tests of knowledge bases share."""

from __future__ import annotations

import pytest

from logicsweep.reason.solvers.trial import Trials


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ground no program on trial in another process, in tests whose programs all come to an end."""
    monkeypatch.setattr(Trials, "ground", lambda *_, **__: 0.0)
