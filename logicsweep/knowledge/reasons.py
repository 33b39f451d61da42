"""The questions of a knowledge base that are answered with sources, steps and layouts."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from logicsweep.board.board import Cell
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.errors import LimitError, UnknownNameError, expect, positive
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.agreement import unproved
from logicsweep.knowledge.board_ledger import counted_by_proof
from logicsweep.knowledge.diagnosing import DiagnosisSearch
from logicsweep.knowledge.ledgers import ledger_of
from logicsweep.knowledge.proofs import Proofs
from logicsweep.knowledge.summing import sum_of, weighted_sum
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus
from logicsweep.reason.proving import UnprovedError
from logicsweep.reason.solvers.calls import refutation
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.trial import Trials
from logicsweep.reasons.certificates.certificate import AnyCertificate, Certificate, SumCertificate
from logicsweep.reasons.certificates.formula import Claim, check_sources, formula_of
from logicsweep.reasons.certificates.index import ProofName
from logicsweep.reasons.certificates.layout_rules import RuleAt
from logicsweep.reasons.cut import Cut, cut_of
from logicsweep.reasons.diagnosis import DEFAULT_MODEL, Diagnosis
from logicsweep.reasons.explanation import Counterexample, Difficulty, Explanation, Step
from logicsweep.reasons.names import BY, ExplainedBy
from logicsweep.reasons.patterns import AnyTechnique, name_of_steps
from logicsweep.reasons.steps import Steps
from logicsweep.reasons.summed import certificate_of
from logicsweep.reasons.weighted_sum import WeightedSum
from logicsweep.system.statements import Statements, statements_of

# Whether a certificate uses the upper and the lower bound of the total, in the order of trials.
_NO_BOUNDS: Final = ((False, False),)
_BOUNDS: Final = ((True, False), (False, True), (True, True))


class Reasons:
    """Answers with sources, steps and layouts; each question may take the `budget` anew.

    With a program there are neither steps nor certificates, with liars or constraints beside the
    board no certificates.
    """

    def __init__(
        self,
        proofs: Proofs,
        engine: Engine,
        budget: Budget,
        statements: Statements,
        program: Program | None,
    ) -> None:
        self._statements = statements
        self._proofs = proofs
        self._engine = engine
        self._budget = budget
        self._program = program

    def explanation(
        self,
        cell: tuple[int, int],
        *,
        smallest: bool = False,
        steps: bool = False,
        cut: bool = False,
        by: ExplainedBy | None = None,
    ) -> Explanation:
        """See `KnowledgeBase.explain`."""
        if by not in (None, *BY):
            raise UnknownNameError("way to explain", str(by), BY)
        smallest = smallest or by is not None
        if steps:
            self._refuse_program("steps are")
        proofs = self._proofs
        number = proofs.covered(cell)
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
            wanted_cut = self._cut(mus, number, budget, mine=mine) if cut else None
            summed = self._sum(mus, number, budget, mine=mine) if by is not None else None
        return Explanation(
            proofs.evidence.board,
            explained,
            verdict,
            tuple(map(proofs.start.cell, mus.clues)),
            uses_total=mus.uses_total,
            uses_program=mus.uses_program,
            constraints=self._constraints(mus),
            liars=self._proofs.start.liars,
            is_smallest=smallest,
            steps=chain,
            cut=wanted_cut,
            sum=summed,
        )

    def _sum(self, mus: Mus, number: int, budget: Budget, *, mine: bool) -> WeightedSum | None:
        """Return a sum that proves a verdict that has these sources; None with the program."""
        if mus.uses_program:
            return None
        board, position = self._proofs.evidence.board, self._proofs.ledger.position
        return weighted_sum(
            board, self._statements, position, mus, number, mine=mine, budget=budget
        )

    def _cut(self, mus: Mus, number: int, budget: Budget, *, mine: bool) -> Cut | None:
        """Return a cut behind a verdict that has these sources."""
        return cut_of(
            self._statements.system(self._proofs.ledger.position),
            mus.sources,
            self._proofs.evidence.board,
            (number, mine),
            engine=self._engine,
            budget=budget,
        )

    def _constraints(self, mus: Mus) -> tuple[Constraint, ...]:
        """Return the constraints beside clues and mine count that are sources of a set."""
        if not mus.constraints:
            return ()
        system = self._statements.system(self._proofs.ledger.position)
        return tuple([row for row in system.constraints if row.source in mus.constraints])

    def _first_look(self, number: int, *, steps: bool) -> Verdict:
        """Return the verdict that is to be explained, from the kernel if that is faster.

        It need not be proved here, since the explanation proves it.
        """
        proofs = self._proofs
        if not steps and not proofs.ledger.is_settled:
            otherwise = partial(counted_by_proof, engine=self._engine)
            natively = proofs.native(proofs.start.density, self._budget.renewed(), otherwise)
            if natively is not None:
                marginal = natively.values[number]
                return {0: Verdict.SAFE, 1: Verdict.MINE}.get(marginal, Verdict.UNDETERMINED)
        proofs.settle()
        return proofs.verdict(number)

    def counterexample(self, cell: tuple[int, int]) -> Counterexample:
        """See `KnowledgeBase.counterexample`."""
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

    def witness(self, cell: tuple[int, int]) -> Explanation | Counterexample:
        """See `KnowledgeBase.witness`."""
        proofs = self._proofs
        number = proofs.covered(cell)
        proofs.settle()
        if not proofs.ledger.is_undecided(number):
            return self.explanation(cell)
        shown = self.counterexample(cell)
        with proofs:
            for layout, mine in ((shown.mine, True), (shown.safe, False)):
                agrees = proofs.ledger.allows(layout, shown.board, self._budget.renewed())
                if not agrees or (shown.cell in layout.mines) != mine:
                    error = UnprovedError("has a layout that does not agree with the board", number)
                    raise unproved(error, shown.board)
        return shown

    def next_step(
        self, *, level: int | None, safe: bool, technique: AnyTechnique | None
    ) -> Step | None:
        self._refuse_program("steps are")
        if level is not None:
            positive("level", level)
        name = None if technique is None else name_of_steps(technique)
        self._proofs.settle()
        with self._proofs:
            return self._steps(self._budget.renewed(), level).next(safe=safe, name=name)

    def difficulty(self) -> Difficulty:
        self._refuse_program("a difficulty is")
        self._proofs.settle()
        with self._proofs:
            steps = self._steps(self._budget.renewed()).every()
        return Difficulty(self._proofs.evidence.board, steps)

    def certificate(self, cell: tuple[int, int], proof: ProofName) -> AnyCertificate:
        """See `KnowledgeBase.certificate`."""
        if proof not in get_args(ProofName):
            raise UnknownNameError("kind of proof", str(proof)[:40], get_args(ProofName))
        self._refuse_program("certificates are")
        explanation = self.explanation(cell)
        budget = self._budget.renewed()
        mine = explanation.verdict is Verdict.MINE
        if proof == "veripb":
            certificate = self._sum_certificate(explanation, budget)
            if certificate is not None:
                return certificate
            budget = self._budget.renewed()
        rules = self._rules(explanation)
        kind = SourceKind.CONSTRAINT
        used = {
            constraint.source
            for constraint in explanation.constraints
            if constraint.source.kind is kind
        }
        constraints = tuple(sorted(map(str, used)))
        # Of the total one bound does most often, and counting up to the other can take long.
        for bounds in _BOUNDS if explanation.uses_total else _NO_BOUNDS:
            claim = Claim(explanation.cell, mine, explanation.clues, *bounds, rules, constraints)
            check_sources(explanation.board, claim)
            with self._proofs:
                formula = formula_of(explanation.board, claim)
                steps = refutation(formula.clauses, budget)
            if steps is not None:
                return Certificate(explanation.board, claim, formula.lines, steps)
        raise RuntimeError("a formula has a model that should have none")

    def _sum_certificate(self, explanation: Explanation, budget: Budget) -> SumCertificate | None:
        """Certify a verdict by a weighted sum; None if none is found that certificates know."""
        board = explanation.board
        if board.rules.clue.key is not None:
            return None
        mus = Mus(
            tuple(map(board.number, explanation.clues)),
            uses_total=explanation.uses_total,
            constraints=tuple(
                dict.fromkeys([constraint.source for constraint in explanation.constraints])
            ),
        )
        number, mine = board.number(explanation.cell), explanation.verdict is Verdict.MINE
        try:
            proved = sum_of(
                self._statements,
                self._proofs.ledger.position,
                mus,
                number,
                mine=mine,
                budget=budget,
            )
        except LimitError:  # clauses may be found in time
            return None
        if proved is None:
            return None
        cells = {said.source: said.cells for said in self._statements.others}

        def rule_at(source: Source) -> RuleAt:
            return RuleAt(str(source.name), tuple(map(board.cell, cells[source])))

        return certificate_of(board, proved, rule_at)

    def _rules(self, explanation: Explanation) -> tuple[RuleAt, ...]:
        """Name the rules for layouts, with places, that an explanation uses, sorted."""
        used = {constraint.source for constraint in explanation.constraints}
        return tuple(
            sorted(
                {
                    RuleAt(str(rule.source.name), tuple(map(explanation.board.cell, rule.cells)))
                    for rule in self._statements.others
                    # The statements about a key are in the formula of every clue.
                    if rule.source in used
                    and rule.source.kind is SourceKind.RULE
                    and rule.source.name != explanation.board.rules.clue.keyed.name
                }
            )
        )

    def diagnosis(self, model: ClueModel | None, *, most: int) -> Diagnosis:
        """See `KnowledgeBase.diagnose`."""
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

    def _steps(self, budget: Budget, level: int | None = None) -> Steps:
        """Return the steps to the verdicts, computed on request; everything has to be settled."""
        return Steps(
            self._proofs.evidence.board,
            self._statements,
            decided=self._proofs.ledger.proved(),
            level=level,
            engine=self._engine,
            budget=budget,
        )

    def _refuse_program(self, asked: str) -> None:
        """Raise ValueError if there is a program; the message begins with `asked`: "steps are"."""
        if self._program is not None:
            raise ValueError(f"{asked} only for boards without a program")
