"""Players that are programs: a command that answers over a pipe, a line of JSON for each move.

`| COMMAND` names one, such as `| python player.py`. No shell reads the command. It is started once
in each worker, and answers about one position after the other. A line `{"start": ...}`, without an
answer, begins a game; each other line is a position, and the answer to it follows from that line
alone.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import deque
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final
from weakref import finalize

import msgspec
from msgspec import Meta

from logicsweep.board.board import Cell
from logicsweep.errors import AgentError
from logicsweep.formats.json import board_object
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.agents.own import COMMAND
from logicsweep.games.piping import Piped
from logicsweep.games.view import View

# The characters of an answer that an error quotes.
_QUOTED: Final = 200
# Fractions and decimals; the power of ten of an exponent may be too large to work out.
_CHANCE: Final = re.compile(r"\d{1,4000}/\d{1,4000}|\d{0,4000}\.\d{1,4000}|\d{1,4000}", re.ASCII)
_Pair = tuple[int, int]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a position: a move, and more if the program knows more."""

    open: Annotated[_Pair | None, Meta(description="The cell to open: [row, column].")] = None
    flag: Annotated[_Pair | None, Meta(description="The cell to flag, in place of `open`.")] = None
    certain: Annotated[bool, Meta(description="Whether the program has proved the move.")] = False
    safe: Annotated[
        tuple[_Pair, ...],
        Meta(
            description="All cells that it has proved safe and opens before it guesses. They are "
            "opened without being asked about, and comparing by moves takes less time."
        ),
    ] = ()
    chance: Annotated[
        str | float | None,
        Meta(
            description="The exact probability that it wins from here on, if it knows that: a "
            "fraction such as 3/4, or a number."
        ),
    ] = None
    reason: Annotated[str, Meta(description="The reason, in words.")] = ""


class Program(Agent):
    """A program behind a pipe; see the module. A process goes on to the next game.

    Attributes:
        command: The program and its arguments.
        folder: The folder in which it runs.
        held: The process that answers now; empty before `begin`, and after an error.
        idle: Processes that agents of this class have left to the next ones.
    """

    held: list[Piped]
    command: ClassVar[tuple[str, ...]]
    folder: ClassVar[str]
    is_positional = True
    idle: ClassVar[list[Piped]]

    def begin(self, view: View) -> None:
        """Start the program, unless it runs, and tell it that a game begins."""
        self._safe: deque[Cell] = deque()
        self._ready: tuple[list[int], Answer] | None = None
        self.chance = None
        if not hasattr(self, "held"):
            self.held = []
            finalize(self, _give_back, self.held, self.idle).atexit = False
        if not self.held:
            self.held.append(self.idle.pop() if self.idle else self._started())
        self._send({"start": {**self._game(view), "height": view.height, "width": view.width}})

    def choose(self, view: View) -> Move:
        """Return the move of the program's answer, or a cell that it called safe before."""
        self.chance = None
        while self._safe:
            cell = self._safe.popleft()
            if view.can_open(cell):
                return Move(cell, reason="called safe before", is_proved=True)
        answer = self._answer(view)
        self._safe.extend(map(Cell.of, answer.safe))
        self.chance = self._chance(answer)
        if answer.open is None and answer.flag is None and self._safe:
            return self.choose(view)
        if (answer.open is None) == (answer.flag is None):
            raise self._error("expected either open or flag", answer)
        chosen = answer.open or answer.flag
        return Move(Cell.of(chosen), answer.open is None, answer.reason, answer.certain)

    def certain(self, view: View) -> list[Move]:
        """Return the cells that the program calls safe in a position."""
        answer = self._answer(view)
        self._ready = list(view.states), answer
        return [Move(Cell.of(cell), is_proved=True) for cell in answer.safe]

    def _game(self, view: View) -> dict[str, Any]:
        first_click = view.first_click.value
        return {"first_click": first_click, "rule": view.rule.value, "seed": self.seed}

    def _answer(self, view: View) -> Answer:
        """Ask about a position, unless that has just been done."""
        ready, self._ready = self._ready, None
        if ready is not None and ready[0] == list(view.states):
            return ready[1]
        board = msgspec.to_builtins(board_object(view.board))
        self._send({"board": board, **self._game(view)})
        line = self._line()
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except msgspec.MsgspecError as error:
            raise self._error(str(error), line) from None
        for cell in filter(None, (answer.open, answer.flag, *answer.safe)):
            if not (0 <= cell[0] < view.height and 0 <= cell[1] < view.width):
                raise self._error(f"({cell[0]}, {cell[1]}) is off the board", line)
            if not view.can_open(cell):
                raise self._error(f"{Cell.of(cell)} is not covered, or flagged", line)
        return answer

    def _chance(self, answer: Answer) -> Fraction | None:
        if answer.chance is None:
            return None
        given = answer.chance
        try:
            is_number = isinstance(given, float) or _CHANCE.fullmatch(given)
            chance = Fraction(str(given)) if is_number else Fraction(-1)
        except (ValueError, ZeroDivisionError):
            chance = Fraction(-1)
        if not 0 <= chance <= 1:
            raise self._error("chance is no number from 0 to 1", answer)
        return chance

    def _send(self, request: dict[str, Any]) -> None:
        self.held[0].send(json.dumps(request, separators=(",", ":")).encode() + b"\n")

    def _line(self) -> bytes:
        """Wait for a line; whatever comes instead ends the process."""
        process = self.held[0]
        try:
            line = process.line(self.time_limit)
        except TimeoutError:
            raise self._lost(f"no answer within {self.time_limit:g} s") from None
        except BaseException:  # the answer would be taken for that of another position
            self._lost("")
            raise
        if line is None:
            raise self._lost("it wrote too much" if process.has_forged else process.end_words())
        return line

    def _lost(self, why: str) -> AgentError:
        """End the process, and make the error that says why and what it said."""
        process = self.held.pop()
        process.close()
        text = process.error_text()
        said = f"; it said: {on_one_line(text[-_QUOTED:])}" if text else ""
        return AgentError(f"agent {self.name}: {why}{said}")

    def _error(self, what: str, answer: Answer | bytes) -> AgentError:
        """End the process, and make the error about an answer."""
        given = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        quoted = on_one_line(given.decode("utf-8", "replace"), _QUOTED)
        return self._lost(
            f"{what}; it answered {quoted or 'an empty line'}; expected a line such as "
            f'{{"open": [0, 1]}}'
        )

    def _started(self) -> Piped:
        try:
            return Piped.watched(self.command, folder=self.folder)
        except OSError as error:
            raise AgentError(f"agent {self.name} cannot be started: {error}") from None


def _give_back(held: list[Piped], idle: list[Piped]) -> None:
    """Leave the process of an agent that is gone to the next one."""
    idle += held
    held.clear()


@lru_cache(maxsize=64)
def program_class(name: str, folder: str) -> type[Program]:
    """Return the class of a program by its name, `| COMMAND`; it is not started yet.

    Raises:
        AgentError: There is no such program, or no command.
    """
    try:
        command = tuple(shlex.split(name.removeprefix(COMMAND)))
    except ValueError as error:
        raise AgentError(f"agent {name}: {error}; expected {COMMAND} and a command") from None
    if not command:
        raise AgentError(f"agent {name}: the command is missing; expected one after {COMMAND}")
    path = shutil.which(command[0]) or shutil.which(str(Path(folder, command[0])))
    if path is None:
        raise AgentError(f"agent {name}: there is no program {command[0]} that can be started")
    made = {"name": name, "command": (path, *command[1:]), "folder": folder, "idle": []}
    return type("Program", (Program,), made)
