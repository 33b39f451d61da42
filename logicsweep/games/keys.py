"""The keys of a setting in JSON and TOML, and back: the one declaration beside `Setting`.

Records and answers have these keys with values in words. A key with its default is left out, so
that a new one changes no file that does without it.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct
from msgspec.structs import force_setattr

from logicsweep.board.board import Cell
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import Rules
from logicsweep.board.total import Total, bounds_of
from logicsweep.errors import counted
from logicsweep.games.setting import Setting, size_words

LARGEST: Final = 2**62
"""The largest number of a record."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Size = Annotated[int, Meta(ge=1, le=LARGEST)]


class Condition(Struct, frozen=True, order=True, omit_defaults=True):
    """The board and the rules of a game: the arguments of `Setting`, as JSON has them.

    A record has these keys, too; one with its default is left out.

    Attributes:
        height: The number of rows.
        width: The number of columns.
        mines: The total number of mines, or a range; None with a density.
        rule: The rule of the game: classic, continue or search.
        first_click: The guarantee for the first click: unprotected, safe or opening.
        flood: Whether opening a cell that shows 0 opens its neighbours, too.
        clues: The name of the clue model.
        file: The file of the layout; empty where the mines were dealt.
        layout: A digest of that layout, which tells it from others of the same name.
        forced_survival: Whether the player survived every guess, and a weight says how likely that
            was.
        topology: The name of the topology; that of a layout from a file is in the file.
        rules: The rules of the board, such as `1M Q`; empty for ordinary boards.
        density: The density in place of a mine count, such as `1/5`; empty for none.
        liars: The number of clues that are wrong.
        constraints: Constraints of the board, as lines of text.
        judge: The agent that judged the moves, where agents are compared by moves; else empty.
        playouts: The number of layouts on which it played two different moves out.
        start: The cell that is open from the beginning, as ROW,COLUMN; empty for none, or for that
            of the file.
    """

    height: Size
    width: Size
    mines: Total
    rule: str
    first_click: str
    flood: bool
    clues: str = "exact"
    file: str = ""
    layout: str = ""
    forced_survival: bool = False
    topology: str = SQUARE
    rules: str = ""
    density: str = ""
    liars: Count = 0
    constraints: tuple[str, ...] = ()
    judge: str = ""
    playouts: Count = 0
    start: Annotated[str, Meta(pattern=r"^(\d{1,9},\d{1,9})?$")] = ""

    def __post_init__(self) -> None:
        # JSON leaves out what *is* a default, which a text that equals it need not be.
        for name, default in _USUAL.items():
            if getattr(self, name) == default:
                force_setattr(self, name, default)

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

        The rules follow, if there are any, then liars, constraints and the start.
        """
        words = [
            self.file or f"{self.size}/{self.counts or self.density}",
            self.topology * (self.topology != SQUARE and not self.file),
            self.rules,
            counted(self.liars, "liar") * bool(self.liars),
            *self.constraints,
            f"start {self.start}" * bool(self.start),
        ]
        return " ".join(filter(None, words))

    @property
    def counts(self) -> str:
        """The mine count in words, such as `10` or `3..5`; empty with a density."""
        if isinstance(self.mines, tuple):
            return f"{self.mines[0]}..{self.mines[1]}"
        return "" if self.mines is None else str(self.mines)

    @property
    def start_cell(self) -> Cell | None:
        """The start as a cell; None without one."""
        return Cell(*map(int, self.start.split(","))) if self.start else None

    def setting(self) -> Setting:
        """Return the setting of its games.

        Raises:
            ValueError: There can be no such games.
        """
        return Setting(**{**arguments_of(self), "density": self.density or None})


# The last fields have these.
_DEFAULTS: Final = Condition.__struct_defaults__
_USUAL: Final = dict(zip(Condition.__struct_fields__[-len(_DEFAULTS) :], _DEFAULTS, strict=True))


def keys_of(setting: Setting) -> dict[str, Any]:
    """Return all keys of a setting.

    The topology is None if it has no name, and rules of your own have names that only their file
    knows; see `check_named`.
    """
    return {
        "height": setting.height,
        "width": setting.width,
        "mines": setting.mines,
        "rule": setting.rule.value,
        "first_click": setting.first_click.value,
        "flood": setting.flood,
        "clues": setting.clues.name,
        "topology": setting.topology_name,
        "rules": "" if setting.rules.is_standard else str(setting.rules),
        "density": "" if setting.density is None else str(setting.density),
        "liars": setting.liars,
        "constraints": tuple(setting.constraint_lines),
    }


def keys_in(kind: type[Struct], setting: Setting) -> dict[str, Any]:
    """Return the keys of a setting that a record of some kind has, without those as usual."""
    return {
        name: value
        for name, value in keys_of(setting).items()
        if name in kind.__struct_fields__ and (name not in _USUAL or value != _USUAL[name])
    }


def arguments_of(record: Struct) -> dict[str, Any]:
    """Return the arguments of `Setting` that a record has, without those that are left out."""
    names = [name for name in ("size", *Setting.__slots__) if name in record.__struct_fields__]
    given = {name: getattr(record, name) for name in names}
    return {name: value for name, value in given.items() if value is not UNSET}


def check_topology(setting: Setting) -> None:
    """Raise ValueError unless lines can name the topology of a setting."""
    adjacency = setting.topology
    if adjacency is not None and (adjacency.topology is None or adjacency.walls):
        raise ValueError("a line can only name a topology; expected one with a name and no walls")


def check_named(setting: Setting) -> None:
    """Raise ValueError unless lines can name the topology and the rules of a setting."""
    check_topology(setting)
    named = None
    with suppress(ValueError):
        named = Rules.of(str(setting.rules))
    if named != setting.rules:
        raise ValueError(
            f"rules of your own, such as {setting.rules}, are not kept in files of lines and JSON, "
            "which name rules; expected rules of the catalogue"
        )
