"""The numbers of mines that a component can hold, alone and with a cell fixed, and models for them.

A pass over the trellis of sets: bit n says that a row, or what is around it, can have n mines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from logicsweep.errors import counted
from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.system.model_counts import ShownModels, TooLargeTablesError
from logicsweep.system.partition import Component
from logicsweep.system.signature import signature_of
from logicsweep.system.system import Decided
from logicsweep.tables.total import lowered, members, sums
from logicsweep.tables.trellis import MOST_BYTES, TooLargeError, Trellis, trellis_of


class SupportTables:
    """The trellis of one component, and by row the numbers of mines that partial models have.

    Raises `TooLargeTablesError` when it would need more than `max_bytes`, or `MAX_ENTRIES` pairs,
    and `LimitError` when the time of the budget is over.
    """

    def __init__(
        self, component: Component, *, budget: Budget | None = None, max_bytes: int = MOST_BYTES
    ) -> None:
        budget = budget or Budget(None)
        self._boxes = component.boxes
        signature = signature_of(component)
        self._trellis: Trellis | None = None
        if signature.has_empty_factor:
            return  # there is no model
        try:
            self._trellis = trellis_of(signature, budget, entries=MAX_ENTRIES, most_bytes=max_bytes)
        except TooLargeError as error:
            cells = counted(len(component.system.cells), "cell")
            raise TooLargeTablesError(
                f"a component of {cells} needs {error} for the tables of its possible mine counts"
            ) from None
        self._sets = _Sets(self._trellis, budget)

    @property
    def support(self) -> int:
        """A set of counts as bits: bit n is set when a model with exactly n mines exists."""
        return 0 if self._trellis is None else self._sets.support

    def shown(self, allowed: int | None = None, *, budget: Budget | None = None) -> ShownModels:
        """Return few models that show what each box can hold.

        With `allowed`, a set of numbers of mines as bits, models have one of these, and each of
        them that there is has a model. Raises `LimitError` when the budget is spent.
        """
        support = self.support
        if self._trellis is None or not support:
            return ShownModels(0, [])
        sizes = [len(box.cells) for box in self._boxes]
        among = support if allowed is None else allowed
        walk = _Walk(sizes, self._trellis, self._sets, among, budget or Budget(None))
        return ShownModels(support, walk.models(every=allowed is not None))

    def decided(self, allowed: int, *, budget: Budget | None = None) -> Decided[list[int]]:
        """Return the cells that have the same value in every model with an allowed number of mines.

        They are the backbone of the component under that condition. `allowed` is a set of numbers
        as bits. Raises ValueError when there is no such model, `LimitError` when the budget is
        spent.
        """
        check_allowed(self.support, allowed)
        mines: list[int] = []
        safe: list[int] = []
        if self._trellis is None:
            return Decided(mines, safe)
        goals = self._sets.goals(allowed, budget or Budget(None))
        for (cells, _), rows, inside, goal in zip(
            self._boxes, self._trellis.boxes, self._sets.inside, goals, strict=False
        ):
            possible = {marks for row, (marks, _) in rows.items() if inside[row] & goal[row]}
            if not possible - {0}:
                safe += cells
            if not possible - {len(cells)}:
                mines += cells
        return Decided(mines, safe)


def check_allowed(support: int, allowed: int) -> None:
    """Raise ValueError unless some model has an allowed number of mines."""
    if not support & allowed:
        raise ValueError("no model has an allowed number of mines; expected a count that one has")


class _Sets:
    """For each row the numbers of mines in it, as bits: `inside[table][row]`."""

    def __init__(self, trellis: Trellis, budget: Budget) -> None:
        self._trellis = trellis
        self.inside: list[list[int]] = []
        for rows, is_hidden in zip(trellis.boxes, trellis.hidden, strict=True):
            sets = [0] * (max(rows, default=-1) + 1)
            for row, (marks, _) in rows.items():
                sets[row] = 1 << (0 if is_hidden else marks)
            self.inside.append(sets)
        self.inside.append([1])
        for join in trellis.joins:
            budget.check()
            left, right = self.inside[join.left], self.inside[join.right]
            after = [0] * join.rows
            for at_left, at_right, row in join.pairs:
                after[row] |= sums(left[at_left], right[at_right])
            self.inside.append(after)

    @cached_property
    def support(self) -> int:
        """The numbers of mines in all models."""
        support = 0
        for row in self._trellis.queries:
            support |= self.inside[-1][row]
        return support

    def goals(self, allowed: int, budget: Budget) -> list[list[int]]:
        """Return by table and row the numbers of mines with which an allowed one can be met."""
        if not self.support & ~allowed:
            return self.inside  # all numbers of mines are
        trellis = self._trellis
        goals = [[0] * len(rows) for rows in self.inside]
        for row in trellis.queries:
            goals[-1][row] = allowed & self.inside[-1][row]
        first = len(trellis.boxes) + 1
        for place in range(len(trellis.joins) - 1, -1, -1):
            budget.check()
            join = trellis.joins[place]
            around = goals[first + place]
            left, right = self.inside[join.left], self.inside[join.right]
            to_left, to_right = goals[join.left], goals[join.right]
            for at_left, at_right, row in join.pairs:
                goal = around[row]
                to_left[at_left] |= lowered(goal, right[at_right]) & left[at_left]
                to_right[at_right] |= lowered(goal, left[at_left]) & right[at_right]
        return goals


# What no model has shown so far of a box.
_A_MINE = 1
_A_SAFE_CELL = 2
# A table, a row of it, and the mines in the row.
_Place = tuple[int, int, int]


class _Walk:
    """Models through rows that no model so far has shown; `allowed` are their mines, as bits."""

    def __init__(
        self, sizes: Sequence[int], trellis: Trellis, sets: _Sets, allowed: int, budget: Budget
    ) -> None:
        self._sizes = sizes
        self._trellis = trellis
        self._inside = sets.inside
        self._goals = sets.goals(allowed, budget)
        self._budget = budget
        self._wants = [_A_MINE | _A_SAFE_CELL] * len(sizes)
        self._first = len(sizes) + 1
        self._above: list[tuple[int, int]] = [(-1, 0)] * (self._first + len(trellis.joins))
        for place, join in enumerate(trellis.joins):
            self._above[join.left] = place, 0
            self._above[join.right] = place, 1

    def models(self, *, every: bool) -> list[tuple[int, ...]]:
        """Return the models; with `every` one with each allowed number of mines as well."""
        models = []
        last = self._first + len(self._trellis.joins) - 1
        for row in self._trellis.queries:
            numbers = list(members(self._goals[-1][row]))
            models += [
                self._model([(last, row, number)]) for number in (numbers if every else numbers[:1])
            ]
        for box, rows in enumerate(self._trellis.boxes):
            for row, (marks, _) in rows.items():
                if self._wants[box] & self._shows(box, marks) and self._goals[box][row]:
                    models.append(self._through(box, row))
        return models

    def _shows(self, box: int, marks: int) -> int:
        """Return what a box with so many marks shows."""
        return (_A_MINE if marks else 0) | (_A_SAFE_CELL if marks < self._sizes[box] else 0)

    def _through(self, box: int, row: int) -> tuple[int, ...]:
        """Choose a model through a row of a box: up to the last table, and down beside the way."""
        here = box, row, _first_of(self._goals[box][row])
        due = [here]
        while self._above[here[0]][0] >= 0:
            here, beside = self._upwards(here)
            due.append(beside)
        return self._model(due)

    def _upwards(self, here: _Place) -> tuple[_Place, _Place]:
        """Choose a pair with a row: return where it leads to, and the row beside it."""
        table, row, mines = here
        place, side = self._above[table]
        join = self._trellis.joins[place]
        beside = (join.right, join.left)[side]
        after_table = self._first + place
        for pair in join.pairs:
            if pair[side] != row:
                continue
            there, after = pair[1 - side], pair[2]
            fitting = self._inside[beside][there] & self._goals[after_table][after] >> mines
            if fitting:
                more = _first_of(fitting)
                return (after_table, after, mines + more), (beside, there, more)
        raise RuntimeError("a row that has a goal leads nowhere")

    def _model(self, due: list[_Place]) -> tuple[int, ...]:
        """Choose what is below some rows with so many mines, and note what the model shows."""
        self._budget.check()
        model = [0] * len(self._sizes)
        due = list(due)
        while due:
            table, row, mines = due.pop()
            if table < len(model):
                model[table] = self._trellis.boxes[table][row][0]
            elif table >= self._first:
                due += self._downwards(table, row, mines)
        for box, marks in enumerate(model):
            self._wants[box] &= ~self._shows(box, marks)
        return tuple(model)

    def _downwards(self, table: int, row: int, mines: int) -> list[_Place]:
        """Choose a pair before a row with so many mines."""
        join = self._trellis.joins[table - self._first]
        for left, right, after in join.pairs:
            if after != row:
                continue
            fitting = self._inside[join.left][left] & _mirrored(
                self._inside[join.right][right], mines
            )
            if fitting:
                inside = _first_of(fitting)
                return [(join.left, left, inside), (join.right, right, mines - inside)]
        raise RuntimeError("a row with so many mines has no pair")


def _mirrored(counts: int, mines: int) -> int:
    """List the numbers that come to `mines` with one of `counts`."""
    return sum([1 << mines - count for count in members(counts) if count <= mines])


def _first_of(counts: int) -> int:
    return (counts & -counts).bit_length() - 1
