"""The verdicts that are proved from evidence, given in cells rather than cell numbers."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import AnyCell, Board, Cell
from logicsweep.board.state import is_covered
from logicsweep.board.verdicts import Consequences, Verdict, summary_of
from logicsweep.constraints.factors import clues_among
from logicsweep.errors import (
    IllegalMoveError,
    InconsistentBoardError,
    LimitError,
    LogicSweepError,
    are,
    defect_in,
)
from logicsweep.formulas.command_errors import WrongAnswerError
from logicsweep.kernel.context import CLASH
from logicsweep.knowledge.agreement import (
    UNDECIDED,
    check_agreement,
    on_board,
    raise_no_layout,
    unproved,
)
from logicsweep.knowledge.board_ledger import BoardLedger, counted_by_proof
from logicsweep.knowledge.evidence import Evidence, board_at
from logicsweep.limits import Budget, limited_to
from logicsweep.reason.proving import UnprovedError
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine, engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.statements import ORDINARY, Statements
from logicsweep.system.system import Decided, Position, position_of
from logicsweep.tables.component_counts import UncountableError
from logicsweep.tables.elimination import NativeMarginals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from logicsweep.board.clue import Clue, Code
    from logicsweep.board.picture.picture import Picture
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.mus import Mus
    from logicsweep.reason.solvers.trial import Trials
    from logicsweep.tables.counted import FloatArray
    from logicsweep.tables.layouts import Layouts


class Proofs:
    """The verdicts on a board, or the proof that it is inconsistent, under changing evidence.

    Failures of the ledger become the errors of a knowledge base, also in a `with` block: a
    contradiction becomes `InconsistentBoardError` with a minimal unsatisfiable subset, a limit
    `LimitError` with what was proved before, and a ValueError, since arguments are checked before,
    an `InternalError`. Each question may take the `budget` anew.
    """

    def __init__(
        self,
        board: Board,
        compiled: Statements | None,
        program: Program | None,
        engine: Engine,
        budget: Budget,
    ) -> None:
        """Start with nothing proved; what an ordinary board says need not be `compiled`."""
        self.start = board
        statements = self.statements = ORDINARY if compiled is None else compiled
        self._evidence = Evidence(board)
        self.ledger = ledger_of(board, statements, program, engine)
        # The changes that the ledger was told last, until they are in the evidence as well.
        self._unnoted: Mapping[int, int | Clue] = {}
        self._budget = budget
        self._contradiction: ContradictionError | None = None
        self._mus: Mus | None = None
        # The kernel's answer about this evidence, its marginals, or those that were told already,
        # and whether they were compared with the verdicts.
        self._native: NativeMarginals | None = None
        self.marginals: FloatArray | None = None
        self._is_compared = False
        # What it takes to check the answers of a program, and whether they were checked.
        self._claims = claims_of(statements, engine)
        self._is_checked = False
        # Counts the components that the kernel does not count.
        self._otherwise = partial(counted_by_proof, engine=engine)
        # A density and the layouts that were last drawn from, with tables worth keeping.
        self.drawn_from: tuple[Fraction | None, Layouts] | None = None

    def copy(self) -> Self:
        """Copy the proofs for another knowledge base; cheap."""
        made = copy(self)
        made.detach()
        return made

    def detach(self) -> None:
        """Stop sharing evidence and verdicts with the original of this copy."""
        self._evidence, self.ledger = self.evidence.copy(), self.ledger.copy()

    @property
    def evidence(self) -> Evidence:
        """The evidence: the changes that the ledger kept of all that it was told.

        They are noted here, not after telling the ledger: an interrupt could come between the two.
        """
        if self._unnoted:
            states = self.ledger.position.states
            kept = {
                number: shown
                for number, shown in self._unnoted.items()
                if not is_covered(int(states[number]))  # else the ledger took the change back
            }
            self._evidence.add(kept)
            self._unnoted = {}
        return self._evidence

    def has_layout(self) -> bool:
        """Tell whether some layout agrees with the evidence. Raises `LimitError`."""
        self._try(self._budget.renewed())
        return self._contradiction is None

    def settle(self, budget: Budget | None = None) -> None:
        """Bring the verdicts up to date. Raises `InconsistentBoardError` and `LimitError`."""
        if not self.ledger.is_settled:
            self._try(budget or self._budget.renewed())
        self._check()
        self._compare()

    def native(self, density: Fraction | None, budget: Budget) -> NativeMarginals | None:
        """Ask the kernel about the evidence, and compare its answer with the verdicts.

        None where it leaves the question open. Raises `InconsistentBoardError`, `LimitError` and
        `InternalError`.
        """
        if self._contradiction is not None:
            self._check()
        if self._native is None or self._native.density != density:
            with self:
                answer = self.ledger.native(density, budget)
            if answer is not None and answer.status == CLASH:
                self.settle(budget)
                raise_no_layout(lambda: self.evidence.board)
            if answer is None or answer.marginals is None:
                return None
            self._is_compared = False  # first: an interrupt may come between the two
            board = self.evidence.board
            self._native = NativeMarginals(board, answer, density, self._otherwise, self._budget)
            self.marginals = self._native.values
        self._compare()
        return self._native

    def _compare(self) -> None:
        """Compare the kernel's marginals with the verdicts, once both are there."""
        if self.marginals is None or self._is_compared or not self.ledger.is_settled:
            return
        command = None if self._claims is None else self._claims.command
        proved = self.ledger.proved()
        check_agreement(lambda: self.evidence.board, proved, self.marginals, command=command)
        self._is_compared = True

    def _check_claims(self, budget: Budget, *, conflict: Position | None = None) -> None:
        """Compare what a program of one's own proved with tables, once for the same evidence.

        `conflict` is the position in which it finds no layout. Raises `WrongAnswerError`; then
        nothing stays of what it proved.
        """
        claims = self._claims
        if claims is None or self._is_checked:
            return
        evidence = self.evidence
        board = evidence.board if conflict is None else board_at(self.start, conflict)
        proved = self.ledger.proved() if conflict is None else None
        try:
            claims.check(board, proved, budget)
        except WrongAnswerError:
            self.ledger = claims.ledger(evidence.board)
            raise
        self._is_checked = conflict is None

    def so_far(self) -> Consequences:
        """Return the verdicts up to now. Raises `InconsistentBoardError` where that is known."""
        self._check()
        verdicts = self.ledger.verdicts[: self.start.grid.size]
        return Consequences.read_off(self.start, verdicts, self.evidence.snapshot())

    def picture(self) -> Picture:
        """Return a picture of the board and the verdicts up to now, without any further work."""
        board = self.evidence.board
        drawn = board.picture() if self._contradiction is not None else self.so_far().picture()
        return replace(drawn, title=f"{board.title}: {self.summary}")

    @property
    def summary(self) -> str:
        """The numbers of verdicts up to now, in words, without any further work."""
        if self._contradiction is not None:
            return "inconsistent"
        return summary_of(*map(len, self.ledger.proved()))

    def needs_total(self) -> bool:
        """Tell whether a verdict needs the total. Raises `InconsistentBoardError`, `LimitError`."""
        self.settle()
        with self:
            return self.ledger.needs_total(self._budget.renewed())

    def covered(self, cell: tuple[int, int]) -> int:
        """Return the number of a covered cell.

        Raises ValueError off the board, `IllegalMoveError` if the cell is not covered.
        """
        number = self.start.number(cell)
        if not is_covered(self.ledger.position.states[number]):
            raise IllegalMoveError("the cell is not covered", move=Cell.of(cell))
        return number

    def verdict(self, number: int) -> Verdict:
        """Return the verdict that is proved on a cell, once everything is settled."""
        if self.ledger.is_undecided(number):
            return Verdict.UNDETERMINED
        return Verdict.MINE if self.ledger.is_mine(number) else Verdict.SAFE

    def tell(self, clues: Mapping[AnyCell, int | Code | Clue]) -> Consequences:
        """Add the clues and mines of covered cells, and return the verdicts that are new.

        Raises as `KnowledgeBase.tell`.
        """
        self.settle()
        position = self.ledger.position
        evidence = self.evidence
        changes: dict[int, int | Clue] = {}
        for place, given in clues.items():
            cell = Cell.of(place)
            number = evidence.start.number(cell)
            clue = evidence.checked(number, given, exact=self.start.liars > 0)
            state = int(position.states[number])
            if clue == position.uncertain.get(number, state):
                continue
            if not is_covered(state):
                raise IllegalMoveError("the cell is not covered", move=cell)
            changes[number] = clue
        self._unnoted = changes
        self._native = self.marginals = self.drawn_from = None
        self._is_checked = False
        budget = self._budget.renewed()
        with self:
            try:
                new = self.ledger.tell(changes, budget)
            except ContradictionError as contradiction:
                after = position.changed(changes)
                self._check_claims(budget, conflict=after)
                raise self._inconsistent(self._find_mus(after, contradiction.near)) from None
            except WrongAnswerError as error:
                raise on_board(error, board_at(self.start, position.changed(changes))) from None
            self._check_claims(budget)
        told = self.evidence.snapshot()
        return Consequences(self.start, mines=new.mines, safe=new.safe, told=told)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        # A generator with `contextmanager` takes three times as long, at every question.
        if isinstance(error, LimitError):
            if isinstance(error, UncountableError):
                error = LimitError(self._too_wide(error))
            raise self._with_proved(error) from None
        if isinstance(error, WrongAnswerError):
            raise on_board(error, self.evidence.board) from None
        if isinstance(error, UnprovedError):
            raise unproved(error, self.evidence.board) from error
        if isinstance(error, ValueError) and not isinstance(error, LogicSweepError):
            raise defect_in("answering", error, self.evidence.board) from error

    def _try(self, budget: Budget) -> None:
        """Bring the verdicts up to date, or note the contradiction."""
        if self._contradiction is not None:
            return
        with self, limited_to(budget):
            try:
                self.ledger.settle(budget)
            except ContradictionError as contradiction:
                self._check_claims(budget, conflict=self.ledger.position)
                self._contradiction = contradiction
            else:
                self._check_claims(budget)

    def _check(self) -> None:
        """Raise `InconsistentBoardError` if a contradiction was found, with a MUS of it."""
        if self._contradiction is not None:
            near = self._contradiction.near
            self._mus = self._mus or self._find_mus(self.ledger.position, near)
            raise self._inconsistent(self._mus)

    def _too_wide(self, error: UncountableError) -> str:
        """Say which component is too wide to count, why, and what would settle it."""
        system = error.component.system
        near = clues_among([constraint.source for constraint in system.constraints]) or system.cells
        most = self._budget.entries
        about = f"the component of {error.size} around {self.start.cell(near[0])} needs more than"
        settles = "a larger max_entries, or more evidence in it, may settle it"
        if error.memory is not None:
            return f"{about} {error.memory} for its tables; {settles}"
        return (
            f"{about} {most:,} table {'entry' if most == 1 else 'entries'}: {error.open_clues} of "
            f"its {error.ties}s {are(error.open_clues)} open at once; {settles}"
        )

    def _with_proved(self, error: LimitError) -> LimitError:
        """Add the verdicts proved so far to an error, if the board has a layout."""
        if self._contradiction is not None:
            return error  # nothing is proved of a board without layouts
        proved = self.so_far()
        return LimitError(error.limit, mines=proved.mines, safe=proved.safe)

    def _find_mus(self, position: Position, near: tuple[int, ...]) -> Mus | None:
        """Find a minimal unsatisfiable subset, or None if the time does not suffice.

        Raises `InternalError` where there is none, as there is no contradiction then.
        """
        try:
            return self.ledger.find_mus(position, near, self._budget.renewed())
        except LimitError:
            return None
        except WrongAnswerError as error:
            raise on_board(error, board_at(self.start, position)) from None
        except ValueError:
            raise_no_layout(lambda: board_at(self.start, position))

    def _inconsistent(self, mus: Mus | None) -> InconsistentBoardError:
        """Make the error for a contradiction with this core."""
        if mus is None:
            return InconsistentBoardError(None, uses_total=None, liars=self.start.liars)
        cells = [self.start.cell(number) for number in mus.clues]
        return InconsistentBoardError(
            cells,
            uses_total=mus.uses_total,
            uses_program=mus.uses_program,
            constraints=list(dict.fromkeys(map(str, mus.constraints))),
            liars=self.start.liars,
        )


def ledger_of(
    board: Board,
    statements: Statements,
    program: Program | None,
    engine: Engine,
    trials: Trials | None = None,
) -> BoardLedger:
    """Make the ledger of a board, of what it and its constraints say, and of a program.

    `trials` ground the program first; by default the ledger has its own.
    """
    if program is None:
        return BoardLedger(position_of(board), engine, statements)
    # Loaded when it is made: most boards have none.
    from logicsweep.knowledge.program import ProgramLedger

    return ProgramLedger(board, statements, program, engine, trials)


class Claims(NamedTuple):
    """A program whose answers decide cells, and ledgers of the boards that it is asked about.

    Attributes:
        command: The command of the program.
        tables: Makes a ledger of a board that asks no program.
        ledger: Makes a ledger of a board that asks the program, of which nothing is proved.
    """

    command: str
    tables: Callable[[Board], BoardLedger]
    ledger: Callable[[Board], BoardLedger]

    def check(self, board: Board, proved: Decided[NDArray[np.intp]] | None, budget: Budget) -> None:
        """Compare verdicts by the program with those of exhaustive tables, if these can be made.

        Args:
            board: The board, with everything told.
            proved: All verdicts by its answers, as ascending cell numbers; None if it finds the
                board inconsistent.
            budget: The limits of the tables; where they are reached, nothing is compared.

        Raises:
            WrongAnswerError: They differ. It names the program, the board and the first such cell.
            InternalError: The tables differ from layouts of the program, which were checked.
        """
        tables = self.tables(board)
        try:
            tables.settle(budget)
        except LimitError:
            return
        except ContradictionError:
            if proved is not None:
                raise_no_layout(lambda: board)
            return
        if proved is None:
            fault = "the board has no layout by its answers, and has one by count"
            raise WrongAnswerError(fault, command=self.command, board=str(board))
        by_tables = tables.proved()
        marginals = np.full(board.grid.size, UNDECIDED)
        marginals[by_tables.mines], marginals[by_tables.safe] = 1, 0
        check_agreement(lambda: board, proved, marginals, command=self.command)


def claims_of(statements: Statements, engine: Engine) -> Claims | None:
    """Return what it takes to check the answers of the program that an engine asks, if it does."""
    if engine.command is None:
        return None
    of = partial(ledger_of, statements=statements, program=None)
    return Claims(
        engine.command, partial(of, engine=engine_of(ELIMINATION)), partial(of, engine=engine)
    )
