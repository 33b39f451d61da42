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

# By the first letter of a symbol: where there are 256 colours, and where there are 16.
_STYLES: Final = {
    "s": ("color(231) on color(28)", "black on green"),
    "m": ("color(231) on color(160)", "black on bright_red"),
    "S": ("color(231) on color(28)", "black on green"),
    "M": ("color(231) on color(160)", "black on bright_red"),
    "o": ("color(16) on color(136)", "bright_white on bright_blue"),
    "*": ("bold color(160)", "bold bright_red"),
    "F": ("bold color(136)", "bold"),
    "?": ("bold", "bold"),
    "_": ("color(244)", "dim"),
    "0": ("color(244)", "dim"),
    "1": ("color(32)", "bright_blue"),
    "2": ("color(28)", "green"),
    "3": ("color(160)", "bright_red"),
    "4": ("color(99)", "magenta"),
    "5": ("color(130)", "bold magenta"),
    "6": ("color(30)", "bold green"),
    "7": ("color(164)", "bold bright_blue"),
    "8": ("bold color(242)", "bold"),
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

    few = colour_system not in ("256", "truecolor")
    styles = {style_of(symbol): both[few] for symbol, both in _STYLES.items()}
    heat = enumerate(_FEW_HEAT if few else _HEAT)
    return Theme(styles | {heat_of(step): style for step, style in heat})
