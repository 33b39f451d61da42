"""Sources, verdicts and probabilities in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.board.total import range_words, total_words
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import are, counted, listed

# How many cells to name in a sentence.
_LISTED: Final = 12

_VERDICTS: Final = {
    Verdict.SAFE: "is safe",
    Verdict.MINE: "is a mine",
    Verdict.UNDETERMINED: "is undetermined",
}


def clue_words(board: Board, cell: tuple[int, int]) -> str:
    """A clue by what it shows and where, such as `the 3 at (2,4)`."""
    return f"the {board.clue(cell)} at {Cell(*cell)}"


def listed_cells(cells: Iterable[Cell]) -> str:
    """Cells one after the other, such as `(0,1), (0,2) and (0,3)`; long lists are cut short."""
    names = [str(cell) for cell in sorted(cells)]
    if len(names) > _LISTED:
        names = [*names[: _LISTED - 1], f"{len(names) - _LISTED + 1:,} more cells"]
    return listed(names)


def verdict_words(verdict: Verdict) -> str:
    """What a verdict says of a cell."""
    return _VERDICTS[verdict]


def decided_words(mines: Collection[Cell], safe: Collection[Cell]) -> str:
    """Verdicts in words, such as `(0,1) is safe and (0,2) and (0,3) are mines`."""
    parts = []
    if safe:
        parts.append(f"{listed_cells(safe)} {are(len(safe))} safe")
    if mines:
        parts.append(f"{listed_cells(mines)} {'is a mine' if len(mines) == 1 else 'are mines'}")
    return " and ".join(parts)


def covered_around(board: Board, cell: Cell) -> list[Cell]:
    """The covered cells next to a cell, in reading order."""
    return [near for near in board.neighbours(cell) if board.is_covered(near)]


def clue_says(
    board: Board,
    cell: Cell,
    *,
    mines: Collection[Cell] = (),
    safe: Collection[Cell] = (),
    by_name: bool = True,
) -> str:
    """What a clue says about the covered cells around it, given some verdicts.

    These cells are named; without `by_name` they are only counted, for a text beside a picture.
    """
    near = covered_around(board, cell)
    known = sum(board[other] == State.KNOWN_MINE for other in board.neighbours(cell))
    known += sum(other in mines for other in near)
    left = [other for other in near if other not in safe and other not in mines]
    clue = board.clue(cell)
    if clue is None:
        raise ValueError(f"there is no clue at {cell}")
    name = clue_words(board, cell)
    where = f" in {listed_cells(left)}" if left else ""
    if left and not by_name:
        where = f" in the {counted(len(left), 'covered cell')} around it"
        where = where.replace(" 1 covered", " covered")
    more = " more" if known else ""
    allowed = [
        number
        for number in range(len(left) + 1)
        if (clue == number + known if isinstance(clue, int) else clue.allows(number + known))
    ]
    if not allowed:
        return f"{name} cannot be met"
    first, last = allowed[0], allowed[-1]
    if last == 0:
        return f"{name} needs no{more} mine{where}"
    if first == last:
        return f"{name} needs exactly {counted(first, f'{more} mine'.strip())}{where}"
    gaps = [str(number) for number in range(first, last) if number not in allowed]
    but = f" but not {' or '.join(gaps)}" if gaps else ""
    return f"{name} allows {first} to {last}{but}{more} mines{where}"


def total_says(board: Board, *, mines: Collection[Cell] = (), safe: Collection[Cell] = ()) -> str:
    """What the mine count leaves for the covered cells that are still unknown."""
    known = len(board.known_mines) + len(mines)
    left = len(board.covered) - len(safe) - len(mines)
    lower, upper = board.total_bounds or (0, 0)
    first, last = max(lower - known, 0), upper - known
    if last < first:
        count = range_words((lower, upper) if lower < upper else lower)
        return f"the mine count ({count}) is too low: {counted(known, 'mine')} {are(known)} known"
    rest = "no mine" if last == 0 else total_words(first if first == last else (first, last))
    other = " other" if safe or mines else ""
    one = other.strip() or "one"
    cells = f"{one} covered cell" if left == 1 else f"{left:,}{other} covered cells"
    return f"the mine count leaves {rest} for the {cells}"


def chance_words(chance: Fraction | float) -> str:
    """A probability in percent; only what is certain is called 0 or 100."""
    if chance in (0, 1):
        return "100 %" if chance else "0 %"
    percent = float(100 * chance)
    if percent < 0.01:
        return "less than 0.01 %"
    if percent > 99.99:
        return "more than 99.99 %"
    return f"{percent:.2f} %"
