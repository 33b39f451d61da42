"""The trellis of a component: for each join, the pairs of rows that are in some model.

It is made once, and knows which states can be reached; what rows are worth is up to the passes over
it. As each model is one pair of rows in every join, it is a circuit as it stands: decomposable,
since the two rows of a pair share no box, and deterministic (see Darwiche and Marquis 2002).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import repeat
from typing import Final, NamedTuple

from logicsweep.constraints.factors import Factor, RelationFactor
from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.system.signature import Signature
from logicsweep.tables.frontier import RegionLine
from logicsweep.tables.frontier_order import line_order
from logicsweep.tables.plan import Plan, line_plan, tree_plan
from logicsweep.tables.remainders import merged
from logicsweep.tables.row_keys import Combine, JoinKeys, Keys

# The usual ceiling for the trellis of one component, and for the numbers of a pass over it.
MOST_BYTES: Final = 800_000_000
# Pairs of rows in a tree from which on a line might promise fewer.
_FEW: Final = 10_000
# Pairs between two looks at the clock, and at the limit.
_WORK: Final = 1 << 12
# Bytes that a pair takes, a row with its key, and the state of regions in it.
_PAIR: Final = 100
_ROW: Final = 150
_REGIONS: Final = 350


class TooLargeError(Exception):
    """The tables of a component would take more than they may.

    It is either memory, with the ceiling in words, or pairs of rows, with the number of factors
    that are open at once.
    """

    def __init__(self, *, most_bytes: int | None = None, open_factors: int = 0) -> None:
        self.open_factors = open_factors
        self.memory: str | None = None
        needed = "more table entries than are allowed"
        if most_bytes is not None:
            self.memory = f"{most_bytes / 1e6:,.10g} MB of memory"
            needed = f"more than {self.memory}"
        super().__init__(needed)


# The row of the left table, that of the right one, and that after the join.
Pair = tuple[int, int, int]
# The mines (or marks) in a row of a box, and the weight of their layouts.
BoxRow = tuple[int, int]


class Join(NamedTuple):
    """The pairs of rows of two tables that are in some model.

    Attributes:
        left: The number of the one table.
        right: The number of the other one.
        rows: The rows of the table that the join makes, those in no model included.
        pairs: The pairs.
        weights: The weight of each pair, from the factors that are closed; None if all weigh 1.
    """

    left: int
    right: int
    rows: int
    pairs: list[Pair]
    weights: list[int] | None

    def weighed(self) -> Iterator[tuple[Pair, int]]:
        """Yield the pairs, each with its weight."""
        return zip(self.pairs, repeat(1) if self.weights is None else self.weights, strict=False)


class Trellis(NamedTuple):
    """The rows of all tables of a plan, and the pairs of rows of all joins.

    Tables are numbered as in `Plan`: first those of the boxes, then one of no box, then those of
    the joins. Rows that are in no model are in no pair, and neither in `boxes` nor in `queries`.

    Attributes:
        boxes: The rows of each box by their numbers.
        hidden: Whether each box is hidden, so that its marks are no mines.
        joins: The joins, in their order.
        queries: By row of the last table, the mines of the query variables.
        constant: The weight of the factors without a box.
        bits: For each table, the bits of the weight of all its layouts together, at most.
        tried: The number of pairs that were tried.
    """

    boxes: list[dict[int, BoxRow]]
    hidden: tuple[bool, ...]
    joins: list[Join]
    queries: dict[int, tuple[int, ...]]
    constant: int
    bits: list[int]
    tried: int


def trellis_of(
    signature: Signature,
    budget: Budget,
    *,
    entries: int | None = None,
    most_bytes: int = MOST_BYTES,
) -> Trellis:
    """Find the pairs of rows that are in some model; every factor has to have weights.

    Raises `TooLargeError` when more pairs would have to be tried than there are
    `entries`, by default those of the budget, or when they would take more than `most_bytes`, which
    grow with the entries above `MAX_ENTRIES`; and `LimitError` when the time of the budget is over.
    """
    entries = budget.entries if entries is None else entries
    most_bytes = most_bytes * max(entries, MAX_ENTRIES) // MAX_ENTRIES
    signature = merged(signature)
    plan, regions = _planned(signature, budget)
    return _TrellisMaker(signature, plan, regions, entries, most_bytes).trellis(budget)


def _planned(signature: Signature, budget: Budget) -> tuple[Plan, Sequence[Combine]]:
    """Plan along a tree; along the line of the regions where there are any, with their moves.

    On boards without clues under the rules T, 2T and B, any line promises fewer pairs of rows.
    """
    if signature.has_regions:
        line = RegionLine(signature, budget)
        return line_plan(signature, line.boxes), line.moves
    plan = tree_plan(signature, budget)
    if plan.pairs > _FEW:
        along_line = line_plan(signature, line_order(signature, budget))
        plan = min(plan, along_line, key=lambda made: made.pairs)
    return plan, ()


class _TrellisMaker:
    """The tables of a plan while they are made, from the boxes to the last one."""

    def __init__(
        self,
        signature: Signature,
        plan: Plan,
        regions: Sequence[Combine],
        entries: int,
        most_bytes: int,
    ) -> None:
        self._plan = plan
        self._signature = signature
        self._keys = Keys(signature, plan, regions)
        self._entries = entries
        self._most_bytes = most_bytes
        self._row = _ROW + (_REGIONS if regions else 0)
        self._size = 0
        self._tried = 0
        self._boxes: list[dict[int, BoxRow]] = []
        self._tables: list[list[int]] = []  # the keys of the rows
        self._bits: list[int] = []
        self._joins: list[Join] = []

    def _join(self, step: JoinKeys, left: int, right: int, budget: Budget) -> None:
        """Keep the allowed pairs of two tables, and the keys after them."""
        after: dict[int, int] = {}
        pairs: list[Pair] = []
        weights: list[int] = []
        rights = _grouped(self._tables[right], step.merged)
        ahead = self._tried + _WORK
        for left_fields, left_rows in _grouped(self._tables[left], step.merged).items():
            for right_fields, right_rows in rights.items():
                self._tried += 1
                combined = step.combined(left_fields, right_fields)
                if combined is None:
                    continue
                for left_key, left_row in left_rows:
                    self._tried += len(right_rows)
                    for key, right_row, weight in step.allowed(left_key, right_rows, *combined):
                        pairs.append((left_row, right_row, after.setdefault(key, len(after))))
                        weights.append(weight)
                    if self._tried > ahead:
                        ahead = self._tried + _WORK
                        self._taken(pairs, after, budget)
        self._size = self._taken(pairs, after, budget)
        is_plain = weights.count(1) == len(weights)
        self._joins.append(Join(left, right, len(after), pairs, None if is_plain else weights))
        self._tables.append(list(after))

    def _taken(self, pairs: Sequence[Pair], rows: Collection[int], budget: Budget) -> int:
        """Return the bytes taken, with these pairs and rows, unless there are too many.

        Raises `TooLargeError` and `LimitError`.
        """
        budget.check()
        if self._tried > self._entries:
            raise TooLargeError(open_factors=self._plan.open_factors)
        taken = self._size + _PAIR * len(pairs) + self._row * len(rows)
        if taken > self._most_bytes:
            raise TooLargeError(most_bytes=self._most_bytes)
        return taken

    def trellis(self, budget: Budget) -> Trellis:
        """Make the trellis, without what is in no model.

        Raises `TooLargeError` and `LimitError`.
        """
        for box in range(self._plan.boxes):
            rows = self._keys.of_box(box)
            of_rows = enumerate([(mines, weight) for mines, weight, _ in rows])
            self._boxes.append(dict(of_rows))
            self._tables.append([key for _, _, key in rows])
            self._bits.append(sum([weight for _, weight, _ in rows]).bit_length())
        self._tables.append([0])
        self._bits.append(1)
        for place, (left, right) in enumerate(self._plan.joins):
            step = self._keys.of_join(place)
            self._join(step, left, right, budget)
            self._bits.append(self._bits[left] + self._bits[right] + step.bits)
        signature, boxes = self._signature, self._plan.boxes
        variables = range(len(signature.factors) - signature.queries, len(signature.factors))
        queries = {
            row: tuple([self._keys.query(number, key) for number in variables])
            for row, key in enumerate(self._tables[-1])
        }
        constant = _constant(signature, budget)
        self._bits[-1] += constant.bit_length()
        hidden = signature.hidden or (False,) * boxes
        return _without_dead_ends(
            Trellis(
                boxes=self._boxes,
                hidden=hidden,
                joins=self._joins,
                queries=queries,
                constant=constant,
                bits=self._bits,
                tried=self._tried,
            )
        )


def _grouped(keys: Sequence[int], merged: int) -> dict[int, list[tuple[int, int]]]:
    """Group rows by the fields that a join combines: for each the other fields, and its number."""
    groups: dict[int, list[tuple[int, int]]] = {}
    for row, key in enumerate(keys):
        groups.setdefault(key & merged, []).append((key & ~merged, row))
    return groups


def _without_dead_ends(trellis: Trellis) -> Trellis:
    """Drop the rows and pairs that are in no model."""
    joins = trellis.joins
    first = len(trellis.boxes) + 1
    alive: list[set[int]] = [set() for _ in range(first + len(joins))]
    alive[-1].update(trellis.queries)
    if trellis.constant == 0:
        alive[-1].clear()
    kept = []
    for place in range(len(joins) - 1, -1, -1):
        join = joins[place]
        goes_on = alive[first + place]
        pairs, weights = join.pairs, join.weights
        if len(goes_on) < join.rows:
            weights = weights and [
                weight
                for (_, _, after), weight in zip(pairs, weights, strict=True)
                if after in goes_on
            ]
            pairs = [pair for pair in pairs if pair[2] in goes_on]
        alive[join.left].update([pair[0] for pair in pairs])
        alive[join.right].update([pair[1] for pair in pairs])
        kept.append(join._replace(pairs=pairs, weights=weights))
    boxes = [
        {row: of_row for row, of_row in rows.items() if row in there}
        for rows, there in zip(trellis.boxes, alive, strict=False)
    ]
    queries = {row: held for row, held in trellis.queries.items() if row in alive[-1]}
    return trellis._replace(boxes=boxes, joins=kept[::-1], queries=queries)


def _constant(signature: Signature, budget: Budget) -> int:
    """Return the weight of the factors that have no box; 0 rules everything out."""
    with_boxes = {factor for around in signature.touching for factor in around}
    weight = 1
    for number in range(len(signature.factors) - signature.queries):
        factor = signature.factors[number]
        if number in with_boxes:
            continue
        if isinstance(factor, Factor):
            weight *= 0 if factor.lower else factor.weights[0]
        elif isinstance(factor, RelationFactor):
            weight *= ~factor.diagram.root
    if signature.has_regions and not signature.sizes:
        weight *= RegionLine(signature, budget).are_met
    return weight
