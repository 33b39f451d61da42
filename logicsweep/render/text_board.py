"""A board drawn in text, and a table of chances: readable without colour, clearer with it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.cell_names import column_name, column_numbers, row_number
from logicsweep.board.clue import Clue
from logicsweep.board.clue_text import short_clue
from logicsweep.board.picture.drawing import percent
from logicsweep.board.rows import render_rows
from logicsweep.board.state import State
from logicsweep.board.topology_text import NOT_A_GRID
from logicsweep.render.colours import STEPS, heat_of, style_of
from logicsweep.render.styled import Styled

if TYPE_CHECKING:
    from logicsweep.answers.base import Limited
    from logicsweep.answers.solving import Solution
    from logicsweep.board.verdicts import Consequences

# How wide a number is: with cells as wide a board has its columns where the table has them.
CHANCE_SIZE: Final = 3
_OPEN: Final = "."
SAFE: Final = "s"
MINE: Final = "m"
LEGEND: Final = f"{SAFE} proved safe   {MINE} proved mine   ? undetermined"


def picture(
    board: Board,
    proved: Consequences | Solution | Limited | None = None,
    chances: NDArray[np.float64] | None = None,
    *,
    columns: int,
    size: int = 1,
) -> Styled | None:
    """Draw the board with row and column numbers, proved cells marked.

    Cells stand apart by a blank where `columns` leave room for it, else close together; None when
    not even that fits. Every cell is one character of the native text, `s` where it is proved safe
    and `m` where it is proved a mine, whatever was flagged there; uncertain clues take up to three
    (see `uncertain_legend`), clues under rules more, and all cells are as wide as the widest then,
    and at least `size`.
    If there are `chances` of a mine, they colour the other covered cells (see `heat_legend`).
    Lines below the board say which neighbours and rules it has (see `board_notes`).
    Styles have the names of `render.colours`.
    """
    symbols = symbols_of(board)
    size = max(size, size_of(board, symbols))
    margin = len(str(row_number(board.height - 1)))
    if margin + 2 + (size + 1) * board.width - 1 <= columns:
        gap = " "
    elif size == 1 and margin + 2 + board.width <= columns:
        gap = ""
    else:
        return None
    if proved is not None:
        for sign, cells in ((SAFE, proved.safe), (MINE, proved.mines)):
            for cell in cells:
                symbols[cell] = sign
    heat = np.full(symbols.shape, -1, dtype=np.int8) if chances is None else heat_steps(chances)
    text = Styled()
    for line in column_numbers(board.width):
        numbers = gap.join([digit.ljust(size) for digit in line])
        text.append(" " * (margin + 2) + numbers.rstrip() + "\n", "dim")
    for number, (row, warmth) in enumerate(zip(symbols, heat, strict=True)):
        drawn = Styled()
        drawn.append(f"{row_number(number):>{margin}}  ", "dim")
        _append_row(drawn, row, warmth, gap, size)
        text.extend(drawn.rstrip()).append("\n")
    for note in board_notes(board):
        text.append(f"{note}\n", "dim")
    return text


def chances_of(answer: Solution) -> NDArray[np.float64] | None:
    """Return the mine probabilities of an answer, if it has any; nan for cells not covered."""
    rows = answer.probabilities
    return None if rows is None else np.array(rows, dtype=np.float64)  # nan for None


def heat_steps(chances: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return the step of each mine probability; -1 where there is none, or it is 0 or 1."""
    undetermined = (chances > 0) & (chances < 1)
    steps = np.full(chances.shape, -1, dtype=np.int8)
    steps[undetermined] = (chances[undetermined] * STEPS).astype(np.int8)
    return steps


def heat_legend() -> Styled:
    """Explain the colours of probabilities."""
    text = Styled("mine probability in %: ")
    for step in range(STEPS):
        text.append(f" {step * 100 // STEPS}+ ", heat_of(step))
    return text


def symbols_of(board: Board) -> NDArray[np.str_]:
    """Return the symbol of each cell; a number past 8, with more neighbours, is a plus."""
    uncertain = board.uncertain
    plain = np.where(board.grid == State.UNCERTAIN, 0, board.grid)
    rows = render_rows(np.minimum(plain, 8).astype(np.int8))
    symbols = np.array([list(row) for row in rows], dtype="<U8" if uncertain else "<U1")
    symbols[plain > 8] = "+"
    for cell, clue in uncertain.items():
        symbols[cell] = short_clue(clue)
    return symbols if board.placed_rules is None else _with_signs(board, symbols)


def size_of(board: Board, symbols: NDArray[np.str_]) -> int:
    """Return the width of the widest symbol; on most boards all are single characters."""
    is_plain = not board.uncertain and board.placed_rules is None
    return 1 if is_plain else max(map(len, symbols.ravel().tolist()))


def _with_signs(board: Board, symbols: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return the symbols with what clues show under the rules of the board."""
    ruled = board.placed_rules
    signs = {
        cell: f"{board.sign(cell)}{'' if ruled is None else ruled.mark(clue)}"
        for cell, clue in board.clues.items()
        if not isinstance(clue, Clue)
    }
    with_signs = symbols.astype(f"<U{max([8, *map(len, signs.values())])}")
    for cell, sign in signs.items():
        with_signs[cell] = sign
    return with_signs


def uncertain_legend(board: Board) -> str:
    """Explain the signs behind the uncertain clues of the board."""
    drawn = {short_clue(clue) for clue in board.uncertain.values()}
    meanings = {"+": "2+ two or more", "-": "2- two or fewer", "~": "2~ about two"}
    said = [words for sign, words in meanings.items() if any(clue.endswith(sign) for clue in drawn)]
    if any(clue[1:-1] == "-" for clue in drawn):
        said.append("1-3 one to three")
    return "   ".join(said)


def _append_row(
    text: Styled, row: NDArray[np.str_], heat: NDArray[np.int8], gap: str, size: int
) -> None:
    """Add the cells of one row, each so wide, a run of equal ones at a time."""
    first = True
    for (symbol, warmth), run in groupby(zip(row.tolist(), heat.tolist(), strict=True)):
        length = sum(1 for _ in run)
        if not first:
            text.append(gap)
        style = style_of(symbol) if warmth < 0 else heat_of(warmth)
        text.append(gap.join([symbol.ljust(size)] * length), style)
        first = False


def board_notes(board: Board) -> list[str]:
    """Return lines about the neighbours and the rules of a board; none on an ordinary one."""
    notes = []
    if not board.has_eight_neighbours:
        notes.append(_neighbours(board))
    if board.own_rules is not None:
        notes.append(f"Rules: {board.own_rules}.")
    return notes


def _neighbours(board: Board) -> str:
    name, walls = board.adjacency.topology, len(board.adjacency.walls)
    if name is None:
        return NOT_A_GRID
    more = f", with {walls} wall{'s' if walls > 1 else ''}" if walls else ""
    return f"Topology: {name}{more}, drawn as rows of cells."


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
