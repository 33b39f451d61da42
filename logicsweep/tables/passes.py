"""Passes over a trellis that count: inwards from the boxes, and outwards from the last row.

A pass knows nothing of factors. Inwards, the value of a row is the sum over its pairs of the
product of their two rows; outwards, it is what all models around the row come to. So two passes
give the marginals of all boxes at once (Lauritzen and Spiegelhalter 1988; for any semiring Shenoy
and Shafer 1990, Aji and McEliece 2000).

Values are polynomials in the number of mines, packed into integers (see `polynomial`). Those of one
table have slots of one width, as wide as its numbers need, and each row a lowest number of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from random import Random
from typing import Final, NamedTuple

from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.tables.polynomial import choose, pack, slot_for, unpack
from logicsweep.tables.trellis import MOST_BYTES, Join, TooLargeError, Trellis

# Pairs between two looks at the clock: some milliseconds.
_WORK: Final = 1 << 14
# Bits of a slot from which on it grows in larger steps, so that rows are seldom packed anew.
_WIDE: Final = 512
# Bytes of an integer beside its digits.
_INTEGER: Final = 60


class Polynomials(NamedTuple):
    """The polynomials of the rows of a table, of `slot` bits a coefficient; 0 for rows in no model.

    Slot i of `packed[row]` belongs to `lowest[row] + i` mines, and the last one to `highest[row]`.
    """

    slot: int
    packed: list[int]
    lowest: list[int]
    highest: list[int]

    def at(self, row: int, mines: int) -> int:
        """Return the value of a row for a number of mines."""
        place = mines - self.lowest[row]
        return self.packed[row] >> place * self.slot & (1 << self.slot) - 1 if place >= 0 else 0

    def coefficients(self, row: int) -> list[int]:
        """Return the coefficients of a row, from its lowest number of mines on."""
        return unpack(self.packed[row], self.slot, self.highest[row] - self.lowest[row] + 1)

    def widened(self, slot: int) -> Polynomials:
        """Return the same polynomials in slots of at least this width."""
        if slot <= self.slot:
            return self
        packed = [
            pack(self.coefficients(row), slot) if self.highest[row] > self.lowest[row] else value
            for row, value in enumerate(self.packed)
        ]
        return self._replace(slot=slot, packed=packed)


class CountingPass:
    """The numbers of models of all rows, by their mines; made once, and asked many questions.

    Raises `TooLargeError` when the numbers would take more than the `MOST_BYTES`, which grow with
    the entries of the budget above `MAX_ENTRIES`, and `LimitError` when its time is over.
    """

    def __init__(self, trellis: Trellis, budget: Budget) -> None:
        self._trellis = trellis
        self._first = len(trellis.boxes) + 1
        self._most_bytes = MOST_BYTES * max(budget.entries, MAX_ENTRIES) // MAX_ENTRIES
        self.tables: list[Polynomials] = []
        self._bytes = 0
        for rows, bits, is_hidden in zip(trellis.boxes, trellis.bits, trellis.hidden, strict=False):
            count = max(rows, default=-1) + 1
            made = Polynomials(slot_for(1 << bits), [0] * count, [0] * count, [0] * count)
            for row, (mines, weight) in rows.items():
                made.packed[row] = weight
                if not is_hidden:
                    made.lowest[row] = made.highest[row] = mines
            self.tables.append(made)
        self.tables.append(Polynomials(slot_for(1), [1], [0], [0]))
        spans = [(table.lowest, table.highest) for table in self.tables]
        for place, join in enumerate(trellis.joins):
            budget.check()
            spans.append(_spans(join, *spans[join.left], *spans[join.right]))
            self._take(trellis.bits[self._first + place], *spans[-1])
        for place, join in enumerate(trellis.joins):
            slot = _slot(trellis.bits[self._first + place])
            self.tables.append(self._joined(join, slot, *spans[self._first + place], budget))
        last = self.tables[-1]
        for row in trellis.queries:
            last.packed[row] *= trellis.constant

    def _take(self, bits: int, lowest: Sequence[int], highest: Sequence[int]) -> None:
        """Add up the bytes of a table that is to come. Raises `TooLargeError`."""
        self._bytes += _INTEGER * len(lowest)
        self._bytes += (sum(highest) - sum(lowest) + len(lowest)) * _slot(bits) // 8
        if self._bytes > self._most_bytes:
            raise TooLargeError(most_bytes=self._most_bytes)

    def _joined(
        self, join: Join, slot: int, lowest: list[int], highest: list[int], budget: Budget
    ) -> Polynomials:
        """Add up the products of all pairs of a join, by the row after it."""
        _, left, left_lowest, _ = self.tables[join.left].widened(slot)
        _, right, right_lowest, _ = self.tables[join.right].widened(slot)
        after = [0] * join.rows
        for part in _parts(join, budget):
            for (at_left, at_right, at), weight in part:
                shift = left_lowest[at_left] + right_lowest[at_right] - lowest[at]
                after[at] += left[at_left] * right[at_right] * weight << shift * slot
        return Polynomials(slot, after, lowest, highest)

    @property
    def last(self) -> Polynomials:
        """The polynomials of the last table."""
        return self.tables[-1]

    def counts(self) -> tuple[int, list[int]]:
        """Return the lowest number of mines of a model, and how many have it or one more, two ...

        No numbers if there is no model.
        """
        rows, last = list(self._trellis.queries), self.last
        if not rows:
            return 0, []
        lowest = min([last.lowest[row] for row in rows])
        highest = max([last.highest[row] for row in rows])
        total = sum([last.packed[row] << (last.lowest[row] - lowest) * last.slot for row in rows])
        return lowest, unpack(total, last.slot, highest - lowest + 1)

    def by_query(self) -> dict[tuple[int, ...], dict[int, int]]:
        """Return the counts by number of mines for each combination in the query variables."""
        return {
            held: {
                mines: count
                for mines, count in enumerate(self.last.coefficients(row), self.last.lowest[row])
                if count
            }
            for row, held in self._trellis.queries.items()
        }

    def by_box(self, lowest: int, length: int, budget: Budget) -> list[tuple[int, ...]]:
        """Return for each box its mines (of hidden boxes the marks), summed over all models.

        `by_box[box][i]` is the sum over the models with `lowest + i` mines in all; `length` is the
        number of these sums. Raises `LimitError` when the budget is spent.
        """
        trellis, first = self._trellis, self._first
        cells = max([len(rows) for rows in trellis.boxes], default=1)
        slot = _slot(trellis.bits[-1] + cells.bit_length())
        outside: list[Polynomials | None] = [None] * len(self.tables)
        count = len(self.last.packed)
        ends = [trellis.constant if row in trellis.queries else 0 for row in range(count)]
        outside[-1] = Polynomials(slot, ends, [0] * count, [0] * count)
        for place in range(len(trellis.joins) - 1, -1, -1):
            around, join = outside[first + place], trellis.joins[place]
            if around is not None:
                outside[first + place] = None  # its room is needed
                outside[join.left] = self._outside(join, around, 0, budget)
                outside[join.right] = self._outside(join, around, 1, budget)
        sums = []
        for box, rows in enumerate(trellis.boxes):
            around = outside[box]
            total = 0
            for row, (marks, weight) in rows.items():
                if marks and around is not None:
                    there = around.lowest[row] + self.tables[box].lowest[row] - lowest
                    total += around.packed[row] * marks * weight << there * slot
            sums.append(tuple(unpack(total, slot, length)) if length else ())
        return sums

    def _outside(self, join: Join, around: Polynomials, side: int, budget: Budget) -> Polynomials:
        """Return what is around the rows of the left (0) or the right (1) table of a join.

        Rows of a box without a mark are left out, as they add nothing.
        """
        tables = join.left, join.right
        slot, values, value_lowest, _ = around
        _, beside, beside_lowest, _ = self.tables[tables[1 - side]].widened(slot)
        count = len(self.tables[tables[side]].packed)
        is_wanted = [True] * count
        if tables[side] < len(self._trellis.boxes):
            for row, (marks, _) in self._trellis.boxes[tables[side]].items():
                is_wanted[row] = marks > 0
        packed, lowest = [0] * count, [-1] * count
        for part in _parts(join, budget):
            for pair, weight in part:
                here, there, after = pair[side], pair[1 - side], pair[2]
                if not is_wanted[here]:
                    continue
                least = value_lowest[after] + beside_lowest[there]
                product = values[after] * beside[there] * weight
                if lowest[here] < 0:
                    packed[here], lowest[here] = product, least
                elif least < lowest[here]:
                    packed[here] = (packed[here] << (lowest[here] - least) * slot) + product
                    lowest[here] = least
                else:
                    packed[here] += product << (least - lowest[here]) * slot
        return Polynomials(slot, packed, lowest, [0] * count)

    @cached_property
    def _pairs_after(self) -> list[dict[int, list[tuple[int, int, int]]]]:
        """The pairs of each join by the row after it: the row of each side, and the weight."""
        by_row: list[dict[int, list[tuple[int, int, int]]]] = []
        for join in self._trellis.joins:
            by_row.append({})
            for (left, right, after), weight in join.weighed():
                by_row[-1].setdefault(after, []).append((left, right, weight))
        return by_row

    def draw(self, rng: Random, mines: int) -> list[int]:
        """Draw a model with this number of mines, of which there has to be one.

        Returns the mines (or marks) in each box. Each choice is drawn with the counts of what is
        left as weights (Jerrum, Valiant and Vazirani 1986), so that models of equal weight are
        equally likely, but for the places of mines within boxes.
        """
        trellis = self._trellis
        marks = [0] * len(trellis.boxes)
        rows = list(trellis.queries)
        row = rows[choose(rng, [self.last.at(row, mines) for row in rows])]
        due = [(len(self.tables) - 1, row, mines)]
        while due:
            table, row, to_come = due.pop()
            if table < len(marks):
                marks[table] = trellis.boxes[table][row][0]
            if table < self._first:
                continue
            ways, weights = zip(*self._splits(table, row, to_come), strict=True)
            due += ways[choose(rng, weights)]
        return marks

    def _splits(
        self, table: int, row: int, mines: int
    ) -> Iterator[tuple[list[tuple[int, int, int]], int]]:
        """Yield the ways in which a row comes by its mines, each with its weight.

        A way has for both tables of a join the table, its row and the mines in it.
        """
        place = table - self._first
        join = self._trellis.joins[place]
        lefts, rights = self.tables[join.left], self.tables[join.right]
        for left, right, weight in self._pairs_after[place][row]:
            least = max(lefts.lowest[left], mines - rights.highest[right])
            most = min(lefts.highest[left], mines - rights.lowest[right])
            for inside in range(least, most + 1):
                ways = weight * lefts.at(left, inside) * rights.at(right, mines - inside)
                if ways:
                    yield [(join.left, left, inside), (join.right, right, mines - inside)], ways

    def models(self, mines: int, sizes: Sequence[int], budget: Budget) -> list[int]:
        """List the models with this number of mines, as bits: the cells of the boxes in a row.

        `sizes` are the cells of the boxes. Raises `LimitError` when the budget is spent.
        """
        starts = [0, *accumulate(sizes)]
        wanted = self._wanted(mines, budget)
        for table, models_of in enumerate(wanted):
            budget.check()
            for (row, to_come), models in models_of.items():
                if table < len(sizes):
                    marks = self._trellis.boxes[table][row][0]
                    chosen = combinations(range(starts[table], starts[table + 1]), marks)
                    models += [sum([1 << cell for cell in cells]) for cells in chosen]
                elif table < self._first:
                    models.append(0)
                else:
                    for sides, _ in self._splits(table, row, to_come):
                        (left, *of_left), (right, *of_right) = sides
                        at_right = wanted[right][tuple(of_right)]
                        for model in wanted[left][tuple(of_left)]:
                            models += [model | more for more in at_right]
        return [model for models in wanted[-1].values() for model in models]

    def _wanted(self, mines: int, budget: Budget) -> list[dict[tuple[int, ...], list[int]]]:
        """Prepare by table the lists for the rows, with the mines in them, of some such model."""
        wanted: list[dict[tuple[int, ...], list[int]]] = [{} for _ in self.tables]
        for row in self._trellis.queries:
            if self.last.at(row, mines):
                wanted[-1][row, mines] = []
        for table in range(len(wanted) - 1, self._first - 1, -1):
            budget.check()
            for row, to_come in wanted[table]:
                for sides, _ in self._splits(table, row, to_come):
                    for side, *of_side in sides:
                        wanted[side][tuple(of_side)] = []
        return wanted


def _slot(bits: int) -> int:
    """Choose the width of a slot for numbers of so many bits."""
    return slot_for(1 << bits) if bits < _WIDE else -(-bits // _WIDE) * _WIDE + 8


def _spans(
    join: Join,
    left_lowest: Sequence[int],
    left_highest: Sequence[int],
    right_lowest: Sequence[int],
    right_highest: Sequence[int],
) -> tuple[list[int], list[int]]:
    """Return the lowest and the highest numbers of mines in the rows after a join."""
    lowest, highest = [-1] * join.rows, [0] * join.rows
    for left, right, after in join.pairs:
        least = left_lowest[left] + right_lowest[right]
        if not 0 <= lowest[after] <= least:
            lowest[after] = least
        highest[after] = max(highest[after], left_highest[left] + right_highest[right])
    return lowest, highest


def _parts(join: Join, budget: Budget) -> Iterator[list[tuple[tuple[int, int, int], int]]]:
    """Yield the pairs of a join, with their weights, in parts of some milliseconds.

    Raises `LimitError` in between when the budget is spent.
    """
    weighed = list(join.weighed())
    for start in range(0, len(weighed), _WORK):
        budget.check()
        yield weighed[start : start + _WORK]
