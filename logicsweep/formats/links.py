"""Links that hold a board: their fields, and clear words for those that hold none."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.text import decode

# Where links that are written lead.
SITE: Final = "https://davidnhill.github.io/JSMinesweeper/"
_LINK: Final = re.compile(r"\s*(?:https?://|\?[\w%]+=)", re.IGNORECASE)


def is_link(text: str) -> bool:
    """Whether a text is a link, or the part of one behind the question mark."""
    return _LINK.match(text) is not None


def looks_like(data: bytes, *fields: str) -> bool:
    """Whether bytes are a link with all of these fields."""
    if not is_link(data[:64].decode("latin-1")):
        return False
    return all(re.search(rb"[?&]" + field.encode() + b"=", data) for field in fields)


def fields_of(data: bytes) -> tuple[str, dict[str, str]]:
    """The text of a link and its fields. Raises `BoardSyntaxError` when it is none."""
    from urllib.parse import parse_qsl

    text = decode(data).strip()
    if not is_link(text):
        raise BoardSyntaxError("expected a link, with https:// or ? first", line=1, column=1)
    query = text.partition("?")[2].partition("#")[0]
    return text, dict(parse_qsl(query, keep_blank_values=True))


def fault(text: str, field: str, what: str, offset: int = 0) -> BoardSyntaxError:
    """An error in the value of a field, so far into it."""
    match = re.search(rf"[?&]{field}=", text)
    at = match.end() + offset if match else 0
    return BoardSyntaxError(what, line=1, column=at + 1)


def refused(data: bytes) -> BoardSyntaxError | None:
    """Why a link holds no board that is read here; None for what is no link."""
    if not is_link(data[:64].decode("latin-1")):
        return None
    what = "this link holds no board; expected one with ?b= and &m=, or with ?analysis="
    if b"minesweeper.online" in data:
        what = "this link names a game on a server, and does not hold its board"
    elif looks_like(data, "board"):
        what = (
            "this link names a size or a random seed, and the mines come from the generator of "
            "that program; expected a link with ?b= and &m=, or with ?analysis="
        )
    return BoardSyntaxError(what, line=1, column=1)
