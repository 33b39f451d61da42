"""The logic programs that ship with logicsweep, by name, and facts for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from logicsweep.constraints.source import Source
from logicsweep.errors import ProgramNotFoundError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Fact(NamedTuple):
    """One line of facts, and its source, if it has one."""

    text: str
    source: Source | None = None


def program_text(name: str) -> str:
    """Return the text of a logic program that ships with logicsweep.

    Args:
        name: Its file name in `encodings/` without the ending, such as `minesweeper`.

    Raises:
        ProgramNotFoundError: There is no program of this name.
    """
    known = _programs()
    if name not in known:
        raise ProgramNotFoundError(name, sorted(known))
    return known[name].read_text(encoding="utf-8")


def _programs() -> dict[str, Traversable]:
    from logicsweep.formats.shipped import shipped_files

    files = shipped_files("encodings").items()
    return {name.removesuffix(".lp"): file for name, file in files if name.endswith(".lp")}


def quoted(name: str) -> str:
    """Return a name as a string of clingo's language."""
    name = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'
