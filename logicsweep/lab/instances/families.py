"""The families: how the boards of each are made, from a seed and a scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout
from logicsweep.board.state import COVERED
from logicsweep.errors import LimitError, UnknownNameError, whole
from logicsweep.games.setting import STANDARD
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.instances.walks import Stop, walk
from logicsweep.reason.solvers.names import ELIMINATION

# Of the cells of a board that is opened at random, the share that is mines, and of the others the
# share that is open.
_DENSITY: Final = Fraction(1, 5)
_OPEN: Final = 0.4
# One clue in so many is changed in boards with wrong clues.
_WRONG: Final = 25
# How many layouts are tried for a position of which few are.
_TRIES: Final = 200
# The most cells on a side: a formula of more would have millions of clauses.
_LARGEST: Final = 500
_CLAUSES: Final = ("cnf", "opb", "lp")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A family of boards; each is made from a seed and a scale, always the same.

    Attributes:
        name: Its name.
        about: The description of its boards, in a line.
        formats: The formula formats in which it has a question.
        scale: The scale by default, the number of rows and columns; None if there is one size only.
    """

    name: str
    about: str
    formats: tuple[str, ...]
    make: Callable[[Random, int], Board]
    scale: int | None = None

    def board(self, seed: int, scale: int | None = None) -> Board:
        """Make the board of a seed and a scale.

        Raises:
            ValueError: The scale is below 2 or above 500, or the family has none.
        """
        size = self.size(scale)
        return self.make(Random(f"{self.name} {size} {whole('seed', seed)}"), size or 0)

    def size(self, scale: int | None = None) -> int | None:
        """Return the number of rows and columns for a scale; None if there is one size only.

        Raises:
            ValueError: The scale is below 2 or above 500, or the family has none.
        """
        if scale is not None and self.scale is None:
            raise ValueError(f"the family {self.name} has no scale; expected none")
        size = self.scale if scale is None else whole("scale", scale)
        if size is not None and not 2 <= size <= _LARGEST:
            raise ValueError(f"scale is {size}; expected 2 to {_LARGEST}")
        return size


def family_of(name: str) -> Family:
    """Return the family of a name. Raises `UnknownNameError`."""
    if name not in FAMILIES:
        raise UnknownNameError("family", name, FAMILIES)
    return FAMILIES[name]


def _mask(rng: Random, height: int, width: int, mines: int) -> NDArray[np.bool_]:
    mask = np.zeros(height * width, dtype=np.bool_)
    mask[rng.sample(range(height * width), mines)] = True
    return mask.reshape(height, width)


def _opened(rng: Random, size: int, adjacency: Adjacency | None = None) -> Board:
    """Make a square with a share of the safe cells open, whichever they are."""
    mines = int(_DENSITY * size * size)
    layout = Layout(_mask(rng, size, size, mines), adjacency=adjacency)
    safe = np.flatnonzero(~layout.mask).tolist()
    shown = layout.revealed().grid
    grid = np.full(size * size, COVERED, dtype=np.int8)
    chosen = rng.sample(safe, int(_OPEN * len(safe)))
    grid[chosen] = shown.ravel()[chosen]
    return Board(grid.reshape(size, size), total_mines=mines, adjacency=adjacency)


def _on_a_torus(rng: Random, size: int) -> Board:
    return _opened(rng, size, Adjacency.torus(size, size))


def _without_a_count(rng: Random, size: int) -> Board:
    """Make an opened square with a density in place of the mine count."""
    return _opened(rng, size).altered(total_mines=None, density=_DENSITY)


def _with_wrong_clues(rng: Random, size: int) -> Board:
    """Make an opened square with some clues one too high or too low."""
    board = _opened(rng, size)
    clues = sorted(cell for cell, clue in board.clues.items() if not isinstance(clue, Clue))
    grid = board.grid.copy()
    for cell in rng.sample(clues, max(1, len(clues) // _WRONG)):
        grid[cell] += 1 if grid[cell] == 0 else rng.choice((-1, 1)) if grid[cell] < 8 else -1
    return board.with_grid(grid)


def _walks(rng: Random) -> Iterator[Iterator[Stop]]:
    """Yield walks through layouts of the expert board, from an opening."""
    height, width, mines = STANDARD["expert"]
    for _ in range(_TRIES):
        layout = Layout(_mask(rng, height, width, mines))
        opening = np.argwhere(~layout.mask & (layout.around == 0)).tolist()
        yield walk(layout, Cell(*rng.choice(opening)), rng)
    raise LimitError(f"none of {_TRIES} games had such a position")


def _first_guess(rng: Random, _: int) -> Board:
    """Find the first position of a walk with a fifth open and nothing proved safe."""
    return next(
        stop.board
        for stops in _walks(rng)
        for stop in stops
        if stop.is_stuck and len(stop.board.clues) > stop.board.grid.size // 5
    )


def _with_the_count(rng: Random, _: int) -> Board:
    """Find the first position of a walk in which some verdict needs the mine count."""
    return next(
        stop.board
        for stops in _walks(rng)
        for stop in stops
        # Clues that came later may have made the mine count unnecessary.
        if stop.kb.needs_total() and KnowledgeBase(stop.board, reasoner=ELIMINATION).needs_total()
    )


FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        family.name: family
        for family in (
            Family(
                name="expert",
                about="30x16, 99 mines: the first needed guess of a game",
                formats=(*_CLAUSES, "mcc"),
                make=_first_guess,
            ),
            Family(
                name="expert-total",
                about="30x16, 99 mines: a verdict needs the mine count",
                formats=(*_CLAUSES, "mcc"),
                make=_with_the_count,
            ),
            Family(
                name="square",
                about="squares with a fifth of mines and 40 % of the safe cells open",
                formats=(*_CLAUSES, "mcc"),
                make=_opened,
                scale=16,
            ),
            Family(
                name="torus",
                about="the same, with opposite sides joined",
                formats=(*_CLAUSES, "mcc"),
                make=_on_a_torus,
                scale=16,
            ),
            Family(
                name="density",
                about="the same, with a density of 1/5 in place of the mine count",
                formats=("mcc",),
                make=_without_a_count,
                scale=16,
            ),
            Family(
                name="liars",
                about="the same, with one clue in 25 wrong by one",
                formats=("wcnf",),
                make=_with_wrong_clues,
                scale=16,
            ),
        )
    }
)
"""All families by name."""
