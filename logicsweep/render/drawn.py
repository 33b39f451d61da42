"""Pictures and pages of whatever can be drawn: boards, layouts, answers, knowledge bases."""

from __future__ import annotations

from logicsweep.board.picture.drawing import Drawn, Picture, check_picture_size, picture_svg
from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.errors import expect
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.render.details import details
from logicsweep.render.page import page
from logicsweep.render.raster import MOST_PNG_CELLS, rasterized
from logicsweep.render.words import solution_words

_EXPECTED = "a Board, a Layout, an answer of a KnowledgeBase or a Picture"


def svg(shown: Drawn | Picture, theme: ThemeName = DEFAULT_THEME) -> str:
    """A board, a layout, an answer about a board, or a `Picture` as an SVG document.

    `theme` is `light` or `dark`. Every cell has an element with `data-cell="ROW,COLUMN"`. Raises
    `LimitError` for more than 250,000 cells, ValueError for another theme, TypeError for what
    cannot be drawn, and as the questions do that a picture asks: that of a `ModelCount` needs the
    chances.
    """
    return picture_svg(picture_of(shown), theme)


def png(shown: Drawn | Picture, theme: ThemeName = DEFAULT_THEME) -> bytes:
    """The same as the bytes of a PNG file, twice as large for today's screens.

    Raises as `svg` does, `LimitError` for more than 40,000 cells, `MissingLibraryError` without the
    extra `png`, and `LogicSweepError` where the system has no font to write numbers in.
    """
    picture = picture_of(shown)
    check_picture_size(picture.grid, MOST_PNG_CELLS)
    return rasterized(picture_svg(picture, theme))


def html(shown: Drawn | Picture, theme: ThemeName | None = None) -> str:
    """The same as one HTML file, which needs nothing else and asks for nothing.

    Of a `KnowledgeBase` it says for each cell that is pointed at what is proved of it and why, and
    how likely the rest is; that asks a question for each covered cell. Without a theme the reader's
    settings say whether it is light or dark. Raises as `svg` does, and as the knowledge base does.
    """
    picture = picture_of(shown)
    if not isinstance(shown, KnowledgeBase):
        return page(picture, {}, theme=theme)
    check_picture_size(picture.grid)
    words = solution_words(shown.board, shown.consequences(), used_total=shown.needs_total())
    return page(picture, dict(details(shown, None)), theme=theme, summary=words.splitlines())


def picture_of(shown: Drawn | Picture) -> Picture:
    """The picture of what can be drawn. Raises TypeError for anything else."""
    expect("what is drawn", shown, (Drawn, Picture), _EXPECTED)
    return shown if isinstance(shown, Picture) else shown.picture()
