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

# Count vectors that one step may choose from; a pivot with more of them takes several steps.
_CHOICES: Final = 256
# With at most this many hidden boxes, no order is much better than another.
_FEW_HIDDEN: Final = 4


class BucketPlanner(Planner):
    """The planner that goes from factor to factor; see `Planner`."""

    def turns(self, budget: Budget) -> list[Turn]:
        turns = []
        summed_out: set[int] = set()  # by earlier pivots
        for pivot in self._order(self.signature.touching, budget):
            scope = self.scopes[pivot]
            boxes = [box for box in scope if box not in summed_out]
            summed_out.update(boxes)
            if scope and not boxes and not _has_residual(self.signature.factors[pivot]):
                continue  # earlier pivots took all its boxes, and nothing is left to check
            while len(portion := self._portion(boxes)) < len(boxes):
                turns.append(Turn(pivot, portion, is_last=False))
                boxes = boxes[len(portion) :]
            turns.append(Turn(pivot, boxes, is_last=True))
        return turns

    def _order(self, touching: Sequence[Sequence[int]], budget: Budget) -> list[int]:
        """Return the elimination order of the factors; those on most hidden boxes come last.

        Such a factor is open almost all the time. It is left out of the graph for which the order
        is found, where it would make neighbours of all factors with hidden boxes.
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
        """Return the first of these boxes, as many as one step may sum out but at least one."""
        if any(box in self.related for box in boxes):
            return boxes[:1]  # a relation moves on by one box in each step
        vectors = 1  # count vectors of the boxes so far
        for place, box in enumerate(boxes):
            vectors *= self.signature.sizes[box] + 1
            if vectors > _CHOICES:
                return boxes[: max(place, 1)]
        return boxes

    def pivot(self, turn: Turn) -> Pivot:
        """Return the field of a step's pivot, and the needs it may have afterwards, with weights.

        Before its last step these are all needs that its other boxes can meet; a relation has none.
        """
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
    """Tell whether a factor weighs states by its need when all of its boxes are summed out."""
    return isinstance(factor, Factor) and factor.weights != (1,)
