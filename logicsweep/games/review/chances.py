"""`Chances`: the risk of an opening beside the least risk of any cell; they make its kind."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.state import State
from logicsweep.games.review.grades import Kind
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.tables.model_count import LeastRisky


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


def chances_of(kb: KnowledgeBase, cells: tuple[Cell, ...]) -> Chances:
    """Compute the risk of opening cells together, and the least risky cells.

    Flags count as covered cells. Raises what `KnowledgeBase.count` raises.
    """
    count = kb.count()
    chances = {cell: count.probability(cell) for cell in cells}
    risk = max(chances.values())
    if not risk:
        return Chances(risk, LeastRisky(Fraction(0), ()))
    unknown = [cell for cell, chance in chances.items() if chance]
    if len(unknown) > 1 and risk < 1:
        risk = 1 - _all_safe(kb, unknown)
    return Chances(risk, count.least_risky())


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
