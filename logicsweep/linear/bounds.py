"""Every verdict that the linear relaxation of some constraints proves, component by component.

A cell is safe if no point of the relaxation has a whole mine in its box, and a mine if none leaves
room for a safe cell there. Each point that answers one of these questions answers it for other
boxes as well, so that few of them are asked; the simplex method goes on from the point before.

Points of the components make a point of them all. So the mine count is taken into account only
where those at hand do not already agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import BACKGROUND, TOTAL
from logicsweep.limits import Budget
from logicsweep.linear.bounding import bounding_lines, closed, cuts, smallest_multipliers
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.sums import Addend, Line, Row, Sum, earlier_row
from logicsweep.system.partition import Component, components

# Steps from constraint to constraint, by common cells, up to which others are near.
_FURTHEST: Final = 3
# The most constraints that are all taken together; a large board would take minutes.
_MOST: Final = 400


class Proof(NamedTuple):
    """A sum, and what is known of its size.

    Attributes:
        sum: The sum, which adds up.
        has_few: Whether its sources are among those given, in place of all.
        is_least: Whether it is proved that its rows have no smaller whole multipliers.
    """

    sum: Sum
    has_few: bool
    is_least: bool


def proof_of(
    few: Sequence[Constraint],
    every: Callable[[], Sequence[Constraint]],
    cell: int,
    *,
    mine: bool,
    budget: Budget,
) -> Proof | None:
    """Find a sum that proves a verdict.

    Tried in turn are the few constraints in their own form, their hulls, those near them, the few
    with a rounded line before, and all constraints unless there are very many.

    Args:
        few: The constraints of a minimal unsatisfiable subset, with the opposite of the verdict,
            and those that always hold.
        every: All constraints, which are made if the few have no sum.
        cell: The cell of the verdict.
        mine: True for a mine, False for a safe cell.
        budget: The limit of time.

    Returns:
        The proof, checked by adding up; None if none of these ways leads to one.

    Raises:
        LimitError: The budget is spent.
    """
    search = _Search(cell, budget, mine=mine)
    for hulls in (False, True):
        proof = search.by_one_line(few, hulls=hulls)
        if proof is not None:
            return proof._replace(has_few=True)
    constraints = every()
    near: Sequence[Constraint] = ()
    for near in _near(few, constraints):
        proof = search.by_all(near)
        if proof is not None:
            return proof
    proof = search.by_two_lines(few)
    if proof is None and len(near) < len(constraints) <= _MOST:
        return search.by_all(constraints)
    return proof


def _near(few: Sequence[Constraint], every: Sequence[Constraint]) -> Iterator[list[Constraint]]:
    """Yield the constraints that share a cell with a few, then those a few steps further away.

    The constraints that a sum lacks are most often among these, and all constraints of a large
    board take the simplex method minutes. The mine count, which leads everywhere, leads nowhere
    here.
    """
    cells = {cell for row in few if row.source != TOTAL for cell in row.cells}
    for step in range(1, _FURTHEST + 1):
        near = [row for row in every if row.source == TOTAL or not cells.isdisjoint(row.cells)]
        are_all = len(near) == len(every)
        if are_all or step in (1, _FURTHEST):
            yield near
        if are_all:
            break
        cells.update([cell for row in near if row.source != TOTAL for cell in row.cells])


class _Search:
    """The search for the proof of one verdict."""

    def __init__(self, cell: int, budget: Budget, *, mine: bool) -> None:
        self._cell = cell
        self._mine = mine
        self._budget = budget

    def by_one_line(
        self,
        constraints: Sequence[Constraint],
        *,
        hulls: bool = False,
        before: Sequence[Line] = (),
    ) -> Proof | None:
        """Prove the verdict by one line from constraints, and the results of lines before."""
        rows = [earlier_row(number, line.result) for number, line in enumerate(before)]
        relaxation = self._relaxation(constraints, rows, hulls=hulls)
        parts = self._refuted(relaxation)
        if parts is None:
            return None
        parts, is_least = smallest_multipliers(parts, relaxation.boxes, self._cell, mine=self._mine)
        proved = closed(before, parts, self._cell, mine=self._mine)
        return Proof(proved, has_few=False, is_least=is_least)

    def by_all(self, constraints: Sequence[Constraint]) -> Proof | None:
        """Prove the verdict by one line from many constraints, and leave out what is not needed."""
        parts = self._refuted(self._relaxation(constraints))
        if parts is None:
            return None
        for source in dict.fromkeys([part.row.source for part in parts]):
            used = {part.row.source for part in parts} - {source} | {BACKGROUND}
            if source not in {part.row.source for part in parts}:
                continue
            some = [row for row in constraints if row.source in used]
            fewer = self._refuted(self._relaxation(some))
            parts = fewer or parts
        used = {part.row.source for part in parts} | {BACKGROUND}
        return self.by_one_line([row for row in constraints if row.source in used])

    def by_two_lines(self, constraints: Sequence[Constraint]) -> Proof | None:
        """Prove the verdict by a rounded line and a last one."""
        for hulls in (False, True):
            relaxation = self._relaxation(constraints, hulls=hulls)
            if self._refuted(relaxation) is not None:
                return self.by_one_line(constraints, hulls=hulls)
            first_lines = cuts(relaxation, self._budget)
            if hulls:
                first_lines = bounding_lines(constraints, relaxation, self._budget)
            for line in first_lines if relaxation.has_hulls or not hulls else ():
                proof = self.by_one_line(constraints, hulls=hulls, before=[line])
                if proof is not None:
                    return proof
        return None

    def _relaxation(
        self, constraints: Sequence[Constraint], rows: Sequence[Row] = (), *, hulls: bool = False
    ) -> Relaxation:
        return Relaxation(constraints, earlier=rows, hulls=hulls, alone=self._cell)

    def _refuted(self, relaxation: Relaxation) -> list[Addend] | None:
        return relaxation.refuted(self._cell, mine=self._mine, budget=self._budget)


class DecidedBySums(NamedTuple):
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


_NOTHING: Final = DecidedBySums({}, {})


class _Answer(NamedTuple):
    """The verdicts of one relaxation, and the least and the most mines of the points met.

    Without a point the constraints contradict each other; the bounds are None then.
    """

    decided: DecidedBySums
    least: Fraction | None
    most: Fraction | None


def decided(constraints: Sequence[Constraint], budget: Budget) -> DecidedBySums:
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
    return DecidedBySums(safe, mines)


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

    def apart(self, constraints: Sequence[Constraint], budget: Budget) -> Iterator[DecidedBySums]:
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

    def together(self, constraints: Sequence[Constraint], budget: Budget) -> DecidedBySums:
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
        return DecidedBySums(
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
        return _Answer(DecidedBySums(safe_cells, mine_cells), min(self._sums), max(self._sums))

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
