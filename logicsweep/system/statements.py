"""`Statements`: the constraints of a board on its layouts, beside the mine count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.given import expect_board
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import Lines
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import TOTAL, Source, SourceKind
from logicsweep.errors import LogicSweepError, defect_in
from logicsweep.limits import Budget, limited_to, watched
from logicsweep.system.hidden import NO_HIDDEN, HiddenCells, contrary, hidden_of, or_wrong
from logicsweep.system.keys import key_constraints
from logicsweep.system.position import Position, position_of
from logicsweep.system.ruled import clue_constraint, layout_constraints
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    ConstraintSystem,
    bounds_left,
    cell_codes,
    clue_system,
    weight_of,
)
from logicsweep.system.weights import Odds, odds_of, weighing, weight_in


def constraints_of(board: Board) -> ConstraintSystem:
    """Return the constraints of a board over its covered cells.

    There is one constraint for each clue, in reading order, over the covered cells that it speaks
    of (a `Cardinality` if it counts mines, else a `Relation`), then those of the rules for layouts,
    then one for the mine count if it is known. Constraints that every layout satisfies are left
    out. Flags are claims: a flagged cell counts as covered.

    Under a rule with a key there are cells of the key as well, numbered on from those of the board.

    Guaranteed: a set of mines among the covered cells agrees with the board if and only if it
    satisfies every constraint, with some marking of the key.

    Raises:
        TypeError: It is not a `Board`.
    """
    expect_board(board)
    return statements_of(board).system_of(board)


class Statements:
    """The constraints of a board's clues, of its rules and its own, and the odds of its cells.

    They are over all cells, known ones included; see `conditioned`. The odds weigh layouts and are
    not among the constraints (see `weights`).
    """

    def __init__(
        self,
        rules: PlacedRules | None,
        others: tuple[Constraint, ...],
        hidden: HiddenCells = NO_HIDDEN,
        odds: tuple[Odds, ...] = (),
    ) -> None:
        """Use `statements_of` instead."""
        self.rules = rules
        self.others = others
        self.hidden = hidden
        # The weights of safe and mine for each cell; empty if they are equal for all cells.
        self.odds = odds
        # Whether there are only clues that count the mines among the neighbours.
        self.are_ordinary = rules is None and not others and not hidden.cells and not odds
        self._touching: dict[int, list[int]] = {}
        for place, constraint in enumerate(self.others):
            for cell in constraint.cells:
                self._touching.setdefault(cell, []).append(place)

    def clues(
        self, position: Position, numbers: Iterable[int], codes: CodeArray
    ) -> Iterator[Constraint]:
        """Make the constraints of some clues on undecided cells, given the codes of all cells.

        Where a clue may be wrong, its hidden cell says whether it is.
        """
        clues = (self.clue(position, number) for number in numbers)
        if not self.hidden.liars:
            yield from conditioned(clues, codes)
            return
        for number, clue in zip(numbers, conditioned(clues, codes), strict=True):
            wrong = self.hidden.first_wrong + number
            code = codes[wrong]
            if code == COVERED_UNIT:
                yield or_wrong(clue, wrong)
            else:
                yield contrary(clue) if code == MINE_UNIT else clue

    def clue(self, position: Position, number: int) -> Constraint:
        """Make the constraint of the clue in a cell on all cells around it, if it is right."""
        clue = position.uncertain.get(number)
        shown = int(position.states[number])
        if self.rules is not None:
            if clue is None:
                return _ruled_clue(self.rules, number, shown)
            # Not cached: clues compare equal that were written differently.
            return clue_constraint(self.rules, number, clue)
        near = position.adjacency.neighbours(number)
        source = Source(SourceKind.CLUE, number)
        if clue is None:
            return Cardinality(near, shown, shown, source)
        return between(near, clue.lower, clue.upper, source, clue.weights)

    def weight(
        self, position: Position, mines: frozenset[int], but: Collection[int] = ()
    ) -> Fraction:
        """Weigh a layout: likelihoods of clues, weights of the others and odds of cells.

        Marked hidden cells are among the `mines`, and so are known mines. The clues in the cells
        `but` do not count.
        """
        weight = Fraction(
            weight_of([constraint for constraint in self.others if constraint.is_weighted], mines)
        )
        weight *= weight_in(self.odds, mines)
        held = [cell in mines for cell in range(position.states.size)]
        for number, clue in position.uncertain.items():
            if number in but:
                continue
            if self.rules is None:
                true = sum([held[cell] for cell in position.adjacency.neighbours(number)])
            else:  # clues are uncertain only where the codes are the numbers themselves
                true = int(self.rules.judged(number, held, clue)[0])
            weight *= clue.likelihood_of(true)
        return weight

    def weighs(self, position: Position) -> bool:
        """Tell whether layouts may have different weights."""
        has_likelihoods = any(clue.likelihood for clue in position.uncertain.values())
        others = any(constraint.is_weighted for constraint in self.others)
        return has_likelihoods or others or bool(self.odds)

    def weights(self, position: Position) -> tuple[Constraint, ...]:
        """Weigh the covered cells of a position by constraints that allow everything."""
        codes = cell_codes(position.states)
        return tuple(weighing(self.odds, np.flatnonzero(codes == COVERED_UNIT).tolist()))

    @property
    def is_wide(self) -> bool:
        """Whether many clues share a few cells of a key, as a letter or a direction.

        Then the tables are too large, unless the layouts with each way to mark these are apart.
        """
        key = None if self.rules is None else self.rules.rules.clue.key
        return key in (HiddenKey.LETTERS, HiddenKey.DIRECTION)

    def without_total(self) -> Statements:
        """Return the statements without the mine count.

        It is in the constraints of the rule that all rows have equally many mines.
        """
        rules = self.rules
        if rules is None or all(rule.lines is not Lines.EQUAL for rule in rules.rules.layout):
            return self
        of_rules = (*layout_constraints(rules, None), *key_constraints(rules))
        further = [rule for rule in self.others if rule.source.kind is SourceKind.CONSTRAINT]
        others = (*of_rules, *self.hidden.constraints(), *further)
        return Statements(rules, others, self.hidden, self.odds)

    def touching(self, cells: Iterable[int]) -> tuple[Constraint, ...]:
        """Return the other constraints over some cells, in their order."""
        places = {place for cell in cells for place in self._touching.get(cell, ())}
        return tuple([self.others[place] for place in sorted(places)])

    def system_of(self, board: Board) -> ConstraintSystem:
        """List all constraints over the covered cells of a board, the mine count last."""
        position = position_of(board)
        return clue_system(position) if self.are_ordinary else self.system(position)

    def system(self, position: Position) -> ConstraintSystem:
        """List all constraints over the covered cells of a position, the mine count last.

        They are over the hidden cells as well.
        """
        size = position.states.size
        hidden = self.hidden.states(position.states)
        codes = cell_codes(np.concatenate([position.states, hidden]))
        cells = tuple(np.flatnonzero(codes == COVERED_UNIT).tolist())
        made = [
            *self.clues(position, position.clues.tolist(), codes),
            *conditioned(self.others, codes),
        ]
        constraints = [constraint for constraint in made if not constraint.says_nothing]
        bounds = bounds_left(position.total, codes[:size])
        if bounds is not None:
            covered = cells[: bisect_left(cells, size)]
            constraints.append(Cardinality(covered, *bounds, TOTAL))
        return ConstraintSystem(cells, tuple(constraints))


ORDINARY: Final = Statements(None, ())
"""The statements of all ordinary boards, made once: many boards are made for one question each."""


# Cached, as a clue's constraint is made again whenever a cell around it becomes known.
_ruled_clue = lru_cache(maxsize=4096)(clue_constraint)


def statements_of(board: Board, budget: Budget | None = None) -> Statements:
    """Collect the statements of a board. Raises `LimitError` when the budget is spent."""
    if board.is_ordinary:
        return ORDINARY
    rules = board.placed_rules
    hidden = hidden_of(board)
    others = (*hidden.constraints(), *board.constraints)
    if rules is not None:
        total = board.total_mines if isinstance(board.total_mines, int) else None
        try:
            with limited_to(budget):
                of_layout = watched(layout_constraints(rules, total), budget)
                others = (*of_layout, *key_constraints(rules), *others)
        except LogicSweepError:
            raise
        except ValueError as error:  # a defect: the board was made with these rules
            raise defect_in("compiling the rules", error, board) from error
    return Statements(rules, others, hidden, odds_of(board))


def conditioned(constraints: Iterable[Constraint], codes: CodeArray) -> Iterator[Constraint]:
    """Yield constraints restricted to undecided cells, given the codes of all cells."""
    for constraint in constraints:
        around = codes[list(constraint.cells)].tolist()
        known = {
            cell: code == MINE_UNIT
            for cell, code in zip(constraint.cells, around, strict=True)
            if code != COVERED_UNIT
        }
        yield constraint.conditioned(known)
