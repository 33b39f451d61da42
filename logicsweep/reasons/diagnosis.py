"""`Diagnosis`: the clues of an inconsistent board that conflict, and those likely to be wrong."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import ClueModel, clue_model
from logicsweep.errors import counted

DEFAULT_MODEL: Final[ClueModel] = clue_model("noisy(1/10)")
# The name for a clue model where clues are not numbers of mines around them.
EVEN: Final = "wrong as often as right"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A minimal unsatisfiable subset (MUS) of the clues: they cannot all be right.

    Without any one of them the others can.

    Attributes:
        clues: The cells of the clues, in reading order; none if the mine count conflicts by itself.
        uses_total: Whether they conflict only because of the mine count.
        further: The rules, constraints and program that they conflict with, by name.
    """

    clues: tuple[Cell, ...]
    uses_total: bool
    further: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionSet:
    """A minimal correction set (MCS): taken as wrong, these clues leave the board consistent.

    No proper subset of them does.

    Attributes:
        clues: The cells of the clues, in reading order.
        probability: The posterior probability that these clues are wrong and all others right,
            given that the wrong ones are one of the sets found; 0 if the clue model rules that out.
        values: For each of the clues, in the same order, the numbers of mines that can be next to
            its cell if the clues outside the set are right; under a rule for clues, the numbers
            that stand for what it can show.
    """

    clues: tuple[Cell, ...]
    probability: Fraction
    values: tuple[tuple[int, ...], ...]


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
        total_suspect: Whether the clues are consistent without the mine count, so that a wrong
            mine count alone would explain everything, too.
        model: The name of the clue model that ranks the correction sets. Under a rule for clues it
            is `wrong as often as right`: clue models are about numbers of mines around a cell.
    """

    board: Board
    conflicts: tuple[Conflict, ...]
    correction_sets: tuple[CorrectionSet, ...]
    all_conflicts: bool
    all_correction_sets: bool
    total_suspect: bool
    model: str

    def __repr__(self) -> str:
        conflicts = counted(len(self.conflicts), "conflict")
        return f"<Diagnosis: {conflicts}, {counted(len(self.correction_sets), 'correction set')}>"

    @property
    def is_consistent(self) -> bool:
        """Whether the board is consistent, so that there is nothing to diagnose."""
        return not self.conflicts
