"""Bucket elimination (Dechter 1999): the factors are eliminated in a line, one pivot after another.

A step sums out the boxes in the pivot's scope that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.constraints.factors import AnyFactor, Factor
from logicsweep.eliminate.order import elimination_order
from logicsweep.eliminate.plan import Planner, Turn
from logicsweep.eliminate.step import Pivot, Residual
from logicsweep.limits import Budget

# How many count vectors one step may choose from; a pivot with more is eliminated a few boxes at a
# time.
_CHOICES: Final = 256
# With so few hidden boxes, no order is much better than another.
_FEW_HIDDEN: Final = 4


class BucketPlanner(Planner):
    """See `Planner`."""

    def turns(self, budget: Budget) -> list[Turn]:
        turns = []
        gone: set[int] = set()  # boxes that an earlier pivot sums out
        for pivot in self._order(self.signature.touching, budget):
            scope = self.scopes[pivot]
            boxes = [box for box in scope if box not in gone]
            gone.update(boxes)
            if scope and not boxes and not _has_residual(self.signature.factors[pivot]):
                continue  # its last box went with another pivot, and nothing is left to check
            while len(portion := self._portion(boxes)) < len(boxes):
                turns.append(Turn(pivot, portion, is_last=False))
                boxes = boxes[len(portion) :]
            turns.append(Turn(pivot, boxes, is_last=True))
        return turns

    def _order(self, touching: Sequence[Sequence[int]], budget: Budget) -> list[int]:
        """Return the order of elimination; what bounds most of the hidden boxes comes last.

        It is open all the time, and must not make those that it ties together neighbours.
        """
        hidden = self.signature.hidden
        wide = {
            factor
            for factor, scope in enumerate(self.scopes[: self.weighing] if hidden else ())
            if 2 * len(scope) > sum(hidden) > _FEW_HIDDEN and all(hidden[box] for box in scope)
        }
        if not wide:
            return elimination_order(touching, self.weighing, budget)
        others = [[factor for factor in around if factor not in wide] for around in touching]
        order = elimination_order(others, self.weighing, budget)
        return [*[factor for factor in order if factor not in wide], *sorted(wide)]

    def _portion(self, boxes: list[int]) -> list[int]:
        """Return the first of some boxes, as many as a step may sum out at once."""
        if len(boxes) == 1:
            return boxes
        if not self.related.keys().isdisjoint(boxes):
            return boxes[:1]
        choices = 1
        for place, box in enumerate(boxes):
            choices *= self.signature.sizes[box] + 1
            if place and choices > _CHOICES:
                return boxes[:place]
        return boxes

    def pivot(self, turn: Turn) -> Pivot:
        """Return the needs that are possible for a pivot after a step; a relation has no need."""
        pivot, _, is_last = turn
        factor = None if pivot is None else self.signature.factors[pivot]
        if pivot is None or not isinstance(factor, Factor):
            return super().pivot(turn)
        shift, low = self.pivot_field(pivot)
        residuals: Sequence[Residual] = ((0, 0, 1),)
        if not is_last:
            residuals = [(residual, 0, 1) for residual in range(self.most_left(pivot) + 1)]
        elif factor.weights != (1,):
            residuals = [
                (residual, residual << shift, weight)
                for residual, weight in enumerate(reversed(factor.weights))
                if weight
            ]
        return Pivot(shift, low, residuals)


def _has_residual(factor: AnyFactor) -> bool:
    """Tell whether a state still concerns a factor when all of its boxes are summed out."""
    return isinstance(factor, Factor) and factor.weights != (1,)
