"""A game while it is played: the answer at its end, and a log, as JSON lines or as a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from time import perf_counter
from typing import Final

from msgspec import Struct

from logicsweep import __version__
from logicsweep.answers import games
from logicsweep.answers.asked import Asked
from logicsweep.answers.games import Played, Shown
from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.cli.common import fail, json_line
from logicsweep.cli.files import check_parent, write_bytes, writing
from logicsweep.cli.pictures import Album
from logicsweep.cli.working import working
from logicsweep.formats.replays import rawvf
from logicsweep.games.agents.base import Known, Move
from logicsweep.games.loop import Outcome
from logicsweep.games.review.mouse import Click, check_clicks, replay_of
from logicsweep.render.game_strips import Turn, turns_strip

_REPLAY: Final = ".rawvf"


def is_replay(log: Path) -> bool:
    """Tell whether a log is a replay, by its name."""
    return log.name.lower().endswith(_REPLAY)


class Recording:
    """The moves of a game, each written to a log as it comes, and kept for pictures.

    `board` is the BOARD as the user named it, `played` what is played, and by whom. A log whose
    name ends in `.rawvf` is a replay, and is written when the game is over.
    """

    def __init__(self, board: str | None, played: Played) -> None:
        self._turns: list[Turn] = []
        self._asked = Asked("play", board)
        self._played = played
        self._ruled = played.setting.board().placed_rules
        self._moves: list[games.Move] = []
        self._numbers: Mapping[Cell, str] = {}
        self._changed: dict[Cell, str] = {}
        self._clicks: list[Click] = []
        self._begun = perf_counter()
        self._first_click: float | None = None  # from which a replay counts
        self._stream: FileIO | None = None
        self._solution: Layout | None = None

    @contextmanager
    def logging(self, path: Path | None) -> Iterator[None]:
        """Write a log to a file, if there is one. Exits with a message when that cannot be."""
        if path is None:
            yield
        elif is_replay(path):
            self._check_replay(path)
            yield
            if self._solution is not None:
                self._write_replay(path, self._solution)
        else:
            with writing(path):
                stream = FileIO(path, "w")  # which keeps nothing back if the game is interrupted
            with stream:
                self._stream = stream
                self._write(games.game_start(self._asked, self._played))
                yield

    def number(self, numbers: Mapping[Cell, str]) -> None:
        """Record the player's numbers for cells before a move, as what changed since the last."""
        wiped = dict.fromkeys(self._numbers, "")
        changed = (wiped | dict(numbers)).items() - self._numbers.items()
        self._numbers, self._changed = numbers, dict(changed)

    def move(
        self, number: int, move: Move, shown: Shown, known: Known, *, follows: bool | None
    ) -> None:
        """Record a move that was made; they count from 1."""
        self.click(move.cell, flags=move.flags)
        turn = Turn((move.cell,), shown, flags=move.flags, numbers=self._changed)
        self._turns.append(turn)
        made = games.move(number, move, shown, known, self._ruled, follows=follows)
        self._moves.append(made)
        self._write(made)

    def click(self, cell: Cell, *, flags: bool) -> None:
        """Record when a cell was opened, or its flag set or removed."""
        now = perf_counter()
        if self._first_click is None:
            self._first_click = now
        self._clicks.append(Click(round(1000 * (now - self._first_click)), cell, flags))

    def end(self, outcome: Outcome, board: Board, layout: Layout) -> games.Game:
        """Record the end of the game, with its position and its mines; return the answer."""
        end = games.game_end(outcome, board, layout, perf_counter() - self._begun)
        self._write(end)
        self._solution = layout
        return games.game(self._asked, self._played, self._moves, end)

    def draw(self, album: Album, start: Board, *, title: str, time_limit: float) -> games.Pictures:
        """Draw positions of the game. Exits with a message if they are too large together."""
        setting, turns = self._played.setting, self._turns
        album.check(album.numbers(len(turns)), setting.cells)
        with working("drawing the pictures"):
            strip = turns_strip(
                start, setting.first_click, turns, album.most, title=title, time_limit=time_limit
            )
            return album.write(strip)

    def _check_replay(self, path: Path) -> None:
        """Exit with a message for a game that no replay holds, or a folder that is not there."""
        try:
            check_clicks(self._played.setting)
        except ValueError as error:
            raise fail(f"--output {path}: {error}; expected a .jsonl file") from None
        check_parent(path)

    def _write_replay(self, path: Path, layout: Layout) -> None:
        program, player = f"logicsweep {__version__}", self._played.agent
        replay = replay_of(layout, self._played.start, self._clicks, program=program, player=player)
        write_bytes(path, [rawvf.write(replay)])

    def _write(self, line: Struct) -> None:
        if self._stream is not None:
            with writing(Path(str(self._stream.name))):
                self._stream.write(f"{json_line(line)}\n".encode())
