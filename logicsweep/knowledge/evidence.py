"""What is known of a board: its verdicts, kept up to date under further evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from operator import index
from threading import RLock
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar

from numpy.typing import ArrayLike

from logicsweep.board.board import AnyCell, Board, Cell
from logicsweep.board.clue import Clue, simplest, within
from logicsweep.board.picture.drawing import NOTEBOOK_CELLS
from logicsweep.board.state import State, is_covered
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.constraints.system import Shown, shown_on
from logicsweep.errors import (
    IllegalMoveError,
    InconsistentBoardError,
    LimitError,
    counted,
    expect,
    whole,
)
from logicsweep.formulas.user_rules import Rules
from logicsweep.knowledge.liars import LyingLedger
from logicsweep.knowledge.monolithic import WholeLedger
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.ruled import RuledLedger
from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.reason.components import UncountableError
from logicsweep.reason.inconsistency import Core
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import ASP, SAT, ReasonerName, engine_of
from logicsweep.reason.solvers.sat import DEFAULT_SOLVER, SolverName

DEFAULT_REASONER: Final[ReasonerName] = SAT
DEFAULT_TIME_LIMIT: Final = 60.0

_OPENED: Final = (State.KNOWN_MINE, State.NO_CLUE)

Own = TypeVar("Own", bound="Evidence")
Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


def one_at_a_time(
    question: Callable[Concatenate[Own, Parameters], Answer],
) -> Callable[Concatenate[Own, Parameters], Answer]:
    """A method that waits until the questions of other threads are answered."""

    @wraps(question)
    def ask(self: Own, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Answer:
        with self._lock:
            return question(self, *args, **kwargs)

    return ask


class Evidence:
    """A board with what was told, and every verdict that follows; see `KnowledgeBase`."""

    def __init__(
        self,
        board: Board,
        *,
        reasoner: ReasonerName | None = None,
        rules: str | Rules | None = None,
        liars: int = 0,
        solver: SolverName = DEFAULT_SOLVER,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        max_entries: int = MAX_ENTRIES,
    ) -> None:
        expect("board", board, Board, "a Board, as of Board.parse(text)")
        if rules is not None:
            expect("rules", rules, (str, Rules), "Rules, a logic program as a str, or None")
        name = (DEFAULT_REASONER if rules is None else ASP) if reasoner is None else reasoner
        self._engine = engine_of(name, solver=solver)
        if rules is not None and name != ASP:
            raise ValueError(f"rules need the reasoner {ASP}, not {name}")
        self._lock = RLock()
        self._start = board
        self._budget = Budget(time_limit, entries=max_entries)
        self._told = False
        self._contradiction: ContradictionError | None = None
        self._core: Core | None = None

        self._rules = Rules(rules) if isinstance(rules, str) else rules
        self._liars = _checked_liars(board, liars, self._rules)
        self._ledger: PlainLedger | WholeLedger
        if self._liars:
            self._ledger = LyingLedger(board, self._liars, self._engine)
        elif self._rules is not None:
            self._ledger = RuledLedger(board, self._rules, self._engine)
        else:
            self._ledger = PlainLedger(
                shown_on(board), board.adjacency, board.total_mines, self._engine
            )

    @one_at_a_time
    def copy(self) -> Self:
        """A knowledge base of its own with the same evidence and all that is settled.

        Cheap: what is settled is shared until one of the two is told more, which the other does not
        notice. `copy.copy` and `copy.deepcopy` do the same; a knowledge base can be pickled, too.
        """
        made = type(self).__new__(type(self))
        made.__setstate__(self.__getstate__())
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        del memo
        return self.copy()

    @one_at_a_time
    def __getstate__(self) -> dict[str, Any]:
        # A ledger of its own, since pickles are written when the lock is free again.
        state = {**self.__dict__, "_ledger": self._ledger.copy()}
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = RLock()

    @property
    @one_at_a_time
    def board(self) -> Board:
        """The board with everything told so far."""
        board = self._start
        if not self._told:
            return board
        states, uncertain = self._ledger.shown
        return board.with_grid(
            states.reshape(board.height, board.width),
            {board.cell(number): clue for number, clue in uncertain.items()},
        )

    @property
    def rules(self) -> Rules | None:
        """The rules that layouts have to satisfy as well."""
        return self._rules

    @property
    def liars(self) -> int:
        """How many clues may be wrong."""
        return self._liars

    @one_at_a_time
    def is_consistent(self) -> bool:
        """Whether some layout agrees with the board, total included. Raises `LimitError`."""
        self._try_to_settle(None)
        return self._contradiction is None

    @one_at_a_time
    def consequences(self) -> Consequences:
        """Every verdict on a covered cell. Raises `InconsistentBoardError`, `LimitError`."""
        self._settle()
        return self.proved_so_far()

    @one_at_a_time
    def proved_so_far(self) -> Consequences:
        """The verdicts proved up to now, without any further work; complete after a question.

        Raises `InconsistentBoardError` once the board is known to be inconsistent.
        """
        if self._contradiction is not None:
            self._settle()
        mines, safe = self._ledger.proved()
        return self._consequences(mines, safe)

    @one_at_a_time
    def verdict(self, cell: tuple[int, int]) -> Verdict:
        """What follows about a cell; an open cell is safe, a known mine is a mine.

        Raises ValueError off the board, `InconsistentBoardError`, `LimitError`.
        """
        number = self._start.number(cell)
        self._settle()
        if self._ledger.is_undecided(number):
            return Verdict.UNDETERMINED
        return Verdict.MINE if self._ledger.is_mine(number) else Verdict.SAFE

    @one_at_a_time
    def entails(self, cell: tuple[int, int], *, mine: bool = True) -> bool:
        """Whether the board proves that a cell is a mine (or safe, with `mine=False`).

        Raises as `verdict` does.
        """
        return self.verdict(cell) is (Verdict.MINE if mine else Verdict.SAFE)

    @one_at_a_time
    def uses_total(self) -> bool:
        """Whether some verdict needs the total mines, and does not follow from the clues alone.

        Of a knowledge base that was told more: whether one did when it was proved. Raises as
        `consequences` does.
        """
        self._settle()
        try:
            return self._ledger.uses_total(self._budget.renewed())
        except LimitError as error:
            raise self._with_proved(error) from None

    def tell(self, cell: tuple[int, int], clue: int | Clue) -> Consequences:
        """Add what a covered cell turned out to be; returns the verdicts that are new by it.

        `clue` is the number shown, a `Clue` that is no number (see `Board.reading`),
        `State.NO_CLUE` for a safe cell that shows none, or `State.KNOWN_MINE` for a mine that was
        hit. Telling again what is known changes nothing.
        Only the components next to the cell are solved again; the answers are those of a fresh
        knowledge base.

        Raises ValueError off the board or for a clue out of range, `IllegalMoveError` when the
        cell already shows something else, and `InconsistentBoardError` when no layout agrees;
        after each of these the knowledge base is as it was. On `LimitError` the evidence is kept
        (should it turn out to contradict the board later on, the board is inconsistent from then
        on), unless the time went on settling the board before it was entered: `board` shows which.
        """
        return self.tell_all({Cell.of(cell): clue})

    @one_at_a_time
    def tell_all(self, clues: Mapping[AnyCell, int | Clue]) -> Consequences:
        """`tell` for several cells at once, which costs less than one after the other.

        Raises TypeError for anything but a mapping of cells to clues, and as `tell` does.
        """
        expect("clues", clues, Mapping, "a mapping from cells to clues")
        self._settle()
        shown = self._ledger.shown
        changes: dict[int, int | Clue] = {}
        for place, given in clues.items():
            cell = Cell.of(place)
            number = self._start.number(cell)
            clue = self._checked(cell, number, given)
            if clue == shown.uncertain.get(number, int(shown.states[number])):
                continue
            if not is_covered(shown.states[number]):
                raise IllegalMoveError("the cell is not covered", move=cell)
            changes[number] = clue
        self._told = True
        try:
            new = self._ledger.tell(changes, self._budget.renewed())
        except ContradictionError as contradiction:
            after = shown.changed(changes)
            raise self._inconsistent(self._find_core(after, contradiction)) from None
        except LimitError as error:
            raise self._with_proved(error) from None
        return self._consequences(new.mines, new.safe)

    def _checked(self, cell: Cell, number: int, given: int | Clue) -> int | Clue:
        """What is told, if it can be shown in a cell; a number if it leaves only one."""
        most = len(self._start.adjacency.neighbours(number))
        clue = given
        if isinstance(given, Clue):
            clue = simplest(within(given, max(8, len(self._start.adjacency.table))))
        if isinstance(clue, Clue):
            if self._liars and clue.likelihood:
                raise ValueError(f"{clue} has likelihoods; expected none where clues may be liars")
            if clue.lower > most:
                raise ValueError(f"{clue} is no clue for {cell}, which has {most} neighbours")
            return clue
        wanted = f"0 to {most}, a Clue, State.NO_CLUE or State.KNOWN_MINE"
        try:
            clue = index(clue)
        except TypeError:
            raise TypeError(f"{clue!r} is no clue for {cell}; expected {wanted}") from None
        if clue not in _OPENED and not 0 <= clue <= most:
            raise ValueError(f"{clue} is no clue for {cell}; expected {wanted}")
        return clue

    @contextmanager
    def _limits(self) -> Iterator[None]:
        """Say of a limit what is proved, and which component was too wide."""
        try:
            yield
        except UncountableError as error:
            raise self._with_proved(LimitError(self._too_wide(error))) from None
        except LimitError as error:
            raise self._with_proved(error) from None

    def _too_wide(self, error: UncountableError) -> str:
        cells, clues = error.component.system
        near = [clue.source.cell for clue in clues if clue.source.cell is not None]
        size = f"{counted(len(cells), 'cell')} and {counted(len(clues), 'clue')}"
        return (
            f"the component of {size} around "
            f"{self._start.cell(near[0])} needs more than {self._budget.entries:,} table entries; "
            f"clues that hang together at once: {error.open_clues}"
        )

    def _try_to_settle(self, budget: Budget | None, *, counting: bool = False) -> None:
        """Bring the verdicts up to date, or find that there are none."""
        if self._contradiction is not None:
            return
        try:
            self._ledger.settle(budget or self._budget.renewed(), counting=counting)
        except ContradictionError as contradiction:
            self._contradiction = contradiction
        except LimitError as error:
            raise self._with_proved(error) from None

    def _settle(self, budget: Budget | None = None, *, counting: bool = False) -> None:
        """Bring the verdicts up to date; raise when the board is inconsistent."""
        self._try_to_settle(budget, counting=counting)
        if self._contradiction is not None:
            self._core = self._core or self._find_core(self._ledger.shown, self._contradiction)
            raise self._inconsistent(self._core)

    def _with_proved(self, error: LimitError) -> LimitError:
        if self._contradiction is not None:
            return error  # nothing is proved of a board without layouts
        proved = self.proved_so_far()
        return LimitError(error.limit, safe=proved.safe, mines=proved.mines)

    def _find_core(self, shown: Shown, contradiction: ContradictionError) -> Core | None:
        """A minimal core, if there is time to find one."""
        try:
            return self._ledger.find_core(shown, contradiction, self._budget.renewed())
        except LimitError:
            return None

    def _inconsistent(self, core: Core | None) -> InconsistentBoardError:
        if core is None:
            return InconsistentBoardError(None, uses_total=None, liars=self._liars)
        cells = [self._start.cell(number) for number in core.clues]
        return InconsistentBoardError(
            cells, uses_total=core.uses_total, uses_rules=core.uses_rules, liars=self._liars
        )

    def _consequences(self, mines: ArrayLike, safe: ArrayLike) -> Consequences:
        shape = (self._start.height, self._start.width)
        shown = None
        if shape[0] * shape[1] <= NOTEBOOK_CELLS:  # larger ones are not drawn, and cost no copy
            states, uncertain = self._ledger.shown
            shown = states.copy(), dict(uncertain)
        return Consequences(shape, mines=mines, safe=safe, shown=shown)


def _checked_liars(board: Board, liars: int, rules: Rules | None) -> int:
    number = whole("liars", liars)
    if number == 0:
        return 0
    clues = board.clues
    if not 0 <= number <= len(clues):
        raise ValueError(
            f"liars is {number}; expected 0 to {len(clues)}, the number of clues on the board"
        )
    if rules is not None:
        raise ValueError("liars and rules exclude each other; expected one of them")
    if any(not isinstance(clue, int) and clue.likelihood for clue in clues.values()):
        raise ValueError(
            "liars and clues with likelihoods exclude each other: a clue model says already how "
            "likely its clues are to be off"
        )
    return number
