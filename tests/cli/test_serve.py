"""`logicsweep serve`: what it says, what it refuses, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from logicsweep import Board, read_board
from tests.cli.command import COMMAND, HEARING, WORDS, end_of, names_all, python
from tests.conftest import ROOT, Run
from tests.judges.answers import check_answers
from tests.judges.processes import first_line_of
from tests.site.addresses import state_of
from tests.site.asking import ENDLESS, EXAMPLES, messages_of, request

EXAMPLE = "example:small"
FREE = ("serve", "--no-open", "--port", "0")
# Longer than a process takes to start where all cores are busy.
LONG = 300


@pytest.fixture(autouse=True)
def _as_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines to a program are written late, unless the command sees to it."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@contextmanager
def serving(
    *words: str | Path, code: str = COMMAND, before: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, once it has said where the page is, and that address."""
    work = python(code, *before, *FREE, "--json", *words)
    try:
        line = first_line_of(work)
        check_answers(line, 0)
        said = json.loads(line)
        assert said["format"] == "logicsweep-serve/1"
        yield work, said["url"]
    finally:
        if work.poll() is None:
            os.killpg(work.pid, signal.SIGKILL)
            work.communicate(timeout=LONG)


def token_of(url: str) -> str:
    """The token, as the browser finds it in the page."""
    page = httpx.get(url, timeout=LONG, trust_env=False)
    assert page.status_code == 200
    assert "server" not in page.headers
    tokens = [word for word in page.text.replace("'", '"').split('"') if len(word) == 32]
    (token,) = {word for word in tokens if word.replace("-", "").replace("_", "").isalnum()}
    assert token not in url
    return token


def headers_of(url: str) -> dict[str, str]:
    return {"X-Logicsweep-Token": token_of(url), "Content-Type": "application/json"}


def asked(url: str, data: bytes) -> list[dict[str, Any]]:
    """Messages that answer a question, each checked, without progress: that goes by the clock."""
    address = f"http://{urlsplit(url).netloc}/api/answer"
    answer = httpx.post(
        address, content=data, headers=headers_of(url), timeout=LONG, trust_env=False
    )
    assert answer.status_code == 200
    return messages_of(answer.content.splitlines())


def ended(work: subprocess.Popen[str], children: list[psutil.Process], number: int) -> None:
    """It ended by the signal, with a line and nothing else, and so did what it started."""
    code, out, said = end_of(work)
    assert (code, out, said) == (128 + number, "", f"logicsweep: {WORDS[signal.Signals(number)]}\n")
    _, alive = psutil.wait_procs(children, timeout=300)
    assert not alive


def check_public(url: str, public: str) -> None:
    page = httpx.get(url, timeout=LONG, trust_env=False).text
    assert f'<meta name="public-url" content="{escape(public)}">' in page


# What it says.
@pytest.mark.slow
def test_the_page_is_served_and_answers() -> None:
    with serving("--public-url", "") as (work, url):
        check_public(url, "")
        parts = urlsplit(url)
        assert (parts.scheme, parts.hostname, parts.path, parts.fragment) == (
            *("http", "127.0.0.1", "/", ""),
        )
        messages = asked(url, request("analyse", EXAMPLES["small"]))
        assert [one["format"] for one in messages] == ["logicsweep-solve/1"] * 2
        (refused,) = asked(url, request("analyse", EXAMPLES["small"], program="a."))
        assert "--allow-programs" in refused["error"]
        children = psutil.Process(work.pid).children(recursive=True)
        assert children
        work.send_signal(signal.SIGINT)
        ended(work, children, signal.SIGINT)


@pytest.mark.slow
def test_options_reach_the_questions() -> None:
    public = "https://example.org/a&b/"
    options = ("--allow-programs", "--time-limit", "3", "--public-url", public)
    with serving(*options) as (_, url):
        check_public(url, public)
        said = asked(url, request("analyse", Board.parse("?1?"), program=":- mine((0,0))."))
        assert [one["format"] for one in said] == ["logicsweep-solve/1"] * 2
        assert said[-1]["models"] == "1"
        assert "3 s" in asked(url, ENDLESS)[-1]["error"]


@pytest.mark.parametrize("name", ["small", "hearsay"])
def test_the_address_has_the_board(
    name: str, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = first_address(logicsweep, monkeypatch, f"example:{name}")
    state = state_of(url)
    (node,) = state["nodes"]
    assert state["at"] == 0
    assert read_board(json.dumps(node["board"])) == EXAMPLES[name]


def first_address(logicsweep: Run, monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> str:
    """The address that is said, and opened in a browser, for a page that ends at once."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    done = logicsweep("serve", "--port", "0", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    url = str(json.loads(done.stdout)["url"])
    assert opened == [url]
    opened.clear()
    plain = logicsweep("serve", "--port", "0", "--no-open", *words)
    assert plain.returncode == 0
    assert "Press Ctrl-C to end it." in plain.stdout
    assert plain.stdout.split()[4].partition("#")[2] == url.partition("#")[2]
    assert not opened
    return url


def test_options_of_the_board_hold(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "a.board"
    path.write_text("mines: 1\n\n#1#\n")
    url = first_address(logicsweep, monkeypatch, path, "--covered", "#", "--from", "board")
    expected = Board.parse("mines: 1\n\n?1?")
    assert read_board(json.dumps(state_of(url)["nodes"][0]["board"])) == expected
    path.write_text("?1?\n")
    url = first_address(logicsweep, monkeypatch, path, "--mines", "1..3")
    expected = Board.parse("mines: 1..3\n\n?1?")
    assert read_board(json.dumps(state_of(url)["nodes"][0]["board"])) == expected


# What it refuses.
def test_what_is_wrong_is_said(subtests: pytest.Subtests, logicsweep: Run) -> None:
    for words, code, says in [
        ([EXAMPLE, "--time-limit", "0"], 2, "expected a positive number"),
        (["nowhere.board"], 2, "nowhere.board"),
        (["example:nope"], 2, "'nope'"),
        (["--open", "0,0"], 2, "--open"),
        (["--from", "board"], 2, "--from"),
        (["--covered", "#"], 2, "--covered"),
        (["--mines", "3"], 2, "--mines"),
        (["--mines", ""], 2, "--mines"),
        (["--covered", ""], 2, "--covered"),
        (["--liars", "0"], 2, "--liars"),
        (["--topology", "torus"], 2, "--topology"),
        (["--expose", "256.256.256.256"], 2, "--expose 256.256.256.256"),
        (["--expose", "192.0.2.1"], 2, "--expose 192.0.2.1"),
        (["--expose", "a..b"], 2, "--expose"),
        (["--expose", ""], 2, "--expose"),
        (["--port", "70000"], 2, "--port"),
        (["--public-url", "example.org"], 2, "--public-url 'example.org'"),
    ]:
        with subtests.test(words=words):
            done = logicsweep("serve", "--no-open", *words, "--json")
            assert done.returncode == code
            answer = json.loads(done.stdout)
            assert (answer["format"], answer["kind"]) == ("logicsweep-serve/1", "usage")
            assert names_all(answer["error"], says)
            assert "Errno" not in done.stderr
            plain = logicsweep("serve", "--no-open", *words)
            assert (plain.returncode, plain.stdout) == (code, "")
            assert names_all(plain.stderr, says)


def test_a_broken_board_is_said(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text("mines: 1\n\n?x?\n")
    done = logicsweep("serve", "--no-open", path, "--from", "board", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"]) == (2, "syntax")
    assert answer["place"] == {"file": str(path), "line": 3, "column": 2}


def test_a_board_that_is_too_large_is_refused(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text("?" * 62_501 + "\n")
    done = logicsweep("serve", "--no-open", path, "--json")
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (3, "limit")
    assert "the page shows at most 62,500" in done.stderr
    large = Board.parse("\n".join(["?" * 300] * 300))
    done = logicsweep("serve", "--no-open", "-", stdin=str(large))
    assert (done.returncode, done.stdout) == (3, "")


def test_a_port_that_is_in_use_is_named(logicsweep: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = logicsweep("serve", "--no-open", "--port", port, "--json")
    assert done.returncode == 2
    answer = json.loads(done.stdout)
    assert answer["kind"] == "usage"
    assert f"port {port} is in use" in answer["error"]
    assert "--port 0" in answer["error"]


# Libraries that do not come with a plain installation are as if they were not there.
PLAIN = """
import sys
given = set(sys.argv.pop(1).split())
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in given:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from logicsweep.__main__ import main
main()
"""


def extras() -> set[str]:
    """The modules here that a plain installation of logicsweep does not bring along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    todo = [Requirement(line) for line in project["dependencies"]]
    plain: set[str] = set()
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        if name in plain or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        plain.add(name)
        todo += map(Requirement, requires(name) or ())
    homes = packages_distributions().items()
    brought = {
        module for module, names in homes if plain.intersection(map(canonicalize_name, names))
    }
    return {module for module, _ in homes if module.isidentifier()} - brought - {"logicsweep"}


@pytest.mark.slow
def test_a_plain_installation_is_enough() -> None:
    missing = extras()
    assert {"scipy", "gymnasium", "resvg_py", "pytest"} <= missing
    assert not missing & {"numpy", "h11", "anyio"}
    with serving(code=PLAIN, before=[" ".join(sorted(missing))]) as (_, url):
        messages = asked(url, request("analyse", EXAMPLES["small"]))
        assert [one["format"] for one in messages] == ["logicsweep-solve/1"] * 2


# How it ends.
@pytest.mark.parametrize(
    "number",
    [
        *(pytest.param(one, marks=pytest.mark.slow) for one in (signal.SIGINT, signal.SIGTERM)),
        pytest.param(signal.SIGHUP, marks=pytest.mark.night),
    ],
)
def test_a_signal_ends_it_with_a_line(number: signal.Signals) -> None:
    """Also while a question is worked on, and when all of its processes hear it."""
    with serving(EXAMPLE) as (work, url):
        address = f"http://{urlsplit(url).netloc}/api/answer"
        with (
            suppress(httpx.TransportError),
            httpx.stream(
                *("POST", address),
                content=ENDLESS,
                headers=headers_of(url),
                timeout=LONG,
                trust_env=False,
            ) as answer,
        ):
            lines = answer.iter_lines()
            next(lines)
            children = psutil.Process(work.pid).children(recursive=True)
            os.killpg(work.pid, number)
            for _ in lines:
                pass
        ended(work, children, number)


@pytest.mark.slow
def test_ctrl_c_ends_it_while_it_starts() -> None:
    """The process that answers may still load its modules, and would complain."""
    with serving() as (work, _):
        children = psutil.Process(work.pid).children(recursive=True)
        os.killpg(work.pid, signal.SIGINT)
        ended(work, children, signal.SIGINT)


# The command, but all of its processes are interrupted at one of its imports.
INTERRUPTED = f"""{HEARING}
from logicsweep.cli import ending
from logicsweep.__main__ import main

left = int(sys.argv.pop(1))
listen = ending._Ending.listen

def count(event, _):
    global left
    if event == "import":
        left -= 1
        if left == 0:
            os.killpg(0, signal.SIGINT)

def start(self):
    listen(self)
    sys.addaudithook(count)

ending._Ending.listen = start
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("at", [1, 100, 300, 500])
def test_ctrl_c_ends_it_at_any_moment(at: int) -> None:
    work = python(INTERRUPTED, str(at), *FREE, EXAMPLE)
    code, _, said = end_of(work)
    assert (code, said) == (130, "logicsweep: interrupted\n")
