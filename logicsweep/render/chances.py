"""Mine probabilities as a table of numbers, for eyes and terminals without colours."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.cell_names import column_name, column_numbers, row_number
from logicsweep.board.picture.drawing import percent
from logicsweep.render.colours import heat_of, style_of
from logicsweep.render.styled import Styled
from logicsweep.render.text_board import MINE, SAFE, heat_steps

# How wide a number is: with cells as wide a board has its columns where the table has them.
CHANCE_SIZE: Final = 3
_OPEN: Final = "."


def chance_parts(chances: NDArray[np.float64], *, columns: int) -> list[Styled]:
    """Write mine probabilities in percent as a table, in parts at most `columns` wide.

    `chances` are between 0 and 1, and nan for cells that are not covered, drawn as a point.
    Each part has a line that says what it is, the numbers of its columns, and all rows.
    """
    height, width = chances.shape
    margin = len(str(row_number(height - 1))) + 2
    room = max(1, (columns - margin + 1) // (CHANCE_SIZE + 1))
    return [
        _part(chances, range(first, min(first + room, width)), margin)
        for first in range(0, width, room)
    ]


def _part(chances: NDArray[np.float64], span: range, margin: int) -> Styled:
    width = chances.shape[1]
    first, last = column_name(span[0]), column_name(span[-1])
    where = "" if len(span) == width else f", columns {first} to {last} of {width}"
    text = Styled(f"Mine probabilities in %{where} ({_OPEN} is not covered):\n")
    for line in column_numbers(len(span), span[0]):
        numbers = " ".join([digit.ljust(CHANCE_SIZE) for digit in line])
        text.append(f"{' ' * margin}{numbers.rstrip()}\n", "dim")
    steps = heat_steps(chances)
    for number, row in enumerate(chances[:, span[0] : span[-1] + 1].tolist()):
        drawn = Styled()
        drawn.append(f"{row_number(number):>{margin - 2}}  ", "dim")
        warmths = steps[number, span[0] : span[-1] + 1].tolist()
        for (chance, warmth), run in groupby(zip(row, warmths, strict=True)):
            _append(drawn, chance, warmth, sum(1 for _ in run))
        text.extend(drawn.rstrip()).append("\n")
    return text


def _append(text: Styled, chance: float, warmth: int, count: int) -> None:
    """Add a number `count` times."""
    word, styles = _word(chance), []
    if warmth >= 0:
        styles = [heat_of(warmth)]
    elif word != _OPEN:
        styles = [style_of(MINE if chance else SAFE)]
    for _ in range(count):
        text.append(word, *styles).append(" " * (CHANCE_SIZE + 1 - len(word)))


def _word(chance: float) -> str:
    if np.isnan(chance):
        return _OPEN
    return f"{100 * chance:.0f}" if chance in (0, 1) else percent(chance).removesuffix("%")
