"""`Constraint`: a constraint of any class, and the check of those that a board is to carry."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final

from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.constraints.source import Source
from logicsweep.errors import expect

Constraint = Cardinality | Relation | Regional

# For messages about wrong arguments.
A_LIST: Final = "a list of constraints, such as Relation.pattern(cells, allowed, name)"
_NAMED: Final = "Source.named(name), with a name of your own"


def checked_constraints(constraints: Sequence[Constraint], size: int) -> tuple[Constraint, ...]:
    """Check constraints for a board of `size` cells; return them in their simplest form.

    Raises TypeError for anything else than constraints, ValueError for cells that are off the board
    or named twice, bounds and weights that do not fit, and sources not made by `Source.named`.
    """
    expect("constraints", constraints, Sequence, A_LIST)
    for constraint in constraints:
        expect("a constraint", constraint, (Cardinality, Relation, Regional), A_LIST)
    return tuple([_checked(constraint, size) for constraint in constraints])


def _checked(constraint: Constraint, size: int) -> Constraint:
    """Check one constraint; see `checked_constraints`."""
    source = constraint.source
    expect("the source of a constraint", source, Source, _NAMED)
    if not source.name or source != Source.named(source.name):
        raise ValueError(f"the source of a constraint is {source}; expected {_NAMED}")
    off = [cell for cell in constraint.cells if not 0 <= cell < size]
    if off:
        raise ValueError(
            f"the constraint {source.name} is about cell {off[0]}; expected cell numbers 0 to "
            f"{size - 1}"
        )
    cells = tuple(sorted(map(index, constraint.cells)))
    if len(set(cells)) < len(cells):
        raise ValueError(f"the constraint {source.name} names a cell twice; expected it once")
    if not isinstance(constraint, Cardinality):
        return constraint
    _, lower, upper, _, weights = constraint
    lower, upper = index(lower), index(upper)
    if not 0 <= lower <= upper <= len(cells):
        raise ValueError(
            f"the constraint {source.name} allows {lower} to {upper} mines in {len(cells)} cells; "
            f"expected numbers from 0 to {len(cells)}, the smaller one first"
        )
    if weights is not None and len(weights) != upper - lower + 1:
        raise ValueError(
            f"the constraint {source.name} has {len(weights)} weights for {lower}..{upper} mines; "
            f"expected {upper - lower + 1}"
        )
    checked = between(cells, lower, upper, source, weights)
    if checked.is_impossible:
        raise ValueError(
            f"the constraint {source.name} has only weights of 0; expected a number of mines that "
            f"it allows"
        )
    return checked
