"""Candidates: the class of a user behind its interface, in the process of the agent."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping
from operator import index
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.errors import LogicSweepError
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.own import import_agent, import_value, no_agent
from logicsweep.games.loop import checked_move
from logicsweep.games.view import View
from logicsweep.lab.exams.messages import Begin, InterfaceName

_METHODS: Final = ("add_knowledge", "make_safe_move", "make_random_move")
_SETS: Final = ("safes", "mines")

Cells = tuple[tuple[int, int], ...] | None
Shown = Mapping[Cell, int | Clue]


class Answered(NamedTuple):
    """A move as an agent made it; `cell` is None if it made none."""

    cell: tuple[int, int] | None
    flags: bool
    is_proved: bool


class NoMoveError(LogicSweepError):
    """The agent returned something that is no move; the message says what."""


class NoCellsError(LogicSweepError):
    """A set of the agent holds something that is no cell; the message says what."""


class Candidate(Protocol):
    """A class that plays, whatever its interface; its methods raise whatever the class raises."""

    def begin(self, game: Begin) -> None:
        """Make the object that plays the next game."""

    def tell(self, shown: Shown) -> None:
        """Tell what the last move showed."""

    def choose(self) -> Answered:
        """Ask for a move. Raises `NoMoveError`."""

    def claims(self) -> tuple[Cells, Cells]:
        """Return the sets `safes` and `mines`. Raises `NoCellsError`."""


def candidate_of(name: str, folder: str, interface: InterfaceName) -> Candidate:
    """Import a class. Raises `AgentError`."""
    return _OfAgent(name, folder) if interface == "agent" else _OfCs50(name, folder)


class _OfAgent:
    """A class derived from `logicsweep.Agent`."""

    def __init__(self, name: str, folder: str) -> None:
        self._kind = import_agent(name, folder)
        self._agent: Agent
        self._view: View

    def begin(self, game: Begin) -> None:
        _seed(game.seed)
        self._agent = self._kind(game.seed)
        self._view = View(game.board, first_click=game.first_click)
        self._agent.begin(self._view)

    def tell(self, shown: Shown) -> None:
        self._view.show(shown)

    def choose(self) -> Answered:
        chosen = self._agent.choose(self._view)
        try:
            move = checked_move(chosen, self._agent)
            return Answered(_pair(move.cell), move.flags, move.is_proved)
        except (LogicSweepError, ValueError) as error:
            raise NoMoveError(str(error)) from None

    def claims(self) -> tuple[Cells, Cells]:
        values = (getattr(self._agent, name, None) for name in _SETS)
        safes, mines = (value if isinstance(value, set | frozenset) else None for value in values)
        return _cells("safes", safes), _cells("mines", mines)


class _OfCs50:
    """A class that is told a cell and its count, and has the sets `safes` and `mines`."""

    def __init__(self, name: str, folder: str) -> None:
        self._kind: Any = import_value(name, folder, listing=_classes_in)
        missing = [method for method in _METHODS if not callable(getattr(self._kind, method, None))]
        if missing:
            expected = f"expected the methods {', '.join(_METHODS)}"
            raise no_agent(name, f"has no method {missing[0]}; {expected}")
        self._player: Any = None

    def begin(self, game: Begin) -> None:
        _seed(game.seed)
        self._player = self._kind(height=game.board.height, width=game.board.width)

    def tell(self, shown: Shown) -> None:
        for cell, state in sorted(shown.items()):
            if isinstance(state, int) and state >= 0:
                self._player.add_knowledge((cell.row, cell.column), state)

    def choose(self) -> Answered:
        cell = self._player.make_safe_move()
        is_proved = cell is not None
        if cell is None:
            cell = self._player.make_random_move()
        if cell is None:
            return Answered(None, flags=False, is_proved=False)
        name = "make_safe_move" if is_proved else "make_random_move"
        try:
            return Answered(_pair(cell), flags=False, is_proved=is_proved)
        except (TypeError, ValueError):
            expected = "expected a pair (row, column), or None"
            raise NoMoveError(f"{name} returned {cell!r:.60}; {expected}") from None

    def claims(self) -> tuple[Cells, Cells]:
        sets = []
        for name in _SETS:
            value = getattr(self._player, name, None)
            if not isinstance(value, Iterable):
                raise NoCellsError(f"{name} is {value!r:.60}; expected a set of cells")
            sets.append(_cells(name, value))
        return sets[0], sets[1]


def _cells(name: str, values: Iterable[Any] | None) -> Cells:
    if values is None:
        return None
    cells = set()
    for value in values:
        try:
            cells.add(_pair(value))
        except (TypeError, ValueError):
            expected = "expected pairs (row, column)"
            raise NoCellsError(f"{name} holds {value!r:.60}; {expected}") from None
    return tuple(sorted(cells))


def _pair(value: Any) -> tuple[int, int]:
    """Return a cell as a pair of numbers. Raises TypeError and ValueError."""
    row, column = map(index, value)
    if max(abs(row), abs(column)) >= 1 << 31:
        raise ValueError("no board is so large")
    return row, column


def _classes_in(module: ModuleType) -> str:
    classes = [name for name, value in vars(module).items() if isinstance(value, type)]
    return f"its classes: {', '.join(classes)}" if classes else "it has no classes"


def _seed(seed: int) -> None:
    """Start what agents draw at random from a seed, so that a game can be played again."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % (1 << 32))
