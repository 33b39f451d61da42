"""The cells that are scored: those nearly as safe as the safest, near clues and far from them."""

from __future__ import annotations

from typing import Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.whatif import WhatIf
from logicsweep.tables.counted import FloatArray

# The most candidates, and of those far from clues, on other than ordinary boards, where what-ifs
# take longer.
_MOST: Final = 8
_MOST_FAR: Final = 4


class Candidates(NamedTuple):
    """Undecided cells by number.

    Attributes:
        near: Cells next to a clue, the safest first.
        far: Other cells, those first that are likeliest to have no mine around them.
    """

    near: tuple[int, ...]
    far: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """All of them."""
        return self.near + self.far


def candidates(root: WhatIf, recipe: Recipe) -> Candidates:
    """Return the candidates under a recipe; none if no cell is undecided.

    The tolerance is that of JSMinesweeper. Far from all clues many cells are equally safe; of these
    the ones come first that most probably have no mine around them, and open a region. Once no
    corner is left, cells on an edge compete only two steps from a clue, as in JSMinesweeper: what
    they show soon joins what is open.
    """
    if not root.situation.is_ordinary:
        most, most_far = min(recipe.candidates, _MOST), min(recipe.far, _MOST_FAR)
        recipe = recipe._replace(candidates=most, far=most_far)
    marginals = root.marginals
    undecided: NDArray[np.intp] = ((marginals > 0) & (marginals < 1)).nonzero()[0]
    if not undecided.size:
        return Candidates((), ())
    risks = marginals.take(undecided)
    safe = 1 - risks >= recipe.tolerance * (1 - risks.min())
    cells = undecided[safe]
    states = root.board.grid.ravel()
    has_clue = np.zeros(states.size + 1, dtype=np.bool_)  # with the padding
    has_clue[:-1] = (states >= 0) | (states == State.UNCERTAIN)
    is_near = has_clue[root.board.adjacency.table[:, cells]].any(axis=0)
    near_cells = cells[is_near]
    near = near_cells[units(marginals.take(near_cells)).argsort(kind="stable")].tolist()
    far_cells = cells[~is_near]
    if recipe.two_steps:
        far_cells = _two_steps(root, far_cells, has_clue)
    far = _likeliest_zeros(root, far_cells).tolist()
    kept_far = far[: min(recipe.far, max(recipe.candidates - len(near), recipe.candidates // 2))]
    kept_near = near[: recipe.candidates - len(kept_far)]
    return Candidates(tuple(kept_near), tuple(kept_far))


def _two_steps(
    root: WhatIf, cells: NDArray[np.intp], has_clue: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Keep of far edge cells those two steps from a clue, if any, unless a corner is far."""
    table = root.board.adjacency.table
    counts = (table < root.board.grid.size).sum(axis=0)
    is_on_edge = counts[cells] < counts.max()
    is_beside = has_clue[table].any(axis=0) & root.board.covered_mask.ravel()
    is_two = np.append(is_beside, False)[table[:, cells]].any(axis=0)
    kept: NDArray[np.intp] = cells
    if (is_on_edge & is_two).any() and not (counts[cells] == counts.min()).any():
        kept = cells[~is_on_edge | is_two]
    return kept


def _likeliest_zeros(root: WhatIf, cells: NDArray[np.intp]) -> NDArray[np.intp]:
    """Order cells by the chance of no mine around them, as if mines were independent."""
    marginals = root.marginals
    is_known = root.board.grid.ravel() == State.KNOWN_MINE
    free = np.ones(marginals.size + 1)  # with the padding
    free[:-1] -= np.where(np.isnan(marginals), is_known, marginals)
    zero = free[root.board.adjacency.table[:, cells]].prod(axis=0)
    order: NDArray[np.intp] = cells[(-units(zero)).argsort(kind="stable")]
    return order


@overload
def units(values: float) -> float: ...
@overload
def units(values: FloatArray) -> FloatArray: ...
def units(values: float | FloatArray) -> float | FloatArray:
    """Round numbers to whole multiples of 1e-9, of which those that agree count as equal."""
    rounded: float | FloatArray = np.rint(values * 1e9)
    return rounded
