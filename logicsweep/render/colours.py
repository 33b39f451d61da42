"""The colours of boards on terminals, by names that each console looks up in its own.

All of them stand out from a black ground and from a white one (3:1 and more, as WCAG 2 counts it),
since nobody knows which it is. Terminals with 256 colours have these as they are here; of the 16
that every terminal may change, those are taken that are readable on most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.theme import Theme

# How many colours there are from a chance of 0 to 1.
STEPS: Final = 10

_NAMES: Final = {
    "s": "color(231) on color(28)",
    "m": "color(231) on color(160)",
    "S": "color(231) on color(28)",
    "M": "color(231) on color(160)",
    "o": "color(16) on color(136)",
    "*": "bold color(160)",
    "F": "bold color(136)",
    "?": "bold",
    "_": "color(244)",
    "0": "color(244)",
    "1": "color(32)",
    "2": "color(28)",
    "3": "color(160)",
    "4": "color(99)",
    "5": "color(130)",
    "6": "color(30)",
    "7": "color(164)",
    "8": "bold color(242)",
}
_HEAT: Final = (
    "color(231) on color(25)",
    "color(16) on color(67)",
    "color(231) on color(60)",
    "color(231) on color(59)",
    "color(16) on color(102)",
    "color(16) on color(101)",
    "color(16) on color(137)",
    "color(16) on color(136)",
    "color(231) on color(130)",
    "color(16) on color(166)",
)
_FEW_NAMES: Final = {
    "s": "black on green",
    "m": "black on bright_red",
    "S": "black on green",
    "M": "black on bright_red",
    "o": "bright_white on bright_blue",
    "*": "bold bright_red",
    "F": "bold",
    "?": "bold",
    "_": "dim",
    "0": "dim",
    "1": "bright_blue",
    "2": "green",
    "3": "bright_red",
    "4": "magenta",
    "5": "bold magenta",
    "6": "bold green",
    "7": "bold bright_blue",
    "8": "bold",
}
_FEW_HEAT: Final = (
    *("bright_white on bright_blue",) * 3,
    *("reverse",) * 4,
    *("bright_white on magenta",) * 3,
)


def style_of(symbol: str) -> str:
    """Return the name of the style for a cell, by the first letter of its symbol."""
    return f"cell.{symbol[0]}"


def heat_of(step: int) -> str:
    """Return the name of the style for a chance, by its step from 0 to `STEPS` - 1."""
    return f"heat.{step}"


def theme_for(colour_system: str | None) -> Theme:
    """Return the styles by their names, for a console with the colour system that rich detected."""
    from rich.theme import Theme

    many = colour_system in ("256", "truecolor")
    names, heat = (_NAMES, _HEAT) if many else (_FEW_NAMES, _FEW_HEAT)
    styles = {style_of(symbol): style for symbol, style in names.items()}
    return Theme(styles | {heat_of(step): style for step, style in enumerate(heat)})
