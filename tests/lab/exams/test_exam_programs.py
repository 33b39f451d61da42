"""Exams of programs in any language, which play over a pipe and claim by their answers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from logicsweep.errors import AgentError
from logicsweep.lab.exams import JudgedAgent, hosting, judge_agent
from logicsweep.reasons.explanation import Counterexample
from tests.conftest import ROOT
from tests.lab.exams.test_exams import SMALL

# It opens the first covered cell, and calls that certain.
FIRST = r"""
while read -r line; do
  case $line in *'"board"'*) ;; *) continue ;; esac
  rows=${line#*\"rows\":[\"} row=0
  before=${rows%%\?*}
  while case $before in *,*) ;; *) false ;; esac; do
    before=${before#*,\"} row=$((row + 1))
  done
  echo "{\"open\": [$row, ${#before}], \"certain\": true}"
done
"""
FIRST_CLASS = """
from logicsweep import Agent, Move

class First(Agent):
    def choose(self, view):
        return Move(view.choices[0], is_proved=True)
"""


def judged(folder: Path, answer: str, *, n: int = 3, **options: float) -> JudgedAgent:
    """Judge a program that answers each position by a line of Python."""
    lines = [
        "import json, os, sys, time",
        "for line in sys.stdin:",
        "    request = json.loads(line)",
        f"    if 'board' in request: {answer}",
    ]
    (folder / "bot.py").write_text("\n".join(lines))
    name = f"| {sys.executable} bot.py"
    report = judge_agent(name, folder=folder, setting=SMALL, n=n, seed=3, **options)  # type: ignore[arg-type]
    return report.answer


def saying(answer: str) -> str:
    return f"print({answer!r}, flush=True)"


def test_a_program_is_judged_as_a_class_is(tmp_path: Path) -> None:
    (tmp_path / "first.sh").write_text(FIRST)
    (tmp_path / "first.py").write_text(FIRST_CLASS)
    program, its_class = (
        judge_agent(name, folder=tmp_path, setting=SMALL, n=5, seed=1)
        for name in ("| sh first.sh", "first:First")
    )
    assert program.answer.claims.wrong
    assert isinstance(program.refutation and program.refutation.witness, Counterexample)
    same = {"agent": "", "slowest": None}
    assert replace(program.answer, **same) == replace(its_class.answer, **same)


def test_the_example_is_sound() -> None:
    program = f"| {sys.executable} {ROOT / 'examples' / 'agents' / 'least_risk.py'}"
    answer = judge_agent(program, folder=ROOT, setting=SMALL, n=5, seed=1).answer
    assert answer.sound
    assert answer.claims.judged
    assert answer.complete_to != 0  # it knows single clues


def test_sets_are_claims(tmp_path: Path) -> None:
    answer = judged(tmp_path, saying('{"safe": [[0, 0]], "mines": [[0, 1], [0, 2]]}'), n=1)
    claims = answer.claims
    assert (claims.judged, claims.wrong, answer.counts_mines) == (3, 3, True)
    assert answer.openings == 1  # of a cell that it calls safe


def test_an_answer_without_a_cell_gives_up(tmp_path: Path) -> None:
    answer = judged(tmp_path, saying("{}"))
    assert (answer.results.stuck, answer.faults) == (3, ())


@pytest.mark.parametrize(
    ("answer", "fault", "ends"),
    [
        (saying('{"open": [9, 0]}'), ("move", "(9,0) is off the board"), False),
        (saying('{"error": "I am \\u001b[31mlost"}'), ("error", r"I am \x1b[31mlost"), False),
        (saying('{"open": [0, 0], "mines": [[0, 9]]}'), ("claims", "(0,9) is off the"), False),
        (saying('{"open": [0, 0], "flag": [0, 0]}'), ("move", "either open or flag"), True),
        (saying('{"open": [0, 0], "number": 1}'), ("move", "unknown field `number`"), True),
        (saying("open 0 0"), ("move", "it answered open 0 0; expected a line such as"), True),
        ("sys.exit('lost')", ("crash", "exit code 1; it said: lost"), True),
        ("time.sleep(100)", ("time", "no answer within 1.2 s"), True),
    ],
)
def test_faults(
    answer: str,
    fault: tuple[str, str],
    ends: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind, words = fault
    monkeypatch.setattr(hosting, "_STARTING", 1.0)
    answer = judged(tmp_path, answer, n=4, **({"move_time": 0.2} if kind == "time" else {}))
    assert [each.fault for each in answer.faults] == [kind] * (3 if ends else 4)
    assert all(words in each.text for each in answer.faults)
    assert bool(answer.stopped) is ends


@pytest.mark.skipif(sys.platform != "linux", reason="Linux limits memory")
def test_memory_is_limited(tmp_path: Path) -> None:
    answer = judged(tmp_path, "kept = bytearray(300_000_000)", n=1, memory=100)
    assert answer.memory_limited
    assert "MemoryError" in answer.faults[0].text


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="there is no program no-such-bot"):
        judge_agent("| no-such-bot", folder=tmp_path)
