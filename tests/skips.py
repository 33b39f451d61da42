"""Which cases are skipped: in CI each one has to be on the list `skips.toml`.

`.ci/run` says by variables of the environment what is wanted, so that nobody else is bothered: many
more cases are skipped where only the extra `test` is installed.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

LIST = Path(__file__).with_name("skips.toml")
# In this variable `listed` has a skip that is not on the list fail, and `none` has every skip fail.
ALLOWED = "LOGICSWEEP_SKIPS"


class Listed(NamedTuple):
    """An entry of the list: cases that are skipped in CI.

    Attributes:
        tests: What their ids begin with.
        reason: A part of what they say when they are skipped.
        why: Why they do not run in CI.
        by_hand: The commands that run them; empty for cases that there cannot be.
    """

    tests: str
    reason: str
    why: str
    by_hand: str = ""

    def holds(self, case: str, reason: str) -> bool:
        return case.startswith(self.tests) and self.reason in reason


def listed(path: Path = LIST) -> list[Listed]:
    return [Listed(**entry) for entry in tomllib.loads(path.read_text("utf-8"))["skips"]]


def install(config: pytest.Config) -> None:
    """Collect the skips of a run, if the environment says so; not of the runs that tests start."""
    allowed = os.environ.pop(ALLOWED, "")
    if allowed and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Skips(listed() if allowed == "listed" else []))


class Skips:
    """The skips of a run, on the list or not."""

    def __init__(self, allowed: list[Listed]) -> None:
        self._allowed = allowed
        self._reasons: dict[str, str] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._keep(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._keep(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._unlisted:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._unlisted:
            terminalreporter.section("skipped, and should not be", red=True)
        for case, reason in self._unlisted.items():
            terminalreporter.line(f"{case}: {reason}")

    @property
    def _unlisted(self) -> dict[str, str]:
        return {
            case: reason
            for case, reason in self._reasons.items()
            if not any(entry.holds(case, reason) for entry in self._allowed)
        }

    def _keep(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        # An expected failure counts as skipped, too.
        if report.skipped and not hasattr(report, "wasxfail"):
            # Where it was skipped, by file and line, and why.
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self._reasons[report.nodeid] = why.removeprefix("Skipped: ")
