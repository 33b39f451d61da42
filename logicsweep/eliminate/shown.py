"""Few models of a component, which show what its boxes can hold.

A path through the tables of its support is a model. Each path is led through a box that no model
so far showed with a mine, or with a safe cell, and on from there past as many others as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.eliminate.step import CountVector, Step, Table
from logicsweep.eliminate.total import members
from logicsweep.limits import Budget

# What no model has shown so far of a box.
_A_MINE: Final = 1
_A_SAFE_CELL: Final = 2


class ShownModels(NamedTuple):
    """Models that show a box with a mine, and with a safe cell, wherever any model does.

    Attributes:
        support: The numbers of mines in all models, as bits.
        models: The mines of each box in each of the models; none if there is no model.
    """

    support: int
    models: list[tuple[int, ...]]


class Walk:
    """Paths through the tables of the support of a component (see `SupportTables`).

    `forward` are the messages before each step and after the last: by state, the numbers of mines
    so far. `allowed` are the numbers of mines that a model may have, as bits. Raises `LimitError`
    when the budget is spent.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        steps: Sequence[Step],
        forward: Sequence[Table],
        allowed: int,
        budget: Budget,
    ) -> None:
        self._steps = steps
        self._forward = forward
        self._sizes = sizes
        self._allowed = allowed
        self._wants = [_A_MINE | _A_SAFE_CELL] * len(sizes)
        self._budget = budget
        # By state, the numbers of mines still to come; last there are none.
        after: Table = dict.fromkeys(forward[-1], 1)
        self._ahead = [after]
        for step, table in zip(reversed(steps), reversed(forward[:-1]), strict=True):
            budget.check()
            here: Table = {}
            for key in table:
                ahead = 0
                for taken, inside, _, _ in step.transitions[key & step.mask]:
                    ahead |= after.get(key - taken, 0) << inside
                if ahead:
                    here[key] = ahead
            after = here
            self._ahead.append(after)
        self._ahead.reverse()

    def models(self, *, every: bool) -> list[tuple[int, ...]]:
        """Return the models; with `every` one with each allowed number of mines as well."""
        models: list[tuple[int, ...]] = []

        def add(model: Sequence[int]) -> None:
            self._budget.check()
            for box, mines in enumerate(model):
                self._wants[box] &= ~self._shows(box, mines)
            models.append(tuple(model))

        for start, ahead in self._ahead[0].items():
            numbers = list(members(ahead & self._allowed))
            for number in numbers if every else numbers[:1]:
                model = [0] * len(self._sizes)
                self._on(0, start, number, model)
                add(model)
        if models:
            for place, step in enumerate(self._steps):
                while any(self._wants[box] for box in step.boxes):
                    through = self._through(place)
                    if through is None:
                        for box in step.boxes:
                            self._wants[box] = 0  # no model shows more of it
                        break
                    add(through)
        return models

    def _shows(self, box: int, mines: int) -> int:
        """Return what a box with so many mines shows."""
        return (_A_MINE if mines else 0) | (_A_SAFE_CELL if mines < self._sizes[box] else 0)

    def _news(self, boxes: Sequence[int], vector: CountVector) -> int:
        """Count what a count vector shows of the boxes of a step and no model has shown."""
        return sum(
            [
                (self._wants[box] & self._shows(box, mines)).bit_count()
                for box, mines in zip(boxes, vector, strict=True)
            ]
        )

    def _through(self, place: int) -> list[int] | None:
        """Return a model that shows most that is new of the boxes of a step; None if none does."""
        step, after = self._steps[place], self._ahead[place + 1]
        most, chosen = 0, None
        for key, counts in self._forward[place].items():
            for taken, inside, _, number in step.transitions[key & step.mask]:
                vector = step.vectors[number][0]
                ahead = after.get(key - taken, 0)
                if not ahead or self._news(step.boxes, vector) <= most:
                    continue
                for so_far in members(counts):
                    to_come = ahead & self._allowed >> so_far + inside
                    if to_come:
                        most = self._news(step.boxes, vector)
                        left = (to_come & -to_come).bit_length() - 1
                        chosen = key, so_far, key - taken, left, vector
                        break
        if chosen is None:
            return None
        key, so_far, next_key, left, vector = chosen
        model = self._back(place, key, so_far)
        self._set(model, step, vector)
        self._on(place + 1, next_key, left, model)
        return model

    def _back(self, place: int, key: int, mines: int) -> list[int]:
        """Choose a way back from a state that is reached with so many mines."""
        model = [0] * len(self._sizes)
        for step, table in zip(
            reversed(self._steps[:place]), reversed(self._forward[:place]), strict=True
        ):
            key, mines, vector = next(_leading(step, table, key, mines))
            self._set(model, step, vector)
        return model

    def _on(self, place: int, key: int, to_come: int, model: list[int]) -> None:
        """Choose a way on with so many mines to come, and with much that no model has shown."""
        for step, after in zip(self._steps[place:], self._ahead[place + 1 :], strict=True):
            ways = [
                (key - taken, to_come - inside, step.vectors[number][0])
                for taken, inside, _, number in step.transitions[key & step.mask]
                if inside <= to_come and after.get(key - taken, 0) >> (to_come - inside) & 1
            ]
            key, to_come, vector = max(ways, key=lambda way: self._news(step.boxes, way[2]))
            self._set(model, step, vector)

    @staticmethod
    def _set(model: list[int], step: Step, vector: CountVector) -> None:
        for box, mines in zip(step.boxes, vector, strict=True):
            model[box] = mines


def _leading(
    step: Step, table: Table, target: int, mines: int
) -> Iterator[tuple[int, int, CountVector]]:
    """Yield the states before a step that lead to one with so many mines, and the way there."""
    for key, counts in table.items():
        for taken, inside, _, number in step.transitions[key & step.mask]:
            if key - taken == target and inside <= mines and counts >> (mines - inside) & 1:
                yield key, mines - inside, step.vectors[number][0]
