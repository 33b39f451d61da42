"""A weighted sum as a table in letters of one width: a row a source, a column a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from string import ascii_lowercase
from textwrap import wrap
from typing import Final, NamedTuple

from logicsweep.board.sentences import LISTED
from logicsweep.reasons.sum_line import ShownLine, bounds_words, summed

# The most cells with a column each; of more cells, those with equal entries share a column.
_COLUMNS: Final = 12
# The most letters of a line with the names of cells.
_WIDTH: Final = 76


class _Column(NamedTuple):
    """A column: its letter and its cells, which have the same entries."""

    letter: str
    cells: tuple[int, ...]


def table_lines(shown: ShownLine) -> Iterator[str]:
    """Yield the lines of the table: the cells of the columns, the parts, their sum, the result."""
    parts, left = shown.parts, shown.left
    entries = [dict(part.row.terms) for part in parts]
    columns = _columns([*entries, left], shown.proof.cell)
    yield from _wrapped([_legend(shown, column) for column in columns])
    rows = [
        [f"{part.multiplier:+d}", *_cells(of_row, columns), bounds_words(part.row)]
        for part, of_row in zip(parts, entries, strict=True)
    ]
    head = ["", *[column.letter for column in columns], ""]
    table = [head, *rows, ["sum", *_cells(left, columns), shown.bound]]
    notes = ["", *[shown.source(part.row.source) for part in parts], ""]
    widths = [max(map(len, texts)) for texts in zip(*table, strict=True)]
    for (*cells, bound), note in zip(table, notes, strict=True):
        aligned = [text.rjust(width) for text, width in zip(cells, widths, strict=False)]
        yield f"{' '.join(aligned)} {bound:{widths[-1]}}  {note}".rstrip()
    if not shown.is_bare:
        yield f"every cell is 0 or 1, so {_outcome(shown, columns)}"


def _columns(rows: Sequence[Mapping[int, int]], target: int) -> list[_Column]:
    """Partition the cells of rows into columns; the cell of the verdict is alone in its own."""
    cells = sorted({cell for row in rows for cell in row})
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        entries = tuple([row.get(cell, 0) for row in rows])
        is_alone = cell == target or len(cells) <= _COLUMNS
        groups.setdefault((cell,) if is_alone else (-1, *entries), []).append(cell)
    return [
        _Column(letter, tuple(group))
        for letter, group in zip(_letters(), groups.values(), strict=False)
    ]


def _letters() -> Iterator[str]:
    """Yield a, b, ..., z, a2, b2, ..."""
    for lap in count(1):
        for letter in ascii_lowercase:
            yield letter if lap == 1 else f"{letter}{lap}"


def _legend(shown: ShownLine, column: _Column) -> str:
    """Name the cells of a column."""
    letter, cells = column
    if len(cells) > LISTED // 2:
        return f"{letter} {len(cells)} cells"
    return f"{letter} {' '.join(map(shown.name, cells))}"


def _wrapped(entries: Sequence[str]) -> Iterator[str]:
    """Yield entries with commas between them, and no line break in one unless it is long."""
    tied = ", ".join([entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in entries])
    for line in wrap(tied, _WIDTH):
        yield line.replace("\N{NO-BREAK SPACE}", " ")


def _cells(entries: Mapping[int, int], columns: Sequence[_Column]) -> list[str]:
    return [str(entries.get(column.cells[0]) or ".") for column in columns]


def _outcome(shown: ShownLine, columns: Sequence[_Column]) -> str:
    """Write the result of a line in letters."""
    coefficients, bound = shown.line.result
    terms = [
        (value, column.letter)
        for column in columns
        if (value := coefficients.get(column.cells[0], 0))
    ]
    if shown.is_last:
        return f"{terms[0][1]} = {int(shown.proof.mine)}"
    return f"{summed(terms)} <= {bound}{shown.rounding}"
