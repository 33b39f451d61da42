"""Answers about many positions of one setting, from array to array."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import KNOWN_MINE, Grid
from logicsweep.games.setting import Setting
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.agreement import check_agreement
from logicsweep.knowledge.batch import probabilities, verdicts
from logicsweep.lab.data.made import seconds_left
from logicsweep.lab.data.reason_arrays import Reasons, gathered
from logicsweep.lab.data.reasons import Reason, proofs_of_many, reasons_of
from logicsweep.limits import Budget
from logicsweep.reason.solvers.names import ELIMINATION, SAT
from logicsweep.strategy.best import best
from logicsweep.system.system import Decided
from logicsweep.tables.counted import FloatArray

# Positions whose easy proofs are kept at once.
_AT_ONCE: Final = 1_000


def chances_of(setting: Setting, boards: Grid, threads: int, budget: Budget) -> FloatArray:
    """Return the mine probabilities: see `logicsweep.probabilities`. Raises `LimitError`."""
    return probabilities(
        boards,
        total_mines=setting.mines,
        density=setting.density,
        mine=KNOWN_MINE,
        adjacency=setting.topology,
        rules=None if setting.rules.is_standard else setting.rules,
        liars=setting.liars,
        constraints=setting.constraints,
        threads=threads,
        time_limit=seconds_left(budget),
    )


def verdicts_of(setting: Setting, boards: Grid, threads: int, budget: Budget) -> VerdictArray:
    """Return the verdicts: see `logicsweep.verdicts`. Raises `LimitError`."""
    return verdicts(
        boards,
        total_mines=setting.mines,
        mine=KNOWN_MINE,
        adjacency=setting.topology,
        rules=None if setting.rules.is_standard else setting.rules,
        liars=setting.liars,
        constraints=setting.constraints,
        # Tables of all boards in one call, where they are ordinary.
        reasoner=ELIMINATION if setting.is_ordinary else SAT,
        threads=threads,
        time_limit=seconds_left(budget),
    )


def compare(setting: Setting, boards: Grid, chances: FloatArray, decided: VerdictArray) -> None:
    """Compare verdicts and chances, which are found separately.

    Raises `InternalError` for a difference, a defect.
    """
    differ = ((chances == 1) != (decided == 1)) | ((chances == 0) != (decided == 0))
    for index in differ.any(axis=(1, 2)).nonzero()[0].tolist():
        proved = Decided(*[(decided[index].ravel() == value).nonzero()[0] for value in (1, 0)])
        board = partial(Board, boards[index], **setting.carried)
        check_agreement(board, proved, chances[index].ravel())


def best_of(
    setting: Setting, boards: Grid, decided: VerdictArray, budget: Budget
) -> NDArray[np.int16]:
    """Return the first cell of `logicsweep.best` on each board, as `Positions.best`.

    It is the first safe cell, if any is proved safe. Raises `LimitError`.
    """
    flat = decided.reshape(-1, setting.cells)
    cells = np.where((flat == 0).any(axis=1), (flat == 0).argmax(axis=1), -1)
    for index in ((cells < 0) & (flat == -1).any(axis=1)).nonzero()[0].tolist():
        board = Board(boards[index], **setting.carried)
        answer = best(board, time_limit=seconds_left(budget))
        cells[index] = board.number(answer.cells[0])
    rows, columns = np.divmod(cells, setting.width)
    return np.where(cells < 0, -1, (rows, columns)).T.astype(np.int16)


def all_reasons_of(
    setting: Setting, boards: Grid, decided: VerdictArray, budget: Budget
) -> Reasons:
    """Return the reasons of all verdicts. Raises `LimitError`."""

    def reasons() -> Iterator[tuple[int, Reason]]:
        for first in range(0, len(boards), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            proofs = proofs_of_many(setting, boards[part], decided[part])
            for turn, (grid, verdicts_on) in enumerate(
                zip(boards[part], decided[part], strict=True)
            ):
                row = None if proofs is None else proofs[turn]
                board = Board(grid, **setting.carried)
                for why in reasons_of(board, verdicts_on, row, budget):
                    yield first + turn, why

    return gathered(reasons())
