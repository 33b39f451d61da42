"""Reading experiment files: TOML in, a `Specification` out.

`declared.py` says which keys there are. Here the file is held against it.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, structs

from logicsweep.errors import ArgumentError, LogicSweepError, SpecificationError
from logicsweep.formats.files import in_unicode
from logicsweep.games.agents.own import is_command
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.lab.experiments.checks import check
from logicsweep.lab.experiments.conditions import boards_of, conditions_of, games_in_all
from logicsweep.lab.experiments.declared import ExperimentFile
from logicsweep.lab.experiments.faults import fault_of, words
from logicsweep.lab.experiments.specification import Specification
from logicsweep.limits import MOST_BYTES_BY_HAND, read_up_to

# How tomllib ends a message.
_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


def read_specification(path: Path, *, stored: bool = False) -> Specification:
    """Read an experiment file; see `parse_specification`.

    Raises:
        SpecificationError: The file has a fault; the error names the key and what was expected.
        OSError: The file cannot be read.
        LimitError: The file has more than 10,000,000 bytes.
    """
    try:
        with path.open("rb") as stream:
            text = read_up_to(stream, str(path), MOST_BYTES_BY_HAND).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise SpecificationError(f"byte {error.start} is not UTF-8", file=str(path)) from None
    return parse_specification(text, path, stored=stored)


def parse_specification(text: str, path: Path, *, stored: bool = False) -> Specification:
    """Read the specification in a text of TOML.

    Layouts are looked for in the folder of `path`, whose name names the experiment. A text that was
    `stored` beside its games is read for the report: it gets no conditions, so that nothing can be
    played. Raises `SpecificationError`, which says where.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_toml(str(error), text, path) from None
    try:
        declared = msgspec.convert(table, ExperimentFile)
        check(declared)
        # A folder of boards is beside the experiment file, and not where its text is stored.
        has_folder = any(board.folder is not UNSET for board in declared.tables)
        boards = [] if stored and has_folder else list(boards_of(declared, path.parent))
        in_all = None if stored and has_folder else games_in_all(declared, boards)
        conditions, files = ({}, {}) if stored else conditions_of(declared, boards, path.parent)
    except msgspec.ValidationError:
        where, what = fault_of(table, ExperimentFile)
        line = _line_of(words(where), text)
        raise SpecificationError(what, file=str(path), line=line) from None
    except ArgumentError as error:
        line = _line_of(error.argument, text)
        raise SpecificationError(str(error), file=str(path), line=line) from None
    keys = structs.asdict(declared) | {
        "title": in_unicode(path.stem) if declared.title is UNSET else declared.title,
        "about": declared.about.strip(),
        "notes": declared.notes.strip(),
    }
    return Specification(
        **keys, name=path.stem, text=text, conditions=conditions, files=files, games_in_all=in_all
    )


def check_agents(specification: Specification, path: Path, imports: Path | None) -> None:
    """Import and make each agent of your own that a specification names, to see that it works.

    `imports` is the folder in which their modules are looked for; None forbids importing them.
    Raises `SpecificationError`, which says where they are named and why they cannot be used.
    """
    line = _line_of("agents", specification.text)
    for name in specification.agents:
        if name in AGENTS:
            continue
        if imports is None:
            expected = "expected --allow-imports, if you trust it"
            how = "started" if is_command(name) else "imported, which runs its code"
            what = f"agent {name} has to be {how}; {expected}"
            raise SpecificationError(what, file=str(path), line=line)
        try:
            agent_of(name, seed=specification.seed, imports=imports)
        except LogicSweepError as error:
            raise SpecificationError(str(error), file=str(path), line=line) from None


def _not_toml(why: str, text: str, path: Path) -> SpecificationError:
    """Return the error for a text that is not TOML, with the place that `why` ends with."""
    line = column = None
    if where := _PLACE.search(why):
        why = why[: where.start()]
        line, column = int(where[1]), int(where[2])
    elif why.endswith("(at end of document)"):
        line = len(text.splitlines())
    return SpecificationError(f"not TOML: {why}", file=str(path), line=line, column=column)


def _line_of(key: str, text: str) -> int | None:
    """Return the line that begins with the first name of a key; None unless there is only one.

    So `boards[1].mines` is looked for where the boards begin.
    """
    name = re.split(r"[.\[]", key)[0]
    begins = re.compile(rf"[ \t]*\[*[ \t]*{re.escape(name)}[ \t]*[\].=]")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if begins.match(line)]
    return lines[0] if name and len(lines) == 1 else None


def looks_like_one(text: str) -> bool:
    """Tell whether a text that cannot be read was meant to be an experiment file."""
    return re.search(r"^[ \t]*(agents|boards)[ \t]*=", text, re.MULTILINE) is not None


def text_to_store(specification: Specification) -> str:
    """Write the text of an experiment for the folder of its games, under another file name.

    A title that the file's name has given is written into it.
    """
    if "title" in tomllib.loads(specification.text):
        return specification.text
    return f"title = {as_toml(specification.title)}\n{specification.text}"


def as_toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {as_toml(entry)}' for key, entry in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    # Texts, whole numbers and truth values are written as in JSON, but for the sign DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
