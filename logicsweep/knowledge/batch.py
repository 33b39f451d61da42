"""Mine probabilities and verdicts of one board or of many at once, from array to array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.arguments import by_name
from logicsweep.board.adjacency import Adjacency
from logicsweep.board.array_codes import AnyCode, CellCodes
from logicsweep.board.state import covered_mask
from logicsweep.board.total import AnyDensity
from logicsweep.board.verdicts import Consequences, Mask
from logicsweep.errors import InconsistentBoardError
from logicsweep.kernel import quick
from logicsweep.kernel.context import CLASH, OK, Status
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.kernel.whole import marginals_of_many, verdicts_of_many
from logicsweep.knowledge.arrays import Boards, Coding, Totals, boards_in, in_parts
from logicsweep.knowledge.base import DEFAULT_REASONER, KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.proving import proved_verdicts
from logicsweep.reason.solvers.engine import Engine, engine_of
from logicsweep.reason.solvers.names import SOLVERS, ReasonerName, SolverName

if TYPE_CHECKING:
    from logicsweep.board.rules.rules import AnyRules
    from logicsweep.constraints.cardinality import Constraint
    from logicsweep.tables.counted import FloatArray

INCONSISTENT: Final = -3
"""The number in `verdicts` of all cells of a board that no layout agrees with."""

OnInconsistent = Literal["raise", "nan"]


class Probabilities(NamedTuple):
    """The mine probabilities of boards, where some may be inconsistent.

    Attributes:
        probabilities: The probability of a mine in every covered cell, nan in all others, and in
            all cells of an inconsistent board; float64 of shape (N, height, width), or (height,
            width) for one board.
        consistent: Whether some layout agrees with each board; bool of shape (N,), or () for one.
    """

    probabilities: FloatArray
    consistent: Mask


@overload
def probabilities(
    boards: ArrayLike,
    *,
    mines: Totals = None,
    density: AnyDensity | None = None,
    covered: AnyCode = None,
    flag: AnyCode = None,
    mine: AnyCode = None,
    adjacency: Adjacency | None = None,
    rules: AnyRules | None = None,
    liars: int = 0,
    constraints: Sequence[Constraint] = (),
    inconsistent: Literal["raise"] = "raise",
    threads: int = 1,
    time_limit: float | None = None,
) -> FloatArray: ...


@overload
def probabilities(
    boards: ArrayLike,
    *,
    mines: Totals = None,
    density: AnyDensity | None = None,
    covered: AnyCode = None,
    flag: AnyCode = None,
    mine: AnyCode = None,
    adjacency: Adjacency | None = None,
    rules: AnyRules | None = None,
    liars: int = 0,
    constraints: Sequence[Constraint] = (),
    inconsistent: Literal["nan"],
    threads: int = 1,
    time_limit: float | None = None,
) -> Probabilities: ...


@by_name
def probabilities(
    boards: ArrayLike,
    *,
    mines: Totals = None,
    density: AnyDensity | None = None,
    covered: AnyCode = None,
    flag: AnyCode = None,
    mine: AnyCode = None,
    adjacency: Adjacency | None = None,
    rules: AnyRules | None = None,
    liars: int = 0,
    constraints: Sequence[Constraint] = (),
    inconsistent: OnInconsistent = "raise",
    threads: int = 1,
    time_limit: float | None = None,
) -> FloatArray | Probabilities:
    """Return the mine probabilities of one board, or of many of one size, from array to array.

    They are those of `KnowledgeBase.probabilities` for each board.

    No value is off by more than 1e-12, and a value is exactly 0 or 1 if and only if the board, with
    its mine count, decides the cell. The native kernel counts the boards; those that it leaves open
    are counted one by one.

    Args:
        boards: A board, an array of shape (height, width), or many, of shape (N, height, width),
            with the codes of `Board.from_array`, the same in all: a clue is its own number. A
            masked or missing value is a covered cell. A board has at most 10,000,000 cells.
        mines: The total number of mines, known mines included: a number or a range, a tuple
            `(lower, upper)`, for every board; or a list or an array of N numbers, one for each.
            None if it is unknown; then a density is needed.
        density: The prior probability of a mine in a cell, where the mine count is unknown; or a
            table of one for each cell, as in `Board`, the same for all boards.
        covered: The number or the text of a covered cell. None: -1, or the value that is clear.
        flag: The number or the text of a flagged cell; None: only the text "F".
        mine: The number or the text of a known mine; None: only the text "*".
        adjacency: The neighbours of each cell; by default the eight cells around it.
        rules: The rules of all boards, as in `Board`. Boards with rules, liars, constraints or a
            density for each cell are counted one by one.
        liars: The most clues that may be wrong on each of them.
        constraints: Constraints that the layouts of each board satisfy as well, as in `Board`.
        inconsistent: The way to treat a board that no layout agrees with: `raise`, or `nan` to fill
            it with nan and return `Probabilities`, which says which boards are consistent.
        threads: The number of threads, 1 to 256. The kernel runs in all of them at once; boards
            that Python counts wait for each other.
        time_limit: The seconds that the whole call may take; None for no limit.

    Returns:
        The probability of a mine in every covered cell, nan in all others: float64 of the shape
        that was given. With `inconsistent="nan"`, `Probabilities`.

    Raises:
        ValueError: The array has another shape, a board holds an unknown value (the message names
            the board and the cell), an argument is out of range, or neither mine count nor density
            is known.
        TypeError: An argument has the wrong type.
        InconsistentBoardError: No layout agrees with a board; `index` is its number, the first of
            several, and None where one board was given.
        LimitError: The time limit was reached, or a board takes more memory than counting may; the
            message names the board if it is the fault of one.
    """
    if (
        (density is None and (covered is None or covered == -1) and flag is None and mine is None)
        and (adjacency is None and rules is None and not liars and not constraints)
        and (inconsistent == "raise" and threads == 1 and time_limit is None)
    ):
        quickly = quick.marginals_of(boards, mines)
        if quickly is not None:
            return quickly
    budget = Budget(time_limit)
    if inconsistent not in ("raise", "nan"):
        raise ValueError(f"inconsistent is {inconsistent!r}; expected 'raise' or 'nan'")
    codes = CellCodes(covered, flag, mine)
    coding = Coding(mines, density, codes, adjacency, rules, liars, constraints)
    batch = boards_in(boards, coding, threads, budget)
    if batch.bounds is None and density is None:
        raise ValueError("mines and density are both None; expected one of them")
    marginals = np.full(batch.grids.shape, np.nan)

    def count_part(part: slice, statuses: NDArray[np.int32]) -> None:
        prior = batch.density if batch.bounds is None else batch.bounds[part]
        marginals_of_many(batch.grids[part], prior, batch.near, marginals[part], statuses)

    raises = inconsistent == "raise"
    kernel = count_part if batch.are_ordinary else None
    count_one = partial(batch.ask, KnowledgeBase.probabilities)
    consistent = _answer(marginals, batch, kernel, count_one, raises=raises)
    answer = marginals[0] if batch.is_one else marginals
    if raises:
        return answer
    return Probabilities(answer, consistent.reshape(()) if batch.is_one else consistent)


def _answer(
    answers: NDArray[Any],
    batch: Boards,
    by_kernel: Callable[[slice, NDArray[np.int32]], None] | None,
    by_itself: Callable[[int], NDArray[Any]],
    *,
    raises: bool,
) -> NDArray[np.bool_]:
    """Answer for all boards: by the kernel, and one by one for those that it leaves open.

    Returns whether each board is consistent; with `raises`, the first that is not is an error.
    """
    statuses = np.full(len(batch.grids), int(Status.WIDE), dtype=np.int32)
    if by_kernel is not None:
        shape, threads, budget = batch.grids.shape, batch.threads, batch.budget
        in_parts(shape, lambda part: by_kernel(part, statuses[part]), threads, budget)
    for index in (statuses != OK).nonzero()[0].tolist():
        try:
            if raises or statuses[index] != CLASH:
                answers[index] = by_itself(index)
        except InconsistentBoardError:
            if raises:
                raise
            statuses[index] = CLASH
    return np.asarray(statuses != CLASH)


@by_name
def verdicts(
    boards: ArrayLike,
    *,
    mines: Totals = None,
    covered: AnyCode = None,
    flag: AnyCode = None,
    mine: AnyCode = None,
    adjacency: Adjacency | None = None,
    rules: AnyRules | None = None,
    liars: int = 0,
    constraints: Sequence[Constraint] = (),
    reasoner: ReasonerName = DEFAULT_REASONER,
    solver: SolverName | str | None = None,
    inconsistent: Literal["raise", "mark"] = "raise",
    threads: int = 1,
    time_limit: float | None = None,
) -> VerdictArray:
    """Return the verdicts on one board, or on many of one size, from array to array.

    They are those of `KnowledgeBase.consequences` for each board, and proved in the same way.

    Args:
        boards: As for `probabilities`; so are the arguments that this list leaves out.
        mines: As for `probabilities`; None if it is unknown.
        reasoner: One of `REASONERS`, as in `KnowledgeBase`. `elimination` takes verdicts from
            tables alone, in one call for all boards.
        solver: As in `KnowledgeBase`.
        inconsistent: The way to treat a board that no layout agrees with: `raise`, or `mark` to
            fill it with `INCONSISTENT`, -3.
        threads: The number of threads, 1 to 256. Only tables run in all of them at once.
        time_limit: The seconds that the whole call may take; None for no limit.

    Returns:
        The verdict on every cell: 1 for a mine, 0 for a safe cell, -1 for an undetermined one, and
        -2 for a cell that is not covered; int8 of the shape that was given.

    Raises:
        ValueError: The array has another shape, a board holds an unknown value (the message names
            the board and the cell), or an argument is out of range.
        TypeError: An argument has the wrong type.
        UnknownNameError: `reasoner` is not one of `REASONERS`; for `solver` an
            `UnknownSolverError`.
        InconsistentBoardError: No layout agrees with a board; `index` is its number, the first of
            several, and None where one board was given.
        LimitError: The time limit was reached; the message names the board if it is the fault of
            one.
    """
    engine = engine_of(reasoner, solver)
    if (
        ((covered is None or covered == -1) and flag is None and mine is None)
        and (
            adjacency is None
            and rules is None
            and not liars
            and not constraints
            and inconsistent == "raise"
        )
        and (threads == 1 and time_limit is None and engine.propagates and engine.solver in SOLVERS)
    ):
        quickly = quick.verdicts_of(boards, mines, certify=engine.certifies)
        proved = proved_verdicts(quickly, engine, Budget())
        if proved is not None:
            return proved
    budget = Budget(time_limit)
    if inconsistent not in ("raise", "mark"):
        raise ValueError(f"inconsistent is {inconsistent!r}; expected 'raise' or 'mark'")
    codes = CellCodes(covered, flag, mine)
    coding = Coding(mines, None, codes, adjacency, rules, liars, constraints)
    batch = boards_in(boards, coding, threads, budget)
    answer = np.empty(batch.grids.shape, dtype=np.int8)

    def tabulate(part: slice, statuses: NDArray[np.int32]) -> None:
        bounds = None if batch.bounds is None else batch.bounds[part]
        verdicts_of_many(batch.grids[part], bounds, batch.near, answer[part], statuses)

    raises = inconsistent == "raise"
    kernel = tabulate if batch.are_ordinary and engine.tabulates else None
    prove_one = partial(_proved, batch, engine, solver)
    consistent = _answer(answer, batch, kernel, prove_one, raises=raises)
    if not raises:
        answer[~consistent] = INCONSISTENT
    return answer[0] if batch.is_one else answer


def _proved(
    batch: Boards, engine: Engine, solver: SolverName | str | None, index: int
) -> VerdictArray:
    """Return the verdicts on one board. Raises `InconsistentBoardError` and `LimitError`."""
    if batch.are_ordinary and engine.certifies and engine.solver in SOLVERS:
        batch.budget.check()
        bounds = None if batch.bounds is None else batch.bounds[index].tolist()
        quickly = quick.certified(batch.grids[index], batch.near, bounds)
        proved = proved_verdicts(quickly, engine, batch.budget)
        if proved is not None:
            return proved
    how = {"reasoner": engine.name, "solver": solver}
    return verdict_array(batch.ask(KnowledgeBase.consequences, index, **how))


def verdict_array(proved: Consequences) -> VerdictArray:
    """Return the verdicts on a board as `verdicts` does."""
    answer = np.where(covered_mask(proved.board.grid), np.int8(-1), np.int8(-2))
    answer[proved.safe_mask] = 0
    answer[proved.mine_mask] = 1
    return answer
