"""What a board can have: each feature in one entry, and small boards with any of them together.

A feature says what it changes; `position` makes a board with some of them from a seed, together
with the judge of it. `FEATURES` are the columns of the table of what goes together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, State
from logicsweep.board import Clue, clue_model
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.constraints import Cardinality, Relation, Source
from tests.judges import geometry, keys, ruled_boards, rules
from tests.judges.fuzz import PROGRAMS, Neighbours, draw_eight
from tests.judges.making import modelled
from tests.judges.relations import Judged, some_constraint, weigh
from tests.judges.rules import Mask, Masks
from tests.judges.rules_at_once import which_satisfy
from tests.judges.worlds import (
    NOTHING,
    Beside,
    Worlds,
    codes,
    knowledge_base,
    may_show,
    obeying,
    sides_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a board has that an ordinary one has not."""

    about: str
    """What it is, for the page."""
    rules: str = ""
    """The name of a rule."""
    model: str = ""
    """A clue model, by which clues are shown."""
    in_games: str = ""
    """The clue model by which games show such clues, if it is another."""
    blank: bool = False
    """Whether some open cells show no clue."""
    bounds: bool = False
    """Whether clues are ranges."""
    total: str = "exact"
    """What is known of the mine count: `exact`, `range` or `density`."""
    near: str = ""
    """The neighbours: a topology or `graph`; by default the eight around a cell."""
    priors: bool = False
    """Whether each cell has a prior of its own."""
    liars: int = 0
    """How many clues may be wrong."""
    program: bool = False
    """Whether there is a logic program."""
    constraints: bool = False
    """Whether there are constraints of one's own."""
    mines: int = 4
    """How many mines a game of 4x4 cells has."""
    setting: Mapping[str, Any] = field(default_factory=dict)
    """How a `Setting` would take it, where it is no rule, model or neighbourhood."""


FEATURES: Final[dict[str, Feature]] = {
    "plain": Feature(about="ordinary clues and a known mine count"),
    "range": Feature(about="the mine count as a range", total="range", setting={"mines": (3, 5)}),
    "density": Feature(
        about="an unknown mine count with a density",
        total="density",
        setting={"density": Fraction(1, 4)},
    ),
    "priors": Feature(
        about="a density for each cell",
        priors=True,
        setting={"density": [[Fraction(1 + cell % 3, 5) for cell in range(4)]] * 4},
    ),
    "blank": Feature(
        about="open cells that show no clue", blank=True, in_games="random-reveal(1/2)"
    ),
    "bounds": Feature(
        about="clues that are ranges, such as `1..2`", bounds=True, in_games="optimistic"
    ),
    "model": Feature(
        about="clues with likelihoods, as a clue model shows them", model="noisy(1/10)"
    ),
    "liars": Feature(about="a number of clues that may be wrong", liars=1, setting={"liars": 1}),
    "1M": Feature(about="rule 1M: some mines count twice", rules="1M"),
    "1W": Feature(about="rule 1W: the lengths of runs", rules="1W"),
    "1X": Feature(about="rule 1X: the cells of a cross", rules="1X"),
    "1L": Feature(about="rule 1L: every clue is off by one", rules="1L"),
    "T": Feature(about="rule T: no three mines in a line", rules="T", mines=6),
    "Q": Feature(about="rule Q: a mine in every block of 2x2", rules="Q", mines=6),
    "C": Feature(about="rule C: the mines are connected", rules="C", mines=6),
    "2I": Feature(about="rule 2I: one direction is ignored", rules="2I"),
    "2E": Feature(about="rule 2E: letters in place of numbers", rules="2E"),
    "2L": Feature(about="rule 2L: one liar in each row and column", rules="2L"),
    "program": Feature(
        about="a logic program of one's own", program=True, setting={"program": ":- mine((0,0))."}
    ),
    "constraints": Feature(
        about="constraints of one's own",
        constraints=True,
        setting={"constraints": [Cardinality((0, 2, 4), 1, 1, Source.named("one of three"))]},
    ),
    "hexagon": Feature(about="hexagons", near="hexagon"),
    "graph": Feature(about="neighbours of one's own", near="graph"),
}
_ATTEMPTS: Final = 12
_MOST_ATTEMPTS: Final = 1000
_MOST_POINTS: Final = 7
# Of these a board has one at a time.
ALONE: Final = ({"range", "density"}, {"density", "priors"}, {"hexagon", "graph"})


def _feature(name: str) -> Feature:
    """A feature by its name, or that of any rule or topology."""
    other = {"near": name} if name in TOPOLOGIES else {"rules": name}
    return FEATURES.get(name) or Feature(about=name, **other)


class NoBoardError(Exception):
    """No board with these features is found."""


class Position:
    """A board with some features, and all of its worlds."""

    def __init__(
        self,
        names: tuple[str, ...],
        board: Board,
        near: Neighbours | None,
        beside: Beside = NOTHING,
    ) -> None:
        self.names = names
        self.board = board
        self.near = near
        self.beside = beside
        self.worlds = Worlds(board, near, beside)

    def kb(self, **options: Any) -> KnowledgeBase:
        """A knowledge base of it that was asked nothing."""
        return knowledge_base(self.board, self.beside, **options)

    @property
    def whole(self) -> Any:
        """All of it as one value: the board, if that says everything."""
        return self.kb() if self.beside.arguments else self.board

    def replaced(self, changes: dict[Cell, int | Clue]) -> Position:
        """The same with other states of some cells."""
        return Position(self.names, self.board.replace(changes), self.near, self.beside)

    def __repr__(self) -> str:
        return f"{' + '.join(self.names)}, {self.beside}:\n{self.board}"


class _Truth(NamedTuple):
    """What there is: the mines, the key of the rule, and the neighbours."""

    mask: Mask
    key: Any
    near: Neighbours | None


def can_go_together(names: Collection[str]) -> bool:
    """Whether a board could have all of these at all."""
    return not any(len(some.intersection(names)) > 1 for some in ALONE)


@cache
def position(names: tuple[str, ...], seed: int) -> Position:
    """What `draw` draws, once and for all."""
    return draw(names, seed)


def draw(names: tuple[str, ...], seed: int, *, weighted: bool = False) -> Position:
    """A board with these features, some verdicts and some open questions.

    Args:
        names: Of `FEATURES`, or those of other rules and topologies.
        seed: Any number; the same gives the same board.
        weighted: Whether constraints may be of any kind, also with likelihoods.

    Raises:
        ValueError: The package refuses such a board.
        NoBoardError: There seems to be none, as where few layouts obey two rules at once.
    """
    best: tuple[int, Position] | None = None
    for turn in range(_MOST_ATTEMPTS):
        # With few features something better comes soon; with some there is no such board.
        wanted = _MOST_POINTS - turn // _ATTEMPTS
        if best is not None and best[0] >= wanted:
            break
        made = attempt(names, Random(f"{seed} {turn}"), weighted)
        if made is not None:
            points = _points(made)
            if best is None or points > best[0]:
                best = points, made
    if best is None:
        raise NoBoardError(" + ".join(names))
    return best[1]


def _points(made: Position) -> int:
    """How much there is to ask: open questions, verdicts, and a feature that changes something."""
    worlds = made.worlds
    mines, safe = worlds.verdicts
    return 4 * bool(worlds.undetermined) + 2 * bool(mines | safe) + _matters(made)


def _matters(made: Position) -> bool:
    """Whether the board alone, read as an ordinary one, would have other layouts."""
    worlds = made.worlds
    plain = worlds.every[worlds.agreeing(others=False, program=False, liars=False)]
    can_tell = made.board.rules.layout or any(made.beside)
    return not can_tell or len(plain) != len(worlds.masks)


def attempt(names: tuple[str, ...], rng: Random, weighted: bool) -> Position | None:
    """A board with these features from one source, or None where chance gave no good one."""
    parts = [_feature(name) for name in names]
    ruling = " ".join(part.rules for part in parts if part.rules)
    shape = rng.choice([(3, 3), (3, 3), (3, 4)])
    if any(part.rules in keys.SHOWS for part in parts):
        shape = 3, 3  # each layout is tried with every key
    near, adjacency = neighbourhood(
        next((part.near for part in parts if part.near), ""), shape, rng
    )
    empty = Board(np.full(shape, int(State.COVERED)), adjacency=adjacency, rules=ruling or None)
    rule = empty.rules.clue.keyed.name
    masks = _layouts(shape, *([] if near else [one.name for one in empty.rules.layout]))
    beside_each = sides_of(empty) or near
    for one in empty.rules.layout if near else ():
        masks = masks[obeying(one.name, masks, beside_each)]
    if not len(masks):
        return None
    truth = masks[rng.randrange(len(masks))]
    held = frozenset(np.flatnonzero(truth).tolist())
    program = _program(parts, rng, set(held), near or draw_eight(empty))
    judged = _judged(parts, rng, held, truth.size, weighted)
    if program is None or judged is None:
        return None
    choices = list(keys.keys(rule, truth)) if rule in keys.SHOWS else [None]
    if not choices:
        return None
    board = _opened(parts, rng, empty, _Truth(truth, rng.choice(choices), near))
    liars = sum(part.liars for part in parts)
    if board is None or liars > len(board.clues):
        return None
    board = _wronged(rng, _doubted(parts, rng, board), liars)
    if not _shows(board, parts):
        return None
    board = _counted(parts, rng, board, int(truth.sum()))
    beside = Beside(liars, program, judged, _priors(parts, rng, shape))
    return Position(names, beside.carried_by(board), near, beside)


@cache
def _layouts(shape: tuple[int, int], *names: str) -> Masks:
    """The layouts that obey rules and have neither few nor many mines."""
    masks = rules.layouts(*shape)
    number = masks.sum(axis=(1, 2))
    masks = masks[(number >= 2) & (number <= masks[0].size // 2)]
    for name in names:
        masks = masks[which_satisfy(name, masks)]
    return masks


def neighbourhood(
    kind: str, shape: tuple[int, int], rng: Random
) -> tuple[Neighbours | None, Adjacency | None]:
    """The neighbours of each cell as a judge has them, and as a board takes them."""
    height, width = shape
    if not kind:
        return None, None
    if kind != "graph":
        near = list(map(set, geometry.neighbours(kind, shape)))
        return near, TOPOLOGIES[kind](height, width)
    near = [set() for _ in range(height * width)]
    for _ in range(2 * len(near)):
        one, other = rng.sample(range(len(near)), 2)
        near[one].add(other)
        near[other].add(one)
    return near, Adjacency.of(near)


def _program(
    parts: Iterable[Feature], rng: Random, mines: set[int], near: Neighbours
) -> str | None:
    """A program that the mines obey; nothing if none is wanted, None if no program is obeyed."""
    if not any(part.program for part in parts):
        return ""
    obeyed = [text for text, obeys in PROGRAMS.items() if obeys(mines, near)]
    return rng.choice(obeyed) if obeyed else None


def _judged(
    parts: Iterable[Feature], rng: Random, mines: frozenset[int], size: int, weighted: bool
) -> tuple[Judged, ...] | None:
    """Constraints that the mines satisfy."""
    if not any(part.constraints for part in parts):
        return ()
    if weighted:
        judged = [some_constraint(rng, range(size), f"c{n}", most=5) for n in range(2)]
        return tuple(judged) if weigh(judged, mines) else None
    three = tuple(sorted(rng.sample(range(size), 3)))
    number = len(mines.intersection(three))
    pair = rng.sample(range(size), 2)
    patterns = [(False, False), (True, True), (True, False)]
    made = Cardinality(three, number, number, Source.named("so many of three"))
    judged = [
        Judged(made, lambda held: Fraction(len(held.intersection(three)) == number)),
        Judged(
            Relation.pattern(pair, patterns, "a pair"),
            lambda held: Fraction(tuple(cell in held for cell in pair) in patterns),
        ),
    ]
    return tuple(judged) if weigh(judged, mines) else None


def _priors(
    parts: Iterable[Feature], rng: Random, shape: tuple[int, int]
) -> tuple[tuple[Fraction, ...], ...]:
    """A few different priors, one of them even, in turn; nothing if none are wanted.

    Cells of one prior alone would be a density.
    """
    if not any(part.priors for part in parts):
        return ()
    height, width = shape
    some = [Fraction(1, 2), *[Fraction(rng.randint(1, 8), 9) for _ in range(2)]]
    while True:
        table = tuple(tuple(rng.choice(some) for _ in range(width)) for _ in range(height))
        if len({prior for row in table for prior in row}) > 1:
            return table


def _opened(parts: Iterable[Feature], rng: Random, empty: Board, truth: _Truth) -> Board | None:
    """The board with some safe cells open; None if that leaves too much or too little."""
    grid = np.full(empty.shape, int(State.COVERED))
    share = rng.choice([0.5, 0.7, 0.9])
    has_blanks = any(part.blank for part in parts)
    clues = empty.rules.clue.every
    for cell in empty.cells:
        if truth.mask[cell]:
            if rng.random() < 0.1:
                grid[cell] = State.KNOWN_MINE
        elif rng.random() < share:
            place = rng.randrange(len(clues)) if len(clues) > 1 else 0
            shown = may_show(clues[place].name, truth.mask, cell, truth.key, truth.near)
            values = codes(empty, shown, place)
            if not values:  # there is no letter for so many mines
                return None
            grid[cell] = rng.choice(values)
        elif has_blanks and rng.random() < 0.4:
            grid[cell] = State.NO_CLUE
    board = empty.with_grid(grid)
    return board if 3 <= len(board.covered) <= 7 and board.clues else None


def _doubted(parts: Iterable[Feature], rng: Random, board: Board) -> Board:
    """The board with clues that are ranges, or as a model shows them, if such are wanted."""
    has_bounds = any(part.bounds for part in parts)
    model = next((part.model for part in parts if part.model), "")
    changes: dict[Cell, int | Clue] = {}
    name = board.rules.clue.every[0].name
    for cell in [cell for cell in board.clues if ruled_boards.rule_of(board, cell) == name]:
        value = int(board.grid[cell])
        if has_bounds and (not model or rng.random() < 0.5):
            if rng.random() < 0.6:
                changes[cell] = Clue(max(0, value - rng.randint(0, 1)), value + 1)
        elif model:
            changes[cell] = modelled(rng, board, cell, value, clue_model(model))
    return board.replace(changes)


def _shows(board: Board, parts: Iterable[Feature]) -> bool:
    """Whether chance has left the clues that are wanted."""
    is_doubted = any(part.bounds or part.model for part in parts)
    has_blanks = any(part.blank for part in parts)
    follows = {ruled_boards.rule_of(board, cell) for cell in board.clues}
    return (
        (bool(board.uncertain) or not is_doubted)
        and (State.NO_CLUE in board.grid or not has_blanks)
        and len(follows) == len(board.rules.clue.every)
    )


def _wronged(rng: Random, board: Board, liars: int) -> Board:
    """The board with so many other clues, which the mines contradict."""
    for cell in rng.sample(sorted(board.clues), liars):
        others = [code for code in range(3) if code != int(board.grid[cell])]
        board = board.replace({cell: rng.choice(others)})
    return board


def _counted(parts: Iterable[Feature], rng: Random, board: Board, mines: int) -> Board:
    """The board with what is known of its mine count."""
    total: int | tuple[int, int] | None = mines
    density = None
    for part in parts:
        if part.total == "range":
            total = max(0, mines - rng.randint(0, 1)), mines + 1
        elif part.priors and total == mines:
            total = rng.choice([None, mines])
        elif part.total == "density":
            total, density = None, Fraction(rng.randint(1, 3), 7)
    return Board(
        board.grid,
        uncertain=board.uncertain,
        mines=total,
        density=density,
        adjacency=board.own_adjacency,
        rules=board.own_rules,
    )
