"""Files and folders that are written whole, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file whole, or leave what was there as it was. Raises OSError.

    Whatever ends it on the way, as Ctrl-C may, leaves nothing behind. Links are followed; a pipe or
    a device stays what it is, and is written to.
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
    except OSError as error:  # of the part, a name that nobody has given
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        with suppress(OSError):
            part.unlink()


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to write into, which gets its name when all of it is written; else it goes.

    One that is there already has to be empty, and is filled. Raises OSError.
    """
    part = part_of(path)
    try:
        part.mkdir()
        yield part
        _move(part, path)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def part_of(path: Path) -> Path:
    """A name of its own beside that of a file or folder, for what is not yet all of it."""
    return path.parent / f".logicsweep.{token_hex(8)}.part"


def _move(part: Path, target: Path) -> None:
    """Give a finished folder its name. One that is there stays the same: somebody may be in it."""
    if not target.exists():
        part.replace(target)
        return
    names = [path.name for path in part.iterdir()]
    try:
        for name in names:
            (part / name).replace(target / name)
    except BaseException:
        for name in names:
            (target / name).unlink(missing_ok=True)
        raise
