"""Positions to measure on: of seeded play, opened in patches or cell by cell, or under rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from logicsweep import Board, Cell, KnowledgeBase, Setting, State, positions, probabilities
from logicsweep.board import Rules
from logicsweep.board.rules.rules import PlacedRules, placed_on
from logicsweep.system import constraints_of

Grid = NDArray[np.int8 | np.int16]
Layout = NDArray[np.bool_]


class Position(NamedTuple):
    """A position and the layout behind it; `name` says how to make it again."""

    name: str
    grid: Grid
    mines: int
    layout: Layout

    @property
    def share(self) -> float:
        """The share of safe cells that are open."""
        return float((self.grid >= 0).sum() / (self.grid.size - self.mines))


def deal(rng: random.Random, height: int, width: int, mines: int) -> tuple[Layout, Cell]:
    """A layout, and a first cell in it with no mine in or next to it."""
    first = Cell(rng.randrange(height), rng.randrange(width))
    near = {
        row * width + column
        for row in range(max(first.row - 1, 0), min(first.row + 2, height))
        for column in range(max(first.column - 1, 0), min(first.column + 2, width))
    }
    free = [number for number in range(height * width) if number not in near]
    layout = np.zeros((height, width), dtype=np.bool_)
    layout.flat[rng.sample(free, mines)] = True
    return layout, first


def clues(layout: Layout) -> Grid:
    """The number of mines next to each cell."""
    padded = np.pad(layout.astype(np.int8), 1)
    height, width = layout.shape
    around = sum(
        padded[row : row + height, column : column + width]
        for row in range(3)
        for column in range(3)
    )
    return np.asarray(around - layout, dtype=np.int8)


def stuck(height: int, width: int, mines: int, seed: int) -> Iterator[Position]:
    """Every position of a game in which nothing more is proved safe; then a lucky guess."""
    rng = random.Random(seed)
    layout, first = deal(rng, height, width, mines)
    shown = clues(layout)
    kb = KnowledgeBase(Board(np.full(layout.shape, State.COVERED), mines=mines))
    step = 0
    queue = {first}
    while True:
        while queue:
            kb.tell_all({cell: int(shown[cell]) for cell in queue})
            queue = set(kb.consequences().safe)
        board = kb.board
        left = [cell for cell in board.covered if not layout[cell]]
        if not left:
            return
        step += 1
        name = f"{width}x{height}/{mines} seed {seed}, stuck for the {step}. time"
        yield Position(name, board.grid, mines, layout)
        queue = {rng.choice(left)}


def in_play(size: str, count: int) -> list[Position]:
    """Positions of games at any time, as data sets have them; of the seeds from 0."""
    made = positions(Setting(size), n=count, seed=0, answers=())
    return [
        Position(f"{size} seed {seed}", made.boards[seed], int(total), made.layouts[seed])
        for seed, total in enumerate(made.mines)
    ]


def played_to(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """A game that stops when a share of the safe cells is open, whatever is still proved."""
    rng = random.Random(seed)
    layout, first = deal(rng, height, width, mines)
    shown = clues(layout)
    kb = KnowledgeBase(Board(np.full(layout.shape, State.COVERED), mines=mines), time_limit=None)
    goal = int(share * (layout.size - mines))
    queue = [first]
    opened = 0
    while opened < goal:
        some = queue[: goal - opened]
        kb.tell_all({cell: int(shown[cell]) for cell in some})
        opened += len(some)
        queue = sorted(kb.consequences().safe)
        rng.shuffle(queue)
        if not queue and opened < goal:
            left = np.flatnonzero((kb.board.grid < 0) & ~layout)
            queue = [Cell(*divmod(int(rng.choice(left)), width))]
    name = f"{width}x{height}/{mines} seed {seed}, played to {share:.0%}"
    return Position(name, kb.board.grid, mines, layout)


def at_random(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """A board with a share of its safe cells opened, whichever they are."""
    rng = random.Random(seed)
    layout, _ = deal(rng, height, width, mines)
    grid = np.full(layout.shape, State.COVERED, dtype=np.int8)
    safe = np.flatnonzero(~layout).tolist()
    opened = rng.sample(safe, int(share * len(safe)))
    grid.flat[opened] = clues(layout).flat[opened]
    name = f"{width}x{height}/{mines} seed {seed}, {share:.0%} opened at random"
    return Position(name, grid, mines, layout)


def half_open(height: int, width: int, percent: int, number: int = 0) -> Position:
    """A board with a share of mines, and each safe cell open or not as a coin falls.

    The boards of a size and a share are numbered, and each has a seed of its own.
    """
    seed = 10 * height + percent + 10_000 * number
    rng = np.random.default_rng(seed)
    layout = _drawn(rng, height, width, height * width * percent // 100)
    is_open = (rng.random(layout.shape) < 1 / 2) & ~layout
    grid = np.where(is_open, clues(layout), np.int8(State.COVERED))
    name = f"{width}x{height}, {percent} % mines, half open, seed {seed}"
    return Position(name, grid, int(layout.sum()), layout)


def _drawn(rng: np.random.Generator, height: int, width: int, mines: int) -> Layout:
    layout = np.zeros((height, width), dtype=np.bool_)
    layout.flat[rng.choice(layout.size, mines, replace=False)] = True
    return layout


def under_rules(name: str, side: int, *, mines: int, shown: int, seed: int) -> Board:
    """A square board that shows so many clues under rules.

    Rules for layouts change the number of mines.
    """
    rng = random.Random(seed)
    rules = Rules.of(name)
    layout = np.zeros(side * side, dtype=np.bool_)
    layout[rng.sample(range(side * side), mines)] = True
    if rules.layout:
        layout = _repaired(layout, name, side, rng)
    grid = np.full(side * side, int(State.COVERED))
    ruled = placed_on(rules, side, side, None)
    key = None if ruled is None else _key_of(ruled, layout, rng)
    if ruled is not None and key is None:  # a row or a column is full of mines
        return under_rules(name, side, mines=mines, shown=shown, seed=seed + 1_000_000)
    plain = clues(layout.reshape(side, side)).flat
    for cell in rng.sample(np.flatnonzero(~layout).tolist(), shown):
        if ruled is None:
            grid[cell] = plain[cell]
        else:
            grid[cell] = ruled.shown(cell, layout, rng, key or frozenset())
    return Board(grid.reshape(side, side), mines=int(layout.sum()), rules=name)


def _key_of(ruled: PlacedRules, layout: Layout, rng: random.Random) -> frozenset[int] | None:
    """A key for a layout, without marks for a rule that has none; None if there is none."""
    try:
        return ruled.key_for(layout, rng)
    except ValueError:
        return None


def _repaired(layout: Layout, name: str, side: int, rng: random.Random) -> Layout:
    """A layout that satisfies rules: cells are changed where it breaks them, one after the other.

    Drawing one from all that satisfy them would need the tables that are to be measured.
    """
    empty = Board(np.full((side, side), State.COVERED), rules=name)
    demands = constraints_of(empty).constraints
    touching: dict[int, list[int]] = {}
    for index, demand in enumerate(demands):
        for cell in demand.cells:
            touching.setdefault(cell, []).append(index)
    mines = frozenset(np.flatnonzero(layout).tolist())
    broken = {index for index, demand in enumerate(demands) if not demand.weight(mines)}
    while broken:
        cell = rng.choice(demands[rng.choice(sorted(broken))].cells)
        mines ^= {cell}
        for index in touching[cell]:
            (broken.discard if demands[index].weight(mines) else broken.add)(index)
    changed = np.zeros_like(layout)
    changed[list(mines)] = True
    return changed


def in_patches(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """A board opened in very many places, until a share of all cells is open.

    The openings come first, in random order; then what the clues prove next to them, round by
    round; with nothing left to prove it is full.
    """
    rng = np.random.default_rng(seed)
    layout = _drawn(rng, height, width, mines)
    shown = clues(layout)
    grid = np.full(layout.shape, State.COVERED, dtype=np.int8)
    left = int(share * layout.size)
    # A cell without mines around it opens its neighbours: each opens with the first of them.
    turns = np.where((shown == 0) & ~layout, rng.permutation(layout.size).reshape(layout.shape), -1)
    turns[turns < 0] = layout.size
    padded = np.pad(turns, 1, constant_values=layout.size)
    turns = sliding_window_view(padded, (3, 3)).min(axis=(2, 3))
    queue = np.argsort(turns, axis=None, kind="stable")
    queue = queue[: np.count_nonzero(turns < layout.size)]
    while len(queue) and left:
        queue = queue[:left]
        grid.flat[queue] = shown.flat[queue]
        left -= len(queue)
        proved = probabilities(grid, density=Fraction(mines, layout.size)) == 0
        queue = rng.permutation(np.flatnonzero(proved))
    name = f"{width}x{height}/{mines} seed {seed}, {share:.0%} of all cells opened in patches"
    return Position(name, grid, mines, layout)
