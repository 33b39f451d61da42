"""The README's examples and commands give the output that it shows."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run
from tests.house.modules import ROOMS

README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n\$ (.*)\n((?:.*\n)*?)```$", README, re.MULTILINE)
# A command that can run in this process, perhaps with something else before it.
ONE = re.compile(
    r"(?:(?P<before>(?:printf|sed) [^|]*) \| )?logicsweep (?P<words>(?:[^|&']|'[^']*')*)"
)
SHELL = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, where files can be written, with what the README speaks of."""
    for name in ("examples", "encodings"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_library_examples() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 8
    assert results.failed == 0


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_commands(command: str, output: str, folder: Path, logicsweep: Run) -> None:
    one = ONE.fullmatch(command)
    if one is None:
        assert shell(command, folder) == output
        return
    stdin = "" if one["before"] is None else shell(one["before"], folder)
    done = logicsweep(*shlex.split(one["words"]), stdin=stdin, folder=folder)
    assert done.stdout + done.stderr == output


def shell(command: str, folder: Path) -> str:
    """What a command of the shell prints."""
    script = re.sub(r"(^|\| |&& )(logicsweep|clingo) ", rf"\1'{sys.executable}' -m \2 ", command)
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
    )
    return done.stdout


def test_the_picture_is_what_its_command_draws(logicsweep: Run) -> None:
    command = next(command for command, _ in CONSOLE if " render " in command)
    words = ["-" if word == "expert.svg" else word for word in command.split()[1:]]
    assert "](docs/pictures/expert.svg)" in README
    picture = (ROOT / "docs" / "pictures" / "expert.svg").read_text(encoding="utf-8")
    assert logicsweep(*words).stdout == picture


def test_all_commands_were_found() -> None:
    assert len(CONSOLE) == README.count("```console") >= 5


def test_the_first_two_commands_do_all_of_their_set_up() -> None:
    solve, test = SHELL[:2]
    assert re.search(r"logicsweep solve examples/boards/expert\.board$", solve)
    assert test.endswith("&& pytest -n auto")
    for command in (solve, test):
        assert command.startswith("python3 -m venv .venv && ")
        assert "pip install" in command


@pytest.mark.parametrize("page", [README, ARCHITECTURE], ids=["README", "architecture"])
def test_the_maps_name_every_room(page: str) -> None:
    for room in ROOMS:
        if room not in ("errors", "limits"):
            assert f"`logicsweep/{room}/`" in page or f"`{room}/`" in page


def test_where_the_architecture_page_leads() -> None:
    _, table = ARCHITECTURE.split("## Where to add something")
    paths = re.findall(r"`([\w/]+\.py)`", table)
    assert len(paths) >= 8
    for path in paths:
        assert (ROOT / "logicsweep" / path).is_file(), path
