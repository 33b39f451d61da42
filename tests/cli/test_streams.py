"""Files, pipes and devices that commands read and write."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run, call_main

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"


def test_encode_to_a_file_and_to_a_pipe(logicsweep: Run, tmp_path: Path) -> None:
    piped = logicsweep("encode", SMALL).stdout
    target = tmp_path / "small.cnf"
    target.write_text("before")
    assert logicsweep("encode", SMALL, "-o", target).stdout == f"{target}: 4x3, 2 mines, as cnf.\n"
    assert target.read_text() == piped
    native = logicsweep("encode", SMALL, "--cardinality", "native").stdout
    assert "p cnf+ " in native
    assert [path.name for path in tmp_path.iterdir()] == ["small.cnf"]


def test_encode_leaves_devices_and_links_what_they_are(logicsweep: Run, tmp_path: Path) -> None:
    fifo, link, target = tmp_path / "fifo", tmp_path / "link", tmp_path / "target"
    os.mkfifo(fifo)
    link.symlink_to(target)
    with subprocess.Popen(["/bin/cat", fifo], stdout=subprocess.PIPE) as reader:
        assert logicsweep("encode", SMALL, "-o", fifo).returncode == 0
        assert reader.communicate()[0].startswith(b"c logicsweep")
    assert fifo.is_fifo()
    assert logicsweep("encode", SMALL, "-o", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text() == logicsweep("encode", SMALL).stdout


def test_names_that_are_empty(logicsweep: Run) -> None:
    for arguments, words in (
        (("solve", ""), "'' names no file; expected a board file"),
        (("encode", SMALL, "-o", ""), "cannot write .: is a directory"),
    ):
        done = logicsweep(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"logicsweep: {words}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("solve - <&-", "cannot read standard input: it is closed"),
        (f"show '{SMALL}' >&-", "cannot write the answer: standard output is closed"),
        ("--help > /dev/full", "cannot write the answer: no space left on device"),
    ],
)
def test_odd_streams_and_names(arguments: str, words: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m logicsweep {arguments}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"logicsweep: {words}\n")


def test_encode_to_a_dash_is_to_the_pipe(logicsweep: Run, tmp_path: Path) -> None:
    assert logicsweep("encode", SMALL, "-o", "-").stdout == logicsweep("encode", SMALL).stdout
    private = tmp_path / "private.cnf"
    private.touch(mode=0o600)
    logicsweep("encode", SMALL, "-o", private)
    assert private.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
@pytest.mark.parametrize("command", ["show", "encode"])
def test_a_full_disk(command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "logicsweep", command, SMALL],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            check=False,
            timeout=300,
        )
    assert done.returncode == 2
    assert done.stderr == "logicsweep: cannot write the answer: no space left on device\n"


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["show", "/dev/zero"], 64),
        (["decode", "/dev/zero", "--board", SMALL], 64),
        (["solve", SMALL, "--program", "/dev/zero"], 10),
        (["play", "--board", "/dev/zero"], 64),
        (["experiment", "run", "/dev/zero"], 10),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_bytes_are_counted_while_they_are_read(logicsweep: Run, words: list, most: int) -> None:
    done = logicsweep(*words)
    assert (done.returncode, done.stdout) == (3, "")
    expected = f"logicsweep: limit reached: /dev/zero has more than {most},000,000 bytes\n"
    assert done.stderr == expected


@contextmanager
def waiting(folder: Path, *words: str) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A pipe without a writer, and a command that has said that it waits for one."""
    fifo = folder / "fifo.board"
    os.mkfifo(fifo)
    with subprocess.Popen(
        [sys.executable, "-m", "logicsweep", *(words or ["show"]), fifo],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as command:
        assert command.stderr is not None
        assert command.stderr.readline() == f"logicsweep: waiting for {fifo}\n"
        yield fifo, command


@pytest.mark.slow
def test_a_pipe_without_a_writer_is_waited_for_aloud(tmp_path: Path) -> None:
    with waiting(tmp_path) as (fifo, command):
        fifo.write_text("?1\n")
        out, err = command.communicate(timeout=300)
    assert (command.returncode, err) == (0, "")
    assert out.startswith("   0 1\n0  ? 1\n")


@pytest.mark.slow
def test_an_experiment_file_that_is_a_pipe_is_waited_for_aloud(tmp_path: Path) -> None:
    with waiting(tmp_path, "experiment", "run") as (fifo, command):
        fifo.write_text("agents = 3\n")
        out, err = command.communicate(timeout=300)
    assert (command.returncode, out) == (2, "")
    assert err == f"logicsweep: {fifo}:1: agents is 3; expected a list of names, each once\n"


@pytest.mark.slow
@pytest.mark.usefixtures("hears_sigint")
def test_a_pipe_that_is_waited_for_can_be_left(tmp_path: Path) -> None:
    with waiting(tmp_path) as (_, command):
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=300)
    assert (command.returncode, out, err) == (130, "", "logicsweep: interrupted\n")


@pytest.mark.slow
def test_a_reader_that_goes_away(logicsweep: Run) -> None:
    del logicsweep
    command = f"{sys.executable} -m logicsweep encode {BOARDS / 'expert.board'} | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=300,
    )
    assert done.stdout.startswith("c logicsweep")
    assert done.stderr == ""


ROOTS = """\
rules: 2P
mines: 4

? √2 √5 ? ?
? ? 3√2 ? ?
? ? ? 2 ?
"""
ODD = os.fsdecode("é日".encode() + b"\xff.board")


def encoded(encoding: str, *words: str | Path, folder: Path = ROOT) -> tuple[int, str, str]:
    """What is printed where standard output has an encoding, as PYTHONIOENCODING names it."""
    name, _, errors = encoding.partition(":")
    streams = [
        TextIOWrapper(BytesIO(), encoding=name, errors=handler)
        for handler in ("strict", errors or "strict", "backslashreplace")
    ]
    code = call_main([*map(str, words)], streams, folder)
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(name) for stream in streams[1:])
    return code, out, err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "ascii:replace"])
def test_roots_are_written_as_they_may_be_typed(
    encoding: str, logicsweep: Run, tmp_path: Path
) -> None:
    board, typed = tmp_path / "roots.board", tmp_path / "typed.board"
    board.write_text(ROOTS)
    typed.write_text(ROOTS.replace("√", "r"))
    whole = logicsweep("show", board).stdout
    assert "3√2" in whole
    # What is written is what the second file has, which is read as the same board.
    assert logicsweep("show", typed).stdout == whole
    assert encoded(encoding, "show", board) == (0, whole.replace("√", "r"), "")


@pytest.mark.slow
def test_standard_error_keeps_its_encoding() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "logicsweep", "show", "√2é"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
        timeout=300,
    )
    assert done.stderr == b"logicsweep: cannot read r2\\xe9: no such file or directory\n"
    assert done.returncode == 2


@pytest.mark.slow
def test_an_encoding_with_roots_has_them(tmp_path: Path) -> None:
    (tmp_path / "roots.board").write_text(ROOTS)
    done = subprocess.run(
        [sys.executable, "-m", "logicsweep", "show", "roots.board"],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "koi8-r"},
        check=True,
        timeout=60,
    )
    assert "3√2" in done.stdout.decode("koi8-r")


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("ascii", r"\xe9\u65e5\xff.board"),
        ("ascii:replace", "???.board"),
        ("utf-8", r"é日\xff.board"),
        ("utf-8:backslashreplace", r"é日\xff.board"),
    ],
)
def test_names_that_an_encoding_lacks_are_escaped(encoding: str, name: str, tmp_path: Path) -> None:
    (tmp_path / ODD).write_text("?1\n")
    words = ODD, "missing.board"
    code, said, _ = encoded(encoding, "show", *words, folder=tmp_path)
    assert (code, said.startswith(f"{name}:\n   0 1\n0  ? 1\n")) == (2, True)


def test_names_that_are_not_utf_8_are_unicode_in_json(logicsweep: Run, tmp_path: Path) -> None:
    spelled = r"é日\xff.board"
    done = logicsweep("solve", "--json", ODD, folder=tmp_path)
    answer = json.loads(done.stdout)
    assert answer["board"] == answer["place"]["file"] == spelled
    assert answer["error"] == f"cannot read {spelled}: no such file or directory"
    assert done.stderr == f"logicsweep: {answer['error']}\n"
    (tmp_path / ODD).write_text("mines: 1\n\n?1\n")
    done = logicsweep("solve", "--json", ODD, folder=tmp_path)
    assert json.loads(done.stdout)["board"] == spelled
    # Other signs beyond 16 bits are pairs of surrogates in JSON, which is how they should be.
    done = logicsweep("solve", "--json", "\U0001f4a3.board", folder=tmp_path)
    assert json.loads(done.stdout)["board"] == "\U0001f4a3.board"


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["best", "--help"], ["--version"]])
def test_help_that_nobody_reads_is_no_error(words: list[str]) -> None:
    """As in `logicsweep --help | true`; exit code 1 would say that a board is inconsistent."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "logicsweep", *words],
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
