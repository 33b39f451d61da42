"""The forward and backward messages of an elimination.

A forward message holds, for each state, the sum over all partial models that lead to it, a backward
message the sum over all that lead on from it to the end; their products, summed over the
transitions between two tables, are marginals. This is the forward-backward algorithm; for
elimination in general see Lauritzen and Spiegelhalter (1988), for any semiring Shenoy and Shafer
(1990), Aji and McEliece (2000).

Three semirings are in use: polynomials in the number of mines, packed into integers (counts); sets
of numbers of mines, as bits (support); polynomials as rows of floats. The first two go through one
loop, state by state, which costs them at most 5 % (calls instead of operators, on expert positions
and on boards opened at random). The floats stay apart: they know all states from the counts, and
take all uses of a transition at once, as arrays. In the same loop the marginals of boards with
uncertain clues took 1.6 to 2 times as long (139 ms a position instead of 88, 37 instead of 18).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, or_
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.eliminate.memory import Memory
from logicsweep.eliminate.plan import TooWideError, strides
from logicsweep.eliminate.step import Step, Table, Transition
from logicsweep.limits import Budget

# Wider than float64 where the machine has such floats.
LongArray = NDArray[np.longdouble]


class Semiring(NamedTuple):
    """The operations on the values of tables.

    `plus` adds up the values of several transitions. `extend(value, mines, weight)` carries a
    forward value over a transition, `pull` a backward value back over it; `join(forward, backward,
    mines)` is their product across it, without its weight. There is no zero: empty sums are left
    out of tables.
    """

    plus: Callable[[int, int], int]
    extend: Callable[[int, int, int], int]
    pull: Callable[[int, int, int], int]
    join: Callable[[int, int, int], int]


def counting(slot: int) -> Semiring:
    """Make the semiring of model counts by number of mines, packed in slots (see `polynomial`).

    A forward value counts the mines so far, a backward value those to come, and their product all
    mines but those of the transition.
    """

    def extend(value: int, mines: int, weight: int) -> int:
        return value * weight << mines * slot

    return Semiring(add, extend, extend, lambda forward, backward, _: forward * backward)


# Sets of numbers of mines so far, as bits: in a forward value those that partial models have, in a
# backward value those from which an allowed number in all can still be reached.
SUPPORT: Final = Semiring(
    or_,
    lambda value, mines, _: value << mines,
    lambda value, mines, _: value >> mines,
    lambda forward, backward, mines: forward << mines & backward,
)


def forward_message(
    message: Table,
    step: Step,
    semiring: Semiring,
    memory: Memory,
    budget: Budget,
    *,
    room: int | None = None,
) -> Table:
    """Return the forward message after a step.

    Raises `TooWideError` when there is no `room` for its rows, `TooLargeError` when there is no
    memory for them, `LimitError` when the budget is spent.
    """
    plus, extend, _, _ = semiring
    transitions, mask = step.transitions, step.mask
    guards, fields, ceiling = step.guards, step.fields, step.ceiling
    after: Table = {}
    get = after.get
    for rows in strides(message, step, budget):
        for key, value in rows:
            masked = key & mask
            for taken, mines, weight, _ in transitions.get(masked) or step.expand(masked):
                to = key - taken
                if to & guards == guards and (ceiling - (to & fields)) & guards == guards:
                    known = get(to)
                    extended = extend(value, mines, weight)
                    after[to] = extended if known is None else plus(known, extended)
        if room is not None and len(after) > room:
            raise TooWideError(step.open_factors)
        memory.check(after, step)
    return after


def backward_message(
    message: Table,
    step: Step,
    forward: Table,
    semiring: Semiring,
    budget: Budget,
    *,
    fewest: int = 1,
) -> tuple[Table, list[int]]:
    """Return the backward message before a step, and the marginals of its count vectors.

    `message` is the backward message after the step, `forward` the forward message before it. The
    marginal of a count vector is forward times backward, summed over its transitions, without its
    weight; 0 if it has less than `fewest` mines. Raises `LimitError` when the budget is spent.
    """
    plus, _, pull, join = semiring
    transitions, mask = step.transitions, step.mask
    get = message.get
    before: Table = {}
    through = [0] * len(step.vectors)
    for rows in strides(forward, step, budget, multiplies=True):
        for key, value in rows:
            pulled = 0
            for taken, mines, weight, number in transitions[key & mask]:
                further = get(key - taken)
                if further is not None:
                    pulled = plus(pulled, pull(further, mines, weight))
                    if mines >= fewest:
                        through[number] = plus(through[number], join(value, further, mines))
            if pulled:
                before[key] = pulled
    return before, through


class Edges(NamedTuple):
    """All uses of one transition between two tables, as the places of states in these.

    No two uses have the same source or the same target.
    """

    mines: int
    weight: np.longdouble
    vector: int
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]


def edges(step: Step, table: Table, after: Table, most: int) -> list[Edges]:
    """Return the transitions between the states of two tables (their trellis), one at a time.

    Transitions with more than `most` mines are left out.
    """
    place = {key: number for number, key in enumerate(after)}
    transitions, mask = step.transitions, step.mask
    groups: dict[Transition, tuple[list[int], list[int]]] = {}
    for number, key in enumerate(table):
        for transition in transitions[key & mask]:
            to = place.get(key - transition[0])
            if to is not None and transition[1] <= most:
                sources, targets = groups.setdefault(transition, ([], []))
                sources.append(number)
                targets.append(to)
    weights = as_floats([weight for _, _, weight, _ in groups])
    return [
        Edges(mines, weight, vector, np.array(sources), np.array(targets))
        for ((_, mines, _, vector), (sources, targets)), weight in zip(
            groups.items(), weights, strict=True
        )
    ]


def float_forward(message: LongArray, trellis: Sequence[Edges], states: int) -> LongArray:
    """See `forward_message`; messages have the shape (states, numbers of mines)."""
    columns = message.shape[1]
    after: LongArray = np.zeros((states, columns), dtype=np.longdouble)
    for mines, weight, _, sources, targets in trellis:
        after[targets, mines:] += message[sources, : columns - mines] * weight
    return after


def float_backward(
    message: LongArray, trellis: Sequence[Edges], forward: LongArray, vectors: int
) -> tuple[LongArray, LongArray]:
    """See `backward_message`; marginals are summed over the numbers of mines, and weighed.

    Column m of a backward message has, for m mines so far, the sum of the prior weights of the
    final numbers of mines over all ways to the end.
    """
    states, columns = forward.shape
    before: LongArray = np.zeros((states, columns), dtype=np.longdouble)
    through: LongArray = np.zeros(vectors, dtype=np.longdouble)
    for mines, weight, vector, sources, targets in trellis:
        further = message[targets, mines:] * weight
        before[sources, : columns - mines] += further
        if mines:
            through[vector] += (forward[sources, : columns - mines] * further).sum()
    return before, through


def as_floats(numbers: Sequence[int], exponents: int | NDArray[np.integer] = 0) -> LongArray:
    """Round whole numbers of any size to 53 bits, and multiply them by powers of two."""
    cut = [max(number.bit_length() - 53, 0) for number in numbers]
    values = [number >> shift for number, shift in zip(numbers, cut, strict=True)]
    shifts = np.array(cut, dtype=np.int64) + exponents
    floats: LongArray = np.ldexp(np.array(values, dtype=np.longdouble), shifts)
    return floats
