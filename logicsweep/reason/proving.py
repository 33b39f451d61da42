"""The judge of verdicts that others proposed: tables, the kernel, or a program of one's own.

Nobody is believed. A decided cell is right if its opposite has no model. One question is enough for
many cells: the constraints together with the clause that one of the cells is otherwise are
unsatisfiable. Cells of different components share no clue, so that the clause may name cells of
several. An undecided cell needs two layouts that differ in it, which are added up.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from logicsweep.board.clue import Clue
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.errors import LimitError
from logicsweep.kernel.context import OK
from logicsweep.kernel.proposal import (
    ALL_SHOWN,
    NO_LAYOUT,
    DecidedClaim,
    Proposal,
    VerdictArray,
    proposal_of,
)
from logicsweep.kernel.quick import QuickVerdicts
from logicsweep.limits import Budget
from logicsweep.reason.solvers.calls import refuted_by_minicard
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.names import DEFAULT_SOLVER
from logicsweep.reason.solvers.protocol import Status
from logicsweep.system.system import (
    ConstraintSystem,
    Decided,
    Position,
    constraint_of,
    is_mine_by_cell,
)


class UnprovedError(Exception):
    """A defect: tables proposed verdicts of which there is no proof.

    `cell` is the number of a cell that is concerned, None if none is.
    """

    def __init__(self, text: str, cell: int | None = None) -> None:
        super().__init__(text)
        self.cell = cell


def prove(
    system: ConstraintSystem, decided: Decided[frozenset[int]], engine: Engine, budget: Budget
) -> None:
    """Prove that no model of a system has one of the decided cells otherwise.

    If no cell is decided, prove that there is no model. Raises `UnprovedError`, and `LimitError`
    when the budget is spent.
    """
    known = is_mine_by_cell(*decided)
    with closing(engine.reasoner(system, budget)) as reasoner:
        if known and not reasoner.refutes(known):
            raise UnprovedError("is decided by tables and not by the solver", min(known))
        status = Status.UNSATISFIABLE if known else reasoner.solve()
    if status is Status.UNKNOWN:
        budget.check()
        raise LimitError("the solver gave up")
    if status is Status.SATISFIABLE:
        raise UnprovedError("tables have no model where the solver has one")


def proved_proposal(position: Position, engine: Engine, budget: Budget) -> Proposal | None:
    """Return the kernel's verdicts on a position, all of them proved.

    None where the kernel leaves them open or finds no layout, and if a proof takes clues from afar
    or is long under the mine count: components have to be proved one by one then. So they have when
    the budget is spent, since that keeps what is proved on the way. Raises `UnprovedError`.
    """
    try:
        budget.check()
        proposal = proposal_of(position, budget, asks_all=engine.command is not None)
        if proposal is None or proposal.status != OK:
            return None
        if proposal.unproved == NO_LAYOUT:
            raise UnprovedError("tables have a model that does not agree with the board")
        if proposal.unproved != ALL_SHOWN:
            raise UnprovedError(
                "has no layouts from tables that show its verdict", proposal.unproved
            )
        for claim in proposal.claims:
            if not is_refuted(claim, position.uncertain, engine, budget):
                if not claim.is_complete:
                    return None  # near clues do not do
                raise UnprovedError("is decided by tables and not by the solver", _first(claim))
    except LimitError:
        return None
    return proposal


def proved_verdicts(
    quickly: QuickVerdicts | None, engine: Engine, budget: Budget
) -> VerdictArray | None:
    """Return verdicts that the kernel has with all of them proved; None if it has none.

    None also where the solver does not prove them, or the budget is spent: a longer way then says
    why.
    """
    if quickly is None:
        return None
    try:
        proved = all(is_refuted(claim, {}, engine, budget) for claim in quickly.claims)
    except LimitError:
        return None
    return quickly.verdicts if proved else None


def is_refuted(
    claim: DecidedClaim, uncertain: Mapping[int, Clue], engine: Engine, budget: Budget
) -> bool:
    """Tell whether no layout has one of the decided cells otherwise. Raises `LimitError`."""
    if engine.solver == DEFAULT_SOLVER and not uncertain and engine.recorder is None:
        return refuted_by_minicard(claim, budget)
    cell_of = claim.cells
    constraints: list[Constraint] = []
    for number, least, most, variables in claim.clues():
        members = tuple([cell_of[variable - 1] for variable in variables])
        if number >= 0:
            constraints.append(constraint_of(members, least, most, number, uncertain))
        else:
            constraints.append(Cardinality(members, least, most, TOTAL))
    system = ConstraintSystem(tuple(cell_of), tuple(constraints))
    with closing(engine.reasoner(system, budget)) as reasoner:
        return reasoner.refutes(
            {cell_of[abs(literal) - 1]: literal > 0 for literal in claim.literals}
        )


def _first(claim: DecidedClaim) -> int:
    return claim.cells[abs(claim.literals[0]) - 1]
