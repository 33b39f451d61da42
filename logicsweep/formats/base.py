"""`Format`: a way to write boards down, with the features that it can hold."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import CATALOGUE, Ruling
from logicsweep.board.state import State
from logicsweep.board.text import check_covered
from logicsweep.board.total import no_room
from logicsweep.errors import ArgumentError, BoardSyntaxError, listed
from logicsweep.formats.dealt import DealtGame
from logicsweep.limits import MOST_BYTES, MOST_CELLS, MOST_LINES

# The content of a file: a position, or a whole layout.
Content = Board | DealtGame


class Keeps(Flag):
    """The features that a format can hold beside covered cells and clues 0 to 8, or the mines."""

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
    RULES = auto()
    LIARS = auto()
    CONSTRAINTS = auto()
    EVERYTHING = (FLAGS | KNOWN_MINES | NO_CLUE | TOTAL | RANGE | DENSITY) | (
        UNCERTAIN | NEIGHBOURS | RULES | LIARS | CONSTRAINTS
    )


class _Feature(NamedTuple):
    """A feature of positions, and whether `lossy` may leave it out; evidence it may not."""

    flag: Keeps
    words: str
    may_be_lost: bool
    is_in: Callable[[Board], object]


_NEAR: Final = "neighbours other than the eight around a cell"
_FEATURES: Final = (
    _Feature(Keeps.NEIGHBOURS, _NEAR, False, lambda board: not board.has_eight_neighbours),
    _Feature(Keeps.RULES, "rules", False, lambda board: board.own_rules is not None),
    _Feature(Keeps.LIARS, "clues that may be wrong", False, lambda board: board.liars),
    _Feature(Keeps.CONSTRAINTS, "constraints", False, lambda board: board.constraints),
    _Feature(Keeps.FLAGS, "flags", True, lambda board: State.FLAGGED in board.grid),
    _Feature(Keeps.TOTAL, "the mine count", True, lambda board: isinstance(board.mines, int)),
    _Feature(
        Keeps.RANGE, "a range of the mine count", True, lambda board: isinstance(board.mines, tuple)
    ),
    _Feature(Keeps.DENSITY, "a density", True, lambda board: board.density or board.priors),
    _Feature(Keeps.KNOWN_MINES, "known mines", False, lambda board: State.KNOWN_MINE in board.grid),
    _Feature(
        Keeps.NO_CLUE, "open cells without a clue", False, lambda board: State.NO_CLUE in board.grid
    ),
    _Feature(Keeps.UNCERTAIN, "uncertain clues", False, lambda board: board.uncertain_by_number),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A board format: how to detect, read and write it.

    A format for positions has `write_board`, one for layouts `write_layout`; some have both.
    """

    name: str
    """Its name on the command line and in messages."""
    about: str
    """Its description in one line."""
    detect: Callable[[bytes], bool]
    """Whether bytes may be in this format; a quick look, not a full reading."""
    reader: Callable[[bytes, str, Ruling], Content]
    """From the bytes, the name of the file, which may be empty, and the way to find the rules of a
    board, to their content."""
    write_board: Callable[[Board], bytes] | None = None
    """From a position to bytes."""
    write_layout: Callable[[DealtGame], bytes] | None = None
    """From a layout to bytes."""
    respell: Callable[[bytes, str], bytes] | None = None
    """Replaces another sign for covered cells by the format's own; None if the format is not text
    with a sign for each cell."""
    keeps: Keeps = Keeps.NOTHING
    """The features that it can hold beside covered cells and clues 0 to 8, or the mines."""
    needs_total: bool = False
    """Whether a position needs its mine count as one number."""
    is_text: bool = True
    """Whether files are text; otherwise they are binary."""

    @property
    def holds(self) -> str:
        """The content of its files in words: `position`, `layout` or `position or layout`."""
        if self.write_board is None:
            return "layout"
        return "position" if self.write_layout is None else "position or layout"

    def looks_like(self, data: bytes, covered: str | None = None) -> bool:
        """Tell whether bytes may be in this format, if `covered` is another covered sign."""
        if covered is None:
            return self.detect(data)
        return self.respell is not None and self.detect(self.respell(data, covered))

    def read(
        self,
        data: bytes,
        file_name: str = "",
        covered: str | None = None,
        ruling: Ruling = CATALOGUE,
    ) -> Content:
        """Read the content of a file; some formats look at its name, some name rules.

        Raises `BoardSyntaxError`, which names this format, and ValueError if it has no character
        for covered cells, of which `covered` would be another.
        """
        if covered is not None:
            check_covered(covered)
            if self.respell is None:
                raise ArgumentError(
                    "covered",
                    f"covered is {covered!r}, but {self.name} has no character for a covered cell",
                )
            data = self.respell(data, covered)
        collecting = gc.isenabled()
        gc.disable()  # a reader makes millions of small lists and no cycles to look for
        try:
            return self.reader(data, file_name, ruling)
        except BoardSyntaxError as error:
            error.format = self.name
            raise
        finally:
            if collecting:
                gc.enable()

    def write(self, content: Content | Layout, *, lossy: bool = False) -> bytes:
        """Write the bytes of a position or a layout in this format.

        A format for positions writes a layout as the position that its game has reached if that is
        known, else with every cell open. A format for layouts writes a position only if it has no
        covered cell. Reading the bytes gives an equal value, except for what `left_out` names.
        Raises ValueError if the format cannot hold all of a position, unless it is `lossy`.
        """
        if isinstance(content, DealtGame) and content.start is not None:
            content = content._replace(start=Cell.of(content.start))
        board, dealt = self._to_write(content)
        if self.needs_total and board is not None and not isinstance(board.mines, int):
            raise ValueError(f"{self.name} needs the mine count as one number")
        missing = self._missing(content, board)
        kept = [feature.words for feature in missing if not (feature.may_be_lost and lossy)]
        if kept:
            can_be_lossy = all(feature.may_be_lost for feature in missing)
            hint = "; lossy leaves them out" if can_be_lossy else ""
            raise ValueError(f"{self.name} cannot hold {listed(kept)}{hint}")
        if board is not None:
            board = _without(board, [feature.flag for feature in missing])
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
        """Return the parts of a position or a layout that `write` leaves out, in words."""
        board, dealt = self._to_write(content)
        lost = [feature.words for feature in self._missing(content, board)]
        if isinstance(content, DealtGame):
            if content.shown is not None and dealt is None:
                lost.append("the mines")
            elif content.shown is not None and board is None:
                lost.append("what is open")
            if content.start is not None and Keeps.START not in self.keeps:
                lost.append(f"the start {content.start}")
        return tuple(lost)

    def _to_write(self, content: Content | Layout) -> tuple[Board | None, DealtGame | None]:
        """Return the position and the layout to write; one of them may be None."""
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
            raise ValueError(f"{self.name} holds layouts, not positions: {error}") from None

    def _missing(self, content: Content | Layout, written: Board | None) -> list[_Feature]:
        """Return the features of a position or a layout that this format cannot hold.

        `written` is the position to write; None if a layout is written instead.
        """
        layout = content.layout if isinstance(content, DealtGame) else content
        has_own = layout.own_adjacency is not None
        if has_own and written is None and Keeps.NEIGHBOURS not in self.keeps:
            return list(_FEATURES[:1])
        board = content if written is None and isinstance(content, Board) else written
        if board is None:
            return []
        in_layout = Keeps.NOTHING
        if written is None:  # the mines of a layout tell these features of its position
            in_layout = Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.TOTAL | Keeps.RANGE
        missing = [each for each in _FEATURES if each.flag not in self.keeps | in_layout]
        return [feature for feature in missing if feature.is_in(board)]


class Reading(NamedTuple):
    """The content of a file, and its format.

    Attributes:
        content: The position or the layout.
        form: The format.
        is_detected: Whether the format was detected by content, not by name or file ending.
    """

    content: Content
    form: Format
    is_detected: bool = True


def _without(board: Board, lost: list[Keeps]) -> Board:
    """Return the board without these features."""
    changes: dict[str, Any] = {}
    if Keeps.FLAGS in lost:
        changes["grid"] = np.where(board.grid == State.FLAGGED, State.COVERED, board.grid)
    if Keeps.TOTAL in lost or Keeps.RANGE in lost:
        changes["mines"] = None
    if Keeps.DENSITY in lost:
        changes["density"] = None
    return board.altered(**changes) if changes else board


def _check(dealt: DealtGame) -> None:
    """Raise ValueError if the start is a mine, or if open cells disagree with the layout."""
    if dealt.start is not None:
        dealt.layout.opened([dealt.start])
    mismatch = None if dealt.shown is None else dealt.layout.mismatch(dealt.shown)
    if mismatch is not None:
        part = "the mine count" if mismatch.cell is None else f"the clue at {mismatch.cell}"
        raise ValueError(f"{part} of the position disagrees with the layout")


def below(sign: str) -> Callable[[bytes, str], bytes]:
    """Make a `respell` for all lines after the first; `sign` is the format's for covered cells."""

    def respell(data: bytes, covered: str) -> bytes:
        start = data.find(b"\n", len(data) - len(data.lstrip())) + 1 or len(data)
        return data[:start] + data[start:].replace(covered.encode(), sign.encode())

    return respell


def check_size(height: int, width: int, mines: int = 0, *, line: int = 1, column: int = 1) -> None:
    """Raise `BoardSyntaxError` for a board with no cells, with too many, or with too many mines.

    Call it before allocating memory for a size that a file declares.
    """
    problem = f"a board of {width}x{height} has no cells; expected at least one"
    if height * width > MOST_CELLS:
        problem = f"a board of {width}x{height} is too large; expected up to {MOST_CELLS:,} cells"
    elif mines > height * width > 0:
        problem = no_room(mines, height * width)
    elif height > 0 and width > 0:
        return
    raise BoardSyntaxError(problem, line=line, column=column)
