"""Files that commands read and write: standard streams, pipes, devices, and messages about them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from threading import Timer

from logicsweep.answers.asked import Where
from logicsweep.cli.common import PATIENCE, Failure, fail, reason, refusing, say
from logicsweep.cli.lazy import lazily
from logicsweep.errors import listed
from logicsweep.formats.files import write_file, write_folder as write_all
from logicsweep.limits import MOST_BYTES, read_up_to

with lazily():
    from logicsweep.formats.link import public_address


def read_bytes(path: str, what: str, most: int = MOST_BYTES) -> bytes:
    """Read a file or standard input (-). Exits with a message when that cannot be.

    A named pipe without a writer, or a terminal, is waited for as long as the user likes; that is
    said on standard error after a moment. Raises `LimitError` for more than `most` bytes.
    """
    where = where_is(path)
    if not path:  # which the system takes for the folder it is in
        raise fail(f"'' names no file; expected {what}")
    try:
        return _read(path, most)
    except IsADirectoryError:
        raise fail(f"{where} is a folder; expected {what}") from None
    except OSError as error:
        text = f"cannot read {where}: {reason(error)}"
        raise fail(text, place=Where(where)) from None
    except ValueError:
        raise fail(f"cannot read {where!r}: no file can have this name") from None


def read_text(path: str, what: str, most: int = MOST_BYTES) -> str:
    """Read a text file or standard input (-). Exits with a message when that cannot be.

    Raises `LimitError` for more than `most` bytes.
    """
    try:
        return read_bytes(path, what, most).decode()
    except UnicodeDecodeError as error:
        text = f"{where_is(path)}: byte {error.start} is not UTF-8; expected {what}"
        raise fail(text) from None


def cannot_hold(error: ValueError) -> Failure:
    """Return the failure for what a format cannot hold, with the option that leaves that out."""
    hint = str(error).replace("; lossy leaves them out", "; --lossy leaves that out")
    return fail(f"cannot write this: {hint}")


def where_is(path: str) -> str:
    """Return the name of a file argument in messages."""
    return "standard input" if path == "-" else path or "''"


def _read(path: str, most: int) -> bytes:
    name = where_is(path)
    if path == "-":
        if sys.stdin is None:
            raise OSError("it is closed")
        with saying_that_it_waits(name, wanted=sys.stdin.isatty()):
            return read_up_to(sys.stdin.buffer, name, most)
    file = Path(path)
    # A pipe that nobody has opened for writing waits when it is opened.
    with saying_that_it_waits(name, wanted=file.is_fifo()), file.open("rb") as stream:
        return read_up_to(stream, name, most)


@contextmanager
def saying_that_it_waits(name: str, *, wanted: bool) -> Iterator[None]:
    """Say on standard error that input is waited for, once that takes more than a moment."""
    said = Timer(PATIENCE, say, (f"waiting for {name}",))
    said.daemon = True
    if wanted:
        said.start()
    try:
        yield
    finally:
        said.cancel()


def output_of(name: str) -> str:
    """Return the name of a file to write, - for all names of standard output."""
    return "-" if name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1") else name


def outputs_of(names: Sequence[str] | None, kinds: Mapping[str, Sequence[str]]) -> dict[str, Path]:
    """Return the file for each kind of output, told by its ending. Exits for any other."""
    files: dict[str, Path] = {}
    for name in names or ():
        path = Path(name)
        ending = path.suffix.lower()
        kind = next((kind for kind, endings in kinds.items() if ending in endings), None)
        if kind is None or output_of(name) == "-":
            raise no_output(name, chain.from_iterable(kinds.values()))
        if kind in files:
            raise fail(f"--output {name}: {files[kind]} is a file of the same kind; expected one")
        files[kind] = path
    return files


def no_output(name: str, endings: Iterable[str], instead: str = "") -> Failure:
    """Make the failure of a file whose name has none of the endings; `instead` is said first."""
    known = listed([*endings], last="or")
    return fail(f"--output is {name!r}; expected {instead}a name that ends in {known}")


def print_bytes(data: bytes) -> None:
    """Write bytes, which have an encoding of their own or none, to standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def put(output: str, parts: Iterable[bytes]) -> None:
    """Write bytes to a file, in full or not at all, or print them where it is `-`."""
    if output != "-":
        write_bytes(Path(output), parts)
        return
    for part in parts:
        print_bytes(part)


def write_whole(path: Path, lines: Iterator[str]) -> None:
    """Write a text file as `write_bytes` does."""
    write_bytes(path, (f"{line}\n".encode() for line in lines))


def write_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file as `write_file` does. Exits with a message when that cannot be."""
    with writing(path):
        write_file(path, parts)


def check_parent(path: Path) -> None:
    """Exit with a message unless the folder is there into which a file is to be written."""
    if not path.parent.is_dir():
        raise fail(f"cannot write {path}: there is no folder {path.parent}")


def check_new(folder: Path) -> None:
    """Exit with a message unless a folder is new or empty."""
    with writing(folder):
        is_taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if is_taken:
        raise fail(f"{folder} exists already; expected a new or an empty folder")


def write_folder(folder: Path, files: Iterable[tuple[str, Iterable[str]]]) -> None:
    """Write a folder in full or not at all. Exits with a message when that cannot be."""
    with writing(folder):
        write_all(folder, files)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Exit with a message when a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise fail(f"cannot write {path}: {reason(error)}") from None


def address_of(public_url: str | None) -> str | None:
    """Return the address of the option --public-url, else the usual one; None if there is none.

    Exits with a message if it is no address of a page.
    """
    with refusing():
        return public_address(public_url)


def link_in_file(address: str | None, write: Callable[[], str]) -> str | None:
    """Return the link with the fragment that `write` writes; None without an address.

    It is None, too, for a board that the page cannot show, and a message says so.
    """
    if address is None:
        return None
    try:
        return f"{address}{write()}"
    except ValueError as error:
        say(f"the file has no link to the page: {error}")
        return None
