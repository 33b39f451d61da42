"""Counting engines that start from a board's constraints alone, to judge the elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from fractions import Fraction

import numpy as np

from logicsweep.board.board import Board
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import BACKGROUND
from logicsweep.count.engines.enumeration import EnumeratedQueries
from logicsweep.count.engines.names import ELIMINATION, ENGINES, GANAK, MODELS, EngineName
from logicsweep.count.queries import MarginalQueries
from logicsweep.errors import LimitError, UnknownNameError, counted
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.system import ConstraintSystem


def check_weights(engine: EngineName, constraints: Iterable[Constraint]) -> None:
    """Raise ValueError when ganak, which has no weights, would need them for constraints."""
    sources = [constraint.source for constraint in constraints if constraint.is_weighted]
    if engine == GANAK and sources:
        are_clues = any(source != BACKGROUND for source in sources)
        weights = (
            "clues of this board have likelihoods" if are_clues else "each cell has its density"
        )
        raise ValueError(
            f"the counting engine {GANAK} cannot weigh layouts, and {weights}; expected "
            f"{ELIMINATION} or {MODELS}"
        )


def independent_queries(
    board: Board,
    engine: EngineName,
    density: Fraction | None,
    *,
    system: ConstraintSystem,
    weights: Iterable[Constraint] = (),
    hidden_cells: int = 0,
    reasoner: Engine,
    time_limit: float | None,
    tell: Callable[[int], object] = lambda _: None,
) -> MarginalQueries:
    """Count a consistent board with the engine `models` (of a reasoner) or `ganak`.

    `system` has the constraints of the board, and perhaps others; `weights` weigh its cells. So
    many `hidden_cells` are counted along with those of the board. `tell` hears how many models have
    been listed. Raises `UnknownNameError`, `LimitError`, and `MissingLibraryError` without pyganak.
    Ask `check_weights` before.
    """
    if engine not in ENGINES:
        raise UnknownNameError("counting engine", engine, ENGINES)
    covered = np.zeros(board.grid.size, dtype=np.bool_)
    covered[[cell for cell in system.cells if cell < covered.size]] = True
    known = len(board.known_mines)
    has_total = board.total_mines is not None
    queries: MarginalQueries
    if engine == GANAK:
        from logicsweep.count.engines.ganak import GanakQueries
        from logicsweep.formulas.cnf import encode_cnf

        queries = GanakQueries(
            encode_cnf(system), covered, known=known, has_total=has_total, time_limit=time_limit
        )
    else:
        with closing(reasoner.reasoner(system, Budget(time_limit))) as asked:
            queries = EnumeratedQueries(
                _listed(asked.models(), tell),
                covered,
                known=known,
                has_total=has_total,
                density=density,
                constraints=(*system.constraints, *weights),
                hidden_cells=hidden_cells,
            )
    return queries


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
