"""Where the logic programs are found: in the installed package, else in the checkout."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from logicsweep.errors import ProgramNotFoundError


def program_names() -> list[str]:
    """The shipped programs, sorted, without `.lp`."""
    folder = _folder()
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(item.name.removesuffix(".lp") for item in found if item.name.endswith(".lp"))


def program_text(name: str) -> str:
    """The text of a program, such as `minesweeper`. Raises `ProgramNotFoundError`."""
    known = program_names()
    if name not in known:
        raise ProgramNotFoundError(name, known)
    return (_folder() / f"{name}.lp").read_text(encoding="utf-8")


def _folder() -> Traversable:
    """The folder of the programs; never one in the current directory."""
    shipped = files("logicsweep") / "encodings"
    if shipped.is_dir():
        return shipped
    checkout = Path(__file__).resolve().parents[2]
    return checkout / "encodings" if (checkout / "pyproject.toml").is_file() else shipped
