"""Records of games, one JSON object a line: which game it is, and its row of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from logicsweep.games.keys import LARGEST, Condition, Count, Whole
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.faults import shown
from logicsweep.lab.experiments.metrics import RECORDED, UNFINISHED
from logicsweep.lab.play.forced import CostlyMove

FORMAT: Final = "logicsweep-game/2"
# In characters.
_LONGEST_ERROR: Final = 1_000

# A type checker cannot see the names, and takes any text.
if TYPE_CHECKING:
    _Name = str
else:
    _Name = Literal[RECORDED]
_Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]


class Key(NamedTuple):
    """A game of an experiment; no two have the same key.

    Attributes:
        condition: The board and the rules.
        agent: The name of the agent that plays.
        seed: The seed of the mines and of everything else that is random.
    """

    condition: Condition
    agent: str
    seed: int


class GameRow(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="format", tag=FORMAT
):
    """A game of an experiment: which one it is, and its numbers.

    Attributes:
        condition: The board and the rules.
        agent: The name of the agent that played.
        seed: The seed of the game; it decides the mines and every move.
        mines: The number of mines that were dealt; absent where it was not recorded.
        values: The numbers of the game by name: metrics, and what was counted beside them. One that
            the game does not have is absent.
        cause: The reason why the game was lost, where a metric asks for that: see the causes of
            losses. Absent for a game that was won.
        costs: With forced survival, the moves that might have lost; where moves are judged, those
            that cost or gain something. In order.
        trace: With `trace = true`, the knowledge of the agent after each move: numbers of cells
            known to be safe, of known mines, and of constraints.
        error: The reason why the game was not finished; empty if it was.
    """

    condition: Condition
    agent: str
    seed: Whole
    mines: Count | UnsetType = UNSET
    values: dict[_Name, _Number]
    cause: Cause | UnsetType = UNSET
    costs: tuple[CostlyMove, ...] = ()
    trace: list[tuple[Whole, Whole, Whole]] | UnsetType = UNSET
    error: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether the game came to its end, and was lost."""
        return self.values.get("is_won") == 0


_DECODER: Final = msgspec.json.Decoder(GameRow)


def record_of(line: bytes) -> GameRow:
    """Decode the record in a line of JSON. Raises ValueError, which says what is wrong with it."""
    try:
        return _DECODER.decode(line)
    except (ValueError, RecursionError) as error:
        why = shown(str(error))  # which may have signs of the line that a terminal would obey
        if "logicsweep-game/" in why:
            why = "it is of another version; play its games again, in a new folder"
        raise ValueError(f"this is not a record of a game, {FORMAT}: {why}") from None


def line_of(record: GameRow) -> bytes:
    """Encode a record as a line of JSON, which `record_of` reads."""
    return msgspec.json.encode(record) + b"\n"


def key_of(record: GameRow) -> Key:
    """Return the key of the game that a record is of."""
    return Key(record.condition, record.agent, record.seed)


def failed(key: Key, error: str) -> GameRow:
    """Return the record of a game that did not come to its end; a long error is cut."""
    short = error if len(error) <= _LONGEST_ERROR else f"{error[:_LONGEST_ERROR]}..."
    writable = short.encode("utf-8", "backslashreplace").decode("utf-8")
    return GameRow(**key._asdict(), values=dict(UNFINISHED), error=writable)
