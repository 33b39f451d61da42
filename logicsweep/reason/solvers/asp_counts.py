"""The numbers of mines that a component can hold, derived by a logic program.

Searching for them is hopeless on large components, so the program eliminates box after box: its
atoms are the states of the open constraints after the boxes so far. The program is stratified, and
the grounder alone evaluates it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.diagram import Layer, layers
from logicsweep.constraints.factors import TOTAL
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.formulas.facts import system_program
from logicsweep.formulas.rule_facts import program_text
from logicsweep.limits import Budget
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.grounded import Grounded, derived
from logicsweep.reason.solvers.trial import Trials
from logicsweep.system.partition import Component
from logicsweep.system.signature import signature_of_component
from logicsweep.system.system import ConstraintSystem, Decided
from logicsweep.tables.frontier_order import line_order
from logicsweep.tables.support import check_allowed


class _Step(NamedTuple):
    """The rule of one box: from the atom `before` and a `choice` of K mines to the atom `after`.

    `facts` are the transitions of the relations with the box in their scope.
    """

    box: int
    before: str
    choice: str
    after: str
    facts: tuple[str, ...]


# The number of the cell that stands for 0 mines in a search; those of more mines are below it.
_NUMBERS: Final = -1


class CountsBySearch:
    """See `CountsByProgram`; by search, for components in which regions tie all cells together."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._system = component.system
        self._on_board = [cell for cell in component.system.cells if cell < component.hidden_from]
        program = system_program(component.system)
        most = len(self._on_board)
        # Each number of mines is an additional cell, which has a mine if that is the number.
        numbers = {f"number({mines})": _NUMBERS - mines for mines in range(most + 1)}
        # Hidden cells have the highest numbers.
        last = max(self._on_board, default=-1)
        count = f"N = #count {{ C : covered(C), mine(C), C <= {last} }}"
        facts = f"{program.facts}\nmine(number(N)) :- {count}."
        program = program._replace(facts=facts, cells={**program.cells, **numbers})
        texts = [*map(program_text, program.programs), facts]
        consequences = Grounded("\n".join(texts), program, budget, Trials()).consequences("brave")
        self.support = sum([1 << _NUMBERS - cell for cell in consequences if cell <= _NUMBERS])

    def decided(self, allowed: int, *, budget: Budget) -> Decided[list[int]]:
        check_allowed(self.support, allowed)
        cells, constraints = self._system
        on_board = tuple(self._on_board)
        weights = tuple([allowed >> mines & 1 for mines in range(len(on_board) + 1)])
        is_allowed = between(on_board, 0, len(on_board), TOTAL, weights)
        system = ConstraintSystem(cells, (*constraints, is_allowed))
        with closing(AspReasoner(system, budget=budget)) as reasoner:
            backbone = reasoner.consequences()
        if backbone is None:
            raise RuntimeError("clingo finds no model with a number of mines that it has found")
        return Decided(sorted(backbone.mines), sorted(backbone.safe))


def counts_by_program(component: Component, budget: Budget) -> CountsByProgram | CountsBySearch:
    """Return the mine counts of a component: derived, if that can be done, else searched for."""
    if any(isinstance(constraint, Regional) for constraint in component.system.constraints):
        return CountsBySearch(component, budget)
    return CountsByProgram(component, budget)


class CountsByProgram:
    """The mine counts of a component, and the cells that some of them decide.

    Raises `LimitError` when the budget is spent.
    """

    def __init__(self, component: Component, budget: Budget) -> None:
        self._boxes = component.boxes
        self._steps = tuple(_steps(component, budget))
        last = self._steps[-1].after if self._steps else "s0(0)"
        self._forward = [
            "s0(0).",
            *(fact for step in self._steps for fact in step.facts),
            *(f"{move.after} :- {move.before}, {move.choice}." for move in self._steps),
            f"support(M) :- {last.replace('M+K', 'M')}.",
        ]
        self._last = last.replace("M+K", "M")
        facts = derived("\n".join(self._forward), ["support"], budget)
        self.support = sum([1 << count for (count,) in facts["support"]])

    def decided(self, allowed: int, *, budget: Budget) -> Decided[list[int]]:
        """Return the cells with the same value in all models with an allowed count of mines.

        `allowed` is a set of counts as bits. Raises ValueError when there is no such model,
        `LimitError` when the budget is spent.
        """
        check_allowed(self.support, allowed)
        rules = [*self._forward, "#defined allowed/1."]
        rules += [
            f"allowed({count})." for count in range(allowed.bit_length()) if allowed >> count & 1
        ]
        rules.append(f"b{self._last} :- {self._last}, allowed(M).")
        for box, before, choice, after, _ in reversed(self._steps):
            onward = f"{before}, {choice}, b{after}"
            rules += [f"takes({box},K) :- {onward}.", f"b{before} :- {onward}."]
        facts = derived("\n".join(rules), ["takes"], budget)
        taken: list[set[int]] = [set() for _ in self._boxes]
        for box, count in facts["takes"]:
            taken[box].add(count)
        mines: list[int] = []
        safe: list[int] = []
        for (cells, _), numbers in zip(self._boxes, taken, strict=True):
            if numbers == {0}:
                safe += cells
            if numbers == {len(cells)}:
                mines += cells
        return Decided(sorted(mines), sorted(safe))


def _steps(component: Component, budget: Budget) -> Iterator[_Step]:
    """Yield the rule of each box, in an order that keeps few constraints open.

    The atom before box i is `s<i>(H.., M)`: H is for each open constraint the number of its mines
    so far, or for a relation the state of its diagram, and M the number of all mines so far.
    """
    constraints = component.system.constraints
    boxes = line_order(signature_of_component(component), budget)
    last = {number: box for box in boxes for number in component.boxes[box].constraints}
    machines = _machines(component, boxes)
    is_open: list[int] = []
    for place, box in enumerate(boxes):
        cells, touched = component.boxes[box]
        mines = "M+K" if cells[0] < component.hidden_from else "M"
        before = ",".join([f"H{number}" for number in is_open])
        choice = [f"K=0..{len(cells)}"]
        after = []
        facts: list[str] = []
        for number in sorted({*is_open, *touched}):
            constraint = constraints[number]
            so_far = f"H{number}" if number in is_open else "0"
            if isinstance(constraint, Cardinality):
                if number in touched:
                    so_far += "+K"
                    choice.append(f"{so_far} <= {constraint.upper}")
                if last[number] == box:
                    choice.append(f"{so_far} >= {constraint.lower}")
                    choice += [f"{so_far} != {gap}" for gap in constraint.gaps]
            elif number in touched:
                name = f"go{place}_{number}"
                choice.append(f"{name}({so_far},K,T{number})")
                facts += _moves(name, machines[number, box])
                so_far = f"T{number}"
            if last[number] != box:
                after.append(so_far)
        is_open = sorted(number for number in {*is_open, *touched} if last[number] != box)
        yield _Step(
            box,
            f"s{place}({before}{',' if before else ''}M)",
            ", ".join(choice),
            f"s{place + 1}({','.join([*after, mines])})",
            tuple(facts),
        )


def _machines(component: Component, boxes: Sequence[int]) -> dict[tuple[int, int], Layer]:
    """List the moves of each relation's states for each box, in the order of the boxes."""
    machines = {}
    for number, constraint in enumerate(component.system.constraints):
        if isinstance(constraint, Relation):
            scope = [box for box in boxes if number in component.boxes[box].constraints]
            place = {cell: at for at, cell in enumerate(constraint.cells)}
            groups = [[place[cell] for cell in component.boxes[box].cells] for box in scope]
            for box, layer in zip(scope, layers(constraint.diagram, groups), strict=True):
                machines[number, box] = layer
    return machines


def _moves(name: str, layer: Layer) -> Iterator[str]:
    """Yield the moves of a machine as facts; a dummy if there are none, as programs need one."""
    yield f"{name}(-1,-1,-1)."
    for state, after in enumerate(layer.after):
        for mines, to in enumerate(after):
            if to >= 0:
                yield f"{name}({state},{mines},{to})."
