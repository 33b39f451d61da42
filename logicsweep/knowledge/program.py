"""The verdicts on a board with a user's program, and its layouts, all by answer sets.

A program may tie any cells together. So the board is not split into components: after every change
the whole board is solved again, mine count included.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from copy import copy
from fractions import Fraction
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout
from logicsweep.board.state import State, is_covered
from logicsweep.errors import LimitError
from logicsweep.formulas.facts import board_program
from logicsweep.formulas.user_program import Program, program_of
from logicsweep.kernel.proposal import NOT_COVERED, UNDECIDED, VerdictArray
from logicsweep.knowledge.agreement import check_agreement, raise_no_layout
from logicsweep.knowledge.board_ledger import density_under
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus, MusSearch, mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.names import ASP
from logicsweep.reason.solvers.protocol import NOTHING, Reasoner, Status
from logicsweep.reason.solvers.trial import Trials
from logicsweep.reasons.counterexample import PairOfModels, near_pair
from logicsweep.system.statements import Statements
from logicsweep.system.system import ConstraintSystem, Decided, Position, position_of, weight_of
from logicsweep.tables.enumerated import EnumeratedLayouts
from logicsweep.tables.layouts import Layouts

_NOTHING: Final[Decided[frozenset[int]]] = Decided(frozenset(), frozenset())
# Cells of all layouts that are kept, a byte each.
_MOST_KEPT: Final = 500_000_000


class _Known(NamedTuple):
    """A board and its verdicts: one value, so that an interrupt cannot separate them."""

    board: Board
    proved: Decided[frozenset[int]] = _NOTHING
    is_settled: bool = False
    needs_total: bool | None = None


class ProgramLedger:
    """Verdicts on a board with a program. Everything raises `ProgramError` for one that fails."""

    def __init__(
        self,
        board: Board,
        statements: Statements,
        program: Program,
        engine: Engine,
        trials: Trials | None = None,
    ) -> None:
        """Take a board and a program; `trials` are shared with other ledgers, else new."""
        self._known = _Known(board)
        self._statements = statements
        self.counted = (0, 0)
        self._program = program
        self._engine = engine
        # The layouts of a board, once they are listed.
        self._models: tuple[Board, NDArray[np.bool_]] | None = None
        self._trials = trials or Trials()

    def __getstate__(self) -> dict[str, object]:
        """Leave out the layouts, which take much room and are listed again."""
        return {**self.__dict__, "_models": None}

    @property
    def _board(self) -> Board:
        """The board with everything told."""
        return self._known.board

    @property
    def _system(self) -> ConstraintSystem:
        """All that is said of the board, but for the program."""
        return self._statements.system_of(self._board)

    def _system_on_board(self, board: Board) -> ConstraintSystem:
        """Make the system of a board without hidden cells, which the program declares itself."""
        size = board.grid.size
        system = self._statements.system_of(board).on_board(size)
        constraints = [row for row in system.constraints if not row.cells or max(row.cells) < size]
        return system._replace(constraints=tuple(constraints))

    def copy(self) -> Self:
        """See `Ledger.copy`; attributes can be shared, as they are replaced and never changed."""
        return copy(self)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        with closing(self._ask(self._board, budget)) as reasoner:
            models = near_pair(reasoner, self._system.on_board(self._board.grid.size), number)
        if models is None:
            raise RuntimeError("an undecided cell has no two layouts")
        return models

    @property
    def position(self) -> Position:
        """The position with everything told."""
        return position_of(self._board)

    @property
    def is_settled(self) -> bool:
        return self._known.is_settled

    def native(self, density: Fraction | None, budget: Budget) -> None:
        """See `Ledger.native`: the kernel knows no programs."""
        del density, budget

    def is_undecided(self, number: int) -> bool:
        """Tell whether a cell is covered and neither proved safe nor a mine so far."""
        if any(number in cells for cells in self._known.proved):
            return False
        return is_covered(self.position.states[number])

    def is_mine(self, number: int) -> bool:
        """Tell whether a cell is a known mine or proved to be one."""
        return number in self._known.proved.mines or bool(
            self.position.states[number] == State.KNOWN_MINE
        )

    @property
    def verdicts(self) -> VerdictArray:
        covered = self._board.covered_mask.ravel()
        verdicts = np.where(covered, UNDECIDED, NOT_COVERED).astype(np.int8)
        verdicts[list(self._known.proved.mines)] = 1
        verdicts[list(self._known.proved.safe)] = 0
        return verdicts

    def proved(self) -> Decided[NDArray[np.intp]]:
        return Decided(*[np.array(sorted(cells), dtype=np.intp) for cells in self._known.proved])

    def settle(self, budget: Budget) -> None:
        if not self._known.is_settled:
            self._settle(self._known, budget)

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """Enter the clues and mines of covered cells, settle, and return the new verdicts.

        On `ContradictionError`, `ProgramError` and interrupts the ledger is as it was; on
        `LimitError` the evidence is kept. Verdicts that no longer follow are given up, as may
        happen if the program speaks of which cells are covered.
        """
        before = self._known
        self._settle(_Known(self._with(self.position.changed(changes))), budget)
        return self._new_since(before)

    def needs_total(self, budget: Budget) -> bool:
        """See `Ledger.needs_total`; the ledger has to be settled."""
        if self._board.total_mines is None:
            return False
        needs_total = self._known.needs_total
        if needs_total is None:
            with closing(self._ask(self._board.without_total(), budget)) as reasoner:
                backbone = reasoner.consequences()
            needs_total = backbone is None or backbone.decided != self._known.proved
            self._known = self._known._replace(needs_total=needs_total)
        return needs_total

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """See `Ledger.layouts`. They are listed one by one."""
        models = self._listed(budget)
        if not len(models):
            raise_no_layout(lambda: board)
        marginals = np.where(board.covered_mask.ravel(), models.mean(axis=0), np.nan)
        check_agreement(lambda: board, self.proved(), marginals)
        statements = self._statements
        density = density_under(statements, density)
        constraints = self._system_on_board(self._board).constraints
        weighing = (*constraints, *statements.weights(self.position))
        return EnumeratedLayouts(board, models, density, weighing)

    def mass(self, board: Board, density: Fraction | None, budget: Budget) -> Fraction:
        layouts, statements = self.layouts(board, density, budget), self._statements
        model = frozenset(self._listed(budget)[0].nonzero()[0].tolist())
        marked = model.union((self.position.states == State.KNOWN_MINE).nonzero()[0].tolist())
        weighing = *self._system.constraints, *statements.weights(self.position)
        counted = weight_of(weighing, model)
        return layouts.mass() * statements.weight(self.position, marked) / counted

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`; the program is blamed only when clues and total agree."""
        position, near = contradiction
        try:
            if self._statements.are_ordinary:
                return MusSearch(position, self._engine, budget).conflict(near)
            return self._mus_without(self._statements.system(position), budget)
        except ValueError:
            return self._mus_of(position, budget)

    def _mus_without(
        self,
        system: ConstraintSystem,
        budget: Budget,
        assuming: Mapping[int, bool] = NOTHING,
        *,
        smallest: bool = False,
    ) -> Mus:
        """Return a MUS without the program. Raises `LimitError`, ValueError where there is none."""
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `Ledger.explain`; the program is a source only when clues and total do not suffice.

        In a smallest set it is also one, counted as one source, when fewer sources suffice with it.
        """
        system, assuming = self._system, {number: not mine}
        with closing(AspReasoner(system, budget=budget)) as reasoner:
            follows = reasoner.solve(assuming) is Status.UNSATISFIABLE
        budget.check()
        without_program: Mus | None = None
        if follows:
            search = MusSearch(self.position, self._engine, budget)
            if not self._statements.are_ordinary:
                without_program = self._mus_without(system, budget, assuming, smallest=smallest)
            elif smallest:
                without_program = search.smallest(number, mine=mine)
            else:
                without_program = search.minimal(number, mine=mine)
            if without_program is not None and not smallest:
                return without_program
        with closing(self._ask(self._board, budget)) as reasoner:
            mus = mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)
        with_program = mus._replace(uses_program=True)
        return (
            with_program
            if without_program is None or with_program.size < without_program.size
            else without_program
        )

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        wrong = layout.mismatches(board)
        if any(mismatch.cell is None or not board.liars for mismatch in wrong):
            return False
        system = self._system_on_board(board)
        mines = layout.mask.ravel()
        with closing(self._ask(board, budget)) as reasoner:
            status = reasoner.solve({cell: bool(mines[cell]) for cell in system.cells})
        if status is Status.UNKNOWN:
            budget.check()
            raise LimitError("the solver gave up")
        return status is Status.SATISFIABLE

    def _mus_of(self, position: Position, budget: Budget) -> Mus:
        """Return a MUS of a position. Raises `LimitError`, ValueError when it is consistent."""
        with closing(self._ask(self._with(position), budget)) as reasoner:
            return mus_of(reasoner, self._statements.system(position))._replace(uses_program=True)

    def _settle(self, known: _Known, budget: Budget) -> None:
        """Prove all verdicts on a board, and keep both; on `LimitError` the verdicts so far."""
        with closing(self._ask(known.board, budget)) as reasoner:
            try:
                backbone = reasoner.consequences()
            except LimitError:
                self._known = known._replace(proved=reasoner.proved_so_far())
                raise
        if backbone is None:
            raise ContradictionError(())
        self._known = known._replace(proved=backbone.decided, is_settled=True)

    def _new_since(self, known: _Known) -> Decided[list[int]]:
        pairs = zip(self._known.proved, known.proved, strict=True)
        return Decided(*[sorted(now - before) for now, before in pairs])

    def _with(self, position: Position) -> Board:
        """Return the board with the states and clues of a position."""
        board = self._board
        return board.with_grid(
            position.states.reshape(board.height, board.width),
            {board.cell(number): clue for number, clue in position.uncertain.items()},
        )

    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        program = board_program(board, self._program)
        system = self._system_on_board(board)
        recorder = self._engine.recorder
        return AspReasoner(
            system, program=program, budget=budget, trials=self._trials, recorder=recorder
        )

    def _listed(self, budget: Budget) -> NDArray[np.bool_]:
        """List every layout of the covered cells, in an array of shape (layouts, cells).

        Raises `LimitError` when there are too many to keep, or too many for the time.
        """
        board = self._board
        if self._models is not None and self._models[0] is board:
            return self._models[1]
        size = board.grid.size
        rows = []
        with closing(self._ask(board, budget)) as reasoner:
            for model in reasoner.models():
                row = np.zeros(size, dtype=np.bool_)
                row[list(model)] = True
                rows.append(row)
                self.counted = len(rows), 0
                if len(rows) * size > _MOST_KEPT:
                    raise LimitError(
                        f"more than {len(rows):,} layouts agree with the board and the "
                        f"program, and they are counted one by one"
                    )
        self._models = board, np.array(rows).reshape(-1, size)
        return self._models[1]


def checked_program(given: str | Program, board: Board, reasoner: str) -> Program:
    """Check a user's program. Raises `ProgramError`, and ValueError where it cannot be used.

    It needs the reasoner `asp`, and cannot go together with a rule that has a key: then a layout
    counts once for each of its keys, but answer sets are listed as layouts, each once.
    """
    program = program_of(given)
    if reasoner != ASP:
        raise ValueError(f"a program needs the reasoner {ASP}, not {reasoner}")
    if board.rules.clue.key is not None:
        raise ValueError(
            f"a program and the rule {board.rules.clue.keyed.name}, which has a key, cannot be "
            f"combined; expected one of them"
        )
    return program
