"""How likely it is that given sets of cells hold given numbers of mines, all at once.

Each set is a label: a factor that weighs nothing and is never closed, so that the tables of a
component tell its counts apart to the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import mul

from logicsweep.constraints.partition import boxes
from logicsweep.constraints.system import TOTAL, Cardinality, ConstraintSystem
from logicsweep.count.counted import Census
from logicsweep.count.prior import Mixture
from logicsweep.eliminate.counts import Ways
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import shape_of
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget
from logicsweep.reason.components import UncountableError

# What sets of cells hold: for each combination of numbers, the ways by the number of mines in all.
Held = dict[tuple[int, ...], dict[int, int]]


def held_together(
    census: Census,
    labels: Sequence[frozenset[int]],
    mix: Callable[[Sequence[Ways], int], Mixture],
    *,
    budget: Budget,
) -> dict[tuple[int, ...], Fraction]:
    """The chance of each combination of mine counts in sets of undecided cells.

    `mix(parts, interior)` joins parts and an interior as the board's prior has it. Combinations
    that cannot be are left out; the chances add up to 1. Raises `UncountableError` or `LimitError`.
    """
    wanted: frozenset[int] = frozenset().union(*labels)
    held: Held = {(0,) * len(labels): {0: 1}}
    others = []
    for component, ways in zip(census.components, census.ways, strict=True):
        if wanted.isdisjoint(component.system.cells):
            others.append(ways)
        else:
            try:
                inside = _held(component.system, labels, budget)
            except TooWideError as error:
                raise UncountableError(component, error.open_factors) from None
            held = _both(held, inside)
    free_cells = wanted.intersection(census.interior.tolist())
    if free_cells:
        free = ConstraintSystem(tuple(sorted(free_cells)), ())
        held = _both(held, _held(free, labels, budget))
    mines = sorted({number for by_mines in held.values() for number in by_mines})
    lowest, highest = mines[0], mines[-1]
    counts = [
        sum(by_mines.get(number, 0) for by_mines in held.values())
        for number in range(lowest, highest + 1)
    ]
    mixture = mix(
        [*others, Ways(lowest, tuple(counts), ())], len(census.interior) - len(free_cells)
    )
    weights = mixture.outside(len(others))
    mass = sum(map(mul, counts, weights))
    chances = {
        numbers: Fraction(
            sum(ways * weights[number - lowest] for number, ways in by_mines.items()), mass
        )
        for numbers, by_mines in sorted(held.items())
    }
    return {numbers: chance for numbers, chance in chances.items() if chance}


def _held(
    system: ConstraintSystem,
    labels: Sequence[frozenset[int]],
    budget: Budget,
) -> Held:
    """What the labels hold of a system, as far as they reach into it."""
    within = [tuple(sorted(label.intersection(system.cells))) for label in labels]
    marks = [Cardinality(cells, 0, len(cells), TOTAL) for cells in within]
    marked = ConstraintSystem(system.cells, (*system.constraints, *marks))
    shape = shape_of(boxes(marked), marked.constraints, len(marks))
    tables = Tables(shape, budget=budget)
    slot = tables.slot
    held = {}
    for numbers, packed in tables.labelled().items():
        count = packed.bit_length() // slot + 1
        ways = enumerate(unpack(packed, slot, count))
        held[numbers] = {mines: number for mines, number in ways if number}
    return held


def _both(first: Held, second: Held) -> Held:
    """Two systems that share no cell side by side: numbers add up, ways multiply."""
    together: Held = defaultdict(lambda: defaultdict(int))
    for one, ways in first.items():
        for other, further in second.items():
            into = together[tuple(map(sum, zip(one, other, strict=True)))]
            for mines, number in ways.items():
                for more, times in further.items():
                    into[mines + more] += number * times
    return together
