"""Actions of a mouse on a board: from a replay to the openings of its game, and back.

Buttons work as in Arbiter: a press of the right one sets a flag or removes it; the release of the
left one opens a cell; the release of one while both are down, or of the middle one, chords. Clicks
are counted as ms_toollib counts them (its `MinesweeperBoard`), which agrees with Arbiter and
Metasweeper: those before the first opening count only while a flag is set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import ORDINARY
from logicsweep.board.state import State
from logicsweep.formats.replays.replay import Event, Replay
from logicsweep.games.review.played import Clicks, PlayedGame
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.told.opening import Flags, Opening


class _Buttons(Enum):
    """The buttons that are down: none, one, both, the left one after a chord or with Shift."""

    UP = auto()
    LEFT = auto()
    RIGHT = auto()
    BOTH = auto()
    AFTER_CHORD = auto()
    SHIFT = auto()


class _Effect(Enum):
    """The effect of a click."""

    OPEN = auto()
    FLAG = auto()
    CHORD = auto()


_UP, _LEFT, _RIGHT, _BOTH, _AFTER, _SHIFT = _Buttons
# By what the mouse does and what is down: what is down then, and what it does to a cell. What is
# missing changes nothing: programs lose some events when their window loses the mouse.
_STEPS: Final[dict[tuple[str, _Buttons], tuple[_Buttons, _Effect | None]]] = {
    ("lc", _UP): (_LEFT, None),
    ("lc", _RIGHT): (_BOTH, None),
    ("sc", _UP): (_SHIFT, None),
    ("sc", _RIGHT): (_BOTH, None),
    ("lr", _LEFT): (_UP, _Effect.OPEN),
    ("lr", _BOTH): (_RIGHT, _Effect.CHORD),
    ("lr", _AFTER): (_UP, None),
    ("lr", _SHIFT): (_UP, _Effect.CHORD),
    ("rc", _UP): (_RIGHT, _Effect.FLAG),
    ("rc", _LEFT): (_BOTH, None),
    ("rc", _AFTER): (_BOTH, None),
    ("rr", _RIGHT): (_UP, None),
    ("rr", _BOTH): (_AFTER, _Effect.CHORD),
    **{("cc", buttons): (_BOTH, None) for buttons in (_UP, _LEFT, _RIGHT, _AFTER)},
}
# The side of a cell in the replays made here, in pixels.
_CELL: Final = 16
_HOLDS_LEFT: Final = (_LEFT, _BOTH, _AFTER, _SHIFT)
_HOLDS_RIGHT: Final = (_RIGHT, _BOTH)


def played(replay: Replay) -> PlayedGame:
    """Return the game of a replay, up to the last opening.

    The first cell counts as safe by the rules of the game, unless it was a mine; in games of the
    mode `win7` its neighbours do as well.
    """
    course = _Course(replay)
    openings = tuple(course.openings())
    taken = replay.milliseconds
    releases = [event.time for event in replay.events if event.action == "lr"]
    if taken is None and releases:
        taken = max(replay.events[-1].time - releases[0], 0)
    return PlayedGame(
        course.start,
        _first_click(replay, openings),
        openings,
        replay.layout,
        course.clicks,
        taken,
        " with ".join(filter(None, (replay.player, replay.program))),
        f"its board is of the mode {replay.mode}; chances are those of all boards"
        if replay.mode
        else "",
        course.flags(),
    )


def _first_click(replay: Replay, openings: tuple[Opening, ...]) -> FirstClick:
    if not openings or State.KNOWN_MINE in openings[0].shown.values():
        return FirstClick.UNPROTECTED
    first = openings[0].cells[0]
    is_opening = replay.mode == "win7" and openings[0].shown[first] == 0
    return FirstClick.OPENING if is_opening else FirstClick.SAFE


class _Course:
    """A game as it goes on: the layout, what is open, what is flagged, and how often was clicked.

    Attributes:
        start: The board before the first opening.
    """

    def __init__(self, replay: Replay) -> None:
        layout = replay.layout
        height, width = layout.mask.shape
        mines = int(layout.mask.sum())
        self.start = Board(np.full((height, width), State.COVERED), mines=mines)
        self._replay = replay
        self._width = width
        self._truth = _truth(layout)
        self._near = self.start.adjacency.lists
        self._covered = [True] * (height * width)
        self._flagged: set[int] = set()
        self._questioned: set[int] = set()
        self._moved_flags: list[tuple[Cell, bool]] = []
        self._left_to_open = height * width - mines
        self._is_over = not self._left_to_open
        self._began: int | None = None
        self._buttons = _UP
        self._middle = False
        self._is_idle = False  # whether the right button went down where there was nothing to flag
        self._clicks = dict.fromkeys(_Effect, 0)

    @property
    def clicks(self) -> Clicks:
        """The counts of clicks so far."""
        by = self._clicks
        return Clicks(by[_Effect.OPEN], by[_Effect.FLAG], by[_Effect.CHORD])

    def flags(self) -> Flags:
        """Hand over the flags that were set or removed since the last call."""
        flags, self._moved_flags = tuple(self._moved_flags), []
        return flags

    def openings(self) -> Iterator[Opening]:
        """Yield the openings, until the game is over."""
        for event in self._replay.events:
            if event.action == "mv":
                continue
            if self._is_over:
                return
            place = self._replay.cell(event)
            number = None if place is None else place.row * self._width + place.column
            click = self._click(event.action, number)
            if click is None:
                continue
            cells = self._opened_by(click, number)
            if cells:
                if self._began is None:
                    self._began = event.time
                chord = place if click is _Effect.CHORD else None
                yield self._open(cells, chord, event.time - self._began)

    def _click(self, action: str, number: int | None) -> _Effect | None:
        """Return the click that an event makes on the cell under the mouse, if it makes one."""
        if action == "pf":
            return _Effect.FLAG
        if action in ("mc", "mr", "m"):
            was_down, self._middle = (
                self._middle,
                action == "mc" or (action == "m" and not self._middle),
            )
            return _Effect.CHORD if was_down and not self._middle else None
        if action in ("l", "r"):
            held = _HOLDS_LEFT if action == "l" else _HOLDS_RIGHT
            action += "r" if self._buttons in held else "c"
        before = self._buttons
        self._buttons, click = _STEPS.get((action, before), (before, None))
        if click is _Effect.FLAG:
            self._is_idle = number is None or not self._covered[number]
            return click
        if click is _Effect.CHORD and before is _BOTH and self._is_idle:
            # The press of the right button belongs to the chord.
            self._clicks[_Effect.FLAG] -= self._counts
        if before is not _RIGHT or self._buttons is _UP:
            self._is_idle = False
        return click

    @property
    def _counts(self) -> bool:
        """Whether clicks are counted now."""
        return self._began is not None or bool(self._flagged)

    def _opened_by(self, click: _Effect, number: int | None) -> list[int]:
        """Count a click, and set or remove its flag; the cells that it is to open."""
        if number is None:
            if click is not _Effect.CHORD:
                self._clicks[click] += self._counts
            return []
        if click is _Effect.FLAG:
            self._flag(number)
            return []
        cells = self._chorded(number) if click is _Effect.CHORD else self._clicked(number)
        self._clicks[click] += self._counts or bool(cells)
        return cells

    def _clicked(self, number: int) -> list[int]:
        return [number] if self._covered[number] and number not in self._flagged else []

    def _chorded(self, number: int) -> list[int]:
        if self._covered[number]:
            return []
        near = self._near[number]
        flags = sum(neighbour in self._flagged for neighbour in near)
        if flags != self._truth[number]:
            return []
        return [neighbour for neighbour in near if self._clicked(neighbour)]

    def _flag(self, number: int) -> None:
        if not self._covered[number]:
            self._clicks[_Effect.FLAG] += self._counts
            return
        if number in self._questioned:
            self._questioned.remove(number)
        elif number in self._flagged:
            self._flagged.remove(number)
            self._moved_flags.append((self._cell(number), False))
            if self._replay.marks:
                self._questioned.add(number)
            if not self._counts:
                self._clicks = dict.fromkeys(_Effect, 0)
                return
        else:
            self._flagged.add(number)
            self._moved_flags.append((self._cell(number), True))
        self._clicks[_Effect.FLAG] += 1

    def _open(self, cells: list[int], chord: Cell | None, time: int) -> Opening:
        """Open cells, and what comes open with them."""
        shown: dict[Cell, int] = {}
        queue = list(cells)
        while queue:
            number = queue.pop()
            if not self._covered[number]:
                continue
            self._covered[number] = False
            truth = self._truth[number]
            shown[self._cell(number)] = State.KNOWN_MINE if truth < 0 else truth
            if truth < 0:
                self._is_over = True
                continue
            self._left_to_open -= 1
            if truth == 0:
                queue += [near for near in self._near[number] if self._clicked(near)]
        self._is_over |= not self._left_to_open
        opened = tuple(map(self._cell, cells))
        return Opening(opened, shown, chord, time, flags=self.flags())

    def _cell(self, number: int) -> Cell:
        return Cell(*divmod(number, self._width))


def _truth(layout: Layout) -> list[int]:
    """Return the clue of each cell by its number, -1 for a mine."""
    clues: list[int] = np.where(layout.mask, -1, layout.around).ravel().tolist()
    return clues


class Click(NamedTuple):
    """A move: when it was made, in milliseconds, on which cell, and whether it set a flag."""

    time: int
    cell: Cell
    flags: bool


def check_clicks(setting: Setting) -> None:
    """Raise ValueError for a game that mouse clicks on an ordinary board do not tell."""
    for what, is_so in (
        (f"the rule {setting.rule.value}", setting.rule is not GameRule.CLASSIC),
        ("no flood opening", not setting.flood),
        (f"the clue model {setting.clues.name}", setting.clues.name != "exact"),
        (f"the rules {setting.rules}", setting.rules != ORDINARY),
        ("constraints", bool(setting.constraints)),
        ("no fixed mine count", not setting.is_counted),
        ("other neighbours than the eight around a cell", setting.topology is not None),
    ):
        if is_so:
            raise ValueError(f"replays are of ordinary boards; this game has {what}")


def replay_of(
    layout: Layout, start: Board | None, clicks: Iterable[Click], *, program: str, player: str
) -> Replay:
    """Return the replay of a game on a layout; a click opens what is open at the start, too."""
    events = tuple(_events([*_first(start), *clicks]))
    last = events[-1].time if events else 0
    return Replay(layout, events, _CELL, "rawvf", program, player, last)


def _first(start: Board | None) -> list[Click]:
    """Return the click that opens what is open at the start: one area, or a single cell."""
    if start is None or not (start.grid >= 0).any():
        return []
    shown = np.where(start.grid < 0, 99, start.grid)
    return [Click(0, start.cell(int(shown.argmin())), flags=False)]


def _events(clicks: Iterable[Click]) -> Iterator[Event]:
    before: Cell | None = None
    for time, cell, flags in clicks:
        x, y = (_CELL * place + _CELL // 2 for place in (cell.column, cell.row))
        if before not in (None, cell):
            yield Event(time, "mv", x, y)
        before = cell
        for action in ("rc", "rr") if flags else ("lc", "lr"):
            yield Event(time, action, x, y)
