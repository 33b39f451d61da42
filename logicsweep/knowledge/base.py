"""The knowledge base: give it a board, get proofs; tell it more at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import AnyCell, Board, Cell, carrying
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.verdicts import Consequences, Verdict, summary_of
from logicsweep.errors import counted, expect
from logicsweep.knowledge.counting import Counting
from logicsweep.knowledge.grounds import one_at_a_time
from logicsweep.knowledge.reasons import Reasons
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ASP, SAT, ReasonerName, SolverName

if TYPE_CHECKING:
    from logicsweep.board.clue import Clue, Code
    from logicsweep.board.layout import Layout
    from logicsweep.board.picture.picture import Picture
    from logicsweep.constraints.cardinality import Constraint
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.solvers.recorder import SolverQuestion

DEFAULT_REASONER: Final[ReasonerName] = SAT


class KnowledgeBase(Counting, Reasons, Drawn):
    """All that follows from a board: verdicts, model counts, probabilities, explanations.

    `KnowledgeBase(board)` starts from a position; `tell` adds what a cell turned out to be. A
    verdict is a proof: a cell is safe because the constraints plus a mine in it are unsatisfiable,
    and a mine because the constraints plus no mine in it are. The mine count is always used when
    the board has one.

    When a question takes longer than `time_limit`, it raises `LimitError` with the verdicts proved
    by then; ask again, and it goes on. On a board without a layout, all questions but `has_layout`
    and `diagnose` raise `InconsistentBoardError`; with a program that cannot be grounded they raise
    `ProgramError`, and TypeError for a wrong type. The methods below list what else they raise.

    After an interrupt (Ctrl-C) some proofs may be made again, with the same answers; an interrupted
    `tell` has taken effect as a whole or not at all. Threads may share a knowledge base: a question
    waits, outside its time limit, until the one before is answered; only `counted` answers at once.

    Args:
        board: The position to start from.
        reasoner: One of `REASONERS`; all give the same answers. `sat`, the default, proves by
            propagation, SAT solvers and layouts what tables propose; `asp`, the default with a
            program, by answer sets; `elimination` by propagation and exhaustive tables. It leaves
            to SAT solvers sets of sources, counterexamples and certificates, components too wide
            for tables, and verdicts under a rule with letters or a direction.
        program: A logic program of your own that layouts must satisfy as well: its text, or a
            `Program`, which has a name. It needs the reasoner `asp`; layouts are then counted one
            by one.
        liars: The most clues that may be wrong, as in `Board`; by default as many as the board
            says. A verdict holds for every choice of them.
        constraints: Constraints beside those of the board, as in `Board`.
        solver: For the reasoners `sat` and `elimination`: one of `SOLVERS`, by default minicard; or
            a command, such as `kissat -q {cnf}`, of a program that answers as in competitions.
        time_limit: The seconds that one question may take, or compiling the rules; None for no
            limit. Naming the clues that conflict may take as long again.
        max_entries: The most table entries to count one component with. An entry is the number
            of models of one table row for one number of mines; it takes some tens of bytes.

    Raises:
        UnknownNameError: `reasoner` is not one of `REASONERS`; for `solver` an
            `UnknownSolverError`.
        ProgramError: The program does not parse.
        CommandError: The command `solver` fails, at a question, too, or is a `WrongAnswerError`.
        ValueError: A limit is not positive; `solver` comes with the reasoner `asp`, or `program`
            with another or with a key; `liars` is above the number of clues; or as `Board`.
    """

    def __init__(
        self,
        board: Board,
        *,
        reasoner: ReasonerName | None = None,
        program: str | Program | None = None,
        liars: int | None = None,
        constraints: Sequence[Constraint] = (),
        solver: SolverName | str | None = None,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        max_entries: int = MAX_ENTRIES,
    ) -> None:
        board = carrying(board, liars, constraints)
        name = (DEFAULT_REASONER if program is None else ASP) if reasoner is None else reasoner
        engine = engine_of(name, solver)
        if program is not None:
            from logicsweep.knowledge.program import checked_program

            program = checked_program(program, board, name)
        super().__init__(board, engine, Budget(time_limit, entries=max_entries), program)

    @property
    @one_at_a_time
    def board(self) -> Board:
        """The board with everything told so far."""
        return self._proofs.evidence.board

    @property
    def program(self) -> Program | None:
        """The program that layouts must satisfy as well; None without one."""
        return self._program

    @property
    def liars(self) -> int:
        """The most clues that may be wrong."""
        return self._start.liars

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints of the board, which layouts must satisfy as well."""
        return self._start.constraints

    @one_at_a_time
    def has_layout(self) -> bool:
        """Tell whether some layout agrees with the board, mine count included."""
        return self._proofs.has_layout()

    @one_at_a_time
    def consequences(self) -> Consequences:
        """Return every verdict on a covered cell: the cells proved safe and those proved mines."""
        proofs = self._proofs
        proofs.settle()
        return proofs.so_far()

    @one_at_a_time
    def questions(self) -> tuple[SolverQuestion, ...]:
        """Return what PySAT or clingo are asked while the position is settled anew, answered."""
        from logicsweep.knowledge.proofs import Proofs
        from logicsweep.reason.solvers.recorder import Recorder

        recorder = Recorder(self.board)
        engine = self._engine._replace(recorder=recorder)
        Proofs(self.board, self._compiled, self._program, engine, self._budget).settle()
        return tuple(recorder.questions)

    @one_at_a_time
    def proved_so_far(self) -> Consequences:
        """Return the verdicts proved up to now, without any further work.

        These are all verdicts once a question about verdicts, such as `consequences`, was answered;
        `count` alone may have proved none. Raises `InconsistentBoardError` where that is known.
        """
        return self._proofs.so_far()

    @one_at_a_time
    def verdict(self, cell: tuple[int, int]) -> Verdict:
        """Return the verdict on a cell; an open cell is safe, a known mine is a mine.

        Raises:
            ValueError: The cell is off the board.
        """
        number = self._proofs.start.number(cell)
        self._proofs.settle()
        return self._proofs.verdict(number)

    @one_at_a_time
    def entails(self, cell: tuple[int, int], *, mine: bool = True) -> bool:
        """Tell whether the board proves that a cell is a mine (or safe, with `mine=False`).

        Raises ValueError off the board.
        """
        return self.verdict(cell) is (Verdict.MINE if mine else Verdict.SAFE)

    @one_at_a_time
    def needs_total(self) -> bool:
        """Tell whether some verdict needs the mine count: it does not follow from the clues alone.

        After `tell`, it says whether a verdict needed the mine count when it was proved; later
        clues may have made it unnecessary.
        """
        return self._proofs.needs_total()

    def tell(self, cell: tuple[int, int], clue: int | Code | Clue) -> Consequences:
        """Add what a covered cell turned out to be; returns the verdicts that are new.

        The answers are those of a fresh knowledge base, to which all verdicts before are evidence.
        Telling it what is already known changes nothing.

        Args:
            cell: A covered cell, as (row, column).
            clue: The number shown; a `Clue` that is not a number (see `Board.reading`);
                `State.NO_CLUE` for a safe cell that shows none; or `State.KNOWN_MINE` for a mine
                that was hit.

        Raises:
            ValueError: The cell is off the board, or it cannot show this clue.
            IllegalMoveError: The cell already shows something else.
            InconsistentBoardError: No layout agrees with the new clue. After this and the errors
                above the knowledge base is unchanged.
            LimitError: The time limit was reached. The evidence is kept, unless the time ran out
                before it was entered: `board` shows which. If it turns out to contradict the board,
                the board is inconsistent from then on.
        """
        return self.tell_all({Cell.of(cell): clue})

    @one_at_a_time
    def tell_all(self, clues: Mapping[AnyCell, int | Code | Clue]) -> Consequences:
        """Tell clues by cell at once, for less than one by one; raises what `tell` raises."""
        expect("clues", clues, Mapping, "a mapping from cells to clues")
        return self._proofs.tell(clues)

    @property
    def counted(self) -> tuple[int, int]:
        """The progress of the current question, as a pair (done, all); at first (0, 0).

        Components, while verdicts are proved and again while layouts are counted; under a rule with
        letters or a direction ways to read these, with a program or the engine `models` layouts. A
        second number of 0 is unknown. Watch it from another thread; the native kernel leaves it.
        """
        return self._proofs.ledger.counted if self._is_asked else (0, 0)

    @one_at_a_time
    def allows(self, layout: Layout) -> bool:
        """Tell whether a layout agrees with the board as told so far, and with the program if any.

        `Layout.mismatches` says with which clues it does not agree. Raises ValueError for a layout
        of another size.
        """
        from logicsweep.board.layout import Layout

        expect("layout", layout, Layout, "a Layout, as of Layout(mask)")
        board = self.board
        if not layout.fits(board):
            return False
        with self._proofs:
            return self._proofs.ledger.allows(layout, board, self._budget.renewed())

    @one_at_a_time
    def picture(self) -> Picture:
        """Return the board with the verdicts proved up to now, without any further work."""
        return self._proofs.picture()

    def __repr__(self) -> str:
        board = self._start
        more = f", {counted(self.liars, 'liar')}" if self.liars else ""
        more += f", {self._program.name}" if self._program is not None else ""
        more += f", {counted(len(self.constraints), 'constraint')}" if self.constraints else ""
        summary = self._proofs.summary if self._is_asked else summary_of(0, 0)
        return f"<KnowledgeBase {board.title}{more}: {summary}>"


def beside_board(kb: KnowledgeBase) -> str | None:
    """Name what counts beside clues, mine count and rules; None if nothing does."""
    if kb.liars:
        return "liars"
    if kb.program is not None:
        return "a program"
    if kb.constraints:
        return "constraints"
    return None if kb.board.priors is None else "a density for each cell"
