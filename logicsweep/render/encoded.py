"""Encoded boards in words: how large they are, how they compare, and the answer of a solver."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Code
from logicsweep.errors import counted
from logicsweep.knowledge.comparison import Measured, agree

if TYPE_CHECKING:
    from logicsweep.answers.formulas import EncodingSize, Model
    from logicsweep.board.layout import Mismatch
    from logicsweep.formulas.base import SourceSize

_HEADS: Final = ("from", "sources", "auxiliary", "clauses", "literals")
# The columns of a comparison and how wide they are: names of configurations, and numbers.
_COMPARED: Final = {
    "encoding, solver": 26,
    **dict.fromkeys(("variables", "auxiliary", "clauses", "encode ms", "prove ms"), 9),
    "safe": 6,
    "mines": 5,
}


def table(rows: Sequence[Sequence[str]], least: Sequence[int] | None = None) -> list[str]:
    """Align rows in columns, at `least` so wide; the first stands left, the others right."""
    widest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths = [*map(max, widest, least or widest)]
    return [
        "  ".join(
            text.rjust(width) if place else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def statistics_lines(answer: EncodingSize, *, every_source: bool) -> list[str]:
    """Write the sums, then by source: clues that say the same together, or each by itself."""
    sums_of_all = (
        f"{answer.to}: {counted(answer.variables, 'variable')} ({answer.auxiliary:,} auxiliary), "
        f"{counted(answer.clauses, 'clause')}, {counted(answer.literals, 'literal')}"
    )
    named = [(_name(size, every_source=every_source), size) for size in answer.by_source]
    if not every_source:
        named.sort(key=lambda pair: (pair[1].source == "total", pair[0]))
    rows: list[tuple[str, ...]] = [_HEADS]
    for name, pairs in groupby(named, key=lambda pair: pair[0]):
        sizes = [(1, size.auxiliary, size.clauses, size.literals) for _, size in pairs]
        rows.append((name, *(f"{sum(column):,}" for column in zip(*sizes, strict=True))))
    return [sums_of_all, *table(rows)]


def comparison_lines(rows: Sequence[Measured]) -> list[str]:
    """Write one line a configuration, times in milliseconds, and whether all agree."""
    return [COMPARISON_HEAD, *map(comparison_line, rows), *comparison_end(rows)]


def comparison_line(row: Measured) -> str:
    """Write the line of a configuration; its columns are as wide as those of most boards."""
    answer = row.configuration
    sizes = (answer.variables, answer.auxiliary, answer.clauses)
    times = (answer.encode, answer.prove)
    undecided = "none" if answer.consistent is False else "-"
    columns = (
        f"{answer.encoding}  {answer.solver}",
        *["-" if size is None else f"{size:,}" for size in sizes],
        *["-" if seconds is None else f"{1000 * seconds:,.2f}" for seconds in times],
        *[undecided if cells is None else f"{cells:,}" for cells in (answer.safe, answer.mines)],
    )
    return _in_columns(columns)


def comparison_end(rows: Sequence[Measured]) -> list[str]:
    """Say how many configurations answered, and whether they agree."""
    answered = sum(row.configuration.limit is None for row in rows)
    lines = []
    if answered < len(rows):
        lines.append(f"{len(rows) - answered} of {len(rows)} reached a limit (-).")
    if agree(rows):
        lines.append(f"All {answered} combinations that answered give the same verdicts.")
    else:
        lines.append("THE VERDICTS DIFFER: this is a mistake in one of the engines.")
    return lines


def _in_columns(texts: Sequence[str]) -> str:
    """Align texts in columns of a fixed width, since rows are printed as they come."""
    return table([texts], [*_COMPARED.values()])[0]


COMPARISON_HEAD: Final = _in_columns([*_COMPARED])
"""The line above those of configurations."""


def _name(size: SourceSize, *, every_source: bool) -> str:
    return f"{size.source if every_source else size.source.split('(')[0]}: {size.says}"


def agreement_lines(board: Board, answer: Model) -> list[str]:
    """Say whether the layout agrees with the board, and where not."""
    if answer.mines is None:
        return []
    mismatches, broken = answer.mismatches, answer.broken_rules
    which = "" if answer.models == 1 else f" (the last of {answer.models})"
    says = "agrees with the board" if answer.agrees else "does not agree with the board"
    if answer.agrees and mismatches:
        says += f", which allows for {counted(board.liars, 'wrong clue')}"
    end = ":" if mismatches or broken else "."
    lines = [f"The layout{which} has {counted(len(answer.mines), 'mine')} and {says}{end}"]
    lines += [f"  {_words(board, mismatch)}" for mismatch in mismatches]
    told = {constraint.source.name for constraint in board.constraints}
    lines += [
        f"  the {'constraint' if name in told else 'rule'} {name} does not hold" for name in broken
    ]
    if answer.obeys_program is not None:
        lines.append(f"It {'obeys' if answer.obeys_program else 'DOES NOT OBEY'} the program.")
    return lines


def _words(board: Board, mismatch: Mismatch) -> str:
    cell, (lower, upper), mines = mismatch.cell, mismatch.expected, mismatch.found
    ruled = board.placed_rules
    if cell is not None and ruled is not None:
        at = Cell(*cell)
        true = "what no clue can show" if mines < 0 else ruled.sign(Code(mines))
        return f"the clue at {at} is {board.sign(at)}, but its true value would be {true}"
    expected = f"{lower}" if lower == upper else f"{lower} to {upper}"
    if cell is None:
        return f"the mine count is {expected}, but the layout has {mines}"
    return f"the clue at {Cell(*cell)} is {expected}, but the layout has {mines} around it"
