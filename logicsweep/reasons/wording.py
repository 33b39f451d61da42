"""Clues, verdicts and probabilities in words; what they say is in `saying`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.constraint_forms import LISTED, say
from logicsweep.board.total import range_words, total_words
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import counted, listed

_VERDICTS: Final = {
    Verdict.SAFE: "is_safe",
    Verdict.MINE: "is_mine",
    Verdict.UNDETERMINED: "is_undetermined",
}


def clue_words(board: Board, cell: tuple[int, int]) -> str:
    """Write a clue by what it shows and where, such as `the 3 at (2,4)`."""
    return say("clue", sign=board.sign(cell), cell=Cell(*cell))


def listed_cells(cells: Iterable[Cell], *, last: str = "and") -> str:
    """List cells in words, such as `(0,1), (0,2) and (0,3)`; cut long lists short."""
    names = [str(cell) for cell in sorted(cells)]
    if len(names) > LISTED:
        rest = f"{len(names) - LISTED + 1:,}"
        names = [*names[: LISTED - 1], say("more_cells", number=rest)]
    return listed(names, last=last)


def verdict_words(verdict: Verdict) -> str:
    """Say in words what a verdict says of a cell."""
    return say(_VERDICTS[verdict])


def decided_words(mines: Collection[Cell], safe: Collection[Cell]) -> str:
    """Say verdicts in words, such as `(0,1) is safe and (0,2) and (0,3) are mines`."""
    parts = []
    if safe:
        parts.append(f"{listed_cells(safe)} {say('is_safe' if len(safe) == 1 else 'are_safe')}")
    if mines:
        parts.append(f"{listed_cells(mines)} {say('is_mine' if len(mines) == 1 else 'are_mines')}")
    return " and ".join(parts)


def covered_around(board: Board, cell: Cell) -> list[Cell]:
    """Return the covered cells that a clue in a cell speaks of, in reading order."""
    near = map(board.cell, sorted(board.scope(cell).cells))
    return [near_cell for near_cell in near if board.is_covered(near_cell)]


def total_says(board: Board, *, mines: Collection[Cell] = (), safe: Collection[Cell] = ()) -> str:
    """Say how many mines the mine count leaves for the covered cells that are still unknown."""
    known = len(board.known_mines) + len(mines)
    left = len(board.covered) - len(safe) - len(mines)
    lower, upper = board.total_bounds or (0, 0)
    first, last = max(lower - known, 0), upper - known
    if last < first:
        count = mine_count_words((lower, upper) if lower < upper else lower)
        too_low = "is_known" if known == 1 else "are_known"
        return say(too_low, mine_count=count, mines=counted(known, "mine"))
    rest = say("no_mine") if last == 0 else total_words(first if first == last else (first, last))
    if safe or mines:
        leaves = "leaves_for_other" if left == 1 else "leaves_for_others"
    else:
        leaves = "leaves_for_one" if left == 1 else "leaves_for_all"
    return say(leaves, mines=rest, number=f"{left:,}")


def mine_count_words(total: int | tuple[int, int]) -> str:
    """Name the mine count with its number, such as `the mine count (10)`."""
    return say("mine_count", count=range_words(total))


def liars_say(liars: int) -> str:
    """Say how many clues may be wrong."""
    wrong = "one of the clues" if liars == 1 else f"{liars} of the clues"
    return f"up to {wrong} may be wrong"


def chance_words(chance: Fraction | float) -> str:
    """Compute a probability in percent; only what is certain is called 0 or 100."""
    if chance in (0, 1):
        return say("percent", number=100 if chance else 0)
    percent = float(100 * chance)
    if percent < 0.01:
        return say("nearly_0")
    if percent > 99.99:
        return say("nearly_100")
    return say("percent", number=f"{percent:.2f}")


def rounded_words(chance: Fraction | float) -> str:
    """Compute a probability in whole percent; one that is close to 0 or 1 as `chance_words`."""
    percent = float(100 * chance)
    if 1 <= percent <= 99:
        return say("percent", number=f"{percent:.0f}")
    return chance_words(chance)
