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
    total = board.mines
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
    factors = []
    for (row, column), clue in board.uncertain.items():
        held = around(masks, Cell(row, column), near)
        factors.append((held, [clue.likelihood_of(count) for count in range(board.grid.size)]))
    density = board.density
    if board.mines is None and density is not None:
        covered, known = len(board.covered), len(board.known_mines)
        prior = [
            density**mines * (1 - density) ** (covered - mines) for mines in range(covered + 1)
        ]
        factors.append((masks.sum(axis=(1, 2)) - known, prior))
    # Layouts that weigh the same are told apart no longer; there are few weights.
    weights, kinds = [Fraction(1)], np.zeros(len(masks), dtype=np.intp)
    for numbers, chances in factors:
        pairs, kinds = np.unique(kinds * len(chances) + numbers, return_inverse=True)
        weights = [
            weights[pair // len(chances)] * chances[pair % len(chances)] for pair in pairs.tolist()
        ]
    return [weights[kind] for kind in kinds.tolist()]


def risks(board: Board, masks: Masks, weights: list[Fraction]) -> dict[Cell, Fraction]:
    """How likely each covered cell is a mine, if layouts weigh so much."""
    # By the objects, which layouts that weigh the same have in common: to hash them takes longer.
    places: dict[int, list[int]] = {}
    for place, weight in enumerate(weights):
        places.setdefault(id(weight), []).append(place)
    whole, hits = Fraction(0), dict.fromkeys(board.covered, Fraction(0))
    for alike in places.values():
        weight, counts = weights[alike[0]], masks[alike].sum(axis=0)
        whole += weight * len(alike)
        for cell in hits:
            hits[cell] += weight * int(counts[cell])
    return {cell: hit / whole for cell, hit in hits.items()}


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
