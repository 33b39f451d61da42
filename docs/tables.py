"""Print tables as Markdown for pages of the reference.

python docs/tables.py experiment         every structure of a JSON format
python docs/tables.py --metrics          the metrics of experiments
python docs/tables.py --combinations     what goes together, as the tests list it
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from logicsweep.cli.schemas import FORMATS, schema
from logicsweep.lab.experiments.metrics import METRICS

ROOT: Final = Path(__file__).resolve().parent.parent
_KINDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "object": "table",
    "array": "list",
}
Schema = Mapping[str, Any]


def main() -> None:
    """Print the tables that the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("format", nargs="?", choices=FORMATS, metavar="format")
    for option in ("--metrics", "--combinations"):
        parser.add_argument(option, action="store_true")
    given = parser.parse_args()
    if given.metrics:
        print("| metric | title in reports | meaning |\n|---|---|---|")
        for name, metric in METRICS.items():
            print(f"| `{name}` | {metric.title} | {metric.about} |")
        return
    if given.combinations:
        sys.path.append(str(ROOT))  # the lists are those of the tests, which hold them true
        print("\n".join(import_module("tests.judges.combinations").tables()))
        return
    tables = Tables(schema(given.format)["$defs"])
    print("\n\n".join(f"### {title}\n\n{tables.table(title)}" for title in tables.titles()))


class Tables(NamedTuple):
    """The parts of a schema by title, and how the heading of each structure is linked to."""

    parts: Mapping[str, Schema]
    anchor: Callable[[str], str] = str.lower

    def titles(self) -> list[str]:
        """List the parts that are structures."""
        return [title for title, part in self.parts.items() if "properties" in part]

    def table(self, title: str, without: Collection[str] = ()) -> str:
        """Say what a structure is for, with a row for each of its keys but some."""
        return "\n".join(self._lines(self.parts[title], without))

    def _lines(self, part: Schema, without: Collection[str]) -> Iterator[str]:
        if "description" in part:
            yield f"{part['description']}\n"
        required = part.get("required", ())
        shown = {key: one for key, one in part["properties"].items() if key not in without}
        has_defaults = 0 < len(shown.keys() & {*required}) < len(shown)
        yield f"| key | type |{' default |' if has_defaults else ''} meaning |"
        yield f"|---|---|{'---|' if has_defaults else ''}---|"
        for key, one in shown.items():
            words = self._type(one).replace("|", "\\|")
            meaning = one.get("description", "").replace("|", "\\|")
            default = _code(one["default"]) if "default" in one else ""
            if has_defaults:
                words += f" | {'required' if key in required else default}"
            yield f"| `{key}` | {words} | {meaning} |"

    def link(self, title: str) -> str:
        """Lead to the table of a structure."""
        return f"[{title}](#{self.anchor(title)})"

    def _type(self, part: Schema) -> str:  # noqa: C901 a kind of schema a line
        """Say what kind of value a schema asks for."""
        match part:
            case {"$ref": str(reference)}:
                name = reference.rpartition("/")[2]
                is_table = "properties" in self.parts[name]
                words = self.link(name) if is_table else self._type(self.parts[name])
            case {"const": value}:
                words = _code(value)
            case {"enum": list(values)}:
                words = ", ".join(map(_code, values))
            case {"anyOf": list(several)} | {"oneOf": list(several)} if "type" not in part:
                words = " or ".join(map(self._type, several))
            case {"type": list(kinds)}:
                words = " or ".join(self._type({**part, "type": one}) for one in kinds)
            case {"type": "array", "prefixItems": [_, _], "description": str(about)} if (
                about.startswith("[row, column]")
            ):
                words = "cell"
            case {"type": "array", "prefixItems": list(items)}:
                words = f"list [{', '.join(map(self._type, items))}]"
            case {"type": "array", "items": dict() as inside}:
                words = f"list of {_several(self._type(inside))}"
            case {"type": "object", "additionalProperties": dict() as inside}:
                words = f"table of {_several(self._type(inside))}"
            case {"type": str(kind)}:
                words = f"{_KINDS.get(kind, kind)}{_range(part)}"
            case _:
                words = "anything"
        return words


def _several(words: str) -> str:
    """The plural of a type; a choice of several types is put in brackets."""
    if " or " in words:
        return f"({words})"
    kinds = ("cell", "list", "number", "string", "table", "whole number")
    kind = next((kind for kind in kinds if words == kind or words.startswith(f"{kind} ")), None)
    return words if kind is None else f"{kind}s{words.removeprefix(kind)}"


def _range(schema: Schema) -> str:
    """The bounds of a number; that a whole number is not negative goes without saying."""
    above, least, most = map(schema.get, ("exclusiveMinimum", "minimum", "maximum"))
    words = "" if above is None else f" above {_number(above)}"
    if least is not None and (least != 0 or most is not None):
        words += f" of {_number(least)} or more" if most is None else f" from {_number(least)}"
    if most is not None:
        words += f" to {_number(most)}"
    return words


def _number(number: float) -> str:
    """A bound, a large one as a power of ten."""
    if isinstance(number, int) and number > 2**32 and number.bit_count() == 1:
        return f"2^{number.bit_length() - 1}"
    if number < -(2**32):
        return f"-{_number(-number)}"
    digits = f"{number:,}"
    zeros = len(digits.rstrip("0,"))
    is_power = digits.rstrip("0,") == "1" and number > 10**9
    return f"{digits[: zeros - 1]}10^{digits[zeros:].count('0')}" if is_power else digits


def _code(value: object) -> str:
    return f"`{json.dumps(value)}`"


if __name__ == "__main__":
    main()
