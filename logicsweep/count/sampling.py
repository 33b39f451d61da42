"""Random layouts, drawn exactly: no layout is rejected, and none is likelier than it should be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from logicsweep.constraints.partition import Component
from logicsweep.count.counted import Census
from logicsweep.count.prior import Mixture
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.polynomial import choose
from logicsweep.eliminate.signature import shape_of
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget
from logicsweep.reason.components import UncountableError


def sample(
    census: Census,
    mixture: Mixture,
    *,
    count: int,
    rng: Random,
    budget: Budget,
) -> list[list[int]]:
    """`count` layouts of the undecided cells, each as the numbers of the cells with a mine.

    First the numbers of mines are drawn for all components and the interior together, each as
    likely as it is; then a layout of each component among those with its number, by going through
    the steps of its elimination, each option as likely as the ways to go on from there. Raises
    `UncountableError` or `LimitError`.
    """
    drawn = []
    for _ in range(count):
        budget.check()
        drawn.append(mixture.draw(rng))
    interior = census.interior.tolist()
    layouts = [rng.sample(interior, one.interior) for one in drawn]
    for place, (component, ways) in enumerate(zip(census.components, census.ways, strict=True)):
        draws = _Draws(component, budget)
        for one, layout in zip(drawn, layouts, strict=True):
            budget.check()
            layout.extend(draws.draw(rng, ways.lowest + one.places[place]))
    return layouts


class _Draws:
    """Random layouts of one component."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._boxes = component.boxes
        shape = shape_of(component.boxes, component.system.constraints)
        try:
            tables = Tables(shape, budget=budget)
        except TooWideError as error:
            raise UncountableError(component, error.open_factors) from None
        self._start = tables.start
        self._slot = tables.slot
        self._steps = tables.steps
        self._after = tables.after(budget)

    def draw(self, rng: Random, mines: int) -> Iterator[int]:
        """The cells with a mine of a layout with so many mines; there has to be one."""
        key, left = self._start, mines
        mask = (1 << self._slot) - 1
        for step, after in zip(self._steps, self._after[1:], strict=True):
            options = step.offered[key >> step.shift & step.low]
            ways = [
                weight * (after.get(key - taken, 0) >> (left - held) * self._slot & mask)
                if held <= left
                else 0
                for taken, held, weight, _ in options
            ]
            taken, held, _, number = options[choose(rng, ways)]
            key -= taken
            left -= held
            for box, some in zip(step.boxes, step.moves[number][0], strict=True):
                yield from rng.sample(self._boxes[box].cells, some)
