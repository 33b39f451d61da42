"""Commands that are interrupted at any moment write all of a file or nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from shutil import which

import psutil
import pytest

from logicsweep.formats import files
from logicsweep.formats.files import new_folder, write_file
from tests.cli.command import HEARING, WORDS, end_of, python
from tests.conftest import TURN
from tests.judges.making import opened_at_random
from tests.judges.processes import first_line_of, wait_until


# Files.
def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "answer"
    write_file(path, [b"one"])

    def torn(error: BaseException) -> object:
        yield b"two"
        raise error

    for error in (KeyboardInterrupt(), OSError("full"), GeneratorExit()):
        with pytest.raises(type(error)):
            write_file(path, torn(error))  # type: ignore[arg-type]
        assert path.read_bytes() == b"one"
        assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("is_there", [True, False])
def test_folders_are_written_whole_or_not_at_all(is_there: bool, tmp_path: Path) -> None:
    path = tmp_path / "proofs"
    if is_there:
        path.mkdir()
    with pytest.raises(KeyboardInterrupt), new_folder(path) as part:  # noqa: PT012
        (part / "one").write_text("1")
        raise KeyboardInterrupt
    assert [at.name for at in tmp_path.rglob("*")] == (["proofs"] if is_there else [])
    with new_folder(path) as part:
        (part / "one").write_text("1")
    assert sorted(at.name for at in tmp_path.rglob("*")) == ["one", "proofs"]


def test_files_of_others_are_neither_replaced_nor_removed(tmp_path: Path) -> None:
    """Not even those that came while the folder was made."""
    path = tmp_path / "proofs"
    path.mkdir()
    with pytest.raises(OSError, match="not empty") as raised, new_folder(path) as part:  # noqa: PT012
        (part / "one").write_text("1")
        (path / "one").write_text("mine")
    assert raised.value.filename == str(path)
    assert [at.name for at in tmp_path.iterdir()] == ["proofs"]
    assert (path / "one").read_text() == "mine"


# The command, but it waits for a signal where it opens its second proof to write it.
STOPPING = f"""{HEARING}
proofs = []

def stop(event, arguments):
    if event == "open" and str(arguments[0]).endswith(".drup"):
        proofs.append(arguments[0])
        if len(proofs) == 2:
            print("writing", flush=True)
            signal.pause()

sys.addaudithook(stop)
from logicsweep.__main__ import main
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pause"), reason="needs signals as on Unix")
@pytest.mark.parametrize("number", WORDS)
def test_a_signal_leaves_no_half_written_folder(number: signal.Signals, tmp_path: Path) -> None:
    work = python(STOPPING, "certify", "example:small", "-o", tmp_path / "proofs")
    assert first_line_of(work) == "writing\n"
    assert any(tmp_path.glob(".logicsweep.*.part/*.drup"))
    work.send_signal(number)
    assert end_of(work) == (128 + number, "", f"logicsweep: {WORDS[number]}\n")
    assert not list(tmp_path.iterdir())


# Whole commands, at any moment.
SPEC = """
agents = ["exact"]
games = 400
boards = ["expert"]
"""
# Each takes far longer than it is left to work.
COMMANDS = {
    "solve": "solve {hard} --reasoner asp",
    "count": "count {wide}",
    "experiment": "experiment run {spec} --workers 2 --plain -o {out}",
    "cluster": "experiment run {spec} --cluster local:2 --plain -o {out}",
    "certify": "certify {hard} -o {out}",
    "play": "play --size 100x100 --mines 1600 --rule continue --seed 7",
    "page": "show {hard} -o {out}.html",
    "explain": "explain {wide} 0,0",
}
AT_NIGHT = ("cluster", "explain", "page")  # which end as others do


@cache
def board_text(side: int, mines: int) -> str:
    return f"{opened_at_random(1, side, side, mines, 0.4)}\n"


# The command, which says when it hears signals.
LISTENING = f"""{HEARING}
from logicsweep.cli import ending
from logicsweep.__main__ import main

listen = ending._Ending.listen

def start(self):
    listen(self)
    print("listening", flush=True)

ending._Ending.listen = start
main()
"""


def seconds_of(process: int) -> float:
    """What a process has taken of a processor, with its children."""
    with suppress(psutil.NoSuchProcess):
        root = psutil.Process(process)
        times = [one.cpu_times() for one in (root, *root.children(recursive=True))]
        return sum(one.user + one.system for one in times)
    return 0.0


def children_of(group: int) -> list[str]:
    """What runs in a session, but for what is dead or about to be: trackers end by themselves."""
    found = subprocess.run(
        ["ps", "-o", "stat=,args=", "-s", str(group)], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    return [line for line in found if line[:1] != "Z" and "resource_tracker" not in line]


@pytest.mark.skipif(which("ps") is None, reason="needs ps")
# All signals take the same way, so each command is tried with one of them; Ctrl-C at two moments.
@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(
            *(name, number), marks=pytest.mark.night if name in AT_NIGHT else pytest.mark.slow
        )
        for place, name in enumerate(COMMANDS)
        for at, number in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        if at == place % 3 or TURN
    ],
)
def test_commands_end_at_any_moment(name: str, number: signal.Signals, tmp_path: Path) -> None:
    if name == "cluster":
        pytest.importorskip("distributed")
    rng = Random(f"{name} {number}")
    files = {name: tmp_path / name for name in ("hard", "wide", "spec")}
    files["hard"].write_text(board_text(100, 2000))
    files["wide"].write_text(board_text(400, 32_000))
    files["spec"].write_text(SPEC)
    interrupted = 0
    for place in (2, 0) if number == signal.SIGINT else (1,):
        # Each writes for itself: what was done in time would be in the way of the next.
        words = COMMANDS[name].format(**files, out=tmp_path / f"out{place}").split()
        work = python(LISTENING, *words)
        assert first_line_of(work) == "listening\n"
        moment = 0.25 * (place + rng.random())
        while work.poll() is None and seconds_of(work.pid) < moment:
            time.sleep(0.02)
        if work.poll() is None:
            os.killpg(work.pid, number)
        code, _, said = end_of(work)
        if code != 0:  # it may have been done by then; the next is given less time
            assert (code, said) == (128 + number, f"logicsweep: {WORDS[number]}\n"), moment
            interrupted += 1
        wait_until(lambda: not children_of(work.pid))  # noqa: B023
        assert not list(tmp_path.glob("**/*.part")), moment
    assert interrupted


def test_two_that_write_the_same_do_not_meet(tmp_path: Path) -> None:
    with new_folder(tmp_path / "one") as first, new_folder(tmp_path / "two") as second:
        assert first != second
    assert files.part_of(tmp_path / "one") != files.part_of(tmp_path / "one")
