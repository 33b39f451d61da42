"""What an agent is: it sees a view of a game, and chooses one move after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.state import State
from logicsweep.errors import whole
from logicsweep.games.view import View


class Move(NamedTuple):
    """Open a cell, or flag it.

    Attributes:
        cell: one of `view.choices`; any pair (row, column) of whole numbers will do.
        flags: True flags the cell, False opens it.
        reason: why, in words; it may be empty.
        is_proved: whether the agent calls it certain: that the cell is safe, or the flag right.
    """

    cell: Cell
    flags: bool = False
    reason: str = ""
    is_proved: bool = False


class Known(NamedTuple):
    """How much an agent knows.

    Attributes:
        mines: how many cells it knows to be mines.
        safe: how many it knows to be safe, open ones too.
        constraints: how many constraints it still reasons with. One is what a clue says of cells
            that are not known yet; some agents have others besides.
    """

    mines: int
    safe: int
    constraints: int


class Agent(ABC):
    """Plays games, one after the other, and sees no more of them than their views.

    A subclass needs one method, `choose`. One that remembers something of a game forgets it in
    `begin`, so that a game depends on its seed alone, whatever was played before.

    Attributes:
        name: what messages call the agent; by default its class's name.
        seed: for whatever is drawn at random. The same seed plays the same game in the same way.
        time_limit: how long one question may take, in seconds, None for ever; for agents that ask
            questions which can take long.
        explains: whether the reasons of moves are wanted in full, where that takes longer.
    """

    name: str
    seed: int = 0
    time_limit: float | None = 60
    explains: bool = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def __init__(
        self, seed: int = 0, *, time_limit: float | None = 60, explains: bool = False
    ) -> None:
        """Raises TypeError for a seed that is no whole number."""
        self.seed = whole("seed", seed)
        self.time_limit = time_limit
        self.explains = explains

    def __repr__(self) -> str:
        return f"<Agent {self.name}, seed {self.seed}>"

    def begin(self, view: View) -> None:  # noqa: B027 most agents of one's own remember nothing
        """A game begins; `view` is what is seen of it before the first move."""

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The next move, on one of `view.choices`; there is one as long as the game goes on."""

    def known(self, view: View) -> Known:
        """How much is known by now: by default what is open and what its clues are about."""
        return known_of(view, {})


def known_of(view: View, decided: dict[Cell, bool]) -> Known:
    """How much is known to whoever has decided some cells (True for a mine), and sees the rest."""
    safe = {cell for cell, mine in decided.items() if not mine}
    mines = {cell for cell, mine in decided.items() if mine}
    for number, state in enumerate(view.states):
        if state == State.KNOWN_MINE:
            mines.add(view.cell(number))
        elif state >= 0 or state == State.NO_CLUE:
            safe.add(view.cell(number))
    near = view.adjacency.lists
    states = view.states
    known = {view.number(cell) for cell in decided}
    constraints = sum(
        state >= 0
        and any(states[other] == State.COVERED and other not in known for other in near[number])
        for number, state in enumerate(states)
    )
    return Known(len(mines), len(safe - mines), constraints)
