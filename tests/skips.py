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
# The file into which the ids of the skipped cases are written, to be run where more is installed.
TO = "LOGICSWEEP_SKIPPED_TO"
# Anything in this variable has a skip that is not on the list fail.
LISTED = "LOGICSWEEP_SKIPS_LISTED"


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
    to, is_checked = os.environ.pop(TO, ""), bool(os.environ.pop(LISTED, ""))
    if (to or is_checked) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Skips(to, listed() if is_checked else None))


class Skips:
    """The skips of a run, on the list or not."""

    def __init__(self, to: str, allowed: list[Listed] | None) -> None:
        self._to, self._allowed = to, allowed
        self._reasons: dict[str, str] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._keep(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._keep(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._to:
            Path(self._to).write_text("".join(f"{case}\n" for case in self._reasons), "utf-8")
        if self._unlisted:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._unlisted:
            terminalreporter.section(f"skipped, and not in {LIST.name}", red=True)
        for case, reason in self._unlisted.items():
            terminalreporter.line(f"{case}: {reason}")

    @property
    def _unlisted(self) -> dict[str, str]:
        if self._allowed is None:
            return {}
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
