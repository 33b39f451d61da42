"""XML elements as text, in which no input can become markup."""

from __future__ import annotations

import re
from html import escape
from typing import Final

# XML does not allow these characters at all, escaped or not.
_CONTROL: Final = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def plain(text: object) -> str:
    """Escape text between elements; characters that XML forbids become replacement characters."""
    return escape(re.sub(_CONTROL, "\ufffd", str(text)), quote=False)


def element(name: str, *inner: str, **attributes: object) -> str:
    """Return an element with its content: elements, or text from `plain`.

    An underscore in the name of an attribute becomes a hyphen, one at its end is dropped.
    Attributes that are None are left out; numbers are written as short as possible.
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_value(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(inner)}</{name}>" if inner else f"<{name}{given}/>"


def number(value: float) -> str:
    """Return a number as short as possible, with at most two digits after the point."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _value(value: object) -> str:
    if isinstance(value, float):
        return f'"{number(value)}"'
    text = escape(re.sub(_CONTROL, "\ufffd", str(value)))
    for code in (9, 10, 13):  # which readers take for blanks in an attribute
        text = text.replace(chr(code), f"&#{code};")
    return f'"{text}"'
