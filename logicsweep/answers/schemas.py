"""The JSON formats that the core prints or writes, and the JSON Schema of any format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.inspect import (
    CollectionType,
    DataclassType,
    DictType,
    Metadata,
    StructType,
    TupleType,
    Type,
    UnionType,
    multi_type_info,
)
from msgspec.json import schema, schema_components

from logicsweep.answers import (
    certificates,
    formulas,
    games,
    listed,
    page,
    playing,
    reasons,
    requests,
    reviews,
    solving,
)
from logicsweep.answers.base import (
    AboutBoard,
    Answer,
    Cell as JsonCell,
    Error,
    Inconsistent,
    Limited,
    format_of,
    schema_of_type,
)
from logicsweep.board.board import Cell
from logicsweep.formats.board_object import BoardObject
from logicsweep.games.dealing.records import Dealt, NotDealt
from logicsweep.games.puzzles.records import Made, NotMade
from logicsweep.games.records import described_keys, keys_of

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Described(NamedTuple):
    """A format of files, or of the answers of a command.

    Attributes:
        about: The format in a line.
        kinds: The structures that a value of it may be.
        command: The command that answers so; empty for files.
    """

    about: str
    kinds: tuple[type[Struct], ...]
    command: str = ""


_Table: TypeAlias = dict[str, tuple[str, tuple[type[Struct], ...]]]
CONFLICT: Final = (Inconsistent, Limited, Error)

_FILES: Final[_Table] = {
    "board": ("A board file in JSON.", (BoardObject,)),
    games.LOG: (
        "A line of the file that play -o writes.",
        (games.GameStart, games.Move, games.GameEnd),
    ),
}
# What the page of `serve` asks and hears.
_OF_THE_PAGE: Final[_Table] = {
    "request": ("A request of the page.", requests.REQUESTS),
    **{name: (about, (kind,)) for name, (about, kind) in page.MESSAGES.items()},
}
_ANSWERS: Final[_Table] = {
    "show": (
        "A board as a JSON object, or the file it was written to.",
        (BoardObject, listed.BoardFile, *CONFLICT),
    ),
    page.COMMAND: ("Where the page is.", (page.Served, Error)),
    page.SITE: ("The page, written as files.", (page.Written, Error)),
    "list": ("The boards, rules, agents or formats that there are.", (listed.Listing, Error)),
    "solve": ("Verdicts, and probabilities of mines.", (solving.Solution, *CONFLICT)),
    "count": ("The number of layouts, and exact probabilities.", (solving.Count, *CONFLICT)),
    "explain": (
        "Why a cell is safe, a mine or undetermined.",
        (reasons.Explanation, reasons.Undetermined, reasons.AgentAccount, *CONFLICT),
    ),
    "hint": (
        "The easiest step, the least risky cells, or how hard it is.",
        (reasons.Hint, reasons.Rating, reasons.GameRating, *CONFLICT),
    ),
    "diagnose": ("Which clues conflict, and which may be wrong.", (reasons.Diagnosis, Error)),
    "certify": ("The folder that proofs were written to.", (certificates.Certified, *CONFLICT)),
    "check": ("Whether certificates are valid.", (certificates.Checked, Error)),
    "best": ("The best cells to open, and why.", (playing.Best, *CONFLICT)),
    "deal": ("A layout that was dealt, or why none was found.", (Dealt, NotDealt, Error)),
    "puzzle": ("A puzzle, with its only layout, or why none was found.", (Made, NotMade, Error)),
    "play": ("A game, move by move.", (games.Game, Error)),
    "review": ("What each opening of a game was.", (reviews.Review, Error)),
    "encode": (
        "The size of an encoding, or a comparison of all.",
        (formulas.EncodingSize, formulas.Comparison, Error),
    ),
    "decode": ("The layout in another solver's output, checked.", (formulas.Model, Error)),
    "usage": ("An error before any command was found.", (Error,)),
}
FORMATS: Final[Mapping[str, Described]] = {
    **{name: Described(*entry) for name, entry in _FILES.items()},
    **{name: Described(*entry, name) for name, entry in _ANSWERS.items()},
    **{name: Described(*entry, page.COMMAND) for name, entry in _OF_THE_PAGE.items()},
}


def schema_of(name: str, format_: Described) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a format."""
    about, kinds, _ = format_
    references, parts = schema_components(
        kinds, schema_hook=schema_of_type, ref_template="#/$defs/{name}"
    )
    described = {kind.__name__: kind for kind in _structures(multi_type_info(kinds))}
    for title, part in parts.items():
        _name_format(part, format_of(name))
        if title in described:  # enumerations are parts, too
            _describe_keys(part, described[title])
            if issubclass(described[title], Answer):
                _require_together(part)
            if issubclass(described[title], AboutBoard):
                part["required"].insert(1, "board")  # which commands name, and calls need not
            if not issubclass(described[title], Struct):
                _close(part)
        if title == Cell.__name__:
            part.update(schema(JsonCell))
        _describe_tag(part)
        if "description" in part:  # a docstring, of which the first line is enough
            part["description"] = part["description"].partition("\n")[0]
    return {
        "$schema": _DIALECT,
        "$id": f"urn:logicsweep:schema:{name}:1",
        "title": format_of(name),
        "description": about,
        **(references[0] if len(references) == 1 else {"anyOf": list(references)}),
        "$defs": parts,
    }


def _name_format(part: dict[str, Any], format_name: str) -> None:
    """Have a part require the format by its name, where it does not name one itself."""
    schema = part.get("properties", {}).get("format", {})
    if schema.get("type") == "string":
        schema["const"] = format_name


def _close(part: dict[str, Any]) -> None:
    """Have a record of the library in all its keys, and in no others, as answers write it."""
    part |= {"required": [*part["properties"]], "additionalProperties": False}
    for entry in part["properties"].values():
        entry.pop("default", None)


def _require_together(part: dict[str, Any]) -> None:
    """Have the keys that say what went wrong come together, where a part may lack them."""
    what = {"error", "kind", "place"}
    if what.isdisjoint(part["required"]):
        needed = {name: sorted(what - {name}) for name in sorted(what)}
        part["dependentRequired"] = {**needed, "limit": ["error"], "read_as": ["error"]}


def _structures(types: Iterable[Type]) -> set[type]:
    """Collect the structures, and the records of the library, that values of some types have."""
    todo, structures = list(types), set[type]()
    while todo:
        match todo.pop():
            case StructType(cls=kind, fields=fields) | DataclassType(cls=kind, fields=fields) if (
                kind not in structures
            ):
                structures.add(kind)
                todo += [field.type for field in fields]
            case (
                Metadata(type=inner) | CollectionType(item_type=inner) | DictType(value_type=inner)
            ):
                todo.append(inner)
            case UnionType(types=inner) | TupleType(item_types=inner):
                todo += inner
    return structures


def _describe_keys(part: dict[str, Any], kind: type) -> None:
    """Describe keys as the docstring of the structure does, or those that it extends."""
    names = keys_of(kind)
    keys = dict(zip(names, getattr(kind, "__struct_encode_fields__", names), strict=True))
    for name, text in described_keys(kind).items():
        entry = part["properties"][keys[name]]
        entry.pop("description", None)
        part["properties"][keys[name]] = {"description": text, **entry}


def _describe_tag(part: dict[str, Any]) -> None:
    """Describe the key that tells requests or versions apart, a tag, which msgspec does not."""
    for name, about in (("ask", "What is asked."), ("format", "The format and its version.")):
        tag = part.get("properties", {}).get(name)
        if tag is not None:
            tag.setdefault("description", about)
