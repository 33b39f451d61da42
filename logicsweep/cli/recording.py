"""A game as JSON while it is played: the answer at its end, and a log with a line for each move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from msgspec import Struct

from logicsweep.board.board import Board
from logicsweep.cli.common import USAGE, Failure, fail, json_line, reason
from logicsweep.games.agents.base import Known, Move
from logicsweep.games.loop import Outcome
from logicsweep.render.asked import Asked
from logicsweep.render.games import Played, Shown
from logicsweep.render.json import games


class Recording:
    """Keeps the moves of a game, and writes each to a log as it comes.

    `board` is the BOARD as the user named it, `played` what is played, and by whom.
    """

    def __init__(self, board: str | None, played: Played) -> None:
        self._asked = Asked("play", board)
        self._played = played
        self._ruled = played.setting.board().placed_rules
        self._moves: list[games.Move] = []
        self._path: Path | None = None
        self._stream: FileIO | None = None

    @contextmanager
    def logging(self, path: Path | None) -> Iterator[None]:
        """Write every line to a file, if there is one. Exits with a message when that cannot be."""
        if path is None:
            yield
            return
        try:
            stream = FileIO(path, "w")  # which keeps nothing back, should the game be interrupted
        except OSError as error:
            raise _cannot_log(path, error) from None
        with stream:
            self._path, self._stream = path, stream
            self._write(games.game_start(self._asked, self._played))
            yield

    def move(self, number: int, move: Move, shown: Shown, known: Known) -> None:
        """Record a move that was made; they count from 1."""
        made = games.move(number, move, shown, known, self._ruled)
        self._moves.append(made)
        self._write(made)

    def end(self, outcome: Outcome, board: Board) -> Struct:
        """Record how the game ended, and the position then; the answer."""
        end = games.game_end(outcome, board)
        self._write(end)
        return games.game(self._asked, self._played, self._moves, end)

    def _write(self, line: Struct) -> None:
        if self._stream is None or self._path is None:
            return
        try:
            self._stream.write(f"{json_line(line)}\n".encode())
        except OSError as error:
            raise _cannot_log(self._path, error) from None


def _cannot_log(path: Path, error: OSError) -> Failure:
    return fail(f"cannot write {path}: {reason(error)}", USAGE)
