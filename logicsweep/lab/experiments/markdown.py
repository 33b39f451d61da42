"""Foreign texts in a report: they are shown literally, never as HTML or as a link."""

from __future__ import annotations

import re
from html import escape
from typing import Final

# What some Markdown readers make a link of although it has no brackets.
_LINKS: Final = re.compile(r"(?i)(?<=:)//|(?<=www)\.|@|\bxmpp:|\bmailto:")


def name(text: str) -> str:
    """Escape the Markdown of a text and put it on one line, so that it can stand in a table."""
    plain = re.sub(r"([\\`*_\[\]|!~#$])", r"\\\1", escape(one_line(text), quote=False))
    return _LINKS.sub(lambda match: f"&#{ord(match[0][0])};{match[0][1:]}", plain)


def title(text: str) -> str:
    """Put a text in Markdown on one line."""
    return prose(one_line(text))


def prose(text: str) -> str:
    """Escape the HTML of a text in Markdown."""
    return re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)


def one_line(text: str) -> str:
    """Put a text on one line, without characters that a terminal would obey."""
    printable = (letter if letter.isprintable() else " " for letter in text)
    return " ".join("".join(printable).split())
