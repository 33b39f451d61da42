"""The setting of a game, known to every player: the size, the mine count, and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypedDict, Unpack

import numpy as np

from logicsweep.arguments import by_name
from logicsweep.board.adjacency import Adjacency, eight, own_adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue_models import ClueModel, Exact, clue_model, has_true_numbers
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_lines, read_constraints
from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import ORDINARY, AnyRules, Rules, ruled_for
from logicsweep.board.state import State
from logicsweep.board.topology_text import canonical, neighbours_of, shape_of
from logicsweep.board.total import Total, bounds_of, checked_total, is_table, no_room, no_total
from logicsweep.constraints.cardinality import A_LIST, Constraint
from logicsweep.errors import (
    ArgumentError,
    UnknownNameError,
    counted,
    expect,
    nearest_words,
    whole,
)
from logicsweep.limits import MOST_CELLS

_EXACT: Final = Exact()
_set: Final = object.__setattr__  # the values of a setting, which is frozen, are set as it is made

# What an ordinary game has of each: height, width and mines.
STANDARD: Final = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
# For messages about wrong arguments.
A_SIZE: Final = f"WIDTHxHEIGHT such as 30x16, (height, width), or one of {', '.join(STANDARD)}"
_COUNTS: Final = re.compile(r"(\d{1,9})(?:\.\.(\d{1,9}))?", re.ASCII)
_SIZE: Final = re.compile(r"(\d{1,9})([x,])(\d{1,9})", re.ASCII)

Size: TypeAlias = str | tuple[int, int]
"""The size of a board: WIDTHxHEIGHT, the name of one in words, or `(height, width)`."""


def size_of(given: object) -> tuple[int, int, int | None]:
    """Read a size: return height, width and the usual mine count, if any.

    The size is a name in `STANDARD`, WIDTHxHEIGHT or HEIGHT,WIDTH in words, or a pair
    `(height, width)`, as arrays have it. Raises ValueError and TypeError.
    """
    expect("size", given, (str, tuple, list), f"{A_SIZE}, or height and width by name")
    if isinstance(given, tuple | list):
        if len(given) != 2:
            raise ArgumentError("size", f"size is {given!r:.40}; expected {A_SIZE}")
        height, width = (whole("size", side) for side in given)
        return height, width, None
    text = str(given)
    if text in STANDARD:
        return STANDARD[text]
    if (match := _SIZE.fullmatch(text)) is None:
        nearest = nearest_words(text[:40], STANDARD)
        raise ValueError(f"{text[:40]!r} is not a size{nearest}; expected {A_SIZE}")
    first, second = int(match[1]), int(match[3])
    return (second, first, None) if match[2] == "x" else (first, second, None)


def size_words(height: int, width: int) -> str:
    """Write a size as `size_of` reads it."""
    return f"{width}x{height}"


class GameRule(Enum):
    """A rule of play, by which games end."""

    CLASSIC = "classic"
    """Opening a mine ends the game; it is won once every safe cell is open."""
    CONTINUE = "continue"
    """An opened mine is known from then on; the game ends when every cell is open or flagged."""
    SEARCH = "search"
    """Opening a mine is allowed; the fewer openings, the better.

    The game ends when there are as many flags and opened mines as mines.
    """

    # The defaults of games on every surface. Those of `search` are the rules of the published
    # system that plays it: it begins at one cell that is known to be safe, and opens cell by cell.
    def usual_first_click(
        self, rules: Rules = ORDINARY, *, has_constraints: bool = False
    ) -> FirstClick:
        """Return the guarantee for the first cell that a game has by default.

        It is `opening`, but `safe` under layout rules and constraints, which often leave no
        room for an opening, and by the rule `search`.
        """
        if self is GameRule.SEARCH:
            return FirstClick.SAFE
        return FirstClick.usual(rules, has_constraints=has_constraints)

    @classmethod
    def of(cls, given: GameRule | str | None) -> GameRule:
        """Return a rule, or that of a name; `classic` for None. Raises `UnknownNameError`."""
        if given is None:
            return cls.CLASSIC
        expect("rule", given, (GameRule, str), "a GameRule or its name")
        names = [member.value for member in cls]
        if isinstance(given, str) and given not in names:
            raise UnknownNameError("rule", given, names)
        return cls(given)

    @property
    def usual_flood(self) -> bool:
        """Whether games flood-open unless they say otherwise; by `search` they do not."""
        return self is not GameRule.SEARCH


USUAL_RULE: Final = GameRule.CLASSIC
# The usual first click in words, for help.
USUAL_FIRST_CLICK: Final = (
    "opening; safe under rules for layouts and constraints, and by the rule search"
)
USUAL_FLOOD: Final = "on; off by the rule search, and where clues may be wrong"


class SettingKeys(TypedDict, total=False):
    """The arguments of `Setting` by name, which whatever takes a setting takes as well."""

    size: Size | None
    height: int | None
    width: int | None
    mines: Total | Sequence[int] | str
    density: Fraction | float | str | None
    topology: Adjacency | str | None
    rules: AnyRules | None
    rule: GameRule | str | None
    first_click: FirstClick | str | None
    flood: bool | None
    clues: ClueModel | str | None
    liars: int
    constraints: Sequence[Constraint | str]


@dataclass(frozen=True, slots=True, init=False)
class Setting:
    """The size, the mine count and the rules of a game; a player may know all of it.

    Layouts are dealt as a `KnowledgeBase` weighs them before the first click: all that satisfy
    `rules` and `constraints` are equally likely, also those with different mine counts of a range.
    With a `density` each cell is a mine with this probability, whatever the others are. Likelihoods
    of constraints are further weights.

    It is the one declaration of a game's keys: options, experiment files, `gym`, the page and
    recorded games have the same names, and values in words such as `clues="noisy(0.1)"`.
    Whatever takes a setting takes what makes one, too: see `Setting.of`.

    Args:
        size: `beginner`, `intermediate`, `expert`, WIDTHxHEIGHT such as `30x16`, or the pair
            `(height, width)` such as `(16, 30)`, in place of `height` and `width`; by default
            `beginner`. A topology such as `grid 4x4x4` has a size of its own, which no other size
            may contradict.
        height, width: The number of rows and columns, at least 1.
        mines: The mine count, or a range: a number, `(90, 99)`, a list of both, or `90..99`; by
            default the usual one of a size with a name.
        density: The probability of a mine in each cell, in place of a mine count: such as 0.2 or
            `1/5`.
        topology: The neighbours of each cell, such as `Adjacency.hexagon(9, 9)`, or the name of a
            topology; by default the eight around it.
        rules: The rules for clues and layouts, as `Rules.of` takes them; by default none.
        rule: A `GameRule` or its name; by default `classic`.
        first_click: A `FirstClick` or its name; by default the usual one of the rule.
        flood: Whether opening a 0 opens its neighbours; by default as usual by the rule.
        clues: A clue model or its name; by default `exact`.
        liars: The number of safe cells that show a wrong clue.
        constraints: Constraints, or lines of text such as `corner: 1 of (0,0) (0,1)`.

    Raises:
        ValueError: There is no such size, topology or mine count; the board has no cells or too
            many; the neighbours are those of another number of cells; neither a mine count nor a
            density is given; the mines do not fit beside the cells that the first click keeps free;
            or arguments cannot be combined.
        UnknownNameError: There is no such rule, clue model or first click.
        BoardSyntaxError: A constraint cannot be read.
        TypeError: A number is not whole, or a value has another type.
    """

    height: int
    """The number of rows, at least 1."""
    width: int
    """The number of columns, at least 1."""
    mines: Total
    """The total number of mines, at least 0; or a range `(lower, upper)`; or None with a
    `density`. The player knows so much of it."""
    density: Fraction | None
    """The probability of a mine in each cell, strictly between 0 and 1, where the mine count is
    not fixed; the player knows it."""
    topology: Adjacency | None
    """The neighbours of each cell; None if they are the eight around it."""
    rules: Rules
    """The rules for clues and layouts."""
    rule: GameRule
    """The rule of play, by which the game ends."""
    first_click: FirstClick
    """The guarantee for the first opened cell. It counts where mines are dealt for that
    click: not in a game with a given layout."""
    flood: bool
    """Whether opening a cell without mines around it opens its neighbours, too, and so on."""
    clues: ClueModel
    """The clue model, by which clues are shown."""
    liars: int
    """The number of safe cells that show a wrong clue. They are drawn uniformly before the first
    click. Each shows a number drawn uniformly from 0 to the number of its neighbours, other than
    the right one (under a rule for clues, any other value of it). Such games are played without
    flood. The player knows only that at most this many open clues are wrong."""
    constraints: Sequence[Constraint]
    """Constraints that layouts satisfy as well, as in `Board`."""

    @by_name
    def __init__(
        self,
        size: Size | None = None,
        *,
        height: int | None = None,
        width: int | None = None,
        mines: Total | Sequence[int] | str = None,
        density: Fraction | float | str | None = None,
        topology: Adjacency | str | None = None,
        rules: AnyRules | None = None,
        rule: GameRule | str | None = None,
        first_click: FirstClick | str | None = None,
        flood: bool | None = None,
        clues: ClueModel | str | None = None,
        liars: int = 0,
        constraints: Sequence[Constraint | str] = (),
    ) -> None:
        place, usual = place_of(size, height, width, topology)
        if mines is None and density is None:
            mines = usual
        if is_table(density):  # as a board may have it
            text = "a density for each cell is for positions; games take one for all cells"
            raise ArgumentError("density", text)
        with _blaming("mines"):
            mines = checked_total(mine_count_of(mines, cells=place.size), place.size)
        with _blaming("rules"):
            shape = (place.height, place.width)
            ruled = ruled_for(shape, () if rules is None else rules, place.adjacency, mines)
        expect("constraints", constraints, Sequence, A_LIST)
        with _blaming("constraints"):
            constraints = [
                read_constraints(entry, place)[0] if isinstance(entry, str) else entry
                for entry in constraints
            ]
        with _blaming("clues"):
            clues = _EXACT if clues is None else clues
            clues = clue_model(clues) if isinstance(clues, str) else clues
        expect("clues", clues, ClueModel, "a ClueModel, as clue_model('exact') makes it")
        rules = ORDINARY if ruled is None else ruled.rules
        rule = GameRule.of(rule)
        if first_click is None:
            first_click = rule.usual_first_click(rules, has_constraints=bool(constraints))
        _set(self, "height", place.height)
        _set(self, "width", place.width)
        _set(self, "mines", mines)
        _set(self, "density", density)
        _set(self, "topology", place.adjacency)
        _set(self, "rules", rules)
        _set(self, "rule", rule)
        _set(self, "first_click", FirstClick.of(first_click))
        _set(self, "flood", rule.usual_flood and not liars if flood is None else flood)
        _set(self, "clues", clues)
        _set(self, "liars", whole("liars", liars))
        _set(self, "constraints", constraints)
        self._check()
        carried = self.board()  # which has checked them
        _set(self, "density", carried.density)
        _set(self, "constraints", carried.constraints)

    @classmethod
    def of(cls, given: AnySetting = None, **keys: Unpack[SettingKeys]) -> Setting:
        """Return a setting, from whatever stands for one.

        Args:
            given: A setting; or the size of one, such as `"expert"`, `"9x9"` or `(9, 9)`, which is
                height and width.
            keys: Further arguments of `Setting`, such as `mines=10`, or `height=9, width=9`. They
                take the place of those of a given setting.

        Raises:
            TypeError: It stands for no setting, or there is no such argument.
            ValueError: As `Setting`, and so are the others.
        """
        kinds = (Setting, str, tuple, list, type(None))
        expect("setting", given, kinds, f"a Setting, or a size: {A_SIZE}")
        if given is not None and keys.get("size") is not None:
            text = "setting and size cannot be combined; expected one of them"
            raise ArgumentError("size", text)
        if isinstance(given, Setting):
            changes: dict[str, Any] = {**keys}
            return replace(given, **changes) if keys else given
        keys["size"] = given if given is not None else keys.get("size")
        return cls(**keys)

    def _check(self) -> None:
        """Raise `ArgumentError` for what cannot be combined."""
        if self.mines is None and self.density is None:
            expected = "expected a mine count, since this size has no usual one"
            raise ArgumentError("mines", f"mines is missing; {expected}")
        least = self.mine_bounds[0]
        if least > self.cells - self.kept_free:
            free = f"the first click ({self.first_click.value}) keeps {self.kept_free} of them free"
            expected = "expected fewer mines, or another first click"
            raise ArgumentError("mines", f"{no_room(least, self.cells)}, and {free}; {expected}")
        if not self.rules.clue.is_standard and not isinstance(self.clues, Exact):
            rule = f"the rule for clues {self.rules.clue.name}"
            text = f"the clue model is {self.clues.name} and {rule}; expected one of them"
            raise ArgumentError("rules", text)
        if self.liars and self.flood:
            why = "since a 0 may be wrong; expected flood=False"
            raise ArgumentError("liars", f"liars and flood cannot be combined, {why}")
        if self.liars and not has_true_numbers(self.clues):
            why = "it already says how likely its clues are to be off"
            text = f"liars and the clue model {self.clues.name} cannot be combined: {why}"
            raise ArgumentError("liars", text)

    @property
    def size(self) -> str:
        """The size in words, WIDTHxHEIGHT."""
        return size_words(self.height, self.width)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.height * self.width

    @property
    def adjacency(self) -> Adjacency:
        """The neighbours of each cell."""
        return self.topology or eight(self.height, self.width)

    @property
    def topology_name(self) -> str | None:
        """The name of the topology, `square` for an ordinary board; None if it has no name."""
        return SQUARE if self.topology is None else self.topology.topology

    @property
    def kept_free(self) -> int:
        """The most cells that the first click keeps free of mines."""
        if self.first_click is FirstClick.UNPROTECTED:
            return 0
        if self.first_click is FirstClick.SAFE:
            return 1
        if self.topology is not None:
            return self.topology.degree + 1
        return min(self.height, 3) * min(self.width, 3)

    @property
    def mine_bounds(self) -> tuple[int, int]:
        """The least and the most mines that there may be; equal where the mine count is known."""
        return bounds_of(self.mines) or (0, self.cells)

    @property
    def is_counted(self) -> bool:
        """Whether the mine count is a number, the same in every game."""
        return isinstance(self.mines, int)

    @property
    def is_ordinary(self) -> bool:
        """Whether there are no rules, liars or constraints; see `Board.is_ordinary`."""
        return self.rules.is_standard and not self.liars and not self.constraints

    @property
    def constraint_lines(self) -> list[str]:
        """The constraints as lines of text, which `Setting` reads."""
        place = Place(self.height, self.width, self.topology)
        return constraint_lines(self.constraints, place)

    @property
    def is_plainly_told(self) -> bool:
        """Whether size, mine count and names of a topology and rules tell the whole board."""
        is_named = self.topology_name is not None
        is_more = self.density is not None or self.liars or self.constraints
        return is_named and self.is_counted and not is_more

    @property
    def choice(self) -> str | None:
        """The reason why clues do not follow from the layout, in words; or None."""
        if self.liars:
            return f"{counted(self.liars, 'clue')} may be wrong"
        if self.rules.clue.leaves_choice:
            return f"a clue may show two values under the rule {self.rules.clue.name}"
        return None

    def board(self) -> Board:
        """Return the board before the first move: all cells are covered."""
        return Board(np.full((self.height, self.width), State.COVERED), **self.carried)

    @property
    def carried(self) -> dict[str, Any]:
        """The content of the game's boards beside their grid, as arguments of `Board`."""
        return {
            "mines": self.mines,
            "density": self.density,
            "adjacency": self.topology,
            "rules": None if self.rules.is_standard else self.rules,
            "liars": self.liars,
            "constraints": self.constraints,
        }


AnySetting: TypeAlias = Setting | Size | None
"""A setting, or the size of one; None for `beginner`, unless its keys say more."""


def place_of(
    size: Size | None = None,
    height: int | None = None,
    width: int | None = None,
    topology: Adjacency | str | None = None,
) -> tuple[Place, int | None]:
    """Return the place of a game by arguments of `Setting`, and the usual mine count, if any.

    Raises as `Setting` does.
    """
    topology = SQUARE if topology is None else topology
    expect("topology", topology, (Adjacency, str), "an Adjacency, or the name of a topology")
    with _blaming("topology"):
        prescribed = shape_of(canonical(topology)) if isinstance(topology, str) else None
    rows, columns, usual = _shape(size, height, width, prescribed)
    with _blaming("size" if height is None else "height"):
        if rows < 1 or columns < 1:
            raise ValueError(f"a board of {size_words(rows, columns)} has no cell")
        if rows * columns > MOST_CELLS:
            raise ValueError(
                f"a board of {size_words(rows, columns)} has {rows * columns:,} cells; expected at "
                f"most {MOST_CELLS:,}"
            )
    with _blaming("topology"):
        if not isinstance(topology, Adjacency):
            topology = neighbours_of(canonical(topology), rows, columns)
        return Place(rows, columns, own_adjacency(topology, rows, columns)), usual


def _shape(
    size: Size | None,
    height: int | None,
    width: int | None,
    prescribed: tuple[int, int] | None,
) -> tuple[int, int, int | None]:
    """Return height, width and the usual mine count, if any. Raises ValueError and TypeError."""
    if height is not None or width is not None:
        if size is not None:
            name = "width" if height is None else "height"
            raise ArgumentError("size", f"size and {name} cannot be combined; expected one of them")
        for name, side in (("height", height), ("width", width)):
            if side is None:
                text = f"{name} is missing; expected height and width, or a size"
                raise ArgumentError(name, text)
        return whole("height", height), whole("width", width), None
    if prescribed is not None and (size is None or (isinstance(size, str) and size in STANDARD)):
        return *prescribed, None
    with _blaming("size"):
        return size_of("beginner" if size is None else size)


def mine_count_of(given: object, *, cells: int | None = None) -> Total:
    """Read a mine count: a number, a pair of numbers, or text such as `10` or `90..99`.

    `cells` is the number of cells, if it is known. Raises ValueError and TypeError.
    """
    if isinstance(given, str):
        match = _COUNTS.fullmatch(given)
        if match is None:
            expected = f"a whole number from 0 to {MOST_CELLS:,}, or a range such as 90..99"
            raise ArgumentError("mines", f"mines is {no_total(given, expected, cells=cells)}")
        given = (int(match[1]), int(match[2] or match[1]))
    if isinstance(given, tuple | list):
        if len(given) != 2:
            expected = "expected a whole number, or a range (lower, upper)"
            raise ArgumentError("mines", f"mines is {given!r:.40}; {expected}")
        least, most = (whole("mines", end) for end in given)
        return least if least == most else (least, most)
    return None if given is None else whole("mines", given)


@contextmanager
def _blaming(argument: str) -> Iterator[None]:
    """Have the ValueErrors of a block carry the argument that they are about."""
    try:
        yield
    except ValueError as error:
        error.__dict__["argument"] = argument
        raise
