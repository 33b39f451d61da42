"""A verdict as a weighted sum of sources, as the answer of `explain --by sum` has it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from logicsweep.answers import base
from logicsweep.constraints.factors import TOTAL, SourceKind
from logicsweep.linear.sums import Addend
from logicsweep.reasons.weighted_sum import ShownLine, WeightedSum

Bound = Annotated[int | None, Meta(description="A bound of the sum of the terms; null without.")]


class Term(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A cell in a sum, times a whole number.

    Attributes:
        cell: The cell; null for a hidden one, such as whether a clue is wrong.
        name: The cell in words.
        coefficient: The number; never 0.
    """

    cell: base.Cell | None
    name: str
    coefficient: int


class SumPart(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A source of a line with its multiplier: terms between bounds, a mine being 1.

    Attributes:
        multiplier: The multiplier in the line as it is shown; never 0.
        source: The source in words.
        clue: The cell of the clue; null for any other source.
        uses_total: Whether it is the mine count.
        terms: The cells.
    """

    multiplier: int
    source: str
    clue: base.Cell | None
    uses_total: bool
    terms: tuple[Term, ...]
    lower: Bound
    upper: Bound


class SumLine(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A line of a sum: its parts, added up.

    Attributes:
        parts: The sources with their multipliers.
        left: The cells that are left.
        bound: The bound on these, such as `= 1` or `<= 0`.
        divisor: The whole number by which the sum is divided, with bounds of cells added to make
            that possible; what is left is rounded then. 1 for no division.
    """

    parts: tuple[SumPart, ...]
    left: tuple[Term, ...]
    bound: str
    divisor: int


class WeightedSums(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A verdict as a weighted sum of sources.

    Attributes:
        lines: The lines: one, or more where a rounded line comes first.
    """

    value: ClassVar = WeightedSum
    lines: tuple[SumLine, ...]
    fewest: bool
    least: bool
    text: str
    table: tuple[str, ...]


def weighted_sum(shown: WeightedSum) -> WeightedSums:
    """Describe a weighted sum."""
    return base.filled(
        WeightedSums,
        shown,
        lines=tuple(map(_line, shown.lines)),
    )


def _line(shown: ShownLine) -> SumLine:
    return SumLine(
        parts=tuple([_part(shown, part) for part in shown.parts]),
        left=_terms(shown, shown.left.items()),
        bound=shown.bound,
        divisor=shown.line.divisor,
    )


def _part(shown: ShownLine, part: Addend) -> SumPart:
    source = part.row.source
    clue = source.cell if source.kind is SourceKind.CLUE else None
    return SumPart(
        multiplier=part.multiplier,
        source=shown.source(source),
        clue=None if clue is None else shown.board.cell(clue),
        uses_total=source == TOTAL,
        terms=_terms(shown, part.row.terms),
        lower=part.row.lower,
        upper=part.row.upper,
    )


def _terms(shown: ShownLine, terms: Iterable[tuple[int, int]]) -> tuple[Term, ...]:
    size = shown.board.grid.size
    return tuple(
        [
            Term(
                cell=shown.board.cell(number) if number < size else None,
                name=shown.name(number),
                coefficient=coefficient,
            )
            for number, coefficient in sorted(terms)
        ]
    )
