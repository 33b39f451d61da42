"""Positions to measure on: reached by seeded play, opened in patches, or cell by cell at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from logicsweep import Board, Cell, KnowledgeBase, State, probabilities

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
    kb = KnowledgeBase(Board(np.full(layout.shape, State.COVERED), total_mines=mines))
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


def played_to(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """A game that stops when a share of the safe cells is open, whatever is still proved."""
    rng = random.Random(seed)
    layout, first = deal(rng, height, width, mines)
    shown = clues(layout)
    kb = KnowledgeBase(
        Board(np.full(layout.shape, State.COVERED), total_mines=mines), time_limit=None
    )
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


def in_patches(height: int, width: int, mines: int, seed: int, share: float) -> Position:
    """A board opened in very many places, until a share of all cells is open.

    The openings come first, in random order; then what the clues prove next to them, round by
    round; with nothing left to prove it is full.
    """
    rng = np.random.default_rng(seed)
    layout = np.zeros((height, width), dtype=np.bool_)
    layout.flat[rng.choice(layout.size, mines, replace=False)] = True
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
