"""Dealt layouts as lines of JSON, and what they were dealt by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType, field

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.names import SQUARE
from logicsweep.board.topology_text import neighbours_of
from logicsweep.errors import LimitError, NoLayoutError
from logicsweep.formats.dealt import Dealing, DealtGame
from logicsweep.games.dealing.deal import Mode, deal, first_of
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.keys import check_topology, keys_in
from logicsweep.games.orders import Order
from logicsweep.games.records import (
    Level,
    Levels,
    LimitKind,
    LimitReached,
    Lines,
    Number,
    Place,
    Places,
    Steps,
)
from logicsweep.reasons.techniques import Technique


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order.

    Attributes:
        format: The format and its version.
        seed: The seed that decides the layout.
        height: The number of rows.
        width: The number of columns.
        start: The first cell to open; null where it does not matter.
        first_click: The guarantee for the start.
        without: The techniques that steps may not have.
        uses_total: Whether proofs may use the mine count; null where guesses are allowed.
        mode: The way to find layouts: `plain`, guesses or not; `uniform`, each layout without
            guesses equally likely; `repaired`, which favours some of them.
        tries: The number of layouts that were drawn.
        seconds: The time that it took, rating apart.
        topology: The name of the topology; absent for the eight cells around a cell.
        rules: The rules of the board, such as `1M Q`; absent for ordinary boards.
        mine_count: [least, most] mines that were asked for; absent if it was one number.
        density: The density that was asked for, such as `1/5`; absent if it was none.
        constraints: Constraints, as in a board file; absent if there are none.
        needs: The techniques and patterns that some step has to have; absent if none were asked
            for.
    """

    format: Literal["logicsweep-deal/1"]
    seed: int
    height: Annotated[int, Meta(ge=1)]
    width: Annotated[int, Meta(ge=1)]
    start: Place | None
    first_click: Literal["unprotected", "safe", "opening"]
    levels: Levels
    without: tuple[str, ...]
    uses_total: bool | None
    mode: Literal["plain", "uniform", "repaired"]
    tries: Number
    seconds: Annotated[float, Meta(ge=0)]
    topology: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    mine_count: Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    density: str | UnsetType = UNSET
    constraints: tuple[str, ...] | UnsetType = UNSET
    needs: tuple[str, ...] | UnsetType = UNSET


class Dealt(Line, kw_only=True, frozen=True):
    """A layout that was dealt.

    Attributes:
        mines: The mines, in reading order.
        three_bv: The 3BV: the clicks that it takes without flags and chords.
        needs_total: Whether proofs lead less far from the start without the mine count; null where
            they may not use it, where guesses are allowed, and under rules.
        moved: The number of mines that are elsewhere than in the layout drawn.
    """

    mines: Places
    level: Level
    steps: Steps
    three_bv: Number = field(name="3bv")
    needs_total: bool | None
    moved: Number

    def __post_init__(self) -> None:
        """Raise ValueError for mines off the board, two in a cell, or no such topology."""
        height, width = self.height, self.width
        adjacency_of(self.topology, height, width)
        if not all(row < height and column < width for row, column in self.mines):
            raise ValueError("a mine is off the board")
        if len(set(self.mines)) < len(self.mines):
            raise ValueError("two mines are in one cell")

    @property
    def game(self) -> DealtGame:
        """The layout, to be played from its start."""
        mask = np.zeros((self.height, self.width), dtype=np.bool_)
        for cell in self.mines:
            mask[cell] = True
        start = None if self.start is None else Cell(*self.start)
        dealing = Dealing(self.mode, self.tries, self.moved, self.seconds)
        adjacency = adjacency_of(self.topology, self.height, self.width)
        return DealtGame(Layout(mask, adjacency=adjacency), start, dealing=dealing)


class NotDealt(Line, kw_only=True, frozen=True):
    """No layout was found within the limits.

    Attributes:
        opened: The number of safe cells that proofs opened in the best layout.
        safe_cells: The number of safe cells to open.
    """

    error: LimitReached
    kind: LimitKind
    opened: Number
    safe_cells: Number


Record = Dealt | NotDealt


def adjacency_of(topology: str | UnsetType, height: int, width: int) -> Adjacency | None:
    """Return the neighbours on a board of a record, None for the eight around a cell.

    Raises ValueError if there is no such topology of this size.
    """
    return neighbours_of(SQUARE if topology is UNSET else topology, height, width)


@dataclass(frozen=True)
class LayoutOrder(Order[Record]):
    """An order of layouts; see `deal` for its fields.

    `rates` says that levels and steps are worked out, whether or not they are asked for.
    """

    lines = Lines("logicsweep-deal/1", Dealt, NotDealt, "a dealt layout")
    unit = "layout"
    verb = "dealt"
    others = "layouts that were dealt otherwise"
    limit = NoLayoutError

    start: Cell | None = None
    no_guess: NoGuess | None = None
    mode: Mode = "uniform"
    tries: int | None = None
    rates: bool = False

    @property
    def asked(self) -> dict[str, Any]:
        """See `Order.asked`. Raises ValueError unless lines can name the topology."""
        setting, wanted = self.setting, self.no_guess
        check_topology(setting)
        return {
            **dict.fromkeys(("topology", "rules", "density", "constraints"), UNSET),
            **keys_in(Line, setting),
            "first_click": (wanted or setting).first_click.value,
            "levels": None if wanted is None else wanted.levels,
            "without": _excluded(wanted),
            "needs": tuple(sorted(wanted.needs)) if wanted is not None and wanted.needs else UNSET,
            "uses_total": None if wanted is None else wanted.total,
            "mode": "plain" if wanted is None else self.mode,
            "mine_count": setting.mines if isinstance(setting.mines, tuple) else UNSET,
        }

    def made(self, seed: int) -> Record:
        """Deal a layout, and rate it if the order asks for that; see `Order.made`."""
        wanted, limit = self.no_guess, self.time_limit
        game = deal(
            self.setting,
            seed=seed,
            start=None if wanted is not None else self.start,
            no_guess=wanted,
            mode=self.mode,
            tries=self.tries,
            time_limit=limit,
        )
        dealing = game.dealing or Dealing("plain", 1, 0, 0.0)
        rated = needs_total = None
        try:
            if wanted is not None and (self.rates or wanted.is_rated):
                rated = wanted.check(game.layout, time_limit=limit)
            is_plain = self.setting.is_ordinary and self.setting.is_counted
            if wanted is not None and wanted.total and is_plain:
                needs_total = wanted.needs_total(game.layout, time_limit=limit)
        except LimitError as error:
            safe = int((~game.layout.mask).sum())
            raise NoLayoutError(
                f"{error.limit}, to rate a layout that was found",
                tries=dealing.tries,
                seconds=dealing.seconds,
                opened=safe,
                safe_cells=safe,
            ) from None
        return Dealt(
            **self.repeated(seed),
            start=game.start,
            tries=dealing.tries,
            seconds=dealing.seconds,
            mines=tuple(sorted(game.layout.mines)),
            level=None if rated is None else rated.level,
            steps=None if rated is None else rated.difficulty.steps_by_name,
            three_bv=game.layout.three_bv,
            needs_total=needs_total,
            moved=dealing.moved,
        )

    def failed(self, seed: int, error: LimitError) -> Record:
        """See `Order.failed`."""
        if not isinstance(error, NoLayoutError):  # a worker died
            left = self.setting.cells - self.setting.mine_bounds[0]
            error = NoLayoutError(error.limit, tries=0, seconds=0.0, opened=0, safe_cells=left)
        return NotDealt(
            **self.repeated(seed),
            start=self._first,
            tries=error.tries,
            seconds=error.seconds,
            error=str(error),
            kind="limit",
            opened=error.opened,
            safe_cells=error.safe_cells,
        )

    def suits(self, record: Record) -> bool:
        """See `Order.suits`."""
        if isinstance(record, Dealt):
            mines = len(record.mines)
            if self.rates and record.level is None:
                return False
        else:
            mines = record.height * record.width - record.safe_cells
        least, most = self.setting.mine_bounds
        # A layout has no start where nothing keeps it from being a mine.
        return least <= mines <= most and record.start in (None, self._first)

    @property
    def _first(self) -> Cell | None:
        """The first cell to open, if there is one."""
        setting, wanted = self.setting, self.no_guess
        if wanted is None:
            return first_of(setting, self.start)
        return wanted.start_on(setting.height, setting.width)


def _excluded(wanted: NoGuess | None) -> tuple[str, ...]:
    if wanted is None or wanted.techniques is None:
        return ()
    return tuple(technique.value for technique in Technique if technique not in wanted.techniques)
