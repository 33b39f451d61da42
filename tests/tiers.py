"""The three tiers of the tests, and what the cases cost.

*Quick* are the cases without a mark, *CI* those with the mark `slow`, *night* those with the mark
`night`. `CONTRIBUTING.md` says what belongs where. `pytest --costs FILE` writes down the processor
time of each case; `--tiers` holds it against the tier, as `tools/night` does.
"""

from __future__ import annotations

import importlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import cast

import psutil
import pytest
from _pytest.runner import runtestprotocol

# The most processor time, in seconds, of a case without a mark.
QUICK = 0.3
# Some case of a test that is marked `slow` takes at least as much, unless it takes seeds or is one
# of a product, or the mark says why: `slow("gymnasium")` for a package that the quick tests lack.
SLOW = 0.02
# How many cases of a test `few` stay quick.
FEW = 5

TESTS = Path(__file__).parent
# A module without a quick case.
_NONE_QUICK = re.compile(r"^pytestmark = .*pytest\.mark\.(slow|night)\b", re.MULTILINE)
_COST = "cost"
_chosen = pytest.StashKey[bool]()


def options(parser: pytest.Parser) -> None:
    """Add the options of this module."""
    group = parser.getgroup("tiers")
    group.addoption("--costs", metavar="FILE", help="write the CPU seconds of each case as JSON")
    group.addoption(
        "--tiers",
        action="store_true",
        help=f"fail for cases over {QUICK} CPU seconds without a mark, and slow ones under {SLOW}",
    )


def install(config: pytest.Config) -> None:
    """Measure the cases of a run, if its options say so; what is for the night is not slow."""
    if config.option.markexpr == "slow":  # where a module is slow, some of its cases may be night
        config.option.markexpr = "slow and not night"
    if config.getoption("--costs") or config.getoption("--tiers"):
        config.pluginmanager.register(Costs(config))


def is_left_out(path: Path, config: pytest.Config) -> bool | None:
    """Whether a module need not be imported, since none of its cases is quick; None if it must."""
    if config.option.markexpr != "not slow and not night":
        return None
    is_test = path.name.startswith("test_") and path.suffix == ".py"
    return True if is_test and _NONE_QUICK.search(path.read_text("utf-8")) else None


def compile_in_turn(config: pytest.Config) -> None:
    """Import the test modules, each worker from another one on, so that each compiles its share.

    Pytest rewrites the assertions of a module when it is first imported, and keeps what it made.
    All workers collect all modules in the same order: together they would do the same work.
    """
    if not hasattr(config, "workerinput") or config.args_source is not config.ArgsSource.TESTPATHS:
        return
    files = [path for path in sorted(TESTS.rglob("test_*.py")) if not is_left_out(path, config)]
    place = int(config.workerinput["workerid"].removeprefix("gw"))
    start = len(files) * place // config.workerinput["workercount"]
    for path in files[start:] + files[:start]:
        name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
        # Collection says what is wrong with a module, or why it is skipped.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def choose(items: list[pytest.Item]) -> None:
    """Leave of the tests `few` the first case, the last one and some between without a mark.

    The others count as `slow`; of those that take seeds every second one is for the night.
    """
    products = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("night"):
            products[item.nodeid.partition("[")[0]].append(item)
    for cases in products.values():
        mark = cases[0].get_closest_marker("few")
        few = mark.args[0] if mark and mark.args else FEW
        quick = [case for case in cases if not is_marked(case)]
        last = len(quick) - 1
        kept = {round(last * place / max(few - 1, 1)) for place in range(few if quick else 0)}
        left = {*cases} - {quick[place] for place in kept}
        for place, case in enumerate(cases):
            if case in left:
                is_of_seeds = case.get_closest_marker("random") is not None
                case.add_marker("night" if is_of_seeds and place % 2 else "slow")
                case.stash[_chosen] = True


def is_marked(item: pytest.Item) -> bool:
    """Whether a case is not quick."""
    return any(item.get_closest_marker(tier) for tier in ("slow", "night"))


def _processor_time() -> float:
    """The seconds of this process, of those it waited for, and of those that it started."""
    own = os.times()
    seconds = process_time() + own.children_user + own.children_system
    for process in _children():
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            # A browser waits for its own processes.
            seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


def _children() -> list[psutil.Process]:
    # Where the kernel has a list of them; to look through all processes takes milliseconds.
    lists = list(Path("/proc/self/task").glob("*/children"))
    with suppress(OSError):  # a thread that ended meanwhile
        if lists and not any(path.read_bytes() for path in lists):
            return []
    children: list[psutil.Process] = psutil.Process().children(recursive=True)
    return children


class Costs:
    """The processor time of the cases of a run: their setup by functions, and their call."""

    def __init__(self, config: pytest.Config) -> None:
        self._to = config.getoption("--costs")
        self._is_checked = config.getoption("--tiers")
        self._is_worker = hasattr(config, "workerinput")
        self._cost = 0.0
        self._costs: dict[str, float] = {}
        self._dearest: defaultdict[str, float] = defaultdict(float)
        self._faults: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a case; once more if it was too dear: its first run may have filled a cache."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        self._cost = 0.0
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        cost = self._cost
        if cost > QUICK and self._is_checked and not is_marked(item):
            self._cost = 0.0
            runtestprotocol(item, nextitem=nextitem, log=False)
            cost = min(cost, self._cost)
        for report in reports:
            if report.when == "call":
                report.user_properties.append((_COST, (cost, self._tier(item))))
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @staticmethod
    def _tier(item: pytest.Item) -> str:
        if not is_marked(item):
            return "quick"
        by_parameters = _chosen in item.stash or item.get_closest_marker("random")
        has_reason = any(mark.args for mark in item.iter_markers("slow"))
        is_chosen = by_parameters or has_reason or item.get_closest_marker("night")
        return "chosen" if is_chosen else "slow"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, object, object]:
        start = _processor_time()
        try:
            return (yield)
        finally:
            self._cost += _processor_time() - start

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        """Leave out what cases share."""
        start = _processor_time()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._cost -= _processor_time() - start

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        start = _processor_time()
        try:
            return (yield)
        finally:
            self._cost += _processor_time() - start

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == _COST and report.when == "call" and not self._is_worker:
                cost, tier = cast(tuple[float, str], value)
                self._costs[report.nodeid] = round(cost, 3)
                if report.passed and tier == "quick" and cost > QUICK:
                    self._faults.append(f"{report.nodeid}: {cost:.2f} s and no mark")
                if report.passed and tier == "slow":
                    test = report.nodeid.partition("[")[0]
                    self._dearest[test] = max(self._dearest[test], cost)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._is_worker:
            return
        self._faults += [
            f"{test}: marked slow, and at most {cost:.3f} s"
            for test, cost in self._dearest.items()
            if cost < SLOW
        ]
        if self._to:
            Path(self._to).write_text(json.dumps(self._costs, indent=0), "utf-8")
        if self._is_checked and self._faults:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        total = sum(self._costs.values())
        terminalreporter.line(f"{total:.1f} CPU seconds in {len(self._costs)} cases")
        if self._is_checked:
            for fault in self._faults:
                terminalreporter.line(fault, red=True)
