"""Chances of every covered cell at once: to open an area, and to make progress."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np

from logicsweep.board.board import Board, expect_board
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.strategy.score import outcomes
from logicsweep.strategy.whatif import WhatIf
from logicsweep.tables.counted import FloatArray
from logicsweep.tables.model_count import NEARLY

# The most undecided cells whose progress is compared: each takes a what-if for each clue.
MOST_UNDECIDED: Final = 10_000


def zero_chances(
    position: KnowledgeBase | Board,
    *,
    density: Fraction | str | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> FloatArray:
    """Compute how likely each covered cell is to open an area.

    That is the probability that neither the cell nor any of its neighbours is a mine, so that an
    exact clue in it is 0.

    Args:
        position: A knowledge base, or a board.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        time_limit: The seconds that it may take; None for no limit.

    Returns:
        An array of shape (height, width), float64, nan in cells that are not covered. Values are
        right to about nine digits, and one is exactly 0 or 1 if and only if that is proved.

    Raises:
        ValueError: The density is out of range, or cells that are opened follow a rule for clues.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached.
        MissingDensityError: The answer depends on a density that is unknown.
    """
    root = _root(position, density, time_limit)
    ruled = root.board.placed_rules
    if ruled is not None and not ruled.first.rules.clue.is_standard:
        raise ValueError(
            f"only ordinary clues open areas; the board has the rule {ruled.first.rules.clue.name}"
        )
    marginals = root.marginals
    is_mine = np.append((marginals == 1) | (root.board.grid.ravel() == State.KNOWN_MINE), False)
    is_safe = np.append(~(marginals > 0) & ~is_mine[:-1], True)

    def chance(cell: int) -> float:
        around = [cell, *root.board.adjacency.neighbours(cell)]
        if is_mine[around].any():
            return 0.0
        return 1.0 if is_safe[around].all() else min(_chance(root, root.suppose({cell: 0})), NEARLY)

    return _of_each(root, chance, time_limit)


def progress_chances(
    position: KnowledgeBase | Board,
    *,
    density: Fraction | str | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> FloatArray:
    """Compute how likely each covered cell is to make progress when it is opened.

    That is the probability that the cell is no mine and that afterwards, with its clue, at least
    one other covered cell is proved safe, or the game is won: every covered cell is proved a mine.
    So if two cells are proved safe already, it is the probability that the cell is no mine.
    Arguments and results are those of `zero_chances`; clues to come are as for `win_chance`.

    Raises:
        ValueError: The density is out of range.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached, or more than 10,000 cells are undecided.
        MissingDensityError: The answer depends on a density that is unknown.
    """
    root = _root(position, density, time_limit)
    marginals = root.marginals
    safe = len(root.safe)
    undecided = int(((marginals > 0) & (marginals < 1)).sum())
    if safe < 2 and undecided > MOST_UNDECIDED:
        raise LimitError(
            f"{undecided:,} cells are undecided; the progress of at most {MOST_UNDECIDED:,} is "
            f"compared"
        )

    def chance(cell: int) -> float:
        risk = float(marginals[cell])
        others = safe - (risk == 0)
        if risk == 1 or others:
            return 1 - risk
        by_progress = {True: 0.0, False: 0.0}
        for probability, after in outcomes(root, cell):
            by_progress[_is_progress(after)] += probability
        if not by_progress[False]:
            return 1 - risk
        return min(by_progress[True], NEARLY)

    return _of_each(root, chance, time_limit)


def _root(
    position: KnowledgeBase | Board, density: Fraction | str | None, time_limit: float | None
) -> WhatIf:
    """Return a consistent position without suppositions."""
    expect_board(position, name="position", besides=KnowledgeBase)
    root = WhatIf.of(position, density=density, time_limit=time_limit)
    if not root.is_possible:
        root.situation.kb.consequences()  # raises, and says which clues conflict
    return root


def _is_progress(marginals: FloatArray) -> bool:
    """Tell whether a covered cell is proved safe, or all of them are proved mines."""
    return bool((marginals == 0).any() or not (marginals < 1).any())


def _chance(root: WhatIf, after: WhatIf) -> float:
    """Return the probability of what is supposed."""
    return float(2.0 ** (after.log2_mass - root.log2_mass)) if after.is_possible else 0.0


def _of_each(root: WhatIf, chance: Callable[[int], float], time_limit: float | None) -> FloatArray:
    """Return the chance of each covered cell, nan in the others; `LimitError` after the time."""
    budget = Budget(time_limit)
    chances = np.full(root.board.grid.size, np.nan)
    for cell in root.board.covered_mask.ravel().nonzero()[0].tolist():
        budget.check()
        chances[cell] = chance(cell)
    return chances.reshape(root.board.shape)
