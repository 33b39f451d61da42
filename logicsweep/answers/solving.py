"""The JSON answers of `solve` and `count`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from numpy.typing import NDArray

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.board.board import Cell as BoardCell
from logicsweep.board.digits import Digits
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.reason.counters.names import ELIMINATION, MODELS
from logicsweep.tables.model_count import KeyChances, LeastRisky, ModelCount

if TYPE_CHECKING:
    from logicsweep.knowledge.base import KnowledgeBase

Safe = Annotated[base.Cells, Meta(description="The cells proved safe, in reading order.")]
Mines = Annotated[base.Cells, Meta(description="The cells proved mines, in reading order.")]
Models = Annotated[
    Digits | None,
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

_UNCOUNTED: Final = "; the verdicts are complete, but the layouts are not counted"


LeastField = Annotated[
    LeastRisky | None,
    Meta(
        description="The covered cells with the lowest probability of a mine; null if not counted, "
        "or if the mine count is unknown and no density was given."
    ),
]


KeyField = Annotated[
    KeyChances | None,
    Meta(
        description="What the hidden key may be; null if no rule has one, if nothing was counted, "
        "or if the mine count is unknown and no density was given."
    ),
]


class WrongClue(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A clue, with the probability that it is wrong.

    Attributes:
        probability: The probability that the clue is wrong.
    """

    cell: base.Cell
    probability: Fraction


WrongField = Annotated[
    tuple[WrongClue, ...] | None,
    Meta(
        description="The probability that each clue is wrong, in reading order; null without "
        "liars, if nothing was counted, or if the mine count is unknown and no density was given."
    ),
]


class Solution(base.AboutBoard, kw_only=True, frozen=True):
    """The verdicts on all covered cells, and the probabilities of mines.

    Attributes:
        undetermined: The number of covered cells that are neither proved safe nor mines.
        needs_total: Whether some verdict does not follow without the mine count; null if unknown.
    """

    consistent: base.Yes
    safe: Safe
    mines: Mines
    undetermined: base.Number
    needs_total: bool | None
    models: Models
    probabilities: Probabilities
    least_risky: LeastField
    key: KeyField
    wrong: WrongField
    liars: base.Liars


class CountedCell(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The exact probabilities of one cell.

    Attributes:
        probability: The probability of a mine.
        clues: The probability that the cell is safe and shows 0, 1, 2, ... mines around it, by that
            number; null without --distribution.
    """

    cell: base.Cell
    probability: Fraction
    clues: tuple[Fraction, ...] | None


class ConfiguredCell(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A cell of a component.

    Attributes:
        configurations: The number of configurations in which the cell is a mine.
        probability: The exact probability of a mine; null where it depends on an unknown density.
            It is no share of the configurations, which weigh differently with their mines.
    """

    cell: base.Cell
    configurations: base.Number
    probability: Fraction | None


class Configured(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A component, the undecided cells that clues tie together, and the mines it may hold.

    Attributes:
        cells: Its cells, in reading order.
        configurations: The mines of each configuration, all of which are part of some layout.
    """

    cells: tuple[ConfiguredCell, ...]
    configurations: tuple[base.Cells, ...]


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
        components: The components with their configurations; absent without --components.
        certificate: The folder of the certificate of the count; absent without -o.
    """

    consistent: base.Yes
    density: base.AnyDensity
    engine: str
    models: Digits
    expected_mines: Fraction | None
    probabilities: Probabilities
    least_risky: LeastField
    key: KeyField
    wrong: WrongField
    cells: tuple[CountedCell, ...] | None
    liars: base.Liars
    components: tuple[Configured, ...] | UnsetType = UNSET
    certificate: str | UnsetType = UNSET


def solution(asked: Asked, kb: KnowledgeBase) -> Solution:
    """Answer with the verdicts on a consistent board, before anything is counted.

    Raises as `KnowledgeBase.consequences` does.
    """
    board, proved = kb.board, kb.consequences()
    return Solution(
        **base.about(asked, board),
        consistent=True,
        **base.verdicts(proved),
        undetermined=int(board.covered_mask.sum()) - len(proved.safe) - len(proved.mines),
        needs_total=kb.needs_total(),
        models=None,
        **_likely(None),
        liars=kb.liars,
    )


def proved(asked: Asked, kb: KnowledgeBase) -> Solution | base.Inconsistent | base.Limited:
    """Answer with the verdicts, before anything is counted."""
    answer = base.answered(asked, kb, lambda: solution(asked, kb))
    return base.cut_short(answer, answer.limit) if isinstance(answer, base.Limited) else answer


def with_count(answer: Solution, kb: KnowledgeBase, density: Fraction | None = None) -> Solution:
    """Add a count to the verdicts, or say which limit kept it back."""
    try:
        model_count = kb.count(density=density)
        return replace(answer, models=model_count.total, **_likely(model_count))
    except LimitError as reached:
        return base.cut_short(answer, reached.limit, _UNCOUNTED)


def solving(
    asked: Asked, kb: KnowledgeBase, *, density: Fraction | None = None, counts: bool = True
) -> Iterator[Solution | base.Inconsistent | base.Limited]:
    """Yield the verdicts; then, if `counts`, the verdicts with what is counted."""
    answer = proved(asked, kb)
    yield answer
    if counts and isinstance(answer, Solution):
        yield with_count(answer, kb, density)


def counting(
    asked: Asked,
    kb: KnowledgeBase,
    cells: Iterable[BoardCell] = (),
    *,
    distribution: bool = False,
    components: bool = False,
    engine: str | None = None,
    density: Fraction | None = None,
) -> Count | base.Inconsistent | base.Limited:
    """Answer with a count, and with what cells may show if their `distribution` is wanted.

    With `components` it has the configurations of each component.
    """

    def answer() -> Count:
        model_count = kb.count(density=density, engine=engine)
        expected = None
        with suppress(MissingDensityError):
            expected = model_count.expected_mines

        def counted(cell: BoardCell) -> CountedCell:
            clues = kb.clue_distribution(cell, density=density).clues if distribution else None
            return CountedCell(cell=cell, probability=model_count.probability(cell), clues=clues)

        return Count(
            **base.about(asked, kb.board),
            consistent=True,
            density=base.density_entry(density, kb.board),
            engine=engine or (ELIMINATION if kb.program is None else MODELS),
            models=model_count.total,
            expected_mines=expected,
            **_likely(model_count),
            cells=tuple(map(counted, cells)) or None,
            liars=kb.liars,
            components=_components(kb, model_count) if components else UNSET,
        )

    return base.answered(asked, kb, answer)


def _components(kb: KnowledgeBase, model_count: ModelCount) -> tuple[Configured, ...]:
    """Return the components of a board with their configurations."""
    components = []
    for numbers, mines in kb.configurations():
        cells = [kb.board.cell(number) for number in numbers]
        chances: list[Fraction | None] = [None] * len(cells)
        with suppress(MissingDensityError):
            chances = [model_count.probability(cell) for cell in cells]
        held = [
            ConfiguredCell(cell=cell, configurations=number, probability=chance)
            for cell, number, chance in zip(cells, mines.sum(axis=0).tolist(), chances, strict=True)
        ]
        configurations = [
            tuple([cell for cell, is_mine in zip(cells, row, strict=True) if is_mine])
            for row in mines.tolist()
        ]
        components.append(Configured(cells=tuple(held), configurations=tuple(configurations)))
    return tuple(components)


def _likely(model_count: ModelCount | None) -> dict[str, Any]:
    """Return the fields that a count fills; null without one, or without the density it needs."""
    fields: dict[str, Any] = dict.fromkeys(("probabilities", "least_risky", "key", "wrong"))
    if model_count is None:
        return fields
    with suppress(MissingDensityError):
        fields["probabilities"] = probability_rows(model_count.probabilities())
        fields["least_risky"] = model_count.least_risky()
        wrong = model_count.wrong
        fields["key"] = model_count.key
        fields["wrong"] = None if wrong is None else tuple(map(_wrong, wrong.items()))
    return fields


def _wrong(entry: tuple[BoardCell, Fraction]) -> WrongClue:
    return WrongClue(cell=entry[0], probability=entry[1])


def probability_rows(chances: NDArray[np.float64]) -> tuple[tuple[float | None, ...], ...]:
    """Return the chances row by row, None for cells that are not covered."""
    return tuple(
        tuple([None if is_open else chance for chance, is_open in zip(row, mask, strict=True)])
        for row, mask in zip(chances.tolist(), np.isnan(chances).tolist(), strict=True)
    )
