"""A line of a weighted sum as it is shown: its parts, what they leave, and cells by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.sentences import LISTED
from logicsweep.constraints.source import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.errors import counted
from logicsweep.linear.rows import Row
from logicsweep.linear.sums import EARLIER, Addend, Line, Sum
from logicsweep.reasons.wording import clue_words, liars_say
from logicsweep.system.hidden import hidden_of

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        return f"<ShownLine {self.number + 1}: {self.terms(self.left.items())} {self.bound}>"

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

    def terms(self, terms: Iterable[tuple[int, int]]) -> str:
        """Write a sum of cells, the cell of the verdict first; very many are only counted."""
        ordered = sorted(terms, key=lambda term: (term[0] != self.proof.cell, term[0]))
        if len(ordered) <= LISTED:
            return summed([(value, self.name(cell)) for cell, value in ordered])
        groups: dict[int, list[int]] = {}
        written: list[tuple[int, str]] = []
        for cell, value in ordered:
            if cell == self.proof.cell:
                written.append((value, self.name(cell)))
            else:
                groups.setdefault(value, []).append(cell)
        for value, cells in groups.items():
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
