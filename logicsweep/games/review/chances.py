"""`Chances`: the risk of an opening beside the least risk of any cell; they make its kind."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from logicsweep.board.board import Cell
from logicsweep.count.model_count import LeastRisky
from logicsweep.games.review.grades import Kind
from logicsweep.knowledge.base import KnowledgeBase


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
        joint = kb.joint(unknown)
        risk = 1 - joint.get((False,) * len(unknown), Fraction(0))
    return Chances(risk, count.least_risky())
