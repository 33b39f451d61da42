"""Players that are programs: a command that answers over a pipe, a line of JSON for each move.

`| COMMAND` names one, such as `| python player.py`. No shell reads the command. It is started once
in each worker, and answers about one position after the other. A line `{"start": ...}`, without an
answer, begins a game; each other line is a position, and the answer to it follows from that line
alone. In an exam (`logicsweep.lab.exams`) the cells that an answer calls safe or mines are claims.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections import deque
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, TypeVar
from weakref import finalize

import msgspec
from msgspec import Meta

from logicsweep.board.board import Cell
from logicsweep.errors import AgentError
from logicsweep.formats.json import board_object
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.agents.own import COMMAND
from logicsweep.games.piping import LostError, Piped
from logicsweep.games.view import View

# The characters of an answer that an error quotes.
_QUOTED: Final = 200
# Fractions and decimals; the power of ten of an exponent may be too large to work out.
_CHANCE: Final = re.compile(r"\d{1,4000}/\d{1,4000}|\d{0,4000}\.\d{1,4000}|\d{1,4000}", re.ASCII)
_Pair = tuple[int, int]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
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
    mines: Annotated[
        tuple[_Pair, ...] | None,
        Meta(description="All cells that it has proved mines; an exam judges them."),
    ] = None
    chance: Annotated[
        str | float | None,
        Meta(
            description="The exact probability that it wins from here on, if it knows that: a "
            "fraction such as 3/4, or a number."
        ),
    ] = None
    reason: Annotated[str, Meta(description="The reason, in words.")] = ""
    error: Annotated[
        str, Meta(description="What went wrong, in place of a move; it ends the game.")
    ] = ""

    def __post_init__(self) -> None:
        """Raise ValueError if it names two cells, or a chance that is none."""
        if self.open is not None and self.flag is not None:
            raise ValueError("expected either open or flag")
        _ = self.fraction

    @property
    def fraction(self) -> Fraction | None:
        """The chance, if it has one."""
        if self.chance is None:
            return None
        text = str(self.chance)
        if isinstance(self.chance, float) or _CHANCE.fullmatch(text):
            with suppress(ZeroDivisionError):
                chance = Fraction(text)
                if 0 <= chance <= 1:
                    return chance
        raise ValueError("chance is no number from 0 to 1")


AnyAnswer = TypeVar("AnyAnswer", bound=Answer)


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
        self.held[0].send(start_line(view, self.seed))

    def choose(self, view: View) -> Move:
        """Return the move of the program's answer, or a cell that it called safe before."""
        self.chance = None
        while self._safe:
            cell = self._safe.popleft()
            if view.can_open(cell):
                return Move(cell, reason="called safe before", is_proved=True)
        answer = self._answer(view)
        self._safe.extend(map(Cell.of, answer.safe))
        self.chance = answer.fraction
        chosen = answer.open or answer.flag
        if chosen is not None:
            return Move(Cell.of(chosen), answer.open is None, answer.reason, answer.certain)
        if not self._safe:
            given = msgspec.json.encode(answer)
            raise self._lost(answer_words("expected either open or flag", given))
        return self.choose(view)

    def certain(self, view: View) -> list[Move]:
        """Return the cells that the program calls safe in a position."""
        answer = self._answer(view)
        self._ready = list(view.states), answer
        return [Move(Cell.of(cell), is_proved=True) for cell in answer.safe]

    def _answer(self, view: View) -> Answer:
        """Ask about a position, unless that has just been done."""
        ready, self._ready = self._ready, None
        if ready is not None and ready[0] == list(view.states):
            return ready[1]
        self.held[0].send(position_line(view, self.seed))
        try:
            line = self.held[0].line(self.time_limit)
        except LostError as error:
            raise AgentError(f"agent {self.name}: {error}") from None
        finally:
            if self.held[0].is_closed:
                self.held.clear()
        try:
            answer = read_answer(line, Answer)
        except ValueError as error:
            raise self._lost(str(error)) from None
        if answer.error:
            raise self._lost(on_one_line(answer.error, _QUOTED))
        for cell in filter(None, (answer.open, answer.flag, *answer.safe)):
            if not (0 <= cell[0] < view.height and 0 <= cell[1] < view.width):
                raise self._lost(answer_words(f"({cell[0]}, {cell[1]}) is off the board", line))
            if not view.can_open(cell):
                raise self._lost(answer_words(f"{Cell.of(cell)} is not covered, or flagged", line))
        return answer

    def _lost(self, why: str) -> AgentError:
        """End the process, and make the error that says why and what it said."""
        return AgentError(f"agent {self.name}: {self.held.pop().close(why)}")

    def _started(self) -> Piped:
        try:
            return Piped.watched(self.command, folder=self.folder)
        except OSError as error:
            raise AgentError(f"agent {self.name} cannot be started: {error}") from None


def start_line(view: View, seed: int) -> bytes:
    """Write the line that begins a game; it wants no answer."""
    start = {**_game(view, seed), "height": view.height, "width": view.width}
    return msgspec.json.encode({"start": start}) + b"\n"


def position_line(view: View, seed: int, **more: object) -> bytes:
    """Write the line of a position, with `more` keys if there are any."""
    request = {"board": board_object(view.board), **_game(view, seed), **more}
    return msgspec.json.encode(request) + b"\n"


def _game(view: View, seed: int) -> dict[str, Any]:
    return {"first_click": view.first_click.value, "rule": view.rule.value, "seed": seed}


def read_answer(line: bytes, kind: type[AnyAnswer]) -> AnyAnswer:
    """Read the line of an answer. Raises ValueError, which quotes it."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise ValueError(answer_words(str(error), line)) from None


def answer_words(what: str, answer: bytes) -> str:
    quoted = on_one_line(answer.decode("utf-8", "replace"), _QUOTED)
    return (
        f"{what}; it answered {quoted or 'an empty line'}; expected a line such as "
        f'{{"open": [0, 1]}}'
    )


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
    made = {"name": name, "command": command_of(name, folder), "folder": folder, "idle": []}
    return type("Program", (Program,), made)


def command_of(name: str, folder: str) -> tuple[str, ...]:
    """Return the path of a program, named as `| COMMAND`, and its arguments.

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
    return (path, *command[1:])
