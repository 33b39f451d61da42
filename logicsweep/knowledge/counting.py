"""The questions of a knowledge base that are answered by counting layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import expect, positive, whole
from logicsweep.knowledge.grounds import Grounds, one_at_a_time
from logicsweep.limits import MOST_JOINT, MOST_LISTED

if TYPE_CHECKING:
    from logicsweep.board.rules.rules import PlacedRules
    from logicsweep.board.total import AnyDensity
    from logicsweep.reason.counters.names import EngineName
    from logicsweep.tables.clue_distribution import ClueDistribution
    from logicsweep.tables.counted import FloatArray
    from logicsweep.tables.layouts import Layouts
    from logicsweep.tables.listing import Configurations
    from logicsweep.tables.model_count import LeastRisky, ModelCount

Answer = TypeVar("Answer")


class Counting(Grounds):
    """Answers about the layouts of the evidence."""

    @one_at_a_time
    def count(
        self, *, density: AnyDensity | None = None, engine: EngineName | str | None = None
    ) -> ModelCount:
        """Count the layouts that agree with the board, and the probability of a mine in each cell.

        The native kernel counts without a proof. Where it cannot, every verdict is proved first.
        Verdicts and counts that are both known are compared.

        Args:
            density: The prior probability of a mine in a cell, strictly between 0 and 1, or a table
                of them, as in `Board`; by default the board's own. Probabilities need it when the
                mine count is unknown.
            engine: One of `ENGINES`. `elimination`, the default, counts each component along a
                tree and convolves them. Slower ones check it: `models` has the reasoner
                enumerate all models; `ganak` asks a model counter (extra `ganak`), a command such
                as `ganak {mcc}` one of yours, which know no densities and no likelihoods. A program
                allows only `models`.

        Raises:
            ValueError: The density is out of range, or a counter would have to weigh layouts.
            UnknownNameError: The engine is not one of those allowed.
            LimitError: Also when a component would take more than `max_entries` table entries.
            MissingLibraryError: The engine is `ganak`, and pyganak is not installed.
            CommandError: The command `engine` fails; a `WrongAnswerError` if its count is wrong.
            InternalError: Verdicts and counts differ, a defect; all that counts may raise it.
        """
        if (weighed := self._under(density)) is not None:
            return weighed.count(engine=engine)
        given = self._density(density)
        return self._count_by(engine, given) if engine else self._by_default(given)

    def probabilities(self, *, density: AnyDensity | None = None) -> FloatArray:
        """Compute the probability of a mine in each covered cell as `ModelCount.probabilities`."""
        chances = self._at_once() if density is None else None
        return self.count(density=density).probabilities() if chances is None else chances

    def least_risky(self, *, density: AnyDensity | None = None) -> LeastRisky:
        """Return the covered cells that are least likely mines; see `ModelCount.least_risky`."""
        return self.count(density=density).least_risky()

    @one_at_a_time
    def clue_distribution(
        self, cell: tuple[int, int], *, density: AnyDensity | None = None
    ) -> ClueDistribution:
        """Compute the exact chances that a covered cell is a mine, or shows each clue.

        Raises ValueError off the board or for a density out of range, `IllegalMoveError` for a cell
        that is not covered, `MissingDensityError` where the answer needs an unknown density.
        """
        from logicsweep.tables.clue_distribution import clue_distribution, is_wide

        if (weighed := self._under(density)) is not None:
            return weighed.clue_distribution(cell)
        given = self._density(density)
        number = self._proofs.covered(cell)
        ruled = self._start.placed_rules
        ruled = ruled and ruled.first
        if ruled is None or ruled.rules.clue.leaves_choice or not is_wide(ruled, number):
            return self._ask_natively(given, lambda layouts: clue_distribution(layouts, number))
        return self._ask(given, lambda layouts: self._by_telling(number, ruled, layouts, given))

    @one_at_a_time
    def joint(
        self, cells: Sequence[tuple[int, int]], *, density: AnyDensity | None = None
    ) -> dict[tuple[bool, ...], Fraction]:
        """Compute the exact joint distribution of mines in up to eight cells.

        A key says for each of the cells, in the order given, whether it is a mine; its value is the
        probability of that combination. Impossible combinations are left out.

        Raises ValueError off the board, for more than eight cells or a density out of range,
        `MissingDensityError` where the answer needs an unknown density.
        """
        if (weighed := self._under(density)) is not None:
            return weighed.joint(cells)
        given = self._density(density)
        expect("cells", cells, Iterable, "up to eight cells")
        numbers = [self._start.number(cell) for cell in cells]
        if len(numbers) > MOST_JOINT:
            raise ValueError(f"{len(numbers)} cells are too many; expected at most {MOST_JOINT}")
        return self._ask_natively(given, lambda layouts: layouts.joint(numbers))

    @one_at_a_time
    def sample(self, *, n: int, seed: int, density: AnyDensity | None = None) -> NDArray[np.bool_]:
        """Draw random layouts from the exact distribution, without rejection or a Markov chain.

        A boolean array of shape (n, height, width), True where there is a mine, known mines
        included. Layouts are as likely as `count` weighs them. The same seed gives the same layouts
        in a knowledge base that was told and asked the same; without the native kernel others.

        Raises:
            ValueError: `n` is negative, or the density is out of range.
            LimitError: Also for too many layouts to keep in memory.
            MissingDensityError: The answer depends on a density that is unknown.
        """
        from random import Random

        from logicsweep.tables.layouts import check_samples

        if (weighed := self._under(density)) is not None:
            return weighed.sample(n=n, seed=seed)
        given = self._density(density)
        n, seed = whole("n", n), whole("seed", seed)
        check_samples(n, self._start)
        proofs = self._proofs
        # The tables of the last draw serve all draws with its density, until more is told.
        if proofs.drawn_from is not None and proofs.drawn_from[0] == given:
            with proofs:
                return proofs.drawn_from[1].sample(n, Random(seed))

        def draw(layouts: Layouts) -> NDArray[np.bool_]:
            proofs.drawn_from = given, layouts
            return layouts.sample(n, Random(seed))

        budget = self._budget.renewed()
        natively = proofs.native(given, budget)
        if natively is not None:
            with proofs:
                if natively.by_kernel(budget) is not None:
                    return draw(natively.layouts)
        return self._ask(given, draw)

    @one_at_a_time
    def layouts(self, limit: int = MOST_LISTED) -> NDArray[np.bool_]:
        """List all layouts that agree with the board, if there are no more than `limit`.

        A boolean array of shape (layouts, height, width), True where there is a mine, in ascending
        order, as binary numbers whose first digit is the first cell. Weights are left out.

        Raises ValueError for a `limit` below 1, `LimitError` for more layouts; it says how many.
        """
        most = positive("limit", limit)
        return self._ask_natively(self._start.density, lambda layouts: layouts.every(most))

    @one_at_a_time
    def configurations(self, limit: int = MOST_LISTED) -> list[Configurations]:
        """List the mines that each component of tied cells may hold, without weights.

        Raises ValueError for a `limit` below 1, `LimitError` for more in one component.
        """
        most, density = positive("limit", limit), self._start.density
        return self._ask_natively(density, lambda layouts: layouts.configurations(most))

    def _by_telling(
        self, number: int, ruled: PlacedRules, layouts: Layouts, density: Fraction | None
    ) -> ClueDistribution:
        """Weigh the layouts that are left when each clue is told, one after the other.

        A scope with many cells has too many combinations of mines to sum over them instead.
        """
        from logicsweep.knowledge.board_ledger import BoardLedger
        from logicsweep.reason.settle import ContradictionError
        from logicsweep.system.system import position_of
        from logicsweep.tables.clue_distribution import ClueDistribution

        board, budget = layouts.board, self._budget.renewed()
        values = ruled.values
        masses = [Fraction(0)] * (values.highest + 1)
        for code in values.codes:
            budget.check()
            told = board.with_states({number: int(code)})
            ledger = BoardLedger(position_of(told), self._engine, self._proofs.statements)
            with suppress(ContradictionError):
                ledger.settle(budget)
                masses[int(code)] = ledger.mass(told, density, budget)
        mine = layouts.joint_marginal([[number]]).get((1,), Fraction(0))
        total = sum(masses) or 1  # 0 if the cell is never safe
        return ClueDistribution(mine, tuple([(1 - mine) * mass / total for mass in masses]))

    def _by_default(self, density: Fraction | None) -> ModelCount:
        """Count by the default engine."""
        from logicsweep.tables.model_count import ModelCount

        natively = self._proofs.native(density, self._budget.renewed())
        if natively is not None:
            return ModelCount(natively.board, natively)
        return self._ask(density, lambda layouts: layouts.count())

    def _count_by(self, name: str, density: Fraction | None) -> ModelCount:
        """Count by an engine of this name, or by the command of a model counter."""
        from logicsweep.knowledge.agreement import CountClaims
        from logicsweep.knowledge.board_ledger import density_under
        from logicsweep.reason.counters import registry
        from logicsweep.reason.counters.names import ENGINES, MODELS
        from logicsweep.system.system import position_of
        from logicsweep.tables.model_count import ModelCount

        allowed: tuple[EngineName, ...] = ENGINES
        kind = "counting engine"
        if self._program is not None:
            allowed, kind = (MODELS,), f"{kind} with a program"
        if name == allowed[0]:
            return self._by_default(density)
        if name not in allowed:
            registry.check_command(name, allowed, kind)
        self._proofs.settle()
        board, statements = self._proofs.evidence.board, self._proofs.statements
        system, weights = statements.system_of(board), statements.weights(position_of(board))
        registry.check_weights(name, (*system.constraints, *weights))
        with self._proofs:
            marginals = registry.independent_marginals(
                board,
                name,
                density_under(statements, density),
                system=system,
                weights=weights,
                hidden_cells=statements.hidden.cells,
                reasoner=self._engine,
                time_limit=self._budget.seconds,
                tell=self._tell,
                check=CountClaims(name, board, lambda: self._by_default(density)).check,
            )
        return ModelCount(board, marginals, statements.hidden)

    def _tell(self, listed: int) -> None:
        """Note how many layouts have been listed, as the progress of the count."""
        self._proofs.ledger.counted = listed, 0

    def _ask_natively(
        self, density: Fraction | None, question: Callable[[Layouts], Answer]
    ) -> Answer:
        """Ask a question about layouts, counted by the kernel if it can."""
        natively = self._proofs.native(density, self._budget.renewed())
        if natively is None:
            return self._ask(density, question)
        with self._proofs:
            return question(natively.layouts)

    def _ask(self, density: Fraction | None, question: Callable[[Layouts], Answer]) -> Answer:
        """Ask a question about layouts, counted after every verdict was proved."""
        budget = self._budget.renewed()
        self._proofs.settle(budget)
        board = self._proofs.evidence.board
        with self._proofs:
            return question(self._proofs.ledger.layouts(board, density, budget))
