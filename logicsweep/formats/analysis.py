"""JSMinesweeper's links with a position, `?analysis=`.

The header has width and height in two digits each and the mine count in four, base 62 (`a`-`z`,
`A`-`Z`, `0`-`9`). Runs of equal cells follow. Each kind of cell owns some of the 62 digits and
writes the length of a run with them; their number is the base. The writer first subtracts 1 from
all clues around a flag, unless one of them is 0 by then, in which case the flag is written as `O`.
It does the same around a covered cell that a single clue proves to be a mine (`I`).
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.state import Grid, State
from logicsweep.errors import counted
from logicsweep.formats.base import Format, Keeps, check_size
from logicsweep.formats.links import SITE, field, looks_like
from logicsweep.formats.text import fault_at

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_HEADER: Final = 8
# The number of digits that each kind of cell owns, in their order.
OWNED: Final = dict(zip("012345678IHFO", (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1), strict=True))
STATES: Final = {str(clue): clue for clue in range(9)} | {
    "I": State.COVERED,
    "H": State.COVERED,
    "F": State.FLAGGED,
    "O": State.FLAGGED,
}


# The kind of cell of each letter, and its value as a digit.
DIGITS: Final = dict(
    zip(
        ALPHABET,
        ((kind, value) for kind, base in OWNED.items() for value in range(base)),
        strict=True,
    )
)
_LETTERS: Final = {digit: letter for letter, digit in DIGITS.items()}


def _read(data: bytes, *_: object) -> Board:
    """Read the board in the parameter `analysis` of an address."""
    text, given, at = field(data, "analysis")
    wrong = re.search("[^a-zA-Z0-9]", given)
    if wrong:
        problem = f"unknown character {wrong[0]!r}; expected a-z, A-Z or 0-9"
        raise fault_at(text, at + wrong.start(), problem)
    if len(given) < _HEADER:
        raise fault_at(
            text, at, f"{counted(len(given), 'character')}; expected a header of {_HEADER}"
        )
    width, height, mines = _number(given[:2]), _number(given[2:4]), _number(given[4:_HEADER])
    check_size(height, width, mines, line=text.count("\n", 0, at) + 1)
    if len(given) - _HEADER > height * width:  # no run has more digits than cells
        many = f"{len(given) - _HEADER:,} characters of cells"
        raise fault_at(text, at, f"{many}; expected at most {height * width:,}")
    codes = _kinds(text, given, at, height * width).reshape(height, width)
    lookup = np.zeros(128, dtype=np.int8)
    for kind, state in STATES.items():
        lookup[ord(kind)] = state
    grid = lookup[codes]
    subtracted = (codes == ord("F")) | (codes == ord("I"))  # from the clues around these cells
    grid = np.where(grid >= 0, grid + Layout(subtracted).around, grid)
    if (grid > 8).any():
        row, column = np.argwhere(grid > 8)[0].tolist()
        clue = grid[row, column]
        raise fault_at(text, at, f"the clue at ({row},{column}) is {clue}; expected 0 to 8")
    return Board(grid, mines=mines)


def _kinds(text: str, given: str, at: int, cells: int) -> NDArray[np.uint8]:
    """Return the kind of every cell, with runs expanded; never more than there are cells.

    Consecutive digits of one kind are the length of one run.
    """
    letters = np.frombuffer(given.encode(), dtype=np.uint8)[_HEADER:]
    table = np.zeros((3, 128), dtype=np.uint8)
    for letter, (kind, value) in DIGITS.items():
        table[:, ord(letter)] = ord(kind), value, OWNED[kind]
    kinds, values = table[0][letters], table[1][letters]
    starts = np.flatnonzero(np.diff(kinds, prepend=np.uint8(0))).astype(np.int32)
    digits = np.diff(starts, append=np.int32(len(kinds)))
    bases = table[2][letters[starts]]
    lengths = np.where(bases == 1, digits, values[starts])
    going = np.flatnonzero((digits > 1) & (bases > 1))
    place = 1
    while going.size:  # the next digit of every run; lengths are cut off when too long
        longer = lengths[going] * bases[going] + values[starts[going] + place]
        lengths[going] = np.minimum(longer, cells + 1)
        place += 1
        going = going[digits[going] > place]
    made = int(lengths.sum(dtype=np.int64))
    if made != cells:
        many = "more cells" if made > cells else counted(made, "cell")
        raise fault_at(text, at, f"the link has {many}; expected {cells:,}")
    return np.repeat(kinds[starts], lengths)


def _number(letters: str) -> int:
    """Read a number of the header, in base 62."""
    number = 0
    for letter in letters:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number


def _write(board: Board) -> bytes:
    if max(board.height, board.width) >= len(ALPHABET) ** 2:
        raise ValueError(f"a board of {board.width}x{board.height} is too large for these links")
    kinds = _lessened(board.grid)
    runs = re.finditer(r"(.)\1*", kinds)
    size = _letters(board.width, 2) + _letters(board.height, 2)
    total = board.mines if isinstance(board.mines, int) else 0
    cells = "".join(_run(match[1], len(match[0])) for match in runs)
    return f"{SITE}?analysis={size}{_letters(total, 4)}{cells}\n".encode()


def _lessened(grid: Grid) -> str:
    """Return the kind of every cell, with the flags around each clue subtracted where possible."""
    covered = grid < 0
    needs_all = (grid > 0) & (Layout(covered).around == grid)  # all its covered cells are mines
    proved = (grid == State.COVERED) & (Layout(needs_all).around > 0)
    flagged = grid == State.FLAGGED
    height, width = grid.shape
    values = np.full((height + 2, width + 2), -1, dtype=np.int8)
    values[1:-1, 1:-1] = np.where(covered, -1, grid)
    kinds = np.full(grid.shape, "H", dtype="<U1")
    for row, column in np.argwhere(flagged | proved).tolist():
        near = values[row : row + 3, column : column + 3]
        if (near == 0).any():
            kinds[row, column] = "O" if flagged[row, column] else "H"
        else:
            near -= near > 0
            kinds[row, column] = "F" if flagged[row, column] else "I"
    clues = values[1:-1, 1:-1]
    kinds = np.where(covered, kinds, np.maximum(clues, 0).astype("<U1"))
    return "".join(kinds.ravel().tolist())


def _run(kind: str, length: int) -> str:
    """Write a run of equal cells: its length in the digits of their kind."""
    base = OWNED[kind]
    if base == 1:
        return _LETTERS[kind, 0] * length
    letters = ""
    while length:
        length, digit = divmod(length, base)
        letters = _LETTERS[kind, digit] + letters
    return letters


def _letters(number: int, places: int) -> str:
    """Write a number of the header, in base 62."""
    letters = ""
    for _ in range(places):
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


FORMAT: Final = Format(
    name="analysis",
    about="JSMinesweeper's links with a position: ?analysis=",
    detect=lambda data: looks_like(data, "analysis"),
    reader=_read,
    write_board=_write,
    keeps=Keeps.FLAGS | Keeps.TOTAL,
    needs_total=True,
)
