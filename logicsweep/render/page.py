"""One HTML file with a board, which shows what is known about the cell that you point at."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep.answers.base import as_object
from logicsweep.answers.shapes import cell_shapes
from logicsweep.board.board import Cell
from logicsweep.board.picture.drawing import check_theme, drawing, legend
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import AROUND_WORD, Picture
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.themes import NAMED, ThemeName
from logicsweep.board.rows import SYMBOLS
from logicsweep.board.state import State
from logicsweep.render.browser import colours_css, modules, script, symbols


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
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""For files that stand alone: nothing is fetched, and nothing but their own script runs."""
SIGNS: Final = '<svg class="signs" aria-hidden="true"><defs>{}</defs></svg>'

# The board stands beside what is said of it, each scrolled for itself; one below the other where
# there is no room for both.
_STYLE: Final = """
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; background: var(--page); color: var(--text);
  grid-template: minmax(0, 1fr) / minmax(0, max-content) minmax(17rem, 1fr);
  font: 15px/1.45 "DejaVu Sans", Verdana, "Segoe UI", Helvetica, Arial, sans-serif; }
.signs { position: absolute; width: 0; height: 0; }
#place { overflow: auto; padding: .5rem; }
#legend { margin-top: .4rem; }
#place noscript svg { display: block; max-width: 100%; height: auto; }
main { overflow: auto; padding: .75rem 1rem .75rem .25rem; max-width: 60rem; }
h1 { font-size: 1rem; margin: 0 0 .4rem; }
main > p { margin: 0 0 .3rem; font-size: .85rem; color: var(--faint); }
#detail { min-height: 9rem; margin-top: .6rem; padding: .6rem .9rem;
  border: 1px solid var(--line); border-radius: 6px; background: var(--open); }
#detail p { margin: 0 0 .3rem; }
#detail .hint { margin: .5rem 0 0; font-size: .8rem; color: var(--faint); }
#detail table { border-collapse: collapse; margin-top: .4rem; }
#detail td { padding: .1rem .5rem .1rem 0; white-space: nowrap; }
#detail td:first-child { text-align: right; font-weight: bold; }
#detail td:last-child { white-space: normal; }
.bar { display: block; height: .7rem; background: var(--mine); border-radius: 2px; }
.safe .bar { background: var(--safe); }
.narrow { grid-template: minmax(0, max-content) minmax(12rem, 1fr) / minmax(0, 1fr); }
.narrow main { padding: 0 1rem .75rem; display: flex; flex-direction: column; }
.narrow main > * { flex: none; }
.narrow #detail { order: -1; margin: 0 0 .6rem; }
"""


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
    style = f"{colours_css(theme)}{modules()['board.css']}{_STYLE}"
    return html_file(
        plain(picture.title),
        style,
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
        SIGNS.format(symbols()),
        data_element("details", said),
        data_element("picture", _drawn(shown, shapes)),
        f'<script>"use strict";\n{script("viewer.js")}</script>',
    )


def html_file(title: str, style: str, *body: str) -> str:
    """Write a file that stands alone, from its parts in HTML."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{title}</title>",
            f"<style>{style}</style></head>",
            "<body>",
            *body,
            "</body></html>",
            "",
        ]
    )


def page_link(link: str | None) -> tuple[str, ...]:
    """Return a paragraph with a link to the page; nothing without one."""
    if link is None:
        return ()
    anchor = element("a", "Open in the page", href=link, style="color: inherit")
    return (element("p", anchor, class_="elsewhere"),)


def data_element(name: str, value: object) -> str:
    """Return JSON for the script; no text in it can end the element that it stands in."""
    text = json.dumps(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/json" id="{name}">{text}</script>'


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
