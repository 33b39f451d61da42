"""Work that nobody waits for any longer ends, whatever happened to who started it."""

from __future__ import annotations

import copy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest

from logicsweep import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.solvers.trial import Trials
from tests.conftest import ROOT, some
from tests.judges.processes import first_line_of, wait_until

# Takes minutes, and makes no ground rule on the way.
ENDLESS = "q :- X=1..100000, Y=1..100000, X*Y=7919*7919+1."
ASK = f"""
import sys
from logicsweep import *
from logicsweep.formulas import Program
board, limit = Board.parse("?1?"), float(sys.argv[1])
program = Program({ENDLESS!r})
try:
    KnowledgeBase(board, program=program, time_limit=limit).consequences()
except LimitError as error:
    print(error, flush=True)
    sys.stdin.read()
"""
ENCODE = ASK.replace(
    "KnowledgeBase(board, program=program, time_limit=limit).consequences()",
    "encode(board, 'lp-ground', program=program, time_limit=limit)",
)

COUNT = """
import numpy as np
from logicsweep import *
from logicsweep.formulas import Program
board = Board(np.full((16, 30), -1), mines=99)
KnowledgeBase(board, time_limit=100).count(engine="ganak").total
"""


@contextmanager
def running(code: str, limit: float) -> Iterator[subprocess.Popen[str]]:
    """An interpreter whose main module no other can import."""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(limit)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def seconds_of(processes: list[psutil.Process]) -> float:
    """How long processors worked for some processes; those that have ended work no more."""
    worked = 0.0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            worked += times.user + times.system
    return worked


def is_at_work(process: psutil.Process) -> bool:
    return any(seconds_of([child]) > 0.1 for child in process.children())


@pytest.mark.slow
def test_no_processor_is_busy_after_the_limit() -> None:
    with running(ASK, 0.4) as process:
        assert "within 0.4 s" in first_line_of(process)
        parent = psutil.Process(process.pid)
        tree = [parent, *parent.children(recursive=True)]
        before = seconds_of(tree)
        time.sleep(0.6)
        assert seconds_of(tree) - before < 0.2


@pytest.mark.slow
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize(
    ("code", "how"),
    some(
        [
            pytest.param(code, how, id=f"{name}-{how}")
            for name, code, hows in (
                ("ask", ASK, (signal.SIGINT, signal.SIGKILL)),
                ("encode", ENCODE, (signal.SIGKILL, signal.SIGINT)),
                ("count", COUNT, (signal.SIGINT, signal.SIGKILL)),
            )
            for how in hows
        ],
        every=2,
    ),
)
def test_work_ends_with_its_parent(code: str, how: signal.Signals) -> None:
    if code == COUNT:
        pytest.importorskip("pyganak")
    with running(code, 100) as process:
        parent = psutil.Process(process.pid)
        wait_until(lambda: is_at_work(parent), process)
        children = parent.children(recursive=True)
        process.send_signal(how)
        _, errors = process.communicate(timeout=300)
        assert ("KeyboardInterrupt" in errors) == (how == signal.SIGINT)
        _, alive = psutil.wait_procs(children, timeout=300)
        assert not alive


@pytest.fixture
def processes() -> Callable[[], set[psutil.Process]]:
    """The processes of this one that are there, but for those that were there before."""
    this = psutil.Process()
    others = set(this.children())
    return lambda: set(this.children()) - others


@pytest.mark.usefixtures("wall_clock")
def test_a_process_is_kept_for_the_next_trial_and_ends_with_the_last(
    processes: Callable[[], set[psutil.Process]],
) -> None:
    trials = Trials()
    assert 0 <= trials.ground("p(1..3).", "q(X) :- p(X).", budget=Budget(60)) < 60
    (kept,) = processes()
    trials.ground("an error.", budget=Budget(60))  # which is for others to say
    assert processes() == {kept}
    with pytest.raises(LimitError, match=r"within 0\.1 s"):
        trials.ground(ENDLESS, budget=Budget(0.1))
    assert not processes()
    trials.ground("p.", budget=Budget(60))
    assert len(processes()) == 1
    del trials
    assert not processes()


@pytest.mark.usefixtures("wall_clock")
def test_a_process_that_was_killed_is_replaced_and_copies_have_their_own(
    processes: Callable[[], set[psutil.Process]],
) -> None:
    trials = Trials()
    trials.ground("p.", budget=Budget(60))
    (kept,) = processes()
    kept.kill()
    kept.wait()
    trials.ground("p.", budget=Budget(60))
    other = copy.copy(copy.deepcopy(trials))
    other.ground("p.", budget=Budget(60))
    assert len(processes()) == 2
    del other, trials
    assert not processes()
