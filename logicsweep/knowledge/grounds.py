"""The board of a knowledge base, how it reasons, and its proofs: all questions start from them.

Questions are answered one at a time, whichever thread asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

from logicsweep.board.total import AnyDensity, checked_priors
from logicsweep.kernel.quick import marginals_on
from logicsweep.limits import MAX_ENTRIES, Budget, look, turn

if TYPE_CHECKING:
    from fractions import Fraction

    from logicsweep.board.board import Board
    from logicsweep.formulas.user_program import Program
    from logicsweep.knowledge.proofs import Proofs
    from logicsweep.reason.solvers.engine import Engine
    from logicsweep.system.statements import Statements
    from logicsweep.tables.counted import FloatArray

Own = TypeVar("Own", bound="InTurn")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class InTurn:
    """An object that answers one question after the other.

    Its copies and pickles have what `_state` says, and each of them a lock of its own.
    """

    def __init__(self) -> None:
        self._lock = RLock()

    def _state(self) -> dict[str, Any]:
        """Return the state for a copy, while no other thread has a question running."""
        return dict(self.__dict__)

    def copy(self) -> Self:
        """Return an independent knowledge base with the same evidence and verdicts.

        It is cheap: both share what is proved until one of them is told more. `copy.copy` and
        `copy.deepcopy` do the same; knowledge bases can be pickled, too.
        """
        made = type(self).__new__(type(self))
        made.__setstate__(self.__getstate__())
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        with turn(self._lock):
            state = self._state()
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = RLock()


def one_at_a_time(
    question: Callable[Concatenate[Own, Parameters], Answer],
) -> Callable[Concatenate[Own, Parameters], Answer]:
    """Return a method that waits until the questions of other threads are answered.

    Who waits in a `CancelScope` waits only until that is cancelled.
    """

    @wraps(question)
    def ask(self: Own, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        with turn(self._lock):
            return question(self, *args, **kwargs)

    return ask


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
        self._compiled: Statements | None = None  # on an ordinary board
        if not board.is_ordinary:
            from logicsweep.system.statements import statements_of

            self._compiled = statements_of(board, budget.renewed())
        # The probabilities on an ordinary board of which nothing else was asked.
        self._chances: FloatArray | None = None
        self._made: Proofs | None = None
        if program is not None:
            _ = self._proofs  # what cannot be grounded is said at once

    @property
    def _proofs(self) -> Proofs:
        if self._made is None:
            # Tables, solvers and all else that proves are loaded here, at the first such question.
            from logicsweep.knowledge.proofs import Proofs

            how = self._program, self._engine, self._budget
            self._made = Proofs(self._start, self._compiled, *how)
            if self._chances is not None:
                self._made.marginals = self._chances.ravel()
        return self._made

    @property
    def _is_asked(self) -> bool:
        """Whether there are proofs, even if nothing is proved yet."""
        return self._made is not None

    def _state(self) -> dict[str, Any]:
        # A ledger of its own, since pickles are written when the lock is free again.
        return {**self.__dict__, "_made": None if self._made is None else self._made.copy()}

    def _at_once(self) -> FloatArray | None:
        """Return the probabilities on an ordinary board of which nothing else was asked, if quick.

        It is the way from array to array; proofs that are made later are compared with the answer.
        """
        board, total = self._start, self._start.mines
        if self._made is not None or self._budget.entries != MAX_ENTRIES or type(total) is not int:
            return None
        if self._chances is None and board.is_ordinary and not board.uncertain_by_number:
            look()
            self._chances = marginals_on(board.grid, board.adjacency, (total, total))
        return None if self._chances is None else self._chances.copy()

    def _under(self, density: AnyDensity | None) -> Self | None:
        """Return another one with a density for each cell; None if it would be the same board."""
        if density is None or checked_priors(density, self._start.shape)[1] == self._start.priors:
            return None
        made = type(self).__new__(type(self))
        board = self._proofs.evidence.board.altered(density=density)
        Grounds.__init__(made, board, self._engine, self._budget, self._program)
        return made

    def _density(self, given: AnyDensity | None) -> Fraction | None:
        """Return the density of all cells; None if it is unknown, or each cell has its own."""
        if given is None:
            return self._start.density
        return checked_priors(given, self._start.shape)[0]
