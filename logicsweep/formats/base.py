"""What a board format is, and what it has a place for."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, Final

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.text import check_covered
from logicsweep.errors import BoardSyntaxError, listed
from logicsweep.formats.dealt import DealtGame
from logicsweep.limits import MOST_BYTES, MOST_CELLS, MOST_LINES

# What a file holds: a position, or a whole layout.
Content = Board | DealtGame


class Keeps(Flag):
    """What a format has a place for, besides covered cells and clues 0 to 8, or the mines."""

    NOTHING = 0
    FLAGS = auto()
    KNOWN_MINES = auto()
    NO_CLUE = auto()
    TOTAL = auto()
    RANGE = auto()
    DENSITY = auto()
    UNCERTAIN = auto()
    START = auto()
    NEIGHBOURS = auto()
    EVERYTHING = FLAGS | KNOWN_MINES | NO_CLUE | TOTAL | RANGE | DENSITY | UNCERTAIN | NEIGHBOURS


# The words for each, and whether it may be left out on demand: evidence never may.
_PLACES: Final = (
    (Keeps.NEIGHBOURS, "other neighbours than the eight around a cell", False),
    (Keeps.FLAGS, "flags", True),
    (Keeps.TOTAL, "the mine count", True),
    (Keeps.RANGE, "a range of the mine count", True),
    (Keeps.DENSITY, "a density", True),
    (Keeps.KNOWN_MINES, "known mines", False),
    (Keeps.NO_CLUE, "open cells without a clue", False),
    (Keeps.UNCERTAIN, "uncertain clues", False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A way to write a board or a layout down.

    One that holds positions has `write_board`, one that holds whole layouts `write_layout`, some
    have both.
    """

    name: str
    """What it is called on the command line and in messages."""
    about: str
    """What it is, in a line."""
    detect: Callable[[bytes], bool]
    """Whether bytes may be this format; it costs no more than a look."""
    reader: Callable[[bytes, str], Content]
    """From the bytes and the name of the file, which may be empty, to what they hold."""
    write_board: Callable[[Board], bytes] | None = None
    """From a position to bytes."""
    write_layout: Callable[[DealtGame], bytes] | None = None
    """From a layout to bytes."""
    respell: Callable[[bytes, str], bytes] | None = None
    """Puts the format's own sign for covered cells in the place of another one; None where a cell
    is no sign in a text."""
    keeps: Keeps = Keeps.NOTHING
    """What it has a place for."""
    needs_total: bool = False
    """Whether a position has to have its mine count as one number."""
    is_text: bool = True
    """Whether files are text; else they are bytes."""

    @property
    def holds(self) -> str:
        """What a file of this format holds, in words."""
        if self.write_board is None:
            return "layout"
        return "position" if self.write_layout is None else "position or layout"

    def looks_like(self, data: bytes, covered: str | None = None) -> bool:
        """Whether bytes may be this format, where `covered` is a sign for covered cells, too."""
        if covered is None:
            return self.detect(data)
        return self.respell is not None and self.detect(self.respell(data, covered))

    def read(self, data: bytes, file_name: str = "", covered: str | None = None) -> Content:
        """What a file holds. Raises `BoardSyntaxError`, which names the format.

        `covered` is a character that stands for covered cells besides the format's own. Raises
        ValueError when it cannot, or when cells are no signs in this format.
        """
        if covered is not None:
            check_covered(covered)
            if self.respell is None:
                raise ValueError(
                    f"covered is {covered!r}, but {self.name} is not text with a sign for each cell"
                )
            data = self.respell(data, covered)
        collecting = gc.isenabled()
        gc.disable()  # millions of small lists are made and no cycles; looking for these takes long
        try:
            return self.reader(data, file_name)
        except BoardSyntaxError as error:
            error.format = self.name
            raise
        finally:
            if collecting:
                gc.enable()

    def write(self, content: Content | Layout, *, lossy: bool = False) -> bytes:
        """The bytes of a position or of a layout.

        A layout is written to a format of positions as what was open in it, if that is known, else
        with nothing covered; a position to a format of layouts when nothing in it is covered.
        Reading the bytes gives an equal value, but for what `left_out` names of a layout. Raises
        ValueError when they could not hold all of a position; `lossy` leaves out flags, the mine
        count and the density then.
        """
        if isinstance(content, DealtGame) and content.start is not None:
            content = content._replace(start=Cell.of(content.start))
        board, dealt = self._to_write(content)
        if self.needs_total and board is not None and not isinstance(board.total_mines, int):
            raise ValueError(f"{self.name} needs the mine count as one number")
        missing = self._missing(content, board)
        lost = [words for _, words, may in missing if not (may and lossy)]
        if lost:
            hint = "; lossy leaves them out" if all(may for _, _, may in missing) else ""
            raise ValueError(f"{self.name} has no place for {listed(lost)}{hint}")
        if board is not None:
            board = _without(board, [what for what, _, _ in missing])
        if dealt is not None and self.write_layout is not None:
            _check(dealt)
            data = self.write_layout(dealt._replace(shown=board))
        elif board is not None and self.write_board is not None:
            data = self.write_board(board)
        else:
            raise AssertionError("there is nothing to write")
        if self.is_text and data.count(b"\n") > MOST_LINES:
            raise ValueError(f"too large for {self.name}: more than {MOST_LINES:,} lines")
        if len(data) > MOST_BYTES:
            raise ValueError(f"too large for {self.name}: more than {MOST_BYTES:,} bytes")
        return data

    def left_out(self, content: Content | Layout) -> tuple[str, ...]:
        """What of a position or a layout is not in the bytes that `write` makes, in words."""
        board, dealt = self._to_write(content)
        lost = [words for _, words, _ in self._missing(content, board)]
        if isinstance(content, DealtGame):
            if content.shown is not None and dealt is None:
                lost.append("the mines")
            elif content.shown is not None and board is None:
                lost.append("what is open")
            if content.start is not None and Keeps.START not in self.keeps:
                lost.append(f"the start {content.start}")
        return tuple(lost)

    def _to_write(self, content: Content | Layout) -> tuple[Board | None, DealtGame | None]:
        """The position that is written, and the layout; one of them may be None."""
        if isinstance(content, Layout):
            content = DealtGame(content)
        if isinstance(content, DealtGame):
            if self.write_layout is None:
                return content.shown or content.layout.revealed(), None
            return None if self.write_board is None else content.shown, content
        if self.write_board is not None:
            return content, None
        try:
            return None, DealtGame(Layout.of(content))
        except ValueError as error:
            raise ValueError(f"{self.name} holds a whole layout: {error}") from None

    def _missing(
        self, content: Content | Layout, written: Board | None
    ) -> list[tuple[Keeps, str, bool]]:
        """What a position has that this format has no place for; the rest is in a layout."""
        board = written
        if board is None and isinstance(content, Board):
            board = content
        if board is None:
            return []
        in_layout = Keeps.NOTHING
        if written is None:
            in_layout = Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.TOTAL | Keeps.RANGE
        total = board.total_mines
        has = {
            Keeps.FLAGS: State.FLAGGED in board.grid,
            Keeps.TOTAL: isinstance(total, int),
            Keeps.RANGE: isinstance(total, tuple),
            Keeps.DENSITY: board.density is not None,
            Keeps.KNOWN_MINES: State.KNOWN_MINE in board.grid,
            Keeps.NO_CLUE: State.NO_CLUE in board.grid,
            Keeps.UNCERTAIN: bool(board.uncertain_by_number),
            Keeps.NEIGHBOURS: not board.has_eight_neighbours,
        }
        kept = self.keeps | in_layout
        return [place for place in _PLACES if has[place[0]] and place[0] not in kept]


def _without(board: Board, places: list[Keeps]) -> Board:
    """The board without what may be left out."""
    if not places:
        return board
    grid = board.grid
    if Keeps.FLAGS in places:
        grid = np.where(grid == State.FLAGGED, State.COVERED, grid)
    total = board.total_mines
    if Keeps.TOTAL in places or Keeps.RANGE in places:
        total = None
    density = None if Keeps.DENSITY in places else board.density
    return Board(
        grid,
        uncertain=board.uncertain,
        total_mines=total,
        density=density,
        adjacency=board.own_adjacency,
    )


def _check(dealt: DealtGame) -> None:
    """Raise ValueError for a start that is a mine, or for open cells that are not the layout's."""
    if dealt.start is not None:
        dealt.layout.opened([dealt.start])
    mismatch = None if dealt.shown is None else dealt.layout.mismatch(dealt.shown)
    if mismatch is not None:
        raise ValueError(f"{mismatch.cell or 'the total'} is not as in the layout")


def below(own: str) -> Callable[[bytes, str], bytes]:
    """To respell what follows the first line that is not empty; the format's sign is `own`."""

    def respell(data: bytes, covered: str) -> bytes:
        start = data.find(b"\n", len(data) - len(data.lstrip())) + 1 or len(data)
        return data[:start] + data[start:].replace(covered.encode(), own.encode())

    return respell


def check_size(height: int, width: int, **place: Any) -> None:
    """Raise `BoardSyntaxError`, at line and column, for a board that has no cell or too many.

    To be called before memory is taken for a size that a file declares.
    """
    if height < 1 or width < 1:
        raise BoardSyntaxError(f"a board of {width}x{height} has no cell", **place)
    if height * width > MOST_CELLS:
        raise BoardSyntaxError(
            f"a board of {width}x{height} is too large; expected up to {MOST_CELLS:,} cells",
            **place,
        )
