"""The signs in the cells of a picture, each drawn in a square of `CELL` pixels."""

from __future__ import annotations

from typing import Final

from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.themes import Theme

CELL: Final = 32
_BALL: Final = "a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"


def word(x: int, y: int, text: str, size: int) -> str:
    """A short text in the middle of the cell at this corner."""
    return element("text", plain(text), x=x + CELL / 2, y=y + CELL / 2 + size * 0.36)


def verdict(x: int, y: int, colours: Theme, *, is_mine: bool) -> str:
    """A ring for a safe cell, a cross for a mine."""
    path = f"M{x + 9} {y + 9}l14 14m0 -14l-14 14" if is_mine else f"M{x + 9} {y + 16}{_BALL}"
    return element(
        "path",
        d=path,
        stroke=colours.on_verdict,
        stroke_width=3.5,
        fill="none",
        stroke_linecap="round",
    )


def mine(x: int, y: int, colours: Theme) -> str:
    """A ball with spikes."""
    spikes = f"M{x + 16} {y + 5}v22M{x + 5} {y + 16}h22M{x + 8} {y + 8}l16 16m0 -16l-16 16"
    return element(
        "path",
        d=f"{spikes}M{x + 9} {y + 16}{_BALL}",
        fill=colours.known_mine,
        stroke=colours.known_mine,
        stroke_width=2.5,
    )


def flag(x: int, y: int, colours: Theme, *, small: bool) -> str:
    """A flag; a small one in the corner if the cell shows something else."""
    path = element(
        "path",
        d="M10 26h12M15 26V6M15 6l10 5.5L15 17z",
        fill=colours.flag,
        stroke=colours.text if small else colours.flag,
        stroke_width=2,
        transform="scale(.42)" if small else None,
    )
    return element("g", path, transform=f"translate({x} {y})")


def best(x: int, y: int, colours: Theme) -> str:
    """A frame with a star in its corner, for the least risky cells."""
    star = f"M{x + 24.5} {y + 3}l1.6 3.6 3.9.4-2.9 2.7.8 3.8-3.4-1.9-3.4 1.9.8-3.8-2.9-2.7 3.9-.4z"
    return element(
        "g",
        frame(x, y, 2, 1),
        element("path", d=star, fill=colours.text, stroke_width=0),
        fill="none",
        stroke=colours.text,
    )


def tile(x: int, y: int, *, is_covered: bool, **attributes: object) -> str:
    """The background of a cell."""
    inset, rx = (1, 4) if is_covered else (0, None)
    return _square(x, y, inset, rx=rx, **attributes)


def frame(x: int, y: int, width: float, inset: float, *, dashes: str | None = None) -> str:
    """A frame within a cell."""
    return _square(x, y, inset, rx=4, stroke_width=width, stroke_dasharray=dashes)


def _square(x: int, y: int, inset: float, **attributes: object) -> str:
    """A square within a cell, so far from its edges."""
    return element(
        "rect",
        x=x + inset,
        y=y + inset,
        width=CELL - 2 * inset,
        height=CELL - 2 * inset,
        **attributes,
    )
