"""Values of small games that take too long to be worked out in play, from a file.

`examples/studies/optima.py` worked them out, by exhaustive search, and wrote the file
`optima.jsonl`: a line for each board and mine count, with the best first cells and how many layouts
the best player wins; and, where it is needed, the next cell in each position that is still too
large to be solved in play. docs/results/optima.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import covered_mask
from logicsweep.limits import IN_PLAY
from logicsweep.strategy.symmetries import views_of

Game = tuple[int, int, int]
"""The height, the width and the mine count of a board that is no higher than wide."""
FILE: Final = Path(__file__).with_name("optima.jsonl")
MOST_CELLS: Final = 25
"""The most cells of a board in the file."""
# How a key shows a mine and a cell that is not decided; clues are their digits.
_MINE: Final = "*"
_OPEN: Final = "?"


class Listed(NamedTuple):
    """A position whose best play is in the file.

    Attributes:
        chance: The probability to win with the best play.
        best: Best cells by number, ascending: of a board that is all covered all of them, else one.
        layouts: The number of layouts.
    """

    chance: Fraction
    best: tuple[int, ...]
    layouts: int


def listed_start(board: Board, protection: FirstClick) -> Listed | None:
    """Look up the best first cells of an ordinary board with more layouts than are solved in play.

    None for other boards, for those that are not in the file, and where the first click cannot keep
    its cells free.
    """
    record = _record(board)
    if record is None or not is_blank(board):
        return None
    first = record["first"].get(protection.value)
    if first is None:
        return None
    best = sorted([_lying(board).index(cell) for cell in first["best"]])
    layouts = comb(board.grid.size, record["mines"])
    return Listed(Fraction(first["won"], first["of"]), tuple(best), layouts)


def listed_next(board: Board, marginals: NDArray[np.float64]) -> Listed | None:
    """Look up the best next cell of an ordinary position that optimal play leads to.

    `marginals` are the probabilities of a mine by cell, flat, 1 only for proved mines. No covered
    cell is proved safe. None for positions that are not in the file, such as all with a known mine
    or an open cell without a clue.
    """
    record = _record(board)
    if record is None or not record.get("next") or is_blank(board):
        return None
    if not (covered_mask(board.grid) | (board.grid >= 0)).all():
        return None
    text = written(board.grid.ravel().tolist(), (marginals == 1).tolist())
    lying = np.argsort(_lying(board)).tolist()
    views = views_of(*sorted(board.shape)).tolist()
    key, image = canonical("".join([text[cell] for cell in lying]), views)
    step = record["next"].get(key)
    if step is None:
        return None
    place, won, layouts = step
    return Listed(Fraction(won, layouts), (lying[image[place]],), layouts)


def is_listed(board: Board) -> bool:
    """Tell whether the file has a board, with its mine count."""
    return _record(board) is not None


def written(shown: Sequence[int], mines: Sequence[bool]) -> str:
    """Write a position cell by cell: its clues, `*` for proved mines, and `?` for other cells.

    No covered cell is safe. Then this says all that is decided, and determines the layouts left.
    """
    return "".join(
        [
            str(state) if state >= 0 else _MINE if is_mine else _OPEN
            for state, is_mine in zip(shown, mines, strict=True)
        ]
    )


def canonical(shown: str, symmetries: Sequence[Sequence[int]]) -> tuple[str, Sequence[int]]:
    """Return the least image of a position, written cell by cell, and the symmetry that makes it.

    The symmetry names the cell that comes to be in each place.
    """
    images = [("".join([shown[cell] for cell in image]), image) for image in symmetries]
    return min(images)


def _lying(board: Board) -> list[int]:
    """List for each cell its number on the board of the file, which is no higher than wide."""
    height, width = board.shape
    numbers = np.arange(board.grid.size)
    if height > width:
        numbers = numbers.reshape(width, height).T.ravel()
    cells: list[int] = numbers.tolist()
    return cells


def _record(board: Board) -> Mapping[str, Any] | None:
    """Return the line of a board with eight neighbours and more layouts than are solved in play."""
    mines = board.mines
    if board.grid.size > MOST_CELLS or not isinstance(mines, int):
        return None
    if not board.has_eight_neighbours or board.uncertain_by_number:
        return None
    if comb(board.grid.size, mines) <= IN_PLAY:
        return None
    height, width = sorted(board.shape)
    return records().get((height, width, mines))


@cache
def records() -> Mapping[Game, Mapping[str, Any]]:
    """Return the solved games of the file by height, width and mine count."""
    return {game: record for game, record in read(FILE).items() if "first" in record}


def read(path: Path) -> dict[Game, dict[str, Any]]:
    """Read the lines of a file by height, width and mine count; of two lines the last one counts.

    A line without `first` is a game that did not end in the minutes that it names.

    Raises:
        OSError: The file cannot be read.
        ValueError: A line is none of results.
    """
    listed = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                listed[record["height"], record["width"], record["mines"]] = record
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"{path}:{number} is no line of results; expected JSON") from None
    return listed
