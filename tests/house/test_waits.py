"""Tests wait for what they are about, not for some time to pass, and no test measures time."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.judges import processes

TESTS = ROOT / "tests"
TEXTS = {path: path.read_text("utf-8") for path in TESTS.rglob("*.py")}
# Calls; a test may well put something else in the place of such a function.
CLOCK = re.compile(r"\b(?:monotonic|perf_counter)(?:_ns)?\(\)|\btime\.time(?:_ns)?\(\)")
# A process of one's own that is stopped from here.
STOPPED = re.compile(
    r"\b(?:work|command|process|parent|run|kept)\.(?:kill|send_signal)\(|os\.killpg\("
)
# It is known by then how far the process has come.
KNOWN = re.compile(
    r"first_line_of|wait_until|readline\(\)|stdout\.read\(|process_of\(|\.pid\b|mkfifo"
)


def test_no_test_in_a_browser_waits_for_time_to_pass() -> None:
    name = "wait_for_" + "timeout"  # not to be found here
    waiting = [path for path, text in TEXTS.items() if name in text]
    assert not waiting, "wait for an address, an event or a state instead"


def test_no_test_looks_at_a_clock() -> None:
    looking = [path for path, text in TEXTS.items() if CLOCK.search(text)]
    assert [path.name for path in looking] == [f"{processes.__name__.rpartition('.')[2]}.py"]


def test_what_is_stopped_has_said_where_it_is() -> None:
    """A signal that is sent after a while meets the process anywhere, or nowhere."""
    racing = [
        str(path.relative_to(ROOT))
        for path, text in TEXTS.items()
        if STOPPED.search(text) and not KNOWN.search(text)
    ]
    assert not racing, "let the process say where it is, and wait for that"
