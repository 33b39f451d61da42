"""A board as SVG: cells, clues, verdicts by shape and colour, probabilities by colour and text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import numpy as np

from logicsweep.board.picture import placing as between, signs
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.themes import DEFAULT_THEME, THEMES, Theme, ThemeName, heat
from logicsweep.board.state import Grid, State, is_covered
from logicsweep.errors import LimitError, expect

if TYPE_CHECKING:
    from logicsweep.board.picture.picture import Picture, Place

# Larger boards make files that no viewer opens.
MOST_SVG_CELLS: Final = 250_000
_MARGIN: Final = 14
_LABEL: Final = 11  # font sizes
_SMALL_LABEL: Final = 9
_CLUE: Final = 20
_FONT: Final = "DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif"
_OUTER: Final = (1.5, -2.5)  # the second frame of the cell in question goes around it
_LEGEND_LINE: Final = 26
_LEGEND_STEP: Final = 160
_CAPTION_LINE: Final = 19
_MONO: Final = "DejaVu Sans Mono, Menlo, Consolas, monospace"
# The width of a letter of that font, in pixels, at the size of captions.
_FIXED: Final = 7.9
LETTER: Final = 7.2
"""The average width of a letter of the caption, in pixels."""


def picture_svg(picture: Picture, theme: ThemeName = DEFAULT_THEME) -> str:
    """Return the picture as an SVG document, in one of `THEMES`.

    Every cell is an element with `data-cell="ROW,COLUMN"`. Raises `LimitError` for more than
    `MOST_SVG_CELLS` cells, ValueError for an unknown theme.
    """
    check_theme(theme)
    return drawing(picture, THEMES[theme])


def drawing(picture: Picture, colours: Theme, *, every_frame: bool = False) -> str:
    """Draw as `picture_svg` in any colours; with `every_frame` the legend explains all kinds of
    frames.

    The frames are in an element of the class `frames`. Raises as `picture_svg` does.
    """
    body, across, bottom = parts_of(picture, colours, every_frame=every_frame)
    return document(element("title", plain(picture.title)), *body, size=(across, bottom))


def document(*body: str, size: tuple[int, int]) -> str:
    """Make an SVG document of elements; its size is in pixels."""
    across, down = size
    return element(
        "svg",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        width=across,
        height=down,
        viewBox=f"0 0 {across} {down}",
        role="img",
        font_family=_FONT,
    )


def parts_of(
    picture: Picture, colours: Theme, *, every_frame: bool = False
) -> tuple[list[str], int, int]:
    """Return the elements of a picture, and its width and height in pixels."""
    check_picture_size(picture.grid)
    shapes = picture.shapes
    board, across, down = board_parts(picture, shapes, colours)
    samples = _legend(picture, colours, every_frame=every_frame)
    texts = [picture.caption, picture.note, shapes.note]
    across = max(across, _least_width(samples, texts))
    across = max(across, ceil(max(map(len, picture.lines), default=0) * _FIXED) + 2 * _MARGIN)
    below, bottom = _below(samples, texts, colours, across, down)
    # In letters of one width, in which blanks keep columns apart.
    fixed = [line.replace(" ", "\N{NO-BREAK SPACE}") for line in picture.lines]
    lines = _texts(fixed, colours, bottom, font_family=_MONO)
    bottom += len(lines) * _CAPTION_LINE + (_MARGIN if lines else 0)
    return [ground(across, bottom, colours), *board, *below, *lines], across, bottom


def _texts(lines: Sequence[str], colours: Theme, top: int, **font: object) -> list[str]:
    """Draw lines of text from the height `top` on."""
    return [
        element(
            "text",
            plain(line),
            x=_MARGIN,
            y=top + 13 + number * _CAPTION_LINE,
            font_size=13,
            **font,
            fill=colours.text,
        )
        for number, line in enumerate(lines)
    ]


def board_parts(picture: Picture, shapes: Shapes, colours: Theme) -> tuple[list[str], int, int]:
    """Draw the cells of a picture with their labels, on no ground.

    Returns the elements, and the width and the height that they take in pixels.
    """
    left, top = origin_of(shapes)
    place = f"translate({left} {top})"
    drawn = [
        between.edges(shapes, colours, place),
        _numbers(shapes, colours),
        element(
            "g",
            *_tiles(picture, shapes, colours),
            *_marks(picture, shapes, colours),
            _multipliers(picture, shapes, colours),
            element("g", *_frames(picture, shapes, colours), class_="frames"),
            *between.walls(shapes, colours),
            transform=place,
        ),
    ]
    return drawn, ceil(left + shapes.size[0] + _MARGIN), ceil(top + shapes.size[1])


def foot_parts(
    picture: Picture, texts: Sequence[str], colours: Theme, across: int, top: int
) -> tuple[list[str], int, int]:
    """Draw the legend of a picture and texts below what is so wide and ends at `top`.

    Returns the elements, the width that they need or that above, and where they end.
    """
    samples = _legend(picture, colours, every_frame=False)
    across = max(across, _least_width(samples, texts))
    drawn, bottom = _below(samples, texts, colours, across, top)
    return drawn, across, bottom


def _least_width(samples: Sequence[str], texts: Sequence[str]) -> int:
    return 540 if any(texts) else 300 if samples else 0


def _below(
    samples: list[str], texts: Sequence[str], colours: Theme, across: int, top: int
) -> tuple[list[str], int]:
    """Draw a legend and texts below a board, and say where they end."""
    letters = max(20, int((across - 2 * _MARGIN) / LETTER))
    lines = [line for text in texts for line in wrap(text, letters)]
    per_row = max(1, (across - 2 * _MARGIN) // _LEGEND_STEP)
    legend_top = top + 12
    caption_top = legend_top + -(-len(samples) // per_row) * _LEGEND_LINE + 6
    bottom = caption_top + len(lines) * _CAPTION_LINE + (_MARGIN if lines else 0)
    entries = _placed(samples, per_row, _MARGIN, legend_top)
    drawn = [
        element("g", *entries, font_size=12, fill=colours.text) if entries else "",
        *_texts(lines, colours, caption_top),
    ]
    return drawn, bottom


def ground(across: int, down: int, colours: Theme) -> str:
    """Draw the ground of a picture of this width and height."""
    return element("rect", width=across, height=down, fill=colours.page)


def legend(picture: Picture, colours: Theme, *, every_frame: bool = False) -> str:
    """Draw the legend of `drawing` as an SVG element; empty where nothing needs a word."""
    samples = _legend(picture, colours, every_frame=every_frame)
    across = 3 * _LEGEND_STEP
    down = -(-len(samples) // 3) * _LEGEND_LINE
    drawn = element(
        "g", *_placed(samples, 3, 0, 0), font_size=12, fill=colours.text, font_family=_FONT
    )
    size = {"width": across, "height": down, "viewBox": f"0 0 {across} {down}"}
    return element("svg", drawn, role="img", aria_label="Legend", **size) if samples else ""


def origin_of(shapes: Shapes) -> tuple[float, float]:
    return _MARGIN + shapes.left, _MARGIN + shapes.top


def _placed(samples: list[str], per_row: int, left: int, top: int) -> list[str]:
    """Return the entries of a legend in rows, from this corner."""
    return [
        element(
            "g",
            drawn,
            transform=f"translate({left + number % per_row * _LEGEND_STEP} "
            f"{top + number // per_row * _LEGEND_LINE})",
        )
        for number, drawn in enumerate(samples)
    ]


def check_theme(theme: str) -> None:
    """Raise ValueError for a theme that is not one of `THEMES`."""
    expect("theme", theme, str, " or ".join(THEMES))
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}; known: {', '.join(THEMES)}")


def check_picture_size(grid: Grid, most: int = MOST_SVG_CELLS) -> None:
    """Raise `LimitError` for a board that is too large for a picture."""
    if grid.size > most:
        raise LimitError(f"the board has {grid.size:,} cells; such a picture has at most {most:,}")


def percent(chance: float) -> str:
    """Write a probability in at most four characters; only certainty is written as 0 or 100 %."""
    hundredths = 100 * chance
    if hundredths < 0.1:
        return "<.1%"
    if hundredths < 9.95:
        return f"{hundredths:.1f}%"
    return f"{hundredths:.0f}%" if hundredths < 99.5 else ">99%"


def _tiles(picture: Picture, shapes: Shapes, colours: Theme) -> Iterator[str]:
    """Yield the background of every cell, those of one colour together."""
    groups: dict[tuple[str, bool], list[str]] = defaultdict(list)
    cells = np.ndenumerate(picture.grid)
    for number, ((row, column), state) in enumerate(cells):
        covered = is_covered(state)
        chance = picture.probability(row, column)
        fill = colours.covered if covered else colours.open
        if picture.verdict(row, column) is not None:
            fill = colours.mine if picture.verdict(row, column) else colours.safe
        elif chance is not None:
            fill = heat(colours, chance)
        elif (row, column) in picture.multipliers:
            fill = _weighed(picture, picture.multipliers[row, column], colours)
        x, y = shapes.corners[number]
        outline = shapes.outline(number)
        tile = signs.tile(x, y, is_covered=covered, outline=outline, data_cell=f"{row},{column}")
        groups[fill, covered].append(tile)
    for (fill, covered), tiles in groups.items():
        stroke = colours.edge if covered else colours.line
        yield element("g", *tiles, fill=fill, stroke=stroke)


def _marks(picture: Picture, shapes: Shapes, colours: Theme) -> Iterator[str]:
    """Draw clues and probabilities, grouped by colour and size; mines, flags and verdicts."""
    words: dict[tuple[str, int], list[str]] = defaultdict(list)
    drawn: list[str] = []
    best = frozenset(picture.best)
    cells = np.ndenumerate(picture.grid)
    for number, ((row, column), state) in enumerate(cells):
        x, y = shapes.corners[number]
        verdict, chance = picture.verdict(row, column), picture.probability(row, column)
        label = picture.numbers.get((row, column)) if chance is None else percent(chance)
        if verdict is not None:
            drawn.append(signs.verdict(x, y, colours, is_mine=verdict))
        elif label:
            down = 4 if (row, column) in best else 0  # below the star
            words[colours.text, _LABEL].append(signs.word(x, y + down, label, _LABEL))
        if state == State.FLAGGED:
            small = verdict is not None or bool(label) or (row, column) in best
            across = x + shapes.outline(number).narrow if small else x
            drawn.append(signs.flag(across, y, colours, small=small))
        if (row, column) in best:
            drawn.append(signs.best(x, y, colours, shapes.outline(number)))
        if state == State.KNOWN_MINE:
            drawn.append(signs.mine(x, y, colours))
        elif (shown := _clue(picture, (row, column), colours)) is not None:
            drawn_lines, fill, size = shown
            is_lower = (row, column) in picture.multipliers
            words[fill, size].append(signs.lines(x, y, drawn_lines, size, is_lower=is_lower))
    for (fill, size), texts in words.items():
        weight = None if size == _LABEL else "bold"
        yield element(
            "g", *texts, fill=fill, font_size=size, font_weight=weight, text_anchor="middle"
        )
    if drawn:
        yield element("g", *drawn)


def _multipliers(picture: Picture, shapes: Shapes, colours: Theme) -> str:
    """Write the multipliers of clues into the corners of their cells."""
    width = picture.grid.shape[1]
    drawn = []
    for (row, column), value in sorted(picture.multipliers.items()):
        number = row * width + column
        (x, y), narrow = shapes.corners[number], shapes.outline(number).narrow
        drawn.append(signs.corner(x - narrow, y, _signed(value), _SMALL_LABEL))
    style = {"fill": colours.text, "font_size": _SMALL_LABEL, "text_anchor": "end"}
    return element("g", *drawn, **style) if drawn else ""


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def _clue(
    picture: Picture, place: Place, colours: Theme
) -> tuple[tuple[str, ...], str, int] | None:
    """Choose lines of text, colour and size for an open cell; None if it has no text."""
    state = int(picture.grid[place])
    is_weighed = place in picture.multipliers
    if place in picture.signs:
        sign = picture.signs[place]
        return sign.lines, colours.text, sign.size
    if (state == 0 and not (picture.zeros or is_weighed)) or is_covered(state):
        return None
    if state == State.NO_CLUE:
        return ("·",), colours.faint, _CLUE
    if state == State.UNCERTAIN:
        label = picture.labels.get(place, "?")
        return (label,), colours.text, 16 if len(label) < 3 else 13
    colour = colours.clues[min(state, 8)] if state else colours.faint
    return (str(state),), colours.text if is_weighed else colour, _CLUE


def _weighed(picture: Picture, multiplier: int, colours: Theme) -> str:
    """Return the colour of a clue with a multiplier: of one end for most, of the other for least.

    The colours are those of probabilities; the multiplier is written in the cell as well.
    """
    most = max(map(abs, picture.multipliers.values()))
    return heat(colours, 0.5 + 0.5 * multiplier / most)


def _frames(picture: Picture, shapes: Shapes, colours: Theme) -> Iterator[str]:
    """Yield the frames of a reason: its clues, dashed cells around them, the cell in question
    twice.

    Each is drawn on a wider frame in the colour of the page, to be visible on any background.
    """
    places: list[tuple[Place, tuple[float, float], str | None]]
    places = [(place, (2.0, 3.0), "3 3") for place in sorted(picture.around)]
    places += [(place, (3.0, 1.5), None) for place in sorted(picture.framed)]
    if picture.focus is not None:
        places += [(picture.focus, (3.0, 1.5), None), (picture.focus, _OUTER, None)]
    width = picture.grid.shape[1]
    for colour, wider, is_above in ((colours.page, 2.0, False), (colours.reason, 0.0, True)):
        drawn = []
        for (row, column), (thick, inset), dashes in places:
            number = row * width + column
            (x, y), outline = shapes.corners[number], shapes.outline(number)
            frame_dashes = dashes if is_above else None
            drawn.append(signs.frame(x, y, thick + wider, inset, outline, dashes=frame_dashes))
        if drawn:
            yield element("g", *drawn, fill="none", stroke=colour)


def _numbers(shapes: Shapes, colours: Theme) -> str:
    """Draw the numbers of rows and columns, or other labels of cells."""
    left, top = origin_of(shapes)
    drawn = [
        element(
            "text",
            label.text,
            x=left + label.x,
            y=top + label.y,
            text_anchor="end" if label.is_row else None,
        )
        for label in shapes.labels
    ]
    style = {"fill": colours.faint, "font_size": _LABEL, "text_anchor": "middle"}
    return element("g", *drawn, **style, **between.halo(shapes, colours))


def _legend(picture: Picture, colours: Theme, *, every_frame: bool) -> list[str]:
    """Return a sample and a word for each sign that needs one, if it is in the picture."""
    entries: list[tuple[str, list[str]]] = []

    def tile(fill: str) -> str:
        return signs.tile(0, 0, is_covered=True, fill=fill, stroke=colours.edge)

    def labelled(fill: str, text: str) -> list[str]:
        style = {"fill": colours.text, "font_size": _LABEL, "text_anchor": "middle"}
        return [tile(fill), element("g", signs.word(0, 0, text, _LABEL), **style)]

    for mask, is_mine, fill in (
        (picture.safe, False, colours.safe),
        (picture.mines, True, colours.mine),
    ):
        if mask is not None and mask.any():
            shape = signs.verdict(0, 0, colours, is_mine=is_mine)
            entries.append((f"proved {'mine' if is_mine else 'safe'}", [tile(fill), shape]))
    if picture.probabilities is not None and not np.isnan(picture.probabilities).all():
        entries.append(("mine probability", labelled(heat(colours, 0.25), "25%")))
    if picture.numbers:
        entries.append(("the player's number", labelled(colours.covered, "2")))
    for sign, word in ((1, "added"), (-1, "taken off")):
        if any(value * sign > 0 for value in picture.multipliers.values()):
            entries.append((word, labelled(heat(colours, 0.5 + 0.5 * sign), _signed(sign))))
    if picture.best:
        entries.append(("least risky", [tile(colours.covered), signs.best(0, 0, colours)]))
    entries += _frame_entries(picture, colours, every_frame=every_frame)
    return [
        element("g", *drawn, transform="scale(.62)") + element("text", plain(word), x=28, y=14)
        for word, drawn in entries
    ]


def _frame_entries(
    picture: Picture, colours: Theme, *, every_frame: bool
) -> list[tuple[str, list[str]]]:
    """Return a word and a sample for each kind of frame."""
    frames = []
    if picture.focus is not None or every_frame:
        frames.append(("the cell", [signs.frame(0, 0, 3, 1.5), signs.frame(0, 0, *_OUTER)]))
    if picture.framed or every_frame:
        frames.append((picture.framed_word, [signs.frame(0, 0, 3, 1.5)]))
    if picture.around or every_frame:
        frames.append((picture.around_word, [signs.frame(0, 0, 2, 3, dashes="3 3")]))
    return [
        (word, [element("g", *drawn, fill="none", stroke=colours.reason)]) for word, drawn in frames
    ]
