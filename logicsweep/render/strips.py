"""Strips: the pictures of several boards in rows, such as the positions of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from textwrap import wrap
from typing import Final, NamedTuple

from logicsweep.board.picture import drawing
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import NOTEBOOK_CELLS, Picture
from logicsweep.board.picture.themes import DEFAULT_THEME, THEMES, Theme, ThemeName
from logicsweep.errors import LimitError, counted

MOST_PICTURES: Final = 1000
"""The most pictures of a strip; nobody looks at more."""
# Pixels: the width of all pictures beside each other, their margin, and the gaps between them.
_WIDEST: Final = 1000
_MARGIN: Final = 14
_GAP: Final = 14
# Boards are drawn no larger than this, and so small that three fit beside each other.
_SCALE: Final = 0.75
_BESIDE: Final = 3
# Words above a picture: the size of the font, the height of a line, and the least width.
_FONT: Final = 13
_LINE: Final = 17
_NARROWEST: Final = 110


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Strip:
    """Several pictures in rows, which `svg` and `png` draw.

    `animation` and `gif` show its pictures one after the other. `strip` makes one of any pictures,
    `game_strip` one of a game.
    """

    pictures: tuple[Picture, ...]
    """The pictures; their captions and notes are not drawn."""
    words: tuple[str, ...]
    """The words above each picture; they may be empty."""
    numbers: tuple[int, ...]
    """The number of each picture; in a game that of the move before it."""
    title: str
    """The title, which screen readers read out."""

    def __repr__(self) -> str:
        return f"<Strip: {self.title}>"

    def _repr_svg_(self) -> str | None:
        """Draw the strip for Jupyter; None if it is too large."""
        return None if self.cells > NOTEBOOK_CELLS else strip_svg(self)

    @property
    def cells(self) -> int:
        """The number of cells of all pictures."""
        return sum(picture.grid.size for picture in self.pictures)


class DrawnBoard(NamedTuple):
    """The elements of a board, and its width and height in pixels."""

    drawn: list[str]
    across: int
    down: int


def strip_svg(strip: Strip, theme: ThemeName = DEFAULT_THEME) -> str:
    """Draw a strip as an SVG document, each picture in an element with its `data-number`.

    Raises `LimitError` for more than `MOST_PICTURES` pictures or `MOST_SVG_CELLS` cells, ValueError
    for an unknown theme.
    """
    colours = colours_for(strip, theme)
    boards = boards_of(strip, colours)
    beside = min(len(boards), _BESIDE)
    room = (_WIDEST - (beside - 1) * _GAP) / beside
    scale = min(_SCALE, room / max(board.across for board in boards))
    slot = max(ceil(scale * max(board.across for board in boards)), _NARROWEST)
    per_row = min(len(boards), (_WIDEST + _GAP) // (slot + _GAP))
    lines = lines_of(strip, slot)
    head = head_of(lines)
    down = head + ceil(scale * max(board.down for board in boards))
    placed = [
        element(
            "g",
            words_above(text, colours),
            element("g", *board.drawn, transform=f"translate(0 {head}) scale({scale:.4f})"),
            transform=f"translate({_MARGIN + place % per_row * (slot + _GAP)} "
            f"{_MARGIN + place // per_row * (down + _GAP)})",
            data_number=number,
        )
        for place, (number, text, board) in enumerate(
            zip(strip.numbers, lines, boards, strict=True)
        )
    ]
    rows = -(-len(boards) // per_row)
    across = 2 * _MARGIN + per_row * (slot + _GAP) - _GAP
    below, across, bottom = below_all(strip, colours, across, _MARGIN + rows * (down + _GAP))
    ground = drawing.ground(across, bottom, colours)
    return drawing.document(*described(strip), ground, *placed, *below, size=(across, bottom))


def colours_for(strip: Strip, theme: ThemeName, most: int = drawing.MOST_SVG_CELLS) -> Theme:
    """Return the colours of a theme. Raises ValueError if there is none of this name, and as
    `check_strip_size` does.
    """
    drawing.check_theme(theme)
    check_strip_size(len(strip.pictures), strip.cells, most)
    return THEMES[theme]


def check_strip_size(number: int, cells: int, most: int = drawing.MOST_SVG_CELLS) -> None:
    """Raise `LimitError` for too many pictures, or too many cells in all of them together."""
    if number > MOST_PICTURES:
        raise LimitError(f"the strip has {number:,} pictures; expected at most {MOST_PICTURES:,}")
    if cells > most:
        pictures = counted(number, "picture")
        raise LimitError(
            f"{pictures} have {cells:,} cells together; such a strip has at most {most:,}"
        )


def boards_of(strip: Strip, colours: Theme) -> list[DrawnBoard]:
    """Draw the board of each picture."""
    return [
        DrawnBoard(*drawing.board_parts(picture, picture.shapes, colours))
        for picture in strip.pictures
    ]


def lines_of(strip: Strip, across: int) -> list[list[str]]:
    """Split the words above each picture into lines of this width."""
    return [wrap(words, int((across - _MARGIN) / drawing.LETTER)) for words in strip.words]


def head_of(lines: Sequence[Sequence[str]]) -> int:
    """Return the height in pixels of the lines above the pictures."""
    return _LINE * max(map(len, lines))


def words_above(lines: Sequence[str], colours: Theme) -> str:
    """Draw the lines above a picture."""
    drawn = [
        element("text", plain(line), x=_MARGIN, y=_FONT + place * _LINE)
        for place, line in enumerate(lines)
    ]
    return element("g", *drawn, font_size=_FONT, fill=colours.text) if drawn else ""


def below_all(strip: Strip, colours: Theme, across: int, top: int) -> tuple[list[str], int, int]:
    """Draw a legend for all pictures, and their notes on neighbours, below what is so wide.

    Returns the elements, the width that they need or that above, and where they end.
    """
    notes = dict.fromkeys(picture.shapes.note for picture in strip.pictures)
    return drawing.foot_parts(_joined(strip.pictures), [*notes], colours, across, top)


def described(strip: Strip) -> list[str]:
    """Return the title of a strip, and the words of all its pictures as the description."""
    words = "; ".join(filter(None, strip.words))
    title = element("title", plain(strip.title))
    return [title, element("desc", plain(words))] if words else [title]


def _joined(pictures: Sequence[Picture]) -> Picture:
    """Return a picture whose legend has an entry for everything in one of these."""
    joined = pictures[0]
    for picture in pictures[1:]:
        if picture.safe is not None and picture.safe.any():
            joined = replace(joined, safe=picture.safe)
        if picture.mines is not None and picture.mines.any():
            joined = replace(joined, mines=picture.mines)
        if picture.probabilities is not None:
            joined = replace(joined, probabilities=picture.probabilities)
        if picture.framed:
            joined = replace(joined, framed=picture.framed, framed_word=picture.framed_word)
        if picture.numbers:
            joined = replace(joined, numbers=picture.numbers)
        if picture.around:
            joined = replace(joined, around=picture.around, around_word=picture.around_word)
        joined = replace(
            joined, best=picture.best or joined.best, focus=picture.focus or joined.focus
        )
    return joined
