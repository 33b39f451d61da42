"""The board of a knowledge base, how it reasons, and its proofs: all questions start from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from logicsweep.board.total import AnyDensity, checked_priors
from logicsweep.kernel.quick import marginals_on
from logicsweep.knowledge.proofs import Proofs, summary_of
from logicsweep.knowledge.turns import InTurn
from logicsweep.limits import MAX_ENTRIES, Budget, look
from logicsweep.system.statements import ORDINARY, statements_of

if TYPE_CHECKING:
    from fractions import Fraction

    from logicsweep.board.board import Board
    from logicsweep.formulas.user_program import Program
    from logicsweep.knowledge.counting import Counting
    from logicsweep.knowledge.reasons import Reasons
    from logicsweep.reason.solvers.engine import Engine
    from logicsweep.tables.counted import FloatArray


class Grounds(InTurn):
    """The board of a knowledge base, how it reasons, and its proofs, which are made when needed."""

    def __init__(
        self, board: Board, engine: Engine, budget: Budget, program: Program | None
    ) -> None:
        super().__init__()
        self._start = board
        self._engine = engine
        self._budget = budget
        self._program = program
        is_plain = board.is_ordinary  # then a budget of its own would take longer
        self._statements = ORDINARY if is_plain else statements_of(board, budget.renewed())
        # The probabilities on an ordinary board of which nothing else was asked.
        self._chances: FloatArray | None = None
        self._made: Proofs | None = None
        if program is not None:
            _ = self._proofs  # what cannot be grounded is said at once

    @property
    def _proofs(self) -> Proofs:
        if self._made is None:
            how = self._program, self._engine, self._budget
            self._made = Proofs(self._start, self._statements, *how)
            if self._chances is not None:
                self._made.marginals = self._chances.ravel()
        return self._made

    @property
    def _is_asked(self) -> bool:
        """Whether there are proofs, even if nothing is proved yet."""
        return self._made is not None

    @property
    def _summary(self) -> str:
        """The numbers of verdicts up to now, in words."""
        return self._proofs.summary if self._is_asked else summary_of(0, 0)

    def _state(self) -> dict[str, Any]:
        # A ledger of its own, since pickles are written when the lock is free again.
        return {**self.__dict__, "_made": None if self._made is None else self._made.copy()}

    def _at_once(self) -> FloatArray | None:
        """Return the probabilities on an ordinary board of which nothing else was asked, if quick.

        It is the way from array to array; proofs that are made later are compared with the answer.
        """
        board, total = self._start, self._start.total_mines
        if self._made is not None or self._budget.entries != MAX_ENTRIES or type(total) is not int:
            return None
        if self._chances is None and board.is_ordinary and not board.uncertain_by_number:
            look()
            self._chances = marginals_on(board.grid, board.adjacency, (total, total))
        return None if self._chances is None else self._chances.copy()

    # The objects that answer are made for each question, since a copy has proofs of its own.

    def _counting(self, density: AnyDensity | None = None) -> tuple[Counting, Fraction | None]:
        """Make the counting under a density; return it too if it is no table of statements."""
        proofs, statements = self._proofs, self._statements
        even: Fraction | None = None
        if density is not None:
            even, priors = checked_priors(density, proofs.start.shape)
            if priors != proofs.start.priors:
                board = proofs.evidence.board.altered(density=density)
                statements = statements_of(board, self._budget.renewed())
                proofs = Proofs(board, statements, self._program, self._engine, self._budget)
        from logicsweep.knowledge.counting import Counting

        given, has_program = (self._engine, self._budget), self._program is not None
        return Counting(proofs, *given, statements=statements, has_program=has_program), even

    @property
    def _reasons(self) -> Reasons:
        from logicsweep.knowledge.reasons import Reasons

        return Reasons(self._proofs, self._engine, self._budget, self._statements, self._program)
