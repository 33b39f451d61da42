"""The key of a rule as facts for `encodings/keys.lp`."""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.source import Source
from logicsweep.formulas.programs import Fact, quoted
from logicsweep.system.keys import key_constraints


def key_facts(ruled: PlacedRules) -> Iterator[Fact]:
    """Yield facts about a rule's key: its form, its lines, and the cells that no mine can mark.

    Nothing where the rule has no key.
    """
    key, shape = ruled.rules.clue.key, ruled.key_shape
    if key is None:
        return
    yield Fact(f"key({key.name.lower()}).")
    if key is HiddenKey.DIRECTION:
        for way, offset in enumerate(RING.offsets or ()):
            yield Fact(f"region({way},({offset[0]},{offset[1]})).")
    if shape is None:
        return
    width = len(shape.columns)
    for part, constraint in enumerate(key_constraints(ruled)):
        name = _term(ruled, part)
        for cell in constraint.cells:
            row, column = divmod(cell - ruled.size, width)
            place = str(column) if key is HiddenKey.DIRECTION else f"({row},{column})"
            if constraint.lower:
                yield Fact(f"key_line({name},{place}).", constraint.source)
            elif cell >= ruled.size:
                yield Fact(f"apart({name},{place}).", constraint.source)


def key_sources(ruled: PlacedRules) -> dict[str, Source]:
    """Map the names of these constraints in the programs to their sources."""
    constraints = enumerate(key_constraints(ruled))
    return {_term(ruled, part): constraint.source for part, constraint in constraints}


def _term(ruled: PlacedRules, part: int) -> str:
    return f"rule({quoted(ruled.rules.clue.keyed.name)},key,{part})"
