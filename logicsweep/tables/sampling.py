"""Random layouts, drawn exactly: no layout is rejected, and none is likelier than it should be.

From counts to samples: each choice is drawn with the counts of what is left as weights (Jerrum,
Valiant and Vazirani 1986).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from logicsweep.limits import Budget
from logicsweep.tables.component_counts import pass_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.prior import Convolution, Drawn


class Sampler:
    """Random layouts of the undecided cells of a counted board.

    The tables of a component are made when it is first drawn, and kept.
    """

    def __init__(self, counted: CountedComponents, prior: Convolution) -> None:
        self._counted = counted
        self._prior = prior
        self._passes: dict[int, CountingPass] = {}

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
            if place not in self._passes:
                self._passes[place] = pass_of(self._counted.component(place), budget)
            lowest = self._counted.counts[place].lowest
            for numbers, layout in zip(drawn, layouts, strict=True):
                budget.check()
                in_boxes = self._passes[place].draw(rng, lowest + numbers.places[place])
                for cells, in_box in zip(self._counted.boxes[place], in_boxes, strict=True):
                    layout[rng.sample(cells, in_box)] = True
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
