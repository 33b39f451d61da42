"""Drawing on standard output, wherever it leads."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.cli.lazy import lazily
from logicsweep.render.styled import Styled
from logicsweep.render.text_board import heat_legend, heat_steps, picture, uncertain_legend

with lazily():
    from logicsweep.answers.base import Limited
    from logicsweep.answers.solving import Solution
    from logicsweep.board.verdicts import Consequences
    from logicsweep.cli.console import Output
    from logicsweep.render.marked import Marks, marked_lines
    from logicsweep.render.text_board import chance_parts


# Into a pipe or a file every board is drawn, cells apart as long as lines stay this short.
_PIPE_COLUMNS: Final = 120
# No column of text becomes narrower than this.
_NARROW: Final = 24
# How far the last column is indented where it goes below the others.
_INDENT: Final = 2
# Variables of the environment that ask for colours elsewhere than on a terminal, as rich has them.
_FORCING: Final = ("FORCE_COLOR", "TTY_COMPATIBLE")


class _Plain:
    """Standard output that shows no colours, as a pipe or a file does. It takes no library."""

    has_colours = False
    width = sys.maxsize

    def show(self, text: Styled, end: str = "\n") -> None:
        """Print a text."""
        print(text, end=end)


def _console() -> _Plain | Output:
    """Return what draws on standard output, wherever it leads."""
    if not sys.stdout.isatty() and not any(map(os.environ.get, _FORCING)):
        return _Plain()

    return Output()


def draw_lines(lines_for: Callable[[int], Sequence[Styled] | None]) -> bool:
    """Print the lines that are made for so many columns, in colour where the terminal has it.

    None stands for lines that do not fit; that is said, and the result is False.
    """
    terminal = sys.stdout.isatty()
    console = _console()
    lines = lines_for(console.width if terminal else _PIPE_COLUMNS)
    if lines is None and not terminal:
        lines = lines_for(sys.maxsize)
    if lines is None:
        print("(The picture is too wide for this terminal; a pipe or a file gets it whole.)")
        return False
    for line in lines:
        console.show(line)
    return True


def draw_marked(board: Board, marks: Marks, legend: str) -> None:
    """Draw a board with its marks, and the legend below it if the board fits."""
    if draw_lines(lambda columns: marked_lines(board, marks, columns=columns)):
        print(legend)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of text."""
    for line in lines:
        print(line)


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print columns of text, the last of which is wrapped on a terminal; not in a pipe."""
    table = [header, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)][:-1]
    margin = sum(widths) + 2 * len(widths)
    columns = _console().width if sys.stdout.isatty() else sys.maxsize
    is_narrow = columns < margin + _NARROW
    for row in table:
        first = "".join(text.ljust(width + 2) for text, width in zip(row, widths, strict=False))
        indent = " " * (_INDENT if is_narrow else margin)
        if is_narrow:  # the last column goes below the others
            print(first.rstrip())
            first = indent
        room = max(columns - len(indent), _NARROW)
        for line in wrap(row[-1], room, break_on_hyphens=False) or [""]:
            print(f"{first}{line}".rstrip())
            first = indent


def draw(
    board: Board,
    proved: Consequences | Solution | Limited | None = None,
    chances: NDArray[np.float64] | None = None,
    *,
    size: int = 1,
) -> bool:
    """Draw a board, in colour where the terminal has it. Says so when it is too wide; then False.

    With chances the undetermined cells are a heat map, with a legend; `size` is the least width of
    a cell where there is room for it. `NO_COLOR` and pipes are respected.
    """
    console = _console()
    terminal = sys.stdout.isatty()
    tries = [(console.width if terminal else sys.maxsize, size)] if size > 1 else []
    tries.append((console.width if terminal else _PIPE_COLUMNS, 1))
    if not terminal:  # close together, unless cells take more than one character
        tries += [(board.width + 40, 1), (sys.maxsize, 1)]
    drawn = (picture(board, proved, chances, columns=columns, size=size) for columns, size in tries)
    text = next(filter(None, drawn), None)
    if text is None:
        print(f"(The board has {board.width} columns: too wide for this terminal. A pipe or a file")
        print("gets it whole, and --json lists the cells.)")
        return False
    console.show(text, end="")
    if board.uncertain:
        print(uncertain_legend(board))
    if console.has_colours and chances is not None and (heat_steps(chances) >= 0).any():
        console.show(heat_legend())
    return True


def draw_chances(chances: NDArray[np.float64]) -> None:
    """Draw a table of chances in percent, its columns below those of a board of `CHANCE_SIZE`.

    What is too wide for the terminal is drawn in parts, which is said; in a pipe it is whole.
    """
    console = _console()
    columns = console.width if sys.stdout.isatty() else sys.maxsize
    for part in chance_parts(chances, columns=columns):
        console.show(part, end="")
