"""HTML files that stand alone: a board that tells of the cell that you point at, and a review.

A review steps through a game that was played, and asks what would have been better. A file needs
nothing else, asks for nothing, and has a link to the public page if there is one. Its theme is one
of `THEMES`; without one it follows the reader's settings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import as_object
from logicsweep.answers.games import clue_text
from logicsweep.answers.reviews import review
from logicsweep.answers.shapes import cell_shapes, shapes
from logicsweep.answers.solving import solution
from logicsweep.board.board import Board, Cell
from logicsweep.board.picture.drawing import check_theme, drawing, legend
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import AROUND_WORD, Picture
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.themes import NAMED, ThemeName
from logicsweep.board.rows import SYMBOLS
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import MissingDensityError, capitalized
from logicsweep.games.review.review import Review
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget, budget_of
from logicsweep.reasons.wording import clue_says, covered_around
from logicsweep.render.reviews import review_lines, review_title
from logicsweep.render.shell import screen
from logicsweep.render.words import exact_words, probability_words, solution_lines
from logicsweep.tables.clue_distribution import is_wide

_TOKENS: Final = {state: sign for sign, state in SYMBOLS.items()}
_BEST: Final = "No cell is proved safe, and none is less risky."


class Detail(NamedTuple):
    """The details of a cell on a page: lines of text, and a table of the values it may show.

    A row of `outcomes` is a word, a probability between 0 and 1, and the probability in words.
    `clues` and the cells `around` are framed as long as the detail is shown.
    """

    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, float, str], ...] = ()
    clues: tuple[Cell, ...] = ()
    around: tuple[Cell, ...] = ()


def page(
    picture: Picture,
    details: Mapping[Cell, Detail],
    *,
    theme: ThemeName | None = None,
    summary: Sequence[str] = (),
    first: Cell | None = None,
    link: str | None = None,
) -> str:
    """Write a picture, and what is known about its cells, as a file.

    `summary` stands below the title, `first` is the cell that is selected at first; the caption of
    the picture is left out. Raises what `svg` raises.
    """
    if theme is not None:
        check_theme(theme)
    shown = replace(picture, caption="", around_word=AROUND_WORD)
    placed = shown.shapes
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
        *_page_link(link),
        *(f"<p>{plain(note)}</p>" for note in (picture.note, placed.note) if note),
        *(["<pre>", plain("\n".join(picture.lines)), "</pre>"] if picture.lines else []),
        f'<div id="detail" aria-live="polite"{start}>',
        "<noscript>The details of cells need JavaScript.</noscript></div>",
        "</main>",
        script="viewer.js",
        data={"details": said, "picture": _drawn(shown, placed)},
        theme=theme,
        kind="screen split",
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
    """Write a picture of a board, and what a knowledge base knows about each cell, as a file.

    The cell that the picture is about, if any, is selected at first. `density` is that of
    `KnowledgeBase.count`; the `budget` is for all cells together. Raises what the knowledge base
    raises, and `LimitError`.
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


def review_page(
    reviewed: Review, *, theme: ThemeName | None = None, link: str | None = None
) -> str:
    """Write a review as a file."""
    answer = review(Asked("review"), reviewed)
    every = plain("\n".join(review_lines(answer, every=True)))
    return screen(
        review_title(answer),
        *_page_link(link),
        f'<main id="review"><noscript>{every}</noscript></main>',
        script="review.js",
        data={"answer": as_object(answer), "shapes": as_object(shapes(reviewed.game.start))},
        theme=theme,
    )


def details(kb: KnowledgeBase, density: Fraction | None) -> Iterator[tuple[Cell, Detail]]:
    """Yield a detail for each cell: a verdict with its reason, or the chance and the outcomes.

    A reason comes with its clues and the cells around them. If a density is needed and missing,
    there are no probabilities. Raises what the knowledge base raises.
    """
    board, proved = kb.board, kb.consequences()
    best = frozenset[Cell]()
    if not proved.safe:
        with suppress(MissingDensityError):
            best = frozenset(kb.count(density=density).least_risky().cells)
    for cell in board.cells:
        lines = ["Flagged: a claim, not a proof."] if board[cell] == State.FLAGGED else []
        if cell in proved.safe or cell in proved.mines:
            explanation = kb.explain(cell)
            outcomes = _outcomes(kb, cell, density) if cell in proved.safe else ()
            lines.append("Proved safe." if cell in proved.safe else "Proved to be a mine.")
            lines.append(explanation.sentence)
            yield cell, Detail(tuple(lines), outcomes, explanation.clues, explanation.cells)
        elif board.is_covered(cell):
            outcomes = _outcomes(kb, cell, density)
            lines.append("Undetermined.")
            with suppress(MissingDensityError):
                chance = kb.count(density=density).probability(cell)
                lines.append(f"{capitalized(probability_words(chance))}.")
            lines += [_BEST] if cell in best else []
            yield cell, Detail(tuple(lines), outcomes)
        else:
            around = covered_around(board, cell) if board.clue(cell) is not None else ()
            yield cell, Detail((_open_words(board, cell),), around=tuple(around))


def _outcomes(
    kb: KnowledgeBase, cell: Cell, density: Fraction | None
) -> tuple[tuple[str, float, str], ...]:
    """Return the possible outcomes of a cell; none if they need a density that is not known.

    There are none either if its clue would speak of very many cells, since such outcomes would take
    long for all cells of a board.
    """
    ruled = kb.board.placed_rules
    if ruled is not None and is_wide(ruled, kb.board.number(cell)):
        return ()
    try:
        distribution = kb.clue_distribution(cell, density=density)
    except MissingDensityError:
        return ()
    chances = [("mine", distribution.mine)] if distribution.mine else []
    chances += [
        (clue_text(clue, ruled), chance) for clue, chance in enumerate(distribution.clues) if chance
    ]
    return tuple((word, float(chance), exact_words(chance)) for word, chance in chances)


def _open_words(board: Board, cell: Cell) -> str:
    if board[cell] == State.KNOWN_MINE:
        return "A known mine."
    if board[cell] == State.NO_CLUE:
        return "Open, without a clue."
    says = clue_says(board, cell, by_name=False)
    return f"{capitalized(says)}."


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


def _page_link(link: str | None) -> tuple[str, ...]:
    """Return a paragraph with a link to the page; nothing without one."""
    if link is None:
        return ()
    return (element("p", element("a", "Open in the page", href=link), class_="elsewhere"),)
