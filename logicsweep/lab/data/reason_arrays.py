"""Reasons of many positions, as flat arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.lab.data.reasons import Reason

TOTAL: Final = -1
"""The mine count among the sources of a reason, where a cell number stands for a clue."""
FIRST_RULE: Final = -2
"""The first of the rules; the next ones are the numbers below it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reasons:
    """The reasons why cells are safe or mines, one after the other: by position, then by cell.

    Reason i has the sources `sources[offsets[i]:offsets[i + 1]]`: a smallest set that proves it.

    Attributes:
        positions: The places of their positions in the arrays of `Positions`; int64 of shape (R,).
        cells: The decided cells, as numbers row by row from 0; int32 of shape (R,).
        mines: Whether the cell is a mine, else it is safe; bool of shape (R,).
        offsets: The places where the sources of each reason begin, and the end of the last; int64
            of shape (R + 1,).
        sources: Ascending within a reason: the cell of a clue, as a number; -1 for the mine count;
            -2 - i for `rules[i]`; int32.
        rules: The rules and constraints among the sources, in words.
    """

    positions: NDArray[np.int64]
    cells: NDArray[np.int32]
    mines: NDArray[np.bool_]
    offsets: NDArray[np.int64]
    sources: NDArray[np.int32]
    rules: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of reasons."""
        return len(self.cells)


def gathered(reasons: Iterable[tuple[int, Reason]]) -> Reasons:
    """Put reasons into arrays, each with the place of its position, in order."""
    rules: dict[str, int] = {}
    at: list[tuple[int, int, bool]] = []
    sources: list[list[int]] = []
    for index, why in reasons:
        at.append((index, why.cell, why.mine))
        names = [FIRST_RULE - rules.setdefault(name, len(rules)) for name in why.rules]
        sources.append([*sorted(names), *[TOTAL] * why.uses_total, *why.clues])
    table = np.array(at, dtype=np.int64).reshape(len(at), 3)
    return Reasons(
        table[:, 0].copy(),
        table[:, 1].astype(np.int32),
        table[:, 2].astype(np.bool_),
        np.cumsum([0, *map(len, sources)], dtype=np.int64),
        np.fromiter(chain.from_iterable(sources), dtype=np.int32),
        tuple(rules),
    )


def with_copies(reasons: Reasons, images: NDArray[np.int32]) -> Reasons:
    """Put after the reasons of each position those of its copies.

    `images` has the shape (copies, cells): the cell that each one becomes in a copy.
    """
    copies, count = len(images), len(reasons)
    turns = np.arange(copies)
    positions = (reasons.positions[:, None] * copies + turns).ravel()
    cells = images[:, reasons.cells].T.ravel()
    sizes = np.diff(reasons.offsets)
    is_clue = reasons.sources >= 0
    sources = np.where(is_clue, images[:, np.where(is_clue, reasons.sources, 0)], reasons.sources)
    # The order is by position, then by cell, and within a reason by source.
    order = np.lexsort((cells, positions))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    owners = place[np.repeat(np.arange(count), sizes) * copies + turns[:, None]].ravel()
    flat = sources.ravel()
    return Reasons(
        positions[order],
        cells[order].astype(np.int32),
        np.repeat(reasons.mines, copies)[order],
        np.concatenate(([0], np.cumsum(np.repeat(sizes, copies)[order]))).astype(np.int64),
        flat[np.lexsort((flat, owners))].astype(np.int32),
        reasons.rules,
    )


def taken(reasons: Reasons, places: range) -> Reasons:
    """Return the reasons of the positions at some places, numbered anew."""
    firsts = np.searchsorted(reasons.positions, places, side="left")
    counts = np.searchsorted(reasons.positions, places, side="right") - firsts
    kept = _ranges(firsts, counts)
    sizes = np.diff(reasons.offsets)[kept]
    return Reasons(
        np.repeat(np.arange(len(places)), counts),
        reasons.cells[kept],
        reasons.mines[kept],
        np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        reasons.sources[_ranges(reasons.offsets[kept], sizes)],
        reasons.rules,
    )


def _ranges(firsts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of ranges, one range after the other."""
    ends = np.cumsum(counts)
    return np.arange(counts.sum()) + np.repeat(firsts - ends + counts, counts)
