"""Files to which lines are added as results come, so that a run that is killed can be continued."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, Final, Self

from logicsweep.errors import ExperimentError

LONGEST: Final = 10_000_000
"""The length of a line in bytes: reading stops there, so that a file without line ends does no
harm."""


class LineFile:
    """A file that one run at a time adds lines to.

    Nothing in it changes before `mend`, so that it can be read first. `what` is what other runs are
    said to write to. Raises `ExperimentError` if another run holds the file, OSError if it cannot
    be written.
    """

    def __init__(self, path: Path, what: Path) -> None:
        self._path = path
        # Without a buffer, so that a write that fails leaves nothing to be written later.
        self._stream: FileIO = path.open("ab", buffering=0)
        try:
            _lock(self._stream, what)
        except BaseException:
            self._stream.close()
            raise

    def append(self, line: bytes) -> None:
        """Add a line; the operating system has it when this returns.

        Raises OSError if it cannot be written, for instance on a full disk; the file then ends with
        the line before.
        """
        end = self._stream.tell()
        left = memoryview(line)
        try:
            while left:
                left = left[self._stream.write(left) :]
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._stream.fileno(), end)
            raise

    def close(self) -> None:
        """Release the file."""
        with suppress(OSError):  # a write that failed was reported by `append`
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def mend(self, beginning: bytes) -> None:
        """Remove a last line that was cut off when a run was killed, or the power went.

        After a power cut, file systems may keep the length of the last line, with NULs at its end.

        Raises `ExperimentError` if it does not begin as every line does: then it is not from a run.
        """
        size = self._path.stat().st_size
        with self._path.open("rb") as stream:
            whole = size
            while whole:
                step = min(whole, 65536)
                stream.seek(whole - step)
                at = stream.read(step).rfind(b"\n")
                if at >= 0:
                    whole += at + 1 - step
                    break
                whole -= step
            stream.seek(whole)
            head = stream.read(len(beginning))
            kept = head.rstrip(b"\0")
            is_lost = kept != head and _has_only_nuls(stream)
        if not beginning.startswith(kept if is_lost else head):
            text = f"the last line begins with {head.decode(errors='replace')!r}"
            expected = f"expected {beginning.decode()!r}"
            raise ExperimentError(f"{self._path}: {text}; {expected}")
        if whole < size:
            os.ftruncate(self._stream.fileno(), whole)
        self._stream.seek(whole)


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Keep other runs from adding files to a folder meanwhile, if the system can lock folders.

    Raises `ExperimentError` if another run holds it.
    """
    with ExitStack() as stack:
        with suppress(OSError):  # some systems open no folders
            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            _lock(descriptor, folder)
        yield


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file, but not a last one that was cut off (see `LineFile.mend`).

    Raises OSError, and `ExperimentError` for a line that is too long.
    """
    with path.open("rb") as stream:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST), b""), 1):
            if len(line) == LONGEST and not (line.endswith(b"\0") and _has_only_nuls(stream)):
                raise ExperimentError(f"{path}:{number}: this line has more than {LONGEST:,} bytes")
            if not line.endswith(b"\n"):
                return  # a run was killed while it wrote this
            yield line


def _has_only_nuls(stream: BinaryIO) -> bool:
    """Return whether nothing else follows in a file; not of a device, which may have no end."""
    if not S_ISREG(os.fstat(stream.fileno()).st_mode):
        return False
    return not any(part.strip(b"\0") for part in iter(lambda: stream.read(65536), b""))


def _lock(stream: FileIO | int, what: Path) -> None:
    """Keep other runs off a file by a lock, if the system can; it ends with the process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ExperimentError(f"another run is writing to {what}") from None
    except OSError:
        return  # a file system without locks
