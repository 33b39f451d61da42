"""The page where neither threads nor processes can be started, as in a browser's Python."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from threading import get_ident
from typing import Any

import pytest

from logicsweep import KnowledgeBase, LimitError
from logicsweep.formats.files import GAMES
from logicsweep.limits import CANCELLED, Budget, CancelScope
from logicsweep.site import Desk, desk as in_desk
from tests.conftest import ROOT
from tests.site.asking import (
    CONSISTENT,
    EVERYTHING,
    EXAMPLES,
    Message,
    asked as answered,
    messages_of,
    request,
)

# Pyodide lacks some of these modules; others are there, but of no use. The rest are packages that
# only the server, the command line or an extra needs.
MISSING = (
    *("_multiprocessing", "asyncio", "curses", "fcntl", "grp", "mmap", "multiprocessing", "pwd"),
    *("resource", "socket", "ssl", "termios"),
    *("PIL", "clingo", "distributed", "gymnasium", "httpx", "matplotlib", "pyarrow", "rich"),
    *("click", "scipy", "starlette", "uvicorn"),
)
# Answers the requests in its standard input, a list of texts, with a list of messages for each.
# With a limit of 0 on what is done at once, every call into the kernel is a long one.
ALONE = """
import json, subprocess, sys, threading
sys.modules.update(dict.fromkeys(sys.argv[1:]))

def start(thread):
    raise RuntimeError("can't start new thread")

def call(process, *words, **more):
    raise OSError(58, "emscripten does not support processes.")

threading.Thread.start = start
subprocess.Popen.__init__ = call
from logicsweep.kernel import context
from logicsweep.site import Desk, answer
context._BRIEF = 0
desk = Desk()
requests = json.load(sys.stdin)
json.dump([[m.decode() for m in answer(r.encode(), desk)] for r in requests], sys.stdout)
"""
GAME = {"rows": 9, "columns": 9, "mines": 10, "seed": "20261126"}


def alone(requests: list[bytes]) -> list[list[Message]]:
    """What requests are answered in a process that can start nothing and lacks modules."""
    done = subprocess.run(
        [sys.executable, "-c", ALONE, *MISSING],
        input=json.dumps([data.decode() for data in requests]),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lists = json.loads(done.stdout)
    answers = [messages_of(message.encode() for message in messages) for messages in lists]
    assert list(map(len, answers)) == list(map(len, lists))  # none tells of progress
    return answers


def of_a_game(ask: str, **more: Any) -> bytes:
    return request(ask, game=GAME, opened=[[4, 4]], **more)


def requests() -> list[bytes]:
    """Questions of every kind, and what is wrong."""
    made = [request("greet"), request("catalogue"), b"{"]
    for name, board in EXAMPLES.items():
        if board.grid.size > 100:
            continue
        made.append(request("analyse", board, wants=EVERYTHING))
        if name not in CONSISTENT:
            continue
        proved = KnowledgeBase(board).consequences()
        kinds = (proved.mines, proved.safe, {*board.covered} - proved.mines - proved.safe)
        made += [request("explain", board, cell=min(kind), steps=True) for kind in kinds if kind]
    small = EXAMPLES["small"]
    cell = small.covered[0]
    made += [
        request("explain", small, cell=cell, smallest=True),
        *[request(ask, small, cell=cell) for ask in ("look", "move")],
        *[request("overlay", small, of=chance) for chance in ("zero", "progress")],
        *[request("write", small, to=name) for name in ("svg", "csv")],
        request("shape", small),
        request("read", data=b64encode(b"?1?\n").decode()),
        request("review", example=next(iter(GAMES)), search=True),
        *[of_a_game(ask) for ask in ("play", "may-guess", "hint", "judge")],
        request("play", game={**GAME, "rows": 4, "columns": 4, "mines": 4, "puzzle": True}),
    ]
    return made


@pytest.mark.slow
def test_the_page_needs_no_thread_no_process_and_few_modules(desk: Desk) -> None:
    asked = requests()
    for data, messages in zip(asked, alone(asked), strict=True):
        assert messages == list(answered(desk, data)), data


def test_a_question_is_asked_in_the_same_thread(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told meanwhile; answers, errors and cancelling come through."""
    monkeypatch.setattr(in_desk, "starts_threads", lambda: False)

    def fail() -> None:
        raise LimitError("enough")

    def outcome(ask: Callable[[], object]) -> object:
        watched = desk.watched("thinking", ask)
        with pytest.raises(StopIteration) as end:
            next(watched)
        return end.value.value

    assert outcome(get_ident) == get_ident()
    with pytest.raises(LimitError, match="enough"):
        next(desk.watched("thinking", fail))
    scope = CancelScope()
    scope.cancel()
    with scope, pytest.raises(LimitError, match=CANCELLED):
        next(desk.watched("thinking", Budget(None).check))
