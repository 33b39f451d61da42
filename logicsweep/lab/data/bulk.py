"""Positions of games by the million, with what can be said about them, as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import Grid
from logicsweep.errors import UnknownNameError, counted, expect, whole
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import Setting
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.arrays import check_threads
from logicsweep.lab.data import answers as answering
from logicsweep.lab.data.made import made
from logicsweep.lab.data.orders import check_dataset
from logicsweep.lab.data.reason_arrays import FIRST_RULE, TOTAL, Reasons, taken, with_copies
from logicsweep.lab.data.reasons import levels_of
from logicsweep.lab.data.symmetries import check_symmetric, copied, copied_cells, images_of
from logicsweep.limits import Budget
from logicsweep.strategy.symmetries import views_of
from logicsweep.tables.counted import FloatArray

__all__ = [
    "ANSWERS",
    "FIRST_RULE",
    "TOTAL",
    "Answer",
    "Positions",
    "Reasons",
    "positions",
]

Answer = Literal["chances", "verdicts", "level", "reasons", "best"]
"""The name of an answer about positions."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Positions of games, with the answers that were asked for; of the others is None.

    All layouts that agree with a position are equally likely to be the one behind it. A slice, such
    as `made[:100]`, is a value of the same kind.

    Attributes:
        setting: The games that the positions are of.
        seeds: The seed that decides each position; uint64 of shape (N,).
        boards: The positions, with the codes of `Board.from_array`: -1 for a covered cell, -3 for a
            known mine (where the mine count is open), else the clue; int8 of shape (N, height,
            width), or int16 under rules with larger clues.
        layouts: The mines behind each position; bool of shape (N, height, width).
        total_mines: The number of mines of each layout; int32 of shape (N,). What a player knows of
            it is in `setting`.
        chances: The probability of a mine in every covered cell, nan in all others, as of
            `logicsweep.probabilities`; float64 of shape (N, height, width).
        verdicts: 1 for a mine, 0 for a safe cell, -1 for an undetermined one, -2 for a cell that is
            not covered, as of `logicsweep.verdicts`; int8 of shape (N, height, width).
        level: The level of the hardest step of the proofs, as of `KnowledgeBase.difficulty`, 0 if
            nothing is proved; int16 of shape (N,).
        reasons: A reason for each cell that is proved safe or a mine.
        best: The row and the column of the first cell of `logicsweep.best`, (-1, -1) if no cell is
            left to open; int16 of shape (N, 2).
    """

    setting: Setting
    seeds: NDArray[np.uint64]
    boards: Grid
    layouts: NDArray[np.bool_]
    total_mines: NDArray[np.int32]
    chances: FloatArray | None = None
    verdicts: VerdictArray | None = None
    level: NDArray[np.int16] | None = None
    reasons: Reasons | None = None
    best: NDArray[np.int16] | None = None

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.seeds)

    def __getitem__(self, part: slice) -> Positions:
        """Return some of the positions, with views of the arrays. Raises TypeError for a number."""
        if not isinstance(part, slice):
            raise TypeError(f"{part!r} is not a slice; expected one, such as [:10], or board(i)")
        reasons = self.reasons
        return Positions(
            *(self.setting, self.seeds[part], self.boards[part], self.layouts[part]),
            self.total_mines[part],
            chances=None if self.chances is None else self.chances[part],
            verdicts=None if self.verdicts is None else self.verdicts[part],
            level=None if self.level is None else self.level[part],
            reasons=None if reasons is None else taken(reasons, range(len(self))[part]),
            best=None if self.best is None else self.best[part],
        )

    def board(self, index: int) -> Board:
        """Return a position as a board, with the mine count and the rules of the setting.

        Raises IndexError if there is no such position.
        """
        return Board(self.boards[index], **self.setting.carried)

    def __repr__(self) -> str:
        return f"<Positions: {len(self):,} of {self.setting.board().title}>"


def positions(
    n: int,
    setting: Setting,
    seed: int = 0,
    *,
    answers: Iterable[Answer] = ("chances", "verdicts"),
    symmetries: bool = False,
    threads: int = 1,
    time_limit: float | None = None,
) -> Positions:
    """Make positions of games, with what was asked about them, as arrays.

    They are the positions of `dataset` with the seeds `seed`, `seed + 1`, ..., the same on every
    machine.

    Args:
        n: The number of positions, 0 or more.
        setting: The size, the mine count, the rules and the first click of the games.
        seed: The first seed; all are from 0 to 2**64 - 1.
        answers: Any of `chances`, `verdicts`, `level`, `reasons` and `best`.
        symmetries: Whether the mirrored and turned copies of each position follow it: on a square
            board with the eight neighbours there are 8 of each in all, on another rectangle 4.
        threads: The number of threads, 1 to 256. Only the kernel runs in all of them at once.
        time_limit: The seconds that the whole call may take; None for no limit.

    Raises:
        ValueError: An argument is out of range; or as `dataset`. With `symmetries`, neighbours,
            rules or constraints look different after a turn.
        UnknownNameError: There is no such answer.
        TypeError: An argument has the wrong type.
        LimitError: The time limit was reached, or a position takes more memory than counting may.
    """
    budget = Budget(time_limit)
    expect("setting", setting, Setting, "a Setting")
    asked = _asked(answers)
    seeds = _seeds(n, seed)
    check_threads(threads)
    if symmetries:
        check_symmetric(setting)
    check_dataset(setting, budget)
    boards, layouts = made(setting, seeds, budget, threads=threads)
    mines = layouts.sum(axis=(1, 2), dtype=np.int32)
    given = _answered(Positions(setting, seeds, boards, layouts, mines), asked, threads, budget)
    return _with_copies(given) if symmetries else given


def _asked(answers: Iterable[Answer]) -> frozenset[Answer]:
    expect("answers", answers, Iterable, f"some of {', '.join(ANSWERS)}")
    names = {answers} if isinstance(answers, str) else {*answers}
    for name in sorted(map(str, names - {*ANSWERS})):
        raise UnknownNameError("answer", name, ANSWERS)
    return frozenset(answer for answer in ANSWERS if answer in names)


def _seeds(n: int, seed: int) -> NDArray[np.uint64]:
    count, first = whole("n", n), whole("seed", seed)
    if count < 0:
        raise ValueError(f"n is {count}; expected 0 or more")
    if not 0 <= first <= MOST + 1 - max(count, 1):
        raise ValueError(f"seed is {first}; expected {counted(count, 'seed')} from 0 to {MOST:,}")
    return np.uint64(first) + np.arange(count, dtype=np.uint64)


def _answered(
    given: Positions, asked: frozenset[Answer], threads: int, budget: Budget
) -> Positions:
    about = given.setting, given.boards
    chances = decided = level = reasons = best = None
    if "chances" in asked:
        chances = answering.chances_of(*about, threads, budget)
    if asked - {"chances"}:
        decided = answering.verdicts_of(*about, threads, budget)
        if chances is not None:
            answering.compare(*about, chances, decided)
        if "level" in asked:
            level = levels_of(*about, decided, threads, budget)
        if "reasons" in asked:
            reasons = answering.all_reasons_of(*about, decided, budget)
        if "best" in asked:
            best = answering.best_of(*about, decided, budget)
    return replace(
        given,
        chances=chances,
        verdicts=decided if "verdicts" in asked else None,
        level=level,
        reasons=reasons,
        best=best,
    )


def _with_copies(given: Positions) -> Positions:
    """Put after each position its mirrored and turned copies."""
    height, width = given.setting.height, given.setting.width
    views = views_of(height, width)
    images = images_of(views)
    return replace(
        given,
        seeds=given.seeds.repeat(len(views)),
        boards=copied(given.boards, views),
        layouts=copied(given.layouts, views),
        total_mines=given.total_mines.repeat(len(views)),
        chances=None if given.chances is None else copied(given.chances, views),
        verdicts=None if given.verdicts is None else copied(given.verdicts, views),
        level=None if given.level is None else given.level.repeat(len(views)),
        reasons=None if given.reasons is None else with_copies(given.reasons, images),
        best=None if given.best is None else copied_cells(given.best, images, width),
    )
