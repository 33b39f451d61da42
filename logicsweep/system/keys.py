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

# The keys that say which clues are off by one.
OFF: Final = (HiddenKey.LIARS, HiddenKey.TRUTHFUL)


def key_constraints(ruled: PlacedRules) -> Iterator[Cardinality]:
    """Yield the constraints on the cells of a rule's key that hold without any clue."""
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
    """Make the relation of the clue with a code between its neighbours and the key.

    With `is_likely` a clue that may be off weighs layouts by the chance that they show it.
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
    # The weights of true numbers of mines if the clue is right, and if it is off: twice a chance.
    right = {code: 2 if is_likely else 1}
    off = {true: 2 // len(shown[true]) if is_likely else 1 for true in shown if code in shown[true]}
    if_marked, if_not = (right, off) if key is HiddenKey.TRUTHFUL else (off, right)

    def step(place: int, state: int, mine: bool) -> int:
        """Count the mines; the last cell, of the key, turns their number into its weight."""
        if place < len(near):
            return state + mine
        return (if_marked if mine else if_not).get(state, 0)

    diagram = diagram_of(len(near) + 1, 0, step, lambda state: state)
    return Relation.by_diagram((*near, ruled.size + number), diagram, source)


def _counted_in(near: Sequence[int], line: Sequence[int], source: Source) -> Relation:
    """Demand that the cell in a line whose place is the number of mines near is a mine or marked.

    Cells of the line may be near as well.
    """
    place_in_line = {cell: place for place, cell in enumerate(line)}
    cells = [*near, *[cell for cell in line if cell not in near]]
    places = tuple([place_in_line.get(cell) for cell in cells])
    return Relation.by_diagram(cells, _place_diagram(len(near), places, len(line)), source)


@lru_cache(maxsize=4096)
def _place_diagram(near: int, places_in_line: tuple[int | None, ...], line: int) -> Diagram:
    """Make the diagram of `_counted_in` from the places of its cells in the line, if any.

    The first `near` cells are counted; `line` is the length of the line.
    """

    def step(place: int, state: tuple[int, int], mine: bool) -> tuple[int, int] | None:
        """Step to the number of mines near, and the places of the line with a mine, as bits."""
        mines_near, mined_places = state
        if mine:
            mines_near += place < near
            place_in_line = places_in_line[place]
            if place_in_line is not None:
                mined_places |= 1 << place_in_line
        if place < near - 1:
            return mines_near, mined_places
        if mines_near >= line:
            return None  # the line has no such place
        # All cells near are counted: from here on only the place of their number matters.
        return mines_near, mined_places & 1 << mines_near

    return diagram_of(len(places_in_line), (0, 0), step, lambda state: int(state[1] > 0))


def _but_one(ruled: PlacedRules, number: int, code: int, source: Source) -> Relation:
    """Demand as many mines around a clue as its code, without the cell in the marked direction."""
    ring = [entry.cell for entry in ruled.place.entries(RING, number)]
    directions = tuple([direction for direction, cell in enumerate(ring) if cell is not None])
    cells = [
        *range(ruled.size, ruled.size + len(ring)),
        *[cell for cell in ring if cell is not None],
    ]
    return Relation.by_diagram(cells, _direction_diagram(len(ring), directions, code), source)


@lru_cache(maxsize=4096)
def _direction_diagram(ring: int, directions: tuple[int, ...], code: int) -> Diagram:
    """Make the diagram of `_but_one`: first the key of `ring` directions, then the cells there."""

    def step(place: int, state: tuple[int, int], mine: bool) -> tuple[int, int] | None:
        """Return the marked direction, -1 before it is read, and the mines in the others."""
        marked, mines = state
        if place < ring:
            return (place if mine else marked), 0
        if not mine or directions[place - ring] == marked:
            return state
        return None if mines == code else (marked, mines + 1)

    return diagram_of(ring + len(directions), (-1, 0), step, lambda state: int(state[1] == code))
