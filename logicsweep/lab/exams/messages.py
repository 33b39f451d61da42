"""Messages between an exam and the process of its agent: requests go there, replies come back.

Requests are pickled, since the exam is trusted; replies are JSON, since the agent is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick

InterfaceName: TypeAlias = Literal["agent", "cs50"]
"""`agent` is a class derived from `logicsweep.Agent`; `cs50` has `make_safe_move` and so on."""
INTERFACES: Final[tuple[InterfaceName, ...]] = get_args(InterfaceName)

FaultName: TypeAlias = Literal["error", "exit", "memory", "time", "crash", "move", "claims"]
"""`error`: it raised an exception. `exit`: it wanted to end Python. `memory` and `time`: it reached
a limit. `crash`: its process ended. `move`: no move, or one that the game does not allow.
`claims`: its sets hold something that is no cell of the board."""


class Start(NamedTuple):
    """The first request: what to import, and the limits.

    Attributes:
        agent: The class, as `module:Class`.
        folder: The folder in which its module is looked for.
        interface: The interface of the class.
        seconds: The processor time that one call may take.
        memory: The bytes that the agent may take.
    """

    agent: str
    folder: str
    interface: InterfaceName
    seconds: float
    memory: int


class Begin(NamedTuple):
    """The beginning of a game: the position, the guarantee for the first cell, a seed."""

    board: Board
    first_click: FirstClick
    seed: int


class Choose(NamedTuple):
    """The request for a move; `shown` are the cells that the last one showed."""

    shown: Mapping[Cell, int | Clue]


class Tell(NamedTuple):
    """The cells that the last move of a game showed; no move is wanted any more."""

    shown: Mapping[Cell, int | Clue]


Request: TypeAlias = Start | Begin | Choose | Tell


class Reply(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """The answer to a request.

    Attributes:
        number: The number of the request, from 1.
        cell: The cell of the move; None if the agent made none.
        flags: Whether the move flags the cell.
        proved: Whether the agent calls the move certain.
        safes: The cells of its set `safes`; None if it has none.
        mines: The cells of its set `mines`; None if it has none.
        seconds: The processor time that the agent took.
        printed: The characters that it has printed up to now.
        is_limited: Whether its memory is limited; in the answer to `Start` alone.
        fault: The fault of the agent, if there was one; then `words` says more.
    """

    number: int = 0
    cell: tuple[int, int] | None = None
    flags: bool = False
    proved: bool = False
    safes: tuple[tuple[int, int], ...] | None = None
    mines: tuple[tuple[int, int], ...] | None = None
    seconds: float = 0.0
    printed: int = 0
    is_limited: bool = False
    fault: FaultName | None = None
    words: str = ""
