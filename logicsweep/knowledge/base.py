"""The knowledge base: a board in, proofs out, and more evidence at any time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from fractions import Fraction
from operator import index
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Cell
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.layout import Layout
from logicsweep.board.state import State, is_covered
from logicsweep.board.total import checked_density
from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.system import constraints_of
from logicsweep.count.engines.registry import (
    ELIMINATION,
    ENGINES,
    MODELS,
    EngineName,
    independent_count,
)
from logicsweep.count.layouts import ClueDistribution, Layouts
from logicsweep.count.model_count import ModelCount
from logicsweep.errors import IllegalMoveError, UnknownNameError, expect, whole
from logicsweep.explain.certificates.certificate import Certificate
from logicsweep.explain.certificates.formula import Claim, formula_of
from logicsweep.explain.counterexample import PairOfModels, close_pair, pair_on
from logicsweep.explain.diagnosis import DEFAULT_MODEL, MOST_SETS, Diagnosis, diagnose
from logicsweep.explain.explanation import Counterexample, Difficulty, Explanation, Step
from logicsweep.explain.steps import Steps
from logicsweep.knowledge.evidence import Answer, Evidence, one_at_a_time
from logicsweep.knowledge.monolithic import WholeLedger
from logicsweep.limits import Budget
from logicsweep.reason.solvers.proof import refutation

# Which bounds of the total a certificate uses, at most and at least, in the order they are tried.
_NO_BOUNDS: Final = ((False, False),)
_BOUNDS: Final = ((True, False), (False, True), (True, True))


class KnowledgeBase(Evidence):
    """All that follows from a board.

    `KnowledgeBase(board)` starts from a position; `tell` adds what a cell turned out to be. A
    verdict is a proof: a cell is safe because a mine in it is unsatisfiable, and the other way
    round. The total mines is always used when the board has one.

    `reasoner` is one of `REASONERS`: `sat` (propagation, SAT and elimination; with `solver` one of
    `SOLVERS`), or `asp`, where every verdict comes from answer sets. Both give the same answers.
    `rules` is a logic program of your own that layouts have to satisfy as well (a text, or `Rules`
    to give it a name); it makes the reasoner `asp`, and layouts are then counted one by one.

    With `liars` up to so many clues may be wrong, nobody knows which, and a verdict holds whichever
    they are; the total is right. The board is then reasoned about as a whole, and layouts are
    counted for each choice of wrong clues apart.

    `time_limit` is how many seconds one question may take
    (None for no limit; naming the clues of a clash may take as long again); when it runs out the
    question raises `LimitError` with what was proved by then, and asking again goes on from there.
    `max_entries` is how many table entries counting one component may take: an entry is the number
    of ways of one row for one number of mines, some tens of bytes.

    Threads may share a knowledge base: a question waits until the one before it is answered, which
    no time limit counts. Only `counted` answers at once, so that it can be watched. `copy` makes
    one of its own for a branch of what may come; it is cheap.

    On a board that no layout agrees with, every question except `is_consistent` raises
    `InconsistentBoardError`.

    Raises `UnknownSolverError` or `UnknownNameError` for a name that is not on its list,
    `RulesError` for rules that do not parse (those that cannot be grounded raise it when a question
    is asked), ValueError for a limit that is not positive, for rules with another reasoner, and for
    `liars` below 0 or above the number of clues, or beside rules or clues with likelihoods. Raises
    TypeError for an argument of another type, and so do all methods.
    """

    @property
    def counted(self) -> tuple[int, int]:
        """How many components the count at hand has done, and of how many; (0, 0) before it.

        Meant to be watched from another thread while `count` works.
        """
        return self._ledger.counted

    @one_at_a_time
    def count(
        self, *, density: Fraction | None = None, engine: EngineName | None = None
    ) -> ModelCount:
        """Count the layouts that agree with the board, and the chance of a mine in each cell.

        When the total mines is unknown, chances need a `density`, the prior chance of a mine in
        a cell, strictly between 0 and 1; by default the board's own. `engine` is one of `ENGINES`:
        `elimination`, the default, counts components and joins them when asked; `models` has the
        reasoner enumerate all models; `ganak` asks another program's counter (extra `ganak`), which
        has no density and no likelihoods. The last two are slow, and there to judge the first. With
        rules `models` is the only one, with liars `elimination`.

        Raises ValueError for a density out of range, `UnknownNameError` for another engine,
        `InconsistentBoardError`, and `LimitError` when the time is over or a component would take
        more than `max_entries` (see `KnowledgeBase`); `MissingLibraryError` without pyganak.
        """
        known: tuple[EngineName, ...] = ENGINES
        if self._rules is not None:
            known = (MODELS,)
        elif self._liars:
            known = (ELIMINATION,)
        name = engine or known[0]
        if name not in known:
            what = "with rules" if self._rules is not None else "with liars" * bool(self._liars)
            raise UnknownNameError(f"counting engine {what}".strip(), name, known)
        if name == known[0]:
            return self._ask(density, lambda layouts: layouts.count())
        given = self._density(density)
        self._settle()
        with self._limits():
            return independent_count(
                self.board, name, given, reasoner=self._engine, time_limit=self._budget.seconds
            )

    @one_at_a_time
    def clue_distribution(
        self, cell: tuple[int, int], *, density: Fraction | None = None
    ) -> ClueDistribution:
        """What a covered cell would turn out to be: a mine, or each clue, with exact chances.

        Raises ValueError off the board, `IllegalMoveError` for a cell that is not covered, and as
        `count` does; `MissingDensityError` when it depends on a density that is unknown.
        """
        return self._ask(density, lambda layouts: layouts.clue_distribution(cell))

    @one_at_a_time
    def joint(
        self, cells: Sequence[tuple[int, int]], *, density: Fraction | None = None
    ) -> dict[tuple[bool, ...], Fraction]:
        """The joint distribution of up to eight cells: the exact chance of each combination.

        Keys say for each of the cells whether it is a mine; combinations that cannot be are left
        out. Raises ValueError off the board or for more cells, and as `clue_distribution` does.
        """
        return self._ask(density, lambda layouts: layouts.joint(cells))

    @one_at_a_time
    def sample(
        self, count: int, seed: int, *, density: Fraction | None = None
    ) -> NDArray[np.bool_]:
        """Random layouts that agree with the board, drawn exactly (no rejection, no chain).

        A boolean array of shape (count, height, width), true where there is a mine, known ones
        included. With a known total or a range every layout is equally likely, with a density
        each as likely as the density makes it; both but for the likelihoods of uncertain clues. The
        same seed gives the same layouts. Raises as `clue_distribution` does, TypeError for a count
        or a seed that is no whole number.
        """
        count, seed = index(count), index(seed)
        return self._ask(density, lambda layouts: layouts.sample(count, Random(seed)))

    @one_at_a_time
    def allows(self, layout: Layout) -> bool:
        """Whether a layout agrees with the board as told so far, and with the rules if any.

        `Layout.mismatches` says with which clues it does not. Raises ValueError as that does,
        `LimitError`, `RulesError`.
        """
        expect("layout", layout, Layout, "a Layout, as of Layout(mask)")
        mismatches = layout.mismatches(self.board)
        with self._limits():
            return self._ledger.allows(layout, mismatches, self._budget.renewed())

    @one_at_a_time
    def diagnose(self, model: ClueModel | None = None, *, most: int = MOST_SETS) -> Diagnosis:
        """Which clues of an inconsistent board are likely to be wrong (see `Diagnosis`).

        Suspects are ranked by how likely they are wrong under a clue model, by default
        `noisy(1/10)`; up to `most` sets of each kind are looked for. Raises ValueError for a
        knowledge base with rules or liars, and for fewer than one set; `LimitError`.
        """
        self._check_parted("a diagnosis is")
        if model is not None:
            expect("model", model, ClueModel, "a ClueModel, as of clue_model(name), or None")
        if whole("most", most) < 1:
            raise ValueError(f"most is {most}; expected 1 or more")
        with self._limits():
            return diagnose(
                self.board,
                model=model or DEFAULT_MODEL,
                most=most,
                engine=self._engine,
                budget=self._budget.renewed(),
            )

    @one_at_a_time
    def explain(
        self, cell: tuple[int, int], *, smallest: bool = False, steps: bool = False
    ) -> Explanation:
        """Why a covered cell is safe or a mine: a minimal set of sources (see `Explanation`).

        The total is among them only if the clues do not suffice. With `smallest` no set is smaller:
        the total counts as one source then, and is used where that takes fewer. With `steps` a
        chain of deductions is added that ends in the verdict.

        Raises ValueError off the board, for an undetermined cell (see `counterexample`), and for
        steps with rules or liars; `IllegalMoveError` for a cell that is not covered,
        `InconsistentBoardError`, `LimitError`.
        """
        if steps:
            self._check_parted("steps are")
        own, number, verdict = self._decided(cell)
        mine = verdict is Verdict.MINE
        budget = self._budget.renewed()
        with self._limits():
            core = self._ledger.explain(number, mine=mine, smallest=smallest, budget=budget)
            chain = None
            if steps:
                plain = core
                if smallest and core.uses_total:  # the clues may suffice nevertheless
                    plain = self._ledger.explain(number, mine=mine, smallest=False, budget=budget)
                chain = self._steps(budget).towards(number, uses_total=plain.uses_total)
        return Explanation(
            self.board,
            own,
            verdict,
            tuple(map(self._start.cell, core.clues)),
            uses_total=core.uses_total,
            uses_rules=core.uses_rules,
            liars=self._liars,
            is_smallest=smallest,
            steps=chain,
        )

    @one_at_a_time
    def counterexample(self, cell: tuple[int, int]) -> Counterexample:
        """Why a covered cell is undetermined: two layouts, one each way (see `Counterexample`).

        Raises ValueError off the board and for a cell that is decided, `IllegalMoveError` for one
        that is not covered, `InconsistentBoardError`, `LimitError`.
        """
        number = self._covered(cell)
        if not self._ledger.is_undecided(number):
            raise ValueError(f"{Cell.of(cell)} is decided; `explain` says why")
        with self._limits():
            found = self._pair(number, self._budget.renewed())
        board = self.board
        always = (board.grid == State.KNOWN_MINE).ravel()
        if not isinstance(self._ledger, WholeLedger):
            always[self._ledger.proved()[0]] = True
        masks = []
        for mines in found:
            mask = always.copy()
            mask[list(mines)] = True
            masks.append(Layout(mask.reshape(board.grid.shape)))
        return Counterexample(board, Cell.of(cell), *masks)

    @one_at_a_time
    def next_step(self, *, level: int | None = None, safe: bool = False) -> Step | None:
        """The easiest deduction anywhere on the board that is news; None when there is none.

        It takes the fewest sources together that any takes (see `Difficulty`), at most `level` of
        them if that is given; of deductions that take as many, one that finds a safe cell comes
        first. That flagged cells are mines is no news where it is proved, and is taken for granted
        by later steps.

        With `safe` it is the deduction of a safe cell, when always one of the easiest is made next
        and mines are marked on the way. Those of the way that it needs are its `before`.

        Raises ValueError with rules or liars and for a level below 1, `InconsistentBoardError`,
        `LimitError`.
        """
        self._check_parted("steps are")
        if level is not None and whole("level", level) < 1:
            raise ValueError(f"level is {level}; expected 1 or more")
        self._settle()
        with self._limits():
            return self._steps(self._budget.renewed(), level).next(safe=safe)

    @one_at_a_time
    def difficulty(self) -> Difficulty:
        """How hard the proofs of the position are (see `Difficulty`).

        Raises ValueError with rules or liars, `InconsistentBoardError`, `LimitError`.
        """
        self._check_parted("a difficulty is")
        self._settle()
        with self._limits():
            return Difficulty(self.board, self._steps(self._budget.renewed()).every())

    @one_at_a_time
    def certificate(self, cell: tuple[int, int]) -> Certificate:
        """A formula and a proof that a covered cell is safe or a mine (see `Certificate`).

        The sources are those of `explain`; the proof may take the time limit once more. Raises as
        `explain` does, and ValueError with rules or liars.
        """
        self._check_parted("certificates are")
        found = self.explain(cell)
        budget = self._budget.renewed()
        mine = found.verdict is Verdict.MINE
        # Of the total one bound does most often, and counting up to the other can take long.
        for bounds in _BOUNDS if found.uses_total else _NO_BOUNDS:
            claim = Claim(found.cell, mine, found.clues, *bounds)
            with self._limits():
                formula = formula_of(found.board, claim)
                proof = refutation(formula.clauses, budget)
            if proof is not None:
                return Certificate(found.board, claim, formula.lines, proof)
        raise RuntimeError("a formula has a model that should have none")

    def _check_parted(self, what: str) -> None:
        if self._rules is not None or self._liars:
            raise ValueError(f"{what} for boards without rules and liars")

    def _covered(self, cell: tuple[int, int]) -> int:
        """The number of a covered cell, everything being settled."""
        number = self._start.number(cell)
        state = self._ledger.shown.states[number]
        if not is_covered(state):
            raise IllegalMoveError("the cell is not covered", move=Cell.of(cell))
        self._settle()
        return number

    def _decided(self, cell: tuple[int, int]) -> tuple[Cell, int, Verdict]:
        number = self._covered(cell)
        own = Cell.of(cell)
        if self._ledger.is_undecided(number):
            raise ValueError(f"{own} is undetermined; `counterexample` shows both ways")
        return own, number, Verdict.MINE if self._ledger.is_mine(number) else Verdict.SAFE

    def _steps(self, budget: Budget, level: int | None = None) -> Steps:
        mines, safe = self._ledger.proved()
        return Steps(
            self.board,
            mines=mines.tolist(),
            safe=safe.tolist(),
            level=level,
            engine=self._engine,
            budget=budget,
        )

    def _pair(self, number: int, budget: Budget) -> PairOfModels:
        if not isinstance(self._ledger, WholeLedger):
            return pair_on(self._ledger, number, self._engine, budget)
        with closing(self._ledger.ask(budget)) as reasoner:
            found = close_pair(reasoner, constraints_of(self.board), number)
        if found is None:
            raise RuntimeError("an undecided cell has no two layouts")
        return found

    def _layouts(self, density: Fraction | None) -> Layouts:
        budget = self._budget.renewed()
        self._settle(budget, counting=True)
        with self._limits():
            return self._ledger.layouts(
                self.board,
                density,
                budget,
            )

    def _ask(self, density: Fraction | None, question: Callable[[Layouts], Answer]) -> Answer:
        """Ask a question about the layouts."""
        layouts = self._layouts(self._density(density))
        with self._limits():
            return question(layouts)

    def _density(self, given: Fraction | None) -> Fraction | None:
        return self._start.density if given is None else checked_density(given)
