"""The process of a class: it imports the class, and answers positions until there are no more.

It speaks as any program behind a pipe does (see `logicsweep.games.agents.program`), and says more:
see `HostedAnswer`. It learns what the agent is shown, and nothing else. What the agent prints is
counted and dropped.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time
from types import FrameType
from typing import BinaryIO, Final

import msgspec

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.grid import Uncertain
from logicsweep.board.rows import SYMBOLS
from logicsweep.board.state import numbers_of
from logicsweep.errors import AgentError
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.registry import read_board
from logicsweep.games.agents.own import error_words, line_of, place_of
from logicsweep.games.view import View
from logicsweep.lab.exams.candidate import Candidate, candidate_of
from logicsweep.lab.exams.messages import FaultError, FaultName, HostedAnswer, Start
from logicsweep.limits import follow, hear

# Processes and threads that an agent may start beside those that its user has.
_MORE: Final = 256


class _PositionLine(msgspec.Struct):
    """A position; the line that starts a game has no board."""

    board: BoardObject | None = None
    first_click: str | None = None
    rule: str | None = None
    seed: int = 0
    over: bool = False


class _Printed(io.TextIOBase):
    """A stream of text that only counts its characters."""

    def __init__(self) -> None:
        self.count = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.count += len(text)
        return len(text)


class _Desk:
    """The agent, and the limits of each call."""

    def __init__(self, answers: BinaryIO, start: Start) -> None:
        self._answers = answers
        self._start = start
        self._folder = str(Path(start.folder).resolve())
        self._printed = _Printed()
        self._process = os.getpid()
        self._candidate: Candidate
        self._view: View | None = None  # None from the start of a game to its first position
        self._number = 0
        self._seconds = 0.0
        sys.stdout = sys.stderr = self._printed

    def answer(self, line: bytes) -> None:
        """Answer a line, whatever the agent does; the start of a game wants no answer."""
        request = msgspec.json.decode(line, type=_PositionLine)
        if request.board is None:
            self._view = None
            return
        self._number += 1
        self._seconds = 0.0
        try:
            answer = self._answered(request, request.board)
        except FaultError as error:
            answer = _fault(error.fault, error.words)
        except BaseException as error:  # noqa: BLE001 whatever an agent does costs its game alone
            fault: FaultName = "exit" if isinstance(error, SystemExit) else "error"
            fault = "memory" if isinstance(error, MemoryError) else fault
            answer = _fault(fault, error_words(error, self._folder))
        if os.getpid() != self._process:  # the agent has forked
            os._exit(0)
        self._send(answer)

    def _answered(self, request: _PositionLine, board: BoardObject) -> HostedAnswer:
        if self._view is None:
            view = View(self._board(board), rule=request.rule, first_click=request.first_click)
            with self._timed():
                self._candidate.begin(view, request.seed)
            self._view = view
        else:
            self._view.show(self._changes(self._view, board))
        with self._timed():
            return self._candidate.answer(is_over=request.over)

    def _board(self, board: BoardObject) -> Board:
        return read_board(msgspec.json.encode(board), name="json", rules=self._start.rules)

    def _changes(self, view: View, board: BoardObject) -> dict[Cell, int | Clue]:
        """List the cells that are no longer as a view has them."""
        signs = "".join(board.rows)
        states: Iterable[int] = map(SYMBOLS.__getitem__, signs)
        uncertain: Uncertain = {}
        # Reading a whole board can take longer than the agent does.
        if not view.is_ordinary or board.clues or len(signs) != len(view.states):
            whole = self._board(board)
            states, uncertain = numbers_of(whole.grid), whole.uncertain
        pairs = zip(view.cells, view.states, states, strict=True)
        return {cell: uncertain.get(cell, now) for cell, before, now in pairs if before != now}

    def start(self) -> None:
        """Import the agent, under the limit of memory, and say so."""
        is_limited = _limit(self._start.memory)
        try:
            self._candidate = candidate_of(self._start.agent, self._start.folder)
            answer = HostedAnswer(is_limited=is_limited, interface=self._candidate.interface)
        except AgentError as error:
            answer = _fault("error", str(error))
        except MemoryError:
            answer = _fault("memory", "")
        self._send(answer)

    def _send(self, answer: HostedAnswer) -> None:
        more = {"seconds": self._seconds, "printed": self._printed.count}
        self._printed.count = 0
        whole = msgspec.structs.replace(answer, number=self._number, **more)
        self._answers.write(msgspec.json.encode(whole) + b"\n")
        self._answers.flush()

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Measure a call; have the process say so and end if it takes too much processor time."""
        began = process_time()
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._ring)
            signal.setitimer(signal.ITIMER_PROF, self._start.seconds)
        try:
            yield
        finally:
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_PROF, 0)
            self._seconds = process_time() - began

    def _ring(self, _signal: int, frame: FrameType | None) -> None:
        places = []
        while frame is not None:
            places.append((frame.f_code.co_filename, line_of(frame.f_code, frame.f_lasti)))
            frame = frame.f_back
        place = place_of(places[::-1], self._folder)
        words = f"more than {self._start.seconds:g} s of work{f' ({place})' if place else ''}"
        self._send(_fault("time", words))
        os._exit(0)


def main(parent: int, start: str) -> None:
    """Answer the lines on standard input, until that ends or the process `parent` does.

    The standard streams lead nowhere from then on.
    """
    lines, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    hear()
    follow(parent)
    desk = _Desk(answers, pickle.loads(bytes.fromhex(start)))  # noqa: S301 the exam wrote it
    desk.start()
    for line in lines:
        desk.answer(line)
    os._exit(0)  # whatever threads the agent has started


def _fault(fault: FaultName, words: str) -> HostedAnswer:
    return HostedAnswer(fault=fault, error=words)


def _limit(memory: int) -> bool:
    """Bound what the process takes from now on; tell whether its memory is limited."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    _set(resource.setrlimit, resource.RLIMIT_CORE, 0)
    status = Path("/proc/self/statm")
    if not status.exists():  # macOS accepts a limit of addresses, and does not keep it
        return False
    if hasattr(resource, "RLIMIT_NPROC"):
        _set(resource.setrlimit, resource.RLIMIT_NPROC, _threads_of_user() + _MORE)
    taken = int(status.read_text("ascii").split()[0]) * resource.getpagesize()
    return _set(resource.setrlimit, resource.RLIMIT_AS, taken + memory)


def _set(setting: Callable[[int, tuple[int, int]], object], limit: int, value: int) -> bool:
    try:
        setting(limit, (value, value))
    except (ValueError, OSError):  # a lower limit holds already
        return False
    return True


def _threads_of_user() -> int:
    """Count the threads of all processes that the user of this one has."""
    user, threads = os.getuid(), 0
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and process.stat().st_uid == user:
                threads += sum(1 for _ in (process / "task").iterdir())
    return threads
