"""The clauses of clues under other rules than the ordinary one: a checker has to trust this module.

The rules are written down here a second time, each as a short function of mines; its value is
compared with the clue as text, such as `1+2`. The names are those of a board's header. A composed
name such as `LM` combines the rules of its letters: see `_Reading`. Clues that speak of the whole
board are in `board_clues`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.reasons.certificates.board_clues import CLUES_OF_THE_BOARD
from logicsweep.reasons.certificates.counters import Clause, check_size, not_pairs
from logicsweep.reasons.certificates.squares import (
    Offset,
    at,
    given,
    is_coloured,
    mines_among,
    rule_of,
    variable,
    variables,
)

Value = int | tuple[int, ...]

_RING: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

# The cells that a clue speaks of, if not its neighbours.
_CELLS: Final[dict[str, tuple[Offset, ...]]] = {
    "X": ((-2, 0), (-1, 0), (0, -2), (0, -1), (0, 1), (0, 2), (1, 0), (2, 0)),
    "X'": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "K": tuple([(a, b) for a, b in product((-2, -1, 1, 2), repeat=2) if abs(a) != abs(b)]),
    "D": tuple(product((-2, -1, 0), (-1, 0, 1))),
}

# The value of a clue, by the mines in coloured cells and those in other cells.
_NUMBERS: Final[dict[str, Callable[[int, int], Value]]] = {
    "": lambda coloured, others: coloured + others,
    "M": lambda coloured, others: 2 * coloured + others,
    "N": lambda coloured, others: abs(coloured - others),
    "MN": lambda coloured, others: abs(2 * coloured - others),
    "2X": lambda coloured, others: tuple(sorted([coloured, others])),
    "2M": lambda coloured, others: (coloured + others) % 3,
}

# The value of a clue, by the lengths of the runs of mines in its ring, ascending.
_RUNS: Final[dict[str, Callable[[list[int]], Value]]] = {
    "W": lambda runs: tuple(runs or [0]),
    "W'": lambda runs: max(runs, default=0),
    "P": len,
}

# The value of a clue, by the safe cells that it sees above and below, and to the left and right.
_SIGHTS: Final[dict[str, Callable[[int, int], Value]]] = {
    "E": lambda above_below, left_right: 1 + above_below + left_right,
    "E'": lambda above_below, left_right: above_below - left_right,
}


class _Reading(NamedTuple):
    """The parts of a rule's name.

    Attributes:
        is_off: Whether a clue is off by one: `L`.
        where: The letter of the cells that a clue speaks of; empty for the neighbours.
        what: The other letters, sorted, which say what it shows of these.
    """

    is_off: bool
    where: str
    what: str

    @classmethod
    def of(cls, name: str) -> _Reading:
        """Split the name of a rule into its parts; `1M` is M alone, and `2D` is D."""
        if name in ("2X", "2M"):
            return cls(is_off=False, where="", what=name)
        letters = set(re.findall("[A-Z]'?", name)) - {"V"}
        where = "".join(sorted(letters & _CELLS.keys()))
        return cls("L" in letters, where, "".join(sorted(letters - {"L", where})))


def ruled_clue(board: Board, cell: Cell, top: int) -> tuple[list[Clause], list[int], int]:
    """Write the clauses of a clue under its rule.

    Returns the clauses, the variables of the cells that they are about, and the last variable in
    use. Raises ValueError for a rule that is not known, or a board that is not one for it.
    """
    name = rule_of(board, cell)
    if name in CLUES_OF_THE_BOARD:
        clauses, top = CLUES_OF_THE_BOARD[name](board, cell, top)
        tied = variables(board, [place for place in board.cells if place != cell])
        return given(board, clauses), tied, top
    is_off, where, what = _Reading.of(name)
    allows = _allows(board, cell, is_off=is_off)
    if what in _NUMBERS:
        near = _scope(board, cell, where)
        value = _NUMBERS[what]
        return _of_numbers(board, near, lambda *numbers: allows(value(*numbers)), top)
    if what in _RUNS and not where:
        of_runs = _RUNS[what]
        return *_of_ring(board, cell, lambda runs: allows(of_runs(runs))), top
    if what in _SIGHTS and not where:
        of_sights = _SIGHTS[what]
        return _of_sights(board, cell, lambda *seen: allows(of_sights(*seen)), top)
    raise ValueError(f"there are no certificates with the rule {name}")


def weighted_clue(board: Board, cell: Cell) -> tuple[dict[int, int], list[int]] | None:
    """Return the variables that a clue adds up, with their weights, and the sums that it allows.

    None for a clue that shows no such sum.
    """
    is_off, where, what = _Reading.of(rule_of(board, cell))
    if what not in ("", "M"):
        return None
    near = _scope(board, cell, where)
    weights = {place: 1 + (what == "M" and is_coloured(place)) for place in near}
    known = sum([weight * mines_among(board, [place]) for place, weight in weights.items()])
    free = {variable(board, place): weights[place] for place in near if board.is_covered(place)}
    allows = _allows(board, cell, is_off=is_off)
    return free, [number for number in range(sum(free.values()) + 1) if allows(number + known)]


def counted_clue(board: Board, cell: Cell) -> tuple[list[Cell], list[int]] | None:
    """Return the cells of a clue that is about their number of mines alone, and its numbers.

    Known mines count. None for a clue about more. Raises ValueError as `ruled_clue` does.
    """
    is_off, where, what = _Reading.of(rule_of(board, cell))
    if what:
        return None
    near = _scope(board, cell, where)
    allows = _allows(board, cell, is_off=is_off)
    return near, [number for number in range(len(near) + 1) if allows(number)]


def _scope(board: Board, cell: Cell, where: str) -> list[Cell]:
    """Return the cells of a clue, by the letter of its region in the name of its rule."""
    if where:
        return [place for place in _around(board, cell, _CELLS[where]) if place is not None]
    return list(board.neighbours(cell))


def _allows(board: Board, cell: Cell, *, is_off: bool) -> Callable[[Value], bool]:
    """Tell whether a clue allows a true value.

    An uncertain clue speaks of the true value; any other shows it, or one that is off by one.
    """
    clue, shown = board.clue(cell), board.sign(cell)
    separator = "/" if rule_of(board, cell) == "2X" else "+"

    def allows(value: Value) -> bool:
        if isinstance(clue, Clue):
            return isinstance(value, int) and clue.allows(value)
        if isinstance(value, int):
            return shown in ([str(value - 1), str(value + 1)] if is_off else [str(value)])
        return shown == separator.join(map(str, value))

    return allows


def _around(board: Board, cell: Cell, offsets: Sequence[Offset]) -> list[Cell | None]:
    """Return the cells at some offsets; None off the board, and for the cell of the clue itself."""
    near = [at(board, cell, offset) for offset in offsets]
    return [None if place == cell else place for place in near]


def _of_numbers(
    board: Board, near: Sequence[Cell], allows: Callable[[int, int], bool], top: int
) -> tuple[list[Clause], list[int], int]:
    """Write the clauses of a clue about the numbers of mines in coloured and in other cells."""
    coloured = [place for place in near if is_coloured(place)]
    others = [place for place in near if not is_coloured(place)]
    literals = variables(board, coloured), variables(board, others)
    known = mines_among(board, coloured), mines_among(board, others)
    pairs = [
        (dark, light)
        for dark in range(len(literals[0]) + 1)
        for light in range(len(literals[1]) + 1)
        if not allows(known[0] + dark, known[1] + light)
    ]
    clauses, top = not_pairs(*literals, pairs, top)
    return clauses, sorted([*literals[0], *literals[1]]), top


def _of_ring(
    board: Board, cell: Cell, allows: Callable[[list[int]], bool]
) -> tuple[list[Clause], list[int]]:
    """Write the clauses of a clue about runs: they rule out assignments of the ring."""
    ring = _around(board, cell, _RING)
    literals = variables(board, [place for place in ring if place is not None])
    clauses: list[Clause] = []
    for values in product((False, True), repeat=len(literals)):
        true = {number for number, value in zip(literals, values, strict=True) if value}
        mines = [
            place is not None
            and (board[place] == State.KNOWN_MINE or board.number(place) + 1 in true)
            for place in ring
        ]
        if not allows(_runs(mines)):
            clauses.append(tuple([-number if number in true else number for number in literals]))
    return clauses, sorted(literals)


def _runs(ring: Sequence[bool]) -> list[int]:
    """Return the lengths of the runs of mines in a ring, ascending."""
    if all(ring):
        return [len(ring)]
    lengths = []
    for start, mine in enumerate(ring):
        if mine and not ring[start - 1]:
            ahead = [*ring[start:], *ring[:start]]
            lengths.append(ahead.index(False))
    return sorted(lengths)


def _of_sights(
    board: Board, cell: Cell, allows: Callable[[int, int], bool], top: int
) -> tuple[list[Clause], list[int], int]:
    """Write the clauses of a clue about the safe cells seen in each of four directions.

    For each number n a variable is true when n cells are seen above and below together, another one
    when n are seen to the left and right. Pairs of them are ruled out.
    """
    tied: set[int] = set()
    clauses: list[Clause] = []
    by_axis: list[dict[int, int]] = []
    for steps in (((-1, 0), (1, 0)), ((0, -1), (0, 1))):
        rays = [list(_ray(board, cell, step)) for step in steps]
        tied.update(*[variables(board, ray) for ray in rays])
        most = sum(map(len, rays))
        check_size((len(rays[0]) + 1) * (len(rays[1]) + 1))
        seen = {number: top + 1 + number for number in range(most + 1)}
        top += most + 1
        for (back, unless_back), (ahead, unless_ahead) in product(
            *[list(_ends(board, ray)) for ray in rays]
        ):
            clauses.append((*unless_back, *unless_ahead, seen[back + ahead]))
        by_axis.append(seen)
    above_below, left_right = by_axis
    clauses += [
        (-above_below[vertical], -left_right[horizontal])
        for vertical, horizontal in product(above_below, left_right)
        if not allows(vertical, horizontal)
    ]
    return given(board, clauses), sorted(tied), top


def _ray(board: Board, cell: Cell, step: Offset) -> Iterator[Cell]:
    """Yield the cells in a direction, up to the rim or the cell itself."""
    ahead = at(board, cell, step)
    while ahead is not None and ahead != cell:
        yield ahead
        ahead = at(board, ahead, step)


def _ends(board: Board, ray: Sequence[Cell]) -> Iterator[tuple[int, Clause]]:
    """Yield each number of safe cells that may be seen on a ray, with the negation of its literals.

    The literals say that this number of cells are safe and the next one, if any, is a mine.
    """
    seen = [variable(board, cell) for cell in ray]
    for number in range(len(ray) + 1):
        blocked = [-literal for literal in seen[number : number + 1]]
        yield number, (*seen[:number], *blocked)
