"""Demands: what the sources of a verdict say of variables, and what follows from one of them.

A variable is 1 or 0: a cell holds a mine, a cell of a key is marked, or a clue is wrong. A demand
never excludes a true layout; it refutes an assumption if nothing that it allows agrees with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from .faults import CheckError, CheckLimitError, Clock

Known = Mapping[int, bool]
# The most variables whose values are all tried.
MOST_TRIED = 12
# The most different values of a sum.
MOST_TOTALS = 2_000_000


class Sum(NamedTuple):
    """The weights of the variables that are 1 come to one of the allowed numbers."""

    weights: Mapping[int, int]
    allowed: frozenset[int]

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables that it speaks of."""
        return tuple(self.weights)

    def holds(self, values: Known) -> bool:
        """Tell whether values of all variables satisfy it."""
        return sum([weight for variable, weight in self.weights.items() if values[variable]]) in (
            self.allowed
        )

    def refutes(self, known: Known, clock: Clock) -> bool:
        """Tell whether it allows no values of the variables that agree with those known."""
        return self.least({}, clock, known) is None

    def least(
        self, terms: Mapping[int, int], clock: Clock, known: Known | None = None
    ) -> int | None:
        """Return the least value of a weighted sum of variables; None if nothing is allowed.

        Variables of the same weight and coefficient change places, so that of each such group only
        the number of ones counts.
        """
        known = known or {}
        groups: dict[tuple[int, int], int] = {}
        base, cost = 0, 0
        for variable, weight in self.weights.items():
            coefficient = terms.get(variable, 0)
            if variable in known:
                base += weight * known[variable]
                cost += coefficient * known[variable]
            else:
                pair = weight, coefficient
                groups[pair] = groups.get(pair, 0) + 1
        # With one weight the ones with the least coefficients come first.
        best: dict[int, int] = {base: cost}
        for (weight, coefficient), count in sorted(groups.items()):
            after: dict[int, int] = {}
            for total, so_far in best.items():
                clock.tick(count + 1)
                for ones in range(count + 1):
                    there, value = total + weight * ones, so_far + coefficient * ones
                    if there not in after or value < after[there]:
                        after[there] = value
                if len(after) > MOST_TOTALS:
                    raise CheckLimitError(f"a sum has more than {MOST_TOTALS:,} different values")
            best = after
        values = [value for total, value in best.items() if total in self.allowed]
        return min(values, default=None)


class Table(NamedTuple):
    """The values of some variables satisfy a definition, which is asked about all of them.

    `beside` is the number of variables that it reads as well, as they are known.
    """

    variables: tuple[int, ...]
    satisfied: Callable[[Known], bool]
    beside: int = 0

    def holds(self, values: Known) -> bool:
        """Tell whether values of all variables satisfy it."""
        return self.satisfied({variable: values[variable] for variable in self.variables})

    def refutes(self, known: Known, clock: Clock) -> bool:
        """Tell whether it allows no values of the variables that agree with those known."""
        return not any(True for _ in self._allowed(known, clock))

    def least(self, terms: Mapping[int, int], clock: Clock) -> int | None:
        """Return the least value of a weighted sum of variables; None if nothing is allowed."""
        return min(
            [
                sum([terms.get(variable, 0) for variable, value in values.items() if value])
                for values in self._allowed({}, clock)
            ],
            default=None,
        )

    def _allowed(self, known: Known, clock: Clock) -> Iterable[dict[int, bool]]:
        free = [variable for variable in self.variables if variable not in known]
        if len(free) > MOST_TRIED:
            raise CheckError(
                f"leaves {len(free)} variables of its source open; all their values are tried, "
                f"which is done for at most {MOST_TRIED}"
            )
        values = {variable: known.get(variable, False) for variable in self.variables}
        for tried in product((False, True), repeat=len(free)):
            clock.tick(len(values) + self.beside)
            values.update(zip(free, tried, strict=True))
            if self.satisfied(values):
                yield values


class Regions(NamedTuple):
    """A demand on the regions of a board: its largest connected sets of members.

    Attributes:
        links: For each variable the variables joined to it, those that may be in one region.
        of_mines: Whether members are mines; otherwise they are safe cells.
        is_some: Whether there has to be a member.
        is_one: Whether there is at most one region.
        size: The number of cells of every region; None for any.
        rim: The variables of cells at the rim.
        reach_rim: Whether every region has a cell at the rim.
        has_rings: Whether members may form a ring.
        at_rim: The number of cells in all regions at the rim together; None for any.
    """

    links: Mapping[int, Sequence[int]]
    of_mines: bool = True
    is_some: bool = False
    is_one: bool = False
    size: int | None = None
    rim: frozenset[int] = frozenset()
    reach_rim: bool = False
    has_rings: bool = True
    at_rim: int | None = None

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables that it speaks of."""
        return tuple(self.links)

    def holds(self, values: Known) -> bool:
        """Tell whether values of all variables satisfy it."""
        return not self.refutes({each: values[each] for each in self.links}, Clock())

    def refutes(self, known: Known, clock: Clock) -> bool:
        """Tell whether it is broken, whatever the variables are that are not known.

        Members are those that are known to be; a cell can be one unless it is known not to be. With
        all variables known these are the same, and this is the definition.
        """
        clock.tick(8 * len(self.links))
        members = {each for each in self.links if known.get(each) is self.of_mines}
        possible = {each for each in self.links if known.get(each, self.of_mines) is self.of_mines}
        return (
            (self.is_some and not possible)
            or (self.is_one and not members <= self._reached([*members][:1], possible))
            or (not self.has_rings and self._ring(members))
            or self._is_apart(members, possible)
            or self._has_other_area(members, possible)
        )

    def _is_apart(self, members: set[int], possible: set[int]) -> bool:
        """Tell whether the region of a member cannot have the size or reach the rim."""
        if self.size is None and not self.reach_rim:
            return False
        fewest, most = self.size or 0, self.size or len(self.links)
        return any(len(region) > most for region in self._parts(members, members)) or any(
            len(reach) < fewest or (self.reach_rim and self.rim.isdisjoint(reach))
            for reach in self._parts(members, possible)
        )

    def _has_other_area(self, members: set[int], possible: set[int]) -> bool:
        """Tell whether the regions at the rim cannot have their number of cells."""
        if self.at_rim is None:
            return False
        fewest = len(self._reached(self.rim & members, members))
        return not fewest <= self.at_rim <= len(self._reached(self.rim & possible, possible))

    def least(self, terms: Mapping[int, int], clock: Clock) -> int | None:
        """Refuse: of regions no sums are worked out."""
        del terms, clock
        raise CheckError("a sum has an inequality of a source about regions; clauses do")

    def _parts(self, members: set[int], inside: set[int]) -> Iterator[set[int]]:
        """Yield the connected sets of cells that have members."""
        left = set(members)
        while left:
            part = self._reached([left.pop()], inside)
            left -= part
            yield part

    def _reached(self, start: Iterable[int], inside: set[int]) -> set[int]:
        """Return the cells that are connected to some, through cells of a set."""
        reached, due = set(start), list(start)
        while due:
            for near in self.links[due.pop()]:
                if near in inside and near not in reached:
                    reached.add(near)
                    due.append(near)
        return reached

    def _ring(self, members: set[int]) -> bool:
        """Tell whether members form a ring: a region without one has a link less than cells."""
        for region in self._parts(members, members):
            links = sum([len(region.intersection(self.links[each])) for each in region]) // 2
            if links >= len(region):
                return True
        return False


class OrWrong(NamedTuple):
    """A clue that adds up is right and its variable 0, or it is wrong and its variable is 1."""

    right: Sum
    wrong: int

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables that it speaks of."""
        return (*self.right.weights, self.wrong)

    def holds(self, values: Known) -> bool:
        """Tell whether values of all variables satisfy it."""
        return self.right.holds(values) is not values[self.wrong]

    def refutes(self, known: Known, clock: Clock) -> bool:
        """Tell whether it allows no values of the variables that agree with those known."""
        cases = [known[self.wrong]] if self.wrong in known else [False, True]
        return all(self._case(is_wrong).refutes(known, clock) for is_wrong in cases)

    def least(self, terms: Mapping[int, int], clock: Clock) -> int | None:
        """Return the least value of a weighted sum of variables; None if nothing is allowed."""
        right, wrong = (self._case(is_wrong).least(terms, clock) for is_wrong in (False, True))
        values = [right, None if wrong is None else wrong + terms.get(self.wrong, 0)]
        return min([value for value in values if value is not None], default=None)

    def _case(self, is_wrong: bool) -> Sum:
        if not is_wrong:
            return self.right
        weights = self.right.weights.values()
        fewest = sum([weight for weight in weights if weight < 0])
        most = sum([weight for weight in weights if weight > 0])
        return self.right._replace(allowed=frozenset(range(fewest, most + 1)) - self.right.allowed)


Demand = Sum | Table | Regions | OrWrong


def unless_wrong(demand: Demand, wrong: int) -> Demand:
    """Return the demand that a clue is right, or that it is not and its variable says so."""
    if isinstance(demand, Sum):
        return OrWrong(demand, wrong)
    if isinstance(demand, Table):
        return Table(
            (*demand.variables, wrong), lambda values: demand.holds(values) is not values[wrong]
        )
    raise CheckError("there are no certificates with clues about regions that may be wrong")


def given(demand: Demand, known: Known) -> Demand:
    """Return what a demand says of the other variables, once some are known."""
    if isinstance(demand, OrWrong):
        right = given(demand.right, known)
        return OrWrong(right, demand.wrong) if isinstance(right, Sum) else demand
    if isinstance(demand, Sum):
        total = sum([weight for each, weight in demand.weights.items() if known.get(each)])
        left = {each: weight for each, weight in demand.weights.items() if each not in known}
        return Sum(left, frozenset([number - total for number in demand.allowed]))
    if isinstance(demand, Table):
        fixed = {each: known[each] for each in demand.variables if each in known}
        free = tuple([each for each in demand.variables if each not in known])
        return Table(free, lambda values: demand.satisfied({**fixed, **values}), len(fixed))
    return demand
