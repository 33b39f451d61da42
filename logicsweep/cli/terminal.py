"""Drawing on standard output, wherever it leads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from logicsweep.board import Board
from logicsweep.render.picture import picture, uncertain_legend
from logicsweep.verdicts import Consequences

# Into a pipe or a file every board is drawn, cells apart as long as lines stay this short.
_PIPE_COLUMNS: Final = 120
# No column of text becomes narrower than this.
_NARROW: Final = 24


class _Pipe(Console):
    """A console that leaves broken pipes to the command."""

    def on_broken_pipe(self) -> None:
        """Raise on, where rich would exit with 1."""
        raise BrokenPipeError


def draw_lines(lines_for: Callable[[int], Sequence[Text] | None]) -> bool:
    """Print the lines that are made for so many columns, in colour where the terminal has it.

    None stands for lines that do not fit; that is said, and the result is False.
    """
    terminal = sys.stdout.isatty()
    console = _Pipe(soft_wrap=True, highlight=False)
    lines = lines_for(console.width if terminal else _PIPE_COLUMNS)
    if lines is None and not terminal:
        lines = lines_for(sys.maxsize)
    if lines is None:
        print("(The picture is too wide to be drawn here; into a pipe it is drawn.)")
        return False
    for line in lines:
        console.print(line)
    return True


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print columns of text, the last of which is wrapped on a terminal; not in a pipe."""
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)][:-1]
    margin = sum(widths) + 2 * len(widths)
    columns = _Pipe().width if sys.stdout.isatty() else sys.maxsize
    for row in table:
        first = "".join(text.ljust(width + 2) for text, width in zip(row, widths, strict=False))
        for line in wrap(row[-1], max(columns - margin, _NARROW), break_on_hyphens=False) or [""]:
            print(f"{first}{line}".rstrip())
            first = " " * margin


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
    console = _Pipe(soft_wrap=True, highlight=False)
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
