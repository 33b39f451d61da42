"""The fault of a value that does not fit its declaration, in a sentence.

msgspec names the path; what stands there comes from the value, what was expected there from the
declaration.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect

from logicsweep.errors import listed

# The way to a value: names of keys, and positions in lists, which count from 0.
Where = tuple[str | int, ...]

# How many characters of a value a message quotes.
_SHOWN: Final = 100
_PATH: Final = re.compile(r" - at `\$([^`]*)`$")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]|\[(\.\.\.)\]")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")


class Fault(NamedTuple):
    """A fault, and its place.

    Attributes:
        where: The way to the value; empty for the whole.
        what: The sentence: what stands there, and what was expected.
    """

    where: Where
    what: str


def fault_of(error: msgspec.ValidationError, given: Any, kind: type) -> Fault:
    """Explain the error by which `msgspec.convert` has refused `given` as a `kind`."""
    message = str(error)
    where: Where = ()
    value, node = given, _plain(inspect.type_info(kind), given)
    is_unknown = message.startswith("Object contains unknown field")
    # The name of an unknown key may look like a path; one at the top comes without a path.
    path = "" if is_unknown and _unknown_keys(given, node) else _path(message)
    for name, place, some in _STEP.findall(path):
        step: str | int = int(place) if place else name
        if some:
            step = _wrong_entry(given, where, path, kind)
        node = _inner(node, step)
        value = value[step]
        where += (step,)
    if is_unknown:
        node = _plain(node, value)
        key = _unknown_keys(value, node)[0]
        around = f"{words(where)}: " if where else ""
        expected = ", ".join(_keys(node))
        return Fault((*where, key), f"{around}unknown key {shown(key)}; expected {expected}")
    if missing := _MISSING.match(message):
        key = missing[1]
        what = f"{words((*where, key))} is missing"
        return Fault(where, f"{what}; expected {_expected(_inner(node, key))}")
    what = f"{words(where)} is {shown(value)}" if where else f"found {shown(value)}"
    return Fault(where, f"{what}; expected {_expected(node)}")


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


def _path(message: str) -> str:
    """Return the path at the end of a message of msgspec's, such as `.boards[0].height`."""
    match = _PATH.search(message)
    return match[1] if match else ""


def _unknown_keys(value: dict[str, Any], node: inspect.StructType) -> list[str]:
    """Return the keys of a table that are not declared."""
    known = _keys(node)
    return [key for key in value if key not in known]


def _keys(node: inspect.StructType) -> list[str]:
    return sorted(field.encode_name for field in node.fields)


def _wrong_entry(given: Any, where: Where, path: str, kind: type) -> str:
    """Find the wrong entry of a table at the top of a file, which msgspec does not name."""
    (key,) = where
    for name, value in given[key].items():
        try:
            msgspec.convert({**given, key: {name: value}}, kind)
        except msgspec.ValidationError as error:
            if _path(str(error)) == path:
                return str(name)
    raise AssertionError(f"every entry of {key} fits by itself")


def _plain(node: Any, value: Any) -> Any:
    """Return a type without its metadata; of a union, the type that a value is to have."""
    while isinstance(node, inspect.Metadata | inspect.UnionType):
        if isinstance(node, inspect.Metadata):
            node = node.type
            continue
        kind = inspect.StructType if isinstance(value, dict) else inspect.VarTupleType
        node = next((option for option in node.types if isinstance(option, kind)), node.types[0])
    return node


def _inner(node: Any, step: str | int) -> Any:
    """Return the type of a part of a value."""
    node = _plain(node, {} if isinstance(step, str) else [])
    if isinstance(node, inspect.StructType):
        return next(field.type for field in node.fields if field.encode_name == step)
    if isinstance(node, inspect.TupleType):
        return node.item_types[0]
    return node.value_type if isinstance(node, inspect.DictType) else node.item_type


def _expected(node: Any) -> str:  # noqa: C901, PLR0911, PLR0912 a type a line
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
        case inspect.NoneType():
            return "null"
        case inspect.EnumType(cls=kind):
            return _one_of([member.value for member in kind])
        case inspect.LiteralType(values=values):
            return _one_of(list(values))
        case inspect.VarTupleType(min_length=least) | inspect.ListType(min_length=least):
            return "a list that is not empty" if least else "a list"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}: {_expected(items[0])}"
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
