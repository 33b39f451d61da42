"""Positions of games by the million, with what can be said about them, as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import Grid
from logicsweep.count.counted import FloatArray
from logicsweep.errors import UnknownNameError, expect, whole
from logicsweep.games.dataset.drawn import position
from logicsweep.games.dataset.positions import check_dataset
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import Setting
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.arrays import check_threads
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.batch import probabilities, verdicts
from logicsweep.limits import Budget
from logicsweep.strategy.best import best

Answer = Literal["chances", "verdicts", "level", "reasons", "best"]
"""What can be asked about positions."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)

# In the sources of a reason, where a cell number stands for the clue of the cell.
TOTAL: Final = -1
FIRST_RULE: Final = -2


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
            reasons=None if reasons is None else _taken(reasons, range(len(self))[part]),
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
    check_dataset(setting, budget)
    if symmetries:
        raise NotImplementedError
    boards, layouts = [], []
    for number in seeds:
        layout, board = position(setting, number, time_limit=budget.left())
        layouts.append(layout.mask)
        boards.append(board.grid)
    shape = (len(seeds), setting.height, setting.width)
    grids = np.array(boards, dtype=setting.board().grid.dtype).reshape(shape)
    masks = np.array(layouts, dtype=np.bool_).reshape(shape)
    made = Positions(
        setting,
        np.array(seeds, dtype=np.uint64),
        grids,
        masks,
        masks.sum(axis=(1, 2), dtype=np.int32),
    )
    return _answered(made, asked, threads, budget)


def _asked(answers: Iterable[Answer]) -> frozenset[Answer]:
    expect("answers", answers, Iterable, f"some of {', '.join(ANSWERS)}")
    names = {answers} if isinstance(answers, str) else {*answers}
    for name in sorted(map(str, names - {*ANSWERS})):
        raise UnknownNameError("answer", name, ANSWERS)
    return frozenset(answer for answer in ANSWERS if answer in names)


def _seeds(n: int, seed: int) -> range:
    count, first = whole("n", n), whole("seed", seed)
    if count < 0:
        raise ValueError(f"n is {count}; expected 0 or more")
    if not 0 <= first <= MOST - max(count - 1, 0):
        raise ValueError(f"seed is {first}; expected seeds from 0 to {MOST:,}")
    return range(first, first + count)


def _answered(made: Positions, asked: frozenset[Answer], threads: int, budget: Budget) -> Positions:
    chances = decided = level = chosen = reasons = None
    carried = made.setting.carried
    density, adjacency = carried.pop("density"), carried.pop("adjacency")
    arguments = {"mine": -3, "adjacency": adjacency, "threads": threads, **carried}
    if "chances" in asked:
        chances = probabilities(made.boards, density=density, time_limit=budget.left(), **arguments)
    if "verdicts" in asked:
        decided = verdicts(made.boards, time_limit=budget.left(), **arguments)
    if "level" in asked or "best" in asked or "reasons" in asked:
        bases = [
            KnowledgeBase(made.board(index), time_limit=budget.left()) for index in range(len(made))
        ]
    if "level" in asked:
        level = np.array([kb.difficulty().level for kb in bases], dtype=np.int16)
    if "best" in asked:
        firsts = [best(kb).cells[:1] for kb in bases]
        cells = [cells[0] if cells else (-1, -1) for cells in firsts]
        chosen = np.array(cells, dtype=np.int16).reshape(len(made), 2)
    if "reasons" in asked:
        reasons = _reasons(bases)
    return Positions(
        *(made.setting, made.seeds, made.boards, made.layouts, made.total_mines),
        *(chances, decided, level, reasons, chosen),
    )


def _reasons(bases: Sequence[KnowledgeBase]) -> Reasons:
    at: list[tuple[int, int, bool]] = []
    sources: list[list[int]] = []
    rules: dict[str, int] = {}
    for index, kb in enumerate(bases):
        proved = kb.consequences()
        for cell in sorted(proved.safe | proved.mines):
            why = kb.explain(cell, smallest=True)
            names = sorted({str(constraint.source) for constraint in why.constraints})
            numbers = [kb.board.number(clue) for clue in why.clues]
            numbers += [TOTAL] * why.uses_total
            numbers += [FIRST_RULE - rules.setdefault(name, len(rules)) for name in names]
            at.append((index, kb.board.number(cell), cell in proved.mines))
            sources.append(sorted(numbers))
    table = np.array(at, dtype=np.int64).reshape(len(at), 3)
    return Reasons(
        table[:, 0].copy(),
        table[:, 1].astype(np.int32),
        table[:, 2].astype(np.bool_),
        np.cumsum([0, *map(len, sources)], dtype=np.int64),
        np.array([number for numbers in sources for number in numbers], dtype=np.int32),
        tuple(rules),
    )


def _taken(reasons: Reasons, places: range) -> Reasons:
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
