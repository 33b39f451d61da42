"""What is recorded of a game, one JSON object a line: which game it is, and how it ended."""

from __future__ import annotations

from fractions import Fraction
from operator import index
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from logicsweep.board.names import SQUARE
from logicsweep.board.total import Total, bounds_of
from logicsweep.errors import counted
from logicsweep.games.agents.base import Known
from logicsweep.games.experiments.faults import fault_of, shown
from logicsweep.games.setting import Setting, size_words

# The version of the lines; a line without one is older, and read all the same.
FORMAT: Final = "logicsweep-game/1"
_LARGEST: Final = 2**62
# In characters.
_LONGEST_ERROR: Final = 1_000

_Whole = Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)]
_Count = Annotated[int, Meta(ge=0, le=_LARGEST)]
_Size = Annotated[int, Meta(ge=1, le=_LARGEST)]
_Logarithm = Annotated[float, Meta(ge=0, le=_LARGEST)]
_Probability = Annotated[float, Meta(ge=0, le=1)]


class Condition(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """What a game is played on, and by which rules: the arguments of `Setting`, as JSON has them.

    A record has these keys, too; one with its default is left out.
    """

    height: Annotated[_Size, Meta(description="The number of rows.")]
    width: Annotated[_Size, Meta(description="The number of columns.")]
    mines: Annotated[
        Total, Meta(description="The total number of mines, or a range; None with a density.")
    ]
    rule: Annotated[str, Meta(description="The rule of the game: classic, continue or search.")]
    first_click: Annotated[
        str,
        Meta(description="What is guaranteed of the first click: unprotected, safe or opening."),
    ]
    flood: Annotated[
        bool, Meta(description="Whether opening a cell that shows 0 opens its neighbours, too.")
    ]
    clues: Annotated[str, Meta(description="The name of the clue model.")] = "exact"
    file: Annotated[
        str, Meta(description="The file of the layout; empty where the mines were dealt.")
    ] = ""
    layout: Annotated[
        str,
        Meta(description="A digest of that layout, which tells it from others of the same name."),
    ] = ""
    forced_survival: Annotated[
        bool,
        Meta(
            description="Whether the player survived every guess, and a weight says how likely "
            "that was."
        ),
    ] = False
    topology: Annotated[
        str,
        Meta(description="The name of the topology; that of a layout from a file is in the file."),
    ] = SQUARE
    rules: Annotated[
        str, Meta(description="The rules of the board, such as `1M Q`; empty for ordinary boards.")
    ] = ""
    density: Annotated[
        str,
        Meta(description="The density in place of a mine count, such as `1/5`; empty for none."),
    ] = ""
    liars: Annotated[_Count, Meta(description="How many clues are wrong.")] = 0
    constraints: Annotated[
        tuple[str, ...], Meta(description="Constraints of the board, as lines of text.")
    ] = ()

    def __post_init__(self) -> None:
        # JSON leaves out what *is* a default, which a text that equals it need not be.
        names = Condition.__struct_fields__[-len(_DEFAULTS) :]
        for name, default in zip(names, _DEFAULTS, strict=True):
            if getattr(self, name) == default:
                msgspec.structs.force_setattr(self, name, default)

    @property
    def share(self) -> float:
        """The share of cells that are mines, by the density or by the middle of a range."""
        bounds = bounds_of(self.mines)
        if bounds is None:
            return float(Fraction(self.density))
        return sum(bounds) / 2 / (self.height * self.width)

    @property
    def size(self) -> str:
        """Width and height in words."""
        return size_words(self.height, self.width)

    @property
    def board(self) -> str:
        """The name of its file, or WIDTHxHEIGHT/MINES, with the topology unless it is `square`.

        The rules follow, if there are any, then liars and constraints.
        """
        words = [
            self.file or f"{self.size}/{self.counts or self.density}",
            self.topology * (self.topology != SQUARE and not self.file),
            self.rules,
            counted(self.liars, "liar") * bool(self.liars),
            *self.constraints,
        ]
        return " ".join(filter(None, words))

    @property
    def counts(self) -> str:
        """The mine count in words, such as `10` or `3..5`; empty with a density."""
        if isinstance(self.mines, tuple):
            return f"{self.mines[0]}..{self.mines[1]}"
        return "" if self.mines is None else str(self.mines)

    def setting(self) -> Setting:
        """Return the setting of its games.

        Raises:
            ValueError: There can be no such games.
        """
        return Setting(
            height=self.height,
            width=self.width,
            mines=self.mines,
            density=self.density or None,
            topology=self.topology,
            rules=self.rules,
            rule=self.rule,
            first_click=self.first_click,
            flood=self.flood,
            clues=self.clues,
            liars=self.liars,
            constraints=self.constraints,
        )


# The last fields have these.
_DEFAULTS: Final = Condition.__struct_defaults__


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
    """What every record has: the key of the game."""

    mines: Annotated[  # a number, once they are dealt
        _Count | None,
        Meta(description="The total number of mines; null where it is drawn and was not recorded."),
    ]
    mine_range: Annotated[
        list[_Count] | UnsetType,
        Meta(description="[least, most] mines, where the number is drawn; absent otherwise."),
    ] = UNSET

    agent: Annotated[str, Meta(description="The name of the agent that played.")]
    seed: Annotated[
        _Whole, Meta(description="The seed of the game; it decides the mines and every move.")
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

    cells: Annotated[_Size, Meta(description="The number of cells of the board.")]
    right_flags: Annotated[
        _Count, Meta(description="Mines that are flagged; a mine that was opened is not.")
    ]
    wrong_flags: Annotated[_Count, Meta(description="Safe cells that are flagged.")]
    detonated: Annotated[_Count, Meta(description="Mines that were opened.")]
    opened: Annotated[_Count, Meta(description="Safe cells that are open.")]
    moves: Annotated[_Count, Meta(description="Moves, flags included.")]
    openings: Annotated[_Count, Meta(description="Moves that opened a cell.")]
    certain: Annotated[
        _Count, Meta(description="Moves that opened a cell and that the agent called certain.")
    ]
    is_won: Annotated[bool, Meta(description="Whether the game was won.")]
    seconds: Annotated[
        float, Meta(ge=0, le=_LARGEST, description="How long the game took, in seconds.")
    ]
    trace: Annotated[
        list[tuple[_Whole, _Whole, _Whole]] | UnsetType,
        Meta(
            description="With `trace = true`, what the agent knew after each move: numbers of "
            "cells known to be safe, of known mines, and of constraints."
        ),
    ] = UNSET
    error: Annotated[
        UnsetType | None, Meta(description="Absent or null: the game was finished.")
    ] = UNSET


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
    replaced: Annotated[_Count, Meta(description="How often the layout was replaced.")]
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
        float, Meta(ge=0, le=_LARGEST, description="How long the game took, in seconds.")
    ]
    error: Annotated[
        UnsetType | None, Meta(description="Absent or null: the game was finished.")
    ] = UNSET


class Failed(_Game, frozen=True, kw_only=True, omit_defaults=True, tag=FORMAT):
    """The record of a game that did not come to its end; it has no outcome."""

    error: Annotated[str, Meta(description="Why the game was not finished.")]


Record = Finished | Survived | Failed

_FINISHED: Final = msgspec.json.Decoder(Finished)
_SURVIVED: Final = msgspec.json.Decoder(Survived)
_IS_FORCED: Final = b'"forced_survival":true'
# What keys were called in older lines.
_FORMER: Final = {"model": "clues"}
_IS_FORMER: Final = b'"model":'


def record_of(line: bytes) -> Record:
    """Decode the record in a line of JSON. Raises ValueError, which says what is wrong with it."""
    if _IS_FORMER in line:
        return _other_record(line)
    decoder = _SURVIVED if _IS_FORCED in line else _FINISHED
    try:
        record = decoder.decode(line)
    except (ValueError, RecursionError):
        return _other_record(line)
    if record.forced_survival is isinstance(record, Survived):
        return record
    return _other_record(line)


def _other_record(line: bytes) -> Record:
    """Decode any line but that of a finished game as it is usually written."""
    try:
        value: Any = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object a line")  # noqa: TRY004 it is about a line's text
    for former, name in _FORMER.items():
        if former in value:
            value[name] = value.pop(former)
    if value.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format is {shown(value['format'])}; expected {FORMAT}")
    kind: type[Record] = Failed
    if value.get("error") is None:
        kind = Survived if value.get("forced_survival") is True else Finished
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ValueError(fault_of(error, value, kind).what) from None


def line_of(record: Record) -> bytes:
    """Encode a record as a line of JSON, which `record_of` reads."""
    return msgspec.json.encode(record) + b"\n"


def traced(known: Known) -> tuple[int, int, int]:
    """Return the numbers of safe cells, mines and constraints known, for the trace of a record.

    Raises TypeError for what is no whole number, ValueError for numbers beyond 2**62.
    """
    safe, mines, constraints = map(index, (known.safe, known.mines, known.constraints))
    if max(map(abs, (safe, mines, constraints))) > _LARGEST:
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
