"""Hidden cells: unknowns beside the mines that constraints are about, as additional cells.

They are numbered on from the cells of the board, each kind in a range of its own: first the cells
of a key, then one for each cell of the board that says whether the clue there is wrong. A marked
hidden cell is no mine: it counts for constraints, and not towards the mine count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.rules.key import HiddenKey, off_by_one
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import Grid, State
from logicsweep.constraints.cardinality import Cardinality, Constraint, between
from logicsweep.constraints.diagram import NOTHING, Diagram, Forest, diagram_of
from logicsweep.constraints.factors import BACKGROUND, Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.system.partition import NONE_HIDDEN

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


class HiddenCells(NamedTuple):
    """The hidden cells that go with a board of `size` cells.

    Attributes:
        size: The number of cells of the board.
        key_cells: The number of cells of its key; 0 without one.
        liars: The most clues that may be wrong; 0 if none may be.
    """

    size: int
    key_cells: int = 0
    liars: int = 0

    @property
    def cells(self) -> int:
        """The number of hidden cells."""
        return self.key_cells + (self.size if self.liars else 0)

    @property
    def first(self) -> int:
        """The number of the first hidden cell, as for `Component.hidden_from`."""
        return self.size if self.cells else NONE_HIDDEN

    @property
    def first_wrong(self) -> int:
        """The hidden cell of cell 0 that is marked if the clue there is wrong."""
        return self.size + self.key_cells

    def wrong(self, number: int) -> int | None:
        """Return the hidden cell marked if the clue in a cell is wrong; None if it cannot be."""
        return self.first_wrong + number if self.liars else None

    def states(self, board: Grid) -> Grid:
        """Return the first states of the hidden cells, given those of the board, flat.

        They are covered, except that a cell without a clue has no wrong one.
        """
        states = np.full(self.cells, State.COVERED, dtype=board.dtype)
        if self.liars:
            states[self.key_cells :][board < 0] = State.NO_CLUE
        return states

    def constraints(self) -> Iterator[Constraint]:
        """Make the constraint on hidden cells beside those of clues and rules: the liars' bound."""
        if self.liars:
            wrong = tuple(range(self.first_wrong, self.first_wrong + self.size))
            yield Cardinality(wrong, 0, self.liars, BACKGROUND)


NO_HIDDEN: Final = HiddenCells(0)


def hidden_of(board: Board) -> HiddenCells:
    """Return the hidden cells of a board."""
    shape = None if board.placed_rules is None else board.placed_rules.key_shape
    return HiddenCells(board.grid.size, 0 if shape is None else shape.size, board.liars)


def or_wrong(clue: Constraint, wrong: int) -> Constraint:
    """Return the relation that a clue is right, or its contrary holds and a hidden cell is marked.

    So every layout goes with one marking of that cell, which the diagram reads last. Raises as
    `contrary`.
    """
    relation = _as_relation(clue)
    diagram = _switched(relation.diagram)
    return Relation((*relation.cells, wrong), diagram, clue.source).trimmed()


def contrary(clue: Constraint) -> Relation:
    """Return the contrary constraint of a clue.

    Raises:
        NotImplementedError: The clue is about regions.
    """
    return _as_relation(clue).contrary()


def _as_relation(clue: Constraint) -> Relation:
    relation = clue.generalized()
    if isinstance(relation, Regional):
        raise NotImplementedError("a clue about regions has no contrary")
    return relation


@lru_cache(maxsize=4096)
def _switched(diagram: Diagram) -> Diagram:
    """Add a cell to a diagram as a switch: it is marked exactly if the diagram does not hold."""
    forest = Forest()
    switched: list[int] = []
    place = diagram.size
    allowed = forest.node(place, ~1, NOTHING)
    ruled_out = forest.node(place, NOTHING, ~1)

    def switch(edge: int) -> int:
        if edge >= 0:
            return switched[edge]
        return ruled_out if edge == NOTHING else allowed

    for at, safe, mine in diagram.nodes:
        switched.append(forest.node(at, switch(safe), switch(mine)))
    return forest.diagram(switch(diagram.root), place + 1)
