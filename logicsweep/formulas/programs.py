"""The logic programs of the game, by name."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from logicsweep.errors import ProgramNotFoundError
from logicsweep.formats.shipped import shipped_files


def program_text(name: str) -> str:
    """The text of a program, such as `minesweeper`. Raises `ProgramNotFoundError`."""
    known = _programs()
    if name not in known:
        raise ProgramNotFoundError(name, sorted(known))
    return known[name].read_text(encoding="utf-8")


def _programs() -> dict[str, Traversable]:
    found = shipped_files("encodings").items()
    return {name.removesuffix(".lp"): file for name, file in found if name.endswith(".lp")}
