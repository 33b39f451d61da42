"""The host of an agent: it starts the agent's process, asks it, and ends it."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import Final

import msgspec

from logicsweep.errors import AgentError
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.piping import Piped
from logicsweep.lab.exams.messages import FaultName, Reply, Request, Start

# The seconds that importing an agent may take; some import large libraries.
_IMPORTING: Final = 60.0
# A call may wait so many times as long as it may work: for a busy machine, or for nothing.
_WAITING: Final = 10.0
_FORGED: Final = "the agent wrote into the pipe of its replies"
_CODE: Final = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from logicsweep.lab.exams.process import main; main(int(sys.argv[1]))"
)
# Sets of texts have the same order in every process, and libraries start no threads of their own.
_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}


class LostError(Exception):
    """The process of the agent has ended, or had to be ended."""

    def __init__(self, fault: FaultName, words: str) -> None:
        super().__init__(words)
        self.fault = fault
        self.words = words


class Host:
    """An agent in a process of its own; close it when it is no longer needed.

    Args:
        start: The agent, and its limits.

    Attributes:
        is_limited: Whether the memory of the process is limited.

    Raises:
        AgentError: The agent cannot be imported.
    """

    def __init__(self, start: Start) -> None:
        self._start = start
        self._number = 0
        command = [sys.executable, "-P", "-c", _CODE, str(os.getpid()), *sys.path]
        try:
            self._pipe = Piped(command, environment=_ENVIRONMENT)
        except OSError as error:
            raise AgentError(f"agent {start.agent}: no process can be started: {error}") from None
        try:
            reply = self._reply_to(start, _IMPORTING)
        except LostError as error:
            self.close()
            raise AgentError(f"agent {start.agent} cannot be imported: {error}") from None
        except BaseException:
            self.close()
            raise
        if reply.fault is not None:
            self.close()
            text = reply.words or "it takes more memory than it may"
            raise AgentError(text if reply.fault == "error" else f"agent {start.agent}: {text}")
        self.is_limited = reply.is_limited

    def ask(self, request: Request) -> Reply:
        """Ask the agent, and wait for its reply.

        Raises:
            LostError: The process has ended, or gave no reply in time; it is closed then.
        """
        # Where no timer counts processor time, nobody but this process looks at the clock.
        most = _WAITING if hasattr(signal, "setitimer") else 1.0
        try:
            reply = self._reply_to(request, most * self._start.seconds)
        except LostError:
            self.close()
            raise
        if reply.fault == "time":
            place = f" ({reply.words})" if reply.words else ""
            self.close()
            raise LostError("time", f"more than {self._start.seconds:g} s of work{place}")
        if reply.fault == "memory":
            self.close()
            raise LostError("memory", reply.words)
        return reply

    def close(self) -> None:
        """End the process, and those that it has started in its group."""
        self._pipe.close()

    def _reply_to(self, request: Request, seconds: float) -> Reply:
        """Send a request and return the reply. Raises `LostError`."""
        self._number += 1
        self._pipe.send(pickle.dumps(request))
        try:
            line = self._pipe.line(seconds)
        except TimeoutError:
            raise LostError("time", f"no answer within {seconds:g} s") from None
        if line is None:
            raise LostError("crash", _FORGED if self._pipe.has_forged else self._pipe.end_words())
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except msgspec.MsgspecError:
            reply = Reply()
        if reply.number != self._number:
            raise LostError("crash", _FORGED)
        # The agent may have chosen the words.
        return msgspec.structs.replace(reply, words=on_one_line(reply.words))
