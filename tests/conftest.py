"""What the tests share."""

from __future__ import annotations

import gc
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import monotonic, process_time
from typing import TextIO, TypeVar

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

from logicsweep import limits
from logicsweep.cli import working
from logicsweep.cli.app import main
from logicsweep.cli.ending import INTERRUPTED
from logicsweep.kernel import context
from logicsweep.kernel.library import CHOICE, library
from logicsweep.knowledge import base
from logicsweep.reason import REASONERS
from logicsweep.reason.solvers.names import ASP, ELIMINATION, SAT
from logicsweep.tables import component_counts
from logicsweep.tables.trellis import trellis_of
from tests import skips, tiers
from tests.judges.answers import check_answers

ROOT = Path(__file__).parent.parent
# In how wide a terminal commands think they are.
TERMINAL = {"COLUMNS": "80"}

# `tools/soak` runs the random tests again and again: in turn n with the n-th seeds of each.
TURN = int(os.environ.get("LOGICSWEEP_TURN", "0"))

# What is compiled is kept, whatever the environment says: here, and in the hundreds of processes
# that tests start, which would otherwise take half of their time to compile it again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same examples in every run; a failure prints how to repeat it.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=12)
settings.register_profile("soak", deadline=None, max_examples=150, database=None)
settings.load_profile("soak" if TURN else "repeatable")


Parameter = TypeVar("Parameter")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that measure the cases."""
    tiers.options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Have time limits count the processor time of this process, however busy the machine is.

    And have no command in this process say after half a minute how far it has come.
    """
    skips.install(config)
    tiers.install(config)
    pytest.MonkeyPatch().setattr(limits, "monotonic", process_time)
    pytest.MonkeyPatch().setattr(working, "NOW_AND_THEN", 3600.0)


@pytest.fixture
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have time limits count seconds, in a test that waits for another process to end."""
    monkeypatch.setattr(limits, "monotonic", monotonic)


@contextmanager
def without_kernel() -> Iterator[None]:
    """Have Python do the work of the native kernel, in processes that are started as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE, "python")
        patch.setattr(context, "library", lambda: None)
        # The context of this thread, which is there already, and what it counted.
        patch.setattr(context, "_CONTEXTS", context._Contexts())  # noqa: SLF001
        component_counts.forget()
        yield
    component_counts.forget()


@pytest.fixture
def python_kernel() -> Iterator[None]:
    """Run a test without the native kernel."""
    with without_kernel():
        yield


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the tables of components reach their ceiling of memory early."""
    defaults = {**(trellis_of.__kwdefaults__ or {}), "most_bytes": 16_000}
    monkeypatch.setattr(trellis_of, "__kwdefaults__", defaults)


# For tests of what only the native kernel does.
needs_kernel = pytest.mark.skipif(library() is None, reason="there is no native kernel")


@pytest.fixture(params=["native", "python"])
def either_kernel(request: pytest.FixtureRequest) -> str:
    """Run a test with the native kernel, if there is one, and with Python in its place."""
    if request.param == "python":
        request.getfixturevalue("python_kernel")
    elif library() is None:
        pytest.skip("there is no native kernel")
    return str(request.param)


@pytest.fixture(params=REASONERS)
def either_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let every knowledge base that names no reasoner use one engine after the other."""
    monkeypatch.setattr(base, "DEFAULT_REASONER", request.param)
    return str(request.param)


# For tests that take answer sets long: with that engine they are slow ones.
asp_is_slow = pytest.mark.parametrize(
    "either_engine", [SAT, ELIMINATION, pytest.param(ASP, marks=pytest.mark.slow)], indirect=True
)

# For tests of what `elimination` leaves to SAT as a whole.
either_solver = pytest.mark.parametrize("either_engine", [SAT, ASP], indirect=True)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """For `-n auto`: as many as processors; of slow tests, many wait: two workers more for them.

    A worker takes ten seconds of a processor to collect the tests.
    """
    more = 2 * config.option.markexpr.startswith("slow")
    return len(os.sched_getaffinity(0)) + more if hasattr(os, "sched_getaffinity") else 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what has nothing to run."""
    return tiers.is_left_out(collection_path, config)


def pytest_collection(session: pytest.Session) -> None:
    """Share what has to be compiled."""
    tiers.compile_in_turn(session.config)


def pytest_collection_finish() -> None:
    """Have the collector pass over what stays: thousands of tests, and all that they import."""
    gc.collect()
    gc.freeze()


def seeds(every: range, *, fast: int | None = None) -> list[ParameterSet]:
    """Seeds as parameters; all but the first so many (None for all) belong to the slow tests.

    CI takes the first twentieth of the fast ones, four of them at least, and the first of every 32
    slow ones, since it shall take eight minutes; a soak takes all. The first, not every
    twentieth: tests make one kind of board or another of `seed % 4`. The first half of them is
    quick. Where there are only slow ones, CI takes one at least. No two turns of a soak share a
    seed.
    """
    start = every.start + TURN * len(every)
    quick = len(every) if fast is None else fast
    slow = len(every) - quick
    first = max(min(quick, 4), -(-quick // 20))
    kept = [range(first), range(quick, quick + max(slow // 32, int(not quick)))]
    if not TURN:
        quick = -(-first // 2)
    return [
        pytest.param(seed, marks=[pytest.mark.random] + [pytest.mark.slow] * (place >= quick))
        for place, seed in enumerate(range(start, start + len(every)))
        if TURN or any(place in some for some in kept)
    ]


class Some(list[Parameter]):
    """Parameters of which CI takes some: the first turn of a soak asks them all."""


def some(
    params: Iterable[Parameter], *, every: int, first: int = 0, besides: Iterable[Parameter] = ()
) -> Some[Parameter]:
    """Parameters of which CI takes one in so many, from the `first` one on, and those `besides`.

    For tests with many parameters of one kind. Tests that ask the same of the rules, each in its
    own way, begin at different ones, so that CI leaves out no rule, nor anything else, altogether.
    """
    return Some([*(params if TURN else [*params][first::every]), *besides])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which cases are quick, and in a soak's first turn that `some` parameters are random."""
    tiers.choose(items)
    if TURN == 1:
        for item in items:
            if any(isinstance(mark.args[1], Some) for mark in item.iter_markers("parametrize")):
                item.add_marker(pytest.mark.random)


@pytest.fixture
def hears_sigint() -> Iterator[None]:
    """Have SIGINT interrupt this process and those it starts; in the background it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def logicsweep() -> Run:
    """Run the command line in a folder, by default the checkout's top.

    In this process, which takes a tenth of the time; in one of its own when variables of the
    environment are given. With --json every answer is held against the schema of its format.
    """

    return run_here


def run_here(
    *arguments: str | Path, stdin: str | bytes = "", folder: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What the fixture `logicsweep` does."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    words = list(map(str, arguments))
    if environment:
        done = _in_a_process(words, data, folder, environment)
    else:
        done = _here(words, data, folder)
    if "--json" in words:
        check_answers(done.stdout, done.returncode)
    return done


def _in_a_process(
    arguments: list[str], stdin: bytes, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "logicsweep", *arguments],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **TERMINAL, "PYTHONPATH": str(ROOT), **environment},
        timeout=300,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def run_script(script: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script of Python in this process, in a folder."""

    def run() -> None:
        sys.argv[0] = str(script)
        runpy.run_path(str(script), run_name="__main__")

    return _here([*arguments], b"", folder, run)


def _here(
    arguments: list[str], stdin: bytes, folder: Path, run: Callable[[], None] = main
) -> subprocess.CompletedProcess[str]:
    streams = [TextIOWrapper(BytesIO(data), encoding="utf-8") for data in (stdin, b"", b"")]
    code = call_main(arguments, streams, folder, run=run)
    said = []
    for stream in streams[1:]:
        stream.flush()
        said.append(stream.buffer.getvalue().decode())
    return subprocess.CompletedProcess(arguments, code, *said)


def call_main(
    arguments: list[str],
    streams: Sequence[TextIO],
    folder: Path = ROOT,
    environment: Mapping[str, str] = TERMINAL,
    run: Callable[[], None] = main,
) -> int:
    """Run the command line in this process with these standard streams; return its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["logicsweep", *arguments])
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            run()
        except SystemExit as done:
            # As Python ends: a text is printed, and stands for a failure.
            if isinstance(done.code, str):
                print(done.code, file=sys.stderr)
            return 0 if done.code is None else done.code if isinstance(done.code, int) else 1
        except KeyboardInterrupt:  # which `__main__` hears, and nobody below it
            return INTERRUPTED
    return 0
