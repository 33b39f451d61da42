"""The order of an exam, and the answers of the program that hosts a class.

The program speaks the lines of `| COMMAND` (see `logicsweep.games.agents.program`). A position with
the key `over` is the last one of a game: there the claims are wanted, and no move.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from logicsweep.board.rules.rules import KnownRules
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.agents.program import Answer

InterfaceName: TypeAlias = Literal["agent", "cs50"]
"""`agent` is a class derived from `logicsweep.Agent`; `cs50` has `make_safe_move` and so on."""

FaultName: TypeAlias = Literal["error", "exit", "memory", "time", "crash", "move", "claims"]
FAULTS: Final[dict[FaultName, str]] = {
    "error": "it raised an error",
    "exit": "it wanted to end Python",
    "memory": "it took more memory than it may",
    "time": "it took too long",
    "crash": "its process ended",
    "move": "it made a move that cannot be made",
    "claims": "its claims cannot be read",
}
"""The words for each of them."""


class Start(NamedTuple):
    """An agent to start, and its limits.

    Attributes:
        agent: The class, as `module:Class`, or the program, as `| COMMAND`.
        folder: The folder in which its module is looked for, or in which the program runs.
        seconds: The processor time that one call may take; of a program, the time.
        memory: The bytes that the agent may take.
        rules: The rules that boards may name, by name.
    """

    agent: str
    folder: str
    seconds: float
    memory: int
    rules: KnownRules


class FaultError(Exception):
    """A fault of the agent, which ends a game.

    Attributes:
        fault: The kind of the fault.
        words: The details, safe to print.
    """

    def __init__(self, fault: FaultName, words: str) -> None:
        self.fault: Final = fault
        self.words: Final = on_one_line(words)
        super().__init__(self.words)


class HostedAnswer(Answer, kw_only=True, frozen=True):
    """The answer of a class, by the program that hosts it; the first one, unasked, is a greeting.

    Attributes:
        number: The number of the position, from 1; 0 in the greeting.
        seconds: The processor time that the agent took.
        printed: The number of characters that it has printed since the last answer.
        is_limited: Whether its memory is limited; in the greeting alone.
        interface: The interface of the class; in the greeting alone.
        fault: The fault of the agent, if there was one; then `error` says more.
    """

    number: int = 0
    seconds: float = 0.0
    printed: int = 0
    is_limited: bool = False
    interface: InterfaceName = "agent"
    fault: FaultName | None = None
