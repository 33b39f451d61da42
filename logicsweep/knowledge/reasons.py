"""The questions of a knowledge base that are answered with sources, steps and layouts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from logicsweep.board.board import Cell
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import UnknownNameError, expect, positive
from logicsweep.knowledge.grounds import Grounds, one_at_a_time
from logicsweep.limits import MOST_SETS, Budget

if TYPE_CHECKING:
    from logicsweep.board.clue_models import ClueModel
    from logicsweep.constraints.cardinality import Constraint
    from logicsweep.reason.mus import Mus
    from logicsweep.reasons.certificates.certificate import Certificate, ProofName
    from logicsweep.reasons.cut import Cut
    from logicsweep.reasons.diagnosis import Diagnosis
    from logicsweep.reasons.explanation import Counterexample, Difficulty, Explanation, Step
    from logicsweep.reasons.names import ExplainedBy
    from logicsweep.reasons.patterns import AnyTechnique
    from logicsweep.reasons.steps import Steps


class Reasons(Grounds):
    """Answers with sources, steps and layouts."""

    @one_at_a_time
    def diagnose(self, model: ClueModel | None = None, *, most: int = MOST_SETS) -> Diagnosis:
        """Find the clues of an inconsistent board that are likely wrong; `liars` do not count.

        `model` is the clue model by which suspects are ranked, by default `noisy(1/10)`; `most`
        is the number of sets of each kind to look for. Raises ValueError if that is below 1.
        """
        from logicsweep.board.clue_models import ClueModel
        from logicsweep.knowledge.diagnosing import DiagnosisSearch
        from logicsweep.knowledge.proofs import ledger_of
        from logicsweep.reason.solvers.trial import Trials
        from logicsweep.reasons.diagnosis import DEFAULT_MODEL
        from logicsweep.system.statements import statements_of

        board = self._proofs.evidence.board
        if model is not None:
            expect("model", model, ClueModel, "a ClueModel, as of clue_model(name), or None")
        positive("most", most)
        with self._proofs:
            budget = self._budget.renewed()
            right = board.altered(liars=0)
            program, engine, trials = self._program, self._engine, Trials()
            make = partial(ledger_of, program=program, engine=engine, trials=trials)
            search = DiagnosisSearch(right, statements_of(right, budget), make, budget)
            return search.diagnosis(model or DEFAULT_MODEL, most)._replace(board=board)

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
        from logicsweep.knowledge.certifying import in_words, sum_behind
        from logicsweep.reasons.explanation import Explanation
        from logicsweep.reasons.names import BY

        if by not in (None, *BY):
            raise UnknownNameError("way to explain", str(by), BY)
        smallest = smallest or by is not None
        if steps:
            self._refuse_program("steps are")
        proofs = self._proofs
        number = proofs.covered(cell)
        board = proofs.evidence.board
        explained, verdict = Cell.of(cell), self._first_look(number, steps=steps)
        if verdict is Verdict.UNDETERMINED:
            raise ValueError(f"{explained} is undetermined; `counterexample` shows both ways")
        mine = verdict is Verdict.MINE
        budget = self._budget.renewed()
        explain = proofs.ledger.explain
        with proofs:
            try:
                mus = explain(number, mine=mine, smallest=smallest, budget=budget)
            except ValueError:  # a defect: settling compares the first look with the proofs
                proofs.settle()
                raise
            chain = None
            if steps:
                minimal = mus
                if smallest and mus.uses_total:  # the clues may suffice nevertheless
                    minimal = explain(number, mine=mine, smallest=False, budget=budget)
                chain = self._steps(budget).towards(number, uses_total=minimal.uses_total)
            wanted_cut = self._cut(mus, (number, mine), budget) if cut else None
            summed = None
            if by is not None and not mus.uses_program:
                position = proofs.ledger.position
                proof = sum_behind(self._proofs.statements, position, mus, (number, mine), budget)
                summed = proof and in_words(board, *proof, smallest=mus.size)
        return Explanation(
            board,
            explained,
            verdict,
            tuple(map(proofs.start.cell, mus.clues)),
            uses_total=mus.uses_total,
            uses_program=mus.uses_program,
            constraints=self._constraints(mus),
            liars=self._start.liars,
            smallest=smallest,
            steps=chain,
            cut=wanted_cut,
            sum=summed,
        )

    @one_at_a_time
    def counterexample(self, cell: tuple[int, int]) -> Counterexample:
        """Show why a covered cell is undetermined: a layout with a mine there, and one without.

        Raises ValueError off the board or for a decided cell (see `explain`), `IllegalMoveError`
        for a cell that is not covered.
        """
        from logicsweep.board.layout import Layout
        from logicsweep.reasons.explanation import Counterexample

        proofs = self._proofs
        number = proofs.covered(cell)
        proofs.settle()
        if not proofs.ledger.is_undecided(number):
            raise ValueError(f"{Cell.of(cell)} is decided; `explain` says why")
        with proofs:
            models = proofs.ledger.pair(number, self._budget.renewed())
        board = proofs.evidence.board
        known = (board.grid == State.KNOWN_MINE).ravel()
        layouts = []
        for mines in models:
            mask = known.copy()
            mask[list(mines)] = True
            layouts.append(Layout(mask.reshape(board.grid.shape), adjacency=board.own_adjacency))
        return Counterexample(board, Cell.of(cell), *layouts)

    @one_at_a_time
    def witness(self, cell: tuple[int, int]) -> Explanation | Counterexample:
        """Return what shows the verdict on a covered cell: two layouts, or a set that is refuted.

        For an undetermined cell that is its `counterexample`, checked by adding up; for a decided
        one the explanation, whose sources no layout with the opposite agrees with. Raises
        ValueError off the board, `IllegalMoveError` for a cell that is not covered.
        """
        from logicsweep.knowledge.agreement import unproved
        from logicsweep.reason.proving import UnprovedError

        proofs = self._proofs
        number = proofs.covered(cell)
        proofs.settle()
        if not proofs.ledger.is_undecided(number):
            return self.explain(cell)
        shown = self.counterexample(cell)
        with proofs:
            for layout, mine in ((shown.mine, True), (shown.safe, False)):
                agrees = proofs.ledger.allows(layout, shown.board, self._budget.renewed())
                if not agrees or (shown.cell in layout.mines) != mine:
                    error = UnprovedError("has a layout that does not agree with the board", number)
                    raise unproved(error, shown.board)
        return shown

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
        from logicsweep.reasons.patterns import name_of_steps

        self._refuse_program("steps are")
        if level is not None:
            positive("level", level)
        name = None if technique is None else name_of_steps(technique)
        self._proofs.settle()
        with self._proofs:
            return self._steps(self._budget.renewed(), level).next(safe=safe, name=name)

    @one_at_a_time
    def difficulty(self) -> Difficulty:
        """Rate how hard the proofs of the position are (see `Difficulty`).

        Raises ValueError with a program.
        """
        from logicsweep.reasons.explanation import Difficulty

        self._refuse_program("a difficulty is")
        self._proofs.settle()
        with self._proofs:
            steps = self._steps(self._budget.renewed()).every()
        return Difficulty(self._proofs.evidence.board, steps)

    @one_at_a_time
    def certificate(self, cell: tuple[int, int], *, proof: ProofName = "drup") -> Certificate:
        """Return a formula and a proof that a covered cell is safe or a mine (see `Certificate`).

        With the proof `veripb` it is a sum, if there is one. The sources are those of `explain`,
        which raises the same; the proof may take as long again. Raises ValueError also with a
        program, a rule of your own, a constraint on regions, or where a checker would have to try
        too many layouts.
        """
        from logicsweep.knowledge.certifying import certified
        from logicsweep.reason.mus import Mus
        from logicsweep.reasons.certificates.certificate import PROOFS
        from logicsweep.reasons.certificates.formula import Proved

        if proof not in PROOFS:
            raise UnknownNameError("kind of proof", str(proof)[:40], PROOFS)
        self._refuse_program("certificates are")
        explained = self.explain(cell)
        proved = Proved(explained.board, explained.cell, explained.verdict)
        mus = Mus(
            tuple(map(proved.board.number, explained.clues)),
            uses_total=explained.uses_total,
            constraints=tuple(dict.fromkeys([row.source for row in explained.constraints])),
        )
        position = self._proofs.ledger.position
        with self._proofs:
            return certified(
                proved, mus, self._proofs.statements, position, kind=proof, budget=self._budget
            )

    def _cut(self, mus: Mus, verdict: tuple[int, bool], budget: Budget) -> Cut | None:
        """Return a cut behind a verdict that has these sources."""
        from logicsweep.reasons.cut import cut_of

        return cut_of(
            self._proofs.statements.system(self._proofs.ledger.position),
            mus.sources,
            self._proofs.evidence.board,
            verdict,
            engine=self._engine,
            budget=budget,
        )

    def _constraints(self, mus: Mus) -> tuple[Constraint, ...]:
        """Return the constraints beside clues and mine count that are sources of a set."""
        if not mus.constraints:
            return ()
        system = self._proofs.statements.system(self._proofs.ledger.position)
        return tuple([row for row in system.constraints if row.source in mus.constraints])

    def _first_look(self, number: int, *, steps: bool) -> Verdict:
        """Return the verdict that is to be explained, from the kernel if that is faster.

        It need not be proved here, since the explanation proves it.
        """
        proofs = self._proofs
        if not steps and not proofs.ledger.is_settled:
            natively = proofs.native(self._start.density, self._budget.renewed())
            if natively is not None:
                marginal = natively.values[number]
                return {0: Verdict.SAFE, 1: Verdict.MINE}.get(marginal, Verdict.UNDETERMINED)
        proofs.settle()
        return proofs.verdict(number)

    def _steps(self, budget: Budget, level: int | None = None) -> Steps:
        """Return the steps to the verdicts, computed on request; everything has to be settled."""
        from logicsweep.reasons.steps import Steps

        return Steps(
            self._proofs.evidence.board,
            self._proofs.statements,
            decided=self._proofs.ledger.proved(),
            level=level,
            engine=self._engine,
            budget=budget,
        )

    def _refuse_program(self, asked: str) -> None:
        """Raise ValueError if there is a program; the message begins with `asked`: "steps are"."""
        if self._program is not None:
            raise ValueError(f"{asked} only for boards without a program")
