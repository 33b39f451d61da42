"""Every JSON format that logicsweep prints or writes: of the core, and of the slices of the lab."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import chain
from typing import Any, Final

from logicsweep.answers import schemas
from logicsweep.answers.schemas import Described
from logicsweep.cli.commands import GROUPS
from logicsweep.errors import UnknownNameError

_ENTRIES: Final = [*chain.from_iterable(GROUPS.values())]


def _formats() -> Mapping[str, Described]:
    """Return the formats of files, then the answers of commands as help lists them."""
    every = dict(schemas.FORMATS)
    slices = [entry.module.split(".")[1] for entry in _ENTRIES if entry.module.startswith("lab.")]
    for name in dict.fromkeys(slices):
        every |= import_module(f"logicsweep.lab.{name}.as_json").FORMATS
    order = {"": -1} | {entry.name: place for place, entry in enumerate(_ENTRIES)}
    last = len(_ENTRIES)
    return dict(sorted(every.items(), key=lambda item: order.get(item[1].command, last)))


FORMATS: Final = _formats()


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a format. Raises `UnknownNameError`."""
    if name not in FORMATS:
        raise UnknownNameError("JSON format", name, FORMATS)
    return schemas.schema_of(name, FORMATS[name])
