"""Writing files and folders completely or not at all; names in Unicode; files of the package."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files as resources
from importlib.resources.abc import Traversable
from pathlib import Path
from secrets import token_hex
from typing import Final

from logicsweep.errors import UnknownNameError

PARTS: Final = ".logicsweep.*.part"
"""The names of unfinished files and folders, of which a process that is killed may leave one."""

EXAMPLE: Final = "example:"
"""The beginning of the name of a board that comes with logicsweep."""
_EXAMPLES, _GAMES = "examples/boards", "examples/games"
# The games that come with logicsweep, by name: logs that `logicsweep play -o` wrote.
GAMES: Final = {
    "expert": "An expert game of the agent subset, seed 59: won, with two mistakes",
}

# Python has a byte of a file's name that is not UTF-8 as half of a surrogate pair, this and the
# byte (PEP 383). No encoding of Unicode can hold such a half.
_BYTE: Final = 0xDC00
_HALVES: Final = range(0xD800, 0xE000)


def in_unicode(name: str) -> str:
    r"""Write a file's name with `\xff` for each byte that is not UTF-8, which cannot be encoded."""
    return "".join([escaped(sign) if ord(sign) in _HALVES else sign for sign in name])


def escaped(sign: str) -> str:
    r"""Write a sign, or a byte that is not UTF-8, as its ASCII escape: `\xe9` or `\u65e5`."""
    code = ord(sign) - _BYTE if ord(sign) in _HALVES else 0
    return f"\\x{code:02x}" if 0 < code < 256 else sign.encode("ascii", "backslashreplace").decode()


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file completely, or leave the old one unchanged. Raises OSError.

    An interrupt on the way, such as Ctrl-C, leaves nothing behind. Symbolic links are followed; a
    pipe or a device is written to.
    """
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # one that leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            stream.writelines(parts)
        return
    part = part_of(target)
    try:
        with part.open("xb") as stream:
            stream.writelines(parts)
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except OSError as error:  # it names the part; users know the path
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        with suppress(OSError):
            part.unlink()


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Return a folder to write into, which gets its name on success and disappears on failure.

    A folder of this name must be empty, and is filled. Raises OSError, also where it is not empty.
    """
    part = part_of(path)
    try:
        part.mkdir()
        yield part
        _move(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def write_folder(path: Path, files: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Write a folder from names and lines, or leave nothing behind. Raises as `new_folder`."""
    with new_folder(path.resolve()) as part:
        for name, lines in files:
            with (part / name).open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(f"{line}\n" for line in lines)


def part_of(path: Path) -> Path:
    """Return a unique name beside that of a file or folder, for its unfinished content."""
    return path.parent / PARTS.replace("*", token_hex(8))


def _move(part: Path, target: Path) -> None:
    """Give a finished folder its name, or fill an existing one, which a process may be using."""
    if not target.exists():
        part.replace(target)
        return
    if any(target.iterdir()):
        raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(target))
    names = [path.name for path in part.iterdir()]
    try:
        for name in names:
            (part / name).replace(target / name)
    except BaseException:
        for name in names:
            (target / name).unlink(missing_ok=True)
        raise


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
    shipped = resources("logicsweep").joinpath(*name.split("/"))
    if shipped.is_dir():
        return shipped
    checkout = Path(__file__).resolve().parents[2]
    return checkout / name if (checkout / "pyproject.toml").is_file() else shipped


def example_files() -> dict[str, Traversable]:
    """Return the files of the examples by their names, sorted."""
    files = shipped_files(_EXAMPLES).items()
    return dict(sorted((name.rpartition(".")[0], file) for name, file in files))


def example_file(name: str) -> Traversable:
    """Find the file of an example. Raises `UnknownNameError`."""
    known = example_files()
    if name not in known:
        raise UnknownNameError("example", name, known)
    return known[name]


def example_game(name: str) -> Traversable:
    """Find the log of an example game. Raises `UnknownNameError`."""
    if name not in GAMES:
        raise UnknownNameError("example", name, GAMES)
    return shipped_files(_GAMES)[f"{name}.jsonl"]
