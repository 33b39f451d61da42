"""Boxes and components: how constraints tie cells together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from logicsweep.constraints import Cardinality, ConstraintSystem


class Box(NamedTuple):
    """Cells that stand in exactly the same constraints, given by their places in a sequence."""

    cells: tuple[int, ...]
    constraints: tuple[int, ...]


def components(constraints: Sequence[Cardinality]) -> list[ConstraintSystem]:
    """Part constraints into systems that share no cell, in the order of their first constraint.

    A constraint without cells is a component of its own. Each component keeps the given order of
    constraints; its cells are sorted.
    """
    touching: dict[int, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            touching[cell].append(index)
    seen = [False] * len(constraints)
    parts = []
    for first in range(len(constraints)):
        if seen[first]:
            continue
        seen[first] = True
        member_indices = [first]
        cells: set[int] = set()
        for index in member_indices:
            for cell in constraints[index].cells:
                if cell not in cells:
                    cells.add(cell)
                    for other in touching[cell]:
                        if not seen[other]:
                            seen[other] = True
                            member_indices.append(other)
        member_indices.sort()
        members = tuple([constraints[index] for index in member_indices])
        parts.append(ConstraintSystem(tuple(sorted(cells)), members))
    return parts


def boxes(system: ConstraintSystem) -> list[Box]:
    """Part the cells of a system into boxes, in the order of their first cell.

    Any two cells of a box can be swapped in a model, so that whatever is forced on one of them is
    forced on all. Cells in no constraint form one box with no constraints.
    """
    touching: dict[int, list[int]] = {cell: [] for cell in system.cells}
    for index, constraint in enumerate(system.constraints):
        for cell in constraint.cells:
            touching[cell].append(index)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, indices in touching.items():
        alike.setdefault(tuple(indices), []).append(cell)
    return [Box(tuple(cells), indices) for indices, cells in alike.items()]
