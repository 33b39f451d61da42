"""Solvers and counters of one's own at the command line: sentences, exit codes, interrupts."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, WORDS, end_of, names_all, python
from tests.conftest import ROOT, Run
from tests.judges.foreign import counter, solver, wait_for_end
from tests.judges.processes import wait_until

SMALL = ROOT / "examples" / "boards" / "small.board"
TEXT = "mines: 2\n\n????\n1211\n0000\n"
# Commands with a solver, with what goes with them.
SOLVING = {
    "solve": [],
    "explain": ["0,0"],
    "hint": [],
    "hint --rate": [],
    "diagnose": [],
    "count": ["--engine", "models"],
}


@pytest.mark.few(3)
@pytest.mark.parametrize("command", SOLVING)
def test_every_command_with_a_reasoner_takes_a_solver(command: str, logicsweep: Run) -> None:
    given = [*command.split(), SMALL, *SOLVING[command]]
    usual = logicsweep(*given)
    done = logicsweep(*given, "--solver", solver("honest"))
    assert (done.returncode, done.stdout) == (usual.returncode, usual.stdout)
    done = logicsweep(*given, "--solver", solver("ignores"))
    assert done.returncode == 2
    assert f"logicsweep: the program {solver('ignores')!r} is wrong: " in done.stderr
    done = logicsweep(*given, "--solver", solver("honest"), "--reasoner", "asp")
    words = "--solver names a SAT solver, which the reasoner asp does not use"
    assert (done.returncode, done.stderr) == (2, f"logicsweep: {words}\n")


def test_a_wrong_answer_comes_with_the_board(logicsweep: Run) -> None:
    done = logicsweep("solve", SMALL, "--solver", solver("ignores"))
    fault = f"the program {solver('ignores')!r} is wrong: its model "
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"logicsweep: {fault}")
    assert done.stderr.endswith(f"\n{TEXT}")
    done = logicsweep("count", SMALL, "--json", "--engine", counter("one-more"))
    answer = json.loads(done.stdout)
    fault = "it counts 2 layouts, and elimination 1 layout"
    words = f"the program {counter('one-more')!r} is wrong: {fault}"
    assert (done.returncode, answer["kind"]) == (2, "usage")
    assert answer["error"] == f"{words}\n{TEXT.rstrip()}"


def test_counters(logicsweep: Run) -> None:
    board = "mines: 1\n\n?1?\n"
    usual = logicsweep("count", "-", "0,2", stdin=board)
    done = logicsweep("count", "-", "0,2", "--engine", counter("counts"), stdin=board)
    assert (done.returncode, done.stdout) == (0, usual.stdout)
    done = logicsweep("count", "-", "--json", "--engine", counter("mc"), stdin=board)
    answer = json.loads(done.stdout)
    assert (answer["engine"], answer["models"]) == (counter("mc"), "2")


def test_a_counter_that_cannot_weigh(logicsweep: Run) -> None:
    done = logicsweep("count", "-", "--engine", counter("counts"), stdin="density: 1/5\n\n??\n1?\n")
    assert done.returncode == 2
    assert "cannot weigh layouts, and the mine count is unknown" in done.stderr


@pytest.mark.parametrize(
    ("option", "given", "words"),
    [
        ("--solver", "kissat -q", "unknown solver 'kissat -q'; known: minicard, "),
        ("--solver", "kissat -q", "; or a command, as 'kissat -q {cnf}'\n"),
        ("--solver", "kissat '{cnf}", "--solver"),
        ("--solver", "no-such {cnf}", "'no-such'"),
        ("--engine", "ganak {cnf}", "; or a command, as 'ganak {mcc}'\n"),
        ("--engine", "{mcc}", "--engine '{mcc}'"),
        ("--engine", "no-such {mcc}", "'no-such'"),
    ],
)
def test_commands_that_cannot_be_used(option: str, given: str, words: str, logicsweep: Run) -> None:
    done = logicsweep("count", SMALL, option, given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert names_all(done.stderr, words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "number"),
    [
        (("solve", "--solver", solver("hangs")), signal.SIGINT),
        (("count", "--engine", counter("hangs")), signal.SIGTERM),
    ],
)
def test_an_interrupt_leaves_neither_files_nor_processes(
    given: tuple[str, str, str],
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command, option, program = given
    work = python(COMMAND, command, SMALL, option, program)
    processes = tmp_path / "processes"
    wait_until(lambda: processes.exists() and processes.read_text().endswith("\n"), work)
    work.send_signal(number)
    assert end_of(work) == (128 + number, "", f"logicsweep: {WORDS[number]}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["processes"]
    for process in processes.read_text().split():
        wait_for_end(int(process))
