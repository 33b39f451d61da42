"""Exams of agents that misbehave, or cannot play: what the report says, and what is refused."""

from __future__ import annotations

import inspect
import os
import re
import select
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace as changed

from logicsweep import Game, Setting, play
from logicsweep.errors import AgentError
from logicsweep.games import View
from logicsweep.games.agents.own import line_of
from logicsweep.lab.exams import exam, interface_of, judge_agent
from logicsweep.lab.exams.hosting import Examinee
from logicsweep.lab.exams.messages import FaultError, Start
from tests.judges.refusals import refused
from tests.lab.exams import exam_agents
from tests.lab.exams.test_exams import HERE, SMALL, judged

needs_rlimit = pytest.mark.skipif(sys.platform != "linux", reason="Linux limits memory")

FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Raises": ("error", "IndexError: Cannot choose from an empty sequence (exam_agents.py:", {}),
    "Exits": ("exit", "SystemExit: enough (exam_agents.py:", {}),
    "Asks": ("error", "EOFError", {}),
    "OffTheBoard": ("claims", "safes: (-1,2) is off the board", {}),
    "FlagsAll": ("move", "no cell is left to choose", {}),
    "Listed": ("claims", "safes holds 'here'; expected pairs (row, column)", {}),
    "Again": ("move", "the cell is open", {}),
}
ENDED: dict[str, tuple[str, str]] = {
    "Hangs": ("time", "more than 0.3 s of work (exam_agents.py:"),
    "Permutes": ("time", "more than 0.3 s of work (exam_agents.py:"),
    "Sleeps": ("time", "no answer within 3 s"),
    "Crashes": ("crash", "signal SIGSEGV"),
    "Forges": ("crash", "the agent wrote into the pipe of its replies"),
    "Endless": ("crash", "the agent wrote into the pipe of its replies"),
    "Floods": ("crash", "the agent wrote into the pipe of its replies"),
}


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_costs_its_game(name: str) -> None:
    kind, words, options = FAULTS[name]
    answer = judged(name, n=2, seed=3, **options)
    assert answer.games == 2
    assert answer.faults
    assert answer.stopped is None
    for fault in answer.faults:
        assert fault.fault == kind
        assert words in fault.text
    # What was not seen is not praised.
    assert answer.sound is (False if answer.claims.wrong else None)
    missed = {level.level for level in answer.levels if level.missed}
    assert answer.complete_to == (0 if 1 in missed else None)


def test_every_instruction_of_a_loop_has_a_line() -> None:
    """Also the jump back to its head, at which a frame has no line."""
    first, known, here = inspect.getsourcelines(looped)[1], list[int | None](), list[int]()

    def trace(frame: FrameType, _event: str, _value: object) -> Any:
        if frame.f_code is looped.__code__:
            frame.f_trace_opcodes = True
            known.append(frame.f_lineno)
            here.append(line_of(frame.f_code, frame.f_lasti))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        looped()
    finally:
        sys.settrace(before)
    assert None in known
    assert set(here) <= set(range(first, first + 6))
    assert all(line in (None, own) for line, own in zip(known, here, strict=True))


def looped() -> int:
    last = 0
    for number in range(3):
        if number > 1:
            last = number
    return last


def check_ended(
    name: str, kind: str, words: str, *, seconds: float = 0.3, times: int = exam.MOST_LOST
) -> None:
    answer = judged(name, n=9, seed=3, move_time=seconds, memory=400)
    assert [fault.fault for fault in answer.faults] == [kind] * times
    assert not any("None" in fault.text for fault in answer.faults)
    assert all(words in fault.text for fault in answer.faults)
    assert answer.games == times
    assert answer.stopped == f"the process of the agent ended {times} times"


@pytest.mark.slow
def test_a_process_that_ends_is_replaced() -> None:
    check_ended("Ends", "crash", "exit code 7")


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDED)
def test_processes_end_in_many_ways(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "MOST_LOST", 1)
    check_ended(name, *ENDED[name], times=1)


@pytest.mark.slow
@needs_rlimit
def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "MOST_LOST", 1)
    check_ended("Eats", "memory", "MemoryError (exam_agents.py:", seconds=10, times=1)


@pytest.mark.slow
def test_who_comes_back_twice_answers_once() -> None:
    answer = judged("Forks", n=3, seed=3)
    assert not answer.faults
    assert answer.games == 3


@pytest.mark.slow
@needs_rlimit
def test_processes_that_are_left_behind_end() -> None:
    (fault,) = judged("Leaves", n=1, seed=3).faults
    number = int(re.findall(r"left (\d+) and", fault.text)[0])
    try:
        descriptor = os.pidfd_open(number)
    except ProcessLookupError:
        return
    # It was killed, but nobody here is its parent and can wait for it; without that it sleeps.
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    assert poll.poll(100_000)
    os.close(descriptor)


def test_nobody_can_peek() -> None:
    flooded = replace(SMALL, flood=True)
    with pytest.raises(RuntimeError, match="peeked"):
        play(Game(flooded, seed=1), exam_agents.Peeks())
    answer = judged("Peeks", setting=flooded, n=1, seed=1)
    assert not answer.faults
    assert answer.games == answer.results.won + answer.results.lost == 1


def test_prints_are_counted_and_dropped(capfd: pytest.CaptureFixture[str]) -> None:
    answer = judged("Prints", n=1, seed=3)
    assert answer.printed == 17 * answer.openings
    assert capfd.readouterr() == ("", "")


def test_answers_that_are_printed_are_none() -> None:
    pretended, honest = (judged(name, n=2, seed=3) for name in ("Pretends", "Anywhere"))
    assert pretended.printed
    same = {"agent": "", "slowest": None, "printed": 0}
    assert changed(pretended, **same) == changed(honest, **same)
    assert pretended.claims.judged == 0


@pytest.mark.slow
def test_who_reads_no_requests_has_no_more_time() -> None:
    """The pipe of requests is full at some time."""
    player = Examinee(Start("exam_agents:Deaf", str(HERE), 0.1, 10**9, {}))
    view = View(Setting("200x200", mines=1).board())
    try:
        player.begin(view)
        assert player.asked(view).open == (0, 0)
        with refused(FaultError, fault="time"):
            player.asked(view)
    finally:
        player.close()


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("Colours", {}, r"ValueError: \x1b[31mred\x07 \u202e\ud800long"),
        ("ColouredMoves", {}, r"make_safe_move returned \x1b[31mred\x07;"),
    ],
)
def test_words_of_an_agent_are_safe_to_print(
    name: str, options: dict[str, Any], words: str
) -> None:
    (fault,) = judged(name, n=1, seed=3, **options).faults
    assert words in fault.text
    assert fault.text.isprintable()
    assert len(fault.text) < 2000


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Nobody", "has no Nobody; its classes: Single, Unsubtracted, Listed, Again, Anywhere"),
        ("Red", "is not an agent; expected a class derived from logicsweep.Agent, or one with add"),
        ("Halves", "has no method add_knowledge; expected a class derived from logicsweep.Agent"),
        ("position", "position in .*exam_agents.py is no class; expected a class derived from"),
    ],
)
def test_who_cannot_play(name: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        judged(name)


class Both(exam_agents.Anywhere):
    """Derived from `Agent`, with the methods of CS50 beside."""

    add_knowledge = make_safe_move = make_random_move = exam_agents.Anywhere.choose


@pytest.mark.parametrize(
    ("candidate", "interface"),
    [
        (exam_agents.Single, "cs50"),
        (exam_agents.Again, "cs50"),
        (exam_agents.Anywhere, "agent"),
        (Both, "agent"),
        ("| sh play.sh", "agent"),
    ],
)
def test_the_interface_of_a_candidate(candidate: object, interface: str) -> None:
    assert interface_of(candidate) == interface


@pytest.mark.parametrize("candidate", [exam_agents.Halves, exam_agents.Red, "mine:Class", 1, None])
def test_what_has_no_interface(candidate: object) -> None:
    with pytest.raises(AgentError, match="expected a class derived from logicsweep\\.Agent, or"):
        interface_of(candidate)


def test_a_module_that_ends_its_process(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text("import os\nos._exit(3)\n")
    with pytest.raises(AgentError, match="cannot be imported: exit code 3"):
        judge_agent("ends:Any", folder=tmp_path)


@pytest.mark.usefixtures("seated")
def test_modules_that_cannot_be_imported(tmp_path: Path) -> None:
    (tmp_path / "raises.py").write_text("1 / 0\n")
    for name, words in {
        "raises:Any": "cannot be imported: ZeroDivisionError",
        "nowhere:Any": "there is no module nowhere",
    }.items():
        with pytest.raises(AgentError, match=words):
            judge_agent(name, folder=tmp_path)


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"n": 0}, ValueError, "n is 0; expected 1 or more"),
        ({"memory": 0}, ValueError, "memory is 0"),
        ({"move_time": 0}, ValueError, "a time limit is a positive number"),
        ({"setting": Setting(rule="search")}, ValueError, "rule is search; expected classic"),
        ({"setting": 8}, TypeError, "setting"),
        ({"agent": "mine"}, AgentError, "names no agent; expected module:Class"),
        ({"agent": "| ", "setting": SMALL}, AgentError, "the command is missing"),
    ],
)
def test_what_is_refused(options: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        judge_agent(**{"agent": "mine:Class", **options})


@pytest.mark.usefixtures("seated")
def test_a_class_that_is_told_counts_plays_without_flood() -> None:
    with pytest.raises(ValueError, match="without flood"):
        judged("Single", setting=Setting())
