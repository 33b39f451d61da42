"""Random layouts, drawn exactly: no layout is rejected, and none is likelier than it should be.

From counts to samples: each choice is drawn with the counts of what is left as weights (Jerrum,
Valiant and Vazirani 1986). Along an elimination that is backward filtering, forward sampling.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from logicsweep.count.counted import CountedComponents
from logicsweep.count.prior import Convolution
from logicsweep.eliminate.polynomial import choose
from logicsweep.eliminate.signature import signature_of_component
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import Tabulating
from logicsweep.system.partition import Component


class Sampler:
    """Random layouts of the undecided cells of a counted board.

    The tables of a component are made when it is first drawn, and kept.
    """

    def __init__(self, counted: CountedComponents, prior: Convolution) -> None:
        self._counted = counted
        self._prior = prior
        self._samplers: dict[int, _ComponentSampler] = {}

    def draw(self, count: int, rng: Random, budget: Budget) -> list[list[int]]:
        """Draw `count` layouts, each as the numbers of the cells with a mine.

        First the numbers of mines of all components and the interior are drawn together, from their
        joint distribution; then a layout of each component with its number, step by step along its
        elimination, each transition with the probability that the backward message after it gives.
        Raises `UncountableError` or `LimitError`.
        """
        drawn = []
        for _ in range(count):
            budget.check()
            drawn.append(self._prior.draw(rng))
        interior = self._counted.interior.tolist()
        layouts = [rng.sample(interior, numbers.interior) for numbers in drawn]
        for place, counts in enumerate(self._counted.counts):
            sampler = self._sampler(place, budget)
            for numbers, layout in zip(drawn, layouts, strict=True):
                budget.check()
                layout.extend(sampler.draw(rng, counts.lowest + numbers.places[place]))
        return layouts

    def _sampler(self, place: int, budget: Budget) -> _ComponentSampler:
        """Return the sampler of a component, made on first use."""
        sampler = self._samplers.get(place)
        if sampler is None:
            component = self._counted.components[place]
            sampler = self._samplers[place] = _ComponentSampler(component, budget)
        return sampler


class _ComponentSampler:
    """Random layouts of one component."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._boxes = component.boxes
        signature = signature_of_component(component)
        with Tabulating(component):
            tables = Tables(signature, budget=budget)
            self._backward = tables.backward(budget)
        self._start = tables.start
        self._slot = tables.slot
        self._steps = tables.steps

    def draw(self, rng: Random, mines: int) -> Iterator[int]:
        """Draw a model with `mines` mines, of which there has to be one; yield the mines."""
        key, to_come = self._start, mines
        mask = (1 << self._slot) - 1
        for step, message in zip(self._steps, self._backward[1:], strict=True):
            transitions = step.transitions[key & step.mask]
            weights = [
                weight * (message.get(key - taken, 0) >> (to_come - inside) * self._slot & mask)
                if inside <= to_come
                else 0
                for taken, inside, weight, _ in transitions
            ]
            taken, inside, _, number = transitions[choose(rng, weights)]
            key -= taken
            to_come -= inside
            for box, in_box in zip(step.boxes, step.vectors[number][0], strict=True):
                yield from rng.sample(self._boxes[box].cells, in_box)
