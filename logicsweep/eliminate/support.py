"""Which numbers of mines a component can hold, alone and with a cell fixed.

A row of a table holds a set of mine counts: bit n says that some choice so far with n mines leaves
these needs. What the tables exclude is unsatisfiable.
"""

from __future__ import annotations

from typing import Final

from logicsweep.constraints.partition import Component
from logicsweep.eliminate.plan import Step, Table, plan, strides
from logicsweep.eliminate.signature import shape_of
from logicsweep.errors import LimitError, counted
from logicsweep.limits import Budget

# All tables of a component together; a row takes some 150 bytes.
MAX_ROWS: Final = 3_000_000


class CountTables:
    """The elimination tables of one component, made once.

    Raises `LimitError` when the tables would need more than `max_rows` rows together or the
    budget is spent, ValueError when a constraint has bounds that nothing meets.
    """

    def __init__(
        self,
        component: Component,
        *,
        budget: Budget | None = None,
        max_rows: int = MAX_ROWS,
    ) -> None:
        budget = budget or Budget(None)
        self._boxes = component.boxes
        shape = shape_of(component.boxes, component.system.constraints)
        if not all(factor.weights for factor in shape.factors):
            raise ValueError("a constraint has bounds that nothing meets")
        start, self._steps, _ = plan(shape, budget)
        self._tables: list[Table] = [{start: 1}]
        rows = 0
        for step in self._steps:
            table = _forward(self._tables[-1], step, max_rows - rows, budget)
            if table is None:
                cells = counted(len(component.system.cells), "cell")
                raise LimitError(
                    f"a component of {cells} needs more than "
                    f"{max_rows:,} rows to work out its possible mine counts"
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

    def decided(self, allowed: int, *, budget: Budget | None = None) -> tuple[list[int], list[int]]:
        """The cells (mines, safe) that are alike in every model with an allowed count of mines.

        `allowed` is a set of counts as bits. Raises ValueError when there is no such model,
        `LimitError` when the budget is spent.
        """
        budget = budget or Budget(None)
        check_allowed(self.possible, allowed)
        mines: list[int] = []
        safe: list[int] = []
        # From which counts so far an allowed total can still be reached, by needs.
        ahead: Table = dict.fromkeys(self._tables[-1], allowed)
        for step, table in zip(reversed(self._steps), reversed(self._tables[:-1]), strict=True):
            ahead, used = _backward(table, ahead, step, budget)
            for place, box in enumerate(step.boxes):
                cells = self._boxes[box].cells
                taken = {step.moves[number][0][place] for number in used}
                if not taken - {0}:
                    safe += cells
                if not taken - {len(cells)}:
                    mines += cells
        return mines, safe


def check_allowed(possible: int, allowed: int) -> None:
    """Raise ValueError unless some possible count is allowed: of no model nothing is decided."""
    if not possible & allowed:
        raise ValueError("no model has an allowed number of mines; expected a count that one has")


def _forward(table: Table, step: Step, room: int, budget: Budget) -> Table | None:
    """The table after a step; None when it would have more rows than there is room for."""
    offered, shift, low = step.offered, step.shift, step.low
    guards, fields, ceiling = step.guards, step.fields, step.ceiling
    after: Table = {}
    get = after.get
    for rows in strides(table, budget):
        for key, counts in rows:
            field = key >> shift & low
            for taken, mines, _, _ in offered.get(field) or step.offer(field):
                needs = key - taken
                if needs & guards == guards and (ceiling - (needs & fields)) & guards == guards:
                    after[needs] = get(needs, 0) | counts << mines
        if len(after) > room:
            return None
    return after


def _backward(table: Table, ahead: Table, step: Step, budget: Budget) -> tuple[Table, set[int]]:
    """The table of one step back, and the numbers of the moves that lead to an allowed count."""
    offered, shift, low = step.offered, step.shift, step.low
    get = ahead.get
    before: Table = {}
    used: set[int] = set()
    for rows in strides(table, budget):
        for key, counts in rows:
            reach = 0
            for taken, mines, _, number in offered[key >> shift & low]:
                goals = get(key - taken, 0) >> mines
                if goals:
                    reach |= goals
                    if counts & goals:
                        used.add(number)
            if reach:
                before[key] = reach
    return before, used
