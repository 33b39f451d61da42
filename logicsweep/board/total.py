"""Knowledge beside the clues: the mine count, or a density, perhaps one for each cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.plain_array import plain_array
from logicsweep.errors import ArgumentError, ArgumentTypeError, counted, expect, quoted, whole
from logicsweep.limits import MOST_DIGITS

if TYPE_CHECKING:
    from logicsweep.board.topology_text import Located

Total = int | tuple[int, int] | None
# A decimal with an exponent becomes a fraction with more digits, which must be readable, too.
_DIGITS: Final = MOST_DIGITS - 1_000
# A share of the cells, up to 100 %.
_SHARE: Final = re.compile(r"(100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)\s*%", re.ASCII)
_DENSITY: Final = re.compile(
    rf"(?:\d{{0,{_DIGITS}}}\.)?\d{{1,{_DIGITS}}}(?:[eE]-\d{{1,3}})?"
    rf"|\d{{1,{MOST_DIGITS}}}/(?=0*[1-9])\d{{1,{MOST_DIGITS}}}",
    re.ASCII,
)


def checked_total(total: Total, cells: int) -> Total:
    """Return a mine count in Python's own numbers. Raises ValueError out of range, TypeError."""
    if total is None or (type(total) is int and 0 <= total <= cells):
        return total
    # Whole numbers of numpy are welcome and become Python's; True is none.
    try:
        ends = total if isinstance(total, tuple) else (total, total)
        lower, upper = (whole("mines", end) for end in ends)
    except (TypeError, ValueError):
        wanted = "a whole number, a range (lower, upper) of such numbers, or None"
        raise TypeError(f"mines is {total!r:.40}; expected {wanted}") from None
    if lower == upper > cells:
        raise ArgumentError("mines", no_room(lower, cells))
    if not 0 <= lower <= upper <= cells:
        given = f"{lower}" if lower == upper else f"{lower}..{upper}"
        raise ArgumentError(
            "mines",
            f"the mine count is {given}; expected a number or a range within 0..{cells}, the "
            f"number of cells",
        )
    return lower if lower == upper else (lower, upper)


def no_total(text: str, expected: str, *, cells: int | None) -> str:
    """Say that a text is no mine count; of a share of the cells, say how many mines it is.

    `expected` names what was expected, `cells` is the number of cells, None if it is unknown.
    """
    share = _SHARE.fullmatch(text.strip())
    if share is not None and cells is not None:
        count = counted(round(Fraction(share[1]) / 100 * cells), "mine")
        expected = f"{expected}: {text.strip()} of {counted(cells, 'cell')} is {count}"
    return f"{quoted(text)}; expected {expected}"


def bounds_of(total: Total) -> tuple[int, int] | None:
    """Return the least and the most mines that a mine count allows; None if it is unknown."""
    return (total, total) if isinstance(total, int) else total


def checked_density(density: Fraction | str | None) -> Fraction | None:
    """Return a density as an exact number, or None. Raises ValueError, TypeError."""
    if density is None:
        return None
    if isinstance(density, str):
        return parse_density(density)
    expect("density", density, (Real, Decimal), "a number strictly between 0 and 1, or None")
    try:
        # A float counts as exactly what it is, not as the decimal that was written.
        exact = Fraction(density)
    except (ValueError, OverflowError):  # nan or infinite
        exact = Fraction(0)
    if not 0 < exact < 1:
        raise ArgumentError(
            "density", f"density is {density}; expected a number strictly between 0 and 1"
        )
    return exact


def parse_density(text: str) -> Fraction:
    """Read a density such as 0.206 or 33/160. Raises ValueError unless it is between 0 and 1."""
    if len(text) > 2 * MOST_DIGITS + 1:
        raise ArgumentError(
            "density", f"density has {len(text):,} characters; expected a number such as 0.206"
        )
    density = Fraction(text) if _DENSITY.fullmatch(text) else Fraction(0)
    if not 0 < density < 1:
        raise ArgumentError(
            "density",
            f"density is {text[:40]!r}; expected a number between 0 and 1 such as 0.206 or 33/160",
        )
    return density


def title_words(width: int, height: int, total: Total) -> str:
    """Write a board by its size and its mine count, such as `30x16, 99 mines`."""
    return f"{width}x{height}, {total_words(total)}"


def total_words(total: Total) -> str:
    """Write a mine count with its noun, such as `10 mines` or `90 to 99 mines`."""
    if total is None:
        return "mine count unknown"
    if isinstance(total, int):
        return counted(total, "mine")
    from logicsweep.board.constraint_forms import say

    return say("range_of_mines", range=range_words(total))


def range_words(total: int | tuple[int, int]) -> str:
    """Write a mine count without its noun, such as `10` or `90 to 99`."""
    if isinstance(total, int):
        return f"{total:,}"
    from logicsweep.board.constraint_forms import say

    return say("range", least=f"{total[0]:,}", most=f"{total[1]:,}")


def no_room(mines: int, cells: int) -> str:
    """Make the message about more mines than cells."""
    do = "does" if mines == 1 else "do"
    return f"{counted(mines, 'mine')} {do} not fit on {counted(cells, 'cell')}"


Priors = tuple[tuple[Fraction, ...], ...]
"""The prior of each cell, row by row."""
AnyDensity = Fraction | str | Sequence[Sequence[Fraction | str]] | NDArray[Any]
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
    if (given == given[0, 0]).all():
        return given[0, 0], None
    return None, tuple(map(tuple, given.tolist()))


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


def read_densities(entries: Sequence[Located], shape: tuple[int, ...]) -> Fraction | Priors:
    """Read the lines `density:` of a header: one number, or a line for each row of the board.

    Raises `BoardSyntaxError` at the first fault.
    """
    rows = list(map(_row, entries))
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    height, width = shape
    for row, entry in zip(rows, entries, strict=True):
        if len(row) != width:
            raise entry.error(
                f"this line has densities of {counted(len(row), 'cell')}; expected {width}, or one "
                f"density for all cells"
            )
    if len(rows) != height:
        raise entries[0].error(
            f"there are densities for {counted(len(rows), 'row')}; expected {height}, or one "
            f"density for all cells"
        )
    return tuple(rows)


def _row(entry: Located) -> tuple[Fraction, ...]:
    """Read the densities of a line."""
    priors = []
    words = [(match[0], match.start()) for match in _WORD.finditer(entry.value)]
    for word, start in words or [("", 0)]:
        with entry.blamed(start):
            priors.append(parse_density(word))
    return tuple(priors)


def density_lines(density: Fraction | Priors | None) -> list[str]:
    """Return the header lines of a density, or of a prior for each cell."""
    if isinstance(density, tuple):
        return [f"density: {' '.join(map(str, row))}" for row in density]
    return [] if density is None else [f"density: {density}"]
