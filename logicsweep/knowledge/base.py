"""The knowledge base: a board in, proofs out, and more evidence at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import AnyCell, Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.layout import Layout
from logicsweep.board.picture.drawing import Drawn, Picture
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.constraints.position import position_of
from logicsweep.count.counted import FloatArray
from logicsweep.count.engines.registry import EngineName
from logicsweep.count.layouts import ClueDistribution
from logicsweep.count.model_count import LeastRisky, ModelCount
from logicsweep.errors import counted, expect
from logicsweep.explain.certificates.certificate import Certificate
from logicsweep.explain.diagnosis import MOST_SETS, Diagnosis
from logicsweep.explain.explanation import Counterexample, Difficulty, Explanation, Step
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.counting import Counting
from logicsweep.knowledge.evidence import Evidence, Proofs
from logicsweep.knowledge.liars import LyingLedger, checked_liars
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.program import ProgramLedger
from logicsweep.knowledge.protocol import Ledger
from logicsweep.knowledge.reasons import Reasons
from logicsweep.knowledge.turns import InTurn, one_at_a_time
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, Budget
from logicsweep.reason.solvers.engine import ASP, SAT, ReasonerName, engine_of
from logicsweep.reason.solvers.sat import DEFAULT_SOLVER, SolverName

DEFAULT_REASONER: Final[ReasonerName] = SAT


class KnowledgeBase(InTurn, Drawn):
    """All that follows from a board.

    `KnowledgeBase(board)` starts from a position; `tell` adds what a cell turned out to be. A
    verdict is a proof: a cell is safe because a mine in it is unsatisfiable, and the other way
    round. The mine count is always used when the board has one.

    `reasoner` is one of `REASONERS`: `sat` (propagation, SAT and elimination; with `solver` one of
    `SOLVERS`), or `asp`, where every verdict comes from answer sets. Both give the same answers.
    `program` is a logic program of your own that layouts have to satisfy as well (a text, or a
    `Program`, which has a name); it makes the reasoner `asp`, and layouts are then counted one by
    one.

    With `liars` up to so many clues may be wrong, nobody knows which, and a verdict holds whichever
    they are; the total is right. The board is then reasoned about as a whole, and layouts are
    counted for each choice of wrong clues apart.

    `time_limit` is how many seconds one question may take
    (None for no limit; naming the clues that conflict may take as long again); when it runs out the
    question raises `LimitError` with what was proved by then, and asking again goes on from there.
    After an interrupt (Ctrl-C) it may have to be proved again, and answers are what they would have
    been; what was being told is known whole, or not at all.
    `max_entries` is how many table entries counting one component may take: an entry is the number
    of models of one row for one number of mines, some tens of bytes.

    Threads may share a knowledge base: a question waits until the one before it is answered, which
    no time limit counts. Only `counted` answers at once, so that it can be watched. `copy` makes
    one of its own for a branch of what may come; it is cheap.

    On a board that no layout agrees with, every question except `has_layout` raises
    `InconsistentBoardError`.

    Raises `UnknownSolverError` or `UnknownNameError` for a name that is not on its list,
    `ProgramError` for a program that does not parse (one that cannot be grounded raises it when a
    question is asked), ValueError for a limit that is not positive, for a program with another
    reasoner, and for `liars` below 0 or above the number of clues, or beside a program or clues
    with likelihoods. Raises TypeError for an argument of another type, and so do all methods.
    """

    def __init__(
        self,
        board: Board,
        *,
        reasoner: ReasonerName | None = None,
        program: str | Program | None = None,
        liars: int = 0,
        solver: SolverName = DEFAULT_SOLVER,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        max_entries: int = MAX_ENTRIES,
    ) -> None:
        super().__init__()
        expect("board", board, Board, "a Board, as of Board.parse(text)")
        if program is not None:
            wanted = "a Program, a logic program as a str, or None"
            expect("program", program, (str, Program), wanted)
        name = (DEFAULT_REASONER if program is None else ASP) if reasoner is None else reasoner
        self._engine = engine_of(name, solver=solver)
        if program is not None and name != ASP:
            raise ValueError(f"a program needs the reasoner {ASP}, not {name}")
        self._budget = Budget(time_limit, entries=max_entries)
        self._program = Program(program) if isinstance(program, str) else program
        self._liars = checked_liars(board, liars)
        if self._liars and program is not None:
            raise ValueError("liars and a program exclude each other; expected one of them")
        self._proofs = Proofs(Evidence(board), self._ledger(board), self._budget, liars=self._liars)

    def _ledger(self, board: Board) -> Ledger:
        if self._liars:
            return LyingLedger(board, self._liars, self._engine)
        if self._program is not None:
            return ProgramLedger(board, self._program, self._engine)
        return PlainLedger(position_of(board), self._engine)

    def _state(self) -> dict[str, Any]:
        # A ledger of its own, since pickles are written when the lock is free again.
        return {**self.__dict__, "_proofs": self._proofs.copy()}

    def copy(self) -> Self:
        """A knowledge base of its own with the same evidence and all that is settled.

        Cheap: what is settled is shared until one of the two is told more, which the other does not
        notice. `copy.copy` and `copy.deepcopy` do the same; a knowledge base can be pickled, too.
        """
        return super().copy()

    @property
    @one_at_a_time
    def board(self) -> Board:
        """The board with everything told so far."""
        return self._proofs.evidence.board

    @property
    def program(self) -> Program | None:
        """The program that layouts have to satisfy as well."""
        return self._program

    @property
    def liars(self) -> int:
        """How many clues may be wrong."""
        return self._liars

    @one_at_a_time
    def has_layout(self) -> bool:
        """Whether some layout agrees with the board, total included. Raises `LimitError`."""
        return self._proofs.has_layout()

    @one_at_a_time
    def consequences(self) -> Consequences:
        """Every verdict on a covered cell. Raises `InconsistentBoardError`, `LimitError`."""
        self._proofs.settle()
        return self._proofs.so_far()

    @one_at_a_time
    def proved_so_far(self) -> Consequences:
        """The verdicts proved up to now, without any further work; complete after a question.

        Raises `InconsistentBoardError` once the board is known to be inconsistent.
        """
        return self._proofs.so_far()

    @one_at_a_time
    def verdict(self, cell: tuple[int, int]) -> Verdict:
        """What follows about a cell; an open cell is safe, a known mine is a mine.

        Raises ValueError off the board, `InconsistentBoardError`, `LimitError`.
        """
        number = self._proofs.evidence.start.number(cell)
        self._proofs.settle()
        return self._proofs.verdict(number)

    @one_at_a_time
    def entails(self, cell: tuple[int, int], *, mine: bool = True) -> bool:
        """Whether the board proves that a cell is a mine (or safe, with `mine=False`).

        Raises as `verdict` does.
        """
        return self.verdict(cell) is (Verdict.MINE if mine else Verdict.SAFE)

    @one_at_a_time
    def needs_total(self) -> bool:
        """Whether some verdict needs the mine count, and does not follow from the clues alone.

        Of a knowledge base that was told more: whether one did when it was proved. Raises as
        `consequences` does.
        """
        return self._proofs.needs_total()

    def tell(self, cell: tuple[int, int], clue: int | Clue) -> Consequences:
        """Add what a covered cell turned out to be; returns the verdicts that are new by it.

        `clue` is the number shown, a `Clue` that is no number (see `Board.reading`),
        `State.NO_CLUE` for a safe cell that shows none, or `State.KNOWN_MINE` for a mine that was
        hit. Telling again what is known changes nothing.
        Only the components next to the cell are solved again; the answers are those of a fresh
        knowledge base.

        Raises ValueError off the board or for a clue out of range, `IllegalMoveError` when the
        cell already shows something else, and `InconsistentBoardError` when no layout agrees;
        after each of these the knowledge base is as it was. On `LimitError` the evidence is kept
        (should it turn out to contradict the board later on, the board is inconsistent from then
        on), unless the time went on settling the board before it was entered: `board` shows which.
        """
        return self.tell_all({Cell.of(cell): clue})

    @one_at_a_time
    def tell_all(self, clues: Mapping[AnyCell, int | Clue]) -> Consequences:
        """`tell` for several cells at once, which costs less than one after the other.

        Raises TypeError for anything but a mapping of cells to clues, and as `tell` does.
        """
        expect("clues", clues, Mapping, "a mapping from cells to clues")
        return self._proofs.tell(clues)

    @property
    def counted(self) -> tuple[int, int]:
        """How far the count at hand has come, and how far it has to go; (0, 0) before it.

        In components, in choices of wrong clues with liars, or in layouts with a program (the
        second number is then 0, unknown).
        Meant to be watched from another thread while `count` works.
        """
        return self._proofs.ledger.counted

    @one_at_a_time
    def count(
        self, *, density: Fraction | None = None, engine: EngineName | None = None
    ) -> ModelCount:
        """Count the layouts that agree with the board, and the chance of a mine in each cell.

        When the mine count is unknown, chances need a `density`, the prior chance of a mine in
        a cell, strictly between 0 and 1; by default the board's own. `engine` is one of `ENGINES`:
        `elimination`, the default, counts components and joins them when asked; `models` has the
        reasoner enumerate all models; `ganak` asks another program's counter (extra `ganak`), which
        has no density and no likelihoods. The last two are slow, and there to judge the first. With
        a program `models` is the only one, with liars `elimination`.

        Raises ValueError for a density out of range, `UnknownNameError` for another engine,
        `InconsistentBoardError`, and `LimitError` when the time is over or a component would take
        more than `max_entries` (see `KnowledgeBase`); `MissingLibraryError` without pyganak.
        """
        return self._counting.count(density, engine)

    def probabilities(self, *, density: Fraction | None = None) -> FloatArray:
        """The chance of a mine in every covered cell, nan in the others: `count().probabilities()`.

        Raises as `count` and `ModelCount.probabilities` do.
        """
        return self.count(density=density).probabilities()

    def least_risky(self, *, density: Fraction | None = None) -> LeastRisky:
        """The covered cells least likely to be mines: `count().least_risky()`.

        Raises as `count` and `ModelCount.least_risky` do.
        """
        return self.count(density=density).least_risky()

    @one_at_a_time
    def clue_distribution(
        self, cell: tuple[int, int], *, density: Fraction | None = None
    ) -> ClueDistribution:
        """What a covered cell would turn out to be: a mine, or each clue, with exact chances.

        Raises ValueError off the board, `IllegalMoveError` for a cell that is not covered, and as
        `count` does; `MissingDensityError` when it depends on a density that is unknown.
        """
        return self._counting.clue_distribution(cell, density)

    @one_at_a_time
    def joint(
        self, cells: Sequence[tuple[int, int]], *, density: Fraction | None = None
    ) -> dict[tuple[bool, ...], Fraction]:
        """The joint distribution of up to eight cells: the exact chance of each combination.

        Keys say for each of the cells whether it is a mine; impossible combinations are left
        out. Raises ValueError off the board or for more cells, and as `clue_distribution` does.
        """
        return self._counting.joint(cells, density)

    @one_at_a_time
    def sample(
        self, count: int, seed: int, *, density: Fraction | None = None
    ) -> NDArray[np.bool_]:
        """Random layouts that agree with the board, drawn exactly (no rejection, no chain).

        A boolean array of shape (count, height, width), true where there is a mine, known ones
        included. With a known total or a range every layout is equally likely, with a density
        each as likely as the density makes it; both but for the likelihoods of uncertain clues. The
        same seed gives the same layouts.

        Raises ValueError for a negative count, TypeError for a count or a seed that is no whole
        number, and as `count` does; `LimitError` for too many layouts to keep;
        `MissingDensityError` when it depends on a density that is unknown.
        """
        return self._counting.sample(count, seed, density)

    @one_at_a_time
    def allows(self, layout: Layout) -> bool:
        """Whether a layout agrees with the board as told so far, and with the program if any.

        `Layout.mismatches` says with which clues it does not. Raises ValueError as that does,
        `LimitError`, `ProgramError`.
        """
        expect("layout", layout, Layout, "a Layout, as of Layout(mask)")
        board = self.board
        with self._proofs.limits():
            return self._proofs.ledger.allows(layout, board, self._budget.renewed())

    @one_at_a_time
    def diagnose(self, model: ClueModel | None = None, *, most: int = MOST_SETS) -> Diagnosis:
        """Which clues of an inconsistent board are likely to be wrong (see `Diagnosis`).

        Suspects are ranked by how likely they are wrong under a clue model, by default
        `noisy(1/10)`; up to `most` sets of each kind are looked for. Raises ValueError for a
        knowledge base with a program or liars, and for fewer than one set; `LimitError`.
        """
        return self._reasons.diagnosis(model, most=most)

    @one_at_a_time
    def explain(
        self, cell: tuple[int, int], *, smallest: bool = False, steps: bool = False
    ) -> Explanation:
        """Why a covered cell is safe or a mine: a minimal set of sources (see `Explanation`).

        The total is among them only if the clues do not suffice. With `smallest` no set is smaller:
        the total counts as one source then, and is used where that takes fewer. With `steps` a
        chain of deductions is added that ends in the verdict.

        Raises ValueError off the board, for an undetermined cell (see `counterexample`), and for
        steps with a program or liars; `IllegalMoveError` for a cell that is not covered,
        `InconsistentBoardError`, `LimitError`.
        """
        return self._reasons.explanation(cell, smallest=smallest, steps=steps)

    @one_at_a_time
    def counterexample(self, cell: tuple[int, int]) -> Counterexample:
        """Why a covered cell is undetermined: two layouts, one each way (see `Counterexample`).

        Raises ValueError off the board and for a cell that is decided, `IllegalMoveError` for one
        that is not covered, `InconsistentBoardError`, `LimitError`.
        """
        return self._reasons.counterexample(cell)

    @one_at_a_time
    def next_step(self, *, level: int | None = None, safe: bool = False) -> Step | None:
        """The easiest deduction anywhere on the board that is news; None when there is none.

        It takes the fewest sources together that any takes (see `Difficulty`), at most `level` of
        them if that is given; of deductions that take as many, one that finds a safe cell comes
        first. That flagged cells are mines is no news where it is proved, and is taken for granted
        by later steps.

        With `safe` it is the deduction of a safe cell, when always one of the easiest is made next
        and mines are marked on the way. Those of the way that it needs are its `before`.

        Raises ValueError with a program or liars and for a level below 1, `InconsistentBoardError`,
        `LimitError`.
        """
        return self._reasons.next_step(level=level, safe=safe)

    @one_at_a_time
    def difficulty(self) -> Difficulty:
        """How hard the proofs of the position are (see `Difficulty`).

        Raises ValueError with a program or liars, `InconsistentBoardError`, `LimitError`.
        """
        return self._reasons.difficulty()

    @one_at_a_time
    def certificate(self, cell: tuple[int, int]) -> Certificate:
        """A formula and a proof that a covered cell is safe or a mine (see `Certificate`).

        The sources are those of `explain`; the proof may take the time limit once more. Raises as
        `explain` does, and ValueError with a program or liars.
        """
        return self._reasons.certificate(cell)

    @one_at_a_time
    def picture(self) -> Picture:
        """The board and what is proved up to now, without any further work."""
        return self._proofs.picture()

    def __repr__(self) -> str:
        board = self._proofs.evidence.start
        more = f", {counted(self._liars, 'liar')}" if self._liars else ""
        more += f", {self._program.name}" if self._program is not None else ""
        return f"<KnowledgeBase {board.title}{more}: {self._proofs.summary}>"

    # What answers is made for each question, since a copy has proofs of its own.

    @property
    def _counting(self) -> Counting:
        has_program = self._program is not None
        return Counting(
            self._proofs, self._engine, self._budget, has_program=has_program, liars=self._liars
        )

    @property
    def _reasons(self) -> Reasons:
        is_plain = self._program is None and not self._liars
        return Reasons(
            self._proofs, self._engine, self._budget, liars=self._liars, is_plain=is_plain
        )
