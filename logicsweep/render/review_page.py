"""One HTML file that steps through a game that was played, and asks what would have been better."""

from __future__ import annotations

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import as_object
from logicsweep.answers.reviews import review
from logicsweep.answers.shapes import shapes
from logicsweep.board.picture.markup import plain
from logicsweep.board.picture.themes import ThemeName
from logicsweep.games.review.review import Review
from logicsweep.render.reviews import review_lines, review_title
from logicsweep.render.shell import page_link, screen


def review_page(
    reviewed: Review, *, theme: ThemeName | None = None, link: str | None = None
) -> str:
    """Write the page as a file; it needs nothing else and asks for nothing.

    `theme` is one of `THEMES`; without one the page follows the reader's settings. `link` is that
    of the game on the public page, if there is one.
    """
    answer = review(Asked("review"), reviewed)
    every = plain("\n".join(review_lines(answer, every=True)))
    return screen(
        review_title(answer),
        *page_link(link),
        f'<main id="review"><noscript>{every}</noscript></main>',
        script="review-file.js",
        data={"answer": as_object(answer), "shapes": as_object(shapes(reviewed.game.start))},
        theme=theme,
    )
