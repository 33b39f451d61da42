"""The fault of a value that does not fit its declaration, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

import msgspec
from msgspec import inspect, structs

from logicsweep.errors import listed

# The way to a value: names of keys, and positions in lists, which count from 0.
Where = tuple[str | int, ...]

# How many characters of a value a message quotes.
_SHOWN: Final = 100


def fault_of(value: Any, kind: Any, where: Where = ()) -> tuple[Where, str]:
    """Explain why `msgspec.convert` refuses a value as a `kind`; `where` leads to the value.

    The first of its parts that is refused is to blame, or else the value as a whole. Returns the
    way to the fault, and a sentence: what stands there, and what was expected.
    """
    keys = _keys(kind) if isinstance(value, dict) else {}
    for step, part, inner in _parts(value, kind):
        if inner is None:
            around = f"{words(where)}: " if where else ""
            expected = ", ".join(sorted(keys))
            return (*where, step), f"{around}unknown key {shown(step)}; expected {expected}"
        try:
            msgspec.convert(part, inner)
        except msgspec.ValidationError:
            return fault_of(part, inner, (*where, step))
    for name, field in keys.items():
        if field.required and name not in value:
            expected = _expected(inspect.type_info(field.type))
            return where, f"{words((*where, name))} is missing; expected {expected}"
    what = f"{words(where)} is {shown(value)}" if where else f"found {shown(value)}"
    return where, f"{what}; expected {_expected(inspect.type_info(kind))}"


def words(where: Where) -> str:
    """Write the way to a value, such as `boards[0].height`."""
    parts = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in where]
    return "".join(parts).removeprefix(".")


def shown(value: object) -> str:
    """Quote a value for a message; of a long one the beginning."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:  # Python writes down no number of more than some thousand digits
        return "a very large number"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _options(kind: Any) -> Iterator[Any]:
    """Yield the types of a union, or the only one, without their metadata."""
    if get_origin(kind) is Annotated:
        yield from _options(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for option in get_args(kind):
            yield from _options(option)
    else:
        yield kind


def _keys(kind: Any) -> dict[str, structs.FieldInfo]:
    """Return the keys of a table, if a type allows one with declared keys."""
    for option in _options(kind):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return {field.encode_name: field for field in structs.fields(option)}
    return {}


def _parts(value: Any, kind: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """Yield the parts of a value with their places and types; None for an unknown key."""
    for option in _options(kind):
        if isinstance(value, list) and get_origin(option) is tuple:
            yield from ((at, part, get_args(option)[0]) for at, part in enumerate(value))
        elif isinstance(value, dict) and get_origin(option) is dict:
            yield from ((name, part, get_args(option)[1]) for name, part in value.items())
        elif isinstance(value, dict) and (keys := _keys(option)):
            types = {name: field.type for name, field in keys.items()}
            yield from ((name, part, types.get(name)) for name, part in value.items())


def _expected(node: Any) -> str:  # noqa: C901, PLR0911 a type a line
    """Say in words which values a type takes."""
    match node:
        case inspect.Metadata(extra={"expected": str(expected)}):
            return expected
        case inspect.Metadata(extra={"unit": str(unit)}, type=inner):
            return _expected(inner).replace("number", f"number of {unit}", 1)
        case inspect.Metadata(type=inner):
            return _expected(inner)
        case inspect.UnionType(types=types):
            return listed([_expected(part) for part in types if not _is_unset(part)], last="or")
        case inspect.IntType():
            return f"a whole number{_bounds(node)}"
        case inspect.FloatType():
            return f"a number{_bounds(node)}"
        case inspect.StrType(min_length=least):
            return "a string that is not empty" if least else "a string"
        case inspect.BoolType():
            return "true or false"
        case inspect.EnumType(cls=kind):
            return _one_of([member.value for member in kind])
        case inspect.LiteralType(values=values):
            return _one_of(list(values))
        case inspect.VarTupleType(min_length=least):
            return "a list that is not empty" if least else "a list"
    return "a table"


def _is_unset(node: Any) -> bool:
    return isinstance(node, inspect.CustomType) and node.cls is msgspec.UnsetType


def _one_of(names: list[Any]) -> str:
    return str(names[0]) if len(names) == 1 else f"one of {', '.join(map(str, names))}"


def _bounds(node: Any) -> str:
    """Say the bounds of a number in words."""
    if node.gt is not None:
        return f" above {node.gt:,} and at most {node.le:,}"
    if node.le is not None:
        return f" from {node.ge:,} to {node.le:,}"
    return "" if node.ge is None else f", {node.ge:,} or more"
