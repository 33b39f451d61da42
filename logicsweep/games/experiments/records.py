"""What is recorded of a game: which one it is, and what it came to."""

from __future__ import annotations

from operator import index
from typing import Any, Final, NamedTuple

from logicsweep.board.clue_models import clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.games.agents.base import Known
from logicsweep.games.loop import Outcome
from logicsweep.games.setting import GameRule, Setting, size_words

Record = dict[str, Any]

_LARGEST: Final = 2**62
# In characters.
_LONGEST_ERROR: Final = 1_000


class Condition(NamedTuple):
    """What a game is played on and by; all of it can be written as JSON.

    Attributes:
        height: the number of rows.
        width: the number of columns.
        mines: the total number of mines.
        rule: the value of a `GameRule`.
        first_click: the value of a `FirstClick`.
        flood: whether the neighbours of a zero are opened with it.
        model: the name of a clue model.
        file: the name of the layout's file; empty where the mines are dealt.
        layout: what tells that layout from others of the same name.
    """

    height: int
    width: int
    mines: int
    rule: str = GameRule.CLASSIC.value
    first_click: str = FirstClick.UNPROTECTED.value
    flood: bool = False
    model: str = "exact"
    file: str = ""
    layout: str = ""

    @property
    def density(self) -> float:
        """The share of cells that are mines."""
        return self.mines / (self.height * self.width)

    @property
    def size(self) -> str:
        """Width and height in words."""
        return size_words(self.height, self.width)

    @property
    def board(self) -> str:
        """The board in words: its file, or width x height / mines."""
        return self.file or f"{self.size}/{self.mines}"

    def setting(self) -> Setting:
        """The setting of its games. Raises ValueError when there can be none."""
        return Setting(
            height=self.height,
            width=self.width,
            mines=self.mines,
            rule=GameRule(self.rule),
            first_click=FirstClick(self.first_click),
            flood=self.flood,
            model=clue_model(self.model),
        )


_TEXTS: Final = ("agent", "rule", "first_click", "model", "file", "layout")
# What the fields of a record are: those of its key, and those of its outcome.
_CONDITION: Final[dict[str, type]] = {
    **dict.fromkeys(("height", "width", "mines", "seed"), int),
    **dict.fromkeys(_TEXTS, str),
    "flood": bool,
}
_COUNTS: Final = set(Outcome._fields) - {"is_won"}
_OUTCOME: Final[dict[str, Any]] = {
    **dict.fromkeys(_COUNTS, int),
    "is_won": bool,
    "seconds": int | float,
}


class Key(NamedTuple):
    """Which game of an experiment one is.

    Attributes:
        condition: what it is played on and by.
        agent: the name of who plays it.
        seed: what the mines and whatever else is random are drawn from.
    """

    condition: Condition
    agent: str
    seed: int


def is_record(value: Any) -> bool:
    """Whether a value is the record of a game, as `play_game` makes them."""
    if not isinstance(value, dict):
        return False
    needs_outcome = "error" not in value
    outcome = {name: kind for name, kind in _OUTCOME.items() if needs_outcome or name in value}
    kinds = {**_CONDITION, **outcome}
    given = {**Condition._field_defaults, **value}
    return (
        all(isinstance(given.get(name), kind) for name, kind in kinds.items())
        and all(_is_text(text) for text in [value.get("error", ""), *map(given.get, _TEXTS)])
        and all(_is_count(given[name]) for name, kind in kinds.items() if kind is int)
        and min(given["height"], given["width"], given.get("cells", 1)) > 0
        and 0 <= given.get("seconds", 0) < _LARGEST
        and _is_trace(given.get("trace", []))
    )


def _is_text(value: Any) -> bool:
    """Whether a value is a text that can be written: JSON has halves of characters, too."""
    return isinstance(value, str) and value == _writable(value)


def _writable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _is_count(value: Any) -> bool:
    return type(value) is int and -_LARGEST < value < _LARGEST


def _is_trace(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(known, list) and len(known) == len(Known._fields) and all(map(_is_count, known))
        for known in value
    )


def traced(known: Known) -> list[int]:
    """What a record keeps of what an agent knows: safe cells, mines, constraints, in that order."""
    return [index(number) for number in (known.safe, known.mines, known.constraints)]


def key_of(record: Record) -> Key:
    """Which game a record is of."""
    fields = {name: record[name] for name in Condition._fields if name in record}
    return Key(Condition(**fields), str(record["agent"]), int(record["seed"]))


def failed(key: Key, error: str) -> Record:
    """The record of a game that did not come to its end; of a long error its beginning."""
    short = error if len(error) <= _LONGEST_ERROR else f"{error[:_LONGEST_ERROR]}..."
    return {**fields_of(key), "error": _writable(short)}


def fields_of(key: Key) -> Record:
    """What a record says of which game it is."""
    return {"agent": key.agent, "seed": key.seed, **key.condition._asdict()}
