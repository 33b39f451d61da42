"""Random layouts, drawn exactly: no layout is rejected, and none is likelier than it should be.

From counts to samples: each choice is drawn with the counts of what is left as weights (Jerrum,
Valiant and Vazirani 1986).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from logicsweep.limits import Budget
from logicsweep.system.partition import Component
from logicsweep.system.signature import signature_of_component
from logicsweep.tables.component_counts import tabulating
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.prior import Convolution, Drawn
from logicsweep.tables.trellis import trellis_of


class Sampler:
    """Random layouts of the undecided cells of a counted board.

    The tables of a component are made when it is first drawn, and kept.
    """

    def __init__(self, counted: CountedComponents, prior: Convolution) -> None:
        self._counted = counted
        self._prior = prior
        self._samplers: dict[int, _ComponentSampler] = {}

    def draw(self, count: int, rng: Random, budget: Budget) -> NDArray[np.bool_]:
        """Draw `count` layouts of shape (count, cells), true where an undecided cell is a mine.

        First the numbers of mines of all components and the interior are drawn together, from their
        joint distribution; then a layout of each component with its number: by the kernel from a
        random rank, or else from the last join of its trellis to the boxes. Raises
        `UncountableError` or `LimitError`.
        """
        drawn = []
        for _ in range(count):
            budget.check()
            drawn.append(self._prior.draw(rng))
        layouts, left = self._ranked(drawn, rng, budget)
        interior = self._counted.interior.tolist()
        for numbers, layout in zip(drawn, layouts, strict=True):
            layout[rng.sample(interior, numbers.interior)] = True
        for place in left:
            sampler, lowest = self._sampler(place, budget), self._counted.counts[place].lowest
            for numbers, layout in zip(drawn, layouts, strict=True):
                budget.check()
                layout[list(sampler.draw(rng, lowest + numbers.places[place]))] = True
        return layouts

    def _ranked(
        self, drawn: Sequence[Drawn], rng: Random, budget: Budget
    ) -> tuple[NDArray[np.bool_], Sequence[int]]:
        """Draw the models that the kernel finds by rank; return the places of other components."""
        counted, ranked = self._counted, self._counted.ranked
        every = range(len(counted.counts))
        if ranked is not None and drawn and any(ranked.are_ranked):
            of_ranked = list(zip(ranked.are_ranked, counted.counts, strict=True))
            ranks = [
                [
                    rng.randrange(counts.counts[place]) if is_ranked else 0
                    for (is_ranked, counts), place in zip(of_ranked, numbers.places, strict=True)
                ]
                for numbers in drawn
            ]
            layouts = ranked.layouts([numbers.places for numbers in drawn], ranks, budget)
            if layouts is not None:
                return layouts, [place for place in every if not ranked.are_ranked[place]]
        return np.zeros((len(drawn), counted.settled.size), dtype=np.bool_), every

    def _sampler(self, place: int, budget: Budget) -> _ComponentSampler:
        """Return the sampler of a component, made on first use."""
        sampler = self._samplers.get(place)
        if sampler is None:
            component = self._counted.component(place)
            sampler = self._samplers[place] = _ComponentSampler(component, budget)
        return sampler


class _ComponentSampler:
    """Random layouts of one component."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._boxes = component.boxes
        with tabulating(component):
            trellis = trellis_of(signature_of_component(component), budget)
            self._counting = CountingPass(trellis, budget)

    def draw(self, rng: Random, mines: int) -> Iterator[int]:
        """Draw a model with `mines` mines, of which there has to be one; yield the mines."""
        in_boxes = self._counting.draw(rng, mines)
        for (cells, _), in_box in zip(self._boxes, in_boxes, strict=True):
            yield from rng.sample(cells, in_box)
