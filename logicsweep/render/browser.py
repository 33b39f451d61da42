"""What draws boards in a browser: ES modules, and the signs and colours that pictures have."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

from logicsweep.board.picture import signs
from logicsweep.board.picture.markup import element
from logicsweep.board.picture.themes import NAMED, THEMES, ThemeName, definitions

_FOLDER: Final = "modules"
# What makes a module of a script.
_MODULE_LINE: Final = re.compile(r"^(?:import .*\n|export \{.*\n|export )", re.MULTILINE)
# Comments are for those who read the modules; what a browser loads is smaller without.
_COMMENT: Final = re.compile(r"^ *//.*\n", re.MULTILINE)
_BOARD: Final = (
    *("shapes.js", "names.js", "looks.js", "scrolling.js"),
    *("cells-svg.js", "sprites.js", "cells-canvas.js", "marks.js", "board.js"),
)
"""The modules that draw a board; each uses only those before it."""


def modules() -> dict[str, str]:
    """Return the modules that draw boards, and their style sheet, by the names of the files."""
    folder = files("logicsweep.render").joinpath(_FOLDER)
    entries = [entry for entry in folder.iterdir() if entry.name.endswith((".css", ".js"))]
    entries.sort(key=lambda entry: entry.name)
    return {entry.name: entry.read_text("utf-8") for entry in entries}


def script(*names: str) -> str:
    """Join what draws boards and these modules to one script, for a file that stands alone.

    Each module may use those before it.
    """
    texts = modules()
    whole = "\n".join(_MODULE_LINE.sub("", texts[name]) for name in (*_BOARD, *names))
    return without_comments(whole)


def without_comments(script_text: str) -> str:
    """Leave out the comments that fill a line."""
    return _COMMENT.sub("", script_text)


def symbols() -> str:
    """Return the signs as groups to use in an SVG drawing, each in a square of `CELL` pixels."""
    shapes = {
        "safe": signs.verdict(0, 0, NAMED, is_mine=False),
        "proved-mine": signs.verdict(0, 0, NAMED, is_mine=True),
        "mine": signs.mine(0, 0, NAMED),
        "flag": signs.flag(0, 0, NAMED, small=False),
        "small-flag": signs.flag(0, 0, NAMED, small=True),
        "best": signs.best(0, 0, NAMED),
        "star": signs.star(0, 0, NAMED),
    }
    return "".join(element("g", shape, id=f"sign-{name}") for name, shape in shapes.items())


def colours_css(theme: ThemeName | None = None) -> str:
    """Give the names of colours a meaning: for one theme, or for the reader's choice."""
    if theme is not None:
        return _root(theme)
    dark = _root("dark")
    return f"{_root('light')}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _root(theme: ThemeName) -> str:
    colours = definitions(THEMES[theme])
    meaning = "; ".join(f"{name}: {colour}" for name, colour in colours.items())
    return f":root {{ color-scheme: {theme}; {meaning} }}\n"
