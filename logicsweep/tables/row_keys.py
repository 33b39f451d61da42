"""The keys of rows: the states of open factors, each in a field of one integer.

A row of a table is what later joins need to know of the boxes in it: the state of each factor that
has boxes both in the table and outside. The fields of two rows, for factors in fields of 4 bits:

    bit    11  10   9   8     7   6   5   4     3   2   1   0
         +---+-----------+ +---+-----------+ +---+-----------+
    key  | 0 |   mines   | | 0 |   mines   | | 0 |   mines   |
         +---+-----------+ +---+-----------+ +---+-----------+
         guard  factor 2   guard  factor 1   guard  factor 0

- A factor of the number of mines has the mines so far as its state, so that a join adds the keys.
  Two further additions, each for all fields at once, test the bounds of the sums: with the first a
  guard bit is set where there are too many mines, with the second it is not set where there are too
  few, even if all cells of the factor that are still outside hold mines. One mask clears the fields
  of the factors that the join closes.
- The state of a relation is the number of a remainder: what its diagram leaves of the cells outside
  (see `Remainders`). A join combines two remainders, and so groups its rows by them.
- The regions of a graph have one state together, above all fields. The table of a box has the mines
  in the box there (see `frontier`).

A factor keeps its field in all tables: fields are given out from the last join to the first, to the
factors that a join closes, among those that no other factor open there has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Final, NamedTuple

from logicsweep.constraints.factors import AnyFactor, Factor, RelationFactor
from logicsweep.system.signature import Signature
from logicsweep.tables.plan import Plan
from logicsweep.tables.remainders import Combining, Remainders, forest_of

# Bits of the number of a remainder.
_REMAINDER: Final = 24
# Combines the states of two tables: the state after, and a weight; None if nothing is allowed.
Combine = Callable[[int, int], tuple[int, int] | None]


class Merger(NamedTuple):
    """The states that a join combines by more than an addition: their field, and how.

    `largest` is the largest weight that this brings in.
    """

    shift: int
    mask: int  # in place
    combine: Combine
    largest: int = 1


class ClosedFactor(NamedTuple):
    """The weights of a factor that a join closes, by the number of mines, which is in the field."""

    shift: int
    mask: int  # at bit 0
    weights: Mapping[int, int]


class JoinKeys(NamedTuple):
    """The effect of a join on keys; see above.

    `merged` is the mask of the fields of all mergers.
    """

    over: int
    over_guards: int
    under: int
    under_guards: int
    keep: int
    merged: int
    mergers: Sequence[Merger]
    closings: Sequence[ClosedFactor]

    @property
    def bits(self) -> int:
        """The bits of the weight of a pair, at most."""
        largest = [max(closing.weights.values()) for closing in self.closings]
        return sum(map(int.bit_length, [*largest, *[merger.largest for merger in self.mergers]]))

    def allowed(
        self, left: int, rights: Sequence[tuple[int, int]], fields: int, weight: int
    ) -> list[tuple[int, int, int]]:
        """Return for a key of the left table the rows of the right one that it goes with.

        Keys come without merged fields, which are `fields` after the join. For each row the key
        after the join, its number, and the weight of the pair.
        """
        over, over_guards = self.over + left, self.over_guards
        under, under_guards = self.under + left, self.under_guards
        keep, closings = self.keep, self.closings
        pairs = []
        for right, row in rights:
            if right + over & over_guards or right + under & under_guards != under_guards:
                continue
            key = left + right
            weight_here = weight
            for shift, low, weights in closings:
                weight_here *= weights.get(key >> shift & low, 0)
            if weight_here:
                pairs.append((key & keep | fields, row, weight_here))
        return pairs

    def combined(self, left: int, right: int) -> tuple[int, int] | None:
        """Combine the merged fields of two rows: the fields after, and a weight."""
        fields, weight = 0, 1
        for shift, mask, combine, _ in self.mergers:
            combined = combine((left & mask) >> shift, (right & mask) >> shift)
            if combined is None:
                return None
            fields |= combined[0] << shift
            weight *= combined[1]
        return fields, weight


class Keys:
    """The keys of all tables of a plan; `regions[i]` combines the states of regions in join i."""

    def __init__(
        self, signature: Signature, plan: Plan, regions: Sequence[Combine] | None = None
    ) -> None:
        self._signature = signature
        self._plan = plan
        self._regions = regions
        self._total = [0] * len(signature.factors)
        for size, around in zip(signature.sizes, signature.touching, strict=True):
            for factor in around:
                self._total[factor] += size
        self._width = max(self._total, default=0).bit_length() + 1
        self._guard = 1 << (self._width - 1)
        self._shifts, self._top = self._laid_out()
        self._forest = cache(forest_of)  # one for all relations with one diagram
        # By table, the remainders of the relations that are open there.
        self._remainders: list[dict[int, Remainders]] = list(map(self._of_box, range(plan.boxes)))
        self._remainders.append({})

    def _of_box(self, box: int) -> dict[int, Remainders]:
        remainders: dict[int, Remainders] = {}
        for number in self._signature.touching[box]:
            factor = self._signature.factors[number]
            if isinstance(factor, RelationFactor):
                places = [place for place, its_box in enumerate(factor.boxes) if its_box == box]
                remainders[number] = Remainders.of_box(*self._forest(factor.diagram), places)
        return remainders

    def _laid_out(self) -> tuple[list[int], int]:
        """Give each factor its field; return the lowest bits of all, and the one above all."""
        kinds = [_kind(factor) for factor in self._signature.factors]
        slots = [-1] * len(kinds)
        fields = [0, 0, 0]  # by kind

        def give_out(factors: Iterable[int], beside: Iterable[int]) -> None:
            taken: list[set[int]] = [set(), set(), set()]
            for factor in beside:
                taken[kinds[factor]].add(slots[factor])
            for factor in factors:
                kind = kinds[factor]
                slot = next(slot for slot in count() if slot not in taken[kind])
                slots[factor] = slot
                taken[kind].add(slot)
                fields[kind] = max(fields[kind], slot + 1)

        give_out(self._plan.cells[-1], ())
        for place in range(len(self._plan.joins) - 1, -1, -1):
            before, after = self._plan.around(place)
            give_out([factor for factor in before if factor not in after], after)
        above = self._width * fields[0]
        return [
            slot * self._width if kind == 0 else above + slot * _REMAINDER
            for kind, slot in zip(kinds, slots, strict=True)
        ], above + _REMAINDER * fields[1]

    def of_box(self, box: int) -> list[tuple[int, int, int]]:
        """Return the rows of a box: the mines (or marks) in it, their layouts, and the key.

        Layouts are weighed by the unary factors that the box has absorbed.
        """
        size, unary = self._signature.sizes[box], self._signature.unary
        weights = None if unary is None else unary[box]
        rows = []
        layouts = 1
        for mines in range(size + 1):
            weight = layouts if weights is None else layouts * weights[mines]
            states = [
                self._state(number, box, mines) << self._shifts[number]
                for number in self._signature.touching[box]
            ]
            if weight and min(states, default=0) >= 0:
                above = mines << self._top if self._regions else 0
                rows.append((mines, weight, above + sum(states)))
            layouts = layouts * (size - mines) // (mines + 1)
        return rows

    def _state(self, number: int, box: int, mines: int) -> int:
        """Return the state of a factor with so many mines in a box; below 0 if it allows none."""
        factor = self._signature.factors[number]
        if isinstance(factor, RelationFactor):
            return self._remainders[box][number].of_mines[mines]
        if isinstance(factor, Factor):
            outside = self._total[number] - self._signature.sizes[box]
            upper = factor.lower + len(factor.weights) - 1
            return mines if factor.lower - outside <= mines <= upper else -1
        return 0

    def of_join(self, place: int) -> JoinKeys:
        """Prepare the keys of a join; joins have to come in their order."""
        before, after = self._plan.around(place)
        over = over_guards = under = under_guards = keep = 0
        mergers: list[Merger] = []
        closings: list[ClosedFactor] = []
        remainders: dict[int, Remainders] = {}
        for number in before:
            factor = self._signature.factors[number]
            shift, low = self._shifts[number], self._guard - 1
            if isinstance(factor, Factor):
                upper = factor.lower + len(factor.weights) - 1
                total = self._total[number]
                needed = factor.lower - total + after.get(number, total)
                over |= max(low - upper, 0) << shift
                over_guards |= self._guard << shift
                if needed > 0:
                    under |= max(self._guard - needed, 0) << shift
                    under_guards |= self._guard << shift
                if number in after:
                    keep |= low << shift
                elif factor.weights.count(1) < len(factor.weights):
                    weights = dict(enumerate(factor.weights, factor.lower))
                    closings.append(ClosedFactor(shift, low, weights))
            elif isinstance(factor, RelationFactor):
                mask = ((1 << _REMAINDER) - 1) << shift
                left, right = [
                    self._remainders[table].get(number) for table in self._plan.joins[place]
                ]
                one_side = left if right is None else right if left is None else None
                if number in after and one_side is not None:
                    keep |= mask
                    remainders[number] = one_side
                    continue
                made = Remainders(self._forest(factor.diagram)[0])
                remainders[number] = made
                combine = Combining(left, right, made, stays_open=number in after)
                largest = 1 if number in after else max(factor.weights)
                mergers.append(Merger(shift, mask, combine, largest))
        if self._regions:
            mergers.append(Merger(self._top, -1 << self._top, self._regions[place]))
        self._remainders.append(remainders)
        merged = 0
        for merger in mergers:
            merged |= merger.mask
        return JoinKeys(over, over_guards, under, under_guards, keep, merged, mergers, closings)

    def query(self, number: int, key: int) -> int:
        """Return the mines of a query variable in a row of the last table."""
        return key >> self._shifts[number] & self._guard - 1 if self._total[number] else 0


def _kind(factor: AnyFactor) -> int:
    """Return 0 for a factor of the number of mines, 1 for a relation, 2 for regions."""
    return 0 if isinstance(factor, Factor) else 1 if isinstance(factor, RelationFactor) else 2
