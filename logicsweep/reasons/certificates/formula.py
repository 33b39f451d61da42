"""The formula of a certificate, made from the board alone: a checker has to trust this module.

A cell is safe because its sources (clues, perhaps the mine count and rules) are unsatisfiable
together with a mine there; a mine likewise. Here these become clauses. Every layout that agrees
with the board extends to a model of all clauses of the sources, so that no layout is lost: the
variable of a cell is true when it holds a mine, and a counter's variable (i,j) when at least j of
the first i literals that it counts are true. Where clues may be wrong, each has a variable that is
true when it is. Clues of other rules are in `clue_rules` and `key_clues`, rules for layouts in
`layout_rules`, the board's own constraints in `own_constraints`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.reasons.certificates.clue_rules import ruled_clue
from logicsweep.reasons.certificates.counters import Clause, between, check_size
from logicsweep.reasons.certificates.key_clues import (
    has_key,
    is_read_with_key,
    key_clauses,
    keyed_clue,
)
from logicsweep.reasons.certificates.layout_rules import RuleAt, rule_at
from logicsweep.reasons.certificates.own_constraints import constraints_named, known_constraints
from logicsweep.reasons.certificates.own_rules import (
    check_rules,
    is_own_clue,
    is_own_rule,
    own_clue,
    own_rule_at,
)
from logicsweep.reasons.certificates.squares import rule_of

# The most clauses for the gaps of one clue, numbers between its bounds that it rules out.
_MOST: Final = 200_000


class Implied(NamedTuple):
    """An inequality over cells that a single source implies.

    Attributes:
        source: The title of the source in a formula, such as `clue(1,1)`.
        terms: The pairs of a variable and its coefficient, by variable; as in the formula, the
            variable of a cell is its number plus one, and those for wrong clues come after these.
        at_most: The upper bound of the sum of coefficient times variable.
    """

    source: str
    terms: tuple[tuple[int, int], ...]
    at_most: int


class Claim(NamedTuple):
    """A verdict and the sources that force it.

    Attributes:
        cell: The cell that the verdict is about.
        mine: True for a mine, False for a safe cell.
        clues: The cells of the clues among the sources, sorted.
        at_most: Whether the upper bound of the mine count is a source.
        at_least: Whether the lower bound of the mine count is a source.
        rules: The rules for layouts among the sources, each at its place; sorted.
        constraints: The names of the board's own constraints among the sources, sorted.
        inequalities: Inequalities that stand for sources which are no sums themselves, sorted; only
            proofs by cutting planes have any.
    """

    cell: Cell
    mine: bool
    clues: tuple[Cell, ...]
    at_most: bool = False
    at_least: bool = False
    rules: tuple[RuleAt, ...] = ()
    constraints: tuple[str, ...] = ()
    inequalities: tuple[Implied, ...] = ()

    @property
    def uses_total(self) -> bool:
        """Whether one of the two bounds of the mine count is a source."""
        return self.at_most or self.at_least

    @property
    def bounds(self) -> dict[str, bool]:
        """The bounds of the mine count, `at most` and `at least`, and whether each is a source."""
        return {"at most": self.at_most, "at least": self.at_least}

    def __str__(self) -> str:
        return f"{self.cell} is {'a mine' if self.mine else 'safe'}"


class Formula(NamedTuple):
    """The text of a formula in DIMACS CNF, line by line, and its clauses."""

    lines: tuple[str, ...]
    clauses: tuple[Clause, ...]


class _Clauses:
    """The clauses of sources, one after the other, and the variables of the cells in them.

    `top` is the last variable in use.
    """

    def __init__(self, top: int) -> None:
        self.groups: list[tuple[str, list[Clause]]] = []
        self.cells: dict[int, None] = {}
        self.top = top
        self._made = 0

    def add(self, name: str, clauses: list[Clause], cells: Sequence[int], top: int) -> None:
        """Add the clauses of a source. Raises `LimitError` for too many of them."""
        self._made += len(clauses)
        check_size(self._made)
        self.groups.append((name, clauses))
        self.cells |= dict.fromkeys(cells)
        self.top = top


def formula_of(board: Board, claim: Claim) -> Formula:
    """Write the clauses of the sources of a claim, and that the opposite of the claim holds.

    The variable of a cell is its number, row by row, plus one; auxiliary ones come after the last
    cell of the board.

    Raises:
        ValueError: The cell is not covered, there is no clue in a cell, a rule does not apply to
            the cells that the claim has for it, or is a user's own about more than windows; there
            is no such constraint, or it is about regions.
        LimitError: A clue around very many cells rules out numbers between its bounds, or there
            are more than `MOST_CLAUSES`; this is found out before they are made.
    """
    goal = goal_of(board, claim)
    if claim.inequalities:
        raise ValueError("clauses need no inequalities beside them")
    sources = _Clauses(board.height * board.width)
    if has_key(board):
        key = "the key, which has the variables after those of the cells"
        sources.add(key, *key_clauses(board))
    wrong = _add_clues(board, claim, sources)
    for rule in claim.rules:
        sources.add(f"rule {rule}", *rule_clauses(board, rule, sources.top))
    for name in claim.constraints:
        sources.add(f"constraint {name}", *constraints_named(board, name, sources.top))
    groups, cells, top = sources.groups, sources.cells, sources.top
    cells[goal] = None
    if claim.uses_total:
        clauses, top = _total(board, claim, list(cells), top)
        bounds = [name for name, is_used in claim.bounds.items() if is_used]
        groups.append((f"the total, {' and '.join(bounds)}", clauses))
    groups.append((f"the denial that {claim}", [(-goal if claim.mine else goal,)]))
    clauses = [clause for _, group in groups for clause in group]
    head = [
        f"c logicsweep certificate: these clauses cannot all be true, so {claim}",
        "c mine(row,column) is true when the cell holds a mine; cells count from 0",
        *(f"c {literal} = mine{board.cell(literal - 1)}" for literal in sorted(cells)),
        *(f"c {literal} = wrong{cell}" for literal, cell in wrong.items()),
        *_titles(groups),
        f"p cnf {top} {len(clauses)}",
    ]
    body = [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return Formula((*head, *body), tuple(clauses))


def goal_of(board: Board, claim: Claim) -> int:
    """Return the variable of the cell of a claim.

    Raises ValueError for a cell that is not covered, sources that are not sorted, or as
    `check_sources` does.
    """
    if list(claim.clues) != sorted(set(claim.clues)):
        raise ValueError("the clues are not sorted, or one is repeated")
    for name in ("rules", "constraints", "inequalities"):
        used = list(getattr(claim, name))
        if used != sorted(set(used)):
            raise ValueError(f"the {name} are not sorted, or one is repeated")
    if not board.is_covered(claim.cell):
        raise ValueError(f"{claim.cell} is not covered")
    check_sources(board, claim)
    return board.number(claim.cell) + 1


def check_sources(board: Board, claim: Claim) -> None:
    """Raise ValueError if certificates do not know a rule of a board, or a constraint of a claim.

    They do not know a user's own rule with the name of another one, or about more than windows, or
    constraints on regions.
    """
    check_rules(board, {rule.rule for rule in claim.rules})
    for name in claim.constraints:
        known_constraints(board, name)


def _titles(groups: Sequence[tuple[str, Sequence[Clause]]]) -> Iterator[str]:
    """Yield lines that name the source of each group of clauses."""
    first = 1
    for name, clauses in groups:
        last = first + len(clauses) - 1
        which = f"clause {first}" if first == last else f"clauses {first} to {last}"
        yield f"c {which}: {name}"
        first = last + 1


def rule_clauses(board: Board, demand: RuleAt, top: int) -> tuple[list[Clause], list[int], int]:
    """Return the clauses of a rule for layouts at one place, its variables, and the last one."""
    make = own_rule_at if is_own_rule(board, demand.rule) else rule_at
    return make(board, demand, top)


def _add_clues(board: Board, claim: Claim, sources: _Clauses) -> dict[int, Cell]:
    """Add the clauses of the clues; return the variables of those that may be wrong."""
    wrong: dict[int, Cell] = {}
    for cell in claim.clues:
        clauses, cells, top = clue_clauses(board, cell, sources.top)
        if board.liars:
            top += 1
            wrong[top] = cell
            clauses = [(*clause, top) for clause in clauses]
        sources.add(f"clue{cell}", clauses, cells, top)
    if wrong:
        clauses, top = between(list(wrong), 0, min(board.liars, len(wrong)), sources.top)
        sources.add(f"no more than {board.liars} of these clues are wrong", clauses, (), top)
    return wrong


def clue_clauses(board: Board, cell: Cell, top: int) -> tuple[list[Clause], list[int], int]:
    """Return a clue's clauses, the variables of the cells around it, and the last variable."""
    if board.clue(cell) is None:
        raise ValueError(f"there is no clue at {cell}")
    if is_own_clue(board, cell):
        return *own_clue(board, cell), top
    if is_read_with_key(board, cell):
        return *keyed_clue(board, cell), top
    if rule_of(board, cell) != "V":
        return ruled_clue(board, cell, top)
    literals, allowed = numbers_allowed(board, cell)
    if not allowed:
        return [()], literals, top
    clauses, top = between(literals, allowed[0], allowed[-1], top)
    gaps = sorted(set(range(allowed[0], allowed[-1])).difference(allowed))
    if sum(comb(len(literals), number) for number in gaps) > _MOST:
        raise LimitError(
            f"the numbers that the clue at {cell} rules out take more than {_MOST:,} clauses"
        )
    for number in gaps:
        for true in combinations(literals, number):
            clauses.append(tuple(-literal if literal in true else literal for literal in literals))
    return clauses, literals, top


def numbers_allowed(board: Board, cell: Cell) -> tuple[list[int], list[int]]:
    """Return the variables around an ordinary clue, and the numbers of mines that it allows.

    Raises ValueError for a clue that shows no number, which would seem to allow none.
    """
    clue, near = board.value(cell), board.neighbours(cell)
    if not isinstance(clue, int | Clue):
        raise ValueError(  # noqa: TRY004  # the clue is at fault, not its type
            f"the clue at {cell} shows no number of mines"
        )
    known = sum(board[place] == State.KNOWN_MINE for place in near)
    literals = [board.number(place) + 1 for place in near if board.is_covered(place)]
    return literals, [
        number
        for number in range(len(literals) + 1)
        if (clue.allows(number + known) if isinstance(clue, Clue) else clue == number + known)
    ]


def _total(
    board: Board, claim: Claim, literals: Sequence[int], top: int
) -> tuple[list[Clause], int]:
    """Write the mine count as bounds on some cells, as all other covered cells may be anything."""
    least, most = total_left(board, len(literals))
    return between(
        literals,
        least if claim.at_least else 0,
        most if claim.at_most else len(literals),
        top,
    )


def total_left(board: Board, size: int) -> tuple[int, int]:
    """Return the least and the most mines that the mine count leaves for `size` covered cells."""
    bounds = board.total_bounds
    if bounds is None:
        raise ValueError("the board has no mine count")
    known = len(board.known_mines)
    others = int(board.covered_mask.sum()) - size
    return max(bounds[0] - known - others, 0), min(bounds[1] - known, size)
