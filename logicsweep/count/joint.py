"""The joint marginal of several query variables, each the number of mines in a set of cells.

A query variable is a factor that weighs nothing and is never closed, so that the tables of a
component tell its values apart to the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from operator import mul

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.source import TOTAL
from logicsweep.count.counted import CountedComponents
from logicsweep.count.prior import Convolve
from logicsweep.eliminate.counts import WeightedCounts
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import signature_of
from logicsweep.eliminate.tables import Tables
from logicsweep.kernel.component import JointCounts, joint_counts_of_signature
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import Tabulating
from logicsweep.system.partition import NONE_HIDDEN, boxes as boxes_of
from logicsweep.system.system import ConstraintSystem


def joint_marginal(
    counted: CountedComponents,
    queries: Sequence[frozenset[int]],
    convolve: Convolve,
    *,
    budget: Budget,
) -> dict[tuple[int, ...], Fraction]:
    """Compute the probability of each combination of mine counts in sets of undecided cells.

    `convolve` brings in the board's prior. Impossible combinations are left out; the
    probabilities add up to 1. Raises `UncountableError` or `LimitError`.
    """
    wanted: frozenset[int] = frozenset().union(*queries)
    joint: JointCounts = {(0,) * len(queries): {0: 1}}
    others = []
    for place, (boxes, counts) in enumerate(zip(counted.boxes, counted.counts, strict=True)):
        if all(map(wanted.isdisjoint, boxes)):
            others.append(counts)
        else:
            component = counted.component(place)
            with Tabulating(component):
                inside = _joint_counts(component.system, queries, budget, component.hidden_from)
            joint = _convolved(joint, inside)
    free_cells = wanted.intersection(counted.interior.tolist())
    if free_cells:
        free = ConstraintSystem(tuple(sorted(free_cells)), ())
        joint = _convolved(joint, _joint_counts(free, queries, budget))
    mines = sorted({number for by_mines in joint.values() for number in by_mines})
    lowest, highest = mines[0], mines[-1]
    summed_out = [
        sum(by_mines.get(number, 0) for by_mines in joint.values())
        for number in range(lowest, highest + 1)
    ]
    together = WeightedCounts(lowest, tuple(summed_out), ())
    prior = convolve([*others, together], len(counted.interior) - len(free_cells))
    weights = prior.message(len(others))
    mass = sum(map(mul, summed_out, weights))
    probabilities = {
        values: Fraction(
            sum(count * weights[number - lowest] for number, count in by_mines.items()), mass
        )
        for values, by_mines in sorted(joint.items())
    }
    return {values: probability for values, probability in probabilities.items() if probability}


def _joint_counts(
    system: ConstraintSystem,
    queries: Sequence[frozenset[int]],
    budget: Budget,
    hidden_from: int = NONE_HIDDEN,
) -> JointCounts:
    """Compute the joint counts of a system, of each query as far as it reaches into it."""
    within = [tuple(sorted(query.intersection(system.cells))) for query in queries]
    marks = [Cardinality(cells, 0, len(cells), TOTAL) for cells in within]
    marked = ConstraintSystem(system.cells, (*system.constraints, *marks))
    parts = boxes_of(marked, hidden_from=hidden_from)
    signature = signature_of(parts, marked.constraints, len(marks), hidden_from=hidden_from)
    natively = joint_counts_of_signature(signature, budget) if system.constraints else None
    if natively is not None:
        return natively
    tables = Tables(signature, budget=budget)
    slot = tables.slot
    joint = {}
    for values, packed in tables.by_query().items():
        counts = unpack(packed, slot, packed.bit_length() // slot + 1)
        joint[values] = {mines: count for mines, count in enumerate(counts) if count}
    return joint


def _convolved(first: JointCounts, second: JointCounts) -> JointCounts:
    """Join two systems that share no cell: values and mines add up, counts multiply."""
    together: JointCounts = defaultdict(lambda: defaultdict(int))
    for first_mines, counts in first.items():
        for second_mines, further in second.items():
            into = together[tuple(map(sum, zip(first_mines, second_mines, strict=True)))]
            for mines, count in counts.items():
                for more, times in further.items():
                    into[mines + more] += count * times
    return together
