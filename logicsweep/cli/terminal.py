"""Drawing on standard output, wherever it leads."""

from __future__ import annotations

import sys
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from logicsweep.board import Board
from logicsweep.render.picture import picture, uncertain_legend
from logicsweep.verdicts import Consequences

# Into a pipe or a file every board is drawn, cells apart as long as lines stay this short.
_PIPE_COLUMNS: Final = 120


def draw(
    board: Board,
    proved: Consequences | None = None,
    chances: NDArray[np.float64] | None = None,
) -> bool:
    """Draw a board, in colour where the terminal has it. Says so when it is too wide; then False.

    With chances the undetermined cells are a heat map, from green to red. `NO_COLOR` and pipes are
    respected.
    """
    terminal = sys.stdout.isatty()
    console = Console(soft_wrap=True, highlight=False)
    columns = console.width if terminal else _PIPE_COLUMNS
    text = picture(board, proved, chances, columns=columns)
    if text is None and not terminal:
        text = picture(board, proved, chances, columns=board.width + 40)
    if text is None:
        print(f"(The board is {board.width} columns wide: too wide to draw here. Into a pipe it is")
        print("drawn whole, and --json lists the cells.)")
        return False
    console.print(text, end="")
    if board.uncertain:
        print(uncertain_legend(board))
    return True
