"""Which numbers of mines a component can hold, alone and with a cell fixed.

The boxes of a component are eliminated one by one. A table maps what each open constraint still
needs to a set of mine counts: bit n says that some choice so far with n mines leaves these needs.
Design and bound follow bucket elimination (Dechter, 1999); no count is lost or made up, so what
the tables exclude is unsatisfiable.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from logicsweep.constraints import ConstraintSystem
from logicsweep.count.order import elimination_order
from logicsweep.errors import LimitError
from logicsweep.limits import Deadline
from logicsweep.partition import Box, boxes

# All tables of a component together; a row takes some 150 bytes.
MAX_ROWS: Final = 3_000_000

Table = dict[int, int]


class _Step(NamedTuple):
    """One box to eliminate. Needs are packed into one integer, a field each with a guard bit on
    top; the guard stays set exactly as long as the field has not fallen below zero."""

    box: Box
    unit: int  # 1 in the field of each constraint of the box
    guards: int  # the guard bits of these fields
    fields: int  # all other bits of these fields
    ceiling: int  # the most each may still need after this box, with the guards set


class CountTables:
    """The elimination tables of one component, made once.

    The system has to be one component (see `partition.components`). Raises `LimitError` when the
    tables would need more than `max_rows` rows together or the deadline passes.
    """

    def __init__(
        self,
        system: ConstraintSystem,
        *,
        deadline: Deadline | None = None,
        max_rows: int = MAX_ROWS,
    ) -> None:
        self._deadline = deadline or Deadline(None)
        start, self._steps = _plan(system, self._deadline)
        self._tables: list[Table] = [{start: 1}]
        rows = 0
        for step in self._steps:
            self._deadline.check()
            table = _forward(self._tables[-1], step, max_rows - rows)
            if table is None:
                raise LimitError(
                    f"a component of {len(system.cells)} cells needs more than {max_rows:,} rows "
                    f"to work out its possible mine counts"
                )
            self._tables.append(table)
            rows += len(table)

    @property
    def possible(self) -> int:
        """A set of counts as bits: bit n is set when a model with exactly n mines exists."""
        found = 0
        for counts in self._tables[-1].values():
            found |= counts
        return found

    def decided(self, allowed: int) -> tuple[list[int], list[int]]:
        """The cells (mines, safe) that are alike in every model with an allowed count of mines.

        `allowed` is a set of counts as bits. With no such model at all both lists name every cell:
        ask for `possible & allowed` first.
        """
        mines: list[int] = []
        safe: list[int] = []
        # From which counts so far an allowed total can still be reached, by needs.
        ahead: Table = dict.fromkeys(self._tables[-1], allowed)
        for step, table in zip(reversed(self._steps), reversed(self._tables[:-1]), strict=True):
            self._deadline.check()
            ahead, taken = _backward(table, ahead, step)
            if not taken & ~1:
                safe += step.box.cells
            if not taken & ~(1 << len(step.box.cells)):
                mines += step.box.cells
        return mines, safe


def _plan(system: ConstraintSystem, deadline: Deadline) -> tuple[int, list[_Step]]:
    """The packed needs at the start, and the steps."""
    parts = boxes(system)
    limits = [
        (max(row.lower, 0), min(row.upper, len(row.cells)), len(row.cells))
        for row in system.constraints
    ]
    if any(lower > upper for lower, upper, _ in limits):
        raise ValueError("a constraint has bounds that nothing meets")
    width = max((size for _, _, size in limits), default=0).bit_length() + 1
    guard = 1 << (width - 1)
    start = 0
    for place, (_, upper, _) in enumerate(limits):
        start |= (guard | upper) << (place * width)
    left = [size for _, _, size in limits]
    steps = []
    for index in elimination_order(parts, deadline):
        box = parts[index]
        unit = ceiling = 0
        for place in box.constraints:
            left[place] -= len(box.cells)
            lower, upper, _ = limits[place]
            most = min(left[place] + upper - lower, guard - 1)
            unit |= 1 << (place * width)
            ceiling |= (guard | most) << (place * width)
        steps.append(_Step(box, unit, unit * guard, unit * (guard - 1), ceiling))
    return start, steps


def _forward(table: Table, step: _Step, room: int) -> Table | None:
    """The table after a box; None when it would have more rows than there is room for."""
    box, unit, guards, fields, ceiling = step
    choices = range(len(box.cells) + 1)
    after: Table = {}
    get = after.get
    for key, before in table.items():
        needs, counts = key, before
        for mines in choices:
            if mines:
                needs -= unit
                if needs & guards != guards:
                    break
                counts <<= 1
            if (ceiling - (needs & fields)) & guards == guards:
                after[needs] = get(needs, 0) | counts
        if len(after) > room:
            return None
    return after


def _backward(table: Table, ahead: Table, step: _Step) -> tuple[Table, int]:
    """The table of one step back, and which numbers of mines (as bits) the box can take."""
    box, unit, guards, _, _ = step
    choices = range(len(box.cells) + 1)
    before: Table = {}
    taken = 0
    for key, counts in table.items():
        needs = key
        reach = 0
        for mines in choices:
            if mines:
                needs -= unit
                if needs & guards != guards:
                    break
            goals = ahead.get(needs, 0) >> mines
            if goals:
                reach |= goals
                if counts & goals:
                    taken |= 1 << mines
        if reach:
            before[key] = reach
    return before, taken
