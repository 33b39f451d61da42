"""The support of a component: the numbers of mines that it can hold, alone and with a cell fixed.

A row of a table holds a set of mine counts: bit n says that some partial model with n mines leads
to this state.
"""

from __future__ import annotations

from logicsweep.eliminate.memory import MOST_BYTES, Memory, TooLargeError, megabytes
from logicsweep.eliminate.messages import SUPPORT, backward_message, forward_message
from logicsweep.eliminate.planning import plan
from logicsweep.eliminate.shown import ShownModels, Walk
from logicsweep.eliminate.signature import signature_of_component
from logicsweep.eliminate.step import Step, Table
from logicsweep.errors import LimitError, counted
from logicsweep.limits import Budget
from logicsweep.system.partition import Component
from logicsweep.system.system import Decided


class TooLargeTablesError(LimitError):
    """The tables of a component would need more memory than is allowed."""


class SupportTables:
    """The forward messages of one component over sets of mine counts, made once.

    Raises `TooLargeTablesError` when the tables would need more than `max_bytes` together, and
    `LimitError` when the budget is spent.
    """

    def __init__(
        self, component: Component, *, budget: Budget | None = None, max_bytes: int = MOST_BYTES
    ) -> None:
        budget = budget or Budget(None)
        self._boxes = component.boxes
        signature = signature_of_component(component)
        self._steps: tuple[Step, ...] = ()
        self._forward: list[Table] = [{}]
        if signature.has_empty_factor:
            return  # there is no model
        start, self._steps, _ = plan(signature, budget)
        self._forward = [{start: 1}]
        memory = Memory(max_bytes)
        try:
            for step in self._steps:
                self._forward.append(
                    forward_message(self._forward[-1], step, SUPPORT, memory, budget)
                )
                memory.keep(self._forward[-1], step)
        except TooLargeError as error:
            cells = counted(len(component.system.cells), "cell")
            raise TooLargeTablesError(
                f"a component of {cells} needs more than {megabytes(error.most)} for the tables of "
                f"its possible mine counts"
            ) from None

    @property
    def support(self) -> int:
        """A set of counts as bits: bit n is set when a model with exactly n mines exists."""
        support = 0
        for counts in self._forward[-1].values():
            support |= counts
        return support

    def shown(self, allowed: int | None = None, *, budget: Budget | None = None) -> ShownModels:
        """Return few models that show what each box can hold.

        With `allowed`, a set of numbers of mines as bits, models have one of these, and each of
        them that there is has a model. Raises `LimitError` when the budget is spent.
        """
        support = self.support
        if not support:
            return ShownModels(0, [])
        sizes = [len(box.cells) for box in self._boxes]
        among = support if allowed is None else allowed
        walk = Walk(sizes, self._steps, self._forward, among, budget or Budget(None))
        return ShownModels(support, walk.models(every=allowed is not None))

    def decided(self, allowed: int, *, budget: Budget | None = None) -> Decided[list[int]]:
        """Return the cells that have the same value in every model with an allowed number of mines.

        They are the backbone of the component under that condition. `allowed` is a set of numbers
        as bits. Raises ValueError when there is no such model, `LimitError` when the budget is
        spent.
        """
        budget = budget or Budget(None)
        check_allowed(self.support, allowed)
        mines: list[int] = []
        safe: list[int] = []
        # By state, the mine counts so far from which an allowed one can still be reached.
        message: Table = dict.fromkeys(self._forward[-1], allowed)
        for step, table in zip(reversed(self._steps), reversed(self._forward[:-1]), strict=True):
            message, through = backward_message(message, step, table, SUPPORT, budget, fewest=0)
            possible = [
                vector
                for (vector, _, _), models in zip(step.vectors, through, strict=True)
                if models
            ]
            for place, box in enumerate(step.boxes):
                cells = self._boxes[box].cells
                in_box = {vector[place] for vector in possible}
                if not in_box - {0}:
                    safe += cells
                if not in_box - {len(cells)}:
                    mines += cells
        return Decided(mines, safe)


def check_allowed(support: int, allowed: int) -> None:
    """Raise ValueError unless some model has an allowed number of mines."""
    if not support & allowed:
        raise ValueError("no model has an allowed number of mines; expected a count that one has")
