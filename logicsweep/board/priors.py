"""A prior for each cell: how likely a mine is in it before anything else is known.

In the native text each row of the board has a line `density:` with one number for each cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.plain_array import plain_array
from logicsweep.board.topology_text import Entry
from logicsweep.board.total import checked_density, parse_density
from logicsweep.errors import ArgumentError, ArgumentTypeError, BoardSyntaxError, counted

Priors = tuple[tuple[Fraction, ...], ...]
"""The prior of each cell, row by row."""
AnyDensity = Fraction | Sequence[Sequence[Fraction]] | NDArray[Any]
"""One density for all cells, or a table with one for each cell."""

_WORD: Final = re.compile(r"\S+")


def checked_priors(
    density: AnyDensity | None, shape: tuple[int, ...]
) -> tuple[Fraction | None, Priors | None]:
    """Return the density of all cells, or else the prior of each; a table of equal entries is a
    density.

    Raises ValueError and TypeError as `Board` does.
    """
    if density is None or not is_table(density):
        return checked_density(density), None  # type: ignore[arg-type]
    given = np.empty(shape, dtype=object)
    rows: Any = density
    if isinstance(density, np.ndarray):
        rows = plain_array(density, name="density")
    if len(rows) != shape[0]:
        raise ArgumentError(
            "density", f"density has {counted(len(rows), 'row')}; expected {shape[0]}"
        )
    for place, row in enumerate(rows):
        if not is_table(row):
            raise ArgumentTypeError(
                "density", f"row {place} of density is {row!r:.40}; expected one entry for a cell"
            )
        if len(row) != shape[1]:
            cells = counted(len(row), "cell")
            raise ArgumentError(
                "density", f"row {place} of density has {cells}; expected {shape[1]}"
            )
        for column, prior in enumerate(row):
            given[place, column] = _entry(prior, (place, column))
    return _simplest([list(row) for row in given])


def is_table(density: object) -> bool:
    """Tell whether an argument is a table rather than one number."""
    return isinstance(density, (list, tuple)) or (
        isinstance(density, np.ndarray) and density.ndim > 0
    )


def _entry(value: Any, cell: tuple[int, int]) -> Fraction:
    """Read the prior of one cell from an entry of a table."""
    number = value.item() if isinstance(value, np.generic) else value
    wanted = "a number strictly between 0 and 1"
    if number is None:
        raise ArgumentTypeError("density", f"density is None at {cell}; expected {wanted}")
    try:
        return checked_density(number) or Fraction(0)  # never 0: that raises
    except (TypeError, ValueError) as error:
        kind = ArgumentTypeError if isinstance(error, TypeError) else ArgumentError
        text = f"density is {value!r:.40} at {cell}; expected {wanted}"
        raise kind("density", text) from None


def _simplest(rows: Sequence[Sequence[Fraction]]) -> tuple[Fraction | None, Priors | None]:
    """Turn a table of equal entries into one number."""
    first = rows[0][0]
    if all(prior == first for row in rows for prior in row):
        return first, None
    return None, tuple(map(tuple, rows))


def read_densities(entries: Sequence[Entry], shape: tuple[int, ...]) -> Fraction | Priors:
    """Read the lines `density:` of a header: one number, or a line for each row of the board.

    Raises `BoardSyntaxError` at the first fault.
    """
    rows = [_row(*entry) for entry in entries]
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    height, width = shape
    for row, (_, line, column) in zip(rows, entries, strict=True):
        if len(row) != width:
            raise BoardSyntaxError(
                f"this line has densities of {counted(len(row), 'cell')}; expected {width}, or one "
                f"density for all cells",
                line=line,
                column=column,
            )
    if len(rows) != height:
        raise BoardSyntaxError(
            f"there are densities for {counted(len(rows), 'row')}; expected {height}, or one "
            f"density for all cells",
            line=entries[0][1],
            column=entries[0][2],
        )
    return tuple(rows)


def _row(value: str, line: int, column: int) -> tuple[Fraction, ...]:
    """Read the densities of a line."""
    priors = []
    words = [(match[0], match.start()) for match in _WORD.finditer(value)]
    for word, start in words or [("", 0)]:
        try:
            priors.append(parse_density(word))
        except ValueError as error:
            raise BoardSyntaxError(str(error), line=line, column=column + start) from None
    return tuple(priors)


def density_lines(density: Fraction | Priors | None) -> list[str]:
    """Return the header lines of a density, or of a prior for each cell."""
    if isinstance(density, tuple):
        return [f"density: {' '.join(map(str, row))}" for row in density]
    return [] if density is None else [f"density: {density}"]
