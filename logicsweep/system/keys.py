"""Rules with a key as constraints: over the cells of the board and those of the key.

The cells of a key are numbered on from those of the board; a marked one counts as a mine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from logicsweep.board.rules.key import HiddenKey, off_by_one
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.diagram import Diagram, diagram_of
from logicsweep.constraints.relation import Relation
from logicsweep.constraints.source import Source, SourceKind

# The keys that say where clues are off by one.
OFF: Final = (HiddenKey.LIARS, HiddenKey.TRUTHFUL)


def key_constraints(ruled: PlacedRules) -> Iterator[Cardinality]:
    """Yield the constraints of a rule's key, whatever clues show."""
    rule, shape, first = ruled.rules.clue, ruled.key_shape, ruled.size
    if shape is None or rule.key is None:
        return
    parts = (Source(SourceKind.RULE, None, rule.keyed.name, part) for part in count())
    for line, source in zip(shape.lines, parts, strict=False):
        yield Cardinality(tuple([first + cell for cell in line]), 1, 1, source)
    if rule.key.is_of_cells:
        for cell, source in zip(range(shape.size), parts, strict=False):
            yield between((cell, first + cell), 0, 1, source)


def keyed_clue(ruled: PlacedRules, number: int, code: int, *, is_likely: bool = False) -> Relation:
    """Make a clue's relation between its neighbours and the key; `code` is that of the clue.

    With `is_likely` one that may be off weighs by how likely it is to show that.
    """
    key, source = ruled.rules.clue.key, Source(SourceKind.CLUE, number)
    near = ruled.place.adjacency.neighbours(number)
    if key is HiddenKey.DIRECTION:
        return _but_one(ruled, number, code, source)
    if key is HiddenKey.LETTERS:
        letters = ruled.values.highest + 1
        of_letter = range(ruled.size + code * letters, ruled.size + (code + 1) * letters)
        return _counted_in(near, of_letter, source)
    if key is HiddenKey.ITSELF:
        column = range(code, ruled.size, ruled.place.width)
        return _counted_in(near, column, source)
    shown = {true: off_by_one(true) for true in range(9)}
    right = {code: 2 if is_likely else 1}
    wrong = {
        true: 2 // len(shown[true]) if is_likely else 1 for true in shown if code in shown[true]
    }
    marked, others = (right, wrong) if key is HiddenKey.TRUTHFUL else (wrong, right)

    def step(place: int, state: int, mine: bool) -> int:
        if place < len(near):
            return state + mine
        return (marked if mine else others).get(state, 0)

    diagram = diagram_of(len(near) + 1, 0, step, lambda state: state)
    return Relation.by_diagram((*near, ruled.size + number), diagram, source)


def _counted_in(near: Sequence[int], line: Sequence[int], source: Source) -> Relation:
    """Tie a number of mines to the place, in a line, of a cell that is a mine or marked.

    Cells of the line may be among the others.
    """
    place_in_line = {cell: place for place, cell in enumerate(line)}
    cells = [*near, *[cell for cell in line if cell not in near]]
    places = tuple([place_in_line.get(cell) for cell in cells])
    return Relation.by_diagram(cells, _place_diagram(len(near), places, len(line)), source)


@lru_cache(maxsize=4096)
def _place_diagram(near: int, places_in_line: tuple[int | None, ...], line: int) -> Diagram:
    """Make the diagram of `_counted_in`, for so many counted cells and a line's length."""

    def step(place: int, state: tuple[int, int], mine: bool) -> tuple[int, int] | None:
        """Step to the numbers of mines, and the places in the line that have one, as bits."""
        number, places = state
        number += mine and place < near
        in_line = places_in_line[place]
        if mine and in_line is not None:
            places |= 1 << in_line
        if place < near - 1:
            return number, places
        # All are counted: nothing but one place matters any more.
        return (number, places & 1 << number) if number < line else None

    return diagram_of(len(places_in_line), (0, 0), step, lambda state: int(state[1] > 0))


def _but_one(ruled: PlacedRules, number: int, code: int, source: Source) -> Relation:
    """Count the cells around a clue, without the one in the marked direction."""
    ring = [entry.cell for entry in ruled.place.entries(RING, number)]
    ways = tuple([way for way, cell in enumerate(ring) if cell is not None])
    cells = [
        *range(ruled.size, ruled.size + len(ring)),
        *[cell for cell in ring if cell is not None],
    ]
    return Relation.by_diagram(cells, _way_diagram(len(ring), ways, code), source)


@lru_cache(maxsize=4096)
def _way_diagram(ring: int, ways: tuple[int, ...], code: int) -> Diagram:
    """Return the diagram of `_but_one`, for so many directions, those of its cells, and a clue."""

    def step(place: int, state: tuple[int, int], mine: bool) -> tuple[int, int] | None:
        """Return the marked direction, -1 before it is read, and the mines in the others."""
        way, mines = state
        if place < ring:
            return (place if mine else way), 0
        if not mine or ways[place - ring] == way:
            return state
        return None if mines == code else (way, mines + 1)

    return diagram_of(ring + len(ways), (-1, 0), step, lambda state: int(state[1] == code))
