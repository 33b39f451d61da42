"""`Opening`: one click that opens cells, and its kind by the risk beside that of the best cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.tables.model_count import LeastRisky

Flags: TypeAlias = tuple[tuple[Cell, bool], ...]


class Opening(NamedTuple):
    """One click that opened cells.

    Attributes:
        cells: The cells that the click was to open: one, or with a chord all covered cells around
            the number that are not flagged.
        shown: The content of these and of the cells that came open with them: a clue, or
            `State.KNOWN_MINE` for a mine.
        chord: The number that was clicked; None if the cell itself was.
        milliseconds: The time since the first opening; None if that is unknown.
        is_claimed: Whether the player called the cells certain to be safe.
        flags: The flags that were set (True) or removed (False) since the opening before, in order.
    """

    cells: tuple[Cell, ...]
    shown: Mapping[Cell, int | Clue]
    chord: Cell | None = None
    milliseconds: int | None = None
    is_claimed: bool = False
    flags: Flags = ()


class Kind(Enum):
    """A kind of opening."""

    PROVED = "proved"
    """Every cell was proved safe, or kept free of mines by the guarantee for the first cell."""
    NEEDLESS = "needless"
    """A guess although some cell was proved safe."""
    BLUNDER = "blunder"
    """A cell was a proved mine."""
    LEAST_RISK = "least-risk"
    """A guess that was needed; no cell was less likely a mine."""
    RISKIER = "riskier"
    """A guess that was needed, but some cell was less likely a mine."""
    DEAD = "dead"
    """A guess that had to be made at some time, since nothing still to be learned changes its risk.
    """

    @property
    def is_mistake(self) -> bool:
        """Whether another cell would have been better."""
        return self in (Kind.NEEDLESS, Kind.BLUNDER, Kind.RISKIER)


class Chances(NamedTuple):
    """The risk of an opening, and the least risk of any cell."""

    risk: Fraction
    least: LeastRisky

    @property
    def kind(self) -> Kind:
        """The kind of the opening, unless it belongs to a 50/50."""
        if not self.risk:
            return Kind.PROVED
        if self.risk == 1:
            return Kind.BLUNDER
        if not self.least.probability:
            return Kind.NEEDLESS
        return Kind.RISKIER if self.risk > self.least.probability else Kind.LEAST_RISK


def chances_of(facts: Facts, cells: tuple[Cell, ...]) -> Chances:
    """Compute the risk of opening covered cells together, and the least risky cells.

    Layouts are counted only where proofs leave something open. Flags count as covered cells.

    Raises:
        MissingDensityError: A probability depends on a density that is unknown.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A question took longer than its limit.
    """
    verdicts = [facts.verdict(cell) for cell in cells]
    unknown = [
        cell for cell, verdict in zip(cells, verdicts, strict=True) if verdict is not Verdict.SAFE
    ]
    if not unknown:
        return Chances(Fraction(0), LeastRisky((), Fraction(0)))
    if Verdict.MINE in verdicts:
        return Chances(Fraction(1), facts.least())
    if len(unknown) == 1:
        return Chances(facts.chance(unknown[0]), facts.least())
    return Chances(1 - _all_safe(facts.kb, unknown), facts.least())


def _all_safe(kb: KnowledgeBase, cells: list[Cell]) -> Fraction:
    """Compute the probability that no cell is a mine: one by one, given that those before are none.

    (A joint distribution is for at most eight cells, and a clue can have more around it.)
    """
    given, chance = kb.copy(), Fraction(1)
    for cell in cells:
        chance *= 1 - given.count().probability(cell)
        if not chance:
            break
        given.tell(cell, State.NO_CLUE)
    return chance


def by_distance(cells: Iterable[Cell], place: Cell) -> tuple[Cell, ...]:
    """Sort cells by how many rows or columns they are from a place, then in reading order."""

    def away(cell: Cell) -> tuple[int, Cell]:
        return max(abs(cell.row - place.row), abs(cell.column - place.column)), cell

    return tuple(sorted(cells, key=away))
