"""Cuts: the cells that would separate members of a region which a rule wants to be connected.

Suppose the opposite of a verdict, and let the other sources of its explanation decide the cells
that they can. If then no path is left between two members of what has to be one region, or from a
member to the rim, the cells beside the members on one side are a cut.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass

from logicsweep.board.board import Board, Cell
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.wording import listed_cells
from logicsweep.system.system import ConstraintSystem, is_mine_by_cell


@dataclass(frozen=True, slots=True)
class Cut:
    """The separation of two members of a region, or of one from the rim, under a rule such as C.

    Attributes:
        source: The rule, or the constraint, that wants them connected, such as `the rule C`.
        between: Two mines, or safe cells; a single one is cut off from the rim.
        cells: The covered cells between them that could not be members, sorted; empty if only open
            cells and known mines are between them.
        text: The cut in words.
    """

    source: str
    between: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    text: str


def cut_of(
    system: ConstraintSystem,
    sources: Collection[Source],
    board: Board,
    verdict: tuple[int, bool],
    *,
    engine: Engine,
    budget: Budget,
) -> Cut | None:
    """Return a cut behind a verdict, a cell number and whether it is a mine, from its sources.

    None if no constraint among them demands connection, or if no single cut contradicts it. Raises
    `LimitError`.
    """
    cell, mine = verdict
    used = [constraint for constraint in system.constraints if constraint.source in sources]
    connecting = [
        constraint
        for constraint in used
        if isinstance(constraint, Regional)
        and (constraint.says.most == 1 or constraint.says.reach_rim)
    ]
    if not connecting:
        return None
    contrary = Cardinality((cell,), int(not mine), int(not mine), Source(SourceKind.STEP, cell))
    others = [constraint for constraint in used if constraint not in connecting]
    supposed = ConstraintSystem(system.cells, (*others, contrary))
    with closing(engine.reasoner(supposed, budget)) as reasoner:
        backbone = reasoner.consequences()
    if backbone is None:
        return None
    known = is_mine_by_cell(backbone.mines, backbone.safe)
    cuts = (_cut(board, cell, constraint.conditioned(known)) for constraint in connecting)
    return next((cut for cut in cuts if cut is not None), None)


def _cut(board: Board, number: int, constraint: Regional) -> Cut | None:
    """Find a cut around members that undecided cells connect neither to others nor to the rim."""
    says, (links, rim), members = constraint.says, constraint.graph, constraint.members
    parts = [*constraint.regions(members.union(constraint.cells))]
    with_members = sorted([part for part in parts if not members.isdisjoint(part)], key=len)
    off_rim = [part for part in with_members if rim.isdisjoint(part)] if says.reach_rim else []
    if says.most == 1 and len(with_members) > 1:
        part, member = with_members[0], min(members.intersection(with_members[1]))
    elif off_rim:
        part, member = off_rim[0], -1
    else:
        return None
    beside = {near for cell in part for near in links[cell]}.difference(part)
    covered = sorted([at for at in map(board.cell, beside) if board.is_covered(at)])
    between = [board.cell(min(members.intersection(part)))]
    if member >= 0:
        between.append(board.cell(member))
    further = [cell for cell in covered if cell != board.cell(number)]
    text = _words(between, further, mines=says.mines)
    return Cut(str(constraint.source), tuple(between), tuple(covered), text)


def _words(between: Sequence[Cell], further: Sequence[Cell], *, mines: bool) -> str:
    """Say which members would be cut off, and since which cells beside that of the verdict."""
    kind = "mine" if mines else "safe cell"
    sides = f"the {kind} at {between[0]} and the rim"
    if len(between) > 1:
        sides = f"the {kind}s at {between[0]} and {between[1]}"
    contrary = "safe" if mines else "a mine" if len(further) == 1 else "mines"
    reason = f", since {listed_cells(further)} would be {contrary}" if further else ""
    return f"{sides} would be cut off from each other{reason}"
