"""Files that show a board and what is known of it: SVG, PNG and HTML."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Final, NamedTuple

from logicsweep.board.picture.themes import DEFAULT_THEME, ThemeName
from logicsweep.cli.common import fail
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS
from logicsweep.cli.values import completing
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reasons.names import BY

with lazily():
    from logicsweep.answers.asked import Asked
    from logicsweep.board.board import Board, Cell
    from logicsweep.board.picture import drawing
    from logicsweep.board.picture.picture import Picture
    from logicsweep.board.verdicts import Verdict
    from logicsweep.cli.boards import density_of
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.files import link_in_file
    from logicsweep.cli.reasoning import answering_conflicts, asked_agent, check_way
    from logicsweep.cli.working import working
    from logicsweep.formats.base import Format
    from logicsweep.formats.link import fragment_of
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render import drawn
    from logicsweep.render.page import page, page_of
    from logicsweep.render.words import wrong_lines
    from logicsweep.tables.model_count import LeastRisky


PICTURES: Final = ("svg", "png", "html")
"""The kinds of pictures; each is the ending of its files, too."""


class DrawingOptions(NamedTuple):
    """The options of a picture of a board.

    Attributes:
        probabilities: Draw the mine probabilities, and mark the least risky cells.
        explain (ROW,COLUMN): Draw why this cell is safe, a mine or undetermined.
        by (sum|AGENT): With --explain: draw the weighted sum that proves the verdict (sum), or how
            an agent decides the cell, such as the equations of rref and the row that decides.
        plain: Draw the board alone, and prove nothing.
        theme (NAME): light or dark. Default: light; a page follows the reader's settings.
        lossy: Leave out flags, mine count and density if the format cannot hold them.
    """

    probabilities: bool = False
    explain: str | None = None
    by: Annotated[str | None, completing(*BY, *AGENTS)] = None
    plain: bool = False
    theme: ThemeName | None = None
    density: str | None = None
    lossy: bool = False
    public_url: str | None = None


class PictureFile(NamedTuple):
    """A picture as the bytes of a file.

    Attributes:
        data: The bytes.
        title: Its title.
        theme: The colours; None for a page that follows the reader's.
    """

    data: bytes
    title: str
    theme: str | None


def check_drawing(options: DrawingOptions, kind: str | Format | None, *, time_limit: float) -> None:
    """Exit with a message for options that contradict each other, or without a picture."""
    if kind not in PICTURES:
        *names, _, _, _ = options._fields  # the last are for formats, too
        given = dict(zip(names, options, strict=False))
        given["time_limit"] = time_limit != DEFAULT_TIME_LIMIT
        for name, value in given.items():
            if value:
                raise fail(
                    f"--{name.replace('_', '-')} is for pictures; expected -o FILE that ends in "
                    ".svg, .png or .html with it"
                )
        return
    if options.plain and (options.probabilities or options.explain):
        raise fail("--plain cannot be combined with --probabilities or --explain")
    if options.by is not None and (options.explain is None or options.probabilities):
        raise fail("--by needs --explain ROW,COLUMN, and no --probabilities")
    check_way(options.by)


def draw_picture(
    asked: Asked,
    position: Board,
    kind: str,
    options: DrawingOptions,
    *,
    address: str | None,
    time_limit: float,
) -> PictureFile:
    """Draw a board as a kind of picture. Exits with a message if it cannot be drawn."""
    budget = Budget(time_limit)
    by, theme, density = options.by, options.theme, density_of(options.density, position)
    most = drawn.MOST_PNG_CELLS if kind == "png" else drawing.MOST_SVG_CELLS
    drawing.check_picture_size(position.grid, most)
    cell = None
    if options.explain is not None:
        cell = covered_cell(position, options.explain, "--explain")
    kb = KnowledgeBase(position, time_limit=time_limit)
    with answering_conflicts(asked, position), working("proving and counting"):
        is_page = kind == "html" and not options.plain and by is None
        if options.plain:
            picture = drawn.answer_picture(position)
        elif by is not None and cell is not None:
            picture = _explained(kb, by, cell)
        else:
            asks = options.probabilities
            picture = _answered(kb, cell, density, probabilities=asks, is_page=is_page)
        link = link_in_file(address, lambda: fragment_of(position))
        if is_page:
            whole = page_of(kb, picture, theme=theme, density=density, budget=budget, link=link)
            data = whole.encode()
        else:
            data = _document(picture, kind, theme, link)
    return PictureFile(data, picture.title, theme if kind == "html" else theme or DEFAULT_THEME)


def _explained(kb: KnowledgeBase, by: str, cell: Cell) -> Picture:
    """Draw how an agent decides a cell, or the weighted sum that proves it.

    Without a sum it is the set of sources, or two layouts.
    """
    if by not in BY:
        return drawn.account_picture(kb.board, by, asked_agent(kb.board, by, cell))
    if kb.verdict(cell) is Verdict.UNDETERMINED:
        return kb.counterexample(cell).picture()
    explained = kb.explain(cell, by="sum")
    if explained.sum is None:
        return replace(explained.picture(), note="No weighted sum was found that proves it.")
    return replace(explained.sum.picture(), caption=explained.sum.text)


def _document(picture: Picture, kind: str, theme: ThemeName | None, link: str | None) -> bytes:
    """Write a picture that says nothing more when it is pointed at."""
    if kind == "png":
        return drawn.png(picture, theme or DEFAULT_THEME)
    if kind == "svg":
        return drawn.svg(picture, theme or DEFAULT_THEME).encode() + b"\n"
    return page(picture, {}, theme=theme, link=link).encode()


def _least_risky(
    kb: KnowledgeBase, density: Fraction | None, *, is_needed: bool
) -> LeastRisky | None:
    """Find the least risky cells where nothing is proved safe; None where that takes a density.

    None, too, at a limit, unless they are needed.
    """
    if kb.consequences().safe:
        return None
    try:
        return kb.count(density=density).least_risky()
    except (MissingDensityError, LimitError) as error:
        if is_needed and isinstance(error, LimitError):
            raise
        return None


def _answered(
    kb: KnowledgeBase,
    cell: Cell | None,
    density: Fraction | None,
    *,
    probabilities: bool,
    is_page: bool,
) -> Picture:
    """Draw what is proved, and the probabilities or the reason if they are wanted."""
    proved = kb.consequences()
    least = None
    if probabilities or is_page:
        least = _least_risky(kb, density, is_needed=probabilities)
    count = kb.count(density=density) if probabilities else None
    chances = None if count is None else count.probabilities()
    reason = None
    if cell is not None:
        is_open = kb.verdict(cell) is Verdict.UNDETERMINED
        reason = kb.counterexample(cell) if is_open else kb.explain(cell)
    picture = drawn.answer_picture(kb.board, proved, chances, reason, least)
    wrong = [] if count is None else wrong_lines(count.wrong)
    return replace(picture, note=" ".join(filter(None, [picture.note, *wrong])))
