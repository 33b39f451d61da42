"""What the tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

from logicsweep import REASONERS, evidence
from logicsweep.reason.engine import ASP, SAT

ROOT = Path(__file__).parent.parent

# The same examples in every run; a failure prints how to repeat it.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=150)
settings.load_profile("repeatable")


@pytest.fixture(params=REASONERS)
def either_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let every knowledge base that names no reasoner use one engine, then the other."""
    monkeypatch.setattr(evidence, "DEFAULT_REASONER", request.param)
    return str(request.param)


# For tests that take answer sets long: with that engine they are slow ones.
asp_is_slow = pytest.mark.parametrize(
    "either_engine", [SAT, pytest.param(ASP, marks=pytest.mark.slow)], indirect=True
)


def seeds(every: Iterable[int], *, fast: int) -> list[ParameterSet]:
    """Seeds as parameters; all but the first so many belong to the slow tests."""
    return [
        pytest.param(seed, marks=pytest.mark.slow if place >= fast else ())
        for place, seed in enumerate(every)
    ]


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def logicsweep() -> Run:
    """Run the command line in a process of its own, from the checkout's top."""

    def run(
        *arguments: str | Path, stdin: str | bytes = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "logicsweep", *map(str, arguments)],
            input=data,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "COLUMNS": "80", **environment},
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run
