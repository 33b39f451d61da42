"""The signs in the cells of a picture, each drawn in a square of `CELL` pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.board.picture.markup import element, number, plain
from logicsweep.board.picture.outlines import CELL, SQUARE, Outline
from logicsweep.board.picture.themes import Theme

# The height of a line, in sizes of its font.
LINE: Final = 1.1
_BALL: Final = "a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"


def word(x: float, y: float, text: str, size: int) -> str:
    """Return a short text in the middle of the cell at this corner."""
    return element("text", plain(text), x=x + CELL / 2, y=y + CELL / 2 + size * 0.36)


def corner(x: float, y: float, text: str, size: int) -> str:
    """Return a short text that ends in the upper right corner of the cell at this corner.

    It keeps clear of the frames around a neighbour.
    """
    return element("text", plain(text), x=x + CELL - 5, y=y + size + 3)


def lines(x: float, y: float, texts: Sequence[str], size: int, *, is_lower: bool = False) -> str:
    """Write short texts in the middle of the cell at this corner, one below the other.

    Lower, and a single letter more to the left, they leave room for a text in the upper corner.
    """
    if is_lower:
        x, y = x - 4 * (max(map(len, texts)) == 1), y + (5 if len(texts) == 1 else 2)
    top = y - (len(texts) - 1) * LINE * size / 2
    return "".join([word(x, top + at * LINE * size, text, size) for at, text in enumerate(texts)])


def verdict(x: float, y: float, colours: Theme, *, is_mine: bool) -> str:
    """Return a ring for a safe cell, a cross for a mine."""
    left = number(x + 9)
    ring, cross = f"M{left} {number(y + 16)}{_BALL}", f"M{left} {number(y + 9)}l14 14m0 -14l-14 14"
    return element(
        "path",
        d=cross if is_mine else ring,
        stroke=colours.on_verdict,
        stroke_width=3.5,
        fill="none",
        stroke_linecap="round",
    )


def mine(x: float, y: float, colours: Theme) -> str:
    """Return a ball with spikes."""
    upright = f"M{number(x + 16)} {number(y + 5)}v22M{number(x + 5)} {number(y + 16)}h22"
    slanting = f"M{number(x + 8)} {number(y + 8)}l16 16m0 -16l-16 16"
    return element(
        "path",
        d=f"{upright}{slanting}M{number(x + 9)} {number(y + 16)}{_BALL}",
        fill=colours.known_mine,
        stroke=colours.known_mine,
        stroke_width=2.5,
    )


def flag(x: float, y: float, colours: Theme, *, small: bool) -> str:
    """Return a flag; a small one in the corner if the cell shows something else."""
    path = element(
        "path",
        d="M10 26h12M15 26V6M15 6l10 5.5L15 17z",
        fill=colours.flag,
        stroke=colours.text if small else colours.flag,
        stroke_width=2,
        transform="scale(.42)" if small else None,
    )
    return element("g", path, transform=f"translate({number(x)} {number(y)})")


def best(x: float, y: float, colours: Theme, outline: Outline = SQUARE) -> str:
    """Return a frame with a star in its corner, for the least risky cells."""
    return element(
        "g",
        frame(x, y, 2, 1, outline),
        star(x - outline.narrow, y, colours),
        fill="none",
        stroke=colours.text,
    )


def star(x: float, y: float, colours: Theme) -> str:
    """Return the star of `best`, without its frame."""
    start = f"M{number(x + 24.5)} {number(y + 3)}"
    rays = "l1.6 3.6 3.9.4-2.9 2.7.8 3.8-3.4-1.9-3.4 1.9.8-3.8-2.9-2.7 3.9-.4z"
    return element("path", d=start + rays, fill=colours.text, stroke_width=0)


def tile(
    x: float, y: float, *, is_covered: bool, outline: Outline = SQUARE, **attributes: object
) -> str:
    """Return the background of a cell."""
    inset, rx = (1, 4) if is_covered else (0, None)
    return _outlined(x, y, inset, outline, rx, **attributes)


def frame(
    x: float,
    y: float,
    width: float,
    inset: float,
    outline: Outline = SQUARE,
    *,
    dashes: str | None = None,
) -> str:
    """Return a frame within a cell."""
    return _outlined(x, y, inset, outline, 4, stroke_width=width, stroke_dasharray=dashes)


def _outlined(
    x: float, y: float, inset: float, outline: Outline, rx: int | None, **attributes: object
) -> str:
    """Return the outline of a cell, so far from its edges; a square may have round corners."""
    if outline is not SQUARE:
        return element("path", d=outline.path(x, y, inset), stroke_linejoin="round", **attributes)
    return element(
        "rect",
        x=x + inset,
        y=y + inset,
        width=CELL - 2 * inset,
        height=CELL - 2 * inset,
        rx=rx,
        **attributes,
    )
