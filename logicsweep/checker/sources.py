"""The sources of a verdict: from their titles to what they demand, and what follows from them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from .board import Board
from .clauses import Counter, counter_range
from .demands import Demand, Regions, Sum, given, unless_wrong
from .faults import CheckError, Clock, shown
from .rules import clue_demand, key_demands, key_places, layout_demands
from .sums import AtLeast

_CELL = r"\((0|[1-9]\d{0,6}),(0|[1-9]\d{0,6})\)"
_CLUE = re.compile(rf"clue{_CELL}", re.ASCII)
_RULE = re.compile(rf"rule (\S{{1,40}})\[({_CELL}(?: {_CELL})*)\]", re.ASCII)
_CELLS = re.compile(_CELL, re.ASCII)
_CONSTRAINT = "constraint "
KEY = "the key"
LIARS = "the liars"
MINE_COUNT = "the mine count"
DENIAL = "the denial that "


class Position:
    """A board, and the variables of its cells, its key and its wrong clues."""

    def __init__(self, board: Board, clock: Clock) -> None:
        self.board = board
        self._clock = clock
        self._size = board.height * board.width
        self._key = key_places(board)
        # What is known: the cells that are open, and the known mines.
        self._known = {
            number + 1: sign == "*" for number, sign in enumerate(board.cells) if sign != "?"
        }
        # The last variable of the board; counters come after it.
        self.last = self._size + self._key + (self._size if board.liars else 0)
        self._demands: dict[str, list[Demand]] = {}
        self._placed: dict[str, dict[frozenset[int], list[Demand]]] = {}

    def name(self, variable: int) -> str:
        """Return the name of a variable; raises `CheckError` if there is none of this number."""
        number = variable - 1
        if 0 <= number < self._size:
            if number + 1 in self._known:
                raise CheckError(f"variable {variable} is of the open cell {self._words(number)}")
            return f"mine{self._words(number)}"
        place = number - self._size
        if 0 <= place < self._key:
            return f"marked({place})"
        cell = place - self._key
        if self.board.liars and cell in self.board.clues:
            return f"wrong{self._words(cell)}"
        raise CheckError(f"there is no variable {variable}")

    def covered(self, cell: tuple[int, int]) -> int:
        """Return the variable of a covered cell."""
        number = self._number(*cell)
        if self.board.cells[number] != "?":
            raise CheckError(f"the cell {self._words(number)} is not covered")
        return number + 1

    def check_denial(
        self, verdict: str, cell: tuple[int, int] | None, literals: Sequence[int]
    ) -> None:
        """Raise `CheckError` unless one literal is the opposite of a verdict on a covered cell."""
        variable = self.covered(cell or (0, 0))
        if tuple(literals) != (variable if verdict == "safe" else -variable,):
            raise CheckError("this does not deny the verdict")

    def check_layout(self) -> None:
        """Raise `CheckError` unless a layout, of which all cells are known, is as its board says.

        These are its clues, its rules for layouts and its constraints.
        """
        board = self.board
        for cell in board.clues:
            demand = clue_demand(board, cell)
            self._clock.tick(len(demand.variables) + 50)
            if not demand.holds(self._known):
                raise CheckError(f"the clue at {self._words(cell)} is not that of the layout")
        for name in board.layout_rules:
            for placed in self._rule_at(name).values():
                self._clock.tick(50)
                if not all(demand.holds(self._known) for demand in placed):
                    raise CheckError(f"the layout breaks the rule {name}")
        for name in board.constraints:
            title = f"{_CONSTRAINT}{name}"
            for demand in self._made(title):
                self._clock.tick(len(demand.variables))
                if not demand.holds(self._known):
                    raise CheckError(f"the layout breaks {title}")

    def check_clause(self, title: str, clause: Sequence[int], counters: Sequence[Counter]) -> None:
        """Raise `CheckError` unless a clause follows from a source.

        `counters` ascend, above all variables of the board.
        """
        known = {abs(literal): literal < 0 for literal in clause}
        counting = {_counter_of(each, counters) for each in known if each > self.last}
        trouble: CheckError | None = None
        for demand in self.demands(title):
            try:
                if counting:
                    refuted = self._counts_refute(demand, known, counting)
                else:
                    about = {each: known[each] for each in demand.variables if each in known}
                    about = {**self._known, **about} if isinstance(demand, Regions) else about
                    refuted = demand.refutes(about, self._clock)
            except CheckError as fault:
                trouble = fault
                continue
            if refuted:
                return
        words = f"the clause {shown(' '.join(map(str, clause)))} of {title}"
        raise CheckError(
            f"{words} {'does not follow from it' if trouble is None else trouble.text}"
        )

    def check_inequality(self, title: str, inequality: AtLeast) -> None:
        """Raise `CheckError` unless an inequality follows from a source."""
        terms = dict(inequality.terms)
        for demand in self.demands(title):
            # Of variables that the source does not speak of, the worst is taken.
            about = {*demand.variables}
            beside = sum([min(value, 0) for each, value in terms.items() if each not in about])
            least = demand.least(terms, self._clock)
            if least is None or least + beside >= inequality.bound:
                return
        raise CheckError(f"an inequality does not follow from {title}")

    def demands(self, title: str) -> list[Demand]:
        """Return what a source demands, by its title; the layouts satisfy all of it."""
        if title not in self._demands:
            self._demands[title] = [given(each, self._known) for each in self._made(title)]
        return self._demands[title]

    def _made(self, title: str) -> list[Demand]:
        board = self.board
        if match := _CLUE.fullmatch(title):
            cell = self._number(*map(int, match.groups()))
            if cell not in board.clues:
                raise CheckError(f"there is no clue at {self._words(cell)}")
            demand = clue_demand(board, cell)
            return [unless_wrong(demand, self._wrong(cell)) if board.liars else demand]
        if match := _RULE.fullmatch(title):
            cells = [self._number(*map(int, each)) for each in _CELLS.findall(match[2])]
            return self._rule(match[1], cells)
        if title.startswith(_CONSTRAINT):
            name = title.removeprefix(_CONSTRAINT)
            if name not in board.constraints:
                raise CheckError(f"the board has no constraint {shown(name)}")
            demanded = board.constraints[name]
            if demanded is None:
                raise CheckError(f"there are no certificates with {title}, which is about regions")
            return [demanded]
        if title == KEY and self._key:
            return key_demands(board)
        if title == LIARS and board.liars:
            wrong = dict.fromkeys([self._wrong(cell) for cell in board.clues], 1)
            return [Sum(wrong, frozenset(range(min(board.liars, len(wrong)) + 1)))]
        if title == MINE_COUNT and board.mines is not None:
            least, most = board.mines
            every = dict.fromkeys(range(1, self._size + 1), 1)
            return [Sum(every, frozenset(range(least, min(most, self._size) + 1)))]
        raise CheckError(f"the board has no source {shown(title)}")

    def _rule(self, name: str, cells: Sequence[int]) -> list[Demand]:
        """Return what a rule for layouts demands of some cells."""
        if name not in self.board.layout_rules:
            raise CheckError(f"the board has no rule {shown(name)} for layouts")
        placed_there = self._rule_at(name).get(frozenset(cells))
        if placed_there is None:
            raise CheckError(
                f"the rule {name} says nothing of {' '.join(map(self._words, cells[:10]))}"
            )
        return placed_there

    def _rule_at(self, name: str) -> Mapping[frozenset[int], list[Demand]]:
        """Return what a rule for layouts demands, by its cells."""
        if name not in self._placed:
            self._clock.tick(100 * self._size)
            self._clock.look()
            placed = self._placed[name] = {}
            for of, demand in layout_demands(self.board, name):
                placed.setdefault(frozenset(of), []).append(demand)
        return self._placed[name]

    def _counts_refute(
        self, demand: Demand, known: Mapping[int, bool], counting: set[Counter]
    ) -> bool:
        """Tell whether the numbers that a counter has refute a demand that adds up."""
        if len(counting) > 1:
            raise CheckError("a clause has variables of two counters")
        (counter,) = counting
        span = counter_range(counter, known)
        if span is None:  # whatever the source says
            return True
        if not isinstance(demand, Sum) or {*demand.weights.values()} - {1}:
            raise CheckError("a counter is for sources that count")
        self._clock.tick(len(demand.weights))
        listed = counter.places.keys()
        if not listed <= demand.weights.keys():
            raise CheckError("a counter counts what its source does not speak of")
        low, high = span
        if counter.literals[0] < 0:
            low, high = len(listed) - high, len(listed) - low
        others = demand.weights.keys() - listed
        low += sum([known.get(each, False) for each in others])
        high += sum([known.get(each, True) for each in others])
        return not any(low <= number <= high for number in demand.allowed)

    def _wrong(self, cell: int) -> int:
        return self._size + self._key + cell + 1

    def _number(self, row: int, column: int) -> int:
        board = self.board
        if not (row < board.height and column < board.width):
            raise CheckError(f"the cell ({row},{column}) is off the board")
        return row * board.width + column

    def _words(self, number: int) -> str:
        return "({},{})".format(*divmod(number, self.board.width))


def _counter_of(variable: int, counters: Sequence[Counter]) -> Counter:
    """Return the counter of a variable."""
    at = bisect_right(counters, variable, key=lambda counter: counter.first) - 1
    if at < 0 or variable > counters[at].last:
        raise CheckError(f"there is no variable {variable}")
    return counters[at]
