"""Print the tables of a JSON Schema in `reference/schemas` as Markdown, for pages of the reference.

python docs/tables.py solve            every object of the schema
python docs/tables.py solve Solution   some of them
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

SCHEMAS: Final = Path(__file__).resolve().parent / "reference" / "schemas"
_KINDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "object": "table",
    "array": "list",
}
Schema = Mapping[str, Any]


def main() -> None:
    """Print the tables that the arguments name."""
    name, *wanted = sys.argv[1:]
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    found = schema["$defs"]
    objects = wanted or [title for title, one in found.items() if "properties" in one]
    for title in objects:
        heading = f"### {title}\n\n" if len(objects) > 1 else ""
        print(heading + "\n".join(table(found[title], found)) + "\n")


def table(schema: Schema, found: Schema) -> Iterator[str]:
    """What an object is for, and a row for each of its keys; `found` are all objects by name."""
    if "description" in schema:
        yield f"{schema['description']}\n"
    yield "| key | type | default | meaning |"
    yield "|---|---|---|---|"
    required = schema.get("required", ())
    for key, one in schema["properties"].items():
        default = _code(one["default"]) if "default" in one else ""
        words = type_words(one, found).replace("|", "\\|")
        meaning = one.get("description", "").replace("|", "\\|")
        yield f"| `{key}` | {words} | {'required' if key in required else default} | {meaning} |"


def type_words(schema: Schema, found: Schema) -> str:
    """What kind of value a schema asks for, in words."""
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            is_table = "properties" in found[name]
            words = f"[{name}](#{name.lower()})" if is_table else type_words(found[name], found)
        case {"const": value}:
            words = _code(value)
        case {"enum": list(values)}:
            words = ", ".join(map(_code, values))
        case {"anyOf": list(several)} | {"oneOf": list(several)} if "type" not in schema:
            words = " or ".join(type_words(one, found) for one in several)
        case {"type": list(kinds)}:
            words = " or ".join(type_words({**schema, "type": one}, found) for one in kinds)
        case {"type": "array", "prefixItems": list(items)}:
            words = f"list [{', '.join(type_words(one, found) for one in items)}]"
        case {"type": "array", "items": dict() as inside}:
            words = f"list of {type_words(inside, found)}"
        case {"type": "object", "additionalProperties": dict() as inside}:
            words = f"table of {type_words(inside, found)}"
        case {"type": str(kind)}:
            words = f"{_KINDS.get(kind, kind)}{_range(schema)}"
        case _:
            words = "anything"
    return words


def _range(schema: Schema) -> str:
    """The bounds of a number."""
    above, least, most = map(schema.get, ("exclusiveMinimum", "minimum", "maximum"))
    words = "" if above is None else f" above {_number(above)}"
    if least is not None:
        words += f", {_number(least)} or more" if most is None else f" from {_number(least)}"
    if most is not None:
        words += f" to {_number(most)}"
    return words


def _number(number: float) -> str:
    """A bound, a large one as a power of ten."""
    digits = f"{number:,}"
    zeros = len(digits.rstrip("0,"))
    is_power = digits.lstrip("-").rstrip("0,") == "1" and abs(number) > 10**9
    return f"{digits[: zeros - 1]}10^{digits[zeros:].count('0')}" if is_power else digits


def _code(value: object) -> str:
    return f"`{json.dumps(value)}`"


if __name__ == "__main__":
    main()
