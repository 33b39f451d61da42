"""The cells that are scored: those nearly as safe as the safest, near clues and far from them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.reason.component_counts import UncountableError
from logicsweep.strategy.parts import pockets
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.whatif import WhatIf

# Risks that agree in this number of digits are taken for equal.
DIGITS: Final = 9
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
    the ones come first that most probably have no mine around them, and open a region.
    """
    if not root.situation.is_ordinary:
        most, most_far = min(recipe.candidates, _MOST), min(recipe.far, _MOST_FAR)
        recipe = recipe._replace(candidates=most, far=most_far)
    marginals = root.marginals
    undecided = _worth_a_look(root, recipe)
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
    pairs = zip(marginals.take(near_cells).round(DIGITS).tolist(), near_cells.tolist(), strict=True)
    near = [cell for _, cell in sorted(pairs)]
    far_cells = cells[~is_near]
    far = _likeliest_zeros(root, far_cells.tolist()) if far_cells.size else []
    kept_far = far[: min(recipe.far, max(recipe.candidates - len(near), recipe.candidates // 2))]
    kept_near = near[: recipe.candidates - len(kept_far)]
    return Candidates(tuple(kept_near), tuple(kept_far))


def _worth_a_look(root: WhatIf, recipe: Recipe) -> NDArray[np.intp]:
    """Return the undecided cells, without small pockets unless there is nothing else."""
    is_open = (root.marginals > 0) & (root.marginals < 1)
    if recipe.pocket and root.situation.has_components:
        try:
            late = pockets(root.situation.by_component, recipe.pocket)
        except UncountableError:
            late = []
        if 0 < len(late) < int(is_open.sum()):
            is_open[late] = False
    undecided: NDArray[np.intp] = is_open.nonzero()[0]
    return undecided


def _likeliest_zeros(root: WhatIf, cells: list[int]) -> list[int]:
    """Order cells by the chance of no mine around them, as if mines were independent."""
    marginals = root.marginals
    states = root.board.grid.ravel()
    mines = np.where(np.isnan(marginals), states == State.KNOWN_MINE, marginals)
    free = np.full(states.size + 1, -np.inf)
    free[-1] = 0  # padding
    np.log1p(-mines, out=free[:-1], where=mines < 1)
    zero = free[root.board.adjacency.table[:, cells]].sum(axis=0).round(DIGITS)
    return [cell for _, cell in sorted(zip((-zero).tolist(), cells, strict=True))]
