"""Hidden cells: unknowns beside the mines that constraints are about, as additional cells.

They are numbered on from the cells of the board, each kind in a range of its own: first the cells
of a key, then one for each cell of the board that says whether the clue there is wrong. A marked
hidden cell is no mine: it counts for constraints, and not towards the mine count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.state import Grid, State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.diagram import NOTHING, Diagram, Forest
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.constraints.source import BACKGROUND
from logicsweep.system.partition import NONE_HIDDEN


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

    So every layout goes with one marking of that cell, which the diagram reads last.

    Raises:
        NotImplementedError: The clue is about regions.
    """
    relation = clue.generalized()
    if isinstance(relation, Regional):
        raise NotImplementedError("a clue about regions has no contrary")
    diagram = _switched(relation.diagram)
    return Relation((*relation.cells, wrong), diagram, clue.source).trimmed()


def contrary(clue: Constraint) -> Constraint:
    """Return the contrary constraint of a clue.

    Raises:
        NotImplementedError: The clue is about regions.
    """
    ruled_out = clue.generalized().contrary()
    if ruled_out is None:
        raise NotImplementedError("a clue about regions has no contrary")
    return ruled_out


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
