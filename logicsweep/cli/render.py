"""`logicsweep render`: a board and what is known of it as an SVG, PNG or HTML picture."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

from logicsweep.board.picture.themes import DEFAULT_THEME, THEMES, ThemeName
from logicsweep.cli.common import command, fail, print_json
from logicsweep.cli.completion import completing
from logicsweep.cli.game_names import AGENTS
from logicsweep.cli.lazy import lazily
from logicsweep.cli.linking import address_of, link_in_file
from logicsweep.cli.options import BoardOptions
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reasons.names import BY

with lazily():
    from logicsweep.answers.files import rendered
    from logicsweep.board.board import Cell
    from logicsweep.board.picture import drawing
    from logicsweep.board.picture.picture import Picture
    from logicsweep.board.verdicts import Verdict
    from logicsweep.cli.boards import density_of, load_shown
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.files import output_of, put
    from logicsweep.cli.reasoning import (
        answering_conflicts,
        asked_about,
        asked_agent,
        check_way,
        knowledge_base,
    )
    from logicsweep.cli.working import working
    from logicsweep.formats.link import fragment_of
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render import drawn, raster
    from logicsweep.render.answer_picture import account_picture, answer_picture
    from logicsweep.render.counts import wrong_lines
    from logicsweep.render.page import page
    from logicsweep.tables.model_count import LeastRisky


_ENDINGS: Final = (".svg", ".png", ".html")


@command
def render(
    board: str,
    *,
    output: str,
    probabilities: bool = False,
    explain: str | None = None,
    by: Annotated[str | None, completing(*BY, *AGENTS)] = None,
    plain: bool = False,
    theme: Annotated[str | None, completing(*THEMES)] = None,
    density: str | None = None,
    public_url: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Draw a board as a picture: proved cells marked, with probabilities or a reason on request.

    An HTML page tells more about the cell that you point at: the reason for a verdict, the mine
    probability, and the clues that the cell may show. --time-limit applies to all of that together.
    With an address of the public page, an HTML page has a link to the position there. A whole
    layout is drawn with nothing covered.

    Args:
        output (--output, -o FILE): The file to write: .svg, .png or .html; - prints SVG.
        theme (NAME): {one of}. Default: light; a page follows the reader's settings.
        probabilities: Draw the mine probabilities, and mark the least risky cells.
        explain (ROW,COLUMN): Draw why this cell is safe, a mine or undetermined.
        by (sum|AGENT): With --explain: draw the weighted sum that proves the verdict (sum), or how
            an agent decides the cell, such as the equations of rref and the row that decides.
        plain: Draw the board alone, and prove nothing.

    Example: logicsweep render example:expert -o a.svg --probabilities
    """
    output = output_of(output)
    ending = _ending_of(output)
    if theme is not None and theme not in THEMES:
        raise fail(f"--theme is {theme!r}; expected {' or '.join(THEMES)}")
    if plain and (probabilities or explain):
        raise fail("--plain cannot be combined with --probabilities or --explain")
    if by is not None and (explain is None or probabilities):
        raise fail("--by needs --explain ROW,COLUMN, and no --probabilities")
    if json and output == "-":
        raise fail("--json and --output - cannot be combined; expected a file")
    check_way(by)
    address = _address_for(ending, public_url)
    budget = Budget(time_limit)
    position, guess = load_shown(board, options)
    most = raster.MOST_PNG_CELLS if ending == ".png" else drawing.MOST_SVG_CELLS
    drawing.check_picture_size(position.grid, most)
    cell = None if explain is None else covered_cell(position, explain, "--explain")
    prior = density_of(density, position)
    kb = knowledge_base(position, time_limit=time_limit)
    asked = asked_about("render", board, position, guess)
    with answering_conflicts(asked, position), working("proving and counting"):
        is_page = ending == ".html" and not plain and by is None
        if plain:
            picture = answer_picture(position)
        elif by is not None and cell is not None:
            picture = _explained(kb, by, cell)
        else:
            picture = _answered(kb, cell, prior, probabilities=probabilities, is_page=is_page)
        link = link_in_file(address, lambda: fragment_of(position))
        if is_page:
            whole = drawn.page_of(kb, picture, theme=theme, density=prior, budget=budget, link=link)
            data = whole.encode()
        else:
            data = _document(picture, ending, theme, link)
    put(output, [data])
    if output == "-":
        return
    if json:
        theme = theme if ending == ".html" else theme or DEFAULT_THEME
        print_json(rendered(asked, position, output, theme, proved=not plain))
    else:
        print(f"{output}: {picture.title}")


def _explained(kb: KnowledgeBase, by: str, cell: Cell) -> Picture:
    """Draw how an agent decides a cell, or the weighted sum that proves it.

    Without a sum it is the set of sources, or two layouts.
    """
    if by not in BY:
        return account_picture(kb.board, by, asked_agent(kb.board, by, cell))
    if kb.verdict(cell) is Verdict.UNDETERMINED:
        return kb.counterexample(cell).picture()
    explained = kb.explain(cell, by="sum")
    if explained.sum is None:
        return replace(explained.picture(), note="No weighted sum was found that proves it.")
    return replace(explained.sum.picture(), caption=explained.sum.text)


def _ending_of(output: str) -> str:
    ending = ".svg" if output == "-" else Path(output).suffix.lower()
    if ending not in _ENDINGS:
        raise fail(f"--output is {output!r}; expected a name that ends in .svg, .png or .html")
    return ending


def _address_for(ending: str, public_url: str | None) -> str | None:
    """Return the address at which the link of an HTML page begins."""
    if ending == ".html":
        return address_of(public_url)
    if public_url is not None:
        raise fail("--public-url needs an --output that ends in .html")
    return None


def _document(picture: Picture, ending: str, theme: ThemeName | None, link: str | None) -> bytes:
    """Write a picture that says nothing more when it is pointed at."""
    if ending == ".png":
        return drawn.png(picture, theme or DEFAULT_THEME)
    if ending == ".svg":
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
    picture = answer_picture(kb.board, proved, chances, reason, least)
    wrong = [] if count is None else wrong_lines(count.wrong)
    return replace(picture, note=" ".join(filter(None, [picture.note, *wrong])))
