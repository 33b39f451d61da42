"""A judge of explanations: all layouts of a small board, and what each of them contradicts."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from logicsweep import Board, Cell, KnowledgeBase
from logicsweep.reasons import Certificate
from tests.judges import oracle
from tests.judges.making import first_board, random_board, showing, uncertain_board

SEEDS = range(200)


def strip(seed: int) -> Board:
    """A row of some components that have little room, and a total that fits."""
    rng = random.Random(seed)
    kinds = ["?1?1?", "?1?", "?1?_?1?1?", "?"]
    pieces = [rng.choice(kinds) for _ in range(rng.randint(2, 3))]
    grid = Board.parse("___".join(pieces) + "\n").grid
    layouts = oracle.layouts(Board(grid))
    mines = int(rng.choice(layouts.sum(axis=(1, 2)).tolist()))
    return Board(grid, mines=(mines, mines + 1) if rng.random() < 0.3 else mines)


class Judge:
    """All placements of mines in the covered cells, and which sources each contradicts."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.layouts: NDArray[np.bool_] = oracle.layouts(showing(board, (), total=False))
        self.wrong = [frozenset(oracle.wrong_clues(board, one)) for one in self.layouts]
        total = board.mines
        lower, upper = total if isinstance(total, tuple) else (total or 0, total or 0)
        counts = self.layouts.sum(axis=(1, 2))
        self.meets = (
            np.ones(len(counts), dtype=np.bool_)
            if total is None
            else (lower <= counts) & (counts <= upper)
        )

    def left(
        self, clues: Collection[Cell], uses_total: bool, given: Mapping[Cell, bool] | None = None
    ) -> NDArray[np.bool_]:
        """The placements that agree with some sources, and with what is given of cells."""
        agrees = np.array([wrong.isdisjoint(clues) for wrong in self.wrong])
        if uses_total:
            agrees &= self.meets
        for cell, mine in (given or {}).items():
            agrees &= self.layouts[:, cell.row, cell.column] == mine
        return self.layouts[agrees]

    def forces(
        self,
        clues: Collection[Cell],
        uses_total: bool,
        cell: Cell,
        mine: bool,
        given: Mapping[Cell, bool] | None = None,
    ) -> bool:
        """Whether a cell is the same in all that agrees with some sources."""
        return bool((self.left(clues, uses_total, given)[:, cell.row, cell.column] == mine).all())

    def decides_by_fewer(
        self, cell: Cell, mine: bool, known: Mapping[Cell, bool], sources: int
    ) -> bool:
        """Whether fewer than so many sources decide a cell, with what is known."""
        for size in range(sources):
            for total in (False, True)[: 1 + (self.board.mines is not None)]:
                if size >= total:
                    for clues in combinations(self.board.clues, size - total):
                        if self.forces(clues, total, cell, mine, known):
                            return True
        return False


def consistent(seed: int) -> tuple[Board, Judge, dict[Cell, bool]]:
    """A consistent board, its judge and its verdicts, as the oracle has them."""
    board = first_board(seed, some_board, oracle.is_consistent)
    found = oracle.verdicts(board)
    assert found is not None
    mines, safe = found
    return board, Judge(board), dict.fromkeys(mines, True) | dict.fromkeys(safe, False)


def certified(seed: int) -> Iterator[tuple[Certificate, bool]]:
    """Certificates of up to five verdicts on a board, and whether each cell is a mine."""
    board, _, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in sorted(verdicts.items())[:5]:
        yield kb.certificate(cell), mine


def some_board(seed: int) -> Board:
    """Every fourth board has uncertain clues, every fifth several components."""
    if seed % 5 == 4:
        return strip(seed)
    if seed % 4 == 3:
        return uncertain_board(seed, covered=10)
    return random_board(seed, covered=10, lie=0)
