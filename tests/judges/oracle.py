"""The judge: every layout of a small board, by trying all of them.

It starts from the board's grid alone and shares no code with what it judges. Neighbours are the
eight cells around a cell, or whatever a test says: it hands them to the board and to the oracle.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State

Masks = NDArray[np.bool_]
# The neighbours of each cell, in reading order; None for the eight around it.
Near = Sequence[Collection[int]] | None


def placements(board: Board) -> Masks:
    """Every way to place mines in the covered cells, shape (placements, height, width)."""
    grid = board.grid.ravel().tolist()
    covered = [place for place, state in enumerate(grid) if state in (State.COVERED, State.FLAGGED)]
    assert len(covered) <= 16, "too large for the oracle"
    choices = (np.arange(2 ** len(covered))[:, None] >> np.arange(len(covered))) & 1
    mines = np.zeros((len(choices), len(grid)), dtype=np.bool_)
    mines[:, covered] = choices
    mines[:, [place for place, state in enumerate(grid) if state == State.KNOWN_MINE]] = True
    return mines.reshape(-1, board.height, board.width)


def contradictions(board: Board, masks: Masks, near: Near = None) -> dict[Cell, Masks]:
    """For each clue on the board which of some layouts contradict it."""
    wrong = {}
    uncertain, grid = board.uncertain, board.grid.tolist()
    for row, states in enumerate(grid):
        for column, state in enumerate(states):
            cell = Cell(row, column)
            if cell in uncertain:
                clue, most = uncertain[cell], board.grid.size
                ruled_out = np.array([clue.likelihood_of(count) == 0 for count in range(most)])
                wrong[cell] = ruled_out[around(masks, cell, near)]
            elif state >= 0:
                wrong[cell] = around(masks, cell, near) != state
    return wrong


def meets_total(board: Board, masks: Masks) -> Masks:
    """Which of some layouts have as many mines as the board says."""
    counts = masks.sum(axis=(1, 2))
    total = board.total_mines
    if total is None:
        return np.ones(len(counts), dtype=np.bool_)
    lower, upper = (total, total) if isinstance(total, int) else total
    met: Masks = (lower <= counts) & (counts <= upper)
    return met


def layouts(board: Board, near: Near = None, *, liars: int = 0) -> Masks:
    """Every layout that contradicts no clue, or at most `liars` of them."""
    masks = placements(board)
    lies = np.zeros(len(masks), dtype=np.intp)
    for wrong in contradictions(board, masks, near).values():
        lies += wrong
    found: Masks = masks[(lies <= liars) & meets_total(board, masks)]
    return found


def around(masks: Masks, cell: Cell, near: Near = None) -> NDArray[np.intp]:
    """How many mines are next to a cell, in each layout."""
    if near is not None:
        numbers = list(near[cell.row * masks.shape[2] + cell.column])
        held: NDArray[np.intp] = masks.reshape(len(masks), len(near))[:, numbers].sum(axis=1)
        return held
    top, left = max(cell.row - 1, 0), max(cell.column - 1, 0)
    held = masks[:, top : cell.row + 2, left : cell.column + 2].sum(axis=(1, 2))
    return held - masks[:, cell.row, cell.column]


def posterior(board: Board, near: Near = None) -> tuple[Masks, list[Fraction]]:
    """Every layout, and how likely it is: the product of the likelihoods, and of the prior.

    The prior is the board's density when the total is unknown, else uniform.
    """
    found = layouts(board, near)
    weights = weigh(board, found, near)
    whole = sum(weights)
    return found, [weight / whole for weight in weights]


def weigh(board: Board, masks: Masks, near: Near = None) -> list[Fraction]:
    """What layouts weigh: the likelihoods of what they show, times the prior."""
    weights = [Fraction(1)] * len(masks)
    for (row, column), clue in board.uncertain.items():
        held = around(masks, Cell(row, column), near).tolist()
        chances = [clue.likelihood_of(count) for count in range(board.grid.size)]
        weights = [weight * chances[count] for weight, count in zip(weights, held, strict=True)]
    density = board.density
    if board.total_mines is None and density is not None:
        covered, known = len(board.covered), len(board.known_mines)
        prior = [
            density**mines * (1 - density) ** (covered - mines) for mines in range(covered + 1)
        ]
        counts = (masks.sum(axis=(1, 2)) - known).tolist()
        weights = [weight * prior[mines] for weight, mines in zip(weights, counts, strict=True)]
    return weights


def verdicts(board: Board) -> tuple[set[Cell], set[Cell]] | None:
    """The covered cells that are mines in every layout, and those in none; None without layouts."""
    return verdicts_of(board, layouts(board))


def verdicts_of(board: Board, found: Masks) -> tuple[set[Cell], set[Cell]] | None:
    """The same of layouts that are at hand."""
    if not len(found):
        return None
    always, ever = found.all(axis=0), found.any(axis=0)
    return (
        {cell for cell in board.covered if always[cell]},
        {cell for cell in board.covered if not ever[cell]},
    )


def is_consistent(board: Board) -> bool:
    """Whether any layout agrees."""
    return len(layouts(board)) > 0


def wrong_clues(board: Board, layout: Masks) -> list[Cell]:
    """The clues that a layout contradicts."""
    return [cell for cell, wrong in contradictions(board, layout[None]).items() if wrong[0]]
