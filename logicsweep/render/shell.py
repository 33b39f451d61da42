"""The shell of HTML files that stand alone, and the signs and colours of boards in a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from logicsweep.board.picture import signs
from logicsweep.board.picture.drawing import board_parts, document, ground
from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import Picture
from logicsweep.board.picture.themes import NAMED, THEMES, ThemeName, definitions
from logicsweep.errors import LimitError
from logicsweep.render.bundle import bundle, modules, without_comments

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""For files that stand alone: nothing is fetched, and nothing but their own script runs."""
WIDE: Final = 420
"""The width at which a small board can be read, in pixels."""


def paper(title: str, *body: str, theme: ThemeName | None = None, style: str = "") -> str:
    """Write a file to read and to print, from its parts in HTML and its style beyond the shell's.

    `theme` is one of `THEMES`; without one the file follows the reader's settings.
    """
    return _file(title, colours_css(theme), style, '<body class="paper">', *body)


def screen(
    title: str,
    *body: str,
    script: str,
    data: Mapping[str, object],
    theme: ThemeName | None = None,
    kind: str = "screen",
) -> str:
    """Write a file that fills the screen, with a module that draws a board, and what it reads.

    `data` are values for JSON by the names of the elements that hold them, `kind` the classes of
    the whole in `shell.css`; `theme` is that of `paper`.
    """
    texts = modules()
    style = "".join([text.decode() for name, text in texts.items() if name.endswith(".css")])
    joined = without_comments(bundle(script, texts)).decode()
    return _file(
        title,
        colours_css(theme),
        style,
        f'<body class="{kind}">',
        *body,
        f'<svg class="signs" aria-hidden="true"><defs>{symbols()}</defs></svg>',
        *[_data_element(name, value) for name, value in data.items()],
        f'<script>"use strict";\n{joined}</script>',
    )


def _file(title: str, colours: str, style: str, *body: str) -> str:
    sheet = files("logicsweep.render").joinpath("shell.css").read_text("utf-8")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{plain(title)}</title>",
            f"<style>{colours}{sheet}{style}</style></head>",
            *body,
            "</body></html>",
            "",
        ]
    )


def figure(picture: Picture, caption: str, *, least: int = WIDE) -> str:
    """Draw a board with words below it in place of a legend, at least so many pixels wide.

    Where there is less room it is smaller. Too large a board is left out.
    """
    try:
        parts, across, down = board_parts(picture, picture.shapes, NAMED)
    except LimitError:
        return element("p", "The board is too large for a picture.")
    size = (across, down + 14)
    title = element("title", plain(picture.title))
    drawn = document(title, ground(*size, NAMED), *parts, size=size)
    wide = f"--wide: {max(across, least)}px"
    return element("figure", drawn, element("figcaption", plain(caption)), style=wide)


def _data_element(name: str, value: object) -> str:
    """Return JSON for the script; no text in it can end the element that it stands in."""
    text = json.dumps(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/json" id="{name}">{text}</script>'


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
