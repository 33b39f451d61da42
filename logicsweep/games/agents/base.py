"""The base of all agents: an agent sees a view of a game, and chooses one move after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.state import State
from logicsweep.errors import whole
from logicsweep.games.view import View


class Move(NamedTuple):
    """Open a cell, or flag it.

    Attributes:
        cell: One of `view.choices`; any pair (row, column) of whole numbers will do.
        flags: True flags the cell, False opens it.
        reason: The reason in words; it may be empty.
        is_proved: Whether the agent calls the move certain: the cell is safe, or the flag is right.
        details: The way to the move in the terms of the agent's method (equations, sentences,
            shares), a line each; empty without `explains`, and where the reason says it all.
    """

    cell: Cell
    flags: bool = False
    reason: str = ""
    is_proved: bool = False
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """The extent of an agent's knowledge.

    Attributes:
        mines: The number of cells that it knows to be mines.
        safe: The number of cells that it knows to be safe, open ones included.
        constraints: The number of constraints that it still reasons with: a clue counts as long as
            cells around it are unknown; some agents have further constraints.
    """

    mines: int
    safe: int
    constraints: int


class Agent(ABC):
    """A player of games, one after the other, who sees nothing of them but their views.

    A subclass needs one method, `choose`. An agent that remembers something of a game must forget
    it in `begin`: then a game depends on its seed alone, whatever was played before.

    Attributes:
        name: The name of the agent in messages; by default the name of its class.
        seed: The seed for everything that is drawn at random. The same seed plays the same game in
            the same way.
        time_limit: The seconds that one question may take, None for no limit; for agents that ask
            questions which can take long.
        explains: Whether moves should have detailed reasons, and `Move.details`, even if that
            takes longer.
        plays_rules: Whether it plays boards on which clues or layouts have rules of their own; an
            agent that takes every clue for the number of mines among the neighbours does not.
        is_positional: Whether it plays by the position and its seed alone, so that one that begins
            there plays on alike, and opens what it finds certain before it guesses, in any order.
            Comparing by moves then asks it for few moves. A subclass with methods of its own does
            not inherit it.
        is_complete: Whether it is positional, and finds certain all that follows from exact clues.
            It is inherited as `is_positional` is.
        chance: The exact probability that it wins from here on, the move that it has just chosen
            included, if it knows that; else None. `choose` sets it.
    """

    name: str
    seed: int = 0
    time_limit: float | None = 60
    explains: bool = False
    chance: Fraction | None = None
    plays_rules: bool = True
    is_positional: bool = False
    is_complete: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        # Whoever has methods of its own may remember more than the class above it.
        if any(hasattr(value, "__get__") for value in cls.__dict__.values()):
            for promise in ("is_positional", "is_complete"):
                setattr(cls, promise, cls.__dict__.get(promise, False))

    def __init__(
        self, seed: int = 0, *, time_limit: float | None = 60, explains: bool = False
    ) -> None:
        """Make an agent; a subclass with an `__init__` of its own takes the same arguments.

        Raises:
            TypeError: The seed is not a whole number.
        """
        self.seed = whole("seed", seed)
        self.time_limit = time_limit
        self.explains = explains

    def __repr__(self) -> str:
        return f"<Agent {self.name}, seed {self.seed}>"

    def begin(self, view: View) -> None:  # noqa: B027 most agents of one's own remember nothing
        """Note the start of a game; `view` is the one before the first move."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """Return a move on one of `view.choices`; while the game goes on, there is at least one."""

    def certain(self, view: View) -> list[Move]:
        """Return moves that are certain in a position, and that it makes before it guesses.

        By default there are none; comparing by moves asks agents that are positional.
        """
        del view
        return []

    def known(self, view: View) -> Known:
        """Count the facts that the agent knows by now; by default, only those the view shows."""
        return known_of(view, {})

    def knowledge(self, view: View) -> list[str]:
        """Return what the agent knows by now, in its own terms, a line each; by default nothing.

        Most list the mines and safe cells that they know, and the constraints they reason with.
        """
        del view
        return []

    def numbers(self, view: View) -> dict[Cell, str]:
        """Return the agent's own numbers for covered cells, as pictures show; by default none."""
        del view
        return {}


def known_of(view: View, decided: dict[Cell, bool]) -> Known:
    """Count the facts known to an agent that has decided some cells (True: mine)."""
    safe = {cell for cell, mine in decided.items() if not mine}
    mines = {cell for cell, mine in decided.items() if mine}
    for number, state in enumerate(view.states):
        if state == State.KNOWN_MINE:
            mines.add(view.cell(number))
        elif state >= 0 or state == State.NO_CLUE:
            safe.add(view.cell(number))
    near = view.scopes
    states = view.states
    known = {view.number(cell) for cell in decided}
    constraints = sum(
        state >= 0
        and any(states[cell] == State.COVERED and cell not in known for cell in near[number])
        for number, state in enumerate(states)
    )
    return Known(len(mines), len(safe - mines), constraints)
