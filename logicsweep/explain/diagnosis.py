"""Which clues of an inconsistent board are likely to be wrong.

Minimal unsatisfiable subsets (MUSes) and minimal correction sets (MCSes) of the clues are dual: a
set of clues restores consistency if and only if it hits every MUS (Reiter 1987). So the search
alternates between MUSes and minimal hitting sets of those found so far (implicit hitting sets). It
gives the smallest correction set first, and all of them in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.clue_models import ClueModel, Noisy
from logicsweep.board.state import State
from logicsweep.count.evidence import Likelihood, probability_of_evidence, weight_of_layouts
from logicsweep.errors import counted
from logicsweep.limits import Budget
from logicsweep.reason.constrained import ConstrainedComponents
from logicsweep.reason.inconsistency import Mus, find_mus
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.mus import mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.hitting_sets import HittingSets
from logicsweep.system.position import position_of
from logicsweep.system.statements import Statements, conditioned
from logicsweep.system.system import Constraint, cell_codes

# How many sets of each kind are looked for.
MOST_SETS: Final = 100
# How many MUSes to meet on the way, beyond the sets that are looked for.
_PATIENCE: Final = 100
DEFAULT_MODEL: Final = Noisy(Fraction(1, 10))
# What stands for a clue model where clues are not numbers of mines around them.
EVEN: Final = "wrong as often as right"


class Conflict(NamedTuple):
    """A minimal unsatisfiable subset (MUS) of the clues: they cannot all be right.

    Without any one of them the others can.

    Attributes:
        clues: The cells of the clues, in reading order; none if the mine count conflicts by itself.
        uses_total: Whether they conflict only because of the mine count.
        constraints: The names of the constraints beside the board that they conflict with.
    """

    clues: tuple[Cell, ...]
    uses_total: bool
    constraints: tuple[str, ...] = ()


class CorrectionSet(NamedTuple):
    """A minimal correction set (MCS): taken as wrong, these clues leave the board consistent.

    No proper subset of them does.

    Attributes:
        clues: The cells of the clues, in reading order.
        probability: The posterior probability that these clues are wrong and all others right,
            given that the wrong ones are one of the sets found; 0 if the clue model rules that out.
        values: For each of the clues, the numbers of mines that can be around it when the others
            are right.
    """

    clues: tuple[Cell, ...]
    probability: Fraction
    values: Mapping[Cell, tuple[int, ...]]


class Diagnosis(NamedTuple):
    """Why a board is inconsistent; a value, made by `KnowledgeBase.diagnose`.

    On a consistent board there are no conflicts and no correction sets. There is no correction set
    either when mine count and constraints conflict by themselves, whatever the clues say.

    Attributes:
        board: The position.
        conflicts: The minimal unsatisfiable subsets of the clues, the mine count being given;
            smallest first.
        correction_sets: The minimal correction sets, likeliest first.
        all_conflicts: Whether no conflict is missing; otherwise the search ended early.
        all_correction_sets: Whether no correction set is missing.
        is_total_suspect: Whether the clues are consistent without the mine count, so that a wrong
            mine count alone would explain everything, too.
        model: The name of the clue model that ranks the correction sets. Under a rule for clues it
            is `wrong as often as right`: clue models are about numbers of mines around a cell.
    """

    board: Board
    conflicts: tuple[Conflict, ...]
    correction_sets: tuple[CorrectionSet, ...]
    all_conflicts: bool
    all_correction_sets: bool
    is_total_suspect: bool
    model: str

    def __repr__(self) -> str:
        conflicts = counted(len(self.conflicts), "conflict")
        return f"<Diagnosis: {conflicts}, {counted(len(self.correction_sets), 'correction set')}>"

    @property
    def is_consistent(self) -> bool:
        """Whether the board is consistent, so that there is nothing to diagnose."""
        return not self.conflicts


def diagnose(
    board: Board,
    *,
    statements: Statements,
    model: ClueModel,
    most: int,
    engine: Engine,
    budget: Budget,
) -> Diagnosis:
    """Diagnose a board; at most `most` correction sets, and as many conflicts, are looked for.

    Mine count and constraints beside the board are taken for right. Raises `LimitError` and
    `UncountableError`.
    """
    return _Search(board, statements, engine, budget).diagnosis(model, most)


class _Search:
    def __init__(
        self, board: Board, statements: Statements, engine: Engine, budget: Budget
    ) -> None:
        self._board = board
        self._statements = statements
        self._engine = engine
        self._budget = budget

    def diagnosis(self, model: ClueModel, most: int) -> Diagnosis:
        board = self._board
        mus = self._mus(board)
        name = model.name if board.rules.clue.is_standard else EVEN
        if mus is None:
            return Diagnosis(board, (), (), True, True, False, name)
        # A rule may say how many mines a row has because the mine count does.
        may_blame = mus.uses_total or bool(board.total_mines is not None and mus.constraints)
        is_suspect = may_blame and self._is_consistent(board.without_total())
        rest = self._mus(self._without(self._every))
        if rest is not None:  # whatever the clues say
            conflict = Conflict((), rest.uses_total, _names(rest))
            return Diagnosis(board, (conflict,), (), True, True, is_suspect, name)
        found, corrections, is_complete = self._by_hitting_sets(mus, most)
        all_conflicts = False
        if is_complete:
            found, all_conflicts = self._conflicts(corrections, most)
        return Diagnosis(
            board,
            tuple(self._ordered(found))[:most],
            tuple(self._ranked(corrections, model)),
            all_conflicts,
            is_complete,
            is_suspect,
            name,
        )

    @property
    def _every(self) -> frozenset[int]:
        return frozenset(map(self._board.number, self._board.clues))

    def _by_hitting_sets(self, mus: Mus, most: int) -> tuple[list[Mus], list[frozenset[int]], bool]:
        """MUSes, correction sets, and whether these are all of the latter; the smallest first.

        The search ends after so many correction sets, or when it has met many MUSes: where every
        clue of the board is in conflict with the total, the smallest correction set is out of
        reach. Then some minimal one is made instead.
        """
        found: list[Mus] = [mus]
        corrections: list[frozenset[int]] = []
        with HittingSets() as hitting:
            hitting.add(mus.clues)
            while (removed := hitting.next()) is not None:
                self._budget.check()
                if len(corrections) == most:
                    return found, corrections, False
                again = self._mus(self._without(removed))
                if again is None:
                    corrections.append(removed)
                    hitting.block(removed)
                    continue
                found.append(again)
                if len(found) > most + _PATIENCE:
                    return found, corrections or [self._some_correction_set()], False
                hitting.add(again.clues)
        return found, corrections, True

    def _some_correction_set(self) -> frozenset[int]:
        """A minimal correction set: the complement of an MSS that is grown clue by clue."""
        removed = set(self._every)
        for clue in sorted(self._every):
            self._budget.check()
            removed.remove(clue)
            if not self._is_consistent(self._without(frozenset(removed))):
                removed.add(clue)
        return frozenset(removed)

    def _mus(self, board: Board) -> Mus | None:
        """A minimal unsatisfiable subset, or None when the board is consistent."""
        ledger = self._ledger(board)
        try:
            ledger.settle(self._budget)
        except ContradictionError as contradiction:
            if not self._statements.are_ordinary:
                system = self._statements.system_of(board)
                with closing(self._engine.reasoner(system, self._budget)) as reasoner:
                    return mus_of(reasoner, system)
            return find_mus(
                ledger.position, contradiction.near, engine=self._engine, budget=self._budget
            )
        return None

    def _without(self, clues: frozenset[int]) -> Board:
        cell = self._board.cell
        return self._board.replace(dict.fromkeys(map(cell, clues), int(State.NO_CLUE)))

    def _conflicts(self, corrections: list[frozenset[int]], most: int) -> tuple[list[Mus], bool]:
        """All MUSes, given all correction sets: the minimal hitting sets of these."""
        every: list[Mus] = []
        with HittingSets() as hitting:
            for correction in corrections:
                hitting.add(correction)
            for clues in hitting:
                if len(every) == most:
                    return every, False
                self._budget.check()
                alone = self._without(self._every - clues)
                if not self._statements.are_ordinary:
                    # All of these clues are in any conflict of them.
                    found = self._mus(alone)
                    every += [] if found is None else [found]
                    continue
                uses_total = self._is_consistent(alone.without_total())
                every.append(Mus(tuple(sorted(clues)), uses_total=uses_total))
        return every, True

    def _ordered(self, found: list[Mus]) -> Iterator[Conflict]:
        cell = self._board.cell
        for mus in sorted(found, key=lambda mus: (len(mus.clues), mus.clues)):
            if not any(set(other.clues) < set(mus.clues) for other in found):
                yield Conflict(tuple(map(cell, mus.clues)), mus.uses_total, _names(mus))

    def _ranked(self, sets: list[frozenset[int]], model: ClueModel) -> Iterator[CorrectionSet]:
        """The correction sets with their posterior probabilities, likeliest first."""
        if not sets:
            return
        is_standard = self._board.rules.clue.is_standard
        weights = self._weights(sets, model) if is_standard else [*map(self._even, sets)]
        evidence = sum(weights) or Fraction(1)
        found = []
        for removed, weight in zip(sets, weights, strict=True):
            cells = tuple(map(self._board.cell, sorted(removed)))
            values = {cell: self._values(cell, removed) for cell in cells}
            found.append(CorrectionSet(cells, weight / evidence, values))
        yield from sorted(found, key=lambda one: (-one.probability, len(one.clues), one.clues))

    def _weights(self, sets: list[frozenset[int]], model: ClueModel) -> list[Fraction]:
        """How likely the board is if the clues of each set are wrong, and no others."""
        noisy = {
            self._board.number(cell): self._likelihood(cell, clue, model)
            for cell, clue in self._board.clues.items()
        }
        weights = []
        for removed in sets:
            self._budget.check()
            parted = {
                number: {
                    count: chance
                    for count, chance in likelihood.items()
                    if _allows(self._clue(number), count) != (number in removed)
                }
                for number, likelihood in noisy.items()
            }
            weights.append(self._weight(parted))
        return weights

    def _even(self, removed: frozenset[int]) -> Fraction:
        """The same where each clue is wrong as often as right, whatever it shows then."""
        self._budget.check()
        position = position_of(self._board)
        rows: list[Constraint] = []
        wrong: list[Constraint] = []
        for one in (self._statements.clue(position, number) for number in self._every):
            if one.source.cell not in removed:
                rows.append(one)
            elif (contrary := one.generalized().contrary()) is not None:
                rows.append(contrary)
            else:
                wrong.append(one)
        weight = Fraction(0)
        # There is no contrary of a constraint on regions: layouts are counted with it, and taken
        # off those without it.
        for size in range(len(wrong) + 1):
            for right in combinations(wrong, size):
                self._budget.check()
                every = [*rows, *right, *self._statements.others]
                constraints = [
                    one
                    for one in conditioned(every, cell_codes(position.states))
                    if not one.says_nothing
                ]
                found = weight_of_layouts(self._board, constraints, budget=self._budget)
                weight += (-1) ** size * found
        return weight

    def _weight(self, likelihoods: Mapping[int, Likelihood]) -> Fraction:
        return probability_of_evidence(
            self._board,
            likelihoods,
            others=self._statements.others,
            budget=self._budget,
        )

    def _clue(self, number: int) -> int | Clue:
        uncertain = self._board.uncertain_by_number
        return uncertain.get(number, int(self._board.grid.flat[number]))

    def _likelihood(self, cell: Cell, clue: int | Clue, model: ClueModel) -> Likelihood:
        """How likely a clue is shown, by the number of mines next to it.

        A number goes wrong as the model says. What is no number, or could not be shown under the
        model, tells nothing when it is wrong, and is wrong as often as right.
        """
        around = self._board.around(cell)
        counts = range(around.known, around.known + around.covered + 1)
        if isinstance(clue, int):
            chances = {count: model.shows(count, around).get(clue) for count in counts}
            shown = {count: chance for count, chance in chances.items() if chance}
            if shown:
                return shown
        return dict.fromkeys(counts, Fraction(1, 2))

    def _values(self, cell: Cell, removed: frozenset[int]) -> tuple[int, ...]:
        """The numbers of mines that can be next to a cell when all other clues are right."""
        board = self._without(removed)
        around, ruled = board.around(cell), board.placed_rules
        counts: Sequence[int] = range(around.known, around.known + around.covered + 1)
        if ruled is not None:
            counts = ruled.codes_like(int(self._board.grid[cell]))
        return tuple(count for count in counts if self._is_consistent(board.replace({cell: count})))

    def _is_consistent(self, board: Board) -> bool:
        ledger = self._ledger(board)
        try:
            ledger.settle(self._budget)
        except ContradictionError:
            return False
        return True

    def _ledger(self, board: Board) -> ComponentLedger:
        statements = self._statements
        if not statements.are_ordinary:
            if board.total_mines is None:
                statements = statements.without_total()
            return ConstrainedComponents(position_of(board), statements, self._engine)
        return ComponentLedger(position_of(board), self._engine)


def _names(mus: Mus) -> tuple[str, ...]:
    """The names of the constraints in a conflict."""
    return tuple(dict.fromkeys(map(str, mus.constraints)))


def _allows(clue: int | Clue, count: int) -> bool:
    return count == clue if isinstance(clue, int) else clue.allows(count)
