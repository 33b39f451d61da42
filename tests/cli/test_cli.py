"""The command line, in a process of its own, as a user meets it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from logicsweep import __version__
from logicsweep.kernel import kernel_in_use
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, some
from tests.judges.corpus import INVALID

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
PROGRAM = ROOT / "examples" / "programs" / "no-adjacent-mines.lp"


def test_version(logicsweep: Run) -> None:
    kernel = {"native": "native", "python": "Python"}[kernel_in_use()]
    assert logicsweep("--version").stdout == f"logicsweep {__version__} ({kernel} kernel)\n"


@pytest.mark.parametrize("command", [[], ["show"], ["solve"], ["count"], ["encode"], ["decode"]])
def test_help_has_an_example(logicsweep: Run, command: list[str]) -> None:
    done = logicsweep(*command, "--help")
    assert done.returncode == 0
    assert "Example: logicsweep " in done.stdout


@pytest.mark.parametrize(
    "case", some(INVALID[::4], every=2, first=1), ids=lambda case: case["file"]
)
def test_bad_boards_are_named_with_their_place(logicsweep: Run, case: dict) -> None:
    path = ROOT / "tests" / "formats" / "boards" / "invalid" / case["file"]
    name = case["file"].split("/")[0]
    done = logicsweep("solve", path, "--from", name)
    place = f"{path}:{case['line']}:{case['column']}"
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"logicsweep: {place}: {case['words']} (read as the format {name})\n"


def test_bad_files(logicsweep: Run, tmp_path: Path) -> None:
    missing = logicsweep("solve", tmp_path / "no.board")
    folder = logicsweep("solve", tmp_path)
    noise = logicsweep("show", "-", stdin=os.urandom(1_000_000))
    unwritable = logicsweep("encode", SMALL, "-o", tmp_path / "no" / "small.cnf")
    assert [done.returncode for done in (missing, folder, noise, unwritable)] == [2] * 4
    assert missing.stderr.endswith("no.board: no such file or directory\n")
    assert folder.stderr.endswith("is a folder; expected a board file\n")
    assert noise.stderr.startswith("logicsweep: standard input:")
    assert unwritable.stderr.startswith("logicsweep: cannot write ")
    for done in (missing, folder, noise, unwritable):
        assert done.stderr.count("\n") == 1
        assert done.stdout == ""


def test_bad_usage(subtests: pytest.Subtests, logicsweep: Run) -> None:
    for arguments, words in [
        (["solve", SMALL, "--solver", "kissat404"], "'kissat404'"),
        (["encode", SMALL, "--cardinality", "x"], "'x'"),
        (["show", SMALL, "--from", "x"], "'x'"),
        (["solve", SMALL, "--time-limit", "0"], "--time-limit"),
        (["solve", SMALL, "--time-limit", "abc"], "'--time-limit' 'abc'"),
        (["count", SMALL, "--max-entries", "0"], "'0'"),
        (["solve", SMALL, "--liars", "x"], "'--liars' 'x'"),
        (["solve", SMALL, "--liars", "-1"], "--liars"),
        (["solve", SMALL, "--density", "2"], "--density '2'"),
        (["play", "--delay", "nan"], "'nan' 60"),
        (
            ["puzzle", "--number", "1" * 5000],
            ": too large a number, of 5,000 digits; expected a whole number from 1 to",
        ),
        (["solve", SMALL, "--reasoner", "asp", "--solver", "glucose4"], "--solver"),
        (["solve", SMALL, "--program", PROGRAM, "--solver", "glucose4"], "--solver"),
        (["solve", SMALL, "--program", "a.lp", "--program", "b.lp"], "--program"),
        (["solve", SMALL, "--time-limit", "nan"], "--time-limit"),
        (["solve", SMALL, "--covered", "##"], "--covered '##'"),
        (["show", "9x9:u" + "0" * 21, "--covered", "#"], "--covered '#'"),
        (["solve"], "Missing argument"),
        (["frobnicate"], "'frobnicate'"),
        (["solve", SMALL, "--frobnicate"], "No such option"),
    ]:
        with subtests.test(arguments=arguments):
            done = logicsweep(*arguments)
            assert done.returncode == 2
            assert names_all(done.stderr, words)
            assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("hears_sigint")
def test_interrupt_leaves_no_traceback(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo.board"
    os.mkfifo(fifo)
    command = subprocess.Popen(
        [sys.executable, "-m", "logicsweep", "solve", fifo],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    # Opening waits for the command to open its end, so that it is known to have started.
    with fifo.open("w"):
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=300)
    assert (command.returncode, out, err) == (130, "", "logicsweep: interrupted\n")


def test_a_board_that_cannot_be_read_says_as_which_format(logicsweep: Run) -> None:
    words = "unknown header 'mimes'; expected mines, density, clues, rules, liars, constraint, "
    words += "topology, neighbours, positions or walls"
    done = logicsweep("solve", "-", stdin="mimes: 3\n")
    choose = "(read as the format board; choose another with --from)"
    assert done.stderr == f"logicsweep: standard input:1:1: {words} {choose}\n"
    done = logicsweep("solve", "-", "--from", "board", stdin="mimes: 3\n")
    assert done.stderr == f"logicsweep: standard input:1:1: {words} (read as the format board)\n"
