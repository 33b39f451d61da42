"""Sums as certificates: the lines of a `Sum` become lines of a proof in VeriPB's format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from logicsweep.board.board import Board
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind
from logicsweep.errors import LimitError
from logicsweep.linear.sums import EARLIER, Addend, Line, Sum
from logicsweep.reasons.certificates.certificate import SumCertificate
from logicsweep.reasons.certificates.cutting_planes import END, HEADER, AtLeast
from logicsweep.reasons.certificates.formula import Claim, Implied
from logicsweep.reasons.certificates.inequalities import LinearFormula, linear_formula, wrong_title
from logicsweep.reasons.certificates.layout_rules import RuleAt


def certificate_of(
    board: Board, proved: Sum, rule_at: Callable[[Source], RuleAt]
) -> SumCertificate | None:
    """Make a certificate of a sum.

    Args:
        board: The position that the sum is about.
        proved: The sum.
        rule_at: The rule for layouts and its cells, by their source.

    Returns:
        The certificate; None where certificates do not know a source of the sum, or have no way to
        find out that it says what the sum takes from it.
    """
    cell = board.cell(proved.cell)
    parts = [part for line in proved.lines for part in line.parts]
    used = [(part.row.source, _half(part)) for part in parts]
    bounds = {part.multiplier > 0 for part in parts if part.row.source == TOTAL}
    goal = Claim(cell, proved.mine, ())
    try:
        titled = {source: _alone(source, goal, board, rule_at) for source, _ in used}
        named = {source: alone for source, alone in titled.items() if alone is not None}
        claims = [alone for _, alone in named.values()]
        claim = goal._replace(
            clues=tuple(sorted({cell for alone in claims for cell in alone.clues})),
            at_most=True in bounds,
            at_least=False in bounds,
            rules=tuple(sorted({rule for alone in claims for rule in alone.rules})),
            constraints=tuple(sorted({text for alone in claims for text in alone.constraints})),
        )
        formula = _own_formula(board, claim)
        missing = {
            Implied(title, tuple([(cell, -value) for cell, value in half.terms]), -half.bound)
            for source, half in used
            if source in named
            for title, alone in (named[source],)
            if _place(formula or _own_formula(board, alone), title, half) is None
        }
        if missing:
            claim = claim._replace(inequalities=tuple(sorted(missing)))
        if formula is None or missing:
            formula = linear_formula(board, claim)
    except (ValueError, LimitError):
        return None
    titles = {source: title for source, (title, _) in named.items()}
    titles[BACKGROUND] = wrong_title(board)
    proof = _Writer(formula, claim, titles).lines(proved)
    return SumCertificate(board, claim, formula.lines, tuple(proof))


def _alone(
    source: Source, goal: Claim, board: Board, rule_at: Callable[[Source], RuleAt]
) -> tuple[str, Claim] | None:
    """Return the title of a source in a formula, and the claim of a verdict from it alone.

    None for the mine count, the bound on wrong clues and earlier lines.
    """
    if source.kind is SourceKind.CLUE and source.cell is not None:
        cell = board.cell(source.cell)
        return f"clue{cell}", goal._replace(clues=(cell,))
    if source.kind is SourceKind.RULE:
        rule = rule_at(source)
        return f"rule {rule}", goal._replace(rules=(rule,))
    if source.kind is SourceKind.CONSTRAINT:
        return f"constraint {source}", goal._replace(constraints=(str(source),))
    return None


def _half(part: Addend) -> AtLeast:
    """Return the bound of a row that its multiplier uses; variables count from 1."""
    _, terms, lower, upper = part.row
    if part.multiplier > 0:
        bound, sign = -(upper or 0), -1
    else:
        bound, sign = lower or 0, 1
    return AtLeast(tuple([(cell + 1, sign * value) for cell, value in terms]), bound)


def _own_formula(board: Board, claim: Claim) -> LinearFormula | None:
    """Write the formula of what the sources say themselves; None if one of them says nothing."""
    try:
        return linear_formula(board, claim)
    except ValueError:
        return None


def _place(formula: LinearFormula | None, title: str, half: AtLeast) -> int | None:
    """Return the number of an inequality with this title that says so, or more; None without."""
    rows = zip(formula.constraints, formula.titles, strict=True) if formula else ()
    for number, ((terms, bound), of) in enumerate(rows, start=1):
        if of == title and terms == half.terms and bound >= half.bound:
            return number
    return None


class _Writer:
    """The writer of the proof for a formula."""

    def __init__(self, formula: LinearFormula, claim: Claim, titles: Mapping[Source, str]) -> None:
        self._formula = formula
        self._claim = claim
        self._titles = titles
        self._variables = {variable for terms, _ in formula.constraints for variable, _ in terms}

    def lines(self, proved: Sum) -> Iterator[str]:
        """Write the sums, and the denial of the verdict added to the last of them."""
        size = len(self._formula.constraints)
        yield HEADER
        yield f"f {size};"
        for line in proved.lines:
            yield f"pol {' '.join(self._words(line))};"
        last = size + len(proved.lines)
        literal = f"{'' if proved.mine else '~'}x{proved.cell + 1}"
        yield f"i 1 {literal} >= 1 : {last};"
        yield f"pol {last} {size} +;"
        yield "output NONE;"
        yield f"conclusion UNSAT : {last + 1};"
        yield END

    def _words(self, line: Line) -> Iterator[str]:
        """Write a line in reverse Polish notation.

        Cells that the formula does not mention are in the mine count or among the wrong clues only.
        There the formula has bounds on the others alone, which is the same.
        """
        plus: Sequence[str] = ()
        for part in line.parts:
            yield from (*_times(str(self._number(part)), abs(part.multiplier)), *plus)
            plus = ("+",)
        for cell, multiplier in line.bounds:
            if cell + 1 in self._variables:
                literal = f"{'~' if multiplier > 0 else ''}x{cell + 1}"
                yield from (*_times(literal, abs(multiplier)), *plus)
        if line.divisor > 1:
            yield from (str(line.divisor), "d")

    def _number(self, part: Addend) -> int:
        """Return the number of the inequality that a part uses."""
        source, size = part.row.source, len(self._formula.constraints)
        if source.kind is EARLIER:
            return size + (source.part or 0) + 1
        if source == TOTAL:
            is_second = part.multiplier < 0 and self._claim.at_most
            return size - 2 if is_second else size - 1
        title = self._titles[source]
        if source == BACKGROUND:
            return self._formula.titles.index(title) + 1
        place = _place(self._formula, title, _half(part))
        if place is None:
            raise ValueError(f"the formula does not say what the sum takes from {title}")
        return place


def _times(word: str, factor: int) -> tuple[str, ...]:
    return (word,) if factor == 1 else (word, str(factor), "*")
