"""JSON objects in files: read with errors that say where."""

from __future__ import annotations

import json
from typing import Any

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.text import fault_at
from logicsweep.limits import MOST_CELLS, MOST_LINES


def object_of(text: str, keys: str) -> dict[str, Any]:
    """Return the JSON object in a text; `keys` names the expected keys.

    Raises `BoardSyntaxError` if the text is not JSON, or another JSON value.
    """
    if text.count("{") > MOST_LINES or text.count("[") > MOST_CELLS + 1:
        raise _strange()  # before Python makes all of these objects
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BoardSyntaxError(
            f"not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None
    except (RecursionError, ValueError):
        # Nested too deeply, or a number with more digits than Python converts.
        raise _strange() from None
    if not isinstance(value, dict):
        raise BoardSyntaxError(f"expected an object with {keys}", line=1, column=1)
    return value


def _strange() -> BoardSyntaxError:
    return BoardSyntaxError(
        "this JSON is too large or too deeply nested to be a board", line=1, column=1
    )


def has_key(data: bytes, *keys: str) -> bool:
    """Tell whether the bytes look like a JSON object with one of these keys."""
    if data.lstrip()[:1] != b"{":
        return False
    return any(f'"{key}"'.encode() in data for key in keys)


def fault(text: str, key: str, problem: str) -> BoardSyntaxError:
    """Make an error at the place of a key, or at the start if it is missing."""
    return fault_at(text, max(text.find(f'"{key}"'), 0), problem)
