"""`Statements`: what a board says of its layouts beside the mine count, as constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.given import expect_board
from logicsweep.board.rules.layout_rule import Lines
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.keys import key_constraints
from logicsweep.constraints.position import Position, position_of
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.constraints.ruled import clue_constraint, layout_constraints
from logicsweep.constraints.source import TOTAL, Source, SourceKind
from logicsweep.constraints.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    Constraint,
    ConstraintSystem,
    bounds_left,
    cell_codes,
    clue_system,
)
from logicsweep.errors import LogicSweepError, defect_in, expect
from logicsweep.limits import Budget, limited_to, watched


def constraints_of(board: Board) -> ConstraintSystem:
    """The constraints of a board over its covered cells.

    There is one constraint for each clue, in reading order, over the covered cells that it speaks
    of (a `Cardinality` if it counts mines, else a `Relation`), then those of the rules for layouts,
    then one for the mine count if it is known. What says nothing about covered cells is left out.
    Flags are claims: a flagged cell counts as covered.

    Under a rule with a key there are cells of the key as well, numbered on from those of the board.

    Guaranteed: a set of mines among the covered cells agrees with the board if and only if it
    satisfies every constraint, with some marking of the key.

    Raises:
        TypeError: It is not a `Board`.
    """
    expect_board(board)
    return statements_of(board).system_of(board)


class Statements:
    """The constraints of a board's clues, and those that were handed in beside it.

    They are over cells of any kind; `conditioned` takes what is known of the cells out of them.
    """

    def __init__(self, rules: PlacedRules | None, others: tuple[Constraint, ...]) -> None:
        """Use `statements_of` instead."""
        self._rules = rules
        self.others = others
        # The cells of a key, which are numbered on from those of the board.
        shape = None if rules is None else rules.key_shape
        self.key_cells = 0 if shape is None else shape.size
        # Whether there is nothing but clues that count the mines among the neighbours.
        self.are_ordinary = rules is None and not others
        self._touching: dict[int, list[int]] = {}
        for place, constraint in enumerate(self.others):
            for cell in constraint.cells:
                self._touching.setdefault(cell, []).append(place)

    def clue(self, position: Position, number: int) -> Constraint:
        """What the clue in a cell says of the cells around it."""
        clue = position.uncertain.get(number)
        shown = int(position.states[number])
        if self._rules is not None:
            return clue_constraint(self._rules, number, shown if clue is None else clue)
        near = position.adjacency.neighbours(number)
        source = Source(SourceKind.CLUE, number)
        if clue is None:
            return Cardinality(near, shown, shown, source)
        return between(near, clue.lower, clue.upper, source, clue.weights)

    @property
    def beside(self) -> tuple[Constraint, ...]:
        """The constraints that were handed in beside the board."""
        return tuple([one for one in self.others if one.source.kind is SourceKind.CONSTRAINT])

    def without_total(self) -> Statements:
        """What the same board would say if its mine count were unknown.

        Where all rows have equally many mines, their constraints say how many if that is known.
        """
        rules = self._rules
        if rules is None or all(one.lines is not Lines.EQUAL for one in rules.rules.layout):
            return self
        own = (*layout_constraints(rules, None), *key_constraints(rules))
        return Statements(rules, (*own, *self.beside))

    def touching(self, cells: Iterable[int]) -> tuple[Constraint, ...]:
        """The other constraints over some cells, in their order."""
        places = {place for cell in cells for place in self._touching.get(cell, ())}
        return tuple([self.others[place] for place in sorted(places)])

    def system_of(self, board: Board) -> ConstraintSystem:
        """All constraints over the covered cells of a board, the mine count last."""
        position = position_of(board)
        return clue_system(position) if self.are_ordinary else self.system(position)

    def system(self, position: Position) -> ConstraintSystem:
        """All constraints over the covered cells of a position, the mine count last.

        Of a rule with a key they are over the cells of the key as well.
        """
        codes = cell_codes(position.states)
        covered = tuple(np.flatnonzero(codes == COVERED_UNIT).tolist())
        key = tuple(range(position.states.size, position.states.size + self.key_cells))
        codes = np.concatenate([codes[:-1], np.full(len(key), COVERED_UNIT, codes.dtype)])
        every = [*(self.clue(position, number) for number in position.clues.tolist()), *self.others]
        constraints = [one for one in conditioned(every, codes) if not one.says_nothing]
        bounds = bounds_left(position.total, codes)
        if bounds is not None:
            constraints.append(Cardinality(covered, *bounds, TOTAL))
        return ConstraintSystem((*covered, *key), tuple(constraints))


# What all ordinary boards say; many boards are made for one question each.
_ORDINARY: Final = Statements(None, ())


def statements_of(
    board: Board, constraints: Sequence[Constraint] = (), budget: Budget | None = None
) -> Statements:
    """What a board says, and the constraints beside it.

    Raises as `checked_constraints`, and `LimitError` when the budget is spent.
    """
    rules = board.placed_rules
    if rules is None and isinstance(constraints, tuple) and not constraints:
        return _ORDINARY
    others = checked_constraints(constraints, board.grid.size)
    if rules is not None:
        total = board.total_mines if isinstance(board.total_mines, int) else None
        try:
            with limited_to(budget):
                own = watched(layout_constraints(rules, total), budget)
                others = (*own, *key_constraints(rules), *others)
        except LogicSweepError:
            raise
        except ValueError as error:  # the rules fit on the board: it was made with them
            raise defect_in("compiling the rules", error, board) from error
    return Statements(rules, others)


def conditioned(constraints: Iterable[Constraint], codes: CodeArray) -> Iterator[Constraint]:
    """Constraints over the undecided cells that are left of them, given the codes of all cells."""
    for constraint in constraints:
        around = codes[list(constraint.cells)].tolist()
        known = {
            cell: code == MINE_UNIT
            for cell, code in zip(constraint.cells, around, strict=True)
            if code != COVERED_UNIT
        }
        yield constraint.conditioned(known)


def checked_constraints(constraints: Sequence[Constraint], size: int) -> tuple[Constraint, ...]:
    """Constraints that were handed in for a board of so many cells.

    Raises TypeError for what is none, ValueError for cells that are not on the board or named
    twice, bounds and weights that do not fit, and a source that is not the name of a constraint.
    """
    wanted = "a list of constraints, such as Relation.pattern(cells, allowed, name)"
    expect("constraints", constraints, Sequence, wanted)
    for constraint in constraints:
        expect("a constraint", constraint, (Cardinality, Relation, Regional), wanted)
    return tuple([_checked(one, size) for one in constraints])


def _checked(constraint: Constraint, size: int) -> Constraint:
    source = constraint.source
    named = "Source.named(name), with a name of your own"
    expect("the source of a constraint", source, Source, named)
    if source.kind is not SourceKind.CONSTRAINT:
        raise ValueError(f"the source of a constraint is a {source.kind.value}; expected {named}")
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
    if weights is not None and len(weights) != upper - lower + 1:
        raise ValueError(
            f"the constraint {source.name} has {len(weights)} weights for {lower}..{upper} mines; "
            f"expected {upper - lower + 1}"
        )
    return between(cells, index(lower), index(upper), source, weights)
