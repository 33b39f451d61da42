"""Files that ship with the package: logic programs, example boards and agents."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def shipped_files(folder: str) -> dict[str, Traversable]:
    """Return the files of a data folder, such as `encodings`, sorted by name; none if it does not
    exist.

    The folder is in the installed package, or in the checkout that contains the package; never in
    the current directory.
    """
    place = shipped_folder(folder)
    items = place.iterdir() if place.is_dir() else ()
    return {item.name: item for item in sorted(items, key=lambda item: item.name)}


def shipped_folder(name: str) -> Traversable:
    """Find the folder of that name; see `shipped_files`."""
    shipped = files("logicsweep").joinpath(*name.split("/"))
    if shipped.is_dir():
        return shipped
    checkout = Path(__file__).resolve().parents[2]
    return checkout / name if (checkout / "pyproject.toml").is_file() else shipped
