"""Strips: the pictures of several boards in rows, such as the positions of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from textwrap import wrap
from typing import Any, Final

import numpy as np

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
# What a legend explains, each with the word for it if that is another one in some pictures.
_IN_LEGEND: Final = (
    *(("safe",), ("mines",), ("probabilities",), ("framed", "framed_word")),
    *(("numbers",), ("around", "around_word"), ("best",), ("focus",)),
)


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


def strip_svg(
    strip: Strip, theme: ThemeName = DEFAULT_THEME, most: int = drawing.MOST_SVG_CELLS
) -> str:
    """Draw a strip as an SVG document, each picture in an element with its `data-number`.

    Raises `LimitError` for more than `MOST_PICTURES` pictures or `most` cells, ValueError for an
    unknown theme.
    """
    colours, boards, widest, highest = boards_of(strip, theme, most)
    beside = min(len(boards), _BESIDE)
    scale = min(_SCALE, (_WIDEST - (beside - 1) * _GAP) / beside / widest)
    slot = max(ceil(scale * widest), _NARROWEST)
    per_row = min(len(boards), (_WIDEST + _GAP) // (slot + _GAP))
    frames, head = frames_of(strip, boards, colours, slot, f" scale({scale:.4f})")
    down = head + ceil(scale * highest)
    placed = [
        element(
            "g",
            frame,
            transform=f"translate({_MARGIN + place % per_row * (slot + _GAP)} "
            f"{_MARGIN + place // per_row * (down + _GAP)})",
            data_number=number,
        )
        for place, (number, frame) in enumerate(zip(strip.numbers, frames, strict=True))
    ]
    rows = -(-len(boards) // per_row)
    across = 2 * _MARGIN + per_row * (slot + _GAP) - _GAP
    below, across, bottom = below_all(strip, colours, across, _MARGIN + rows * (down + _GAP))
    ground = drawing.ground(across, bottom, colours)
    return drawing.document(*described(strip), ground, *placed, *below, size=(across, bottom))


def check_strip_size(number: int, cells: int, most: int = drawing.MOST_SVG_CELLS) -> None:
    """Raise `LimitError` for too many pictures, or too many cells in all of them together."""
    if number > MOST_PICTURES:
        raise LimitError(f"the strip has {number:,} pictures; expected at most {MOST_PICTURES:,}")
    if cells > most:
        pictures = counted(number, "picture")
        raise LimitError(
            f"{pictures} have {cells:,} cells together; such a strip has at most {most:,}"
        )


def boards_of(strip: Strip, theme: ThemeName, most: int) -> tuple[Theme, list[list[str]], int, int]:
    """Draw the board of each picture.

    Returns the colours, the elements, and the largest width and height. Raises ValueError for an
    unknown theme, and as `check_strip_size` does.
    """
    drawing.check_theme(theme)
    check_strip_size(len(strip.pictures), strip.cells, most)
    colours = THEMES[theme]
    parts = [drawing.board_parts(picture, picture.shapes, colours) for picture in strip.pictures]
    drawn, across, down = zip(*parts, strict=True)
    return colours, [*drawn], max(across), max(down)


def frames_of(
    strip: Strip, boards: Sequence[Sequence[str]], colours: Theme, across: int, scaled: str = ""
) -> tuple[list[str], int]:
    """Draw each board below its words, which are split into lines of this width.

    Returns the elements, and the height of the words in pixels, which is that of most lines.
    """
    letters = int((across - _MARGIN) / drawing.LETTER)
    texts = [wrap(words, letters) for words in strip.words]
    head = _LINE * max(map(len, texts))
    frames = []
    for text, board in zip(texts, boards, strict=True):
        lines = [
            element("text", plain(line), x=_MARGIN, y=_FONT + place * _LINE)
            for place, line in enumerate(text)
        ]
        above = element("g", *lines, font_size=_FONT, fill=colours.text) if lines else ""
        frames.append(above + element("g", *board, transform=f"translate(0 {head}){scaled}"))
    return frames, head


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
    shown: dict[str, Any] = {}
    for picture in pictures:
        for names in _IN_LEGEND:
            if _is_shown(getattr(picture, names[0])):
                shown |= {name: getattr(picture, name) for name in names}
    return replace(pictures[0], **shown)


def _is_shown(value: object) -> bool:
    """Tell whether a picture has something to explain there: marks, or probabilities."""
    if isinstance(value, np.ndarray):
        return value.dtype != np.bool_ or bool(value.any())
    return bool(value)
