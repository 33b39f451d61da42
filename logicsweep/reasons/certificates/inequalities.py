"""The linear formula of a certificate, made from the board alone: a checker has to trust this.

It is for proofs by cutting planes. Sources that bound a sum are there in their own form: clues that
count mines, the mine count, and constraints of the board's own. Of any other source the claim names
inequalities, and `implied` finds out whether its clauses imply them. Where clues may be wrong, each
has a variable that is 1 when it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.reasons.certificates.clue_rules import weighted_clue
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.cutting_planes import AtLeast
from logicsweep.reasons.certificates.formula import (
    Claim,
    Implied,
    clue_clauses,
    goal_of,
    numbers_allowed,
    rule_clauses,
    total_left,
)
from logicsweep.reasons.certificates.implied import Effort, Patterns
from logicsweep.reasons.certificates.key_clues import has_key
from logicsweep.reasons.certificates.layout_rules import line_sums
from logicsweep.reasons.certificates.own_constraints import constraints_named, sums_named
from logicsweep.reasons.certificates.own_rules import is_own_clue
from logicsweep.reasons.certificates.squares import rule_of

# The most inequalities of a claim, and the largest coefficient of one.
_MOST: Final = 1_000
_LARGEST: Final = 10**9


class LinearFormula(NamedTuple):
    """The text of a formula in OPB, line by line, and its inequalities by number, from 1.

    `titles` has the title of the source of each inequality.
    """

    lines: tuple[str, ...]
    constraints: tuple[AtLeast, ...]
    titles: tuple[str, ...]


class _Row(NamedTuple):
    """Bounds of a weighted sum of variables; None for no bound."""

    terms: Mapping[int, int]
    lower: int | None = None
    upper: int | None = None

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the most that the sum comes to."""
        values = self.terms.values()
        return sum([min(value, 0) for value in values]), sum([max(value, 0) for value in values])

    def narrowed(self) -> list[_Row]:
        """Return it as an equation, or else each bound that does not always hold."""
        return [self] if self.lower == self.upper else self.unless(None)

    def unless(self, wrong: int | None) -> list[_Row]:
        """Return each bound that does not always hold, if a variable need not be 0 for it."""
        least, most = self.ends
        rows = []
        if self.lower is not None and self.lower > least:
            marked = {} if wrong is None else {wrong: self.lower - least}
            rows.append(_Row({**self.terms, **marked}, lower=self.lower))
        if self.upper is not None and self.upper < most:
            marked = {} if wrong is None else {wrong: self.upper - most}
            rows.append(_Row({**self.terms, **marked}, upper=self.upper))
        return rows


def linear_formula(board: Board, claim: Claim) -> LinearFormula:
    """Write the inequalities of the sources of a claim, and that the opposite of the claim holds.

    The variable of a cell is its number, row by row, plus one; those for wrong clues come after the
    last cell of the board, in the same order.

    Raises:
        ValueError: As for `formula_of`; or the board has a key, a source says nothing here, or does
            not imply an inequality that the claim has for it.
        LimitError: As for `formula_of`; or a source allows too many assignments to go through.
    """
    goal = goal_of(board, claim)
    if has_key(board):
        raise ValueError("a board with a key has no formula of inequalities")
    size = board.height * board.width
    formula = _Formula(board, claim)
    for cell in claim.clues:
        mark = size + board.number(cell) + 1 if board.liars else None
        formula.add_source(
            f"clue{cell}", _clue(board, cell), partial(clue_clauses, board, cell), mark
        )
    wrong = {size + board.number(cell) + 1: cell for cell in claim.clues if board.liars}
    if wrong:
        most = [_Row(dict.fromkeys(wrong, 1), upper=board.liars)]
        formula.add(wrong_title(board), most)
    for rule in claim.rules:
        rows = [_Row(*each) for each in line_sums(board, rule)]
        formula.add_source(f"rule {rule}", rows, partial(rule_clauses, board, rule))
    for name in claim.constraints:
        rows = [_Row(*each) for each in sums_named(board, name)]
        formula.add_source(f"constraint {name}", rows, partial(constraints_named, board, name))
    formula.check_done()
    formula.cells.add(goal)
    if claim.uses_total:
        terms = dict.fromkeys(formula.cells, 1)
        least, most_left = total_left(board, len(terms))
        row = _Row(terms, least if claim.at_least else None, most_left if claim.at_most else None)
        bounds = [name for name, is_used in claim.bounds.items() if is_used]
        formula.add(f"the total, {' and '.join(bounds)}", [row])
    denial = _Row({goal: 1}, upper=0) if claim.mine else _Row({goal: 1}, lower=1)
    formula.add(f"the denial that {claim}", [denial])
    last = max([goal, *[terms[-1][0] for terms, _ in formula.constraints if terms]])
    head = [
        f"* #variable= {last} #constraint= {formula.written}",
        f"* logicsweep certificate: these constraints cannot all be true, so {claim}",
        "* mine(row,column) is 1 when the cell holds a mine; cells count from 0",
        *(f"* x{variable} = mine{board.cell(variable - 1)}" for variable in sorted(formula.cells)),
        *(f"* x{variable} = wrong{cell}" for variable, cell in wrong.items()),
        "* an equation counts as two constraints: at least, then at most",
    ]
    lines = (*head, *formula.lines)
    return LinearFormula(lines, tuple(formula.constraints), tuple(formula.titles))


def wrong_title(board: Board) -> str:
    """Return the title of the bound on the number of wrong clues."""
    return f"no more than {board.liars} of these clues are wrong"


def _clue(board: Board, cell: Cell) -> list[_Row]:
    """Write a clue that adds up mines as bounds on its sum; gaps between these are left out."""
    if board.clue(cell) is None:
        raise ValueError(f"there is no clue at {cell}")
    if is_own_clue(board, cell):
        return []
    if rule_of(board, cell) == "V":
        literals, allowed = numbers_allowed(board, cell)
        weights = dict.fromkeys(literals, 1)
    else:
        weighted = weighted_clue(board, cell)
        if weighted is None:
            return []
        weights, allowed = weighted
    if not allowed:
        return [_Row({}, lower=1)]
    return [_Row(weights, allowed[0], allowed[-1])]


class _Formula:
    """The lines of a formula so far, its inequalities, and the variables of the cells in them.

    `written` is the number of lines that are no comments.
    """

    def __init__(self, board: Board, claim: Claim) -> None:
        if len(claim.inequalities) > _MOST:
            raise ValueError(f"more than {_MOST:,} inequalities; expected fewer")
        self._size = board.height * board.width
        self._effort = Effort()
        self._of_source: dict[str, list[Implied]] = {}
        for inequality in claim.inequalities:
            self._of_source.setdefault(inequality.source, []).append(inequality)
        self.lines: list[str] = []
        self.written = 0
        self.constraints: list[AtLeast] = []
        self.titles: list[str] = []
        self.cells: set[int] = set()

    def add_source(
        self,
        title: str,
        rows: Sequence[_Row],
        clauses: Callable[[int], tuple[list[Clause], list[int], int]],
        wrong: int | None = None,
    ) -> None:
        """Add the rows of a source, and the inequalities that the claim has for it.

        `clauses` makes the source's clauses with variables after the given one, and `wrong` is the
        variable that is 1 when the source is wrong, if it may be.
        """
        given = self._of_source.pop(title, [])
        every = [
            each
            for row in rows
            for each in (row.narrowed() if wrong is None else row.unless(wrong))
        ]
        if given:
            made, variables, _ = clauses(2 * self._size)
            if wrong is not None:
                made, variables = [(*clause, wrong) for clause in made], [*variables, wrong]
            patterns = Patterns(made, variables, self._effort)
            every += [_checked(inequality, patterns) for inequality in given]
        if not every:
            raise ValueError(f"no sum is known for {title}")
        self.add(title, every)
        used = {variable for terms, *_ in every for variable in terms}
        self.cells |= {variable for variable in used if variable <= self._size}

    def check_done(self) -> None:
        """Raise ValueError if the claim has inequalities for anything else."""
        for title in self._of_source:
            raise ValueError(f"{title[:60]!r} is not among the sources")

    def add(self, title: str, rows: Iterable[_Row]) -> None:
        """Add the rows of a source."""
        first, lines = len(self.constraints) + 1, []
        for terms, lower, upper in rows:
            ordered = [(variable, terms[variable]) for variable in sorted(terms) if terms[variable]]
            negated = [(variable, -value) for variable, value in ordered]
            if lower is not None:
                self.constraints.append(AtLeast(tuple(ordered), lower))
                if lower != upper:
                    lines.append(_line(ordered, ">=", lower))
            if upper is not None:
                self.constraints.append(AtLeast(tuple(negated), -upper))
                if lower != upper:
                    lines.append(_line(negated, ">=", -upper))
            if lower is not None and lower == upper:
                lines.append(_line(ordered, "=", lower))
        last = len(self.constraints)
        self.titles += [title] * (last - first + 1)
        which = f"constraint {first}" if first == last else f"constraints {first} to {last}"
        self.lines += [f"* {which}: {title}", *lines]
        self.written += len(lines)


def _checked(inequality: Implied, patterns: Patterns) -> _Row:
    """Return an inequality of a claim as a row. Raises ValueError if its source may break it."""
    title, terms, at_most = inequality
    values = dict(terms)
    if list(terms) != sorted(values.items()) or not patterns.variables.issuperset(values):
        raise ValueError(
            f"an inequality of {title[:60]} is not over its cells, each once, in order"
        )
    if any(not value or abs(value) > _LARGEST for value in (*values.values(), at_most or 1)):
        raise ValueError(f"an inequality of {title[:60]} has a 0, or a number above {_LARGEST:,}")
    if not patterns.satisfy(inequality):
        raise ValueError(f"{title[:60]} does not imply an inequality that the claim has for it")
    return _Row(values, upper=at_most)


def _line(terms: Sequence[tuple[int, int]], sign: str, bound: int) -> str:
    """Write an inequality; that a variable is 0 as its negation."""
    if (sign, bound) == (">=", 0) and [value for _, value in terms] == [-1]:
        return f"1 ~x{terms[0][0]} >= 1 ;"
    return " ".join([*[f"{value} x{variable}" for variable, value in terms], sign, f"{bound} ;"])
