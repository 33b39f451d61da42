"""Links with a board in them: their fields, and clear messages about links without one."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote_plus

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.lines import Line
from logicsweep.formats.text import decode, fault_at

# The site of the links that logicsweep writes.
SITE: Final = "https://davidnhill.github.io/JSMinesweeper/"
_LINK: Final = re.compile(
    r"\s{0,99}(?:https?://|\?\w+[=&]|[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}/[^\s?]{0,200}\?\w)",
    re.IGNORECASE,
)
_TEXT: Final = re.compile(r"\s*https?://[^\s#]+#text=([^\s&]+)(?:&\S*)?\s*", re.IGNORECASE)
PAGE: Final = re.compile(r"\s*https?://[^\s#?]+/mines(?:\.html)?#(\d\S*)\s*", re.IGNORECASE)


def is_link(text: str) -> bool:
    """Tell whether a text is a link, or the part of one after the question mark."""
    return _LINK.match(text) is not None


def looks_like(data: bytes, *fields: str) -> bool:
    """Tell whether bytes are a link with all of these fields."""
    if not is_link(data[:64].decode("latin-1")):
        return False
    return all(re.search(rb"[?&]" + field.encode() + b"=", data) for field in fields)


def field(data: bytes, name: str) -> tuple[str, str, int]:
    """Return the text of a link, the value of a field, and where the value starts.

    Raises `BoardSyntaxError` if it is not a link, or if the field is missing or there twice.
    """
    text = decode(data)
    if not is_link(text):
        raise fault_at(text, 0, "expected a link that starts with https:// or ?")
    first = re.search(rf"[?&]{name}=([^&#\s]*)", text)
    if first is None:
        raise fault_at(text, 0, f"expected a field {name}= in the link")
    again = re.compile(rf"[?&]{name}=").search(text, first.end())
    if again:
        raise fault_at(text, again.start() + 1, f"a second field {name}=; expected only one")
    return text, first[1], first.start(1)


def refused(data: bytes) -> BoardSyntaxError | None:
    """Make the error that says why a link cannot be read; None if it is not a link."""
    if not is_link(data[:64].decode("latin-1")):
        return None
    problem = "this link has no board in it"
    if b"minesweeper.online" in data:
        problem = "this link names a game on a server and has no board in it"
    elif looks_like(data, "board"):
        problem = (
            "this link has a size or a random seed, from which only its own program can generate "
            "the mines"
        )
    expected = "a link with ?b= and &m=, with ?analysis=, or with #s="
    return BoardSyntaxError(f"{problem}; expected {expected}")


def id_in(line: Line) -> Line | None:
    """Return the game id in the fragment of a link to Simon Tatham's page; None if there is none.

    The page writes such links itself: `.../mines.html#9x9:4,4,m00b7d48a3e0231c419200`.
    """
    match = PAGE.fullmatch(line.text)
    return None if match is None else line.part(*match.span(1))


def text_in(line: Line) -> list[Line] | None:
    """Return the lines of the text in the fragment of a link; None if there is none.

    The page of `serve` opens such links, which people write by hand: `.../#text=%3F1%3F`.
    """
    match = _TEXT.fullmatch(line.text)
    if match is None:
        return None
    place = line.part(*match.span(1))
    return [place.saying(row) for row in unquote_plus(match[1]).splitlines()] or None
