"""The verdicts and layouts of a board under a rule with a key.

Verdicts come from one question about the board and the key together. Layouts are counted with every
key that they go with: where many clues depend on the same cells of the key, as on a letter or on a
direction, these are tried one after the other; others are counted along with the mines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction

import numpy as np

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.state import State
from logicsweep.constraints.position import position_of
from logicsweep.constraints.statements import Statements
from logicsweep.count.keyed import KeyedLayouts
from logicsweep.count.layouts import Layouts
from logicsweep.count.mixture import LayoutMixture
from logicsweep.errors import LimitError
from logicsweep.explain.counterexample import PairOfModels, near_pair
from logicsweep.knowledge.agreement import check_agreement, masks_of, raise_no_layout
from logicsweep.knowledge.constrained import ConstrainedLedger
from logicsweep.knowledge.monolithic import MonolithicLedger
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.mus import mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import NOTHING, Reasoner, Status


class KeyedLedger(MonolithicLedger):
    """See `Ledger`: verdicts that hold whatever the key is."""

    def __init__(self, board: Board, statements: Statements, engine: Engine) -> None:
        super().__init__(board)
        self._statements = statements
        self._engine = engine

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `Ledger.explain`."""
        return self._mus(self._board, budget, {number: not mine}, smallest=smallest)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`."""
        return self._mus(self._with(contradiction.position), budget)

    def _mus(
        self,
        board: Board,
        budget: Budget,
        assuming: Mapping[int, bool] = NOTHING,
        *,
        smallest: bool = False,
    ) -> Mus:
        system = self._statements.system_of(board)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        """See `Ledger.pair`."""
        with closing(self._ask(self._board, budget)) as reasoner:
            found = near_pair(reasoner, self._statements.system_of(self._board), number)
        if found is None:
            raise RuntimeError("an undecided cell has no two layouts")
        size = self._board.grid.size
        own = [frozenset([cell for cell in mines if cell < size]) for mines in found]
        return PairOfModels(*own)

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """See `Ledger.allows`."""
        system = self._statements.system_of(board)
        mines = layout.mask.ravel()
        if layout.mismatches(board):
            return False
        covered = [cell for cell in system.cells if cell < mines.size]
        with closing(self._ask(board, budget)) as reasoner:
            status = reasoner.solve({cell: bool(mines[cell]) for cell in covered})
        if status is Status.UNKNOWN:
            budget.check()
            raise LimitError("the solver gave up")
        return status is Status.SATISFIABLE

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """See `Ledger.layouts`: counted for each reading of letters, or direction, apart."""
        whole = _WithKey(board, self._statements, self._engine)
        parts: list[Layouts] = []
        for done, marked in enumerate(whole.readings(budget)):
            self.counted = done, 0
            part = whole.layouts(marked, density, budget)
            if part is not None:
                parts.append(part)
        self.counted = len(parts), len(parts)
        if not parts:
            raise_no_layout(lambda: board)
        found = KeyedLayouts(board, LayoutMixture(parts[0].board, parts))
        if board.total_bounds is not None or density is not None:
            marginals = found.count().probabilities().ravel()
            check_agreement(lambda: board, masks_of(self.proved(), board.grid.size), marginals)
        return found

    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        return self._engine.reasoner(self._statements.system_of(board), budget)


class _WithKey:
    """A board with the cells of a key beside it, as one row of cells: a marked one is a mine."""

    def __init__(self, board: Board, statements: Statements, engine: Engine) -> None:
        if board.placed_rules is None or board.placed_rules.key_shape is None:
            raise TypeError("the board has no rule with a key")
        self.ruled = board.placed_rules
        self._shape = board.placed_rules.key_shape
        self._board = board
        self._statements = statements
        self._engine = engine
        position = position_of(board)
        clues = [statements.clue(position, number) for number in position.clues.tolist()]
        self._says = Statements(None, (*clues, *statements.others))

    def readings(self, budget: Budget) -> Iterator[dict[int, bool]]:
        """What is tried one after the other: values for cells of the key, by their numbers."""
        with closing(
            self._engine.reasoner(self._statements.system_of(self._board), budget)
        ) as reasoner:
            yield from self._readings(reasoner, self._rows(), {}, budget)

    def _rows(self) -> list[tuple[int, ...]]:
        """The rows of the key that are tried: the letters on the board, and directions."""
        key, lines = self.ruled.rules.clue.key, self._shape.lines
        if key is HiddenKey.DIRECTION:
            return lines
        if key is HiddenKey.LETTERS:
            shown = sorted({int(code) for code in self._board.grid.flat if code >= 0})
            return [lines[code] for code in shown]
        return []

    def _readings(
        self,
        reasoner: Reasoner,
        rows: Sequence[tuple[int, ...]],
        so_far: dict[int, bool],
        budget: Budget,
    ) -> Iterator[dict[int, bool]]:
        budget.check()
        if not rows:
            yield so_far
            return
        for chosen in rows[0]:
            tried = so_far | {self.ruled.size + cell: cell == chosen for cell in rows[0]}
            status = reasoner.solve({cell: True for cell, is_marked in tried.items() if is_marked})
            if status is Status.UNKNOWN:
                budget.check()
                raise LimitError("the solver gave up")
            if status is Status.SATISFIABLE:
                yield from self._readings(reasoner, rows[1:], tried, budget)

    def layouts(
        self, reading: dict[int, bool], density: Fraction | None, budget: Budget
    ) -> Layouts | None:
        """The layouts and keys that go with a reading; None if there are none."""
        board = self._with(reading)
        ledger = ConstrainedLedger(position_of(board), self._says, self._engine)
        try:
            ledger.settle(budget)
        except ContradictionError:
            return None
        return ledger.layouts(board, density, budget)

    def _with(self, reading: dict[int, bool]) -> Board:
        board = self._board
        states = np.full(self.ruled.size + self._shape.size, int(State.COVERED))
        states[: self.ruled.size] = np.where(board.grid >= 0, State.NO_CLUE, board.grid).ravel()
        for cell, is_marked in reading.items():
            states[cell] = State.KNOWN_MINE if is_marked else State.NO_CLUE
        total = board.total_mines
        marked = self._shape.marked
        if isinstance(total, int):
            total += marked
        elif total is not None:
            total = total[0] + marked, total[1] + marked
        alone = Adjacency.of([()] * states.size)
        return Board([states], total_mines=total, density=board.density, adjacency=alone)
