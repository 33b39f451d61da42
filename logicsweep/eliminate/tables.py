"""The tables of exact counting: the ways up to each step of an elimination, and on from there.

A row holds a polynomial packed into one integer (see `polynomial`): slot n counts the ways with n
mines, so that gathering, shifting and joining rows are single operations.
"""

from __future__ import annotations

from typing import Final

from logicsweep.eliminate.plan import Step, Table, TooWideError, plan, strides
from logicsweep.eliminate.polynomial import slot_for
from logicsweep.eliminate.signature import Shape
from logicsweep.limits import Budget

# Weights make entries long; one counts once for every so many bits.
_LONG: Final = 1024
# What plain counts need beside a bit for each cell.
_COUNTING: Final = 40
# The size of tables with fewer rows is of no account.
_SMALL: Final = 256


class Tables:
    """The tables of one component: `before[i]` counts the ways to come to a row before step i.

    Ways with more than `most` mines are left out. Every factor of the shape has to have weights.
    Raises `TooWideError` when the tables would take more entries than the budget has, `LimitError`
    when its time is over.
    """

    def __init__(
        self,
        shape: Shape,
        *,
        budget: Budget,
        most: int | None = None,
    ) -> None:
        self._shape = shape
        self.sizes = shape.sizes
        cells = sum(shape.sizes)
        self.most = cells if most is None else min(most, cells)
        self.slot = _slot(shape)
        self.start, self.steps, self.width = plan(shape, budget)
        self.before: list[Table] = [{self.start: 1}]
        entries = 0
        slots = 1  # mine counts that a row may have a place for
        for step in self.steps:
            room = budget.entries - entries
            table = _forward(self.before[-1], step, self.slot, room // slots, budget)
            if self.most < cells:
                table = self._cut(table)
            if len(table) > _SMALL:
                slots = max(table.values()).bit_length() // self.slot + 1
                slots *= 1 + self.slot // _LONG
            entries += len(table) * slots
            if entries > budget.entries:
                raise TooWideError(step.open_factors)
            self.before.append(table)

    @property
    def is_weighted(self) -> bool:
        """Whether weights make the numbers longer than those of plain counts."""
        return self.slot > sum(self.sizes) + _COUNTING

    def _cut(self, table: Table) -> Table:
        """The rows without ways that have too many mines."""
        bits = (self.most + 1) * self.slot
        mask = (1 << bits) - 1
        cut = {
            key: ways if ways.bit_length() <= bits else ways & mask for key, ways in table.items()
        }
        return {key: ways for key, ways in cut.items() if ways}

    def labelled(self) -> dict[tuple[int, ...], int]:
        """The ways by the number of mines in each label, packed by the number of mines in all."""
        _, _, factors, labels, _ = self._shape
        mask = (1 << (self.width - 1)) - 1
        fields = [
            (number * self.width, len(factors[number].weights) - 1)
            for number in range(len(factors) - labels, len(factors))
        ]
        return {
            tuple([size - (key >> at & mask) for at, size in fields]): ways
            for key, ways in self.before[-1].items()
        }

    def total(self) -> int:
        """All ways, packed."""
        return sum(self.before[-1].values())

    def in_boxes(self, budget: Budget) -> list[int]:
        """For each box the mines in it summed over all ways, packed."""
        in_box = [0] * len(self._shape.sizes)
        ahead = dict.fromkeys(self.before[-1], 1)
        for step, table in zip(reversed(self.steps), reversed(self.before[:-1]), strict=True):
            ahead, flows = _backward(table, ahead, step, self.slot, budget)
            for (spread, mines, weight), flow in zip(step.moves, flows, strict=True):
                if flow:
                    through = flow * weight << mines * self.slot
                    for box, held in zip(step.boxes, spread, strict=True):
                        in_box[box] += held * through
        mask = (1 << (self.most + 1) * self.slot) - 1
        return [packed & mask for packed in in_box]

    def after(self, budget: Budget) -> list[Table]:
        """`after()[i]` counts the ways to go on to the end from a row before step i."""
        tables = [dict.fromkeys(self.before[-1], 1)]
        for step, table in zip(reversed(self.steps), reversed(self.before[:-1]), strict=True):
            tables.append(_backward(table, tables[-1], step, self.slot, budget)[0])
        tables.reverse()
        return tables


def _slot(shape: Shape) -> int:
    """A width for the largest number that can come up: mines in a box, summed over all ways."""
    cells = sum(shape.sizes)
    largest = cells << cells
    for _, weights in shape.factors:
        if weights != (1,):
            largest *= max(weights)
    for own in shape.own or ():
        if own is not None:
            largest *= max(own)
    return slot_for(largest)


def _forward(table: Table, step: Step, slot: int, room: int, budget: Budget) -> Table:
    """The table after a step. Raises `TooWideError` when there is no room for its rows."""
    offered, shift, low = step.offered, step.shift, step.low
    guards, fields, ceiling = step.guards, step.fields, step.ceiling
    after: Table = {}
    get = after.get
    for rows in strides(table, budget):
        for key, ways in rows:
            field = key >> shift & low
            for taken, mines, weight, _ in offered.get(field) or step.offer(field):
                needs = key - taken
                if needs & guards == guards and (ceiling - (needs & fields)) & guards == guards:
                    after[needs] = get(needs, 0) + (ways * weight << mines * slot)
        if len(after) > room:
            raise TooWideError(step.open_factors)
    return after


def _backward(
    table: Table, ahead: Table, step: Step, slot: int, budget: Budget
) -> tuple[Table, list[int]]:
    """The table of one step back, and the ways through each move of the step that has mines."""
    offered, shift, low = step.offered, step.shift, step.low
    get = ahead.get
    before: Table = {}
    flows = [0] * len(step.moves)
    for rows in strides(table, budget):
        for key, ways in rows:
            reach = 0
            for taken, mines, weight, number in offered[key >> shift & low]:
                further = get(key - taken)
                if further is not None:
                    reach += further * weight << mines * slot
                    if mines:  # of the others nobody asks
                        flows[number] += ways * further
            if reach:
                before[key] = reach
    return before, flows
