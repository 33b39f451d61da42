"""Rows whose signs no format knows, such as `#` for a covered cell: read if only one way is left.

A sign may be a covered cell, a zero or a mine. A way to read the rows is left if some cell is
covered, no zero lies beside a covered cell or a mine, and each clue can be satisfied by the cells
around it. A mark that may be a flag is no mine, which would be taken for a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import count_eight
from logicsweep.board.board import Board
from logicsweep.board.state import Grid, State, covered_mask
from logicsweep.errors import UnclearSignError, listed
from logicsweep.formats.lines import SQUARES, Line
from logicsweep.formats.text import read_cells
from logicsweep.limits import MOST_CELLS

_COVERED: Final = int(State.COVERED)
_FLAGGED: Final = int(State.FLAGGED)
_MINE: Final = int(State.KNOWN_MINE)
_OPEN: Final = int(State.NO_CLUE)
# The meanings that signs have in programs and in texts of people.
MAY_BE: Final[dict[str, tuple[int, ...]]] = {
    **{str(clue): (clue,) for clue in range(9)},
    **dict.fromkeys("?Hh", (_COVERED,)),
    "#": (_COVERED, _MINE),
    **dict.fromkeys("xXoOUu+", (_COVERED, _FLAGGED, _MINE)),
    **dict.fromkeys(".-·", (_COVERED, 0)),
    **dict.fromkeys(SQUARES, (_COVERED, 0)),
    "_": (_COVERED, _OPEN),
    **dict.fromkeys("Ff⚑⚐", (_FLAGGED,)),
    "*": (_MINE,),
    "!": (_FLAGGED, _MINE),
}
WORDS: Final = {
    _COVERED: "a covered cell",
    _FLAGGED: "a flag",
    _MINE: "a mine",
    _OPEN: "an open cell without a clue",
    0: "a zero",
}
# What at most one sign means.
_ALONE: Final = {0, _COVERED, _MINE, _OPEN}
# More signs than these are a text of another kind.
_MOST: Final = 6


def _may_be_signs(rows: Sequence[Line], covered: str | None) -> bool:
    """Tell whether rows have one known sign for each cell, and all have the same length."""
    if not rows or len(rows[0].text) * len(rows) > MOST_CELLS:
        return False
    width = len(rows[0].text)
    if not width or any(len(row.text) != width for row in rows):
        return False
    signs = set().union(*(row.text for row in rows)) - {covered}
    return signs <= MAY_BE.keys() and len(signs - {*map(str, range(9))}) <= _MOST


def resolved(rows: Sequence[Line], covered: str | None = None) -> Board | None:
    """Read rows of signs in the only way that is left; None if none is.

    `covered` is a sign that stands for a covered cell. Raises `UnclearSignError` if several ways
    are left.
    """
    if not _may_be_signs(rows, covered):
        return None
    grids: list[tuple[Mapping[str, int], Grid, Grid]] = []
    for meaning in _meanings(set().union(*(row.text for row in rows)), covered):
        grid = read_cells([row.text for row in rows], meaning, expected="signs of cells")
        zeros = np.isin([*map(list, (row.text for row in rows))], _zeros(meaning))
        weaker = np.where(grid == _MINE, _FLAGGED, grid)  # what follows then follows with mines
        is_new = not any(np.array_equal(weaker, known) for _, _, known in grids)
        if is_new and _is_possible(grid, zeros):
            grids.append((meaning, grid, weaker))
    if len(grids) > 1:
        raise _unclear(rows, [meaning for meaning, *_ in grids])
    return Board(grids[0][1]) if grids else None


def _meanings(signs: set[str], covered: str | None) -> Iterator[dict[str, int]]:
    """Yield every way to read signs in which no two mean the same, but for `?` and flags.

    Beside the sign that is said to be covered, `?` or another, no sign is.
    """
    names = sorted(signs)
    ways = [(_COVERED,) if name == covered else MAY_BE[name] for name in names]
    for states in product(*ways):
        pairs = zip(names, states, strict=True)
        special = [s for name, s in pairs if s in _ALONE and (name != "?" or covered == "?")]
        if len(special) == len(set(special)):
            yield dict(zip(names, states, strict=True))


def _zeros(meaning: Mapping[str, int]) -> list[str]:
    """List the signs that stand for a zero and are none themselves."""
    return [sign for sign, state in meaning.items() if state == 0 and sign != "0"]


def _is_possible(grid: Grid, zeros: NDArray[np.bool_]) -> bool:
    """Tell whether a game may show this, looking at each clue for itself.

    `zeros` marks zeros that a game shows by an empty cell: it opens all cells around them.
    """
    mines, covered = count_eight(grid == _MINE), count_eight(covered_mask(grid))
    if (zeros & (covered > 0)).any() or ((grid == _FLAGGED).any() and (grid != _COVERED).all()):
        return False
    return not ((grid >= 0) & ((grid < mines) | (grid > mines + covered))).any()


def _unclear(rows: Sequence[Line], meanings: Sequence[Mapping[str, int]]) -> UnclearSignError:
    """Make the error that names a sign with several meanings, at its first place."""
    unlike = [name for name in meanings[0] if len({meaning[name] for meaning in meanings}) > 1]
    coverable = [name for name in unlike if any(way[name] == _COVERED for way in meanings)]
    for row in rows:
        for at, sign in enumerate(row.text):
            if sign in coverable:
                states = dict.fromkeys(meaning[sign] for meaning in meanings)
                words = listed([WORDS[state] for state in states], last="or")
                is_zero = "?" in meanings[0] and 0 in states
                hint = "; if '?' alone is, use --covered '?'" if is_zero else ""
                place = row.column + at
                return UnclearSignError(sign, words, line=row.number, column=place, hint=hint)
    raise AssertionError("two ways to read rows differ in a sign that may be a covered cell")
