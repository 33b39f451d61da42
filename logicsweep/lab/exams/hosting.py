"""The agent of an exam as a player: its process is asked, and its claims are judged."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from time import perf_counter
from typing import Final

from msgspec import structs

from logicsweep.board.board import Cell
from logicsweep.errors import AgentError
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.agents.own import is_command
from logicsweep.games.agents.program import (
    Answer,
    command_of,
    position_line,
    read_answer,
    start_line,
)
from logicsweep.games.piping import LostError, Piped
from logicsweep.games.view import View
from logicsweep.lab.exams.examiner import Examiner
from logicsweep.lab.exams.messages import (
    FaultError,
    FaultName,
    HostedAnswer,
    InterfaceName,
    Start,
)
from logicsweep.lab.exams.report import Slowest

# The seconds that importing an agent may take, since some import large libraries; and those that a
# program may take to start.
_IMPORTING: Final = 60.0
_STARTING: Final = 10.0
# A call may wait so many times as long as it may work: for a busy machine, or for nothing. Where no
# timer counts processor time, nobody but this process looks at the clock.
_WAITING: Final = 10.0 if hasattr(signal, "setitimer") else 1.0
_FORGED: Final = "the agent wrote into the pipe of its replies"
_CODE: Final = (
    "import sys; sys.path[:] = sys.argv[3:]; "
    "from logicsweep.lab.exams.process import main; main(int(sys.argv[1]), sys.argv[2])"
)
# Sets of texts have the same order in every process, and libraries start no threads of their own.
_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}


class StuckError(Exception):
    """The agent makes no move."""


class Examinee(Agent):
    """An agent in a process of its own; close it when it is no longer needed.

    A class is hosted by a program of ours (see `process.py`), which answers as programs do. Claims
    are judged before the move is made.

    Args:
        start: The agent, and its limits.

    Attributes:
        examiner: The judge of the game that is played, for whoever lets it play to set.
        slowest: The slowest move up to now.
        printed: The number of characters that it has printed.
        is_limited: Whether the memory of the process is limited.
        interface: The interface of the class; `agent` for a program.

    Raises:
        AgentError: The agent cannot be imported, or the program cannot be started.
    """

    name = "the agent"
    examiner: Examiner
    interface: InterfaceName = "agent"

    def __init__(self, start: Start) -> None:
        super().__init__()
        self._start = start
        self._is_program = is_command(start.agent)
        self.printed = 0
        self.slowest: Slowest | None = None
        self.is_limited = self._is_program and sys.platform == "linux"
        self._open()

    @property
    def is_closed(self) -> bool:
        """True while its process has ended."""
        return self._pipe.is_closed

    def close(self) -> None:
        """End the process, and those that it has started in its group."""
        self._pipe.close()

    def begin(self, view: View) -> None:
        """Start a game, in a new process if the last one has ended.

        Raises:
            AgentError: There can be none.
        """
        if self.is_closed:
            self._open()
        self._pipe.send(start_line(view, self.seed))

    def choose(self, view: View) -> Move:
        """Ask for a move, and judge it with all claims.

        Raises:
            FaultError: The agent is at fault, and its game ends; the process may have ended, too.
            StuckError: It makes no move.
        """
        answer = self.asked(view)
        if self.slowest is None or answer.seconds > self.slowest.seconds:
            moment = structs.asdict(self.examiner.moment)
            self.slowest = Slowest(**moment, seconds=answer.seconds, position=str(view.board))
        cell, move = answer.open or answer.flag, None
        if self._is_program and cell is None:
            cell = next((cell for cell in answer.safe if _can_open(view, cell)), None)
        if cell is not None:
            move = Move(Cell(*cell), answer.flag is not None, is_proved=answer.certain)
        is_allowed = move is not None and _can_open(view, move.cell)
        is_claimed = self.examiner.judge(answer, move if is_allowed else None)
        if move is None:
            raise StuckError
        return move._replace(is_proved=is_claimed)

    def end(self, view: View) -> None:
        """Judge what the agent claims after the last move. Raises `FaultError`."""
        self.examiner.judge(self.asked(view, over=True), None)

    def asked(self, view: View, **more: bool) -> HostedAnswer:
        """Ask about a position. Raises `FaultError`."""
        self._number += 1
        self._pipe.send(position_line(view, self.seed, **more))
        most, began = self._start.seconds, perf_counter()
        if not self._is_program:
            most *= _WAITING
        elif self._number == 1:
            most += _STARTING
        answer = self._answer(most)
        self.printed += answer.printed
        if answer.fault in ("time", "memory"):
            self.close()
        if answer.fault is not None:
            raise FaultError(answer.fault, answer.error)
        if self._is_program:
            return structs.replace(answer, seconds=perf_counter() - began)
        return answer

    def _open(self) -> None:
        """Start the process. Raises `AgentError`."""
        agent, folder, _, memory, _ = self._start
        self._number = 0  # of positions
        command = [sys.executable, "-P", "-c", _CODE, str(os.getpid())]
        try:
            if self._is_program:
                limit = memory if self.is_limited else 0
                self._pipe = Piped.watched(command_of(agent, folder), folder=folder, memory=limit)
                return
            command += [pickle.dumps(self._start).hex(), *sys.path]
            self._pipe = Piped(command, environment=_ENVIRONMENT)
        except OSError as error:
            raise AgentError(f"agent {agent}: no process can be started: {error}") from None
        try:
            greeting = self._answer(_IMPORTING)
        except FaultError as error:
            raise AgentError(f"agent {agent} cannot be imported: {error}") from None
        if greeting.fault is not None:
            self.close()
            text = on_one_line(greeting.error) or "it takes more memory than it may"
            raise AgentError(text if greeting.fault == "error" else f"agent {agent}: {text}")
        self.is_limited, self.interface = greeting.is_limited, greeting.interface

    def _answer(self, seconds: float) -> HostedAnswer:
        """Wait for an answer. Raises `FaultError`; the process is closed then."""
        try:
            line = self._pipe.line(seconds)
            if self._is_program:
                given = read_answer(line, Answer)
                fault: FaultName | None = "error" if given.error else None
                return HostedAnswer(**structs.asdict(given), number=self._number, fault=fault)
            answer = read_answer(line, HostedAnswer)
        except LostError as error:
            is_forged = self._pipe.has_forged and not self._is_program
            raise FaultError(error.fault, _FORGED if is_forged else error.words) from None
        except ValueError as error:
            words = self._pipe.close(str(error))
            raise FaultError(
                *(("move", words) if self._is_program else ("crash", _FORGED))
            ) from None
        if answer.number != self._number:
            self.close()
            raise FaultError("crash", _FORGED)
        return answer


def _can_open(view: View, cell: tuple[int, int]) -> bool:
    """Tell whether a cell can be opened; one off the board cannot."""
    try:
        return view.can_open(cell)
    except ValueError:
        return False
