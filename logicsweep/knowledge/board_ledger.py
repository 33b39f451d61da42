"""The verdicts on a board, proved, and its layouts, counted.

Rules, constraints, a key and clues that may be wrong are constraints over cells of the board and
hidden ones. Where many clues share a few cells of a key, as a letter or a direction, tables of all
cells together would be too large: the layouts with each way to mark these are counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Code
from logicsweep.board.layout import Layout
from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.kernel import whole
from logicsweep.kernel.proposal import UNDECIDED
from logicsweep.knowledge.agreement import check_agreement, check_counts, raise_no_layout
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.mus import Mus, MusSearch, mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner, Status
from logicsweep.reasons.counterexample import NearPairs, PairOfModels, near_pair, proposed_pair
from logicsweep.system.partition import Component, weighed, weighed_alone
from logicsweep.system.statements import Statements
from logicsweep.system.system import (
    ConstraintSystem,
    Position,
    position_of,
    weight_of,
)
from logicsweep.tables.component_counts import counts_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.elimination import CountedLayouts
from logicsweep.tables.layouts import LayoutMixture, Layouts

# Under this density all layouts weigh the same; where cells have weights, nothing else counts.
EVEN: Final = Fraction(1, 2)
# By cell, the chance that it shows its clue, given the mines and marks of a layout.
Shares = Mapping[int, Callable[[frozenset[int]], Fraction]]


def density_under(statements: Statements, density: Fraction | None) -> Fraction | None:
    """Return the density that counts beside the weights of the cells, if there are any."""
    return EVEN if statements.odds else density


class BoardLedger(ComponentLedger):
    """The verdicts on a board and its layouts; `ProgramLedger` has those with a program.

    Everything that takes a budget raises `LimitError` when that is spent, and keeps what was proved
    by then. All but `find_mus`, `allows` and `native` need a ledger that is settled.
    """

    # The chances of some clues, whose constraints have them only up to a factor.
    shares: Shares = MappingProxyType({})
    # The components with the weights of their cells, by the same without or by their cells.
    _weighed: Mapping[UndecidedComponent | tuple[int, ...], UndecidedComponent] = MappingProxyType(
        {}
    )

    @property
    def _system(self) -> ConstraintSystem:
        """All constraints over the covered cells, the mine count last."""
        return self._statements.system(self.position)

    @property
    def _is_visible(self) -> bool:
        """Whether constraints over the cells of the board say everything."""
        return not self._statements.hidden.cells

    def _reasoner(self, budget: Budget, position: Position | None = None) -> Reasoner:
        """Return a reasoner that holds everything about a position, by default the one at hand."""
        system = self._system if position is None else self._statements.system(position)
        return self._engine.reasoner(system, budget)

    def counted_components(self, budget: Budget) -> CountedComponents:
        """Count every undecided component.

        Raises `UncountableError` for a component that would take more than the budget of table
        entries.
        """
        return self._counted(*self._to_count(budget), budget)

    def _counted(
        self, parts: Sequence[UndecidedComponent], interior: NDArray[np.intp], budget: Budget
    ) -> CountedComponents:
        components = [part.component for part in parts]
        counts = []
        for done, part in enumerate(parts):
            self.counted = done, len(parts)
            counts.append(part.counts(budget))
        self.counted = len(parts), len(parts)
        verdicts, size = self.verdicts, self.position.states.size
        settled = np.where(verdicts[:size] < UNDECIDED, np.nan, verdicts[:size] == 1)
        return CountedComponents(
            boxes=[[box.cells for box in component.boxes] for component in components],
            counts=counts,
            interior=interior,
            bounds=self.bounds,
            known=self.known_mines,
            settled=np.concatenate([settled, verdicts[size:] == 1]),
            component=components.__getitem__,
            hidden_from=self._statements.hidden.first,
        )

    def _to_count(self, budget: Budget) -> tuple[list[UndecidedComponent], NDArray[np.intp]]:
        """Return the components to count, and the undecided cells in none of them.

        They have the weights of priors as constraints.
        """
        odds, parts = self._statements.odds, self.components(budget)
        interior = self.interior(parts)
        if not odds:
            return parts, interior
        before = self._weighed
        made: dict[UndecidedComponent | tuple[int, ...], UndecidedComponent] = {}
        for part in parts:
            made[part] = before.get(part) or self._part_of(weighed(part.component, odds))
        for alone in weighed_alone(interior.tolist(), odds):
            cells = alone.system.cells
            made[cells] = before.get(cells) or self._part_of(alone)
        self._weighed = made
        tied = [cell for component in made.values() for cell in component.cells]
        return [*made.values()], np.setdiff1d(interior, tied)

    def _part_of(self, component: Component) -> UndecidedComponent:
        return UndecidedComponent(component, 0, 0)

    def checked_counts(self, board: Board, budget: Budget) -> CountedComponents:
        """Count as `counted_components`, and compare the verdicts with the counts."""
        parts, interior = self._to_count(budget)
        counted = self._counted(parts, interior, budget)
        check_counts(lambda: board, self.proved(), parts, counted, budget)
        return counted

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """Return the layouts of the position; `board` is the position as a board.

        Raises `UncountableError` for a component that would take more than the budget of table
        entries.
        """
        hidden = self._statements.hidden
        density = density_under(self._statements, density)
        if not self._is_split:
            counted = self.checked_counts(board, budget)
            return CountedLayouts(board, counted, density, hidden=hidden, budget=budget)
        parts: list[Layouts] = []
        scales: list[Fraction] = []
        for done, marked in enumerate(self._markings(budget)):
            self.counted = done, 0
            part = BoardLedger(self.position, self._engine, self._statements, marked)
            part.shares = self.shares
            try:
                part.settle(budget)
            except ContradictionError:
                continue
            parts.append(part.layouts(board, density, budget))
            scales.append(part.scale(budget))
        self.counted = len(parts), len(parts)
        if not parts:
            raise_no_layout(lambda: board)
        mixture = LayoutMixture(board, hidden, parts, scales)
        if board.total_bounds is not None or density is not None:
            check_agreement(lambda: board, self.proved(), mixture.marginals())
        return mixture

    def mass(self, board: Board, density: Fraction | None, budget: Budget) -> Fraction:
        """Return the weight of all layouts together: prior, likelihoods and weights of constraints.

        It is `Layouts.mass` up to a factor with which ledgers of the same covered cells compare.
        """
        mass = self.layouts(board, density, budget).mass() * self.scale(budget)
        if not self._statements.odds or board.total_bounds is not None:
            return mass
        return mass / EVEN ** len(board.covered)  # which is no weight of a cell

    def scale(self, budget: Budget) -> Fraction:
        """Return the ratio of a layout's weight to its weight in the counts, the same for all.

        Cells that are known take factors out of constraints. These matter only when the layouts of
        several ledgers are weighed together. If layouts are counted apart, each part has its scale.
        """
        statements, position, shares = self._statements, self.position, self.shares
        if self._is_split or not (statements.weighs(position) or shares):
            return Fraction(1)
        shown = (position.states == State.KNOWN_MINE).nonzero()[0].tolist()
        marked = {*shown, *(self.verdicts == 1).nonzero()[0].tolist()}
        for part in self.components(budget):
            with self._engine.reasoner(part.component.system, budget) as reasoner:
                model = reasoner.model()
            if model is None:
                raise RuntimeError("an undecided component has no model")
            marked |= model
        layout = frozenset(marked)
        counted_weight = Fraction(1)
        for part in self._to_count(budget)[0]:
            # Counts that were made before cells were decided still have the weights of these.
            kept = part.counts(budget)
            exact = counts_of(part.component, budget)
            counted_weight *= Fraction(kept.counts[0], exact.counts[0])
            counted_weight *= weight_of(part.component.system.constraints, layout)
        weight = statements.weight(position, layout, shares)
        return weight * prod([share(layout) for share in shares.values()]) / counted_weight

    def native(self, density: Fraction | None, budget: Budget) -> whole.Answer | None:
        """Ask the kernel about the position; None if it does not know such boards.

        The density counts where the mine count is unknown.
        """
        if not self._statements.are_ordinary:  # the kernel knows clues and mine count alone
            return None
        return whole.marginals_of(self.position, density, budget)

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """Tell whether a layout agrees with all evidence; `board` is the position as a board."""
        budget.check()
        mines = frozenset(layout.mask.ravel().nonzero()[0].tolist())
        if self._is_visible:
            agrees = all(constraint.weight(mines) for constraint in self._statements.others)
            return agrees and not layout.mismatches(board)
        if any(mismatch.cell is None for mismatch in layout.mismatches(board)):
            return False
        covered = self._system.on_board(board.grid.size).cells
        with self._reasoner(budget) as reasoner:
            return _has_model(reasoner, {cell: cell in mines for cell in covered}, budget)

    def find_mus(self, position: Position, near: tuple[int, ...], budget: Budget) -> Mus:
        """Find a minimal unsatisfiable subset of the sources of a position.

        `near` are clues around which the conflict was found, if any; the mine count is blamed only
        when everything else agrees.
        """
        if self._statements.are_ordinary:
            return MusSearch(position, self._engine, budget).conflict(near)
        system = self._statements.system(position)
        with self._engine.reasoner(system, budget) as reasoner:
            return mus_of(reasoner, system)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """Return the sources behind a verdict: minimal, or as few as there can be."""
        if self._statements.are_ordinary:
            return super().explain(number, mine=mine, smallest=smallest, budget=budget)
        system = self._system
        with self._engine.reasoner(system, budget) as reasoner:
            assuming = {number: not mine}
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        """Find two models of all covered cells that differ in an undecided cell and in few more."""
        if not self._is_visible:
            system = self._system.on_board(self.position.states.size)
            with self._reasoner(budget) as reasoner:
                models = near_pair(reasoner, system, number)
            if models is None:
                raise RuntimeError("an undecided cell has no two layouts")
            return models
        if self._engine.propagates and self._statements.are_ordinary:
            pair = proposed_pair(self.position, number, self._engine, budget)
            if pair is not None:
                return pair
        mines = frozenset(self.proved().mines.tolist())
        models = NearPairs(self, self._engine, budget).pair(number)
        return PairOfModels(models.mine | mines, models.safe | mines)

    @property
    def _is_split(self) -> bool:
        """Whether the layouts with each way to mark some cells of the key are counted apart."""
        return self._statements.is_wide and self._marked is None

    def _markings(self, budget: Budget) -> Iterator[dict[int, bool]]:
        """Yield the ways to mark the key's cells for whose layouts there are parts."""
        with self._reasoner(budget) as reasoner:
            yield from _markings(reasoner, self._rows(), {}, budget)

    def _rows(self) -> list[list[int]]:
        """List the cells of the key in rows: for the letters on the board, or the directions."""
        rules, first = self._statements.rules, self._statements.hidden.size
        shape = None if rules is None else rules.key_shape
        if rules is None or shape is None:
            return []
        lines = [[first + cell for cell in line] for line in shape.lines]
        if rules.rules.clue.key is HiddenKey.DIRECTION:
            return lines
        clues = {cell: Code(self.position.states[cell]) for cell in self.position.clues.tolist()}
        return [lines[int(code)] for code in sorted({*rules.keyed_codes(clues).values()})]


def _markings(
    reasoner: Reasoner, rows: Sequence[Sequence[int]], so_far: dict[int, bool], budget: Budget
) -> Iterator[dict[int, bool]]:
    """Yield the ways to mark one cell in each row, beside those so far, that have a model."""
    budget.check()
    if not rows:
        yield so_far
        return
    for chosen in rows[0]:
        tried = so_far | {cell: cell == chosen for cell in rows[0]}
        if _has_model(reasoner, {cell: True for cell, is_in in tried.items() if is_in}, budget):
            yield from _markings(reasoner, rows[1:], tried, budget)


def _has_model(reasoner: Reasoner, assuming: Mapping[int, bool], budget: Budget) -> bool:
    """Tell whether a model exists. Raises `LimitError` where that is not known."""
    status = reasoner.solve(assuming)
    if status is Status.UNKNOWN:
        budget.check()
        raise LimitError("the solver gave up")
    return status is Status.SATISFIABLE


def counted_by_proof(board: Board, budget: Budget, *, engine: Engine) -> CountedComponents:
    """Prove all verdicts on a consistent board, and count the rest.

    Raises `UncountableError` and `LimitError`.
    """
    ledger = BoardLedger(position_of(board), engine)
    ledger.settle(budget)
    return ledger.checked_counts(board, budget)
