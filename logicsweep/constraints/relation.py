"""`Relation`: any other constraint over some cells, each assignment of which has a weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from operator import index, not_
from typing import Final, NamedTuple, Self, TypeVar

from logicsweep.constraints.clauses import BoundsEncoder, Clauses, relation_clauses
from logicsweep.constraints.diagram import (
    NOTHING,
    Diagram,
    Edge,
    Forest,
    check_size,
    diagram_of,
    restricted,
    roles,
)
from logicsweep.constraints.factors import (
    Factor,
    RelationFactor,
    Source,
    unary_factor,
    whole_weights,
)
from logicsweep.errors import expect, listed, plural

State = TypeVar("State", bound=Hashable)

# Cells of a pattern: the assignments are listed.
MOST_IN_PATTERN: Final = 12


class Linear(NamedTuple):
    """A weighted sum of the mines in some cells, and the values that are allowed.

    Attributes:
        coefficients: The coefficient of each cell.
        allowed: The allowed values, ascending.
    """

    coefficients: tuple[int, ...]
    allowed: tuple[int, ...]


class Relation(NamedTuple):
    """A constraint that gives every assignment of its cells a weight; 0 rules it out.

    Make one with `weighted_sum`, `pattern`, `automaton` or `by_diagram`. Weights are whole numbers
    in lowest terms: likelihoods of the source, all 1 where there are none.

    Attributes:
        cells: The cell numbers, in the order in which the diagram reads them.
        diagram: The weights, as a decision diagram over the cells.
        source: The clue, rule or other source of the constraint.
        linear: The same constraint as a weighted sum, if it is one; else None.
    """

    cells: tuple[int, ...]
    diagram: Diagram
    source: Source
    linear: Linear | None = None

    @classmethod
    def weighted_sum(
        cls,
        cells: Sequence[int],
        coefficients: Sequence[int],
        allowed: Iterable[int] | Mapping[int, Fraction | int],
        source: Source | str,
    ) -> Self:
        """Make the constraint that a weighted sum of the mines has one of the allowed values.

        Args:
            cells: The cell numbers, each once.
            coefficients: A whole number for each cell: what a mine there adds to the sum.
            allowed: The allowed values; or a mapping from them to their likelihoods.
            source: The source of the constraint, or a name for it.

        Raises:
            ValueError: The numbers do not fit together, or a likelihood is negative.
            TypeError: A number is not whole.
            LimitError: There are more than 400 cells, or far too many sums.
        """
        numbers = _checked_cells(cells)
        factors = tuple(map(index, coefficients))
        if len(factors) != len(numbers):
            raise ValueError(
                f"{len(factors)} coefficients for {len(numbers)} cells; expected as many"
            )
        weights = whole_weights(allowed)
        values = tuple(sorted(value for value, weight in weights.items() if weight))
        linear = Linear(factors, tuple(map(index, values)))
        pairs = tuple([(value, weights[value]) for value in values])
        return cls.by_diagram(numbers, _sum_diagram(factors, pairs), source, linear)

    @classmethod
    def pattern(
        cls,
        cells: Sequence[int],
        allowed: Iterable[Sequence[bool]] | Mapping[tuple[bool, ...], Fraction | int],
        source: Source | str,
    ) -> Self:
        """Make the constraint that some cells look like one of the allowed assignments.

        Args:
            cells: The cell numbers, each once; at most 12.
            allowed: The allowed assignments, which say for each cell whether it is a mine; or a
                mapping from them to their likelihoods.
            source: The source of the constraint, or a name for it.

        Raises:
            ValueError: There are too many cells, an assignment has another length, or a likelihood
                is negative.
            TypeError: A number is not whole.
        """
        numbers = _checked_cells(cells)
        if len(numbers) > MOST_IN_PATTERN:
            raise ValueError(
                f"a pattern of {len(numbers)} cells; expected at most {MOST_IN_PATTERN}"
            )
        given = allowed if isinstance(allowed, Mapping) else map(tuple, allowed)
        weights = {
            tuple(map(bool, values)): weight for values, weight in whole_weights(given).items()
        }
        misfit = next((values for values in weights if len(values) != len(numbers)), None)
        if misfit is not None:
            raise ValueError(
                f"an assignment of {len(misfit)} cells in a pattern of {len(numbers)}; expected as "
                f"many"
            )
        nothing_read: tuple[bool, ...] = ()
        diagram = diagram_of(
            len(numbers),
            nothing_read,
            lambda _, before, mine: (*before, mine),
            lambda assignment: weights.get(assignment, 0),
        )
        return cls.by_diagram(numbers, diagram, source)

    @classmethod
    def automaton(
        cls,
        cells: Sequence[int],
        start: State,
        steps: Mapping[tuple[State, bool], State],
        accepting: Iterable[State] | Mapping[State, Fraction | int],
        source: Source | str,
    ) -> Self:
        """Make the constraint that a finite automaton accepts the cells, read in their order.

        Args:
            cells: The cell numbers in the order in which they are read, each once.
            start: The state at first.
            steps: The state after a cell, by the state before it and whether it is a mine. Where
                there is none, nothing is allowed.
            accepting: The states that are allowed in the end; or a mapping from them to the
                likelihoods of the assignments that end there.
            source: The source of the constraint, or a name for it.

        Raises:
            ValueError: A cell is named twice, or a likelihood is negative.
            TypeError: A number is not whole.
            LimitError: There are more than 400 cells, or far too many states.
        """
        numbers = _checked_cells(cells)
        expect("steps", steps, Mapping, "a mapping from (state, mine) to the state after it")
        weights = whole_weights(accepting)
        diagram = diagram_of(
            len(numbers),
            start,
            lambda _, state, mine: steps.get((state, mine)),
            lambda state: weights.get(state, 0),
        )
        return cls.by_diagram(numbers, diagram, source)

    @classmethod
    def runs(cls, cells: Sequence[int], lengths: Iterable[int], source: Source | str) -> Self:
        """Make the constraint that the runs of mines, read in order, have these lengths.

        Args:
            cells: The cell numbers in the order in which they are read, each once.
            lengths: The length of each run, 1 or more; nothing if there is no mine.
            source: The source of the constraint, or a name for it.

        Raises:
            ValueError: A cell is named twice, a length is below 1, or the runs do not fit.
            TypeError: A number is not whole.
            LimitError: There are more than 400 cells.
        """
        sizes = [*map(index, lengths)]
        wrong = next((length for length in sizes if length < 1), None)
        if wrong is not None:
            raise ValueError(f"a run of {wrong} cells; expected a length of 1 or more")
        needed = sum(sizes) + max(len(sizes) - 1, 0)
        if needed > len(cells):
            raise ValueError(
                f"the runs {' '.join(map(str, sizes))} need {needed} cells; there are {len(cells)}"
            )
        # A state: the number of mines so far, and whether the cell before is a mine.
        ends = [*accumulate(sizes)]
        starts = {end - length for end, length in zip(ends, sizes, strict=True)}
        steps: dict[tuple[tuple[int, bool], bool], tuple[int, bool]] = {}
        for mines in range(sum(sizes) + 1):
            for after_mine in (False, True):
                if mines in starts or mines == sum(sizes):  # between two runs
                    steps[(mines, after_mine), False] = mines, False
                if mines < sum(sizes) and (mines not in starts or not after_mine):
                    steps[(mines, after_mine), True] = mines + 1, True
        accepting = [(sum(sizes), False), (sum(sizes), True)]
        return cls.automaton(cells, (0, False), steps, accepting, source)

    @classmethod
    def by_diagram(
        cls,
        cells: Sequence[int],
        diagram: Diagram,
        source: Source | str,
        linear: Linear | None = None,
    ) -> Self:
        """Make the constraint that gives some cells the weights of a diagram.

        Args:
            cells: The cell numbers in the order in which the diagram reads them, each once.
            diagram: The weights, of as many cells.
            source: The source of the constraint, or a name for it.
            linear: The weighted sum that the diagram stands for, if any.

        Raises:
            ValueError: A cell is named twice, or the diagram reads another number of cells.
            TypeError: A number is not whole.
        """
        numbers = _checked_cells(cells)
        if diagram.size != len(numbers):
            raise ValueError(
                f"a diagram of {diagram.size} cells for {len(numbers)}; expected as many"
            )
        named = Source.named(source) if isinstance(source, str) else source
        return cls(numbers, diagram, named, linear)

    @property
    def says_nothing(self) -> bool:
        """Whether every assignment is allowed, all with the same weight."""
        return self.diagram.root < NOTHING

    @property
    def is_impossible(self) -> bool:
        """Whether no assignment is allowed."""
        return self.diagram.root == NOTHING

    @property
    def is_weighted(self) -> bool:
        """Whether the allowed assignments have different weights."""
        return len(self.diagram.ends - {0}) > 1

    @property
    def roles(self) -> tuple[int, ...]:
        """A number for each cell; cells with the same number can change places."""
        return roles(self.diagram)

    @property
    def words(self) -> str:
        """A few words, such as `a weighted sum of 1 or 3 over 4 covered cells`."""
        cells = f"{len(self.cells)} {plural('covered cell', len(self.cells))}"
        if self.linear is None:
            return f"a relation of {cells}"
        allowed = [str(value) for value in self.linear.allowed]
        values = listed(allowed, last="or") if allowed else "nothing"
        return f"a weighted sum of {values} over {cells}"

    @property
    def counts_allowed(self) -> list[int] | None:
        """The numbers of mines that are allowed, ascending; None if their places matter, too."""
        if self.linear is None or set(self.linear.coefficients) != {1}:
            return None
        return [number for number in self.linear.allowed if 0 <= number <= len(self.cells)]

    def weight(self, mines: frozenset[int]) -> int:
        """Return the weight of the assignment with these mines."""
        return self.diagram.weight([cell in mines for cell in self.cells])

    def conditioned(self, known: Mapping[int, bool]) -> Relation:
        """Return the relation over the cells that are not in `known`."""
        places = [place for place, cell in enumerate(self.cells) if cell in known]
        if not places:
            return self
        decided = tuple([(place, known[self.cells[place]]) for place in places])
        kept = [place for place, cell in enumerate(self.cells) if cell not in known]
        linear = self.linear
        if linear is not None:
            known_sum = sum([linear.coefficients[place] for place, mine in decided if mine])
            linear = Linear(
                tuple([linear.coefficients[place] for place in kept]),
                tuple([value - known_sum for value in linear.allowed]),
            )
        cells = tuple([self.cells[place] for place in kept])
        return Relation(cells, restricted(self.diagram, decided), self.source, linear).trimmed()

    def trimmed(self) -> Relation:
        """Return the relation without the cells that make no difference to it."""
        used = {place for place, _, _ in self.diagram.nodes}
        if len(used) == len(self.cells):
            return self
        unused = tuple([(place, False) for place in range(len(self.cells)) if place not in used])
        cells = tuple([cell for place, cell in enumerate(self.cells) if place in used])
        return Relation(cells, restricted(self.diagram, unused), self.source)

    def unweighted(self) -> Relation:
        """Return the relation that allows the same assignments, each with the same weight."""
        if not self.is_weighted:
            return self
        return self._replace(diagram=_reweighted(self.diagram, bool))

    def generalized(self) -> Relation:
        """Return the relation itself."""
        return self

    def clauses(self, literals: Sequence[int], top: int, _: BoundsEncoder | None = None) -> Clauses:
        """See `Cardinality.clauses`; it has no bounds to encode."""
        return relation_clauses(self.diagram, literals, top)

    def at_most(self, _literals: Sequence[int]) -> None:
        """Return None: the constraint is more than bounds on the number of mines."""

    @property
    def program(self) -> str:
        """The shipped program that reads its facts."""
        return "relations"

    def facts(self, term: str, cell: Callable[[int], str]) -> Iterator[str]:
        """Write facts for clingo under a term; `cell` makes the term of a cell.

        A weighted sum has its terms and allowed values, any other relation its decision diagram.
        """
        if self.linear is not None:
            yield f"sum({term})."
            for number, coefficient in zip(self.cells, self.linear.coefficients, strict=True):
                yield f"term({term},{cell(number)},{coefficient})."
            yield from [f"value({term},{value})." for value in self.linear.allowed]
            return
        yield f"diagram({term},{_fact_edge(self.diagram.root)})."
        for number, (place, *edges) in enumerate(self.diagram.nodes):
            safe, mine = map(_fact_edge, edges)
            yield f"node({term},{number},{cell(self.cells[place])},{safe},{mine})."

    def factor(self, box_of: Mapping[int, int]) -> Factor | RelationFactor:
        """Return the weights over boxes; `box_of` has the box of each cell.

        Cells of one box have to have one role.
        """
        boxes = tuple([box_of[cell] for cell in self.cells])
        if len(set(boxes)) > 1:
            return RelationFactor(self.diagram, boxes)
        size, weight = len(boxes), self.diagram.weight
        counts = range(size + 1)
        return unary_factor([weight([at < mines for at in range(size)]) for mines in counts])

    def contrary(self) -> Relation:
        """Return the relation that allows all other assignments, each with the same weight."""
        return Relation(self.cells, _reweighted(self.diagram, not_), self.source)


def _fact_edge(edge: Edge) -> str:
    """Name the end of a diagram's edge: a node's number, `no`, or `yes` for what is allowed."""
    return str(edge) if edge >= 0 else "no" if edge == NOTHING else "yes"


# Cached, since a board may have hundreds of thousands of windows that are alike.
@lru_cache(maxsize=4096)
def counting(size: int, lower: int, upper: int) -> Relation:
    """Demand `lower..upper` mines among the cells 0 to `size - 1`."""
    allowed = range(max(lower, 0), min(upper, size) + 1)
    return Relation.weighted_sum(range(size), (1,) * size, allowed, "a count")


def _checked_cells(cells: Sequence[int]) -> tuple[int, ...]:
    """Check the cells of a constraint: not too many, and each of them once."""
    numbers = tuple(map(index, cells))
    check_size(len(numbers))
    if len(set(numbers)) < len(numbers):
        twice = next(cell for place, cell in enumerate(numbers) if cell in numbers[:place])
        raise ValueError(f"cell {twice} is in a constraint twice; expected each cell once")
    return numbers


@lru_cache(maxsize=4096)
def _sum_diagram(coefficients: tuple[int, ...], weights: tuple[tuple[int, int], ...]) -> Diagram:
    """Make the diagram of a weighted sum, from the pairs of an allowed value and its weight."""
    by_value = dict(weights)
    lowest, highest = min(by_value, default=0), max(by_value, default=-1)
    # By place, the least and the most that the cells from there on can add.
    least, most = [0], [0]
    for coefficient in reversed(coefficients):
        least.append(least[-1] + min(coefficient, 0))
        most.append(most[-1] + max(coefficient, 0))
    least.reverse()
    most.reverse()

    def step(place: int, total: int, mine: bool) -> int | None:
        after = total + coefficients[place] if mine else total
        can_reach = after + most[place + 1] >= lowest and after + least[place + 1] <= highest
        return after if can_reach else None

    return diagram_of(len(coefficients), 0, step, lambda total: by_value.get(total, 0))


@lru_cache(maxsize=4096)
def _reweighted(diagram: Diagram, change: Callable[[int], bool]) -> Diagram:
    """Return the diagram with 1 at the ends whose weight changes to true, and 0 at others."""
    forest = Forest()
    added: list[int] = []

    def changed(edge: int) -> int:
        return added[edge] if edge >= 0 else ~int(change(~edge))

    for place, safe, mine in diagram.nodes:
        added.append(forest.node(place, changed(safe), changed(mine)))
    return forest.diagram(changed(diagram.root), diagram.size)
