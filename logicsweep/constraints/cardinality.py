"""`Cardinality`: bounds on the number of mines among some cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import Final, NamedTuple

from logicsweep.constraints.clauses import BoundsEncoder, Clauses, excluding
from logicsweep.constraints.factors import (
    BACKGROUND,
    Factor,
    Source,
    SourceKind,
    indicator,
    lowest_terms,
)
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation, counting
from logicsweep.errors import expect, plural

_CLUE: Final = SourceKind.CLUE


class Cardinality(NamedTuple):
    """A cardinality constraint: `lower <= number of mines among cells <= upper`.

    An unsatisfiable constraint has bounds that no count meets: `upper < 0`, `lower > len(cells)` or
    `lower > upper`. It is kept, so that its source can be named.

    Attributes:
        cells: The cell numbers, ascending.
        lower: The least number of mines.
        upper: The largest number of mines.
        source: The clue or other source of the constraint.
        weights: The likelihoods of the source for `lower`, `lower + 1`, ... mines, as whole numbers
            in lowest terms. A 0, never at the ends, rules the number out. None if all are equal, as
            for an exact clue.
    """

    cells: tuple[int, ...]
    lower: int
    upper: int
    source: Source
    weights: tuple[int, ...] | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether the constraint allows every number of mines, all with the same weight."""
        return self.weights is None and self.lower <= 0 and self.upper >= len(self.cells)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The numbers of mines between the bounds that are ruled out."""
        if self.weights is None:
            return ()
        return tuple(number for number, weight in enumerate(self.weights, self.lower) if not weight)

    @property
    def is_impossible(self) -> bool:
        """Whether no number of mines is within the bounds."""
        return self.upper < 0 or self.lower > len(self.cells) or self.lower > self.upper

    @property
    def is_weighted(self) -> bool:
        """Whether the allowed numbers of mines have different weights."""
        return self.weights is not None and len({*self.weights} - {0}) > 1

    @property
    def roles(self) -> tuple[int, ...]:
        """Nothing, since all cells can change places."""
        return ()

    @property
    def words(self) -> str:
        """A few words, such as `2 of 3 covered cells`."""
        bounds = f"{self.lower}" if self.lower == self.upper else f"{self.lower}..{self.upper}"
        if self.weights and self.gaps:
            bounds += f" but {', '.join(map(str, self.gaps))}"
        size = len(self.cells)
        return f"{bounds} of {size} {plural('covered cell', size)}"

    @property
    def counts_allowed(self) -> list[int]:
        """The numbers of mines that are allowed, ascending."""
        lower, upper = max(self.lower, 0), min(self.upper, len(self.cells))
        return [number for number in range(lower, upper + 1) if number not in self.gaps]

    def weight(self, mines: frozenset[int]) -> int:
        """Return the weight of the assignment with these mines; 0 if it is not allowed."""
        count = len(mines.intersection(self.cells))
        if not self.lower <= count <= self.upper:
            return 0
        return 1 if self.weights is None else self.weights[count - self.lower]

    def conditioned(self, known: Mapping[int, bool]) -> Cardinality:
        """Restrict the constraint to cells not in `known`, whose mines lower the bounds."""
        cells = []
        mines = 0
        for cell in self.cells:
            if cell in known:
                mines += known[cell]
            else:
                cells.append(cell)
        if len(cells) == len(self.cells):
            return self
        _, lower, upper, source, weights = self
        return between(tuple(cells), lower - mines, upper - mines, source, weights)

    def factor(self, _home: Mapping[int, int]) -> Factor:
        """Weigh the numbers of mines: by the weights, or 1 within the bounds."""
        cells, lower, upper, _, weights = self
        if weights is not None:
            return Factor(lower, weights)
        if lower < 0 or upper > len(cells):
            return indicator(max(lower, 0), min(upper, len(cells)))
        return indicator(lower, upper)

    def generalized(self) -> Relation:
        """Turn the constraint into a relation: a sum with coefficients of 1."""
        cells, lower, upper, source, weights = self
        if weights is None:
            cached = counting(len(cells), lower, upper)
            return Relation.by_diagram(cells, cached.diagram, source, cached.linear)
        counts = range(max(lower, 0), min(upper, len(cells)) + 1)
        allowed = {count: weights[count - lower] for count in counts}
        return Relation.weighted_sum(cells, (1,) * len(cells), allowed, source)

    def clauses(self, literals: Sequence[int], top: int, encode: BoundsEncoder) -> Clauses:
        """Encode the bounds as clauses over the cells' literals; return them and the last variable.

        Auxiliary variables are numbered from `top + 1`. Raises as `encode`, which makes those of
        its bounds, and `excluding` do.
        """
        clauses, top = encode(literals, self.lower, self.upper, top)
        for number in self.gaps if self.weights else ():
            clauses += excluding(literals, number)
        return clauses, top

    def at_most(self, literals: Sequence[int]) -> list[tuple[tuple[int, ...], int]] | None:
        """Write the bounds as pairs: literals, and the number of them that may be true at most.

        None if there are gaps, or bounds that no count meets.
        """
        _, lower, upper, _, weights = self
        count = len(literals)
        if upper < 0 or lower > count or lower > upper or (weights and self.gaps):
            return None
        bounds = [(tuple(literals), upper)] if upper < count else []
        if lower > 0:
            bounds.append((tuple([-literal for literal in literals]), count - lower))
        return bounds

    @property
    def program(self) -> str:
        """The shipped program that reads its facts."""
        return "minesweeper"

    def facts(self, term: str, cell: Callable[[int], str]) -> Iterator[str]:
        """Write facts for clingo under a term; `cell` makes the term of a cell."""
        yield f"clue({term},{self.lower},{self.upper})."
        yield from [f"except({term},{number})." for number in self.gaps]
        yield from [f"neighbour({term},{cell(number)})." for number in self.cells]

    def unweighted(self) -> Cardinality:
        """Allow the same numbers of mines, each with the same weight."""
        if self.weights is None:
            return self
        allowed = tuple([int(weight > 0) for weight in self.weights])
        return between(self.cells, self.lower, self.upper, self.source, allowed)


def exactly(cells: tuple[int, ...], need: int, clue: int) -> Cardinality:
    """Return the constraint of an exact clue: `need` mines among `cells`."""
    # This takes a third of the time of named tuples' own way, and there are very many.
    source = tuple.__new__(Source, (_CLUE, clue, None, None))
    return tuple.__new__(Cardinality, (cells, need, need, source, None))


def between(
    cells: tuple[int, ...],
    lower: int,
    upper: int,
    source: Source,
    weights: tuple[int, ...] | None = None,
) -> Cardinality:
    """Return a constraint with the narrowest bounds and the simplest weights.

    `weights` belong to `lower..upper`, which may exceed what the cells can hold.
    """
    first, last = max(lower, 0), min(upper, len(cells))
    if weights is None:
        bounds = (first, last) if first <= last else (lower, upper)
        return Cardinality(cells, *bounds, source)
    while first <= last and not weights[first - lower]:
        first += 1
    while first <= last and not weights[last - lower]:
        last -= 1
    if first > last:
        return Cardinality(cells, 1, 0, source)
    if first == last:
        return tuple.__new__(Cardinality, (cells, first, last, source, None))
    kept = lowest_terms(weights[first - lower : last - lower + 1])
    simple = None if max(kept) == min(kept) else kept
    return tuple.__new__(Cardinality, (cells, first, last, source, simple))


Constraint = Cardinality | Relation | Regional


def sources_of(constraints: Iterable[Constraint]) -> list[Source]:
    """Return the sources of some constraints, each once, in their order; without the background."""
    every = dict.fromkeys([constraint.source for constraint in constraints])
    every.pop(BACKGROUND, None)
    return list(every)


# For messages about wrong arguments.
A_LIST: Final = "a list of constraints, such as Relation.pattern(cells, allowed, name)"
_NAMED: Final = "Source.named(name), with a name of your own"


def checked_constraints(constraints: Sequence[Constraint], size: int) -> tuple[Constraint, ...]:
    """Check constraints for a board of `size` cells; return them in their simplest form.

    Raises TypeError for anything else than constraints, ValueError for cells that are off the board
    or named twice, bounds and weights that do not fit, and sources not made by `Source.named`.
    """
    expect("constraints", constraints, (tuple, Sequence), A_LIST)  # the first is found faster
    for constraint in constraints:
        expect("a constraint", constraint, (Cardinality, Relation, Regional), A_LIST)
    return tuple([_checked(constraint, size) for constraint in constraints])


def _checked(constraint: Constraint, size: int) -> Constraint:
    """Check one constraint; see `checked_constraints`."""
    source = constraint.source
    expect("the source of a constraint", source, Source, _NAMED)
    if not source.name or source != Source.named(source.name):
        raise ValueError(f"the source of a constraint is {source}; expected {_NAMED}")
    off = [cell for cell in constraint.cells if not 0 <= cell < size]
    if off:
        raise ValueError(
            f"the constraint {source.name} is about cell {off[0]}; expected cell numbers 0 to "
            f"{size - 1}"
        )
    cells = tuple(sorted(map(index, constraint.cells)))
    if len(set(cells)) < len(cells):
        raise ValueError(f"the constraint {source.name} names a cell twice; expected it once")
    if not isinstance(constraint, Cardinality):
        return constraint
    _, lower, upper, _, weights = constraint
    lower, upper = index(lower), index(upper)
    if not 0 <= lower <= upper <= len(cells):
        raise ValueError(
            f"the constraint {source.name} allows {lower} to {upper} mines in {len(cells)} cells; "
            f"expected numbers from 0 to {len(cells)}, the smaller one first"
        )
    if weights is not None and len(weights) != upper - lower + 1:
        raise ValueError(
            f"the constraint {source.name} has {len(weights)} weights for {lower}..{upper} mines; "
            f"expected {upper - lower + 1}"
        )
    checked = between(cells, lower, upper, source, weights)
    if checked.is_impossible:
        raise ValueError(
            f"the constraint {source.name} has only weights of 0; expected a number of mines that "
            f"it allows"
        )
    return checked
