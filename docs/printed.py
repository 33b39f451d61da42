"""Print what the site shows of the code itself: the help of commands, the keys of JSON formats.

`conf.py` puts it where a page has `<!-- printed: helps -->`. No page in git holds it.

python docs/printed.py helps
python docs/printed.py answers
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tables import ROOT, Tables

from logicsweep.answers.base import AboutBoard, Answer, Message
from logicsweep.cli.schemas import FORMATS, schema

sys.path.append(str(ROOT))  # the tests hold the same texts against files
from tests.cli.helps import helps as texts_of_help

COLUMNS: Final = 78  # of a terminal of 80
# Formats whose keys another page describes.
_ELSEWHERE: Final = {
    "experiment": "[Experiment files](experiment-files.md#keys)",
    "game": "[Experiment files](experiment-files.md#a-game)",
}


def helps() -> Iterator[str]:
    """Print the help of each command below its name."""
    for words, text in texts_of_help(COLUMNS).items():
        _, _, name = words.partition(" ")
        if name:  # the list of all commands is on the page
            yield f"### {name}\n\n```console\n$ {words} --help\n{text}```\n"


def answers() -> Iterator[str]:
    """Print a table of each structure of each format; first, and once, of those in several."""
    parts = {name: _parts(name) for name in FORMATS if name not in _ELSEWHERE}
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, found in parts.items():
        for title in Tables(found).titles():
            alike[title, json.dumps(found[title])].append(name)
    home = {
        (name, title): name if len(names) == 1 else "shared"
        for (title, _), names in alike.items()
        for name in names
    }

    def tables_of(name: str) -> Tables:
        return Tables(parts[name], lambda title: f"{home[name, title]}-{title.lower()}")

    yield "### What several formats have\n"
    for (title, _), names in sorted(alike.items(), key=lambda found: -len(found[1])):
        if len(names) > 1:
            yield f"#### shared: {title}\n\n{tables_of(names[0]).table(title)}\n"
    for name, (about, kinds, _) in FORMATS.items():
        link = f'<a href="schemas/{name}.json">Schema</a>'
        yield f"### {name}\n\n{about} {link}.\n"
        if name in _ELSEWHERE:
            yield f"{_ELSEWHERE[name]} describes the keys.\n"
            continue
        tables = tables_of(name)
        yield f"{', '.join(tables.link(kind.__name__) for kind in kinds)}:\n"
        for title in tables.titles():
            if home[name, title] == name:
                yield f"#### {name}: {title}\n\n{tables.table(title)}\n"


def _parts(name: str) -> dict[str, Any]:
    """Return the parts of a schema, without the keys that the page says once of all answers."""
    parts: dict[str, Any] = schema(name)["$defs"]
    for kind in FORMATS[name].kinds:
        for base in (AboutBoard, Answer, Message):
            if issubclass(kind, base):
                for key in base.__struct_fields__:
                    parts[kind.__name__]["properties"].pop(key, None)
    return parts


def text(name: str) -> str:
    """Return what a page shows: helps or answers."""
    return "\n".join({"helps": helps, "answers": answers}[name]())


def write_schemas(folder: Path) -> None:
    """Write the schema of each format into a folder, as `logicsweep list schemas` prints it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FORMATS:
        made = json.dumps(schema(name), indent=2, ensure_ascii=False)
        (folder / f"{name}.json").write_text(f"{made}\n", encoding="utf-8")


if __name__ == "__main__":
    print(text(sys.argv[1]))
