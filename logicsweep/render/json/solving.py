"""The JSON answers of `solve` and `count`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import asdict
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell as BoardCell
from logicsweep.board.verdicts import Consequences
from logicsweep.count.layouts import ClueDistribution
from logicsweep.count.model_count import KeyChances, ModelCount
from logicsweep.errors import MissingDensityError
from logicsweep.render.asked import Asked, Trouble
from logicsweep.render.counts import Likely, decimal
from logicsweep.render.json import base

Safe = Annotated[base.Cells, Meta(description="The cells proved safe, in reading order.")]
Mines = Annotated[base.Cells, Meta(description="The cells proved mines, in reading order.")]
Models = Annotated[
    base.Digits | None,
    Meta(
        description="The number of layouts that agree with the board; null if not counted. A "
        "string, since it may exceed 2^53."
    ),
]
Probabilities = Annotated[
    tuple[tuple[base.Chance | None, ...], ...] | None,
    Meta(
        description="The probability of a mine in each cell, in [0, 1], row by row: `height` rows "
        "of `width` numbers, null for cells that are not covered. It is 0 exactly for cells "
        "proved safe and 1 exactly for cells proved mines. Null if not counted, or if the mine "
        "count is unknown and no density was given."
    ),
]


class Key(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What the hidden key of the rule for clues may be.

    Attributes:
        about: What the key is, in words.
        rows: The names of its rows: letters, or numbers of rows of the board; one row without a
            name for a direction.
        columns: The names of its columns: numbers of mines, numbers of columns of the board, or
            directions.
        chances: For each row, the probability that each of its cells is marked; a row adds up to 1.
    """

    about: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    chances: tuple[tuple[base.Exact, ...], ...]


KeyField = Annotated[
    Key | None,
    Meta(
        description="What the hidden key may be; null if no rule has one, if nothing was counted, "
        "or if the mine count is unknown and no density was given."
    ),
]


class WrongClue(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How likely a clue is wrong.

    Attributes:
        probability: The probability that the clue is wrong.
    """

    cell: base.Cell
    probability: base.Exact


WrongField = Annotated[
    tuple[WrongClue, ...] | None,
    Meta(
        description="The probability that each clue is wrong, in reading order; null without "
        "liars, if nothing was counted, or if the mine count is unknown and no density was given."
    ),
]
NotCounted = Annotated[None, Meta(description="Always null: the layouts were not counted.")]


class Solution(base.AboutBoard, kw_only=True, frozen=True):
    """The verdicts on all covered cells, and the probabilities of mines.

    Attributes:
        undetermined: How many covered cells are neither proved safe nor mines.
    """

    consistent: base.Yes
    safe: Safe
    mines: Mines
    undetermined: base.Number
    models: Models
    probabilities: Probabilities
    key: KeyField
    wrong: WrongField
    liars: base.Liars


class SolutionLimited(base.AboutBoard, kw_only=True, frozen=True):
    """What `solve` has proved when a limit is reached.

    Attributes:
        consistent: True if only counting reached the limit: then the verdicts are complete. Null if
            proving did: then it is not yet known whether any layout exists.
        undetermined: How many covered cells are undetermined; null if proving reached the limit,
            since nothing is known of the cells not listed.
    """

    consistent: bool | None
    error: base.Message
    kind: base.LimitKind
    place: base.Nowhere
    limit: base.LimitReached
    safe: Safe
    mines: Mines
    undetermined: base.Number | None
    models: NotCounted
    probabilities: NotCounted
    liars: base.Liars


class CountedCell(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The exact probabilities of one cell.

    Attributes:
        probability: The probability of a mine.
        clues: The probability that the cell is safe and shows 0, 1, 2, ... mines around it, by that
            number; null without --distribution.
    """

    cell: base.Cell
    probability: base.Exact
    clues: tuple[base.Exact, ...] | None


class Count(base.AboutBoard, kw_only=True, frozen=True):
    """The number of layouts, and exact probabilities.

    Attributes:
        density: The prior probability of a mine in a cell, given by --density or by the board; a
            list of rows where the board gives one for each cell; null if neither does.
        engine: The engine that counted.
        models: The number of layouts that agree with the board. A string, since it may exceed 2^53.
        expected_mines: The expected number of mines on the board; null if the mine count is unknown
            and no density was given.
        cells: The cells named on the command line; null if none was.
    """

    consistent: base.Yes
    density: base.AnyDensity
    engine: str
    models: base.Digits
    expected_mines: base.Exact | None
    probabilities: Probabilities
    key: KeyField
    wrong: WrongField
    cells: tuple[CountedCell, ...] | None
    liars: base.Liars


class CountLimited(base.Limited, kw_only=True, frozen=True):
    """What is proved when `count` reaches a limit."""

    models: NotCounted
    probabilities: NotCounted


def solution(
    asked: Asked, board: Board, proved: Consequences, likely: Likely | None, liars: int
) -> Solution:
    """Answer about a consistent board; `likely` is None without counting."""
    return Solution(
        **base.about(asked, board),
        consistent=True,
        safe=base.pairs(sorted(proved.safe)),
        mines=base.pairs(sorted(proved.mines)),
        undetermined=_undetermined(board, proved),
        models=None if likely is None else decimal(likely.total),
        probabilities=probability_rows(None if likely is None else likely.probabilities),
        key=None if likely is None else _key(likely.key),
        wrong=None if likely is None else _wrong(likely.wrong),
        liars=liars,
    )


def _key(key: KeyChances | None) -> Key | None:
    return None if key is None else base.filled(Key, key)


def _wrong(chances: Mapping[BoardCell, Fraction] | None) -> tuple[WrongClue, ...] | None:
    if chances is None:
        return None
    return tuple(
        [WrongClue(cell=at, probability=base.exact(chance)) for at, chance in chances.items()]
    )


def solution_limited(
    asked: Asked,
    why: Trouble,
    board: Board,
    proved: Consequences,
    *,
    limit: str,
    liars: int,
    all_proved: bool,
) -> SolutionLimited:
    """Answer where proving reached a limit, or only counting (`all_proved`)."""
    return SolutionLimited(
        **base.about(asked, board),
        consistent=True if all_proved else None,
        **base.trouble(why),
        limit=limit,
        safe=base.pairs(sorted(proved.safe)),
        mines=base.pairs(sorted(proved.mines)),
        undetermined=_undetermined(board, proved) if all_proved else None,
        models=None,
        probabilities=None,
        liars=liars,
    )


def count(
    asked: Asked,
    board: Board,
    model_count: ModelCount,
    cells: Mapping[BoardCell, ClueDistribution | None],
    *,
    engine: str,
    density: Fraction | None,
    liars: int,
) -> Count:
    """Answer with a count; `cells` are those named, with a distribution or None."""
    expected, rows, key, wrong = None, None, None, None
    with suppress(MissingDensityError):
        expected = base.exact(model_count.expected_mines)
        rows = probability_rows(model_count.probabilities())
        key = _key(model_count.key)
        wrong = _wrong(model_count.wrong)
    return Count(
        **base.about(asked, board),
        consistent=True,
        density=base.density_entry(density, board),
        engine=engine,
        models=decimal(model_count.total),
        expected_mines=expected,
        probabilities=rows,
        key=key,
        wrong=wrong,
        cells=tuple(
            CountedCell(
                cell=cell,
                probability=base.exact(model_count.probability(cell)),
                clues=None if outcomes is None else tuple(map(base.exact, outcomes.clues)),
            )
            for cell, outcomes in cells.items()
        )
        or None,
        liars=liars,
    )


def count_limited(
    asked: Asked, why: Trouble, board: Board, proved: Consequences, limit: str
) -> CountLimited:
    """Answer where counting, or proving before it, reached a limit."""
    answer = base.limited(asked, why, board, proved, limit)
    return CountLimited(**asdict(answer), models=None, probabilities=None)


def probability_rows(
    chances: NDArray[np.float64] | None,
) -> tuple[tuple[float | None, ...], ...] | None:
    """Return the chances row by row, None for cells that are not covered; None without any."""
    if chances is None:
        return None
    return tuple(
        tuple([None if is_open else chance for chance, is_open in zip(row, mask, strict=True)])
        for row, mask in zip(chances.tolist(), np.isnan(chances).tolist(), strict=True)
    )


def _undetermined(board: Board, proved: Consequences) -> int:
    return len(board.covered) - len(proved.safe) - len(proved.mines)
