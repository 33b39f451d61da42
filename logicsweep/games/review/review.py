"""`review`: a game that was played, read from a file, and judged opening by opening."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import AnyRuling
from logicsweep.errors import BoardSyntaxError, LimitError, counted, expect
from logicsweep.formats.replays.replay import Replay, read_replay
from logicsweep.games.review.log import is_log, read_log
from logicsweep.games.review.metrics import Metrics, metrics_of
from logicsweep.games.review.mouse import played
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.told.grades import Grade
from logicsweep.games.told.grading import grade_of
from logicsweep.games.told.opening import Kind
from logicsweep.games.told.told import Told
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, read_up_to
from logicsweep.strategy.winning import win_chance

# The search for the chance to win gives up after so many seconds for a position.
_SEARCH: Final = 2.0


@dataclass(frozen=True, repr=False)
class Review:
    """A game that was played, judged; made by `review`.

    Attributes:
        game: The game.
        grades: The grade of each opening, in order.
        metrics: The metrics of the game.
    """

    game: PlayedGame
    grades: tuple[Grade, ...]
    metrics: Metrics

    @property
    def is_won(self) -> bool:
        """Whether every safe cell was opened and no mine."""
        start = self.game.start
        total, layout = start.mines, self.game.layout
        if layout is not None:
            total = int(layout.mask.sum())
        opened = sum(len(grade.opening.shown) for grade in self.grades)
        before = int((start.grid >= 0).sum())
        safe = start.grid.size - total if isinstance(total, int) else -1
        return all(grade.survived for grade in self.grades) and opened + before == safe

    @property
    def luck_bits(self) -> float:
        """The luck that it took to survive, in bits; a coin that falls right is worth one.

        The sum of -log2 of the probability to survive, over all openings that were survived.
        """
        return sum(grade.luck_bits for grade in self.grades)

    @property
    def wasted_bits(self) -> float:
        """The luck that the least risky cells would not have needed, in bits.

        It counts what was risked, whether or not it went well; infinite after a blunder.
        """
        return sum(grade.wasted_bits for grade in self.grades)

    @property
    def kept(self) -> float:
        """The share of the chance to survive that was kept, from 0 to 1, or 2 ** -wasted_bits."""
        return float(prod(grade.kept for grade in self.grades))

    @property
    def level(self) -> int:
        """The level of the hardest proof that the player used; 0 if there was none."""
        return max((grade.level or 0 for grade in self.grades), default=0)

    @cached_property
    def kinds(self) -> dict[Kind, int]:
        """The number of openings of each kind."""
        kinds = [grade.kind for grade in self.grades]
        return {kind: kinds.count(kind) for kind in Kind}

    @property
    def mistakes(self) -> tuple[Grade, ...]:
        """The openings instead of which another would have been better."""
        return tuple(grade for grade in self.grades if grade.kind.is_mistake)

    def __repr__(self) -> str:
        how = "won" if self.is_won else "lost"
        return f"<Review: {how}, {counted(len(self.grades), 'opening')}>"


def read_game(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    rules: AnyRuling = None,
) -> PlayedGame:
    """Read a game from the content of a replay, or of a log of `play`.

    Args:
        data: The content, not a path (see `load_game`).
        file_name: The name of the file, if there is one; a known ending decides the format.
        name: The name of a replay's format, one of `REPLAY_FORMATS`; by default it is detected.
        rules: Rules of your own that a log may name, as `load_rules` returns them.

    Raises:
        BoardSyntaxError: The content is neither, or the log of a game under the rule `search`.
        UnknownNameError: There is no format of this name.
        LimitError: The content has more than 64,000,000 bytes or a million events.
    """
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if name is None and is_log(given):
        return read_log(given, rules)
    return played(read_replay(given, file_name=file_name, name=name))


def load_game(
    path: str | os.PathLike[str], *, name: str | None = None, rules: AnyRuling = None
) -> PlayedGame:
    """Read a game from a file, a replay or a log of `play`.

    Args:
        path: The path of the file.
        name: As in `read_game`.
        rules: As in `read_game`.

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
        return read_game(data, file_name=Path(path).name, name=name, rules=rules)
    except BoardSyntaxError as error:
        error.file = os.fspath(path)
        raise


def review(
    game: str | os.PathLike[str] | Replay | PlayedGame,
    *,
    search: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[int, int], object] | None = None,
    rules: AnyRuling = None,
) -> Review:
    """Judge every opening of a game that was played, by proof and by exact chances.

    Each is judged by what the player could know then: clues that were shown, and the mine count.
    Flags do not count. Every layout that agrees with it is taken to be as likely as any other.

    Args:
        game: A game: the path of a replay (AVF, EVF, RMV, MVF, RAWVF) or of a log of `play`; or
            what `read_replay` or `read_game` made of one.
        search: Look for the exact chance to win, before and after each guess. That takes up to two
            seconds for each position, and finds nothing on large boards before the end.
        time_limit: The seconds that one question may take; None for no limit.
        watch: Called after each opening with the number of those judged, and of all.
        rules: As in `read_game`.

    Raises:
        OSError: The file cannot be read.
        BoardSyntaxError: The file is no replay and no log; or the log is of a game under the rule
            `search`, in which cells that are proved safe need not be opened.
        InconsistentBoardError: The log shows what no layout allows.
        LimitError: A question took longer than `time_limit`, or the file is too large.
        ValueError: A clue of a `PlayedGame` cannot be where it is.
    """
    kinds = (str, os.PathLike, Replay, PlayedGame)
    expect("game", game, kinds, "a path, a Replay or a PlayedGame")
    if isinstance(game, Replay):
        game = played(game)
    elif not isinstance(game, PlayedGame):
        game = load_game(game, rules=rules)
    grades = []
    for grade in _grades(game, search=search, time_limit=time_limit):
        grades.append(grade)
        if watch is not None:
            watch(len(grades), len(game.openings))
    return Review(game, tuple(grades), metrics_of(game))


def _grades(game: PlayedGame, *, search: bool, time_limit: float | None) -> Iterator[Grade]:
    """Yield the grade of each opening, judged before it is made.

    With `search`, the chance to win is looked for before and after each guess on a plain board.
    """
    told = Told(game.start, game.first_click, time_limit=time_limit)
    most = _SEARCH if time_limit is None else min(_SEARCH, time_limit)
    for opening in game.openings:
        grade = grade_of(told, opening)
        told.tell(opening.cells[0], opening.shown)
        if search and grade.kind is not Kind.PROVED and told.is_plain:
            before = _win_chance(grade.board, most)
            after: Fraction | None = (
                _win_chance(told.board, most) if grade.survived else Fraction(0)
            )
            grade = replace(grade, win_before=before, win_after=after)
        yield grade


def _win_chance(board: Board, time_limit: float) -> Fraction | None:
    """Return the chance to win from a position of a game; None if it is not known in time."""
    unprotected = FirstClick.UNPROTECTED
    try:
        return win_chance(board, first_click=unprotected, layouts=IN_PLAY, time_limit=time_limit)
    except LimitError:
        return None
