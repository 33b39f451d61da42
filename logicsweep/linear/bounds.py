"""Every verdict that the linear relaxation of some constraints proves, component by component.

A cell is safe if no point of the relaxation has a whole mine in its box, and a mine if none leaves
room for a safe cell there. Each point that answers one of these questions answers it for other
boxes as well, so that few of them are asked; the simplex method goes on from the point before.

Points of the components make a point of them all. So the mine count is taken into account only
where those at hand do not already agree with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import TOTAL
from logicsweep.limits import Budget
from logicsweep.linear.closing import closing_line
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.sums import Addend, Sum
from logicsweep.system.partition import Component, components


class Decided(NamedTuple):
    """The cells that sums decide, with the parts of the sum of each.

    Attributes:
        safe: The parts for each safe cell, by number; hidden cells are among them.
        mines: The same for each mine.
    """

    safe: Mapping[int, Sequence[Addend]]
    mines: Mapping[int, Sequence[Addend]]

    def __bool__(self) -> bool:
        """Tell whether any cell is decided."""
        return bool(self.safe or self.mines)

    def sum_of(self, cell: int) -> Sum:
        """Return the sum that proves the verdict on a cell, which is checked by adding up.

        Raises KeyError for a cell that is not decided.
        """
        mine = cell in self.mines
        line = closing_line((self.mines if mine else self.safe)[cell], cell, mine=mine)
        if line is None:
            raise RuntimeError("multipliers that refute the opposite do not prove the verdict")
        proved = Sum(cell, mine, (line,))
        proved.check()
        return proved


_NOTHING: Final = Decided({}, {})


class _Answer(NamedTuple):
    """The verdicts of one relaxation, and the least and the most mines of the points met.

    Without a point the constraints contradict each other; the bounds are None then.
    """

    decided: Decided
    least: Fraction | None
    most: Fraction | None


def decided(constraints: Sequence[Constraint], budget: Budget) -> Decided:
    """Decide every cell that the relaxation of the constraints decides, mine count included.

    These are the verdicts that `Relaxation.refuted` proves, asked about each cell. If parts of
    mines cannot satisfy the constraints either, nothing is decided.

    Raises:
        LimitError: The budget is spent.
    """
    deciding = Deciding()
    every = [*deciding.apart(constraints, budget), deciding.together(constraints, budget)]
    if deciding.is_contradicted:
        return _NOTHING
    safe: dict[int, Sequence[Addend]] = {}
    mines: dict[int, Sequence[Addend]] = {}
    for verdicts in every:
        safe.update(verdicts.safe)
        mines.update(verdicts.mines)
    return Decided(safe, mines)


class Deciding:
    """Decides one position after the other, and remembers the components of the last one.

    Attributes:
        is_contradicted: Whether the constraints asked about last contradict each other, as far as
            the relaxation sees. Then nothing is decided where it saw that.
    """

    def __init__(self) -> None:
        self.is_contradicted = False
        self._components: list[Component] = []
        self._remembered: dict[tuple[Constraint, ...], _Answer] = {}

    def apart(self, constraints: Sequence[Constraint], budget: Budget) -> Iterator[Decided]:
        """Yield the verdicts of each component, without the mine count. Raises `LimitError`."""
        self.is_contradicted = False
        self._components = _components(constraints)
        before, self._remembered = self._remembered, {}
        for component in self._components:
            key = component.system.constraints
            answer = before.get(key)
            if answer is None:
                answer = _Asking(Relaxation(key), budget).answer()
            self._remembered[key] = answer
            self.is_contradicted |= answer.least is None
            yield answer.decided

    def together(self, constraints: Sequence[Constraint], budget: Budget) -> Decided:
        """Return the verdicts that take the mine count, after those of `apart`.

        Raises `LimitError`.
        """
        total = next((row for row in constraints if row.source == TOTAL), None)
        if not isinstance(total, Cardinality) or self.is_contradicted:
            return _NOTHING
        if self._agrees(total):
            return _NOTHING
        answer = _Asking(Relaxation(constraints), budget).answer()
        self.is_contradicted = answer.least is None
        known = [each.decided for each in self._remembered.values()]
        safe = {cell for each in known for cell in each.safe}
        mines = {cell for each in known for cell in each.mines}
        return Decided(
            {cell: parts for cell, parts in answer.decided.safe.items() if cell not in safe},
            {cell: parts for cell, parts in answer.decided.mines.items() if cell not in mines},
        )

    def _agrees(self, total: Cardinality) -> bool:
        """Tell whether the points met agree with the mine count, with any verdict still open.

        Whichever point of one component is taken, those of the others with the least or the most
        mines, and the cells in no component, have to leave it what it needs.
        """
        free = set(total.cells)
        least = most = widest = Fraction(0)
        for component in self._components:
            if not free.issuperset(component.system.cells):
                return False  # hidden cells do not count
            free.difference_update(component.system.cells)
            answer = self._remembered[component.system.constraints]
            if answer.least is None or answer.most is None:
                return False
            least += answer.least
            most += answer.most
            widest = max(widest, answer.most - answer.least)
        if free:
            widest = max(widest, Fraction(1))
        return least + widest <= total.upper and most + len(free) - widest >= total.lower


def _components(constraints: Sequence[Constraint]) -> list[Component]:
    """Partition all constraints but the mine count into components that have cells.

    Of clues that say the same about the same cells the first is kept. Others over the same cells
    are not joined, so that each keeps its source.
    """
    kept: dict[object, Constraint] = {}
    for row in constraints:
        if row.source != TOTAL and not row.says_nothing:
            same = row._replace(source=TOTAL) if isinstance(row, Cardinality) else id(row)
            kept.setdefault(same, row)
    return [component for component in components([*kept.values()]) if component.system.cells]


class _Asking:
    """The questions to a relaxation, box after box, and what its points have answered."""

    def __init__(self, relaxation: Relaxation, budget: Budget) -> None:
        self._relaxation = relaxation
        self._budget = budget
        self._sizes = [len(box) for box in relaxation.boxes]
        # Boxes in which a point has a whole mine, or room for a safe cell; by kind of verdict.
        self._met: tuple[set[int], set[int]] = (set(), set())
        self._sums: list[Fraction] = []

    def answer(self) -> _Answer:
        """Ask whether each box is safe, then whether those that are not are mines."""
        boxes = self._relaxation.boxes
        safe = self._refuted(range(len(boxes)), mine=False)
        mines = self._refuted([box for box in range(len(boxes)) if box not in safe], mine=True)
        if not self._sums and (not boxes or self._refuted([0], mine=True)):
            return _Answer(_NOTHING, None, None)  # neither 0 nor 1 will do
        safe_cells, mine_cells = (
            {cell: parts for box, parts in verdicts.items() for cell in boxes[box]}
            for verdicts in (safe, mines)
        )
        return _Answer(Decided(safe_cells, mine_cells), min(self._sums), max(self._sums))

    def _refuted(self, asked: Iterable[int], *, mine: bool) -> dict[int, Sequence[Addend]]:
        """Return the parts that prove a verdict on boxes, of those that they do."""
        verdicts: dict[int, Sequence[Addend]] = {}
        for box in asked:
            if box not in self._met[mine]:
                cell = self._relaxation.boxes[box][0]
                parts = self._relaxation.refuted(cell, mine=mine, budget=self._budget)
                if parts is None:
                    self._meet()
                else:
                    verdicts[box] = parts
        return verdicts

    def _meet(self) -> None:
        """Note what the last point says of all boxes."""
        values, denominator = self._relaxation.values()
        for number, (value, size) in enumerate(zip(values, self._sizes, strict=True)):
            if value >= denominator:
                self._met[False].add(number)
            if value <= (size - 1) * denominator:
                self._met[True].add(number)
        self._sums.append(Fraction(sum(values), denominator))
