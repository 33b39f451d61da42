"""Print tables as Markdown for pages of the reference, most of them of a JSON Schema in `schemas`.

python docs/tables.py experiment               every object of the schema
python docs/tables.py solve Solution           one of them, or some
python docs/tables.py solve Solution --short   without the keys that all answers share
python docs/tables.py --list                   links to all schemas
python docs/tables.py --metrics                the metrics of experiments
python docs/tables.py --combinations           what goes together, as the tests list it
python docs/tables.py --baselines              their scores on the benchmark; takes seconds
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Set as AbstractSet
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.tasks.answer_lines import read_answers
from logicsweep.lab.tasks.baselines import BASELINES
from logicsweep.lab.tasks.benchmark_tasks import benchmark
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.lines import line_of
from logicsweep.lab.tasks.marking import answer_by, mark
from logicsweep.lab.tasks.records import LINES
from logicsweep.lab.tasks.scoring import Tally

ROOT: Final = Path(__file__).resolve().parent.parent
SCHEMAS: Final = ROOT / "docs" / "reference" / "schemas"
_KINDS: Final = {
    "boolean": "true or false",
    "integer": "whole number",
    "object": "table",
    "array": "list",
}
# The keys of every answer about a board, and those of errors.
_SHARED: Final = frozenset(
    ("format", "board", "height", "width", "total_mines", "consistent", "error", "kind", "place")
)
Schema = Mapping[str, Any]


def main() -> None:
    """Print the tables that the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("schema", nargs="?")
    parser.add_argument("objects", nargs="*")
    for option in ("--short", "--list", "--metrics", "--combinations", "--baselines"):
        parser.add_argument(option, action="store_true")
    given = parser.parse_args()
    if given.list:
        names = sorted(path.stem for path in SCHEMAS.glob("*.json"))
        print(",\n".join(f"[`{name}`](schemas/{name}.json)" for name in names) + ".")
        return
    if given.metrics:
        print("| metric | title in reports | meaning |\n|---|---|---|")
        for name, metric in METRICS.items():
            print(f"| `{name}` | {metric.title} | {metric.about} |")
        return
    if given.combinations:
        sys.path.append(str(ROOT))  # the lists are those of the tests, which hold them true
        print("\n".join(import_module("tests.judges.combinations").tables()))
        return
    if given.baselines:
        print("\n".join(baselines()))
        return
    path = SCHEMAS / f"{given.schema}.json"
    found = json.loads(path.read_text(encoding="utf-8"))["$defs"]
    objects = given.objects or [title for title, one in found.items() if "properties" in one]
    without = _SHARED if given.short else frozenset[str]()
    parts = []
    for title in objects:
        heading = f"### {title}\n\n" if len(objects) > 1 else ""
        parts.append(heading + "\n".join(table(found[title], found, without)))
    print("\n\n".join(parts))


def table(schema: Schema, found: Schema, without: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """What an object is for, and a row for each of its keys; `found` are all objects by name."""
    if "description" in schema:
        yield f"{schema['description']}\n"
    required = schema.get("required", ())
    shown = {key: one for key, one in schema["properties"].items() if key not in without}
    has_defaults = 0 < len(shown.keys() & {*required}) < len(shown)
    yield f"| key | type |{' default |' if has_defaults else ''} meaning |"
    yield f"|---|---|{'---|' if has_defaults else ''}---|"
    for key, one in shown.items():
        words = type_words(one, found).replace("|", "\\|")
        meaning = one.get("description", "").replace("|", "\\|")
        default = _code(one["default"]) if "default" in one else ""
        if has_defaults:
            words += f" | {'required' if key in required else default}"
        yield f"| `{key}` | {words} | {meaning} |"


def baselines() -> Iterator[str]:
    """The mean scores of all baselines on the benchmark, by kind of task."""
    lines = [LINES.write(line_of(task)) for task in benchmark()]
    yield f"| baseline | {' | '.join(f'`{kind}`' for kind in KINDS)} | all |"
    yield "|---" * (len(KINDS) + 2) + "|"
    for name in BASELINES:
        tally = Tally()
        for marked in mark(answer_by(name, read_answers(lines)), strict=True):
            tally.add(marked)
        summary = tally.summary()
        scores = [group.score for group in (*summary.kinds, summary.whole) if group is not None]
        shown = [
            f"{score.mean:.3f} [{score.low:.3f}, {score.high:.3f}]"
            for score in scores
            if score is not None
        ]
        yield f"| `{name}` | {' | '.join(shown)} |"


def type_words(schema: Schema, found: Schema) -> str:  # noqa: C901 a kind of schema a line
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
        case {"type": "array", "prefixItems": [_, _], "description": str(about)} if (
            about.startswith("[row, column]")
        ):
            words = "cell"
        case {"type": "array", "prefixItems": list(items)}:
            words = f"list [{', '.join(type_words(one, found) for one in items)}]"
        case {"type": "array", "items": dict() as inside}:
            words = f"list of {_several(type_words(inside, found))}"
        case {"type": "object", "additionalProperties": dict() as inside}:
            words = f"table of {_several(type_words(inside, found))}"
        case {"type": str(kind)}:
            words = f"{_KINDS.get(kind, kind)}{_range(schema)}"
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
