"""JSON objects in files: declared, and read with errors that say which key is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.text import fault_at
from logicsweep.limits import MOST_CELLS, MOST_LINES

_PLACE: Final = re.compile(r"(.*) - at `\$\.(\w+)(.*)`")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)


class EntryError(Exception):
    """The value of a key is not what it has to be."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key


@contextmanager
def about(key: str, refusal: type[ValueError] = ValueError) -> Iterator[None]:
    """Raise `EntryError` for a refusal within; items of a list count from 0."""
    try:
        yield
    except refusal as error:
        problem = str(error)
        if isinstance(error, BoardSyntaxError):
            problem = f'"{key}"[{error.line}], character {error.column}: {error.text}'
        raise EntryError(key, problem) from None


@contextmanager
def located(text: str) -> Iterator[None]:
    """Raise `BoardSyntaxError` with the place of the key, or the start of the text if it has none,
    for a `EntryError` within.
    """
    try:
        yield
    except EntryError as error:
        raise fault_at(text, max(text.find(f'"{error.key}"'), 0), str(error)) from None


def object_of(text: str, shape: type) -> dict[str, Any]:
    """Return what the JSON object in a text has under each key; null stands for nothing.

    `shape` is a class of msgspec, or a `TypedDict`, that declares the keys. Raises
    `BoardSyntaxError` for a text that is no JSON, and `EntryError` for another object.
    """
    import msgspec

    problem = "this JSON is too large or too deeply nested to be a board"
    if text.count("{") > MOST_LINES or text.count("[") > MOST_CELLS + 1:
        raise fault_at(text, 0, problem)  # before Python makes all of these objects
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise fault_at(text, error.pos, f"not JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        # Nested too deeply, or a number with more digits than Python converts.
        raise fault_at(text, 0, problem) from None
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise _refused(str(error), shape) from None
    return {key: item for key, item in value.items() if item is not None}


def _refused(words: str, shape: type) -> EntryError:
    """Return the fault of an object in which a key is missing, unknown or of another type."""
    keys = ", ".join(shape.__annotations__)
    field, place = _FIELD.fullmatch(words), _PLACE.fullmatch(words)
    if field is not None:
        is_missing = field[1].startswith("missing")
        unknown = f"unknown key {field[2]!r}; expected {keys}"
        return EntryError(field[2], f'expected "{field[2]}"' if is_missing else unknown)
    if place is None:
        return EntryError("", f"expected an object with {keys}")
    only = re.search(r"Literal\[(.*?)\]", str(shape.__annotations__[place[2]]))
    problem = f"expected {only[1]}" if only else place[1].lower().replace("`", "")
    return EntryError(place[2], f'"{place[2]}"{place[3]}: {problem}')


def has_key(data: bytes, *keys: str) -> bool:
    """Tell whether the bytes look like a JSON object with one of these keys."""
    if data.lstrip()[:1] != b"{":
        return False
    return any(f'"{key}"'.encode() in data for key in keys)
