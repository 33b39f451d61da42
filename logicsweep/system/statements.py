"""`Statements`: the constraints of a board on its layouts, beside the mine count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, pairwise
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, expect_board
from logicsweep.board.clue import Clue, Code
from logicsweep.board.rules.aggregate import Area, Sum
from logicsweep.board.rules.clue_rule import ClueRule, shape_of
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, Placed, links, placed, rim
from logicsweep.board.rules.region import Entry, Place
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.constraints.cardinality import Cardinality, Constraint, between
from logicsweep.constraints.diagram import Diagram, diagram_of
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.constraints.region_clauses import Joined, Regions
from logicsweep.constraints.regional import Graph, Regional
from logicsweep.constraints.relation import Relation
from logicsweep.errors import LogicSweepError, defect_in
from logicsweep.limits import Budget, limited_to, watched
from logicsweep.system.hidden import (
    NO_HIDDEN,
    OFF,
    HiddenCells,
    contrary,
    hidden_of,
    key_constraints,
    keyed_clue,
    or_wrong,
)
from logicsweep.system.partition import Odds, odds_of, weighing, weight_in
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    ConstraintSystem,
    Position,
    bounds_left,
    cardinalities,
    cell_codes,
    clue_around,
    position_of,
    weight_of,
)

_IMPOSSIBLE: Final = 1, 0


def clue_constraint(rules: PlacedRules, number: int, clue: Code | Clue) -> Constraint:
    """Make a clue's constraint on all cells of its region, known ones included.

    An exact clue is a code (see `Values`); an uncertain one bounds the value, and weighs it. Under
    a key that says which clues are off, an uncertain clue with a `shown` code weighs layouts by the
    chance that they show it.
    """
    rules, clue = rules.of(clue)
    rule = rules.rules.clue
    is_likely = isinstance(clue, Clue)
    code = clue.shown if isinstance(clue, Clue) else int(clue)
    if rule.key is not None and code is not None and (rule.key in OFF or not is_likely):
        return keyed_clue(rules, number, code, is_likely=is_likely)
    source = Source(SourceKind.CLUE, number)
    entries = rule.entries(rules.place, number)
    # The cell itself is open, and so no mine.
    entries = tuple(
        [entry._replace(cell=None) if entry.cell == number else entry for entry in entries]
    )
    cells = tuple([entry.cell for entry in entries if entry.cell is not None])
    shown = clue if isinstance(clue, Clue) else rules.values.value(clue)
    if rule.is_plain:
        if isinstance(shown, Clue):
            ordered = tuple(sorted(cells))
            return between(ordered, shown.lower, shown.upper, source, shown.weights)
        bounds = (shown, shown) if isinstance(shown, int) else _IMPOSSIBLE
        return Cardinality(tuple(sorted(cells)), *bounds, source)
    if isinstance(rule.aggregate, Sum):
        weights = [rule.weights[entry.is_coloured] for entry in entries if entry.cell is not None]
        lowest = sum([weight for weight in weights if weight < 0])
        highest = sum([weight for weight in weights if weight > 0])
        allowed = {
            total: weight
            for total in range(lowest, highest + 1)
            if (weight := _weight(rule, rule.aggregate.value(total), shown))
        }
        return Relation.weighted_sum(cells, weights, allowed, source)
    if isinstance(rule.aggregate, Area) and isinstance(shown, int):
        return _area(rules.place, number, shown, source)
    return Relation.by_diagram(cells, _clue_diagram(rule, shape_of(entries), shown), source)


def _area(place: Place, number: int, area: int, source: Source) -> Cardinality | Regional:
    """Demand that the regions of mines beside a cell have `area` cells together.

    The constraint is about the cells that are at most one step more away than a region of that
    size reaches. In its graph, without the cell itself, those beside it are the rim.
    """
    links = _graph(Joined.SIDES, place).links
    beside = frozenset(links[number])
    if not area:
        return Cardinality(tuple(sorted(beside)), 0, 0, source)
    near = {number}
    for _ in range(area + 1):
        near.update([neighbour for cell in near for neighbour in links[cell]])
    cells = tuple(sorted(near - {number}))
    links_near = tuple(
        [
            tuple([linked for linked in of_cell if linked in near and linked != number])
            for of_cell in links
        ]
    )
    return Regional(cells, Graph(links_near, beside), Regions(Joined.SIDES, at_rim=area), source)


def _weight(rule: ClueRule, true: object, shown: object) -> int:
    """Return the weight of a true value, given the clue; 0 if the clue does not allow it."""
    if isinstance(shown, Clue):
        if not isinstance(true, int) or not shown.allows(true):
            return 0
        return 1 if shown.weights is None else shown.weights[true - shown.lower]
    return int(rule.allows(shown, true))  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _clue_diagram(rule: ClueRule, entries: tuple[Entry, ...], shown: object) -> Diagram:
    """Make the diagram of a clue, by the aggregate's machine over the entries of its region."""
    aggregate, weights = rule.aggregate, rule.weights
    on_board = [place for place, entry in enumerate(entries) if entry.cell is not None]
    # Entries off the board are read along with the cell before them.
    ends = [*on_board[1:], len(entries)]

    def read_off_board(state: object, first: int, last: int) -> object:
        for entry in entries[first:last]:
            state = aggregate.step(state, entry, weights, mine=False)
        return state

    def step(place: int, state: object, mine: bool) -> object:
        state = aggregate.step(state, entries[on_board[place]], weights, mine=mine)
        return read_off_board(state, on_board[place] + 1, ends[place])

    start = read_off_board(aggregate.start, 0, on_board[0] if on_board else len(entries))
    return diagram_of(
        len(on_board), start, step, lambda state: _weight(rule, aggregate.value(state), shown)
    )


def layout_constraints(rules: PlacedRules, total: int | None) -> Iterator[Constraint]:
    """Yield the constraints of a board's layout rules.

    `total` is the mine count, if it is known.
    """
    for rule in rules.layout:
        parts = (Source(SourceKind.RULE, None, rule.name, part) for part in count())
        for window, source in zip(placed(rule, rules.place), parts, strict=False):
            yield _window_constraint(window, source)
        yield from _lines(rule, rules.place, total, parts)
        for says, source in zip(rule.regions, parts, strict=False):
            cells = tuple(range(rules.size))
            yield Regional(cells, _graph(says.joined, rules.place), says, source)


@lru_cache(maxsize=64)
def _graph(joined: Joined, place: Place) -> Graph:
    return Graph(links(joined, place), rim(place))


def _window_constraint(at: Placed, source: Source) -> Relation:
    """Make the constraint of a window: bounds on its mines, at a mine only if there is one."""
    window, cells, anchor, *_ = at
    if anchor is None:
        # As a relation it is closed once it is satisfied, which keeps counting narrow.
        weights = [1] * (window.upper - window.lower + 1)
        if window.gap is not None:
            weights[window.gap - window.lower] = 0
        scope = tuple(sorted(cells))
        return between(scope, window.lower, window.upper, source, tuple(weights)).generalized()
    diagram = _at_a_mine(len(cells), window.lower, window.upper, window.gap)
    return Relation.by_diagram((anchor, *cells), diagram, source)


@lru_cache(maxsize=256)
def _at_a_mine(size: int, lower: int, upper: int, gap: int | None) -> Diagram:
    """Demand an allowed number of mines among the others if the first cell is a mine."""

    def allows(count: int) -> bool:
        return count < 0 or (lower <= count <= upper and count != gap)

    def step(place: int, state: int | None, mine: bool) -> int | None:
        if not place:
            return 0 if mine else -1
        return state if state is None or state < 0 else state + mine

    return diagram_of(size + 1, 0, step, lambda count: int(allows(count)))


def _lines(
    rule: LayoutRule, place: Place, total: int | None, parts: Iterator[Source]
) -> Iterator[Cardinality | Relation]:
    """Yield the constraints of a rule on whole lines."""
    height, width = place.height, place.width
    rows = [tuple(range(start, start + width)) for start in range(0, height * width, width)]
    columns = [tuple(range(start, height * width, width)) for start in range(width)]
    if rule.lines is Lines.ONE_RUN:
        steps = {(0, False): 0, (0, True): 1, (1, True): 1, (1, False): 2, (2, False): 2}
        for row, source in zip(rows, parts, strict=False):
            yield Relation.automaton(row, 0, steps, [1, 2], source)
    elif rule.lines is Lines.BALANCED:
        for row, source in zip(rows, parts, strict=False):
            signs = [1 if place.is_coloured(cell) else -1 for cell in row]
            yield Relation.weighted_sum(row, signs, [0], source)
    elif rule.lines is Lines.EQUAL:
        yield from _equal(rows, total, parts)
        yield from _equal(columns, total, parts)
    elif rule.lines is Lines.BRIDGES:
        for (left, right), source in zip(pairwise(columns), parts, strict=False):
            yield _bridges(left, right, source)


def _bridges(left: Sequence[int], right: Sequence[int], source: Source) -> Relation:
    """Demand that each path goes from one column to the next, in a step of at most one row.

    The paths do not cross, so that the n-th mines of both columns, from above, belong to one path.
    A state is the lead of the left column in mines so far, -1 to 1: a mine in the last row to which
    the next row must have the partner. In mid-row, the left cell of the row is in it as well.
    """
    steps: dict[tuple[object, bool], object] = {}
    for ahead in (-1, 0, 1):
        for left_mine in (False, True):
            steps[ahead, left_mine] = (ahead, left_mine)
            for right_mine in (False, True):
                if (ahead == 1 and not right_mine) or (ahead == -1 and not left_mine):
                    continue
                steps[(ahead, left_mine), right_mine] = ahead + left_mine - right_mine
    cells = [cell for pair in zip(left, right, strict=True) for cell in pair]
    return Relation.automaton(cells, 0, steps, [0], source)


def _equal(
    lines: Sequence[tuple[int, ...]], total: int | None, parts: Iterator[Source]
) -> Iterator[Cardinality | Relation]:
    """Demand equally many mines in all lines, in numbers if the mine count is known."""
    if total is not None:
        each = total // len(lines)
        for line, source in zip(lines, parts, strict=False):
            yield Cardinality(line, each, each, source)
        return
    for (first, second), source in zip(pairwise(lines), parts, strict=False):
        signs = [1] * len(first) + [-1] * len(second)
        yield Relation.weighted_sum([*first, *second], signs, [0], source)


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


class Statements(NamedTuple):
    """The constraints of a board's clues, of its rules and its own, and the odds of its cells.

    They are over all cells, known ones included; see `conditioned`. The odds, weights of safe and
    mine for each cell, weigh layouts and are not among the constraints (see `weights`); they are
    empty if they are equal for all cells.
    """

    rules: PlacedRules | None
    others: tuple[Constraint, ...]
    hidden: HiddenCells = NO_HIDDEN
    odds: tuple[Odds, ...] = ()

    @property
    def are_ordinary(self) -> bool:
        """Whether there are only clues that count the mines among the neighbours."""
        is_hidden = self.hidden.key_cells or self.hidden.liars
        return self.rules is None and not (self.others or self.odds or is_hidden)

    def clues(
        self, position: Position, numbers: Sequence[int], codes: CodeArray
    ) -> Iterable[Constraint]:
        """Make the constraints of some clues on undecided cells, given the codes of all cells.

        Where a clue may be wrong, its hidden cell says whether it is.
        """
        if self.rules is None and not self.hidden.liars:
            return cardinalities(position, np.array(numbers, dtype=np.int32), codes)
        clues = conditioned((self.clue(position, number) for number in numbers), codes)
        if not self.hidden.liars:
            return clues
        wrong = [self.hidden.first_wrong + number for number in numbers]
        return map(_unless_wrong, clues, wrong, codes[wrong].tolist())

    def clue(self, position: Position, number: int) -> Constraint:
        """Make the constraint of the clue in a cell on all cells around it, if it is right."""
        if self.rules is None:
            return clue_around(position, number)
        clue = position.uncertain.get(number)
        if clue is None:
            return _ruled_clue(self.rules, number, int(position.states[number]))
        # Not cached: clues compare equal that were written differently.
        return clue_constraint(self.rules, number, clue)

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
        return self._replace(others=(*of_rules, *self.hidden.constraints(), *further))

    def system_of(self, board: Board) -> ConstraintSystem:
        """List all constraints over the covered cells of a board, the mine count last."""
        return self.system(position_of(board))

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
        total = board.mines if isinstance(board.mines, int) else None
        try:
            with limited_to(budget):
                of_layout = watched(layout_constraints(rules, total), budget)
                others = (*of_layout, *key_constraints(rules), *others)
        except LogicSweepError:
            raise
        except ValueError as error:  # a defect: the board was made with these rules
            raise defect_in("compiling the rules", error, board) from error
    return Statements(rules, others, hidden, odds_of(board))


def _unless_wrong(clue: Constraint, wrong: int, code: int) -> Constraint:
    """Return what a clue says, given the code of the hidden cell that is marked if it is wrong."""
    if code == COVERED_UNIT:
        return or_wrong(clue, wrong)
    return contrary(clue) if code == MINE_UNIT else clue


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
