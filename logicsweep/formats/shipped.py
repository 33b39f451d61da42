"""Files that ship with the package: logic programs and example boards."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def shipped_files(folder: str) -> dict[str, Traversable]:
    """The files of a folder of data, such as `encodings`, by name and sorted; none if it is absent.

    They are in the installed package, else in the checkout that the package is part of; never in
    the current directory.
    """
    found = _folder(folder)
    items = found.iterdir() if found.is_dir() else ()
    return {item.name: item for item in sorted(items, key=lambda item: item.name)}


def _folder(name: str) -> Traversable:
    shipped = files("logicsweep").joinpath(*name.split("/"))
    if shipped.is_dir():
        return shipped
    checkout = Path(__file__).resolve().parents[2]
    return checkout / name if (checkout / "pyproject.toml").is_file() else shipped
