"""Candidates: the class of a user behind its interface, in the process of the agent."""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Iterable
from operator import index
from typing import Any, Final

from logicsweep.errors import AgentError
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.own import import_agent, import_value, is_command, no_agent
from logicsweep.games.loop import checked_move
from logicsweep.games.view import View
from logicsweep.lab.exams.messages import FaultError, HostedAnswer, InterfaceName

_METHODS: Final = ("add_knowledge", "make_safe_move", "make_random_move")
_EXPECTED: Final = (
    f"expected a class derived from logicsweep.Agent, or one with {', '.join(_METHODS)}, "
    "safes and mines, as CS50 has it"
)

Pair = tuple[int, int]


def interface_of(candidate: object) -> InterfaceName:
    """Tell which interface a class has, or a program, given as `| COMMAND`.

    A class that has both is taken for one derived from `Agent`. The methods decide; that there are
    sets `safes` and `mines` is seen when there is an object.

    Raises:
        AgentError: It has none of them; the words say what it lacks, and have no name before.
    """
    if isinstance(candidate, str) and is_command(candidate):
        return "agent"
    if not inspect.isclass(candidate):
        raise AgentError(f"is no class; {_EXPECTED}")
    if issubclass(candidate, Agent):
        return "agent"
    missing = [name for name in _METHODS if not callable(getattr(candidate, name, None))]
    if not missing:
        return "cs50"
    if len(missing) == len(_METHODS):
        raise AgentError(f"is not an agent; {_EXPECTED}")
    raise AgentError(f"has no method {missing[0]}; {_EXPECTED}")


def candidate_of(name: str, folder: str) -> Candidate:
    """Import a class, and find out which interface it has. Raises `AgentError`."""
    kind = import_value(name, folder, "classes", _is_candidate)
    try:
        interface = interface_of(kind)
    except AgentError as error:
        raise no_agent(name, str(error)) from None
    if interface == "cs50":
        return _OfCs50(kind)
    return Candidate(import_agent(name, folder))


class Candidate:
    """A class derived from `logicsweep.Agent`; its methods raise whatever the class raises.

    Attributes:
        interface: The interface of the class.
    """

    interface: InterfaceName = "agent"

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._player: Any = None

    def begin(self, view: View, seed: int) -> None:
        """Make the object that plays the next game; the view is kept up to date from now on."""
        random.seed(seed)  # so that a game can be played again
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(seed % (1 << 32))
        self._view = view
        self._player = self._made(seed)

    def answer(self, *, is_over: bool) -> HostedAnswer:
        """Ask for a move, unless the game is over, and for the sets of safe cells and mines.

        Raises `FaultError` for what is no move or no cell.
        """
        self._tell()
        chosen = None if is_over else self._chosen()
        safes, mines = map(self._cells, ("safes", "mines"))
        return HostedAnswer(**(chosen or {}), safe=safes or (), mines=mines)

    def _made(self, seed: int) -> Any:
        agent = self._kind(seed)
        agent.begin(self._view)
        return agent

    def _tell(self) -> None:
        """Tell what is new; an agent has seen that in its view."""

    def _chosen(self) -> dict[str, Any] | None:
        """Ask for a move, as keys of an answer; None if the class gives the game up."""
        chosen = self._player.choose(self._view)
        try:
            move = checked_move(chosen, self._player)
            return {"flag" if move.flags else "open": _pair(move.cell), "certain": move.is_proved}
        except (AgentError, ValueError) as error:
            raise FaultError("move", str(error)) from None

    def _cells(self, name: str) -> tuple[Pair, ...] | None:
        """Return the cells of a set; None if the class has no such set."""
        values = getattr(self._player, name, None)
        return _pairs(name, values) if isinstance(values, set | frozenset) else None


class _OfCs50(Candidate):
    """A class that is told a cell and its count, and has the sets `safes` and `mines`."""

    interface = "cs50"

    def _made(self, seed: int) -> Any:
        del seed
        return self._kind(height=self._view.height, width=self._view.width)

    def _tell(self) -> None:
        for cell, state in sorted(self._view.seen().items()):
            if isinstance(state, int) and state >= 0:
                self._player.add_knowledge((cell.row, cell.column), state)

    def _chosen(self) -> dict[str, Any] | None:
        cell = self._player.make_safe_move()
        is_proved = cell is not None
        if cell is None:
            cell = self._player.make_random_move()
        if cell is None:
            return None
        try:
            return {"open": _pair(cell), "certain": is_proved}
        except (TypeError, ValueError):
            name = "make_safe_move" if is_proved else "make_random_move"
            words = f"{name} returned {cell!r:.60}; expected a pair (row, column), or None"
            raise FaultError("move", words) from None

    def _cells(self, name: str) -> tuple[Pair, ...]:
        values = getattr(self._player, name, None)
        if not isinstance(values, Iterable):
            raise FaultError("claims", f"{name} is {values!r:.60}; expected a set of cells")
        return _pairs(name, values)


def _is_candidate(value: object) -> bool:
    """Tell whether a value of a module is a class that can play."""
    try:
        return value is not Agent and bool(interface_of(value))
    except AgentError:
        return False


def _pairs(name: str, values: Iterable[Any]) -> tuple[Pair, ...]:
    cells = set()
    for value in values:
        try:
            cells.add(_pair(value))
        except (TypeError, ValueError):
            words = f"{name} holds {value!r:.60}; expected pairs (row, column)"
            raise FaultError("claims", words) from None
    return tuple(sorted(cells))


def _pair(value: Any) -> Pair:
    """Return a cell as a pair of numbers. Raises TypeError and ValueError."""
    row, column = map(index, value)
    if max(abs(row), abs(column)) >= 1 << 31:
        raise ValueError("no board is so large")
    return row, column
