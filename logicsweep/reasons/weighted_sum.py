"""`WeightedSum`: a verdict as a weighted sum of clues, in words, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from string import ascii_lowercase
from textwrap import wrap
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.constraint_forms import LISTED
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.errors import counted
from logicsweep.linear.sums import EARLIER, Addend, Line, Row, Sum
from logicsweep.reasons.sum_lines import SumLine, SumPart, Term
from logicsweep.reasons.wording import clue_says, clue_words, liars_say, total_says, verdict_words
from logicsweep.system.hidden import hidden_of

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a sum as it is shown.

    For a mine all signs of the last line are turned: its cell is added then, not taken off, and
    what is left is a least value.

    Attributes:
        board: The position.
        proof: The sum.
        number: The number of the line, counted from 0.
    """

    board: Board
    proof: Sum
    number: int

    @property
    def line(self) -> Line:
        """The line itself."""
        return self.proof.lines[self.number]

    @property
    def is_last(self) -> bool:
        """Whether it is the line that ends in the verdict."""
        return self.number == len(self.proof.lines) - 1

    @property
    def sign(self) -> int:
        """The factor 1 or -1 of all multipliers."""
        return -1 if self.is_last and self.proof.mine else 1

    @property
    def parts(self) -> list[Addend]:
        """The parts with the multipliers that are shown, those that are added first."""
        turned = [part._replace(multiplier=self.sign * part.multiplier) for part in self.line.parts]
        return sorted(turned, key=lambda part: -part.multiplier)

    @property
    def left(self) -> dict[int, int]:
        """The coefficients that the parts leave, by cell."""
        return {cell: self.sign * value for cell, value in self.line.added.coefficients.items()}

    @property
    def bound(self) -> str:
        """The relation to what the parts leave, such as `= 1`."""
        bound = self.sign * self.line.added.bound
        if all(part.row.lower == part.row.upper for part in self.line.parts):
            return f"= {bound}"
        return f"<= {bound}" if self.sign > 0 else f">= {bound}"

    @property
    def is_bare(self) -> bool:
        """Whether what is left is the verdict itself, as an equation."""
        is_whole = self.line.divisor == 1 and not self.line.bounds
        return self.is_last and is_whole and self.bound.startswith("=")

    @property
    def rounding(self) -> str:
        """The division in words; empty without one."""
        divisor = self.line.divisor
        return f", divided by {divisor} and rounded down" if divisor > 1 else ""

    @property
    def combination(self) -> str:
        """The way the parts are added, such as `the first less twice the second`."""
        multipliers = [part.multiplier for part in self.parts]
        if self.bound.startswith("=") or multipliers not in ([1], [-1]):
            return _combination(multipliers)
        return "as an inequality"

    @property
    def told(self) -> SumLine:
        """The line with cells and sources by name."""
        return SumLine(
            parts=tuple(map(self._part, self.parts)),
            left=self._terms(self.left.items()),
            bound=self.bound,
            divisor=self.line.divisor,
        )

    def _part(self, part: Addend) -> SumPart:
        source, terms, lower, upper = part.row
        clue = source.cell if source.kind is SourceKind.CLUE else None
        return SumPart(
            multiplier=part.multiplier,
            source=self.source(source),
            clue=None if clue is None else self.board.cell(clue),
            uses_total=source == TOTAL,
            terms=self._terms(terms),
            lower=lower,
            upper=upper,
        )

    def _terms(self, terms: Iterable[tuple[int, int]]) -> tuple[Term, ...]:
        board, size = self.board, self.board.grid.size
        return tuple(
            [
                Term(board.cell(number) if number < size else None, self.name(number), coefficient)
                for number, coefficient in sorted(terms)
            ]
        )

    def terms(self, terms: Iterable[tuple[int, int]]) -> str:
        """Write a sum of cells, the cell of the verdict first; very many are only counted."""
        ordered = sorted(terms, key=lambda term: (term[0] != self.proof.cell, term[0]))
        if len(ordered) <= LISTED:
            return summed([(value, self.name(cell)) for cell, value in ordered])
        groups: dict[tuple[int, bool], list[int]] = {}
        for cell, value in ordered:
            groups.setdefault((value, cell == self.proof.cell), []).append(cell)
        written: list[tuple[int, str]] = []
        for (value, _), cells in groups.items():
            few = len(cells) <= LISTED // 2
            names = map(self.name, cells) if few else [f"({len(cells)} other cells)"]
            written += [(value, name) for name in names]
        return summed(written)

    def equation(self, row: Row) -> str:
        """Write a row, such as `(0,1) + (0,2) = 1`."""
        return f"{self.terms(row.terms)} {bounds_words(row)}"

    def name(self, number: int) -> str:
        """Name a cell; one that is hidden in words."""
        hidden = hidden_of(self.board)
        if number < hidden.size:
            return str(self.board.cell(number))
        if hidden.liars and number >= hidden.first_wrong:
            clue = self.board.cell(number - hidden.first_wrong)
            return f"[{clue_words(self.board, clue)} is wrong]"
        return f"[cell {number - hidden.size} of the key]"

    def source(self, source: Source) -> str:
        """Name a source, and say how many known mines are taken off."""
        board = self.board
        if source.kind is EARLIER:
            return f"line {(source.part or 0) + 1}"
        if source == TOTAL:
            return f"the mine count{_less(len(board.known_mines))}"
        if source == BACKGROUND:
            return liars_say(board.liars)
        if source.kind is SourceKind.CLUE and source.cell is not None:
            cell = board.cell(source.cell)
            near = map(board.cell, board.scope(cell).cells)
            known = sum([place in board.known_mines for place in near])
            return f"{clue_words(board, cell)}{_less(known)}"
        return str(source)


def summed(terms: Sequence[tuple[int, str]]) -> str:
    """Write a sum of names with whole coefficients, none of them 0; 0 if there are none."""
    written = [
        f"{'-' if value < 0 else '+'} {f'{abs(value)} ' * (abs(value) != 1)}{name}"
        for value, name in terms
    ]
    return " ".join(written).removeprefix("+ ") or "0"


def bounds_words(row: Row) -> str:
    """Write the bounds of a row as they stand behind its terms, such as `= 2`."""
    if row.lower == row.upper:
        return f"= {row.lower}"
    if row.lower is None:
        return f"<= {row.upper}"
    return f">= {row.lower}" if row.upper is None else f"in {row.lower}..{row.upper}"


def _less(known: int) -> str:
    return f", less {counted(known, 'known mine')}" if known else ""


def _combination(multipliers: Sequence[int]) -> str:
    """Say how parts are added, given their multipliers; see `ShownLine.combination`."""
    if len(multipliers) == 1:
        return "as an equation" if abs(multipliers[0]) == 1 else f"{multipliers[0]} times this"
    if len(multipliers) > len(_ORDINALS):
        return f"with the multipliers {', '.join([f'{value:+d}' for value in multipliers])}"
    words = [
        f"{'twice ' if abs(value) == 2 else f'{abs(value)} times ' * (abs(value) > 1)}the {place}"
        for value, place in zip(multipliers, _ORDINALS, strict=False)
    ]
    pairs = list(zip(words, multipliers, strict=True))
    added = " plus ".join([word for word, value in pairs if value > 0]) or "nothing"
    return " less ".join([added, *[word for word, value in pairs if value < 0]])


@dataclass(frozen=True, slots=True, repr=False)
class WeightedSum(Drawn):
    """A proof by adding up: sources times whole numbers leave a verdict; a value.

    A clue is an equation over the covered cells around it, in which a mine is 1 and a safe cell 0.
    The sum leaves at least 1 for a mine, or less than 1 for a safe cell, whatever the other cells
    are. It is checked before it is shown.

    Attributes:
        board: The position.
        proof: The lines of the sum, by cell numbers.
        says: The statements of the sources in words, one for each of `proof.sources`.
        fewest: Whether it is proved that no sum has fewer sources.
        least: Whether it is proved that no whole multipliers of the same statements, none of
            them 0, add up to less.
    """

    board: Board
    proof: Sum
    says: tuple[str, ...]
    fewest: bool = False
    least: bool = False

    def __repr__(self) -> str:
        lines = counted(len(self.proof.lines), "line")
        return f"<WeightedSum: {self.cell} {verdict_words(self.verdict)}, by {lines}>"

    @property
    def cell(self) -> Cell:
        """The cell that the verdict is about."""
        return self.board.cell(self.proof.cell)

    @property
    def verdict(self) -> Verdict:
        """The verdict that the sum proves."""
        return Verdict.MINE if self.proof.mine else Verdict.SAFE

    @property
    def lines(self) -> tuple[SumLine, ...]:
        """The lines that are added up, several where a rounded one comes first."""
        return tuple([shown.told for shown in self._shown])

    @property
    def _shown(self) -> list[ShownLine]:
        numbers = range(len(self.proof.lines))
        return [ShownLine(self.board, self.proof, number) for number in numbers]

    @property
    def multipliers(self) -> Mapping[Cell, int]:
        """The multipliers of the clues in the last line as it is shown, by the clues' cells."""
        by_cell: dict[Cell, int] = {}
        for part in self._shown[-1].told.parts:
            if part.clue is not None:
                by_cell[part.clue] = by_cell.get(part.clue, 0) + part.multiplier
        return dict(sorted(by_cell.items()))

    @property
    def text(self) -> str:
        """The sum in a sentence for each line."""
        return " ".join([self._says(shown) for shown in self._shown])

    @property
    def table(self) -> tuple[str, ...]:
        """The sum as a table in letters of one width, line by line of text.

        Of several lines of the sum, each has its number above its part of the table.
        """
        if len(self.proof.lines) == 1:
            return tuple(table_lines(self._shown[0]))
        lines: list[str] = []
        for shown in self._shown:
            lines += [*([""] if lines else []), f"line {shown.number + 1}:", *table_lines(shown)]
        return tuple(lines)

    def picture(self) -> Picture:
        """Draw the board with each clue in a colour by its multiplier, and the table below it."""
        decided = np.zeros(self.board.shape, dtype=np.bool_)
        decided[self.cell] = True
        around = {
            term.cell
            for line in self.lines
            for part in line.parts
            if not part.uses_total
            for term in part.terms
            if term.cell is not None  # hidden cells are not drawn
        }
        return self.board.picture(
            safe=None if self.proof.mine else decided,
            mines=decided if self.proof.mine else None,
            multipliers=self.multipliers,
            around=around - {self.cell},
            focus=self.cell,
            title=self.text,
            lines=self.table,
        )

    def _says(self, shown: ShownLine) -> str:
        """Say a line: its sources, how they are added, and what is left."""
        verdict = f"{self.cell} {verdict_words(self.verdict)}"
        head = verdict if shown.is_last else f"Line {shown.number + 1}"
        reasons = "; ".join([self._part_says(shown, part.row) for part in shown.parts])
        left = f"{shown.terms(shown.left.items())} {shown.bound}"
        is_said = len(shown.parts) == 1 and reasons.endswith(f", so that {left}")
        result = "" if is_said else f"; {shown.combination}: {left}"
        return f"{head}: {reasons}{result}{self._outcome(shown)}."

    def _part_says(self, shown: ShownLine, row: Row) -> str:
        if row.source.kind is EARLIER:
            return f"by line {(row.source.part or 0) + 1}, {shown.equation(row)}"
        says = self.says[self.proof.sources.index(row.source)]
        # Of another form than its source can be a facet, which is one bound.
        is_count = row.lower == row.upper and {value for _, value in row.terms} == {1}
        return says if is_count else f"{says}, so that {shown.equation(row)}"

    def _outcome(self, shown: ShownLine) -> str:
        """Say the result of a line; nothing where the parts already leave the verdict."""
        if shown.is_bare:
            return ""
        coefficients, bound = shown.line.result
        outcome = f"{shown.terms(coefficients.items())} <= {bound}"
        if shown.is_last:
            outcome = f"{self.cell} = {int(self.proof.mine)}"
        return f"; since every cell is 0 or 1{shown.rounding * (not shown.is_last)}, {outcome}"


def source_says(board: Board, source: Source, further: Mapping[Source, str]) -> str:
    """Say in words what a source says; `further` has it for those beside clues and mine count."""
    if source == TOTAL:
        return total_says(board)
    if source == BACKGROUND:
        return liars_say(board.liars)
    if source.kind is SourceKind.CLUE and source.cell is not None:
        return clue_says(board, board.cell(source.cell))
    return further[source]


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
    laps = chain([""], map(str, count(2)))
    letters = (f"{letter}{lap}" for lap in laps for letter in ascii_lowercase)
    return [_Column(*named) for named in zip(letters, map(tuple, groups.values()), strict=False)]


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
