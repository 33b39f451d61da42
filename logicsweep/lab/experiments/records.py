"""Records of games, one JSON object a line: which game it is, and how it ended."""

from __future__ import annotations

from operator import index
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from logicsweep.games.agents.base import Known
from logicsweep.games.keys import LARGEST, Condition, Count, Size, Whole
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.faults import fault_of, shown

# The version of the lines; a line without one is older, and read all the same.
FORMAT: Final = "logicsweep-game/1"
# In characters.
_LONGEST_ERROR: Final = 1_000

_Logarithm = Annotated[float, Meta(ge=0, le=LARGEST)]
_Probability = Annotated[float, Meta(ge=0, le=1)]


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


class _Game(
    Condition, frozen=True, kw_only=True, omit_defaults=True, tag_field="format", tag=FORMAT
):
    """The part of every record: the key of the game."""

    mines: Annotated[  # a number, once they are dealt
        Count | None,
        Meta(description="The total number of mines; null where it is drawn and was not recorded."),
    ]
    mine_range: Annotated[
        list[Count] | UnsetType,
        Meta(description="[least, most] mines, where the number is drawn; absent otherwise."),
    ] = UNSET

    agent: Annotated[str, Meta(description="The name of the agent that played.")]
    seed: Annotated[
        Whole, Meta(description="The seed of the game; it decides the mines and every move.")
    ]

    @property
    def condition(self) -> Condition:
        """The board and the rules."""
        fields = {name: getattr(self, name) for name in Condition.__struct_fields__}
        if self.density:
            fields["mines"] = None
        elif self.mine_range is not UNSET:
            fields["mines"] = self.mine_range[0], self.mine_range[-1]
        return Condition(**fields)


class Finished(_Game, frozen=True, kw_only=True, omit_defaults=True, tag=FORMAT):
    """The record of a game that came to its end."""

    cells: Annotated[Size, Meta(description="The number of cells of the board.")]
    right_flags: Annotated[
        Count, Meta(description="Mines that are flagged; a mine that was opened is not.")
    ]
    wrong_flags: Annotated[Count, Meta(description="Safe cells that are flagged.")]
    detonated: Annotated[Count, Meta(description="Mines that were opened.")]
    opened: Annotated[Count, Meta(description="Safe cells that are open.")]
    moves: Annotated[Count, Meta(description="Moves, flags included.")]
    openings: Annotated[Count, Meta(description="Moves that opened a cell.")]
    certain: Annotated[
        Count, Meta(description="Moves that opened a cell and that the agent called certain.")
    ]
    is_won: Annotated[bool, Meta(description="Whether the game was won.")]
    seconds: Annotated[
        float, Meta(ge=0, le=LARGEST, description="How long the game took, in seconds.")
    ]
    cause: Annotated[
        Cause | UnsetType,
        Meta(
            description="Why the game was lost, where a metric asks for that: see the causes of "
            "losses. Absent for a game that was won."
        ),
    ] = UNSET
    trace: Annotated[
        list[tuple[Whole, Whole, Whole]] | UnsetType,
        Meta(
            description="With `trace = true`, what the agent knew after each move: numbers of "
            "cells known to be safe, of known mines, and of constraints."
        ),
    ] = UNSET
    error: Annotated[
        UnsetType | None, Meta(description="Absent or null: the game was finished.")
    ] = UNSET

    @property
    def lacks_cause(self) -> bool:
        """Whether the game was lost, and its cause was not asked for when it was played."""
        return not self.is_won and self.cause is UNSET


class Survived(_Game, frozen=True, kw_only=True, omit_defaults=True, tag=FORMAT):
    """The record of a game with forced survival that came to its end."""

    chance: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="The estimate of the probability to win: the product of 1 - risk over all "
            "guesses.",
        ),
    ]
    guesses: Annotated[
        list[tuple[_Logarithm, _Probability]],
        Meta(
            description="The moves that might have lost, each with the decimal logarithm of the "
            "number of layouts before it, and with its risk."
        ),
    ]
    replaced: Annotated[Count, Meta(description="How often the layout was replaced.")]
    is_cut: Annotated[
        bool,
        Meta(
            description="Whether the last guess stands for all the rest of the game, since the "
            "agent knew how likely it was to win."
        ),
    ]
    is_won: Annotated[
        bool, Meta(description="Whether the game is won on the layout that was dealt.")
    ]
    seconds: Annotated[
        float, Meta(ge=0, le=LARGEST, description="How long the game took, in seconds.")
    ]
    error: Annotated[
        UnsetType | None, Meta(description="Absent or null: the game was finished.")
    ] = UNSET


class JudgedMove(msgspec.Struct, frozen=True, array_like=True):
    """A move that costs or gains something: a list of its values in this order."""

    layouts: Annotated[
        _Logarithm, Meta(description="The decimal logarithm of the number of layouts before it.")
    ]
    weight: Annotated[
        _Probability, Meta(description="The probability to survive the guesses before it.")
    ]
    cost: Annotated[
        float,
        Meta(
            ge=-1,
            le=1,
            description="The judge's chance to win with its own move, less that with this one.",
        ),
    ]
    error: Annotated[
        float, Meta(ge=0, le=2, description="The standard error of the cost; 0 if it is exact.")
    ]
    playouts: Annotated[
        Count, Meta(description="How many layouts were played; 0 if the cost is exact.")
    ]
    cell: Annotated[tuple[Count, Count], Meta(description="The cell that was opened.")]
    instead: Annotated[tuple[Count, Count], Meta(description="The cell that the judge opens.")]
    board: Annotated[
        str,
        Meta(
            description="The position as native text, of the moves of a game that count most; else "
            "empty."
        ),
    ] = ""

    @property
    def weighted(self) -> float:
        """The cost times the weight, which is its part of the cost of the game."""
        return self.weight * self.cost


class Judged(_Game, frozen=True, kw_only=True, omit_defaults=True, tag=FORMAT):
    """The record of a game whose moves another agent has judged."""

    cost: Annotated[
        float,
        Meta(
            ge=-LARGEST,
            le=LARGEST,
            description="The estimate of the judge's chance to win less the agent's: the sum of "
            "weight times cost over all moves.",
        ),
    ]
    guesses: Annotated[
        Count, Meta(description="Moves that were not proved safe, the first one included.")
    ]
    differing: Annotated[Count, Meta(description="Guesses for which the judge chose another cell.")]
    costs: Annotated[
        list[JudgedMove],
        Meta(
            description="The moves that cost or gain something, in order. Each is a list: the "
            "decimal logarithm of the number of layouts, the probability to survive the guesses "
            "before, the cost, its standard error, the number of layouts played (0 if the cost is "
            "exact), the cell, that of the judge, and the board as native text, which is empty but "
            "for the moves that count most."
        ),
    ]
    seconds: Annotated[
        float, Meta(ge=0, le=LARGEST, description="How long the game took, in seconds.")
    ]
    error: Annotated[
        UnsetType | None, Meta(description="Absent or null: the game was finished.")
    ] = UNSET


class Failed(_Game, frozen=True, kw_only=True, omit_defaults=True, tag=FORMAT):
    """The record of a game that did not come to its end; it has no outcome."""

    error: Annotated[str, Meta(description="Why the game was not finished.")]


Record = Finished | Survived | Judged | Failed

_FINISHED: Final = msgspec.json.Decoder(Finished)
_SURVIVED: Final = msgspec.json.Decoder(Survived)
_JUDGED: Final = msgspec.json.Decoder(Judged)
_IS_FORCED: Final = b'"forced_survival":true'
_IS_JUDGED: Final = b'"judge":"'


def record_of(line: bytes) -> Record:
    """Decode the record in a line of JSON. Raises ValueError, which says what is wrong with it."""
    decoder: msgspec.json.Decoder[Any] = _FINISHED
    if _IS_JUDGED in line:
        decoder = _JUDGED
    elif _IS_FORCED in line:
        decoder = _SURVIVED
    try:
        record: Record = decoder.decode(line)
    except (ValueError, RecursionError):
        return _other_record(line)
    is_right = isinstance(record, _kind_of(record.judge, record.forced_survival))
    return record if is_right else _other_record(line)


def _other_record(line: bytes) -> Record:
    """Decode any line but that of a finished game as it is usually written."""
    try:
        value: Any = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object a line")  # noqa: TRY004 it is about a line's text
    if value.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format is {shown(value['format'])}; expected {FORMAT}")
    kind: type[Record] = Failed
    if value.get("error") is None:
        kind = _kind_of(value.get("judge"), value.get("forced_survival"))
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ValueError(fault_of(error, value, kind).what) from None


def _kind_of(judge: object, forced_survival: object) -> type[Finished | Survived | Judged]:
    """Return the kind of record that a finished game has."""
    if judge:
        return Judged
    return Survived if forced_survival is True else Finished


def line_of(record: Record) -> bytes:
    """Encode a record as a line of JSON, which `record_of` reads."""
    return msgspec.json.encode(record) + b"\n"


def traced(known: Known) -> tuple[int, int, int]:
    """Return the numbers of safe cells, mines and constraints known, for the trace of a record.

    Raises TypeError for what is no whole number, ValueError for numbers beyond 2**62.
    """
    safe, mines, constraints = map(index, (known.safe, known.mines, known.constraints))
    if max(map(abs, (safe, mines, constraints))) > LARGEST:
        raise ValueError("the agent says that it knows more than 2**62 cells or constraints")
    return safe, mines, constraints


def key_of(record: Record) -> Key:
    """Return the key of the game that a record is of."""
    return Key(record.condition, record.agent, record.seed)


def failed(key: Key, error: str) -> Failed:
    """Return the record of a game that did not come to its end; a long error is cut."""
    short = error if len(error) <= _LONGEST_ERROR else f"{error[:_LONGEST_ERROR]}..."
    writable = short.encode("utf-8", "backslashreplace").decode("utf-8")
    return Failed(**fields_of(key), error=writable)


def fields_of(key: Key) -> dict[str, Any]:
    """Return the fields of a record that tell which game it is of."""
    fields = {**msgspec.structs.asdict(key.condition), "agent": key.agent, "seed": key.seed}
    if isinstance(key.condition.mines, tuple):
        fields["mine_range"], fields["mines"] = list(key.condition.mines), None
    return fields
