"""The verdicts on a board with more than ordinary clues, and its layouts, counted.

Rules, constraints, a key and clues that may be wrong are constraints over cells of the board and
hidden ones. Where many clues share a few cells of a key, as a letter or a direction, tables of all
cells together would be too large: the layouts with each way to mark these are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Code
from logicsweep.board.layout import Layout
from logicsweep.board.rules.key import HiddenKey
from logicsweep.errors import LimitError
from logicsweep.knowledge.agreement import check_agreement, masks_of, raise_no_layout
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.constrained_ledger import ConstrainedComponents
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.mus import mus_of
from logicsweep.reason.settle import ContradictionError, Undecided
from logicsweep.reason.solvers.protocol import Reasoner, Status
from logicsweep.reasons.counterexample import PairOfModels, near_pair
from logicsweep.system.partition import Component, weighed, weighed_alone
from logicsweep.system.statements import Statements
from logicsweep.tables.layouts import CountedLayouts, Layouts
from logicsweep.tables.mixture import LayoutMixture

# Under this density all layouts weigh the same; where cells have weights, nothing else counts.
EVEN: Final = Fraction(1, 2)


def density_under(statements: Statements, density: Fraction | None) -> Fraction | None:
    """Return the density that counts beside the weights of the cells, if there are any."""
    return EVEN if statements.odds else density


class ConstrainedLedger(ConstrainedComponents, PlainLedger):
    """The `Ledger` of a board under further `statements`, such as rules and constraints."""

    # The components with the weights of their cells, by the same without or by their cells.
    _weighed: Mapping[UndecidedComponent | tuple[int, ...], UndecidedComponent] = MappingProxyType(
        {}
    )

    def _to_count(self) -> tuple[list[UndecidedComponent], NDArray[np.intp]]:
        """Return the components and interior with the weights of priors as constraints."""
        odds, interior = self._statements.odds, self.interior()
        if not odds:
            return self.components, interior
        before = self._weighed
        made: dict[UndecidedComponent | tuple[int, ...], UndecidedComponent] = {}
        for component in self.components:
            made[component] = before.get(component) or self._undecided_in(
                weighed(component.component, odds), component
            )
        for alone in weighed_alone(interior.tolist(), odds):
            cells = alone.system.cells
            made[cells] = before.get(cells) or self._undecided_in(alone)
        self._weighed = made
        tied = [cell for component in made.values() for cell in component.cells]
        return [*made.values()], np.setdiff1d(interior, tied)

    def _undecided_in(
        self, component: Component, verdicts: UndecidedComponent | None = None
    ) -> UndecidedComponent:
        """Make a component in which no cell is decided; `verdicts` is the same without weights."""
        fewest, most = (verdicts.fewest, verdicts.most) if verdicts else (0, 0)
        return UndecidedComponent(Undecided(component, fewest, most), self._engine)

    @property
    def _hidden_from(self) -> int:
        return self._statements.hidden.first

    def native(self, density: Fraction | None, budget: Budget) -> None:
        """See `Ledger.native`: the kernel knows clues and mine count alone."""
        del density, budget

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        mines = frozenset(layout.mask.ravel().nonzero()[0].tolist())
        hidden = self._statements.hidden
        if hidden.cells == 0:
            agrees = all(constraint.weight(mines) for constraint in self._statements.others)
            return agrees and super().allows(layout, board, budget)
        if any(mismatch.cell is None for mismatch in layout.mismatches(board)):
            return False
        system = self._statements.system(self.position)
        covered = system.on_board(hidden.size).cells
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            return _has_model(reasoner, {cell: cell in mines for cell in covered}, budget)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`; the mine count is blamed only when everything else agrees."""
        system = self._statements.system(contradiction.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            return mus_of(reasoner, system)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        system = self._statements.system(self.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            assuming = {number: not mine}
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        hidden = self._statements.hidden
        if not hidden.cells:
            return super().pair(number, budget)
        system = self._statements.system(self.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            models = near_pair(reasoner, system.on_board(hidden.size), number)
        if models is None:
            raise RuntimeError("an undecided cell has no two layouts")
        return models

    @property
    def _is_split(self) -> bool:
        """Whether the layouts with each way to mark some cells of the key are counted apart."""
        return self._statements.is_wide and self._marked is None

    def scale(self, budget: Budget) -> Fraction:
        """See `PlainLedger.scale`; if layouts are counted apart, each part has its scale."""
        return Fraction(1) if self._is_split else super().scale(budget)

    def mass(self, board: Board, density: Fraction | None, budget: Budget) -> Fraction:
        mass = super().mass(board, density, budget)
        if not self._statements.odds or board.total_bounds is not None:
            return mass
        return mass / EVEN ** len(board.covered)  # which is no weight of a cell

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        hidden = self._statements.hidden
        density = density_under(self._statements, density)
        if not self._is_split:
            counted = self.checked_counts(board, budget)
            return CountedLayouts(board, counted, density, hidden=hidden, budget=budget)
        parts: list[Layouts] = []
        scales: list[Fraction] = []
        for done, marked in enumerate(self._markings(budget)):
            self.counted = done, 0
            part = ConstrainedLedger(self.position, self._statements, self._engine, marked)
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
            proved = masks_of(self.proved(), board.grid.size)
            check_agreement(lambda: board, proved, mixture.queries().marginals())
        return mixture

    def _markings(self, budget: Budget) -> Iterator[dict[int, bool]]:
        """Yield the ways to mark the key's cells for whose layouts there are parts."""
        system = self._statements.system(self.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
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
