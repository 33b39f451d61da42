"""One HTML file with a board, which shows what is known about the cell that you point at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep.answers.base import as_object
from logicsweep.answers.shapes import cell_shapes
from logicsweep.board.board import Cell
from logicsweep.board.picture.drawing import check_theme, drawing, legend
from logicsweep.board.picture.markup import plain
from logicsweep.board.picture.picture import AROUND_WORD, Picture
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.themes import NAMED, ThemeName
from logicsweep.board.rows import SYMBOLS
from logicsweep.board.state import State
from logicsweep.render.shell import page_link, screen


class Detail(NamedTuple):
    """What the page says of a cell: lines of text, and a table of what it may turn out to be.

    A row of `outcomes` is a word, a probability between 0 and 1, and the probability in words.
    `clues` and the cells `around` are framed as long as the detail is shown.
    """

    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, float, str], ...] = ()
    clues: tuple[Cell, ...] = ()
    around: tuple[Cell, ...] = ()


_TOKENS: Final = {state: sign for sign, state in SYMBOLS.items()}


def page(
    picture: Picture,
    details: Mapping[Cell, Detail],
    *,
    theme: ThemeName | None = None,
    summary: Sequence[str] = (),
    first: Cell | None = None,
    link: str | None = None,
) -> str:
    """Write the page as a file; it needs nothing else and asks for nothing.

    `theme` is one of `THEMES`; without one the page follows the reader's settings. `summary` stands
    below the title, `first` is the cell that is selected at first; the caption of the picture is
    left out. `link` is that of the position on the public page, if there is one; the file asks for
    nothing by itself. Raises what `svg` raises.
    """
    if theme is not None:
        check_theme(theme)
    shown = replace(picture, caption="", around_word=AROUND_WORD)
    shapes = shown.shapes
    still = drawing(shown, NAMED, every_frame=bool(details))
    signs = legend(shown, NAMED, every_frame=bool(details))
    said = {f"{cell.row},{cell.column}": detail._asdict() for cell, detail in details.items()}
    start = "" if first is None else f' data-first="{first.row},{first.column}"'
    return screen(
        picture.title,
        '<div id="place"><div id="board"></div>',
        f"<noscript>{still}</noscript>",
        f'<div id="legend" hidden>{signs}</div></div>',
        "<main>",
        f"<h1>{plain(picture.title)}</h1>",
        *(f"<p>{plain(line)}</p>" for line in summary),
        *page_link(link),
        *(f"<p>{plain(note)}</p>" for note in (picture.note, shapes.note) if note),
        *(["<pre>", plain("\n".join(picture.lines)), "</pre>"] if picture.lines else []),
        f'<div id="detail" aria-live="polite"{start}>',
        "<noscript>The details of cells need JavaScript.</noscript></div>",
        "</main>",
        script="viewer.js",
        data={"details": said, "picture": _drawn(shown, shapes)},
        theme=theme,
        kind="screen split",
    )


def _drawn(picture: Picture, shapes: Shapes) -> dict[str, Any]:
    """Return a picture as `viewer.js` draws it; cells are numbers, row by row."""
    height, width = picture.grid.shape

    def numbers(places: Collection[tuple[int, int]]) -> list[int]:
        return [row * width + column for row, column in sorted(places)]

    cells = list(np.ndindex(height, width))
    words = {True: "mine", False: "safe", None: None}
    drawn = {
        "height": height,
        "width": width,
        "tokens": [_token(picture, place) for place in cells],
        "verdicts": [words[picture.verdict(*place)] for place in cells],
        "chances": [picture.probability(*place) for place in cells],
        "best": numbers(picture.best),
        "framed": numbers(picture.framed),
        "around": numbers(picture.around),
        "focus": None if picture.focus is None else numbers([picture.focus])[0],
    }
    if picture.signs:
        drawn["signs"] = {
            sign.sign: {"lines": sign.lines, "size": sign.size, "words": sign.words}
            for sign in picture.signs.values()
        }
    sent = cell_shapes(shapes, height, width)
    return drawn if sent is None else {**drawn, "shapes": as_object(sent)}


def _token(picture: Picture, place: tuple[int, int]) -> str:
    """Return the token of a cell, as `board.js` has it."""
    state = int(picture.grid[place])
    if place in picture.signs:
        return picture.signs[place].sign
    if state == State.UNCERTAIN:
        return picture.labels.get(place, "?")
    return _TOKENS.get(state, str(state))
