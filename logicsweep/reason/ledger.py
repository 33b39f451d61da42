"""Every verdict on a position, and anew after each change of it.

The kernel decides an ordinary board as a whole, where it can. Else components are decided one by
one, by tables or by a reasoner, and then what the mine count decides in them. What is proved stays
proved when more is known; and a component that a change leaves as it is is not decided again, since
it is known by its constraints.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from copy import copy
from itertools import chain
from sys import maxsize
from types import MappingProxyType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.constraints.regional import Regional
from logicsweep.errors import LimitError
from logicsweep.kernel.context import CLASH
from logicsweep.kernel.proposal import NOT_COVERED, UNDECIDED, VerdictArray, proposal_of
from logicsweep.limits import Budget, watched
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.mus import Mus, MusSearch
from logicsweep.reason.proving import proved_proposal
from logicsweep.reason.settle import ContradictionError, settle_constraints
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.under_total import Parts, decided_under_total
from logicsweep.system.model_counts import TooLargeTablesError
from logicsweep.system.partition import Component, components, merged
from logicsweep.system.statements import ORDINARY, Statements, conditioned
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    ConstraintSystem,
    Decided,
    Position,
    mines_left,
)

# As a number: comparing with members of an enum takes several times as long.
_KNOWN_MINE: Final = int(State.KNOWN_MINE)
# Undecided components by their cells.
_Parts = Mapping[tuple[int, ...], UndecidedComponent]
_NONE: Final[_Parts] = MappingProxyType({})


class ComponentLedger:
    """Verdicts under changing evidence: clues, mine count and the other `statements` of a board.

    Attributes:
        position: The position with everything told.
        is_settled: Whether every verdict is up to date.
        trusts: Whether clues that are told from now on are right, even if others may be wrong.
        counted: The components settled or counted so far, and all; (0, 0) at other times.
    """

    # The first values of attributes belong to the class: on a small board, making a ledger took as
    # long as counting the board. Arrays and tables are replaced, never changed: copies share them.
    trusts = False
    counted = (0, 0)
    # 1 for a mine, 0 for a safe cell, or as in `Proposal`; hidden cells come after those of the
    # board, and are 1 where marked. None before the first question.
    _verdicts: VerdictArray | None = None
    is_settled = False
    _total_decided = False  # whether the mine count was needed for a verdict
    # The undecided components once they were needed, which may be those of an earlier position.
    _parts: _Parts = _NONE
    _has_parts = False  # whether they are those of this position
    # Constraints from which those of this position follow, with the cells told since; None if all
    # have to be made.
    _left: Sequence[Constraint] | None = None
    _told: Sequence[int] = ()
    _explained: Mapping[tuple[tuple[int, ...], bool, bool], Mus] = MappingProxyType({})

    def __init__(
        self,
        position: Position,
        engine: Engine,
        statements: Statements = ORDINARY,
        marked: Mapping[int, bool] | None = None,
    ) -> None:
        """Take statements; `marked` tells whether hidden cells are marked, None if that is open."""
        if statements.is_wide and marked is None:  # its tables would be too large
            engine = engine._replace(tabulates=False)
        self.position = position
        self._engine = engine
        self._statements = statements
        self._marked = marked

    def copy(self) -> Self:
        """Return an independent ledger with the same evidence and verdicts."""
        return copy(self)

    @property
    def verdicts(self) -> VerdictArray:
        """By cell 1 for a mine, 0 for a safe cell, `UNDECIDED`, or `NOT_COVERED`; int8, flat.

        Hidden cells come after those of the board: 1 if they are marked, 0 if they are not.
        """
        if self._verdicts is None:
            hidden, states = self._statements.hidden, self.position.states
            of_hidden = np.where(hidden.states(states) == State.COVERED, UNDECIDED, 0)
            for cell, is_marked in (self._marked or {}).items():
                of_hidden[cell - hidden.size] = is_marked
            is_covered = (states == State.COVERED) | (states == State.FLAGGED)
            on_board = np.where(is_covered, UNDECIDED, NOT_COVERED)
            self._verdicts = np.concatenate([on_board, of_hidden]).astype(np.int8)
        return self._verdicts

    def is_undecided(self, number: int) -> bool:
        """Tell whether a cell is covered and neither proved safe nor a mine so far."""
        return bool(self.verdicts[number] == UNDECIDED)

    def is_mine(self, number: int) -> bool:
        """Tell whether a cell is a known mine or proved to be one."""
        return bool(self.verdicts[number] == 1 or self.position.states[number] == _KNOWN_MINE)

    def proved(self) -> Decided[NDArray[np.intp]]:
        """Return the covered cells proved so far, ascending."""
        verdicts = self._on_board
        return Decided((verdicts == 1).nonzero()[0], (verdicts == 0).nonzero()[0])

    @property
    def _on_board(self) -> VerdictArray:
        return self.verdicts[: self.position.states.size]

    @property
    def known_mines(self) -> int:
        """The number of mines that are shown or proved."""
        shown = self.position.states == _KNOWN_MINE
        return int(np.count_nonzero(self._on_board == 1) + np.count_nonzero(shown))

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The fewest and the most mines in undecided cells; None if the mine count is unknown."""
        return mines_left(self.position.total, self.known_mines)

    @property
    def _codes(self) -> CodeArray:
        """The verdicts and known mines as codes, in an array of its own (see `cell_codes`)."""
        verdicts = self.verdicts
        codes = np.zeros(len(verdicts) + 1, dtype=np.int16)
        codes[:-1][verdicts == UNDECIDED] = COVERED_UNIT
        codes[:-1][verdicts == 1] = MINE_UNIT
        codes[(self.position.states == _KNOWN_MINE).nonzero()[0]] = MINE_UNIT
        return codes

    def components(self, budget: Budget) -> list[UndecidedComponent]:
        """List the undecided components. The ledger has to be settled. Raises `LimitError`."""
        if not self._has_parts:
            hidden_from = self._statements.hidden.first
            constraints = merged(self._constraints(self._codes, budget))
            parts = components(constraints, hidden_from=hidden_from, budget=budget)
            # Of new ones no model is known; with so many mines the mine count is never slack.
            self._parts = {
                part.system.cells: self._parts[part.system.cells]
                if self._recalled(self._parts, part)
                else UndecidedComponent(part, 0, maxsize)
                for part in parts
            }
            self._has_parts = True
        return [*self._parts.values()]

    def interior(self, parts: Iterable[UndecidedComponent]) -> NDArray[np.intp]:
        """List the undecided cells that are in none of the components, ascending."""
        undecided: NDArray[np.bool_] = self.verdicts == UNDECIDED
        undecided[list(chain.from_iterable([part.cells for part in parts]))] = False
        return undecided[: self.position.states.size].nonzero()[0]

    def settle(self, budget: Budget) -> None:
        """Bring every verdict up to date.

        Raises `ContradictionError` or `LimitError`; either way what was proved before stays, and
        the next call goes on from there.
        """
        if not self.is_settled:
            self._settle((), budget)

    def needs_total(self, budget: Budget) -> bool:
        """Tell whether some verdict does not follow without the total. Raises as `settle`."""
        self.settle(budget)
        needs_total, statements = self._total_decided, self._statements.without_total()
        # The total may have decided nothing but hidden cells, or be in the constraints of rules.
        is_certain = not statements.hidden.cells if needs_total else statements is self._statements
        if is_certain or self.position.total is None:
            return needs_total
        position = self.position._replace(total=None)
        without = ComponentLedger(position, self._engine, statements, self._marked)
        without.settle(budget)
        pairs = zip(self.proved(), without.proved(), strict=True)
        return any(len(proved) > len(fewer) for proved, fewer in pairs)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """Find a minimal or smallest set of sources that force a verdict. Raises `LimitError`."""
        position = self.position
        key = tuple(position.clues_around(number)), mine, smallest
        if key in self._explained:
            return self._explained[key]
        search = MusSearch(position, self._engine, budget)
        mus = search.smallest(number, mine=mine) if smallest else None
        mus = mus or search.minimal(number, mine=mine)
        if mus.uses_total:
            # It took a search of the whole board, and serves all cells that touch the same clues.
            self._explained = {**self._explained, key: mus}
        return mus

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """Enter the clues and mines of covered cells, settle, and return the new verdicts.

        On `ContradictionError` and after an interrupt the ledger is as it was; on `LimitError` the
        evidence is kept.
        """
        before, proved = dict(self.__dict__), self._on_board
        try:
            self._enter(changes)
            near = {clue for number in changes for clue in self.position.clues_around(number)}
            near.update(number for number in changes if self.position.states[number] >= 0)
            self._settle(tuple(sorted(near)), budget)
        except LimitError:
            raise
        except BaseException:
            self.__dict__ = before  # one assignment, safe from interrupts
            raise
        now = self._on_board
        return Decided(
            ((now == 1) & (proved != 1)).nonzero()[0].tolist(),
            ((now == 0) & (proved != 0)).nonzero()[0].tolist(),
        )

    def _enter(self, changes: Mapping[int, int | Clue]) -> None:
        """Enter evidence; raises `ContradictionError` if the opposite of some of it is proved."""
        position, verdicts = self.position, self.verdicts.copy()
        for number, shown in changes.items():
            is_mine, is_clue = shown == State.KNOWN_MINE, isinstance(shown, Clue) or shown >= 0
            if verdicts[number] != UNDECIDED and (verdicts[number] == 1) != is_mine:
                clues = position.clues_around(number)
                raise ContradictionError((*clues, *([number] if is_clue else [])))
            verdicts[number] = NOT_COVERED
            wrong = self._statements.hidden.wrong(number)
            if is_clue and wrong is not None and not self.trusts:
                verdicts[wrong] = UNDECIDED
        if self._has_parts and not self._statements.hidden.cells:
            systems = [part.component.system for part in self._parts.values()]
            self._left, self._told = [*chain(*[system.constraints for system in systems])], ()
        self._told = (*self._told, *changes)
        self.is_settled = self._has_parts = False
        self.position = position.changed(changes)
        self._verdicts = verdicts
        self._explained = {}

    def _settle(self, near: tuple[int, ...], budget: Budget) -> None:
        """Settle; `near` are the clues around which a conflict is to be looked for first."""
        if self._settle_by_kernel(near, budget):
            return
        codes, parts = self._codes, dict(self._parts)
        total_decided = self._total_decided
        try:
            left = self._settle_clues(codes, parts, budget)
            mines, safe = self._settle_total(codes, left, budget)
            if mines or safe:
                total_decided = True
                codes[mines] = MINE_UNIT
                codes[safe] = 0
                left = self._settle_clues(codes, parts, budget)
        except (ContradictionError, LimitError):
            self._keep(codes, parts)
            raise
        finally:
            self.counted = 0, 0
        self._keep(codes, left)
        self._total_decided = total_decided
        self._has_parts = True
        self.is_settled = True  # last: an interrupt may come between any two

    def _keep(self, codes: CodeArray, parts: _Parts) -> None:
        """Keep the verdicts that codes have, and components to be recalled."""
        verdicts = self.verdicts.copy()
        was_undecided = verdicts == UNDECIDED
        verdicts[was_undecided & (codes[:-1] == MINE_UNIT)] = 1
        verdicts[was_undecided & (codes[:-1] == 0)] = 0
        self._verdicts = verdicts
        self._parts = parts

    def _settle_by_kernel(self, near: tuple[int, ...], budget: Budget) -> bool:
        """Take the kernel's verdicts on the whole board; False if it leaves them open.

        With the reasoner `elimination` the rows of its tables prove them, which are exhaustive.
        With `sat` they are not believed (see `proved_proposal`).
        """
        if not (self._engine.propagates and self._statements.are_ordinary):
            return False
        position, known = self.position, self._verdicts
        if known is not None:  # what is proved is evidence: it has the same layouts
            states = position.states.copy()
            states[known == 1] = State.KNOWN_MINE
            states[known == 0] = State.NO_CLUE
            position = position._replace(states=states)
        if self._engine.tabulates:
            proposal = proposal_of(position, budget, shown=False)
        else:
            proposal = proved_proposal(position, self._engine, budget)
        if proposal is None:
            return False
        if proposal.status == CLASH:
            raise ContradictionError(near)
        verdicts = proposal.verdicts
        if known is not None:
            verdicts = np.where(known == UNDECIDED, verdicts, known)
        self._total_decided |= proposal.needs_total
        self._verdicts = verdicts
        self.is_settled = True
        return True

    def _constraints(self, codes: CodeArray, budget: Budget) -> list[Constraint]:
        """Make all constraints over undecided cells, but for the mine count."""
        position, statements = self.position, self._statements
        if self._left is not None:
            told = [number for number in self._told if position.states[number] >= 0]
            undecided = set((codes == COVERED_UNIT).nonzero()[0].tolist())
            kept = [row for row in self._left if undecided.issuperset(row.cells)]
            changed = [row for row in self._left if not undecided.issuperset(row.cells)]
            return [*kept, *conditioned(changed, codes), *statements.clues(position, told, codes)]
        clues = statements.clues(position, position.clues.tolist(), codes)
        if statements.are_ordinary:  # made at once, before any time limit
            return [*clues]
        return list(watched(chain(clues, conditioned(statements.others, codes)), budget))

    def _settle_clues(
        self, codes: CodeArray, parts: dict[tuple[int, ...], UndecidedComponent], budget: Budget
    ) -> _Parts:
        """Decide what all but the mine count decides; return the components that are undecided.

        Those in `parts` are not decided again, and new ones are added to them.
        """
        left: dict[tuple[int, ...], UndecidedComponent] = {}

        def recall(component: Component) -> UndecidedComponent | None:
            known = self._recalled(parts, component)
            return parts[component.system.cells] if known else None

        for done, every, undecided in settle_constraints(
            merged(self._constraints(codes, budget)),
            codes,
            self._engine,
            budget,
            hidden_from=self._statements.hidden.first,
            recall=recall,
        ):
            self.counted = done, every
            left.update({part.cells: part for part in undecided})
            parts.update(left)
        return left

    @staticmethod
    def _recalled(parts: _Parts, component: Component) -> bool:
        """Tell whether a component is known by its constraints."""
        known = parts.get(component.system.cells)
        return known is not None and known.component.system == component.system

    def _settle_total(self, codes: CodeArray, left: _Parts, budget: Budget) -> Decided[list[int]]:
        """Return the cells that the clues leave open and the total decides."""
        size = self.position.states.size
        known = int(np.count_nonzero(codes[:size] == MINE_UNIT))
        bounds = mines_left(self.position.total, known)
        parts = [*left.values()]
        undecided = codes[:-1] == COVERED_UNIT
        undecided[list(chain.from_iterable(left))] = False
        interior = undecided[:size].nonzero()[0].tolist()
        if bounds is None or _is_slack(parts, len(interior), *bounds):
            return Decided([], [])
        return self._decided_by_total(Parts(parts, interior, *bounds), budget)

    def _decided_by_total(self, parts: Parts, budget: Budget) -> Decided[list[int]]:
        """Return the undecided cells that the total decides.

        It is one more constraint for the reasoner where no tables propose anything, regions or a
        key tie cells together, or tables of all numbers of mines would be too large: a proof for
        one number takes far less.
        """
        is_tied = self._statements.is_wide or any(
            isinstance(constraint, Regional)
            for part in parts.components
            for constraint in part.component.system.constraints
        )
        if self._engine.tabulates or (self._engine.certifies and not is_tied):
            with suppress(TooLargeTablesError):
                return decided_under_total(parts, self._engine, budget)
        systems = [part.component.system for part in parts.components]
        cells = sorted([*parts.interior, *chain(*[system.cells for system in systems])])
        on_board = tuple(cells[: bisect_left(cells, self._statements.hidden.first)])
        total = Cardinality(on_board, parts.lower, parts.upper, TOTAL)
        constraints = (*chain(*[system.constraints for system in systems]), total)
        system = ConstraintSystem(tuple(cells), constraints)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            backbone = reasoner.consequences()
        if backbone is None:
            raise ContradictionError(())
        return Decided(sorted(backbone.mines), sorted(backbone.safe))


def _is_slack(parts: Sequence[UndecidedComponent], interior: int, lower: int, upper: int) -> bool:
    """Tell whether the mine count visibly adds no verdict, so that nothing needs to be counted.

    That is so if the models known of the components, whichever are combined, can be completed to
    layouts by the interior, and this can hold a mine as well as a safe cell.
    """
    fewest, most = sum([part.fewest for part in parts]), sum([part.most for part in parts])
    if most > upper or fewest + interior < lower:
        return False
    return not interior or (fewest < upper and most + interior > lower)
