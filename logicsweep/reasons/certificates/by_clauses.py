"""A formula of clauses that denies a verdict: as few as a solver needs to be refuted.

The solver is asked for a model of the denial. Each source that the model breaks gives a clause that
follows from it, and that the model breaks as well; it is made short. So it goes on until there is
no model. Large numbers, such as the mine count, are counted with variables of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb
from typing import Final

from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.clauses import Clause
from logicsweep.constraints.diagram import NOTHING
from logicsweep.constraints.factors import TOTAL
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.solvers.calls import refutation, refuted_by_more
from logicsweep.reasons.certificates.certificate import Certificate
from logicsweep.reasons.certificates.formula import Counter, Proved, Titles, cnf_lines

# So many cells of a clause's source may be open; a checker tries all their values, up to 2^12.
_MOST_OPEN: Final = 9
# Bounds with fewer clauses than these are not counted.
_FEW: Final = 200
MOST_CLAUSES: Final = 1_000_000
Partial = dict[int, bool]


def certificate_by_clauses(
    proved: Proved, titles: Titles, rows: Sequence[Constraint], budget: Budget
) -> Certificate:
    """Certify a verdict by clauses of constraints that force it.

    Raises `LimitError` when the budget is spent or the formula grows too large, and RuntimeError
    where the constraints do not force the verdict.
    """
    formula = _Formula(proved, titles, rows)
    if not refuted_by_more([(proved.denial,)], formula.add_for, budget):
        raise RuntimeError("sources have a model that should have none")
    clauses = [clause for group in formula.groups.values() for clause in group]
    steps = refutation([*clauses, (proved.denial,)], budget)
    if steps is None:
        raise RuntimeError("a formula has a model that should have none")
    groups = {title: group for title, group in formula.groups.items() if group}
    lines = tuple(cnf_lines(proved, titles, groups, formula.counters))
    return Certificate(*proved, "drup", tuple(groups), lines, steps)


class _Formula:
    """The clauses so far, by the title of their source."""

    def __init__(self, proved: Proved, titles: Titles, rows: Sequence[Constraint]) -> None:
        self._proved = proved
        self._titles = titles
        self._rows = sorted(rows, key=lambda row: row.source == TOTAL)
        self.groups: dict[str, list[Clause]] = {titles.of(row.source): [] for row in self._rows}
        self.counters: list[Counter] = []
        mentioned = {cell for row in rows if row.source != TOTAL for cell in row.cells}
        self._mentioned = mentioned | {proved.variable - 1}
        self._made = 0

    def add_for(self, model: Sequence[int]) -> list[Clause]:
        """Add clauses that a model breaks, given as its literals; return them."""
        added = []
        for title, clause in self._broken(frozenset([each - 1 for each in model if each > 0])):
            self.groups[title].append(clause)
            added.append(clause)
        self._made += len(added)
        if self._made > MOST_CLAUSES:
            raise LimitError(f"a formula of more than {MOST_CLAUSES:,} clauses")
        return added

    def _broken(self, mines: frozenset[int]) -> Iterator[tuple[str, Clause]]:
        """Yield clauses that a model breaks, with the titles of their sources."""
        is_broken = False
        for row in self._rows:
            if row.source == TOTAL and is_broken:
                return  # perhaps the others do
            title = self._titles.of(row.source)
            counted = row if row.source != TOTAL else self._among_mentioned(row)
            if isinstance(counted, Cardinality) and not counted.gaps:
                clauses = self._of_bounds(counted, mines)
            elif row.weight(mines):
                continue
            else:
                known = _reason(row, mines)
                clauses = [tuple([-_literal(cell, mine) for cell, mine in known.items()])]
            for clause in clauses:
                is_broken = True
                yield title, clause

    def _among_mentioned(self, total: Constraint) -> Constraint:
        """Return the mine count as bounds on the cells that the formula mentions."""
        if not isinstance(total, Cardinality):
            return total
        cells = tuple([cell for cell in total.cells if cell in self._mentioned])
        others = len(total.cells) - len(cells)
        return total._replace(cells=cells, lower=total.lower - others)

    def _of_bounds(self, row: Cardinality, mines: frozenset[int]) -> Iterable[Clause]:
        """Return a clause of the bound that a model breaks, or all clauses that count up to it."""
        inside = [cell for cell in row.cells if cell in mines]
        if row.lower <= len(inside) <= row.upper:
            return ()
        size = len(row.cells)
        if len(inside) > row.upper:
            bound, sign = row.upper, 1
            few = [-(cell + 1) for cell in inside[: bound + 1]]
        else:
            bound, sign = size - row.lower, -1
            few = [cell + 1 for cell in row.cells if cell not in mines][: bound + 1]
        if bound < 0 or comb(size, bound + 1) <= _FEW:
            return [tuple(few)]
        return self._counted([sign * (cell + 1) for cell in row.cells], bound)

    def _counted(self, literals: Sequence[int], bound: int) -> list[Clause]:
        """Say that at most `bound` literals are true, by a counter (Sinz 2005)."""
        size = len(literals)
        first = self.counters[-1].last + 1 if self.counters else self._titles.first_free
        is_up = bound <= size - bound
        most = bound if is_up else size - bound
        counter = Counter(first, most, tuple(literals if is_up else [-each for each in literals]))
        self.counters.append(counter)
        if self._made + 2 * size * most > MOST_CLAUSES:
            raise LimitError(f"a formula of more than {MOST_CLAUSES:,} clauses")
        clauses: list[Clause] = []
        for seen, literal in enumerate(counter.literals, start=1):
            for count in range(1, min(seen, most) + 1):
                this = counter.variable(seen, count)
                same = [counter.variable(seen - 1, count)] if count < seen else []
                fewer = [counter.variable(seen - 1, count - 1)] if count > 1 else []
                if is_up:
                    clauses += [(-before, this) for before in same]
                    clauses.append((-literal, *[-before for before in fewer], this))
                else:
                    clauses.append((-this, literal, *same))
                    clauses += [(-this, before) for before in fewer]
            if is_up and seen > most:
                clauses.append((-literal, -counter.variable(seen - 1, most)))
        if not is_up:
            clauses.append((counter.variable(size, most),))
        return clauses


def _literal(cell: int, mine: bool) -> int:
    return cell + 1 if mine else -(cell + 1)


def _reason(row: Constraint, mines: frozenset[int]) -> Partial:
    """Return as few values as there have to be for a constraint to be broken by a model."""
    if isinstance(row, Regional):
        return _reason_of_regions(row, mines)
    known = {cell: cell in mines for cell in row.cells}
    is_sum = isinstance(row, Relation) and row.linear is not None
    for cell in row.cells:
        if not is_sum and len(row.cells) - len(known) >= _MOST_OPEN:
            break
        fewer = {each: mine for each, mine in known.items() if each != cell}
        if _excludes(row, fewer):
            known = fewer
    return known


def _excludes(row: Constraint, known: Mapping[int, bool]) -> bool:
    """Tell whether a constraint allows nothing that agrees with known values."""
    left = row.conditioned(known)
    if isinstance(left, Cardinality):
        numbers = range(max(left.lower, 0), min(left.upper, len(left.cells)) + 1)
        return {*numbers} <= {*left.gaps}
    return isinstance(left, Relation) and left.diagram.root == NOTHING


def _reason_of_regions(row: Regional, mines: frozenset[int]) -> Partial:
    """Return members and other cells that break a condition on regions, whatever the rest is."""
    says, (links, rim) = row.says, row.graph
    chosen = {cell for cell in row.cells if (cell in mines) is says.mines}
    members = frozenset(chosen | row.members)
    regions = list(row.regions(members))

    def around(region: Iterable[int]) -> set[int]:
        return {near for cell in region for near in links[cell]} - members

    inside: Iterable[int] = ()
    outside: Iterable[int] = ()
    if says.at_rim is not None:
        at_rim = [cell for region in regions if not rim.isdisjoint(region) for cell in region]
        if len(at_rim) < says.at_rim:
            outside = around(at_rim) | (rim - members)
        else:
            inside = _grown(rim & members, members, links, says.at_rim + 1)
    elif len(regions) < says.least:
        outside = row.cells
    elif says.most is not None and len(regions) > says.most:
        inside = [_known_first(region, chosen) for region in regions[:2]]
        outside = around(regions[0])
    else:
        region = next(region for region in regions if not row.allows(region))
        if says.size is not None and len(region) > says.size:
            inside = region[: says.size + 1]
        elif says.size not in (None, len(region)) or (says.reach_rim and rim.isdisjoint(region)):
            inside, outside = [_known_first(region, chosen)], around(region)
        else:
            inside = _ring(region, links)
    known = {cell: says.mines for cell in inside if cell in chosen}
    return known | {cell: not says.mines for cell in outside if cell in row.cells}


def _known_first(region: Sequence[int], chosen: set[int]) -> int:
    """Return a cell of a region, one that is known if there is one."""
    return min(region, key=lambda cell: (cell in chosen, cell))


def _grown(
    start: Iterable[int], members: frozenset[int], links: Sequence[Sequence[int]], size: int
) -> list[int]:
    """Return so many members that are connected to some, nearest first."""
    reached = sorted(start)
    for cell in reached:  # it grows
        reached += [near for near in links[cell] if near in members and near not in reached]
    return reached[:size]


def _ring(region: Sequence[int], links: Sequence[Sequence[int]]) -> list[int]:
    """Return the cells of rings in a region, and between them; none if it has no ring."""
    left = set(region)
    while ends := [cell for cell in left if len(left.intersection(links[cell])) < 2]:
        left.difference_update(ends)
    return sorted(left)
