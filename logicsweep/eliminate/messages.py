"""The forward and backward messages of an elimination, in three semirings.

A forward message holds, for each state, the sum over all partial models that lead to it, a backward
message the sum over all that lead on from it to the end; products of the two, over the states or
the transitions between two tables, are marginals (the forward-backward algorithm; for elimination
in general the junction tree of Lauritzen and Spiegelhalter 1988, for any semiring Shenoy and Shafer
1990, Aji and McEliece 2000). The three are

- counts: polynomials in the number of mines, packed into integers (see `polynomial`); exact;
- support: sets of numbers of mines as bits, with union for a sum; exact;
- floats: polynomials as rows of an array, over the states that the counts have found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.eliminate.plan import Step, Table, TooWideError, strides
from logicsweep.limits import Budget

# Wider than float64 where the machine has such floats.
LongArray = NDArray[np.longdouble]


def count_forward(table: Table, step: Step, slot: int, room: int, budget: Budget) -> Table:
    """The counts after a step. Raises `TooWideError` when there is no room for their rows."""
    transitions, shift, low = step.transitions, step.shift, step.low
    guards, fields, ceiling = step.guards, step.fields, step.ceiling
    after: Table = {}
    get = after.get
    for rows in strides(table, budget):
        for key, counts in rows:
            need = key >> shift & low
            for taken, mines, weight, _ in transitions.get(need) or step.expand(need):
                to = key - taken
                if to & guards == guards and (ceiling - (to & fields)) & guards == guards:
                    after[to] = get(to, 0) + (counts * weight << mines * slot)
        if len(after) > room:
            raise TooWideError(step.open_factors)
    return after


def count_backward(
    forward: Table, message: Table, step: Step, slot: int, budget: Budget
) -> tuple[Table, list[int]]:
    """The backward message before a step, from the one after it and the forward message before it.

    The second result sums forward times backward over all transitions with the same count vector,
    by its number; those without mines, of which nobody asks, are left at 0.
    """
    transitions, shift, low = step.transitions, step.shift, step.low
    get = message.get
    before: Table = {}
    through = [0] * len(step.vectors)
    for rows in strides(forward, budget):
        for key, counts in rows:
            backward = 0
            for taken, mines, weight, number in transitions[key >> shift & low]:
                further = get(key - taken)
                if further is not None:
                    backward += further * weight << mines * slot
                    if mines:
                        through[number] += counts * further
            if backward:
                before[key] = backward
    return before, through


def support_forward(table: Table, step: Step, room: int, budget: Budget) -> Table | None:
    """The support after a step; None when it would have more rows than there is room for."""
    transitions, shift, low = step.transitions, step.shift, step.low
    guards, fields, ceiling = step.guards, step.fields, step.ceiling
    after: Table = {}
    get = after.get
    for rows in strides(table, budget):
        for key, support in rows:
            need = key >> shift & low
            for taken, mines, _, _ in transitions.get(need) or step.expand(need):
                to = key - taken
                if to & guards == guards and (ceiling - (to & fields)) & guards == guards:
                    after[to] = get(to, 0) | support << mines
        if len(after) > room:
            return None
    return after


def support_backward(
    forward: Table, message: Table, step: Step, budget: Budget
) -> tuple[Table, set[int]]:
    """The backward message before a step: with how many mines so far an allowed number is reached.

    The second result are the numbers of the count vectors that some model has.
    """
    transitions, shift, low = step.transitions, step.shift, step.low
    get = message.get
    before: Table = {}
    used: set[int] = set()
    for rows in strides(forward, budget):
        for key, support in rows:
            backward = 0
            for taken, mines, _, number in transitions[key >> shift & low]:
                further = get(key - taken, 0) >> mines
                if further:
                    backward |= further
                    if support & further:
                        used.add(number)
            if backward:
                before[key] = backward
    return before, used


class Edges(NamedTuple):
    """All uses of one transition between two tables, by the places of their states.

    No two of them come from one state, and no two lead to one.
    """

    mines: int
    weight: np.longdouble
    vector: int
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]


def edges(step: Step, table: Table, after: Table) -> list[Edges]:
    """How the states of two tables hang together (their trellis), a transition at a time."""
    place = {key: number for number, key in enumerate(after)}
    transitions, shift, low = step.transitions, step.shift, step.low
    groups: dict[tuple[int, int, int, int], tuple[list[int], list[int]]] = {}
    for number, key in enumerate(table):
        for transition in transitions[key >> shift & low]:
            to = place.get(key - transition[0])
            if to is not None:
                sources, targets = groups.setdefault(transition, ([], []))
                sources.append(number)
                targets.append(to)
    return [
        Edges(mines, as_float(weight), vector, np.array(sources), np.array(targets))
        for (_, mines, weight, vector), (sources, targets) in groups.items()
    ]


def float_forward(message: LongArray, trellis: Sequence[Edges], rows: int) -> LongArray:
    """The forward message after a step; both of shape (states, numbers of mines)."""
    columns = message.shape[1]
    after: LongArray = np.zeros((rows, columns), dtype=np.longdouble)
    for mines, weight, _, sources, targets in trellis:
        after[targets, mines:] += message[sources, : columns - mines] * weight
    return after


def float_backward(
    forward: LongArray, message: LongArray, trellis: Sequence[Edges], vectors: int
) -> tuple[LongArray, LongArray]:
    """See `count_backward`; the second result sums over all numbers of mines, with the weight."""
    rows, columns = forward.shape
    before: LongArray = np.zeros((rows, columns), dtype=np.longdouble)
    through: LongArray = np.zeros(vectors, dtype=np.longdouble)
    for mines, weight, vector, sources, targets in trellis:
        further = message[targets, mines:] * weight
        before[sources, : columns - mines] += further
        if mines:
            through[vector] += (forward[sources, : columns - mines] * further).sum()
    return before, through


def as_float(number: int) -> np.longdouble:
    """A whole number of any size; of its bits the first 53 count."""
    cut = max(number.bit_length() - 53, 0)
    return np.longdouble(np.ldexp(np.longdouble(number >> cut), cut))
