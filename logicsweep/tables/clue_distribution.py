"""The distribution of the clue that a covered cell would show, over all layouts of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from logicsweep.board.rules.key import HiddenKey
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.errors import LimitError
from logicsweep.tables.layouts import Layouts

# Cells in the scope of a clue whose distribution is made, over all combinations of mines in them.
MOST_IN_SCOPE: Final = 14


class ClueDistribution(NamedTuple):
    """The exact distribution of a covered cell: a mine, or safe with each clue.

    Attributes:
        mine: The probability of a mine.
        clues: `clues[n]` is the probability that the cell is safe and has n mines around it; n runs
            from 0 to the number of neighbours. Under a rule for clues, n is the code of a clue (see
            `Board.sign`); of several clues that a cell can show, all are equally likely. The rest,
            up to 1, is the probability of a safe cell that shows nothing, as under `2E`.
    """

    mine: Fraction
    clues: tuple[Fraction, ...]


def is_wide(ruled: PlacedRules, number: int) -> bool:
    """Tell whether a clue's scope has too many cells for all combinations of mines in them."""
    return len(ruled.scope(number).cells) > MOST_IN_SCOPE


def clue_distribution(layouts: Layouts, number: int) -> ClueDistribution:
    """Return the distribution of the clue that a covered cell would show.

    Raises `LimitError` under a rule for clues of very wide scope.
    """
    ruled = layouts.board.placed_rules
    if ruled is not None and not ruled.first.rules.clue.is_standard:
        return _ruled_distribution(layouts, number, ruled)
    around = layouts.board.adjacency.neighbours(number)
    chances = [Fraction(0)] * (len(around) + 1)
    mine = Fraction(0)
    for (mine_here, near), chance in layouts.joint_marginal([[number], around]).items():
        if mine_here:
            mine += chance
        else:
            chances[near] += chance
    return ClueDistribution(mine, tuple(chances))


def _ruled_distribution(layouts: Layouts, number: int, ruled: PlacedRules) -> ClueDistribution:
    """Return the distribution under a rule, from that of the cells in its scope."""
    ruled = ruled.first
    chances = [Fraction(0)] * (ruled.values.highest + 1)
    if layouts.hidden.key_cells and ruled.rules.clue.key is not None:
        for code, chance in _keyed(layouts, ruled, number):
            chances[code] += chance
        mine = layouts.joint_marginal([[number]]).get((1,), Fraction(0))
        return ClueDistribution(mine, tuple(chances))
    rule, cells = ruled.rules.clue, ruled.scope(number).cells
    if is_wide(ruled, number):
        raise LimitError(
            f"under the rule {rule.name} a clue at {layouts.board.cell(number)} speaks of "
            f"{len(cells)} cells; its distribution is made for up to {MOST_IN_SCOPE}"
        )
    mine = Fraction(0)
    sets = [[cell] for cell in (number, *cells)]
    for (mine_here, *in_scope), chance in layouts.joint_marginal(sets).items():
        if mine_here:
            mine += chance
            continue
        mines = dict(zip(cells, in_scope, strict=True)) | {number: 0}
        codes = ruled.options(number, mines)
        for shown in codes:
            chances[shown] += chance / len(codes)
    return ClueDistribution(mine, tuple(chances))


def _keyed(layouts: Layouts, ruled: PlacedRules, number: int) -> Iterator[tuple[int, Fraction]]:
    """Yield clues with the chance that the cell is safe and shows them, under a rule with a key.

    A clue may come again.
    """
    key, near = ruled.rules.clue.key, ruled.place.adjacency.neighbours(number)

    def safe_with(
        seen: Iterable[int], cell: int, *, marked: bool = True
    ) -> Iterator[tuple[int, Fraction]]:
        """Yield numbers of mines in seen cells, each with the chance of it together with two facts.

        These are that the cell is safe, and that a cell of the key is marked or not.
        """
        sets = [[number], seen, [ruled.size + cell]]
        for (mine, mines, mark), chance in layouts.joint_marginal(sets).items():
            if not mine and mark == marked:
                yield mines, chance

    if key is HiddenKey.DIRECTION:
        ring = [entry.cell for entry in ruled.place.entries(RING, number)]
        for direction, left_out in enumerate(ring):
            yield from safe_with([cell for cell in near if cell != left_out], direction)
    elif key is HiddenKey.LETTERS:
        letters = ruled.values.highest + 1
        for cell in range(letters * letters):
            letter, stands_for = divmod(cell, letters)
            yield from [
                (letter, chance) for mines, chance in safe_with(near, cell) if mines == stands_for
            ]
    else:  # the key says whether a clue is off by one: up or down, as likely
        for marked in (False, True):
            for mines, chance in safe_with(near, number, marked=marked):
                is_mine = dict.fromkeys(near, False) | dict.fromkeys(near[:mines], True)
                codes = ruled.options(number, is_mine, frozenset([number] if marked else []))
                yield from [(int(code), chance / len(codes)) for code in codes]
