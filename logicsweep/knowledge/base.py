"""The knowledge base: give it a board, get proofs; tell it more at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Self, overload

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import AnyCell, Board, Cell
from logicsweep.board.layout import Layout, carrying
from logicsweep.board.picture.picture import Drawn, Picture
from logicsweep.board.total import AnyDensity
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.errors import counted, expect
from logicsweep.knowledge.grounds import Grounds
from logicsweep.knowledge.proofs import Proofs
from logicsweep.knowledge.turns import one_at_a_time
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, MOST_LISTED, MOST_SETS, Budget
from logicsweep.reason.solvers.engine import chosen_engine
from logicsweep.reason.solvers.names import ASP, SAT, ReasonerName, SolverName

if TYPE_CHECKING:
    from fractions import Fraction

    from logicsweep.board.clue import Clue, Code
    from logicsweep.board.clue_models import ClueModel
    from logicsweep.constraints.cardinality import Constraint
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.counters.names import EngineName
    from logicsweep.reason.solvers.recorder import SolverQuestion
    from logicsweep.reasons.certificates.certificate import AnyCertificate, Certificate
    from logicsweep.reasons.certificates.index import ProofName
    from logicsweep.reasons.diagnosis import Diagnosis
    from logicsweep.reasons.explanation import Counterexample, Difficulty, Explanation, Step
    from logicsweep.reasons.names import ExplainedBy
    from logicsweep.reasons.patterns import AnyTechnique
    from logicsweep.tables.clue_distribution import ClueDistribution
    from logicsweep.tables.counted import FloatArray
    from logicsweep.tables.listing import Configurations
    from logicsweep.tables.model_count import LeastRisky, ModelCount

DEFAULT_REASONER: Final[ReasonerName] = SAT


class KnowledgeBase(Grounds, Drawn):
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
        engine = chosen_engine(name, solver)
        if program is not None:
            from logicsweep.knowledge.program import checked_program

            program = checked_program(program, board, name)
        super().__init__(board, engine, Budget(time_limit, entries=max_entries), program)

    def copy(self) -> Self:
        """Return an independent knowledge base with the same evidence and verdicts.

        It is cheap: both share what is proved until one of them is told more. `copy.copy` and
        `copy.deepcopy` do the same; knowledge bases can be pickled, too.
        """
        return super().copy()

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
        from logicsweep.reason.solvers.recorder import Recorder

        recorder = Recorder(self.board)
        engine = self._engine._replace(recorder=recorder)
        Proofs(self.board, self._statements, self._program, engine, self._budget).settle()
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
    def count(
        self, *, density: AnyDensity | None = None, engine: EngineName | str | None = None
    ) -> ModelCount:
        """Count the layouts that agree with the board, and the probability of a mine in each cell.

        The native kernel counts without a proof. Where it cannot, every verdict is proved first.
        Verdicts and counts that are both known are compared.

        Args:
            density: The prior probability of a mine in a cell, strictly between 0 and 1, or a table
                of them, as in `Board`; by default the board's own. Probabilities need it when the
                mine count is unknown.
            engine: One of `ENGINES`. `elimination`, the default, counts each component by bucket
                elimination and convolves them. Slower ones check it: `models` has the reasoner
                enumerate all models; `ganak` asks a model counter (extra `ganak`), a command such
                as `ganak {mcc}` one of yours, which know no densities and no likelihoods. A program
                allows only `models`.

        Raises:
            ValueError: The density is out of range, or a counter would have to weigh layouts.
            UnknownNameError: The engine is not one of those allowed.
            LimitError: Also when a component would take more than `max_entries` table entries.
            MissingLibraryError: The engine is `ganak`, and pyganak is not installed.
            CommandError: The command `engine` fails; a `WrongAnswerError` if its count is wrong.
            InternalError: Verdicts and counts differ, a defect; all that counts may raise it.
        """
        counting, even = self._counting(density)
        return counting.count(even, engine)

    def probabilities(self, *, density: AnyDensity | None = None) -> FloatArray:
        """Compute the probability of a mine in each covered cell as `ModelCount.probabilities`."""
        chances = self._at_once() if density is None else None
        return self.count(density=density).probabilities() if chances is None else chances

    def least_risky(self, *, density: AnyDensity | None = None) -> LeastRisky:
        """Return the covered cells that are least likely mines; see `ModelCount.least_risky`."""
        return self.count(density=density).least_risky()

    @one_at_a_time
    def clue_distribution(
        self, cell: tuple[int, int], *, density: AnyDensity | None = None
    ) -> ClueDistribution:
        """Compute the exact chances that a covered cell is a mine, or shows each clue.

        Raises ValueError off the board or for a density out of range, `IllegalMoveError` for a cell
        that is not covered, `MissingDensityError` where the answer needs an unknown density.
        """
        counting, even = self._counting(density)
        return counting.clue_distribution(cell, even)

    @one_at_a_time
    def joint(
        self, cells: Sequence[tuple[int, int]], *, density: AnyDensity | None = None
    ) -> dict[tuple[bool, ...], Fraction]:
        """Compute the exact joint distribution of mines in up to eight cells.

        A key says for each of the cells, in the order given, whether it is a mine; its value is the
        probability of that combination. Impossible combinations are left out.

        Raises ValueError off the board, for more than eight cells or a density out of range,
        `MissingDensityError` where the answer needs an unknown density.
        """
        counting, even = self._counting(density)
        return counting.joint(cells, even)

    @one_at_a_time
    def sample(
        self, count: int, seed: int, *, density: AnyDensity | None = None
    ) -> NDArray[np.bool_]:
        """Draw random layouts from the exact distribution, without rejection or a Markov chain.

        A boolean array of shape (count, height, width), True where there is a mine, known mines
        included. Layouts are as likely as `count` weighs them. The same seed gives the same layouts
        in a knowledge base that was told and asked the same; without the native kernel others.

        Raises:
            ValueError: `count` is negative, or the density is out of range.
            LimitError: Also for too many layouts to keep in memory.
            MissingDensityError: The answer depends on a density that is unknown.
        """
        counting, even = self._counting(density)
        return counting.sample(count, seed, even)

    @one_at_a_time
    def layouts(self, limit: int = MOST_LISTED) -> NDArray[np.bool_]:
        """List all layouts that agree with the board, if there are no more than `limit`.

        A boolean array of shape (layouts, height, width), True where there is a mine, in ascending
        order, as binary numbers whose first digit is the first cell. Weights are left out.

        Raises ValueError for a `limit` below 1, `LimitError` for more layouts; it says how many.
        """
        return self._counting()[0].layouts(limit)

    @one_at_a_time
    def configurations(self, limit: int = MOST_LISTED) -> list[Configurations]:
        """List the mines that each component of tied cells may hold, without weights.

        Raises ValueError for a `limit` below 1, `LimitError` for more in one component.
        """
        return self._counting()[0].configurations(limit)

    @one_at_a_time
    def allows(self, layout: Layout) -> bool:
        """Tell whether a layout agrees with the board as told so far, and with the program if any.

        `Layout.mismatches` says with which clues it does not agree. Raises ValueError for a layout
        of another size.
        """
        expect("layout", layout, Layout, "a Layout, as of Layout(mask)")
        board = self.board
        if not layout.fits(board):
            return False
        with self._proofs:
            return self._proofs.ledger.allows(layout, board, self._budget.renewed())

    @one_at_a_time
    def diagnose(self, model: ClueModel | None = None, *, most: int = MOST_SETS) -> Diagnosis:
        """Find the clues of an inconsistent board that are likely wrong; `liars` do not count.

        `model` is the clue model by which suspects are ranked, by default `noisy(1/10)`; `most`
        is the number of sets of each kind to look for. Raises ValueError if that is below 1.
        """
        return self._reasons.diagnosis(model, most=most)

    @one_at_a_time
    def explain(
        self,
        cell: tuple[int, int],
        *,
        smallest: bool = False,
        steps: bool = False,
        cut: bool = False,
        by: ExplainedBy | None = None,
    ) -> Explanation:
        """Explain a safe cell or a mine by a minimal unsatisfiable subset of the sources.

        The mine count is among them only if the clues do not suffice.

        Args:
            cell: A covered cell, as (row, column).
            smallest: Find a smallest set. The mine count is one source then, used where that saves
                clues.
            steps: Add a chain of deductions that ends in the verdict.
            cut: Look for a cut, where a rule wants something connected (see `Explanation.cut`).
            by: `sum` adds up as few sources as possible (see `Explanation.sum`).

        Raises:
            ValueError: The cell is off the board or undetermined (see `counterexample`), or `steps`
                are combined with a program.
            IllegalMoveError: The cell is not covered.
            UnknownNameError: `by` is not `sum`.
        """
        return self._reasons.explanation(cell, smallest=smallest, steps=steps, cut=cut, by=by)

    @one_at_a_time
    def counterexample(self, cell: tuple[int, int]) -> Counterexample:
        """Show why a covered cell is undetermined: a layout with a mine there, and one without.

        Raises ValueError off the board or for a decided cell (see `explain`), `IllegalMoveError`
        for a cell that is not covered.
        """
        return self._reasons.counterexample(cell)

    @one_at_a_time
    def witness(self, cell: tuple[int, int]) -> Explanation | Counterexample:
        """Return what shows the verdict on a covered cell: two layouts, or a set that is refuted.

        For an undetermined cell that is its `counterexample`, checked by adding up; for a decided
        one the explanation, whose sources no layout with the opposite agrees with. Raises
        ValueError off the board, `IllegalMoveError` for a cell that is not covered.
        """
        return self._reasons.witness(cell)

    @one_at_a_time
    def next_step(
        self, *, level: int | None = None, safe: bool = False, technique: AnyTechnique | None = None
    ) -> Step | None:
        """Return the easiest deduction that is new to the player; None when there is none.

        It combines the fewest sources (see `Difficulty`); among equals, one to a safe cell comes
        first, and none repeats that a flagged cell is a mine. With `safe` or `technique` an easiest
        step is made again and again, until one is as wanted; the steps it needs are its `before`.

        Args:
            level: The most sources that the step may combine, at least 1.
            safe: Look for a step to a safe cell only.
            technique: Look for a step of this technique, or pattern by its name, such as `1-2-1`.

        Raises:
            ValueError: `level` is below 1, no such technique or pattern is known, or there is a
                program.
        """
        return self._reasons.next_step(level=level, safe=safe, technique=technique)

    @one_at_a_time
    def difficulty(self) -> Difficulty:
        """Rate how hard the proofs of the position are (see `Difficulty`).

        Raises ValueError with a program.
        """
        return self._reasons.difficulty()

    @overload
    def certificate(self, /, cell: tuple[int, int]) -> Certificate: ...
    @overload
    def certificate(self, /, cell: tuple[int, int], *, proof: ProofName) -> AnyCertificate: ...
    @one_at_a_time
    def certificate(self, cell: tuple[int, int], *, proof: ProofName = "drup") -> AnyCertificate:
        """Return a formula and a proof that a covered cell is safe or a mine (see `Certificate`).

        With the proof `veripb` it is a `SumCertificate`, if there is a sum. The sources are those
        of `explain`, which raises the same; the proof may take as long again. Raises ValueError
        also with a program, a rule of your own or a constraint on regions.
        """
        return self._reasons.certificate(cell, proof)

    @one_at_a_time
    def picture(self) -> Picture:
        """Return the board with the verdicts proved up to now, without any further work."""
        return self._proofs.picture()

    def __repr__(self) -> str:
        board = self._start
        more = f", {counted(self.liars, 'liar')}" if self.liars else ""
        more += f", {self._program.name}" if self._program is not None else ""
        more += f", {counted(len(self.constraints), 'constraint')}" if self.constraints else ""
        return f"<KnowledgeBase {board.title}{more}: {self._summary}>"
