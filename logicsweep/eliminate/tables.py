"""The tables of exact counting: one forward message for each step of an elimination.

A row holds the model counts by number of mines as a generating polynomial, packed into one integer
(see `polynomial`): slot n counts the partial models with n mines, so that adding, shifting and
multiplying rows are single operations.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from logicsweep.eliminate.memory import MOST_BYTES, Memory
from logicsweep.eliminate.messages import backward_message, counting, forward_message
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.planning import plan
from logicsweep.eliminate.polynomial import slot_for
from logicsweep.eliminate.rewriting import merged
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.step import Table
from logicsweep.limits import MAX_ENTRIES, Budget

# Bits of an entry made long by weights that count as one more entry.
_LONG: Final = 1024
# Bits of a plain count, beside one for each cell.
_COUNTING: Final = 40
# Tables with at most this many rows are taken to be as long as the one before.
_SMALL: Final = 256


class Tables:
    """The forward messages of one component: `forward[i]` counts up to the states before step i.

    Models with more than `most` mines are left out. Every factor of the signature has to have
    weights. Raises `TooWideError` when the tables would take more entries than the budget has,
    `LimitError` when its time is over, and `TooLargeError` when they would take more memory than
    `memory.MOST_BYTES`, which grows with the entries of the budget above `MAX_ENTRIES`.
    """

    def __init__(self, signature: Signature, *, budget: Budget, most: int | None = None) -> None:
        self._signature = signature = merged(signature)
        self.sizes = signature.sizes
        cells = sum(signature.sizes) - sum(compress(signature.sizes, signature.hidden))
        self.most = cells if most is None else min(most, cells)
        self.slot = _slot(signature)
        self.start, self.steps, self.width = plan(signature, budget)
        self._semiring = counting(self.slot)
        self.forward: list[Table] = [{self.start: 1}]
        self.memory = Memory(MOST_BYTES * max(budget.entries, MAX_ENTRIES) // MAX_ENTRIES)
        entries = 0
        slots = 1  # entries of a row, one for each number of mines
        for step in self.steps:
            room = (budget.entries - entries) // slots
            table = forward_message(
                self.forward[-1], step, self._semiring, self.memory, budget, room=room
            )
            if self.most < cells:
                table = self._truncated(table)
            if len(table) > _SMALL:
                slots = max(table.values()).bit_length() // self.slot + 1
                slots *= 1 + self.slot // _LONG
            entries += len(table) * slots
            if entries > budget.entries:
                raise TooWideError(step.open_factors)
            self.memory.keep(table, step)
            self.forward.append(table)

    @property
    def is_weighted(self) -> bool:
        """Whether weights make the counts longer than plain ones."""
        return self.slot > sum(self.sizes) + _COUNTING

    @property
    def has_moves(self) -> bool:
        """Whether there are relations, regions or hidden cells."""
        return self._signature.has_relations or bool(self._signature.hidden)

    def _truncated(self, table: Table) -> Table:
        """Cut the polynomials off after degree `most`, and drop those that are 0 then."""
        bits = (self.most + 1) * self.slot
        mask = (1 << bits) - 1
        kept = {
            key: counts if counts.bit_length() <= bits else counts & mask
            for key, counts in table.items()
        }
        return {key: counts for key, counts in kept.items() if counts}

    def by_query(self) -> dict[tuple[int, ...], int]:
        """Return the packed model counts for each combination of mines in the query variables."""
        _, _, factors, queries, *_ = self._signature
        mask = (1 << (self.width - 1)) - 1
        fields = [
            (number * self.width, len(factors[number].weights) - 1)
            for number in range(len(factors) - queries, len(factors))
        ]
        return {
            tuple([size - (key >> at & mask) for at, size in fields]): counts
            for key, counts in self.forward[-1].items()
        }

    def total(self) -> int:
        """Return the model counts of the component, packed: its generating polynomial."""
        return sum(self.forward[-1].values())

    def by_box(self, budget: Budget) -> list[int]:
        """Return for each box its mines (of hidden boxes the marks), summed over all models.

        Each sum is a packed polynomial: slot n has the sum over the models with n mines in all.
        Raises `LimitError` when the budget is spent.
        """
        sums = [0] * len(self._signature.sizes)
        # Count vectors without mines add nothing, unless they have marks in hidden boxes.
        fewest = 0 if self._signature.hidden else 1
        backward = dict.fromkeys(self.forward[-1], 1)
        for step, forward in zip(reversed(self.steps), reversed(self.forward[:-1]), strict=True):
            backward, through = backward_message(
                backward, step, forward, self._semiring, budget, fewest=fewest
            )
            for (vector, mines, weight), outside in zip(step.vectors, through, strict=True):
                if outside:
                    # Outside the step's boxes; with the vector there, these are whole models.
                    models = outside * weight << mines * self.slot
                    for box, in_box in zip(step.boxes, vector, strict=True):
                        sums[box] += in_box * models
        # Some models with more than `most` mines were left out: the slots above are incomplete.
        complete = (1 << (self.most + 1) * self.slot) - 1
        return [packed & complete for packed in sums]

    def backward(self, budget: Budget) -> list[Table]:
        """Return the backward messages: message i counts the ways from the states before step i on.

        They are kept in memory with the forward ones. Raises `TooLargeError` when there is not
        enough, and `LimitError` when the budget is spent.
        """
        messages = [dict.fromkeys(self.forward[-1], 1)]
        for step, table in zip(reversed(self.steps), reversed(self.forward[:-1]), strict=True):
            before, _ = backward_message(messages[-1], step, table, self._semiring, budget)
            self.memory.keep(before)
            messages.append(before)
        messages.reverse()
        return messages


def _slot(signature: Signature) -> int:
    """Choose the width of a slot for the largest number: mines in a box, summed over all models."""
    cells = sum(signature.sizes)
    largest = cells << cells
    for factor in signature.factors:
        if factor.weights != (1,):
            largest *= max(factor.weights)
    for unary in signature.unary or ():
        if unary is not None:
            largest *= max(unary)
    return slot_for(largest)
