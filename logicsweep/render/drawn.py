"""Pictures and pages of whatever can be drawn: boards, layouts, answers, knowledge bases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from logicsweep.answers.asked import Asked
from logicsweep.answers.solving import solution
from logicsweep.board.board import Cell
from logicsweep.board.picture.drawing import check_picture_size, picture_svg
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import counted, expect
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget, budget_of
from logicsweep.render.details import details
from logicsweep.render.page import page
from logicsweep.render.raster import MOST_PNG_CELLS, rasterized
from logicsweep.render.strips import Strip, check_strip_size, strip_svg
from logicsweep.render.words import solution_lines

_EXPECTED = "a Board, a Layout, an answer of a KnowledgeBase or a Picture"


def svg(shown: Drawn | Picture | Strip, theme: ThemeName = DEFAULT_THEME) -> str:
    """Draw a board, a layout, an answer about a board, a `Picture` or a `Strip` as an SVG document.

    Every cell has an element with `data-cell="ROW,COLUMN"`. The picture of a `ModelCount` shows the
    marginals. That of a `KnowledgeBase` shows all verdicts, which are proved now if need be.

    Args:
        shown: What to draw.
        theme: The colours, `light` or `dark`.

    Raises:
        LimitError: There are more than 250,000 cells, or a question reached its limit.
        ValueError: There is no such theme.
        TypeError: This cannot be drawn.
        LogicSweepError: What the questions behind the picture raise.
    """
    if isinstance(shown, Strip):
        return strip_svg(shown, theme)
    return picture_svg(picture_of(shown), theme)


def png(shown: Drawn | Picture | Strip, theme: ThemeName = DEFAULT_THEME) -> bytes:
    """Return the picture of `svg` as the bytes of a PNG file, with twice as many pixels each way.

    Args:
        shown: What to draw, as in `svg`.
        theme: The colours, `light` or `dark`.

    Raises:
        LimitError: As in `svg`, and for more than 40,000 cells.
        MissingLibraryError: The extra `png` is not installed.
        LogicSweepError: The system has no font for the numbers; also as in `svg`.
        ValueError: As in `svg`.
        TypeError: As in `svg`.
    """
    if isinstance(shown, Strip):
        check_strip_size(len(shown.pictures), shown.cells, MOST_PNG_CELLS)
        return rasterized(strip_svg(shown, theme))
    picture = picture_of(shown)
    check_picture_size(picture.grid, MOST_PNG_CELLS)
    return rasterized(picture_svg(picture, theme))


def html(shown: Drawn | Picture, theme: ThemeName | None = None) -> str:
    """Return the picture of `svg` as a single HTML file, which loads nothing from elsewhere.

    The page of a `KnowledgeBase` also tells of each cell that the reader points at what is proved
    and why, or how likely a mine is. That takes a question for each covered cell.

    Args:
        shown: What to draw, as in `svg`.
        theme: The colours, `light` or `dark`; None follows the settings of the reader's browser.

    Raises:
        LogicSweepError: As in `svg`; `LimitError` among them.
        ValueError: As in `svg`.
        TypeError: As in `svg`.
    """
    picture = picture_of(shown)
    if isinstance(shown, KnowledgeBase) and shown.has_layout():
        return page_of(shown, picture, theme=theme)
    return page(picture, {}, theme=theme)


def strip(shown: Iterable[Drawn | Picture], words: Sequence[str] = (), *, title: str = "") -> Strip:
    """Put the pictures of several boards or answers into one, beside and below each other.

    There is one legend for all of them; their captions and notes are left out.

    Args:
        shown: What to draw, each as in `svg`.
        words: The words above each picture; none by default.
        title: The title, which screen readers read out; by default it counts the pictures.

    Raises:
        LimitError: There are more than 1,000 pictures; also as in `svg`.
        ValueError: There is no picture, or another number of words.
        TypeError: Something cannot be drawn, or is no text.
        LogicSweepError: As in `svg`.
    """
    expect("shown", shown, Iterable, "boards, such as [board, board]")
    expect("words", words, Sequence, "a list of str, one for each picture")
    expect("title", title, str, "a str")
    pictures = tuple(picture_of(each) for each in shown)
    check_strip_size(len(pictures), 0)
    if not pictures:
        raise ValueError("shown has no picture; expected at least one")
    if words and len(words) != len(pictures):
        given = counted(len(pictures), "picture")
        raise ValueError(f"words has {len(words):,} for {given}; expected as many")
    for text in words:
        expect("words", text, str, "a list of str, one for each picture")
    return Strip(
        pictures=pictures,
        words=tuple(words) or ("",) * len(pictures),
        numbers=tuple(range(1, len(pictures) + 1)),
        title=title or counted(len(pictures), "picture"),
    )


def page_of(
    kb: KnowledgeBase,
    picture: Picture,
    *,
    theme: ThemeName | None = None,
    density: Fraction | None = None,
    budget: Budget | None = None,
    link: str | None = None,
) -> str:
    """Make a page of a picture of a board, with what a knowledge base knows about each cell.

    The cell that the picture is about, if any, is selected at first. `density` is that of
    `KnowledgeBase.count`; the `budget` is for all cells together, `link` as in `page`. Raises what
    the knowledge base raises, and `LimitError`.
    """
    words = list(solution_lines(kb.board, solution(Asked("render", ""), kb), kb.program))
    budget = budget_of(budget)
    by_cell = {}
    for cell, detail in details(kb, density):
        budget.check()
        by_cell[cell] = detail
    first = None if picture.focus is None else Cell(*picture.focus)
    if first is not None and kb.verdict(first) is Verdict.UNDETERMINED:
        detail = by_cell[first]
        around = tuple(Cell(*place) for place in picture.around)
        by_cell[first] = detail._replace(lines=(*detail.lines, picture.caption), around=around)
    return page(picture, by_cell, theme=theme, summary=words, first=first, link=link)


def picture_of(shown: Drawn | Picture) -> Picture:
    """Return the picture of what can be drawn; a `KnowledgeBase` proves all verdicts first.

    Raises TypeError for anything else, and `LimitError`.
    """
    expect("what is drawn", shown, (Drawn, Picture), _EXPECTED)
    if isinstance(shown, KnowledgeBase):
        check_picture_size(shown.board.grid)
        shown.has_layout()
    return shown if isinstance(shown, Picture) else shown.picture()
