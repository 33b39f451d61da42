"""`read_replay`: a replay from the bytes of a file, whatever its format."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final

from logicsweep.errors import BoardSyntaxError, UnknownNameError, listed
from logicsweep.formats.registry import REPLAY_FORMATS, by_name, bytes_of, endings_of, name_of
from logicsweep.formats.replays.replay import Replay

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
    given, file_name = bytes_of(data), name_of(file_name)
    if name is not None and name not in REPLAY_FORMATS:
        raise UnknownNameError("replay format", name, REPLAY_FORMATS)
    form = name or replay_format(given, file_name)
    try:
        replay: Replay = import_module(f"logicsweep.formats.replays.{form or ARBITER}").read(given)
    except BoardSyntaxError as error:
        if form is None:  # it need not be one of Arbiter's
            known = listed(REPLAY_FORMATS, last="or")
            raise BoardSyntaxError(f"this is no replay; expected {known}") from None
        error.format = form
        raise
    return replay


def replay_format(data: bytes, file_name: str | os.PathLike[str] = "") -> str | None:
    """Return the replay format of a file by its ending, else by its content.

    None for a content that is in none of these formats, or in that of Arbiter without its ending.
    """
    ending = name_of(file_name).lower()
    for name in REPLAY_FORMATS:
        if ending.endswith(endings_of(name)):
            return name
    return next((name for name in _BY_CONTENT if by_name(name).detect(data)), None)
