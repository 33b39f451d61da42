"""Cuts: the cells that would separate members of a region which a rule wants to be connected.

Suppose the opposite of a verdict, and let the other sources of its explanation decide the cells
that they can. If then no path is left between two members of what has to be one region, or from a
member to the rim, the cells beside the members on one side are a cut.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.wording import listed_cells
from logicsweep.system.system import ConstraintSystem, is_mine_by_cell


class Cut(NamedTuple):
    """The separation of two members of a region, or of one from the rim.

    Attributes:
        cell: The cell that the verdict is about.
        source: The rule, or the constraint, that wants them connected.
        mines: Whether the members are mines; else they are safe cells.
        one: A member.
        other: A member on the other side; None for the rim.
        cells: The covered cells between them that could not be members, sorted; empty if only open
            cells and known mines are between them.
    """

    cell: Cell
    source: str
    mines: bool
    one: Cell
    other: Cell | None
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """The cut in words."""
        kind = "mine" if self.mines else "safe cell"
        sides = f"the {kind} at {self.one} and the rim"
        if self.other is not None:
            sides = f"the {kind}s at {self.one} and {self.other}"
        further = [cell for cell in self.cells if cell != self.cell]
        contrary = "safe" if self.mines else "a mine" if len(further) == 1 else "mines"
        reason = f", since {listed_cells(further)} would be {contrary}" if further else ""
        return f"{sides} would be cut off from each other{reason}"


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
    return Cut(
        board.cell(number),
        str(constraint.source),
        says.mines,
        board.cell(min(members.intersection(part))),
        None if member < 0 else board.cell(member),
        tuple(covered),
    )
