"""Sums as certificates: the lines of a `Sum` become lines of a proof in VeriPB's format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from logicsweep.checker.sums import AtLeast
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source
from logicsweep.linear.sums import EARLIER, Addend, Line, Sum
from logicsweep.reasons.certificates.certificate import Certificate
from logicsweep.reasons.certificates.formula import Proved, Titles, opb_lines


def certificate_by_sum(proved: Proved, titles: Titles, summed: Sum) -> Certificate:
    """Certify a verdict by the sum that proves it."""
    writer = _Writer(summed, proved)
    groups: dict[str, list[AtLeast]] = {}
    for source, half in writer.halves:
        groups.setdefault(titles.of(source), []).append(half)
    lines = tuple(opb_lines(proved, titles, groups))
    return Certificate(
        *proved, "veripb", tuple(groups), lines, tuple(writer.lines(summed, _numbered(groups)))
    )


def _numbered(groups: dict[str, list[AtLeast]]) -> list[AtLeast]:
    return [half for group in groups.values() for half in group]


class _Writer:
    """The inequalities that a sum uses, each once, and its proof."""

    def __init__(self, summed: Sum, proved: Proved) -> None:
        self._proved = proved
        parts = [part for line in summed.lines for part in line.parts]
        named = {
            cell + 1
            for part in parts
            if part.row.source not in (TOTAL, BACKGROUND) and part.row.source.kind is not EARLIER
            for cell, _ in part.row.terms
        }
        # The mine count and the number of wrong clues are said of the variables of all others.
        self._named = named | {proved.variable}
        self.halves: dict[tuple[Source, AtLeast], None] = {}
        for part in sorted(parts, key=lambda part: part.row.source in (TOTAL, BACKGROUND)):
            if part.row.source.kind is not EARLIER:
                self.halves[part.row.source, self._half(part)] = None

    def _half(self, part: Addend) -> AtLeast:
        """Return the bound of a row that its multiplier uses; variables count from 1."""
        source, terms, lower, upper = part.row
        bound, sign = (-(upper or 0), -1) if part.multiplier > 0 else (lower or 0, 1)
        made = [(cell + 1, sign * value) for cell, value in terms]
        if source in (TOTAL, BACKGROUND):
            left_out = [value for variable, value in made if variable not in self._named]
            bound -= sum([max(value, 0) for value in left_out])
            made = [pair for pair in made if pair[0] in self._named]
        return AtLeast(tuple(made), bound)

    def lines(self, summed: Sum, numbered: Sequence[AtLeast]) -> Iterator[str]:
        """Write the sums, and the denial of the verdict added to the last of them."""
        size, variable = len(numbered) + 1, self._proved.variable
        number_of = {half: number for number, half in enumerate(numbered, start=1)}
        yield "pseudo-Boolean proof version 3.0"
        yield f"f {size};"
        for line in summed.lines:
            yield f"pol {' '.join(self._words(line, number_of, size))};"
        last = size + len(summed.lines)
        yield f"i 1 {'' if self._proved.denial < 0 else '~'}x{variable} >= 1 : {last};"
        yield f"pol {last} {size} +;"
        yield "output NONE;"
        yield f"conclusion UNSAT : {last + 1};"
        yield "end pseudo-Boolean proof;"

    def _words(self, line: Line, number_of: dict[AtLeast, int], size: int) -> Iterator[str]:
        """Write a line in reverse Polish notation.

        Bounds of cells that the formula does not mention are left out, as are the cells.
        """
        plus: Sequence[str] = ()
        for part in line.parts:
            source = part.row.source
            is_earlier = source.kind is EARLIER
            number = size + (source.part or 0) + 1 if is_earlier else number_of[self._half(part)]
            yield from (*_times(str(number), abs(part.multiplier)), *plus)
            plus = ("+",)
        for cell, multiplier in line.bounds:
            if cell + 1 in self._named:
                literal = f"{'~' if multiplier > 0 else ''}x{cell + 1}"
                yield from (*_times(literal, abs(multiplier)), *plus)
        if line.divisor > 1:
            yield from (str(line.divisor), "d")


def _times(word: str, factor: int) -> tuple[str, ...]:
    return (word,) if factor == 1 else (word, str(factor), "*")
