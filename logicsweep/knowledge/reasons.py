"""Why: the questions of a knowledge base that are answered with sources, steps and layouts."""

from __future__ import annotations

from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.explain.certificates.certificate import Certificate
from logicsweep.explain.certificates.formula import Claim, formula_of
from logicsweep.explain.explanation import Counterexample, Explanation
from logicsweep.explain.steps import Steps
from logicsweep.knowledge.proofs import Proofs
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.proof import refutation

# Which bounds of the total a certificate uses, at most and at least, in the order they are tried.
_NO_BOUNDS: Final = ((False, False),)
_BOUNDS: Final = ((True, False), (False, True), (True, True))


def explanation(
    proofs: Proofs,
    cell: tuple[int, int],
    *,
    smallest: bool,
    steps: bool,
    liars: int,
    engine: Engine,
    budget: Budget,
) -> Explanation:
    """See `KnowledgeBase.explain`."""
    number = proofs.covered(cell)
    own, verdict = Cell.of(cell), proofs.verdict(number)
    if verdict is Verdict.UNDETERMINED:
        raise ValueError(f"{own} is undetermined; `counterexample` shows both ways")
    mine = verdict is Verdict.MINE
    ledger = proofs.ledger
    with proofs.limits():
        core = ledger.explain(number, mine=mine, smallest=smallest, budget=budget)
        chain = None
        if steps:
            plain = core
            if smallest and core.uses_total:  # the clues may suffice nevertheless
                plain = ledger.explain(number, mine=mine, smallest=False, budget=budget)
            found = steps_of(proofs, engine, budget)
            chain = found.towards(number, uses_total=plain.uses_total)
    return Explanation(
        proofs.evidence.board,
        own,
        verdict,
        tuple(map(proofs.evidence.start.cell, core.clues)),
        uses_total=core.uses_total,
        uses_program=core.uses_program,
        liars=liars,
        is_smallest=smallest,
        steps=chain,
    )


def counterexample(proofs: Proofs, cell: tuple[int, int], budget: Budget) -> Counterexample:
    """See `KnowledgeBase.counterexample`."""
    number = proofs.covered(cell)
    if not proofs.ledger.is_undecided(number):
        raise ValueError(f"{Cell.of(cell)} is decided; `explain` says why")
    with proofs.limits():
        found = proofs.ledger.pair(number, budget)
    board = proofs.evidence.board
    known = (board.grid == State.KNOWN_MINE).ravel()
    layouts = []
    for mines in found:
        mask = known.copy()
        mask[list(mines)] = True
        layouts.append(Layout(mask.reshape(board.grid.shape)))
    return Counterexample(board, Cell.of(cell), *layouts)


def steps_of(proofs: Proofs, engine: Engine, budget: Budget, level: int | None = None) -> Steps:
    """The steps to the verdicts, to be asked for; everything has to be settled."""
    return Steps(
        proofs.evidence.board,
        decided=proofs.ledger.proved(),
        level=level,
        engine=engine,
        budget=budget,
    )


def certificate(proofs: Proofs, found: Explanation, budget: Budget) -> Certificate:
    """See `KnowledgeBase.certificate`."""
    mine = found.verdict is Verdict.MINE
    # Of the total one bound does most often, and counting up to the other can take long.
    for bounds in _BOUNDS if found.uses_total else _NO_BOUNDS:
        claim = Claim(found.cell, mine, found.clues, *bounds)
        with proofs.limits():
            formula = formula_of(found.board, claim)
            proof = refutation(formula.clauses, budget)
        if proof is not None:
            return Certificate(found.board, claim, formula.lines, proof)
    raise RuntimeError("a formula has a model that should have none")
