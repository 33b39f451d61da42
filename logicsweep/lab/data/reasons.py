"""Levels and smallest reasons of verdicts: easy ones by the kernel, all others one by one.

Where neither one nor two sources prove a verdict, a minimal set of three is a smallest one; only
larger sets take a search for smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import Grid
from logicsweep.games.setting import Setting
from logicsweep.kernel import proposal as easy
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.arrays import in_parts
from logicsweep.knowledge.base import DEFAULT_REASONER, KnowledgeBase
from logicsweep.lab.data.made import seconds_left
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus, MusSearch
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.system.system import position_of


class Reason(NamedTuple):
    """The reason why a cell is safe or a mine.

    Attributes:
        cell: The cell, as a number.
        mine: Whether it is a mine.
        clues: The cells of the clues that are needed, as numbers, ascending.
        uses_total: Whether the mine count is needed.
        rules: The rules and constraints that are needed, in words, sorted.
    """

    cell: int
    mine: bool
    clues: tuple[int, ...]
    uses_total: bool
    rules: tuple[str, ...] = ()


def reasons_of(
    board: Board, verdicts: VerdictArray, proofs: NDArray[np.int32] | None, budget: Budget
) -> Iterator[Reason]:
    """Yield a smallest reason for each decided cell, in order.

    Args:
        board: The position.
        verdicts: The verdicts, as of `logicsweep.verdicts`, of the shape of the board.
        proofs: The board's row of `proofs_of_many`; None to find none in this way.
        budget: The time for all of them.

    Raises:
        LimitError: The budget is spent, or an explanation reached another limit.
    """
    search = _Ordinary(board, budget) if board.is_ordinary else _Any(board, budget)
    budget.check()
    flat = verdicts.ravel()
    for cell in (flat >= 0).nonzero()[0].tolist():
        mine = bool(flat[cell])
        sources = () if proofs is None else tuple(proofs[cell].tolist())
        if not sources or sources[0] == easy.NO_SOURCE:
            yield search.reason(cell, mine=mine, is_hard=bool(sources))
        else:
            clues = tuple(sorted([source for source in sources if source >= 0]))
            yield Reason(cell, mine, clues, easy.MINE_COUNT in sources)


def proofs_of_many(
    setting: Setting, boards: Grid, verdicts: VerdictArray
) -> NDArray[np.int32] | None:
    """Return the kernel's easy proofs of all boards of games; None where it looks for none.

    Both arrays have the shape (N, height, width); for the result see `easy.sources_of_many`.
    """
    mines = mine_count(setting)
    if mines is None:
        return None
    return easy.sources_of_many(boards, mines, verdicts, setting.adjacency)


def levels_of(
    setting: Setting, boards: Grid, verdicts: VerdictArray, threads: int, budget: Budget
) -> NDArray[np.int16]:
    """Return the levels of boards of games, as of `KnowledgeBase.difficulty`; of shape (N,).

    The kernel works in as many threads; it leaves high levels to Python. Raises `LimitError` when
    the budget is spent, or another limit is reached.
    """
    mines = mine_count(setting)
    levels = np.full(len(boards), easy.HIGHEST + 1, dtype=np.int8)
    if mines is not None:

        def find_part(part: slice) -> None:
            easily = easy.levels_of_many(boards[part], mines, verdicts[part], setting.adjacency)
            if easily is not None:
                levels[part] = easily

        in_parts(boards.shape, find_part, threads, budget)
    answer = levels.astype(np.int16)
    for index in (levels > easy.HIGHEST).nonzero()[0].tolist():
        board = Board(boards[index], **setting.carried)
        kb = KnowledgeBase(board, time_limit=seconds_left(budget))
        answer[index] = kb.difficulty().level
    return answer


def mine_count(setting: Setting) -> int | None:
    """Return the mine count of games whose easy proofs are known to the kernel."""
    mines = setting.mines
    return mines if isinstance(mines, int) and setting.is_ordinary else None


class _Ordinary:
    """A search for reasons on an ordinary board."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._position = position_of(board)
        self._search = MusSearch(self._position, engine_of(DEFAULT_REASONER), budget)
        # Cells that touch the same clues are alike.
        self._found: dict[tuple[tuple[int, ...], bool], Mus] = {}

    def reason(self, cell: int, *, mine: bool, is_hard: bool) -> Reason:
        """Return a smallest reason; `is_hard` says that there is no easy proof."""
        key = tuple(self._position.clues_around(cell)), mine
        mus = self._found.get(key)
        if mus is None:
            beyond = easy.HIGHEST if is_hard else 0
            mus = self._search.smallest(cell, mine=mine, beyond=beyond)
            mus = self._found[key] = mus or self._search.minimal(cell, mine=mine)
        return Reason(cell, mine, mus.clues, mus.uses_total)


class _Any:
    """A search for reasons on any board."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._kb = KnowledgeBase(board, time_limit=seconds_left(budget))
        self._budget = budget

    def reason(self, cell: int, *, mine: bool, is_hard: bool) -> Reason:
        """Return a smallest reason."""
        del is_hard
        self._budget.check()
        board = self._kb.board
        why = self._kb.explain(board.cell(cell), smallest=True)
        clues = tuple(sorted(map(board.number, why.clues)))
        rules = tuple(sorted({str(constraint.source) for constraint in why.constraints}))
        return Reason(cell, mine, clues, why.uses_total, rules)
