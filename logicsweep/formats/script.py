"""Patterns, rules and signs by which pastes are read, for a page that has no Python."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, Final

from logicsweep.board.rows import SYMBOLS
from logicsweep.formats import (
    analysis,
    dialects,
    emoji,
    lines,
    links,
    loose,
    ms_toollib,
    pasted_rows,
    signs,
    tatham_id,
)

# What is written otherwise in JavaScript.
_OTHERWISE: Final = (("(?P<", "(?<"), ("[^\\W\\d_]", "\\p{L}"), ('\\"', '"'), ("\\ ", " "))
_POSSESSIVE: Final = re.compile(r"(?<!\\)([*+?}])\+")
_NAMED: Final = re.compile(r"\(\?&(\w+)\)")
_OF_READERS: Final = (emoji, lines, links, loose, pasted_rows, tatham_id)


def reading_tables() -> dict[str, Any]:
    """Return the tables of a page that reads pastes; see `pastes.toml`."""
    text = files("logicsweep.formats").joinpath("pastes.toml").read_text("utf-8")
    table = tomllib.loads(text.replace("\\\n", ""))  # a pattern may go on in the next line
    readers = {
        name: value
        for module in _OF_READERS
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern) and name[0] != "_"
    }
    patterns = table["patterns"] | table["exact"]
    known = {name: _script(value.pattern) for name, value in readers.items()} | patterns
    exact = {name for name, value in readers.items() if not value.flags & re.IGNORECASE}

    def whole(text: str) -> str:
        named = _NAMED.sub(lambda name: known[name[1]], text)
        return text if named == text else whole(named)

    counts = [[str(start + at) for at in range(250)] for start in (0, 1)]
    counts += [[name[-1] for name in names] for names in counts] + [[*pasted_rows.LETTERS]]
    return {
        "patterns": {name: whole(pattern) for name, pattern in known.items()},
        "exact": sorted(exact - patterns.keys() | table["exact"].keys()),
        "rewriting": {
            kind: [[whole(part) for part in rule] for rule in rules]
            for kind, rules in table["rewriting"].items()
        },
        "sure": table["sure"],
        "sequences": ["".join([f"{name} " for name in names]) for names in counts],
        "squares": lines.SQUARES,
        "kinds": pasted_rows.KIND_OF,
        "mayBeCovered": "".join(sorted(pasted_rows.COVERED)),
        "native": SYMBOLS,
        "meanings": signs.MAY_BE,
        "emoji": emoji.MEANINGS,
        "codes": {"numpy": dialects.ARRAY.states, "ms-toollib": ms_toollib.CODES.states},
        "alphabet": analysis.ALPHABET,
        "digits": analysis.DIGITS,
        "owned": analysis.OWNED,
        "kindOf": analysis.STATES,
    }


def _script(pattern: str | bytes) -> str:
    text = _POSSESSIVE.sub(r"\1", pattern if isinstance(pattern, str) else pattern.decode())
    for python, script in _OTHERWISE:
        text = text.replace(python, script)
    return text
