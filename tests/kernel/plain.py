"""Plain boards for tests of the kernel: small ones with all layouts, and larger ones with a solver.

A plain board has no uncertain clues.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from logicsweep import Adjacency, Board, Cell, State
from logicsweep.system.system import position_of
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import clue, deal, random_board


def small_boards(block: int, count: int) -> Iterator[tuple[str, Board, Neighbours | None]]:
    """Boards with few covered cells, with the seed of each.

    They have flags, known mines, open cells without a clue, mine counts of every kind, tori and
    other neighbours; some have no layout.
    """
    for seed in range(block * count, block * count + count):
        yield f"random {seed}", random_board(seed, covered=10, lie=0.08), None
        board, near = draw_board(Random(f"plain {seed}"))
        if not board.uncertain:
            yield f"drawn {seed}", board, near


class AllLayouts(NamedTuple):
    """Every way to place mines on a board, flat; which contradict each clue, or meet the total."""

    board: Board
    mines: NDArray[np.bool_]
    wrong: Mapping[int, NDArray[np.bool_]]
    meets_total: NDArray[np.bool_]

    @classmethod
    def of(cls, board: Board, near: Neighbours | None) -> AllLayouts:
        masks = oracle.placements(board)
        wrong = oracle.contradictions(board, masks, near)
        return cls(
            board,
            masks.reshape(len(masks), -1),
            {board.number(cell): off for cell, off in wrong.items()},
            oracle.meets_total(board, masks),
        )

    def agreeing(self, clues: Iterable[int], *, total: bool) -> NDArray[np.bool_]:
        """Which of them agree with some clues, and with the mine count."""
        fit = self.meets_total.copy() if total else np.ones_like(self.meets_total)
        for number in clues:
            fit &= ~self.wrong[number]
        return fit


def endgame(seed: int, height: int, width: int, mines: int) -> Board:
    """A board of which all safe cells are open but those in some rectangles."""
    rng = Random(f"endgame {seed}")
    layout, _ = deal(rng, height, width, mines)
    is_covered = layout.copy()
    for _ in range(rng.randint(1, 3)):
        top, left = rng.randrange(height - 3), rng.randrange(width - 4)
        is_covered[top : top + rng.randint(2, 4), left : left + rng.randint(2, 5)] = True
    grid = np.full((height, width), State.COVERED, dtype=np.int8)
    for cell in np.argwhere(~is_covered):
        grid[tuple(cell)] = clue(layout, Cell(*cell.tolist()))
    return Board(grid, mines=mines)


def torus(board: Board) -> Board:
    """The same states on a torus, where clues at the rim mean something else."""
    return Board(
        board.grid, mines=board.mines, adjacency=Adjacency.torus(board.height, board.width)
    )


class Judge:
    """A solver with each clue and the mine count of a board behind an assumption of its own."""

    def __init__(self, board: Board) -> None:
        position = position_of(board)
        states = position.states.tolist()
        covered = (int(State.COVERED), int(State.FLAGGED))
        self.cells = [number for number, state in enumerate(states) if state in covered]
        self.known = {number for number, state in enumerate(states) if state == State.KNOWN_MINE}
        self._scopes: dict[int, tuple[list[int], int, int]] = {}
        for number in position.clues.tolist():
            around = position.adjacency.neighbours(number)
            needs = states[number] - len(self.known.intersection(around))
            scope = [near for near in around if states[near] in covered]
            self._scopes[number] = scope, needs, needs
        total = board.mines
        assert total is not None
        lower, upper = (total, total) if isinstance(total, int) else total
        known = len(self.known)
        self._total = self.cells, lower - known, upper - known

    def layout(
        self,
        clues: Iterable[int],
        *,
        total: bool,
        values: Mapping[int, bool],
        clause: Collection[tuple[int, bool]] = (),
    ) -> bool:
        """Whether some layout agrees with some clues and the mine count, has these values, and has
        one of those in `clause`.
        """
        rows = [self._scopes[number] for number in clues]
        with Solver("minicard") as solver:
            for scope, lower, upper in [*rows, self._total] if total else rows:
                if lower > len(scope) or upper < 0:
                    return False
                literals = [number + 1 for number in scope]
                if upper < len(scope):
                    solver.add_atmost(literals, upper)
                if lower > 0:
                    solver.add_atmost([-literal for literal in literals], len(scope) - lower)
            for number, mine in values.items():
                solver.add_clause([number + 1 if mine else -number - 1])
            if clause:
                solver.add_clause([number + 1 if mine else -number - 1 for number, mine in clause])
            return bool(solver.solve())
