"""`read_replay`: a replay from the bytes of a file, whatever its format."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final

from logicsweep.errors import BoardSyntaxError, LimitError, UnknownNameError, expect, listed
from logicsweep.formats.registry import REPLAY_FORMATS, by_name, endings_of
from logicsweep.formats.replays.replay import Replay
from logicsweep.limits import MOST_BYTES

# Arbiter's files are known by their ending only, so everything that is no other may be one.
_BY_CONTENT: Final = ("rmv", "mvf", "rawvf", "evf")
ARBITER: Final = "avf"


def read_replay(
    data: bytes | str, *, file_name: str | os.PathLike[str] = "", name: str | None = None
) -> Replay:
    """Read a replay from the content of a file.

    Args:
        data: The content, not a path.
        file_name: The name of the file, if there is one; a known ending decides the format.
        name: The name of the format, one of `REPLAY_FORMATS`; by default it is detected.

    Raises:
        BoardSyntaxError: The content is not a replay.
        UnknownNameError: There is no format of this name.
        LimitError: The content has more than 64,000,000 bytes or a million events.
    """
    expect("data", data, (str, bytes, bytearray, memoryview), "bytes or a str")
    expect("file_name", file_name, (str, os.PathLike), "a str or a path")
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if len(given) > MOST_BYTES:
        raise LimitError(f"the replay has more than {MOST_BYTES:,} bytes")
    if name is not None and name not in REPLAY_FORMATS:
        raise UnknownNameError("replay format", name, REPLAY_FORMATS)
    form = name or replay_format(given, file_name)
    try:
        replay: Replay = import_module(f"logicsweep.formats.replays.{form or ARBITER}").read(given)
    except BoardSyntaxError as error:
        if form is None:  # it need not be one of Arbiter's
            known = listed(REPLAY_FORMATS, last="or")
            raise BoardSyntaxError(f"this is no replay; expected {known}", line=1) from None
        error.format = form
        raise
    return replay


def replay_format(data: bytes, file_name: str | os.PathLike[str] = "") -> str | None:
    """Return the replay format of a file by its ending, else by its content.

    None for a content that is in none of these formats, or in that of Arbiter without its ending.
    """
    return _by_ending(os.fspath(file_name)) or _by_content(data)


def _by_ending(file_name: str) -> str | None:
    ending = file_name.lower()
    return next((known for known in REPLAY_FORMATS if ending.endswith(endings_of(known))), None)


def _by_content(data: bytes) -> str | None:
    return next((known for known in _BY_CONTENT if by_name(known).detect(data)), None)
