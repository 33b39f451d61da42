"""One HTML file that steps through a game that was played, and asks what would have been better."""

from __future__ import annotations

from typing import Final

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import as_object
from logicsweep.answers.reviews import review
from logicsweep.answers.shapes import shapes
from logicsweep.board.picture.markup import plain
from logicsweep.board.picture.themes import ThemeName
from logicsweep.games.review.review import Review
from logicsweep.render.browser import colours_css, modules, script, symbols
from logicsweep.render.page import SIGNS, data_element, html_file, page_link
from logicsweep.render.reviews import review_lines, review_title

_SCRIPTS: Final = (
    *("fractions.js", "reviewed.js", "lesson.js"),
    *("review-parts.js", "lesson-box.js", "review-panel.js", "review.js", "review-file.js"),
)
_STYLE: Final = """
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; background: var(--page); color: var(--text);
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  font: 15px/1.45 "DejaVu Sans", Verdana, "Segoe UI", Helvetica, Arial, sans-serif; }
.signs { position: absolute; width: 0; height: 0; }
noscript { white-space: pre-wrap; padding: 1rem; display: block; }
"""
# The link stands above all else.
_STYLE_OF_LINK: Final = """
body { grid-template-rows: auto minmax(0, 1fr); }
.elsewhere { margin: 0; padding: .4rem .6rem 0; font-size: .85rem; }
"""


def review_page(
    reviewed: Review, *, theme: ThemeName | None = None, link: str | None = None
) -> str:
    """Write the page as a file; it needs nothing else and asks for nothing.

    `theme` is one of `THEMES`; without one the page follows the reader's settings. `link` is that
    of the game on the public page, if there is one.
    """
    answer = review(Asked("review"), reviewed)
    title = plain(review_title(answer))
    every = plain("\n".join(review_lines(answer, every=True)))
    sheets = (colours_css(theme), modules()["board.css"], modules()["review.css"], _STYLE)
    return html_file(
        title,
        "".join(sheets) + (_STYLE_OF_LINK if link else ""),
        *page_link(link),
        f'<main id="review"><noscript>{every}</noscript></main>',
        SIGNS.format(symbols()),
        data_element("answer", as_object(answer)),
        data_element("shapes", as_object(shapes(reviewed.game.start))),
        '<script>"use strict";',
        script(*_SCRIPTS),
        "</script>",
    )
