"""What certificates may say of a small board, and what every layout makes of it.

A demand of the checker is sound if every layout of the board satisfies it, with some key, and with
the clues that the layout contradicts as the wrong ones. The layouts are the judge's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Final

from logicsweep import State
from logicsweep.board.names import SQUARE
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.checker import rules as definitions
from logicsweep.checker.board import Board as ReadBoard, read_board
from logicsweep.checker.demands import Demand
from logicsweep.checker.faults import Clock
from logicsweep.checker.folder import Claim
from logicsweep.checker.sources import KEY, LIARS, MINE_COUNT, Position as Sources
from tests.judges import keys, rules
from tests.judges.features import Position, attempt
from tests.judges.worlds import SQUARES

CLUES: Final = ("V", *[rule for rule in rules.CLUE_RULES if rule != "V"], *rules.LIARS, *keys.SHOWS)
LAYOUTS: Final = tuple(rules.LAYOUT_RULES)
# What certificates take beside rules.
BESIDE: Final = (
    *("plain", "range", "density", "priors", "blank", "bounds", "model", "liars", "constraints"),
    *("graph", *[name for name in TOPOLOGIES if name != SQUARE]),
)
ATTEMPTS: Final = 40


def drawn(seed: int) -> Position | None:
    """A small board of any kind; None if chance combines what does not go together."""
    rng = Random(f"claims {seed}")
    clues = rng.sample(CLUES, rng.choice([0, 1, 2, 2, 2]))
    layouts = rng.sample(LAYOUTS, rng.choice([0, 0, 0, 1, 1, 2]))
    beside = rng.sample(BESIDE, rng.choice([0, 1, 1, 2]))
    made = position((*clues, *layouts, *beside), rng)
    if made is None or rng.random() < 0.8:
        return made
    # Rules and keys may demand something even where no clue, or only some clues, are open.
    clues_left = rng.choice([0, len(made.board.clues) // 3])
    closed = rng.sample(sorted(made.board.clues), len(made.board.clues) - clues_left)
    return made.replaced(dict.fromkeys(closed, State.NO_CLUE))


def position(names: tuple[str, ...], rng: Random) -> Position | None:
    """A board with some features; None if there is none, or what there is cannot be judged."""
    weighted = rng.random() < 0.5
    if {*names} & {*SQUARES} and {*names} & {"C", "O"}:
        return None  # about cells that touch at a corner, of which the judge knows sides only
    for _ in range(ATTEMPTS):
        try:
            made = attempt(names, rng, weighted)
        except (ValueError, KeyError):  # refused, or not known to the judges of neighbours
            return None
        if made is not None and len(made.worlds.masks):
            return made
    return None


def read(case: Position) -> ReadBoard:
    """The board as the checker reads it."""
    return read_board(str(case.board).split("\n"))


def titles(board: ReadBoard) -> Iterator[str]:
    """The titles of all sources that a board has."""
    yield from [f"clue{board.cell_name(cell)}" for cell in board.clues]
    for name in board.layout_rules:
        for cells, _ in definitions.layout_demands(board, name):
            yield f"rule {name}[{' '.join(map(board.cell_name, cells))}]"
    yield from [f"constraint {name}" for name in board.constraints]
    yield from [KEY] * bool(definitions.key_places(board))
    yield from [LIARS] * bool(board.liars)
    yield from [MINE_COUNT] * (board.mines is not None)


def demands(board: ReadBoard) -> dict[str, list[Demand]]:
    """What all sources of a board demand, by their titles."""
    sources = Sources(board, Clock())
    return {title: sources.demands(title) for title in titles(board)}


def markings(board: ReadBoard) -> Iterator[dict[int, bool]]:
    """All keys, as values of the variables of their places."""
    places, size = definitions.key_places(board), board.height * board.width
    if not places:
        yield {}
        return
    lines = 1 if places == 8 else round(places**0.5)
    columns = places // lines
    for chosen in permutations(range(columns), lines):
        marked = {row * columns + column for row, column in enumerate(chosen)}
        yield {size + place + 1: place in marked for place in range(places)}


def values_of(case: Position, board: ReadBoard, number: int) -> dict[int, bool]:
    """The values of the cells in a layout, and of the clues that it contradicts."""
    worlds = case.worlds
    values = {at: bool(mine) for at, mine in enumerate(worlds.masks[number].ravel(), start=1)}
    if board.liars:
        first = len(values) + definitions.key_places(board) + 1
        values |= {first + cell: False for cell in board.clues}
        for cell in worlds.contradicted(worlds.kept[number]):
            values[first + case.board.number(cell)] = True
    return values


def some_key_fits(
    every: dict[str, list[Demand]], board: ReadBoard, values: dict[int, bool]
) -> dict[int, bool] | None:
    """Values of all variables that satisfy all demands, with some key; None if there is none."""
    for marked in markings(board):
        known = {**values, **marked}
        if all(demand.holds(known) for members in every.values() for demand in members):
            return known
    return None


def is_true(case: Position, claim: Claim) -> bool:
    """Whether every layout agrees with a claim."""
    if claim.cell is None:
        return claim.layouts == str(len(case.worlds.masks))
    column = case.worlds.masks[:, claim.cell[0], claim.cell[1]]
    return bool(column.all() if claim.claim == "mine" else not column.any())
