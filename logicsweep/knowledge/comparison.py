"""Every cardinality encoding, solver and engine on one board: cells, times and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.formulas.base import Statistics
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    NATIVE,
    CardinalityName,
    EncodingName,
)
from logicsweep.formulas.names import CNF, LP_GROUND, FormulaFormat
from logicsweep.formulas.registry import encode
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.names import (
    CLAUSAL_SOLVERS,
    NATIVE_SOLVERS,
    REASONERS,
    ReasonerName,
    SolverName,
)
from logicsweep.reason.solvers.protocol import Reasoner
from logicsweep.reason.solvers.sat import SatReasoner
from logicsweep.system.statements import constraints_of
from logicsweep.system.system import ConstraintSystem, Decided

# The encoding of the whole board as one logic program, and of none at all.
PROGRAM: Final = "answer sets"
PARTS: Final = "in components"

# The number of configurations that `compare` measures.
CONFIGURATIONS: Final = (
    len(ENCODINGS) * len(CLAUSAL_SOLVERS) + len(NATIVE_SOLVERS) + 1 + len(REASONERS)
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """One encoding and solver, and how long they took.

    Attributes:
        encoding: The encoding of cardinality constraints; `answer sets` for the board as one logic
            program, `in components` for the engines of the knowledge base.
        solver: The name of the solver, `clingo`, or the name of the reasoner.
        variables: The number of variables; None in components, or where none were made in time.
        auxiliary: The number of them that are auxiliary, or None.
        clauses: The number of clauses, or None.
        encode: The seconds until the solver holds the board; None in components, where encoding and
            proving alternate.
        prove: The seconds from there to all verdicts; in components, all of the time.
        consistent: Whether the board is consistent; None at a limit.
        mines: The number of cells proved mines; None at a limit or a conflict.
        safe: The number of cells proved safe; None at a limit or a conflict.
        limit: The limit that was reached, in words, or None. The times and verdicts after it are
            None.
    """

    encoding: str
    solver: str
    variables: int | None
    auxiliary: int | None
    clauses: int | None
    encode: float | None
    prove: float | None
    consistent: bool | None
    mines: int | None
    safe: int | None
    limit: str | None


class Measured(NamedTuple):
    """A configuration of `compare`, measured.

    Attributes:
        configuration: The encoding and solver, and what they took.
        verdicts: The cells proved mines and safe, by number; None on an inconsistent board, and at
            a limit.
    """

    configuration: Configuration
    verdicts: Decided[frozenset[int]] | None

    @classmethod
    def of(
        cls,
        encoding: str,
        solver: str,
        size: Statistics | None = None,
        times: tuple[float | None, float | None] = (None, None),
        *,
        verdicts: Decided[frozenset[int]] | None = None,
        limit: str | None = None,
    ) -> Measured:
        """Make a row of the size of an encoding, the times to encode and to prove, and verdicts."""
        configuration = Configuration(
            encoding=encoding,
            solver=solver,
            variables=None if size is None else size.variables,
            auxiliary=None if size is None else size.auxiliary,
            clauses=None if size is None else size.clauses,
            encode=times[0],
            prove=times[1],
            consistent=None if limit else verdicts is not None,
            mines=None if verdicts is None else len(verdicts.mines),
            safe=None if verdicts is None else len(verdicts.safe),
            limit=limit,
        )
        return cls(configuration, verdicts)


def compare_encodings(board: Board, *, time_limit: float | None) -> Iterator[Measured]:
    """Prove all verdicts in every configuration, one after the other.

    All configurations but the last three hold the whole board, mine count included, in one solver;
    the last three are the engines of the knowledge base, which split the board into components.

    Args:
        board: The board to solve.
        time_limit: The seconds for each configuration; None for no limit.

    Yields:
        A row of cells, times and verdicts for each configuration. A limit that is reached is part
        of the row, not an error.
    """
    system = constraints_of(board)
    nothing = ConstraintSystem((), ())
    for warm in (SatReasoner(nothing), AspReasoner(nothing)):
        warm.solve()  # libraries are loaded before anything is timed
        warm.close()
    every: tuple[CardinalityName, ...] = (*ENCODINGS, NATIVE)
    for encoding in every:
        size, limit = _size(board, CNF, encoding, time_limit)
        for solver in NATIVE_SOLVERS if encoding == NATIVE else CLAUSAL_SOLVERS:
            if limit is not None:
                yield Measured.of(encoding, solver, limit=limit)
                continue
            make = _sat(system, solver, None if encoding == NATIVE else encoding)
            yield _measured(board, encoding, solver, size, make, time_limit=time_limit)
    size, _ = _size(board, LP_GROUND, None, time_limit)
    yield _measured(
        board,
        PROGRAM,
        "clingo",
        size,
        lambda budget: AspReasoner(system, budget=budget),
        time_limit=time_limit,
    )
    for reasoner in REASONERS:
        yield _in_components(board, reasoner, time_limit)


def agree(rows: Sequence[Measured]) -> bool:
    """Tell whether all configurations that reached an answer have the same verdicts."""
    return len({row.verdicts for row in rows if row.configuration.limit is None}) <= 1


def _sat(
    system: ConstraintSystem, solver: SolverName, cardinality: EncodingName | None
) -> Callable[[Budget], Reasoner]:
    chosen = cardinality or DEFAULT_ENCODING
    return lambda budget: SatReasoner(system, solver=solver, cardinality=chosen, budget=budget)


def _size(
    board: Board, to: FormulaFormat, cardinality: CardinalityName | None, time_limit: float | None
) -> tuple[Statistics | None, str | None]:
    """Measure an encoding, or name the limit that was reached."""
    try:
        encoding = encode(board, to, cardinality=cardinality, time_limit=time_limit)
    except LimitError as error:
        return None, error.limit
    return encoding.statistics, None


def _measured(
    board: Board,
    encoding: str,
    solver: str,
    size: Statistics | None,
    make: Callable[[Budget], Reasoner],
    *,
    time_limit: float | None,
) -> Measured:
    """Measure how long a solver takes to load an encoding, and to prove its verdicts."""
    loaded = None
    reasoner = make(Budget(time_limit))
    start = perf_counter()
    try:
        reasoner.prepare()
        loaded = perf_counter() - start
        backbone = reasoner.consequences()
        proved = perf_counter() - start - loaded
    except LimitError as error:
        return Measured.of(encoding, solver, size, (loaded, None), limit=error.limit)
    finally:
        reasoner.close()
    verdicts = None
    if backbone is not None:  # cells of a key come after those of the board
        mines, safe = backbone.decided
        on_board = range(board.grid.size)
        verdicts = Decided(mines.intersection(on_board), safe.intersection(on_board))
    return Measured.of(encoding, solver, size, (loaded, proved), verdicts=verdicts)


def _in_components(board: Board, reasoner: ReasonerName, time_limit: float | None) -> Measured:
    """Measure how long a knowledge base takes, which proves component by component."""
    start = perf_counter()
    kb = KnowledgeBase(board, reasoner=reasoner, time_limit=time_limit)
    verdicts = None
    try:
        if kb.has_layout():
            consequences = kb.consequences()
            verdicts = Decided(
                frozenset(map(board.number, consequences.mines)),
                frozenset(map(board.number, consequences.safe)),
            )
    except LimitError as error:
        return Measured.of(PARTS, reasoner, limit=error.limit)
    return Measured.of(PARTS, reasoner, None, (None, perf_counter() - start), verdicts=verdicts)
