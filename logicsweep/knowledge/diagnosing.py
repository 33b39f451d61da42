"""The search for the clues of an inconsistent board that conflict, or are likely to be wrong.

Minimal unsatisfiable subsets (MUSes) and minimal correction sets (MCSes) of the clues are dual: a
set of clues restores consistency if and only if it hits every MUS (Reiter 1987). So the search
alternates between MUSes and minimal hitting sets of those found so far (implicit hitting sets). It
gives the smallest correction set first, and all of them in the end.

Every layout of a board without the clues of an MCS contradicts all of these clues, since with one
of them right fewer would do. So the weight of those layouts says how likely it is that these clues
are wrong and no others, under any rule, with hidden cells as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, Code
from logicsweep.board.clue_models import ClueModel
from logicsweep.board.state import State
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.calls import hitting_sets
from logicsweep.reasons.diagnosis import EVEN, Conflict, CorrectionSet, Diagnosis
from logicsweep.system.statements import Statements

# MUSes to find before the search for correction sets is given up, beyond the sets wanted.
_PATIENCE: Final = 100


class _Noise(NamedTuple):
    """The chances of a clue model that a cell shows its clue.

    `right` is the chance to show the clue if it is true. `wrong` is a clue whose likelihoods are
    the chances to show it for every other number of mines, divided by `scale`; None if all are 0.
    """

    right: Fraction
    wrong: Clue | None
    scale: Fraction


class DiagnosisSearch:
    """A diagnosis of a board by its `statements`; mine count and constraints are taken for right.

    `make` makes the ledger of a board. Everything raises `LimitError` and `UncountableError`.
    """

    def __init__(
        self,
        board: Board,
        statements: Statements,
        make: Callable[[Board, Statements], BoardLedger],
        budget: Budget,
    ) -> None:
        self._board = board
        self._statements = statements
        self._make = make
        self._budget = budget

    def diagnosis(self, model: ClueModel, most: int) -> Diagnosis:
        """Diagnose the board; up to `most` correction sets, and as many conflicts, are wanted."""
        board = self._board
        mus = self._settled(board)
        name = model.name if board.rules.clue.is_standard else EVEN
        if not isinstance(mus, Mus):
            return Diagnosis(board, (), (), True, True, False, name)
        # Rules and programs may rely on the mine count, as one with equally many mines per row.
        may_rely = board.mines is not None and bool(mus.constraints or mus.uses_program)
        total_suspect = (mus.uses_total or may_rely) and not isinstance(
            self._settled(board.without_total()), Mus
        )
        without_clues = self._settled(self._without(self._clues))
        if isinstance(without_clues, Mus):  # no clue is to blame
            conflict = Conflict((), without_clues.uses_total, _names(without_clues))
            return Diagnosis(board, (conflict,), (), True, True, total_suspect, name)
        conflicts, corrections, has_all_corrections = self._by_hitting_sets(mus, most)
        has_all_conflicts = False
        if has_all_corrections:
            conflicts, has_all_conflicts = self._conflicts(corrections, most)
        return Diagnosis(
            board,
            tuple(self._ordered(conflicts))[:most],
            tuple(self._ranked(corrections, model)),
            has_all_conflicts,
            has_all_corrections,
            total_suspect,
            name,
        )

    @cached_property
    def _clues(self) -> frozenset[int]:
        """The cell numbers of all clues."""
        return frozenset(map(self._board.number, self._board.clues))

    def _by_hitting_sets(
        self, mus: Mus, most: int
    ) -> tuple[list[Mus], dict[frozenset[int], BoardLedger], bool]:
        """Find MUSes and correction sets, and tell whether all correction sets were found.

        These come from the smallest on, each with the ledger of the board without its clues. The
        search ends after `most` of them, or after many MUSes: if every clue of the board is in
        conflict with the total, the smallest correction set is out of reach, and any minimal one
        is made instead.
        """
        conflicts: list[Mus] = [mus]
        corrections: dict[frozenset[int], BoardLedger] = {}
        has_all = True

        def missed(removed: frozenset[int]) -> Sequence[int] | None:
            nonlocal has_all
            self._budget.check()
            has_all = len(corrections) < most and len(conflicts) <= most + _PATIENCE
            if not has_all:
                return ()
            ledger_or_mus = self._settled(self._without(removed))
            if isinstance(ledger_or_mus, Mus):
                conflicts.append(ledger_or_mus)
                return ledger_or_mus.clues
            corrections[removed] = ledger_or_mus
            return None

        for _ in hitting_sets([mus.clues], missed):
            pass
        return conflicts, corrections or self._any_correction_set(), has_all

    def _any_correction_set(self) -> dict[frozenset[int], BoardLedger]:
        """Make a minimal correction set: put back clue by clue wherever that is consistent."""
        removed = self._clues
        ledger = self._ledger(self._without(removed))
        ledger.settle(self._budget)
        for clue in sorted(self._clues):
            self._budget.check()
            fewer = removed - {clue}
            with_clue = self._ledger(self._without(fewer))
            with suppress(ContradictionError):
                with_clue.settle(self._budget)
                removed, ledger = fewer, with_clue
        return {removed: ledger}

    def _settled(self, board: Board) -> BoardLedger | Mus:
        """Settle the ledger of a board, or find a minimal unsatisfiable subset of its sources."""
        ledger = self._ledger(board)
        try:
            ledger.settle(self._budget)
        except ContradictionError as contradiction:
            return ledger.find_mus(ledger.position, contradiction.near, self._budget)
        return ledger

    def _ledger(self, board: Board) -> BoardLedger:
        has_total, statements = board.mines is not None, self._statements
        return self._make(board, statements if has_total else statements.without_total())

    def _without(self, clues: frozenset[int]) -> Board:
        cell = self._board.cell
        return self._board.replace(dict.fromkeys(map(cell, clues), int(State.NO_CLUE)))

    def _conflicts(
        self, corrections: Mapping[frozenset[int], BoardLedger], most: int
    ) -> tuple[list[Mus], bool]:
        """List all MUSes, given all correction sets: the minimal hitting sets of these."""
        conflicts: list[Mus] = []
        with closing(hitting_sets(corrections)) as sets_of_clues:
            for clues in islice(sets_of_clues, most):
                self._budget.check()
                # This finds the other sources of the conflict, which needs all of these clues.
                mus = self._settled(self._without(self._clues - clues))
                conflicts += [mus] if isinstance(mus, Mus) else []
            return conflicts, next(sets_of_clues, None) is None

    def _ordered(self, conflicts: list[Mus]) -> Iterator[Conflict]:
        """Yield the minimal conflicts, the smallest first."""
        cell = self._board.cell
        for mus in sorted(conflicts, key=lambda mus: (len(mus.clues), mus.clues)):
            if not any(set(smaller.clues) < set(mus.clues) for smaller in conflicts):
                yield Conflict(tuple(map(cell, mus.clues)), mus.uses_total, _names(mus))

    def _ranked(
        self, corrections: Mapping[frozenset[int], BoardLedger], model: ClueModel
    ) -> Iterator[CorrectionSet]:
        """Yield the correction sets with their posterior probabilities, likeliest first."""
        noise = self._noise(model)
        weights = [self._weight(*correction, noise) for correction in corrections.items()]
        evidence = sum(weights) or Fraction(1)
        ranked = []
        for (removed, ledger), weight in zip(corrections.items(), weights, strict=True):
            clues = sorted(removed)
            cells = tuple(map(self._board.cell, clues))
            values = tuple([self._values(clue, ledger) for clue in clues])
            ranked.append(CorrectionSet(cells, weight / evidence, values))
        yield from sorted(
            ranked,
            key=lambda ranked_set: (
                -ranked_set.probability,
                len(ranked_set.clues),
                ranked_set.clues,
            ),
        )

    def _weight(
        self, removed: frozenset[int], ledger: BoardLedger, noise: Mapping[int, _Noise]
    ) -> Fraction:
        """Weigh the layouts with which these clues are wrong, and all others right.

        A clue that is right counts as 1, and so a wrong one by the ratio of its chances to show it
        wrongly and rightly. A clue that is never right has to be among the wrong ones.
        """
        self._budget.check()
        weight = Fraction(1)
        shown: dict[int, Clue] = {}
        for clue, (right, wrong, scale) in noise.items():
            if clue not in removed:
                if not right:
                    return Fraction(0)
            elif wrong is None:
                return Fraction(0)
            else:
                weight *= scale / (right or 1)
                shown[clue] = wrong
        if shown:
            ledger = ledger.copy()
            try:
                ledger.tell(shown, self._budget)
            except ContradictionError:
                return Fraction(0)
        density = self._board.density or Fraction(1, 2)
        return weight * ledger.mass(self._without(removed), density, self._budget)

    def _noise(self, model: ClueModel) -> dict[int, _Noise]:
        """Return the noise of each clue under a clue model, by cell number.

        There is none of clues that are no numbers, or could not be shown under the model, or follow
        another rule: these tell nothing when they are wrong, and are wrong as often as right.
        """
        board = self._board
        noise: dict[int, _Noise] = {}
        for cell, clue in board.clues.items() if board.rules.clue.is_standard else ():
            around = board.around(cell)
            if isinstance(clue, Clue):
                continue
            shown = int(clue)  # by the usual rule it is a number
            chances = [Fraction(0)] * around.known + [
                Fraction(model.shows(count, around).get(shown, 0))
                for count in range(around.known, around.known + around.covered + 1)
            ]
            if not any(chances):
                continue
            right = chances[shown] if shown < len(chances) else Fraction(0)
            others = [
                Fraction(0) if count == shown else chance for count, chance in enumerate(chances)
            ]
            wrong = Clue(0, len(others) - 1, tuple(others)) if any(others) else None
            scale = others[wrong.lower] / wrong.likelihood_of(wrong.lower) if wrong else Fraction(1)
            noise[board.number(cell)] = _Noise(right, wrong, scale)
        return noise

    def _values(self, clue: int, ledger: BoardLedger) -> tuple[int, ...]:
        """List the values that a clue can show, by the ledger of a board without it."""
        around, ruled = self._board.around(self._board.cell(clue)), self._board.placed_rules
        values: Sequence[int] = range(around.known, around.known + around.covered + 1)
        if ruled is not None:
            code = Code(int(self._board.grid[self._board.cell(clue)]))
            values = [*map(int, ruled.codes_like(code))]
        return tuple([value for value in values if self._can_show(clue, value, ledger)])

    def _can_show(self, clue: int, value: int, ledger: BoardLedger) -> bool:
        """Tell whether a clue may have this value, by telling it to a copy of the ledger."""
        try:
            ledger.copy().tell({clue: value}, self._budget)
        except ContradictionError:
            return False
        return True


def _names(mus: Mus) -> tuple[str, ...]:
    """Return the names of the constraints in a conflict."""
    names = dict.fromkeys(map(str, mus.constraints))
    return (*names, *(["the program"] if mus.uses_program else []))
