"""Tests in a browser wait for what they are about, not for some time to pass."""

from __future__ import annotations

from tests.conftest import ROOT


def test_no_test_waits_for_time_to_pass() -> None:
    name = "wait_for_" + "timeout"  # not to be found here
    waiting = [path for path in (ROOT / "tests").rglob("*.py") if name in path.read_text("utf-8")]
    assert not waiting, "wait for an address, an event or a state instead"
