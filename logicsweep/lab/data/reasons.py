"""Levels and smallest reasons of verdicts: easy ones by the kernel, all others one by one.

Where neither one nor two sources prove a verdict, a minimal set of three is a smallest one; only
larger sets take a search for smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import Grid
from logicsweep.games.records import Place, Places
from logicsweep.games.setting import Setting
from logicsweep.kernel import proposal as easy
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.knowledge.arrays import in_parts
from logicsweep.knowledge.base import DEFAULT_REASONER, KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus, MusSearch
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.system.system import position_of


class Reason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The reason why a cell is safe or a mine: a smallest set of sources that proves it."""

    cell: Place
    verdict: Annotated[Literal["safe", "mine"], Meta(description="What is proved.")]
    clues: Annotated[Places, Meta(description="The cells of the clues that are needed.")]
    uses_total: Annotated[bool, Meta(description="Whether the mine count is needed.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The rules that are needed, such as `the rule Q`.")
    ]


def reasons_of(
    setting: Setting, board: Board, verdicts: VerdictArray, budget: Budget
) -> Iterator[Reason]:
    """Yield a smallest reason for each decided cell of a position, in order.

    Args:
        setting: The games.
        board: The position.
        verdicts: The verdicts, as of `logicsweep.verdicts`, of the shape of the board.
        budget: The time for all of them.

    Raises:
        LimitError: The budget is spent, or an explanation reached another limit.
    """
    flat = verdicts.ravel()
    decided = [(cell, bool(flat[cell])) for cell in (flat >= 0).nonzero()[0].tolist()]
    if not board.is_ordinary:
        kb = KnowledgeBase(board, time_limit=budget.remaining())
        for cell, mine in decided:
            budget.check()
            yield _explained(kb, cell, mine=mine)
        return
    mines, proofs = mine_count(setting), None
    if mines is not None:
        proofs = easy.sources_of_many(board.grid[None], mines, verdicts[None], setting.adjacency)
    search = _Ordinary(board, budget)
    budget.check()
    for cell, mine in decided:
        sources = () if proofs is None else tuple(proofs[0, cell].tolist())
        if not sources or sources[0] == easy.NO_SOURCE:
            yield search.reason(cell, mine=mine, is_hard=bool(sources))
        else:
            clues = [source for source in sources if source >= 0]
            yield _reason(board, cell, clues, mine=mine, uses_total=easy.MINE_COUNT in sources)


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
        kb = KnowledgeBase(board, time_limit=budget.remaining())
        answer[index] = kb.difficulty().level
    return answer


def mine_count(setting: Setting) -> int | None:
    """Return the mine count of games whose easy proofs are known to the kernel."""
    mines = setting.mines
    return mines if isinstance(mines, int) and setting.is_ordinary else None


class _Ordinary:
    """A search for reasons on an ordinary board."""

    def __init__(self, board: Board, budget: Budget) -> None:
        self._board = board
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
        return _reason(self._board, cell, mus.clues, mine=mine, uses_total=mus.uses_total)


def _explained(kb: KnowledgeBase, cell: int, *, mine: bool) -> Reason:
    """Return a smallest reason on any board."""
    board = kb.board
    why = kb.explain(board.cell(cell), smallest=True)
    clues = map(board.number, why.clues)
    rules = tuple(sorted({str(constraint.source) for constraint in why.constraints}))
    return _reason(board, cell, clues, mine=mine, uses_total=why.uses_total, rules=rules)


def _reason(
    board: Board,
    cell: int,
    clues: Iterable[int],
    *,
    mine: bool,
    uses_total: bool,
    rules: tuple[str, ...] = (),
) -> Reason:
    return Reason(
        cell=divmod(cell, board.width),
        verdict="mine" if mine else "safe",
        clues=tuple(divmod(clue, board.width) for clue in sorted(clues)),
        uses_total=uses_total,
        rules=rules,
    )
