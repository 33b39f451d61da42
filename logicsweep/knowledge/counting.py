"""The questions of a knowledge base that are answered by counting layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.total import checked_density
from logicsweep.errors import expect, positive, whole
from logicsweep.knowledge.agreement import CountClaims
from logicsweep.knowledge.board_ledger import BoardLedger, counted_by_proof, density_under
from logicsweep.knowledge.proofs import Proofs
from logicsweep.limits import Budget
from logicsweep.reason.counters.names import ENGINES, MODELS, EngineName
from logicsweep.reason.counters.registry import check_command, check_weights, independent_marginals
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.statements import Statements
from logicsweep.system.system import position_of
from logicsweep.tables.clue_distribution import ClueDistribution, clue_distribution, is_wide
from logicsweep.tables.layouts import MOST_JOINT, Layouts, check_samples
from logicsweep.tables.listing import Configurations
from logicsweep.tables.model_count import ModelCount

Answer = TypeVar("Answer")


class Counting:
    """Answers about the layouts of the evidence; each question may take the `budget` anew.

    With a program there are other counting engines: `has_program`.
    """

    def __init__(
        self,
        proofs: Proofs,
        engine: Engine,
        budget: Budget,
        *,
        statements: Statements,
        has_program: bool,
    ) -> None:
        self._proofs = proofs
        self._statements = statements
        self._engine = engine
        self._budget = budget
        self._has_program = has_program
        # Counts the components that the kernel does not count.
        self._otherwise = partial(counted_by_proof, engine=engine)

    def clue_distribution(
        self, cell: tuple[int, int], density: Fraction | None
    ) -> ClueDistribution:
        """See `KnowledgeBase.clue_distribution`."""
        number = self._proofs.covered(cell)
        ruled = self._proofs.start.placed_rules
        ruled = ruled and ruled.first
        if ruled is None or ruled.rules.clue.leaves_choice or not is_wide(ruled, number):
            return self._ask_natively(density, lambda layouts: clue_distribution(layouts, number))
        given = self._density(density)
        return self._ask(given, lambda layouts: self._by_telling(number, ruled, layouts, given))

    def _by_telling(
        self, number: int, ruled: PlacedRules, layouts: Layouts, density: Fraction | None
    ) -> ClueDistribution:
        """Weigh the layouts that are left when each clue is told, one after the other.

        A scope with many cells has too many combinations of mines to sum over them instead.
        """
        board, budget = layouts.board, self._budget.renewed()
        values = ruled.values
        masses = [Fraction(0)] * (values.highest + 1)
        for code in values.codes:
            budget.check()
            told = board.with_states({number: int(code)})
            ledger = BoardLedger(position_of(told), self._engine, self._statements)
            with suppress(ContradictionError):
                ledger.settle(budget)
                masses[int(code)] = ledger.mass(told, density, budget)
        mine = layouts.joint_marginal([[number]]).get((1,), Fraction(0))
        total = sum(masses) or 1  # 0 if the cell is never safe
        return ClueDistribution(mine, tuple([(1 - mine) * mass / total for mass in masses]))

    def joint(
        self, cells: Sequence[tuple[int, int]], density: Fraction | None
    ) -> dict[tuple[bool, ...], Fraction]:
        """See `KnowledgeBase.joint`."""
        expect("cells", cells, Iterable, "up to eight cells")
        numbers = [self._proofs.start.number(cell) for cell in cells]
        if len(numbers) > MOST_JOINT:
            raise ValueError(f"{len(numbers)} cells are too many; expected at most {MOST_JOINT}")
        return self._ask_natively(density, lambda layouts: layouts.joint(numbers))

    def sample(self, count: int, seed: int, density: Fraction | None) -> NDArray[np.bool_]:
        """See `KnowledgeBase.sample`."""
        count, seed = whole("count", count), whole("seed", seed)
        check_samples(count, self._proofs.start)
        given = self._density(density)
        # The tables of the last draw serve all draws with its density, until more is told.
        if self._proofs.drawn_from is not None:
            density_then, layouts_then = self._proofs.drawn_from
            if density_then == given:
                with self._proofs:
                    return layouts_then.sample(count, Random(seed))

        def draw(layouts: Layouts) -> NDArray[np.bool_]:
            self._proofs.drawn_from = given, layouts
            return layouts.sample(count, Random(seed))

        budget = self._budget.renewed()
        natively = self._proofs.native(given, budget, self._otherwise)
        if natively is not None:
            with self._proofs:
                if natively.by_kernel(budget) is not None:
                    return draw(natively.layouts)
        return self._ask(given, draw)

    def layouts(self, limit: int) -> NDArray[np.bool_]:
        """See `KnowledgeBase.layouts`."""
        most = positive("limit", limit)
        return self._ask_natively(None, lambda layouts: layouts.every(most))

    def configurations(self, limit: int) -> list[Configurations]:
        """See `KnowledgeBase.configurations`."""
        most = positive("limit", limit)
        return self._ask_natively(None, lambda layouts: layouts.configurations(most))

    def count(self, density: Fraction | None, engine: EngineName | str | None) -> ModelCount:
        """See `KnowledgeBase.count`."""
        allowed: tuple[EngineName, ...] = ENGINES
        kind = "counting engine"
        if self._has_program:
            allowed, kind = (MODELS,), f"{kind} with a program"
        name = engine or allowed[0]
        if name not in allowed:
            check_command(name, allowed, kind)
        given = self._density(density)
        if name == allowed[0]:
            return self._by_elimination(given)
        self._proofs.settle()
        board = self._proofs.evidence.board
        system = self._statements.system_of(board)
        weights = self._statements.weights(position_of(board))
        check_weights(name, (*system.constraints, *weights))
        with self._proofs:
            marginals = independent_marginals(
                board,
                name,
                density_under(self._statements, given),
                system=system,
                weights=weights,
                hidden_cells=self._statements.hidden.cells,
                reasoner=self._engine,
                time_limit=self._budget.seconds,
                tell=self._tell,
                check=CountClaims(name, board, lambda: self._by_elimination(given)).check,
            )
        return ModelCount(board, marginals, self._statements.hidden)

    def _by_elimination(self, density: Fraction | None) -> ModelCount:
        """Count by the default engine."""
        natively = self._proofs.native(density, self._budget.renewed(), self._otherwise)
        if natively is not None:
            return ModelCount(natively.board, natively)
        return self._ask(density, lambda layouts: layouts.count())

    def _tell(self, listed: int) -> None:
        """Note how many layouts have been listed, as the progress of the count."""
        self._proofs.ledger.counted = listed, 0

    def _ask_natively(
        self, density: Fraction | None, question: Callable[[Layouts], Answer]
    ) -> Answer:
        """Ask a question about layouts, counted by the kernel if it can."""
        given = self._density(density)
        budget = self._budget.renewed()
        natively = self._proofs.native(given, budget, self._otherwise)
        if natively is None:
            return self._ask(given, question)
        with self._proofs:
            return question(natively.layouts)

    def _ask(self, density: Fraction | None, question: Callable[[Layouts], Answer]) -> Answer:
        """Ask a question about layouts, counted after every verdict was proved."""
        budget = self._budget.renewed()
        self._proofs.settle(budget)
        board = self._proofs.evidence.board
        with self._proofs:
            return question(self._proofs.ledger.layouts(board, density, budget))

    def _density(self, given: Fraction | None) -> Fraction | None:
        return self._proofs.start.density if given is None else checked_density(given)
