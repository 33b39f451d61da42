"""The layouts of a board with their probabilities, by the oracle."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from logicsweep import Board
from tests.judges import oracle

DENSITY = Fraction(2, 9)


def weighed_layouts(board: Board) -> list[tuple[np.ndarray, Fraction]]:
    """The layouts, each with its chance."""
    layouts = oracle.layouts(board)
    if board.mines is None:
        odds = DENSITY / (1 - DENSITY)
        weights = [odds ** int(layout.sum()) for layout in layouts]
    else:
        weights = [Fraction(1)] * len(layouts)
    mass = sum(weights)
    return [(layout, weight / mass) for layout, weight in zip(layouts, weights, strict=True)]
