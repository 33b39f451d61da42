"""The replay of a game that was played without a mouse: a click in the middle of each cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import ORDINARY
from logicsweep.formats.replays.replay import Event, Replay
from logicsweep.games.setting import GameRule, Setting

_CELL: Final = 16


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
