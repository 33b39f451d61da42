"""The setting of a game, known to every player: the size, the mine count, and the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np

from logicsweep.board.adjacency import Adjacency, eight, own_adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue_models import ClueModel, Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import ORDINARY, AnyRules, Rules, check_total, placed_on
from logicsweep.board.state import State
from logicsweep.board.topologies import SQUARE, canonical, neighbours_of, shape_of
from logicsweep.board.total import no_room
from logicsweep.errors import expect, nearest_words, whole
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
    def usual_first_click(self, rules: Rules = ORDINARY) -> FirstClick:
        """What is guaranteed of the first cell unless a game says otherwise.

        That is `opening`; it is `safe` under layout rules, which often leave no room for an
        opening, and by the rule `search`.
        """
        return FirstClick.SAFE if self is GameRule.SEARCH else FirstClick.usual(rules)

    @property
    def usual_flood(self) -> bool:
        """Whether games flood-open unless they say otherwise; by `search` they do not."""
        return self is not GameRule.SEARCH


USUAL_RULE: Final = GameRule.CLASSIC
# The usual first click in words, for help.
USUAL_FIRST_CLICK: Final = "opening; safe under rules for layouts, and by the rule search"
USUAL_FLOOD: Final = "on; off by the rule search"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The size, the mine count and the rules of a game; a player may know all of it.

    Raises:
        ValueError: The board has no cells or too many, the neighbours are those of another number
            of cells, or the mines do not fit beside the cells that the first click keeps free.
        TypeError: A number is not whole, or a rule, first click or model has another type.
    """

    height: int
    """The number of rows, at least 1."""
    width: int
    """The number of columns, at least 1."""
    mines: int
    """The total number of mines, at least 0."""
    rule: GameRule = USUAL_RULE
    """How the game is played, and when it ends."""
    first_click: FirstClick = _USUAL
    """What is guaranteed of the first cell that is opened; by default `usual_first_click` of the
    rule. It counts where mines are dealt for that click: not in a game with a given layout."""
    flood: bool = _USUAL
    """Whether opening a cell without mines around it opens its neighbours, too, and so on; by
    default `usual_flood` of the rule."""
    model: ClueModel = _EXACT
    """The clue model, by which clues are shown; exact by default."""
    neighbours: Adjacency | None = None
    """The neighbours of each cell, such as `Adjacency.hexagon(9, 9)`; None if they are the eight
    around it."""
    rules: Rules = ORDINARY
    """What clues show and what layouts satisfy, such as `Rules.of("1M Q")`; ordinary by default."""

    def __post_init__(self) -> None:
        for name in ("height", "width", "mines"):
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        expect("rule", self.rule, GameRule, "a GameRule, such as GameRule.CLASSIC")
        expect("rules", self.rules, Rules, "Rules, such as Rules.of('1M Q')")
        if self.first_click is _USUAL:
            usual = self.rule.usual_first_click(self.rules)
            object.__setattr__(self, "first_click", usual)
        if self.flood is _USUAL:
            object.__setattr__(self, "flood", self.rule.usual_flood)
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
        self._check_rules()
        if self.mines < 0:
            raise ValueError(f"the number of mines is {self.mines}; expected 0 or more")
        room = self.height * self.width - self.kept_free
        if self.mines > room:
            free = f"the first click ({self.first_click.value}) keeps {self.kept_free} of them free"
            why = f", and {free}; expected fewer mines, or another first click"
            raise ValueError(f"{no_room(self.mines, self.cells)}{why if self.kept_free else ''}")

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

    def board(self) -> Board:
        """The board before the first move: all cells are covered."""
        grid = np.full((self.height, self.width), State.COVERED)
        rules = None if self.rules.is_standard else self.rules
        return Board(grid, total_mines=self.mines, adjacency=self.neighbours, rules=rules)


def named_setting(
    size: str,
    *,
    mines: int | None = None,
    topology: str | None = None,
    rules: AnyRules | None = None,
    first_click: FirstClick | str | None = None,
    flood: bool | None = None,
) -> Setting:
    """The setting of a classic game, by names.

    Args:
        size: As `size_of` reads it; a topology such as `grid 4x4x4` has a size of its own.
        mines: The mine count; by default the usual one of the size.
        topology: The name of a topology; by default the eight cells around a cell.
        rules: As `Rules.of` takes them; by default none.
        first_click: A `FirstClick` or its name; by default the usual one.
        flood: Whether the neighbours of a 0 are opened with it; by default as usual.

    Raises:
        ValueError: There is no such size, mine count, topology or game.
        UnknownNameError: There is no such rule or first click.
    """
    name = canonical(topology or SQUARE)
    shape = shape_of(name)
    height, width, usual = (*shape, None) if shape else size_of(size)
    count = usual if mines is None else mines
    if count is None:
        raise ValueError(f"mines is None; expected a mine count, as {size} has no usual one")
    own = ORDINARY if rules is None else Rules.of(rules)
    return Setting(
        height=height,
        width=width,
        mines=count,
        first_click=_USUAL if first_click is None else FirstClick.of(first_click),
        flood=_USUAL if flood is None else flood,
        neighbours=neighbours_of(name, height, width),
        rules=own,
    )
