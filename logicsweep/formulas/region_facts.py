"""Constraints on regions as facts for `encodings/regions.lp`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from logicsweep.board.rules.layout_rule import Regions
from logicsweep.constraints.regional import Regional


def regions_said(says: Regions, term: str) -> Iterator[str]:
    """What holds for the regions of a graph, under a term."""
    yield f"regions({term})."
    yield f"of_mines({term})." if says.mines else f"of_safe_cells({term})."
    if says.least:
        yield f"some({term})."
    if says.most == 1:
        yield f"one({term})."
    if says.size is not None:
        yield f"has_size({term},{says.size})."
    if says.reach_rim:
        yield f"reaches_rim({term})."
    if not says.rings:
        yield f"no_ring({term})."
    if says.at_rim is not None:
        yield f"at_rim({term},{says.at_rim})."


def regional_facts(constraint: Regional, term: str, cell: Callable[[int], str]) -> Iterator[str]:
    """The facts of a constraint, under a term; `cell` makes the term of a cell."""
    yield from regions_said(constraint.says, term)
    members = constraint.members
    links, rim = constraint.graph
    inside = members.union(constraint.cells)
    for number in sorted(inside):
        yield f"vertex({term},{cell(number)})."
        if number in members:
            yield f"member({term},{cell(number)})."
        if number in rim:
            yield f"rim({term},{cell(number)})."
        near = [other for other in links[number] if other in inside]
        yield from [f"link({term},{cell(number)},{cell(other)})." for other in near]
