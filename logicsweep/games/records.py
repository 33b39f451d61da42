"""Shared parts of the formats of records: types, descriptions of keys, and lines by seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from inspect import cleandoc, get_annotations
from typing import Annotated, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=0)]
Place = Annotated[tuple[Number, Number], Meta(description="[row, column], counted from 0.")]
Places = tuple[Place, ...]
Levels = Annotated[
    Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | None,
    Meta(description="[least, highest] level that was asked for; null for any."),
]
Steps = Annotated[
    dict[str, int] | None,
    Meta(description="How many steps use each technique; null if that was not worked out."),
]
Level = Annotated[
    Number | None, Meta(description="The level of the hardest step; null if it was not worked out.")
]
LimitReached = Annotated[str, Meta(description="The limit that was reached, in words.")]
LimitKind = Annotated[Literal["limit"], Meta(description="The kind of error; the exit code is 3.")]

Made = TypeVar("Made", bound=Struct)
Failed = TypeVar("Failed", bound=Struct)


class Lines(Generic[Made, Failed]):
    """A format of lines, each with a record of what was made, or of a limit that was reached.

    Only the records of limits have the key `error`. The name of a record is for messages, such as
    "a puzzle".
    """

    def __init__(self, form: str, made: type[Made], failed: type[Failed], name: str) -> None:
        self.form: Final = form
        """The name of the format."""
        self.beginning: Final = f'{{"format":"{form}"'.encode()
        """The beginning of every line."""
        self.made: Final = made
        """The type of the records of what was made."""
        self.failed: Final = failed
        """The type of the records of limits."""
        self._name = name

    def write(self, record: Made | Failed) -> bytes:
        """Encode a record as a line of JSON, with its end."""
        return msgspec.json.encode(record) + b"\n"

    def read(self, lines: Iterator[bytes]) -> Iterator[Made | Failed]:
        """Yield the records of lines. Raises ValueError with the number of a wrong line."""
        for number, line in enumerate(lines, start=1):
            kind: type[Made | Failed] = self.failed if b'"error":' in line else self.made
            try:
                yield msgspec.json.decode(line, type=kind)
            except msgspec.MsgspecError as error:
                raise ValueError(f"line {number} is not one of {self._name}: {error}") from None


def keys_of(kind: type) -> tuple[str, ...]:
    """Return the names of the attributes of a structure or a dataclass."""
    if issubclass(kind, Struct):
        return kind.__struct_fields__
    return tuple([each.name for each in fields(kind)]) if is_dataclass(kind) else ()


def described_keys(kind: type) -> dict[str, str]:
    """Return what docstrings say of the attributes of a structure, its own or those it extends.

    A structure that is the JSON of a class, which it names as its `value`, need not say again what
    that class says of attributes of the same name; None is null there.
    """
    words: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, Struct) or is_dataclass(base):
            again = get_annotations(base)
            words = {name: text for name, text in words.items() if name not in again}
            words.update(_attributes(base))
    words = {name: re.sub(r"\bNone\b", "null", text) for name, text in words.items()}
    for base in getattr(kind, "value", object).__mro__:
        for name, text in (*_attributes(base), *_properties(base)):
            if name in keys_of(kind):
                words.setdefault(name, re.sub(r"\bNone\b", "null", text))
    return words


def _attributes(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the attributes that a docstring lists, and what it says of them."""
    _, _, listed = cleandoc(kind.__doc__ or "").partition("\nAttributes:\n")
    for entry in re.split(r"^ {4}(?! )", listed, flags=re.MULTILINE)[1:]:
        name, _, text = entry.partition(": ")
        yield name, " ".join(text.split())


def _properties(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the properties that a class defines, and the first paragraph of what each says."""
    for name, value in vars(kind).items():
        if isinstance(value, property | cached_property):
            yield name, " ".join(cleandoc(value.__doc__ or "").partition("\n\n")[0].split())
