"""`WeightedSum`: a verdict as a weighted sum of clues, in words, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.picture.picture import Drawn, Picture
from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.source import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.errors import counted
from logicsweep.linear.rows import Row
from logicsweep.linear.sums import EARLIER, Sum
from logicsweep.reasons.saying import clue_says
from logicsweep.reasons.sum_line import ShownLine
from logicsweep.reasons.sum_table import table_lines
from logicsweep.reasons.wording import liars_say, total_says, verdict_words


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
        has_fewest: Whether it is proved that no sum has fewer sources.
        has_least: Whether it is proved that no whole multipliers of the same statements, none of
            them 0, add up to less.
    """

    board: Board
    proof: Sum
    says: tuple[str, ...]
    has_fewest: bool = False
    has_least: bool = False

    def __repr__(self) -> str:
        lines = counted(len(self.proof.lines), "line")
        return f"<WeightedSum: {self.cell} {self._verdict_words}, by {lines}>"

    @property
    def cell(self) -> Cell:
        """The cell that the verdict is about."""
        return self.board.cell(self.proof.cell)

    @property
    def verdict(self) -> Verdict:
        """The verdict that the sum proves."""
        return Verdict.MINE if self.proof.mine else Verdict.SAFE

    @property
    def lines(self) -> tuple[ShownLine, ...]:
        """The lines as they are shown, all but the last of which are rounded."""
        numbers = range(len(self.proof.lines))
        return tuple([ShownLine(self.board, self.proof, number) for number in numbers])

    @property
    def multipliers(self) -> Mapping[Cell, int]:
        """The multipliers of the clues in the last line as it is shown, by the clues' cells."""
        by_cell: dict[Cell, int] = {}
        for multiplier, row in self.lines[-1].parts:
            if row.source.kind is SourceKind.CLUE and row.source.cell is not None:
                cell = self.board.cell(row.source.cell)
                by_cell[cell] = by_cell.get(cell, 0) + multiplier
        return dict(sorted(by_cell.items()))

    @property
    def text(self) -> str:
        """The sum in a sentence for each line."""
        return " ".join([self._says(shown) for shown in self.lines])

    @property
    def table(self) -> tuple[str, ...]:
        """The sum as a table in letters of one width, line by line of text.

        Of several lines of the sum, each has its number above its part of the table.
        """
        if len(self.proof.lines) == 1:
            return tuple(table_lines(self.lines[0]))
        lines: list[str] = []
        for shown in self.lines:
            lines += [*([""] if lines else []), f"line {shown.number + 1}:", *table_lines(shown)]
        return tuple(lines)

    def picture(self) -> Picture:
        """Draw the board with each clue in a colour by its multiplier, and the table below it."""
        decided = np.zeros(self.board.shape, dtype=np.bool_)
        decided[self.cell] = True
        size = self.board.grid.size  # hidden cells are not drawn
        around = {
            self.board.cell(number)
            for shown in self.lines
            for part in shown.parts
            if part.row.source != TOTAL
            for number, _ in part.row.terms
            if number < size
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

    @property
    def _verdict_words(self) -> str:
        return verdict_words(self.verdict)

    def _says(self, shown: ShownLine) -> str:
        """Say a line: its sources, how they are added, and what is left."""
        head = f"{self.cell} {self._verdict_words}"
        head = head if shown.is_last else f"Line {shown.number + 1}"
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
        """Say what follows from what is left; nothing where that is the verdict itself."""
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
