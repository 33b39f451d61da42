"""The setting of a game, known to every player: the size, the mine count, and the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Final, TypedDict, Unpack

import numpy as np

from logicsweep.board.adjacency import Adjacency, eight, own_adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue_models import ClueModel, Exact, RandomReveal, clue_model
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_words, read_constraints
from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import ORDINARY, AnyRules, Rules, check_total, placed_on
from logicsweep.board.state import State
from logicsweep.board.topologies import canonical, neighbours_of, shape_of
from logicsweep.board.total import Total, bounds_of, checked_total, no_room, parse_density
from logicsweep.constraints.constraint import Constraint
from logicsweep.errors import counted, expect, nearest_words, quoted, whole
from logicsweep.limits import MOST_CELLS

_EXACT: Final = Exact()
# A default that depends on other fields; it is gone once a `Setting` is made.
_USUAL: Final[Any] = None

# What an ordinary game has of each: height, width and mines.
STANDARD: Final = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
}
_COUNTS: Final = re.compile(r"(\d{1,9})(?:\.\.(\d{1,9}))?", re.ASCII)
_SIZE: Final = re.compile(r"(\d{1,9})x(\d{1,9})", re.ASCII)


def size_of(text: str) -> tuple[int, int, int | None]:
    """Height, width and the usual mine count, if any, of a size in words.

    The size is WIDTHxHEIGHT, or a name in `STANDARD`. Raises ValueError.
    """
    if text in STANDARD:
        return STANDARD[text]
    match = _SIZE.fullmatch(text)
    if match is None:
        expected = f"WIDTHxHEIGHT such as 30x16, or one of {', '.join(STANDARD)}"
        nearest = nearest_words(text[:40], STANDARD)
        raise ValueError(f"{text[:40]!r} is not a size{nearest}; expected {expected}")
    return int(match[2]), int(match[1]), None


def size_words(height: int, width: int) -> str:
    """A size as `size_of` reads it."""
    return f"{width}x{height}"


class GameRule(Enum):
    """How a game is played, and when it ends."""

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
        """What is guaranteed of the first cell unless a game says otherwise.

        That is `opening`; it is `safe` under layout rules and constraints, which often leave no
        room for an opening, and by the rule `search`.
        """
        if self is GameRule.SEARCH:
            return FirstClick.SAFE
        return FirstClick.usual(rules, has_constraints=has_constraints)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The size, the mine count and the rules of a game; a player may know all of it.

    Layouts are dealt as a `KnowledgeBase` weighs them before the first click: all that satisfy
    `rules` and `constraints` are equally likely, also those with different mine counts of a range.
    With a `density` each cell is a mine with this probability, whatever the others are. Likelihoods
    of constraints are further weights.

    Raises:
        ValueError: The board has no cells or too many, the neighbours are those of another number
            of cells, neither a mine count nor a density is given, the mines do not fit beside the
            cells that the first click keeps free, or arguments cannot be combined.
        TypeError: A number is not whole, or a rule, first click or model has another type.
    """

    height: int
    """The number of rows, at least 1."""
    width: int
    """The number of columns, at least 1."""
    mines: Total = None
    """The total number of mines, at least 0; or a range `(lower, upper)`; or None with a
    `density`. The player knows so much of it."""
    density: Fraction | None = None
    """The probability of a mine in each cell, strictly between 0 and 1, where the mine count is
    not fixed; the player knows it."""
    rule: GameRule = USUAL_RULE
    """How the game is played, and when it ends."""
    first_click: FirstClick = _USUAL
    """What is guaranteed of the first cell that is opened; by default `usual_first_click` of the
    rule. It counts where mines are dealt for that click: not in a game with a given layout."""
    flood: bool = _USUAL
    """Whether opening a cell without mines around it opens its neighbours, too, and so on; by
    default `usual_flood` of the rule, and False where clues may be wrong."""
    model: ClueModel = _EXACT
    """The clue model, by which clues are shown; exact by default."""
    neighbours: Adjacency | None = None
    """The neighbours of each cell, such as `Adjacency.hexagon(9, 9)`; None if they are the eight
    around it."""
    rules: Rules = ORDINARY
    """What clues show and what layouts satisfy, such as `Rules.of("1M Q")`; ordinary by default."""
    liars: int = 0
    """How many safe cells show a wrong clue. They are drawn uniformly before the first click, and
    each shows a number drawn uniformly from 0 to the number of its neighbours, other than the right
    one (under a rule for clues, any other value of it). Such games are played without flood. The
    player knows only that at most so many open clues are wrong."""
    constraints: Sequence[Constraint] = ()
    """Constraints that layouts satisfy as well, as in `Board`."""

    def __post_init__(self) -> None:
        for name in ("height", "width", "liars"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        expect("rule", self.rule, GameRule, "a GameRule, such as GameRule.CLASSIC")
        expect("rules", self.rules, Rules, "Rules, such as Rules.of('1M Q')")
        if self.first_click is _USUAL:
            usual = self.rule.usual_first_click(self.rules, has_constraints=bool(self.constraints))
            object.__setattr__(self, "first_click", usual)
        if self.flood is _USUAL:
            object.__setattr__(self, "flood", self.rule.usual_flood and not self.liars)
        expect("first_click", self.first_click, FirstClick, "a FirstClick, such as FirstClick.SAFE")
        expect("model", self.model, ClueModel, "a ClueModel, as clue_model('exact') makes it")
        if self.height < 1 or self.width < 1:
            raise ValueError(f"a board of {self.size} has no cell")
        if self.cells > MOST_CELLS:
            raise ValueError(
                f"a board of {self.size} has {self.cells:,} cells; expected at most {MOST_CELLS:,}"
            )
        own = own_adjacency(self.neighbours, self.height, self.width)
        object.__setattr__(self, "neighbours", own)
        self._check_mines()
        self._check_rules()
        self._check_liars()
        if hasattr(self.density, "__len__"):  # a table, as a board may have it
            raise ValueError(
                "a density for each cell is for positions; games take one for all cells"
            )
        carried = self.board()  # which has checked them
        object.__setattr__(self, "density", carried.density)
        object.__setattr__(self, "constraints", carried.constraints)

    def _check_mines(self) -> None:
        if self.mines is None:
            if self.density is None:
                raise ValueError("mines is None; expected a mine count, a range or a density")
            return
        if isinstance(self.mines, tuple):
            object.__setattr__(self, "mines", checked_total(self.mines, self.cells))
        else:
            object.__setattr__(self, "mines", whole("mines", self.mines))
        least = self.mine_bounds[0]
        if least < 0:
            raise ValueError(f"the number of mines is {least}; expected 0 or more")
        if least > self.cells - self.kept_free:
            free = f"the first click ({self.first_click.value}) keeps {self.kept_free} of them free"
            why = f", and {free}; expected fewer mines, or another first click"
            raise ValueError(f"{no_room(least, self.cells)}{why if self.kept_free else ''}")

    def _check_rules(self) -> None:
        ruled = placed_on(self.rules, self.height, self.width, self.neighbours)
        if ruled is None:
            object.__setattr__(self, "rules", ORDINARY)
            return
        check_total(ruled, self.mines)
        if not self.rules.clue.is_standard and not isinstance(self.model, Exact):
            raise ValueError(
                f"the clue model is {self.model.name} and the rule for clues "
                f"{self.rules.clue.name}; expected one of them"
            )

    def _check_liars(self) -> None:
        if not self.liars:
            return
        if self.flood:
            raise ValueError(
                "liars and flood cannot be combined, since a 0 may be wrong; expected flood=False"
            )
        if not isinstance(self.model, Exact | RandomReveal):
            raise ValueError(  # noqa: TRY004 it is about two arguments
                f"liars and the clue model {self.model.name} cannot be combined: it already says "
                f"how likely its clues are to be off"
            )

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
        """Which cells are neighbours."""
        return self.neighbours or eight(self.height, self.width)

    @property
    def topology(self) -> str | None:
        """The name of the topology, `square` for an ordinary board; None if it has no name."""
        return SQUARE if self.neighbours is None else self.neighbours.topology

    @property
    def kept_free(self) -> int:
        """How many cells, at most, the first click keeps free of mines."""
        if self.first_click is FirstClick.UNPROTECTED:
            return 0
        if self.first_click is FirstClick.SAFE:
            return 1
        if self.neighbours is not None:
            return self.neighbours.degree + 1
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
        """The constraints as lines of text, which `named_setting` reads."""
        place = Place(self.height, self.width, self.neighbours)
        return [constraint_words(constraint, place) for constraint in self.constraints]

    @property
    def is_plainly_told(self) -> bool:
        """Whether size, mine count and names of a topology and rules tell the whole board."""
        is_named = self.neighbours is None or self.neighbours.topology is not None
        is_more = self.density is not None or self.liars or self.constraints
        return is_named and self.is_counted and not is_more

    @property
    def choice(self) -> str | None:
        """Why the clues do not follow from the layout, in words; None if they do, or by a model."""
        if self.liars:
            return f"{counted(self.liars, 'clue')} may be wrong"
        if self.rules.clue.leaves_choice:
            return f"a clue may show two values under the rule {self.rules.clue.name}"
        return None

    def board(self) -> Board:
        """The board before the first move: all cells are covered."""
        return Board(np.full((self.height, self.width), State.COVERED), **self.carried)

    @property
    def carried(self) -> dict[str, Any]:
        """What boards of the game carry beside their grid, as arguments of `Board`."""
        return {
            "total_mines": self.mines,
            "density": self.density,
            "adjacency": self.neighbours,
            "rules": None if self.rules.is_standard else self.rules,
            "liars": self.liars,
            "constraints": self.constraints,
        }


class Named(TypedDict, total=False):
    """A setting by names: the keys and values that every surface takes, all optional."""

    mines: Total | str
    """The mine count, or a range: a number, `(90, 99)`, a list of both, or `90..99`; by default the
    usual one of the size."""
    density: Fraction | float | str | None
    """The density in place of a mine count, such as 0.2 or `1/5`."""
    topology: str | Adjacency | None
    """The neighbours, or the name of a topology; by default the eight cells around a cell."""
    rules: AnyRules | None
    """As `Rules.of` takes them; by default none."""
    rule: GameRule | str
    """A `GameRule` or its name; by default `classic`."""
    first_click: FirstClick | str | None
    """A `FirstClick` or its name; by default the usual one."""
    flood: bool | None
    """Whether the neighbours of a 0 are opened with it; by default as usual."""
    clues: ClueModel | str
    """A clue model or its name; by default `exact`."""
    liars: int
    """How many clues are wrong."""
    constraints: Sequence[Constraint | str]
    """Constraints, or lines of text such as `corner: 1 of (0,0) (0,1)`."""


def named_setting(size: str | None = None, **named: Unpack[Named]) -> Setting:
    """The setting of a game, by names; the one way from options, files, JSON and `gym`.

    Args:
        size: As `size_of` reads it; by default `beginner`. A topology such as `grid 4x4x4` has a
            size of its own, which no other WIDTHxHEIGHT may contradict.
        named: The rest; see `Named`.

    Raises:
        ValueError: There is no such size, mine count, topology or game.
        UnknownNameError: There is no such rule, clue model or first click.
        TypeError: Something else is named, or a value has another type.
        BoardSyntaxError: A constraint cannot be read.
    """
    keys = Named.__annotations__
    for key in named.keys() - keys.keys():
        raise TypeError(f"{key!r} is an unexpected keyword argument; known: {', '.join(keys)}")
    topology = named.get("topology") or SQUARE
    name = canonical(topology) if isinstance(topology, str) else None
    shape = None if name is None else shape_of(name)
    if shape and (size is None or size in STANDARD):
        height, width, usual = *shape, None
    else:
        height, width, usual = size_of(size or "beginner")
    near = topology if isinstance(topology, Adjacency) else neighbours_of(name or "", height, width)
    place = Place(height, width, near)
    density, rule, model = named.get("density"), named.get("rule"), named.get("clues", _EXACT)
    mines, click, flood = named.get("mines"), named.get("first_click"), named.get("flood")
    mines = mine_count_of(mines) if mines is not None or density is not None else usual
    if mines is None and density is None:
        raise ValueError(f"mines is None; expected a mine count, as {size} has no usual one")
    return Setting(
        height=height,
        width=width,
        mines=mines,
        density=parse_density(density) if isinstance(density, str) else density,  # type: ignore[arg-type]
        rule=USUAL_RULE if rule is None else GameRule(rule),
        first_click=_USUAL if click is None else FirstClick.of(click),
        flood=_USUAL if flood is None else flood,
        model=clue_model(model) if isinstance(model, str) else model,
        neighbours=near,
        rules=Rules.of(named.get("rules") or ()),
        liars=named.get("liars", 0),
        constraints=[
            read_constraints(one, place)[0] if isinstance(one, str) else one
            for one in named.get("constraints", ())
        ],
    )


def mine_count_of(given: object) -> Total:
    """Read a mine count: a number, a pair of numbers, or text such as `10` or `90..99`.

    Raises ValueError and TypeError.
    """
    if isinstance(given, str):
        match = _COUNTS.fullmatch(given)
        if match is None:
            raise ValueError(
                f"mines is {quoted(given)}; expected a whole number or a range such as 90..99"
            )
        given = (int(match[1]), int(match[2] or match[1]))
    if isinstance(given, tuple | list):
        least, most = (whole("mines", end) for end in given)
        return least if least == most else (least, most)
    return None if given is None else whole("mines", given)
