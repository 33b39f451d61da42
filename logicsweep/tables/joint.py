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
from logicsweep.constraints.factors import TOTAL
from logicsweep.kernel.component import JointCounts, joint_counts_of_signature
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.partition import NONE_HIDDEN, Component, boxes as boxes_of
from logicsweep.system.signature import signature_of
from logicsweep.system.system import ConstraintSystem
from logicsweep.tables.component_counts import tabulating
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.prior import Convolve
from logicsweep.tables.remainders import merged
from logicsweep.tables.trellis import trellis_of


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
    queried: frozenset[int] = frozenset().union(*queries)
    free_cells = queried.intersection(counted.interior.tolist())
    joint, others = _counts_of_queried(counted, queries, free_cells, budget)
    numbers = {mines for by_mines in joint.values() for mines in by_mines}
    lowest, highest = min(numbers), max(numbers)
    summed_out = [
        sum(by_mines.get(mines, 0) for by_mines in joint.values())
        for mines in range(lowest, highest + 1)
    ]
    # To the prior all queried cells are one more component, placed after the others. The rest of
    # the board weighs each number of mines in it.
    joined = WeightedCounts(lowest, tuple(summed_out), ())
    prior = convolve([*others, joined], len(counted.interior) - len(free_cells))
    weights = prior.message(len(others))
    mass = sum(map(mul, summed_out, weights))
    probabilities = {
        values: Fraction(
            sum(count * weights[mines - lowest] for mines, count in by_mines.items()), mass
        )
        for values, by_mines in sorted(joint.items())
    }
    return {values: probability for values, probability in probabilities.items() if probability}


def _counts_of_queried(
    counted: CountedComponents,
    queries: Sequence[frozenset[int]],
    free_cells: frozenset[int],
    budget: Budget,
) -> tuple[JointCounts, list[WeightedCounts]]:
    """Count free cells and components with queried cells as one; also return the other counts."""
    queried: frozenset[int] = frozenset().union(*queries)
    joint: JointCounts = {(0,) * len(queries): {0: 1}}
    others = []
    for place, (boxes, counts) in enumerate(zip(counted.boxes, counted.counts, strict=True)):
        if all(map(queried.isdisjoint, boxes)):
            others.append(counts)
        else:
            component = counted.component(place)
            with tabulating(component):
                inside = _joint_counts(component.system, queries, budget, component.hidden_from)
            joint = _convolved(joint, inside)
    if free_cells:
        free = ConstraintSystem(tuple(sorted(free_cells)), ())
        joint = _convolved(joint, _joint_counts(free, queries, budget))
    return joint, others


def _joint_counts(
    system: ConstraintSystem,
    queries: Sequence[frozenset[int]],
    budget: Budget,
    hidden_from: int = NONE_HIDDEN,
) -> JointCounts:
    """Count the models of a system for each combination of mines in the queries' cells in it.

    The counts are by the number of all mines in the system.
    """
    within = [tuple(sorted(query.intersection(system.cells))) for query in queries]
    variables = [Cardinality(cells, 0, len(cells), TOTAL) for cells in within]
    extended = ConstraintSystem(system.cells, (*system.constraints, *variables))
    boxes = tuple(boxes_of(extended, hidden_from=hidden_from))
    signature = merged(signature_of(Component(extended, boxes, hidden_from), len(variables)))
    natively = joint_counts_of_signature(signature, budget) if system.constraints else None
    if natively is not None:
        return natively
    return CountingPass(trellis_of(signature, budget), budget).by_query()


def _convolved(first: JointCounts, second: JointCounts) -> JointCounts:
    """Join the counts of two systems that share no cell: mines add up, counts multiply."""
    joined: JointCounts = defaultdict(lambda: defaultdict(int))
    for first_values, first_counts in first.items():
        for second_values, second_counts in second.items():
            by_mines = joined[tuple(map(sum, zip(first_values, second_values, strict=True)))]
            for first_mines, first_count in first_counts.items():
                for second_mines, second_count in second_counts.items():
                    by_mines[first_mines + second_mines] += first_count * second_count
    return joined
