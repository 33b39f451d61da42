"""The comparison of verdicts and counts, which are made independently of each other.

A cell is proved safe if and only if no layout has a mine there, and a mine if and only if all have.
A difference is a defect of logicsweep, and raises `InternalError` instead of giving an answer,
unless a program of one's own gave the verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.errors import InternalError
from logicsweep.formulas.command import WrongAnswerError
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.shown import UnprovedError
from logicsweep.system.system import Decided
from logicsweep.tables.counted import CountedComponents, FloatArray
from logicsweep.tables.decided import decided_cells
from logicsweep.tables.total import allowed_counts

# Any value between 0 and 1, where only 0 and 1 matter.
UNDECIDED: Final = 0.5


def check_agreement(
    board: Callable[[], Board],
    proved: Decided[NDArray[np.bool_]],
    marginals: FloatArray,
    *,
    command: str | None = None,
) -> None:
    """Compare verdicts with the marginals of all cells; both cover the board, as flat arrays.

    `proved` are masks of the cells proved mines and proved safe. `marginals` are the probabilities
    of a mine, nan in cells that are not covered: exactly 0 where no layout has a mine, exactly 1
    where all have one, and strictly between 0 and 1 elsewhere. `board` makes the board for the
    message. Raises `InternalError`, which names the first cell in which they differ;
    `WrongAnswerError` where a cell is proved wrongly by a program of one's own with this `command`.
    """
    differ = ((marginals == 1) != proved.mines) | ((marginals == 0) != proved.safe)
    if not differ.any():
        return
    claimed = differ & (proved.mines | proved.safe)
    is_claim = command is not None and bool(claimed.any())
    if is_claim:
        differ = claimed
    number = int(differ.argmax())
    by_proof = _verdict(mine=bool(proved.mines[number]), safe=bool(proved.safe[number]))
    by_count = _verdict(mine=bool(marginals[number] == 1), safe=bool(marginals[number] == 0))
    conflicting = board()
    where = conflicting.cell(number) if number < conflicting.grid.size else f"hidden cell {number}"
    if command is not None and is_claim:
        raise WrongAnswerError(
            f"{where} is {by_proof} by its answers and {by_count} by count",
            command=command,
            cell=conflicting.cell(number),
            board=str(conflicting),
        )
    raise InternalError(
        f"{where} is {by_proof} by proof and {by_count} by count", board=str(conflicting)
    )


def agree(proved: Decided[NDArray[np.intp]], marginals: FloatArray) -> bool:
    """Tell whether verdicts, as ascending cell numbers, agree with marginals; a quick check."""
    return np.array_equal((marginals == 1).nonzero()[0], proved.mines) and np.array_equal(
        (marginals == 0).nonzero()[0], proved.safe
    )


def unproved(error: UnprovedError, board: Board) -> InternalError:
    """Make an `InternalError` of verdicts that tables proposed and nothing proves."""
    text = str(error)
    if error.cell is not None:
        is_on_board = error.cell < board.grid.size
        where = board.cell(error.cell) if is_on_board else f"hidden cell {error.cell}"
        text = f"{where} {text}"
    return InternalError(text, board=str(board))


def raise_no_layout(board: Callable[[], Board]) -> NoReturn:
    """Raise `InternalError`: a board was proved consistent, and no layout was counted."""
    raise InternalError("there is a layout by proof and none by count", board=str(board()))


def check_counts(
    board: Callable[[], Board],
    proved: Decided[NDArray[np.intp]],
    components: Sequence[UndecidedComponent],
    counted: CountedComponents,
    budget: Budget,
) -> None:
    """Check that the counts decide no cell that the verdicts leave undecided.

    Each cell of the `components`, to which the counts in `counted` belong, needs a layout with a
    mine there and one without, under the mine count as well; so do the cells of the interior.
    Raises `InternalError` where there is no such layout, `LimitError` when the budget is spent.
    """
    supports = [counts.support for counts in counted.counts]
    allowed, in_interior = supports, None
    if counted.bounds is not None:
        allowed, in_interior = allowed_counts(supports, len(counted.interior), *counted.bounds)
    if not all(allowed) or (counted.bounds is not None and in_interior is None):
        raise_no_layout(board)
    by_count = _decided_by_count(components, counted, allowed, budget)
    interior = counted.interior.tolist()
    if in_interior == (len(interior), len(interior)):
        by_count.mines.extend(interior)
    elif in_interior == (0, 0):
        by_count.safe.extend(interior)
    if any(by_count):
        first = counted.hidden_from
        marginals = counted.settled.copy()
        for component in components:
            marginals[list(component.cells)] = UNDECIDED
        marginals[interior] = UNDECIDED
        masks = masks_of(proved, marginals.size)
        # `proved` has no hidden cells: those that were settled are proved, too.
        for mask, value in zip(masks, (1, 0), strict=True):
            mask[first:] = marginals[first:] == value
        marginals[by_count.mines] = 1
        marginals[by_count.safe] = 0
        check_agreement(board, masks, marginals)


def _decided_by_count(
    components: Sequence[UndecidedComponent],
    counted: CountedComponents,
    allowed: Sequence[int],
    budget: Budget,
) -> Decided[list[int]]:
    """Return the cells of components that the counts decide, under the allowed numbers of mines."""
    by_count: Decided[list[int]] = Decided([], [])
    for component, counts, numbers in zip(components, counted.counts, allowed, strict=True):
        if component.agreed == numbers:
            continue
        decided = decided_cells(component.component, counts, budget, numbers)
        if not any(decided):
            component.agreed = numbers
        by_count.mines.extend(decided.mines)
        by_count.safe.extend(decided.safe)
    return by_count


def masks_of(cells: Decided[NDArray[np.intp]], size: int) -> Decided[NDArray[np.bool_]]:
    """Turn cell numbers into flat masks of a board with `size` cells."""
    masks = Decided(np.zeros(size, dtype=np.bool_), np.zeros(size, dtype=np.bool_))
    for mask, numbers in zip(masks, cells, strict=True):
        mask[numbers] = True
    return masks


def _verdict(*, mine: bool, safe: bool) -> str:
    return "a mine" if mine else "safe" if safe else "undetermined"
