"""`load_game`: a game that was played, from a file."""

from __future__ import annotations

import os
from pathlib import Path

from logicsweep.errors import BoardSyntaxError, expect
from logicsweep.formats.replays.registry import read_replay
from logicsweep.games.review.log import is_log, read_log
from logicsweep.games.review.mouse import played
from logicsweep.games.review.played import PlayedGame
from logicsweep.limits import read_up_to


def read_game(
    data: bytes | str, *, file_name: str | os.PathLike[str] = "", name: str | None = None
) -> PlayedGame:
    """Read a game from the content of a replay, or of a log of `play`.

    Args:
        data: The content, not a path (see `load_game`).
        file_name: The name of the file, if there is one; a known ending decides the format.
        name: The name of a replay's format, one of `REPLAY_FORMATS`; by default it is detected.

    Raises:
        BoardSyntaxError: The content is neither, or the log of a game under the rule `search`.
        UnknownNameError: There is no format of this name.
        LimitError: The content has more than 64,000,000 bytes or a million events.
    """
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if name is None and is_log(given):
        return read_log(given)
    return played(read_replay(given, file_name=file_name, name=name))


def load_game(path: str | os.PathLike[str], *, name: str | None = None) -> PlayedGame:
    """Read a game from a file, a replay or a log of `play`.

    Args:
        path: The path of the file.
        name: As in `read_game`.

    Raises:
        OSError: The file cannot be read.
        BoardSyntaxError: As `read_game`; the error names the file.
        UnknownNameError: There is no format of this name.
        LimitError: The file is too large.
    """
    expect("path", path, (str, os.PathLike), "a str or a path")
    with Path(path).open("rb") as stream:
        data = read_up_to(stream, os.fspath(path))
    try:
        return read_game(data, file_name=Path(path).name, name=name)
    except BoardSyntaxError as error:
        error.file = os.fspath(path)
        raise
