"""`logicsweep render`: a board and what is known of it as an SVG, PNG or HTML picture."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from logicsweep.board.board import Cell
from logicsweep.board.picture.drawing import MOST_SVG_CELLS, Picture, check_picture_size
from logicsweep.board.picture.themes import DEFAULT_THEME, THEMES
from logicsweep.board.verdicts import Verdict
from logicsweep.cli.board_options import BoardArgument, BoardOptions
from logicsweep.cli.boards import density_of, load_shown
from logicsweep.cli.cells import covered_cell
from logicsweep.cli.common import (
    USAGE,
    DensityOption,
    JsonOption,
    TimeLimitOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
)
from logicsweep.cli.files import output_of, print_bytes, write_bytes
from logicsweep.cli.reasoning import answering_conflicts, knowledge_base
from logicsweep.cli.working import working
from logicsweep.count.model_count import LeastRisky
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, Budget
from logicsweep.render.answer_picture import answer_picture
from logicsweep.render.asked import Asked
from logicsweep.render.counts import wrong_lines
from logicsweep.render.drawn import html, page_of, png, svg
from logicsweep.render.raster import MOST_PNG_CELLS

EXAMPLE: Final = "Example: logicsweep render example:expert -o a.svg --probabilities"
_ENDINGS: Final = (".svg", ".png", ".html")


@command
def render(
    board: BoardArgument,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write: .svg, .png or .html; - prints SVG.",
        ),
    ],
    probabilities: Annotated[
        bool,
        typer.Option(
            "--probabilities", help="Draw the mine probabilities, and mark the least risky cells."
        ),
    ] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="ROW,COLUMN", help="Draw why this cell is safe, a mine or undetermined."
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Draw the board alone, and prove nothing.")
    ] = False,
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"{' or '.join(THEMES)}. Default: {DEFAULT_THEME}; a page follows the reader's "
            "settings.",
            autocompletion=completing(*THEMES),
        ),
    ] = None,
    density: DensityOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Draw a board as a picture: proved cells marked, with probabilities or a reason on request.

    An HTML page tells more about the cell that you point at: the reason for a verdict, the mine
    probability, and the clues that the cell may show. --time-limit applies to all of that together.
    A whole layout is drawn with nothing covered.
    """
    check_time_limit(time_limit)
    output = output_of(output)
    ending = ".svg" if output == "-" else Path(output).suffix.lower()
    if ending not in _ENDINGS:
        raise fail(
            f"--output is {output!r}; expected a name that ends in .svg, .png or .html", USAGE
        )
    if theme is not None and theme not in THEMES:
        raise fail(f"--theme is {theme!r}; expected {' or '.join(THEMES)}", USAGE)
    if plain and (probabilities or explain):
        raise fail("--plain cannot be combined with --probabilities or --explain", USAGE)
    if json and output == "-":
        raise fail("--json and --output - cannot be combined; expected a file", USAGE)
    budget = Budget(time_limit)
    position, guess = load_shown(board, options)
    check_picture_size(position.grid, MOST_SVG_CELLS if ending != ".png" else MOST_PNG_CELLS)
    cell = None if explain is None else covered_cell(position, explain, "--explain")
    prior = density_of(density, position)
    kb = knowledge_base(
        position, reasoner=None, program=None, time_limit=time_limit, max_entries=MAX_ENTRIES
    )
    with answering_conflicts(position, guess), working("proving and counting"):
        if plain:
            picture = answer_picture(position)
        else:
            least = None
            if probabilities or ending == ".html":
                least = _least_risky(kb, prior, is_needed=probabilities)
            picture = _answered(kb, cell, prior, least, probabilities=probabilities)
        if ending == ".html":
            text = (
                html(picture, theme)
                if plain
                else page_of(kb, picture, theme=theme, density=prior, budget=budget)
            )
            data = text.encode()
        else:
            theme = theme or DEFAULT_THEME
            as_png = ending == ".png"
            data = png(picture, theme) if as_png else svg(picture, theme).encode() + b"\n"
    if output == "-":
        print_bytes(data)
        return
    write_bytes(Path(output), [data])
    if json:
        from logicsweep.render.json.files import rendered

        asked = Asked("render", board)
        print_json(rendered(asked, position, output, theme, proved=not plain))
    else:
        print(f"{output}: {picture.title}")


def _least_risky(
    kb: KnowledgeBase, density: Fraction | None, *, is_needed: bool
) -> LeastRisky | None:
    """The least risky cells where nothing is proved safe; None where that takes a density.

    None, too, at a limit, unless they are needed.
    """
    if kb.consequences().safe:
        return None
    try:
        return kb.count(density=density).least_risky()
    except MissingDensityError:
        return None
    except LimitError:
        if is_needed:
            raise
        return None


def _answered(
    kb: KnowledgeBase,
    cell: Cell | None,
    density: Fraction | None,
    least: LeastRisky | None,
    *,
    probabilities: bool,
) -> Picture:
    """The board with what is proved, and the probabilities or the reason if they are wanted."""
    proved = kb.consequences()
    count = kb.count(density=density) if probabilities else None
    chances = None if count is None else count.probabilities()
    reason = None
    if cell is not None:
        is_open = kb.verdict(cell) is Verdict.UNDETERMINED
        reason = kb.counterexample(cell) if is_open else kb.explain(cell)
    picture = answer_picture(kb.board, proved, chances, reason, least)
    wrong = [] if count is None else wrong_lines(count.wrong)
    return replace(picture, note=" ".join(filter(None, [picture.note, *wrong])))
