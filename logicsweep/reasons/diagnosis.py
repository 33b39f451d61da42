"""`Diagnosis`: the clues of an inconsistent board that conflict, and those likely to be wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import closing
from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import ClueModel, Noisy
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.errors import counted
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


DEFAULT_MODEL: Final[ClueModel] = Noisy(Fraction(1, 10))
# The name for a clue model where clues are not numbers of mines around them.
EVEN: Final = "wrong as often as right"


class Conflict(NamedTuple):
    """A minimal unsatisfiable subset (MUS) of the clues: they cannot all be right.

    Without any one of them the others can.

    Attributes:
        clues: The cells of the clues, in reading order; none if the mine count conflicts by itself.
        uses_total: Whether they conflict only because of the mine count.
        constraints: The names of the rules and constraints that they conflict with, and `the
            program` if they conflict with that.
    """

    clues: tuple[Cell, ...]
    uses_total: bool
    constraints: tuple[str, ...] = ()


class CorrectionSet(NamedTuple):
    """A minimal correction set (MCS): taken as wrong, these clues leave the board consistent.

    No proper subset of them does.

    Attributes:
        clues: The cells of the clues, in reading order.
        probability: The posterior probability that these clues are wrong and all others right,
            given that the wrong ones are one of the sets found; 0 if the clue model rules that out.
        values: For each of the clues, the numbers of mines that can be around it when the clues
            outside the set are right; under a rule for clues, what it can show then.
    """

    clues: tuple[Cell, ...]
    probability: Fraction
    values: Mapping[Cell, tuple[int, ...]]


class Diagnosis(NamedTuple):
    """The conflicts of an inconsistent board; a value, made by `KnowledgeBase.diagnose`.

    On a consistent board there are no conflicts and no correction sets. There is no correction set
    either when mine count and constraints conflict by themselves, whatever the clues say.

    Attributes:
        board: The position.
        conflicts: The minimal unsatisfiable subsets of the clues, the mine count being given;
            smallest first.
        correction_sets: The minimal correction sets, likeliest first.
        all_conflicts: Whether no conflict is missing; otherwise the search ended early.
        all_correction_sets: Whether no correction set is missing.
        is_total_suspect: Whether the clues are consistent without the mine count, so that a wrong
            mine count alone would explain everything, too.
        model: The name of the clue model that ranks the correction sets. Under a rule for clues it
            is `wrong as often as right`: clue models are about numbers of mines around a cell.
    """

    board: Board
    conflicts: tuple[Conflict, ...]
    correction_sets: tuple[CorrectionSet, ...]
    all_conflicts: bool
    all_correction_sets: bool
    is_total_suspect: bool
    model: str

    def __repr__(self) -> str:
        conflicts = counted(len(self.conflicts), "conflict")
        return f"<Diagnosis: {conflicts}, {counted(len(self.correction_sets), 'correction set')}>"

    @property
    def is_consistent(self) -> bool:
        """Whether the board is consistent, so that there is nothing to diagnose."""
        return not self.conflicts
