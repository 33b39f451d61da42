"""Pictures and pages of whatever can be drawn: boards, layouts, answers, knowledge bases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.picture.drawing import check_picture_size, picture_svg
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.board.verdicts import Consequences
from logicsweep.errors import LogicSweepError, MissingLibraryError, counted, expect
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.reasons.explanation import Counterexample, Explanation
from logicsweep.render.page import page, page_of
from logicsweep.render.strips import Strip, check_strip_size, strip_svg
from logicsweep.render.words import board_words
from logicsweep.tables.model_count import LeastRisky

if TYPE_CHECKING:
    from logicsweep.games.accounts import Account

_EXPECTED: Final = "a Board, a Layout, an answer of a KnowledgeBase or a Picture"
# Pixels a pixel of the SVG, so that text is crisp on today's screens.
ZOOM: Final = 2
# More take minutes.
MOST_PNG_CELLS: Final = 40_000
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" '
    'font-family="DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif">{}</svg>'
)


def svg(shown: Drawn | Picture | Strip, theme: ThemeName = DEFAULT_THEME) -> str:
    """Draw a board, a layout, an answer about a board, a `Picture` or a `Strip` as an SVG document.

    Every cell has an element with `data-cell="ROW,COLUMN"`. The picture of a `ModelCount` shows the
    marginals. That of a `KnowledgeBase` shows all verdicts, which are proved now if need be.

    Args:
        shown: The thing to draw.
        theme: The colours, `light` or `dark`.

    Raises:
        LimitError: There are more than 250,000 cells, or a question reached its limit.
        ValueError: There is no such theme.
        TypeError: This cannot be drawn.
        LogicSweepError: The questions behind the picture raise it.
    """
    if isinstance(shown, Strip):
        return strip_svg(shown, theme)
    return picture_svg(picture_of(shown), theme)


def png(shown: Drawn | Picture | Strip, theme: ThemeName = DEFAULT_THEME) -> bytes:
    """Return the picture of `svg` as the bytes of a PNG file, with twice as many pixels each way.

    Takes and raises what `svg` does; also `LimitError` for more than 40,000 cells,
    `MissingLibraryError` without the extra `png`, and `LogicSweepError` where the system has no
    font for the numbers.
    """
    if isinstance(shown, Strip):
        return rasterized(strip_svg(shown, theme, MOST_PNG_CELLS))
    picture = picture_of(shown)
    check_picture_size(picture.grid, MOST_PNG_CELLS)
    return rasterized(picture_svg(picture, theme))


def html(shown: Drawn | Picture, theme: ThemeName | None = None) -> str:
    """Return the picture of `svg` as a single HTML file, which loads nothing from elsewhere.

    The page of a `KnowledgeBase` also tells of each cell that the reader points at what is proved
    and why, or how likely a mine is. That takes a question for each covered cell. Without a theme
    the page follows the settings of the reader's browser. Raises what `svg` raises.
    """
    picture = picture_of(shown)
    if isinstance(shown, KnowledgeBase) and shown.has_layout():
        return page_of(shown, picture, theme=theme)
    return page(picture, {}, theme=theme)


def strip(shown: Iterable[Drawn | Picture], words: Sequence[str] = (), *, title: str = "") -> Strip:
    """Put the pictures of several boards or answers into one, beside and below each other.

    There is one legend for all of them; their captions and notes are left out.

    Args:
        shown: The things to draw, each as in `svg`.
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


def picture_of(shown: Drawn | Picture) -> Picture:
    """Return the picture of what can be drawn; a `KnowledgeBase` proves all verdicts first.

    Raises TypeError for anything else, and `LimitError`.
    """
    expect("what is drawn", shown, (Drawn, Picture), _EXPECTED)
    if isinstance(shown, KnowledgeBase):
        check_picture_size(shown.board.grid)
        shown.has_layout()
    return shown if isinstance(shown, Picture) else shown.picture()


def answer_picture(
    board: Board,
    proved: Consequences | None = None,
    chances: NDArray[np.float64] | None = None,
    reason: Explanation | Counterexample | None = None,
    least: LeastRisky | None = None,
) -> Picture:
    """Return a board with verdicts, mine probabilities and the reason for one cell.

    If nothing is proved safe, the least risky cells are marked.
    """
    known: dict[str, Any] = {"title": board_words(board)}
    if proved is not None:
        known |= {"safe": proved.safe_mask, "mines": proved.mine_mask}
        if chances is not None:
            undetermined = ~(proved.safe_mask | proved.mine_mask)
            known["probabilities"] = np.where(undetermined, chances, np.nan)
        if least is not None and not proved.safe and least.probability < 1:
            known["best"] = least.cells
    picture = board.picture() if reason is None else reason.picture()
    return replace(picture, **known)


def account_picture(board: Board, agent: str, account: Account) -> Picture:
    """Return a board with the move of an agent framed, and below it how the agent came to it.

    No verdict is drawn: an agent may call safe what is not proved.
    """
    move = account.move
    does = f"{agent} {'flags' if move.flags else 'opens'} {move.cell}"
    how = "which it calls certain" if move.is_proved else "a guess"
    beside = "" if account.is_decided else f"{agent} is not certain about the cell. Its next move: "
    return replace(
        board.picture(),
        title=board_words(board),
        focus=move.cell,
        caption=f"{beside}{does}, {how}: {move.reason}",
        lines=move.details,
    )


def rasterized(svg: str) -> bytes:
    """Draw an SVG document as PNG, `ZOOM` times as large.

    Raises `MissingLibraryError` without the extra `png`, and `LogicSweepError` where the system has
    no font to write the numbers in.
    """
    check_png()
    from resvg_py import svg_to_bytes

    empty = svg_to_bytes(svg_string=_PROBE.format(""))
    if svg_to_bytes(svg_string=_PROBE.format('<text y="18">8</text>')) == empty:
        raise LogicSweepError(
            "no font was found for the numbers of a PNG picture; install one, such as DejaVu Sans, "
            "or write .svg or .html, which need none"
        )
    return bytes(svg_to_bytes(svg_string=svg, zoom=ZOOM))


def check_png() -> None:
    """Raise `MissingLibraryError` without the extra `png`."""
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        raise MissingLibraryError("resvg-py", extra="png", purpose="a PNG picture") from None
