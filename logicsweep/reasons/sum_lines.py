"""The lines of a weighted sum, with cells and sources by name, as they are shown and written."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.board.board import Cell


@dataclass(frozen=True, slots=True)
class Term:
    """A cell in a sum, times a whole number.

    Attributes:
        cell: The cell; None for a hidden one, such as whether a clue is wrong.
        name: The cell in words.
        coefficient: The number; never 0.
    """

    cell: Cell | None
    name: str
    coefficient: int


@dataclass(frozen=True, slots=True)
class SumPart:
    """A source of a line with its multiplier: terms between bounds, a mine being 1.

    Attributes:
        multiplier: The multiplier in the line as it is shown; never 0.
        source: The source in words.
        clue: The cell of the clue; None for any other source.
        uses_total: Whether it is the mine count.
        terms: The cells.
        lower: The lower bound of the sum of the terms; None without.
        upper: The upper bound of it; None without.
    """

    multiplier: int
    source: str
    clue: Cell | None
    uses_total: bool
    terms: tuple[Term, ...]
    lower: int | None
    upper: int | None


@dataclass(frozen=True, slots=True)
class SumLine:
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
