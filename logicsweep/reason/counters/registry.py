"""Counting engines that start from a board's constraints alone, to judge the elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND
from logicsweep.errors import LimitError, UnknownNameError, counted
from logicsweep.formulas.names import MCC_FILE, is_command
from logicsweep.limits import Budget
from logicsweep.reason.counters.names import ELIMINATION, GANAK, MODELS, is_counter
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.system import ConstraintSystem
from logicsweep.tables.enumerated import ListedMarginals
from logicsweep.tables.model_count import Marginals


def check_command(name: str, known: Sequence[str], kind: str) -> None:
    """Raise an error unless a name that is not known is the command of a program that is there.

    Raises `UnknownNameError`, `ArgumentError` and `CommandError`. `kind` is the kind of the name.
    """
    if GANAK not in known or not is_command(name, MCC_FILE):
        besides = "; or a command, as 'ganak {mcc}'" if GANAK in known else ""
        raise UnknownNameError(kind, name, known, besides=besides)
    from logicsweep.formulas.command import command_of

    command_of(name, MCC_FILE, "engine")


def check_weights(engine: str, constraints: Iterable[Constraint]) -> None:
    """Raise ValueError when a counter, which has no weights, would need them for constraints."""
    sources = [constraint.source for constraint in constraints if constraint.is_weighted]
    if is_counter(engine) and sources:
        are_clues = any(source != BACKGROUND for source in sources)
        weights = (
            "clues of this board have likelihoods" if are_clues else "each cell has its density"
        )
        raise ValueError(
            f"the counting engine {engine} cannot weigh layouts, and {weights}; expected "
            f"{ELIMINATION} or {MODELS}"
        )


def independent_marginals(
    board: Board,
    engine: str,
    density: Fraction | None,
    *,
    system: ConstraintSystem,
    weights: Iterable[Constraint] = (),
    hidden_cells: int = 0,
    reasoner: Engine,
    time_limit: float | None,
    tell: Callable[[int], object] = lambda _: None,
    check: Callable[[int, int], object] = lambda *_: None,
) -> Marginals:
    """Count a consistent board with `models` (of a reasoner), `ganak` or the command of a counter.

    `system` has the constraints of the board, and perhaps others; `weights` weigh its cells. So
    many `hidden_cells` are counted along with those of the board. `tell` hears how many models have
    been listed, and `check` is as for `command_counter`. Raises `LimitError`,
    `MissingLibraryError` without pyganak, and `CommandError`. Ask `check_command` and
    `check_weights` before.
    """
    if is_counter(engine):
        from logicsweep.formulas.cnf import encode_cnf
        from logicsweep.reason.counters.projected import ProjectedMarginals, command_counter, ganak

        is_ganak = engine == GANAK
        counter = ganak(time_limit) if is_ganak else command_counter(engine, check, time_limit)
        return ProjectedMarginals(board, encode_cnf(system), counter, engine)
    with closing(reasoner.reasoner(system, Budget(time_limit))) as asked:
        weighing = (*system.constraints, *weights)
        models = _listed(asked.models(), tell)
        return ListedMarginals(board, models, density, weighing, hidden_cells)


def _listed(
    models: Iterable[frozenset[int]], tell: Callable[[int], object]
) -> Iterator[frozenset[int]]:
    """Yield the models, and tell how many so far; a `LimitError` says how many were listed."""
    listed = 0
    try:
        for listed, model in enumerate(models, start=1):
            tell(listed)
            yield model
    except LimitError as error:
        raise LimitError(
            f"{error.limit}; {counted(listed, 'layout')} listed by then, one by one, which the "
            f"counting engine {ELIMINATION} does without"
        ) from None
