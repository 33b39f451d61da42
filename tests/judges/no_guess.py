"""Judges of games without guesses: all layouts of a tiny board, and a player with SAT proofs."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from logicsweep import KnowledgeBase, Layout
from tests.judges.oracle import Masks


def opened_by_trying(layout: Layout, start: tuple[int, int], *, total: bool) -> Masks:
    """Which cells of a tiny board are opened from the start if a cell is opened only when no layout
    that agrees with what is open has a mine there. Zeros do not open their neighbours by rule.
    """
    mask = layout.mask
    bits = np.arange(2**mask.size)[:, None] >> np.arange(mask.size) & 1
    every = bits.astype(np.bool_).reshape(-1, *mask.shape)
    if total:
        every = every[every.sum(axis=(1, 2)) == mask.sum()]
    padded = np.pad(every, ((0, 0), (1, 1), (1, 1))).astype(np.int8)
    around = sum(
        padded[:, row : row + mask.shape[0], column : column + mask.shape[1]]
        for row in range(3)
        for column in range(3)
        if (row, column) != (1, 1)
    )
    own = int(np.flatnonzero((every == mask).all(axis=(1, 2)))[0])
    is_open = np.zeros_like(mask)
    due = [start]
    left = np.ones(len(every), dtype=np.bool_)
    while due:
        for cell in due:
            is_open[cell] = True
            left &= ~every[(slice(None), *cell)]
            left &= around[(slice(None), *cell)] == around[(own, *cell)]
        safe = ~every[left].any(axis=0) & ~is_open
        due = [(int(row), int(column)) for row, column in np.argwhere(safe)]
    return is_open


def tiny_layouts(height: int, width: int, mines: int, start: tuple[int, int]) -> list[Layout]:
    """Every layout with so many mines and none at the start."""
    cells = [cell for cell in np.ndindex(height, width) if cell != start]
    found = []
    for chosen in combinations(cells, mines):
        mask = np.zeros((height, width), dtype=np.bool_)
        mask[tuple(np.array(chosen, dtype=np.intp).reshape(-1, 2).T)] = True
        found.append(Layout(mask))
    return found


def is_won_by_proofs(layout: Layout, start: tuple[int, int], *, total: bool) -> bool:
    """Whether a knowledge base with a SAT solver opens every safe cell, and nothing unproved."""
    shown = layout.revealed()
    board = layout.opened([start])
    kb = KnowledgeBase(board if total else board.with_total(None), reasoner="sat")
    while safe := kb.consequences().safe:
        assert not any(layout.mask[cell] for cell in safe)
        kb.tell_all({cell: int(shown.grid[cell]) for cell in safe})
    return len(kb.board.clues) == int((~layout.mask).sum())
