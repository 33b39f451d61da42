"""Sheets of puzzles for print: pages of puzzles, then pages with their solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.picture.drawing import document, parts_of
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import Picture
from logicsweep.board.picture.themes import THEMES
from logicsweep.board.state import State
from logicsweep.errors import LogicSweepError, MissingLibraryError, counted
from logicsweep.games.puzzles.puzzle import puzzle_picture
from logicsweep.games.puzzles.records import Made, board_of

# Millimetres: the paper by its name, its margin, and the gaps between pictures.
A4: Final = "a4"
PAPERS: Final = {A4: (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGIN: Final = 15.0
_GAP: Final = 8.0
# Above the pictures of a page, and above each picture.
_HEAD: Final = 12.0
_LINE: Final = 6.0
# A cell is no larger than on a screen: 32 pixels, here in millimetres.
_LARGEST: Final = 0.28
_INK: Final = "#1f2328"


class Printed(NamedTuple):
    """A puzzle on a sheet: what its line says, its position and its layout."""

    words: str
    board: Board
    layout: Layout


def sheet_pages(puzzles: Sequence[Printed], paper: str = A4) -> list[str]:
    """Draw the pages of a sheet as SVG elements, in millimetres: puzzles first, solutions last.

    Raises `LimitError` for a board that is too large for a picture.
    """
    width, height = PAPERS[paper]
    wide = max(puzzle.board.width for puzzle in puzzles) > 16
    # How many pictures there are beside and below each other.
    of_puzzles, of_solutions = ((1, 2), (2, 4)) if wide else ((2, 3), (3, 4))
    if len(puzzles) == 1:
        of_puzzles = of_solutions = (1, 2)
    pages = []
    for title, drawn, (columns, rows) in (
        ("Puzzles", _puzzle, of_puzzles),
        ("Solutions", _solution, of_solutions),
    ):
        for first in range(0, len(puzzles), columns * rows):
            some = puzzles[first : first + columns * rows]
            head = _text(title, _MARGIN, _MARGIN + 5, 6, bold=True)
            across = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
            down = (height - 2 * _MARGIN - _HEAD - (rows - 1) * _GAP) / rows
            body = [
                _placed(
                    drawn(puzzle),
                    puzzle.words,
                    _MARGIN + place % columns * (across + _GAP),
                    _MARGIN + _HEAD + place // columns * (down + _GAP),
                    (across, down),
                )
                for place, puzzle in enumerate(some)
            ]
            pages.append(element("g", head, *body))
    return pages


def sheet_svg(puzzles: Sequence[Printed], paper: str = A4) -> str:
    """Draw the sheet as one SVG document, one page below the other; raises as `sheet_pages`."""
    width, height = PAPERS[paper]
    pages = sheet_pages(puzzles, paper)
    page = element("rect", width=width, height=height, fill="#ffffff", stroke="#d0d7de")
    body = [
        element("g", page, drawn, transform=f"translate(0 {place * height:.2f})")
        for place, drawn in enumerate(pages)
    ]
    title = element("title", plain(f"Minesweeper: {counted(len(puzzles), 'puzzle')}"))
    return document(title, *body, size=(width, height * len(pages)), unit="mm")


def check_pdf() -> None:
    """Raise `MissingLibraryError` without the extra `pdf`."""
    try:
        import fpdf  # noqa: F401
    except ImportError:
        raise MissingLibraryError("fpdf2", extra="pdf", purpose="a PDF sheet") from None


def sheet_pdf(puzzles: Sequence[Printed], paper: str = A4) -> bytes:
    """Write the sheet as a PDF document, a page of paper for each page.

    Raises `MissingLibraryError` without the extra `pdf`, `LogicSweepError` for a sign that the
    fonts of every PDF reader lack, and as `sheet_pages`.
    """
    check_pdf()
    from fpdf import FPDF
    from fpdf.errors import FPDFUnicodeEncodingException
    from fpdf.svg import SVGObject

    size = PAPERS[paper]
    pdf = FPDF(unit="mm", format=size)
    pdf.set_title("Minesweeper puzzles")
    for page in sheet_pages(puzzles, paper):
        pdf.add_page()
        try:
            SVGObject(document(page, size=size, unit="mm").encode()).draw_to_page(pdf, 0, 0)
        except FPDFUnicodeEncodingException as error:
            raise LogicSweepError(
                f"a PDF sheet has no sign for {error.character!r}; write .svg, which has"
            ) from None
    return bytes(pdf.output())


def printed(record: Made) -> Printed:
    """Return a puzzle of a file of puzzles, with the line above it."""
    board = board_of(record)
    mask = np.zeros(board.grid.shape, dtype=np.bool_)
    mask[tuple(zip(*record.layout, strict=True))] = True
    words = [f"Seed {record.seed}", counted(len(record.layout), "mine")]
    if board.own_rules is not None:
        words.append(f"rules {board.own_rules}")
    if record.level is not None:
        words.append(f"level {record.level}")
    return Printed(", ".join(words), board, Layout(mask, adjacency=board.own_adjacency))


def _puzzle(puzzle: Printed) -> Picture:
    return replace(puzzle_picture(puzzle.board), caption="", note="")


def _solution(puzzle: Printed) -> Picture:
    """Draw the puzzle with its mines, and dots where nothing was shown of safe cells."""
    covered = puzzle.board.grid == State.COVERED
    grid = np.where(covered & puzzle.layout.mask, State.KNOWN_MINE, puzzle.board.grid)
    safe = np.where(covered & ~puzzle.layout.mask, State.NO_CLUE, grid)
    return replace(_puzzle(puzzle), grid=safe)


def _placed(
    picture: Picture, words: str, left: float, top: float, room: tuple[float, float]
) -> str:
    """Place a picture below its line, as large as the room allows."""
    body, across, down = parts_of(picture, THEMES["light"])
    scale = min(_LARGEST, room[0] / across, (room[1] - _LINE) / down)
    place = f"translate({left:.2f} {top + _LINE:.2f}) scale({scale:.4f})"
    return _text(words, left, top + 4, 3.6) + element("g", *body, transform=place)


def _text(words: str, left: float, base: float, size: float, *, bold: bool = False) -> str:
    style = {"font_size": size, "font_weight": "bold" if bold else None, "fill": _INK}
    return element("text", plain(words), x=left, y=base, **style)
