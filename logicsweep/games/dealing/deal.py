"""`deal`: a layout from a seed, plain or without guesses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Final, Literal, TypeAlias, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.total import no_room
from logicsweep.errors import LimitError, NoLayoutError, UnknownNameError, expect, positive, whole
from logicsweep.formats.dealt import Dealing, DealtGame
from logicsweep.games.dealing.layouts import draw, kept_free, source_of
from logicsweep.games.dealing.no_guess import NoGuess, is_met
from logicsweep.games.dealing.repair import Repair, after
from logicsweep.games.dealing.walk import left_by_proofs, truth_of, walk_from
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.kernel.play import Walk
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

Mode = Literal["uniform", "repaired"]
"""The ways to find layouts without guesses."""
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

Mines: TypeAlias = NDArray[np.bool_]
"""A layout: by row and column whether a cell is a mine."""

# How often the mines of a solved layout are disturbed to get another level, before the next layout.
_DISTURBED: Final = 200
NO_TRIES: Final = "no tries left"
"""The limit of a search that has drawn all layouts that it may."""


@by_name
def deal(
    setting: AnySetting = None,
    *,
    seed: int,
    start: tuple[int, int] | None = None,
    no_guess: NoGuess | None = None,
    mode: Mode = "uniform",
    tries: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[SettingKeys],
) -> DealtGame:
    """Return a layout from a seed, to be played from its start.

    Without `no_guess`, it is the layout that `Game` with this seed deals when the start is opened
    first. With `no_guess`, the first layout of the seed that this definition allows.

    Args:
        setting: The size, the mine count, the first click and the rules of the board, as
            `Setting.of` takes them; how the game ends does not matter.
        seed: Any whole number. The same arguments give the same layout on every machine, whatever
            the time limit.
        start: The first cell to open, as (row, column), without `no_guess`, which has its own. By
            default the middle of the board if the first click is protected, else none.
        no_guess: The definition that the layout has to meet; clues have to be exact. Its first
            click counts, and not that of the setting.
            Under rules and constraints, and where the mine count is open, levels, techniques and
            patterns cannot be asked for, and each clue has to show one value.
        mode: With `no_guess`: `uniform` draws layouts until one is allowed, so that all of these
            are equally likely; `repaired` moves mines where proofs end, which finds dense boards,
            too, but favours some layouts; it is for ordinary boards.
        tries: The most layouts to draw; None for no limit.
        time_limit: In seconds; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Returns:
        The game, with the start; `dealing` says how it was found.

    Raises:
        ValueError: The mines do not fit beside the cells that stay free, no layout satisfies the
            rules, the start is off the board, or the arguments contradict each other.
        UnknownNameError: There is no such mode.
        NoLayoutError: A limit was reached before a layout was found.
        LimitError: The layouts that the rules allow take too large tables, or too long, to be
            dealt.
    """
    setting = Setting.of(setting, **keys)
    number = whole("seed", seed)
    if mode not in MODES:
        raise UnknownNameError("mode", mode, MODES)
    if no_guess is None:
        if mode != MODES[0] or tries is not None:
            raise ValueError("mode and tries are for no_guess; expected NoGuess(...) beside them")
        return plain(setting, source_of(number), start, Budget(time_limit))
    expect("no_guess", no_guess, NoGuess, "a NoGuess, or None")
    if start is not None:
        raise ValueError("start and no_guess cannot be combined; expected NoGuess(start=...)")
    check_rules(setting, no_guess, mode)
    if tries is not None:
        positive("tries", tries)
    search = Search(setting, no_guess, source_of(number), tries, Budget(time_limit))
    return search.uniform() if mode == "uniform" else search.repaired()


def usual_mode(setting: Setting) -> Mode:
    """Return the mode that finds the most layouts of a setting."""
    return "repaired" if setting.is_ordinary and setting.is_counted else "uniform"


def check_rules(setting: Setting, no_guess: NoGuess, mode: Mode) -> None:
    """See that a layout without guesses can be looked for in a setting.

    Raises:
        ValueError: The clues are uncertain; or the board is not ordinary, or its mine count is
            open, and the mode is `repaired`, levels, techniques or patterns are asked for, or a
            clue may show two values.
    """
    is_exact = isinstance(setting.clues, Exact)
    if not is_exact:
        raise ValueError("the clues are uncertain; a layout without guesses needs exact clues")
    if setting.is_ordinary and setting.is_counted:
        return
    under = "constraints or an open mine count" if setting.rules.is_standard else "rules"
    if mode != MODES[0]:
        raise ValueError(
            f"the mode {mode} is for ordinary boards; expected {MODES[0]} under {under}"
        )
    if no_guess.is_rated:
        raise ValueError(
            f"levels, techniques and patterns are for ordinary boards; expected none under {under}"
        )
    if setting.choice is not None:
        raise ValueError(f"{setting.choice}; a layout without guesses needs clues that show one")


def free_of(setting: Setting, no_guess: NoGuess) -> set[int]:
    """Return the cells that a definition keeps free of mines, by number.

    Raises:
        ValueError: The start is off the board, or the mines do not fit beside these cells.
    """
    start = no_guess.start_on(setting.height, setting.width)
    number = start.row * setting.width + start.column
    free = kept_free(no_guess.first_click, number, setting.adjacency)
    mines = setting.mine_bounds[0]
    if mines > setting.cells - len(free):
        raise ValueError(
            f"{no_room(mines, setting.cells)}, and the start {start} "
            f"({no_guess.first_click.value}) keeps {len(free)} of them free"
        )
    return free


def plain(
    setting: Setting, source: Random, start: tuple[int, int] | None, budget: Budget
) -> DealtGame:
    """Return the next layout of a source; see `deal` for the start, and for errors."""
    begun = perf_counter()
    first = first_of(setting, start)
    number = None if first is None else first.row * setting.width + first.column
    free = kept_free(setting.first_click, number, setting.adjacency)
    mask = draw(setting, free, source, budget)
    return game_of(setting, mask, first, Dealing("plain", 1, 0, perf_counter() - begun))


def first_of(setting: Setting, start: tuple[int, int] | None) -> Cell | None:
    """Return the first cell to open where guesses may be needed; None for none. See `deal`.

    Raises:
        ValueError: The start is off the board.
    """
    if start is None and setting.first_click is FirstClick.UNPROTECTED:
        return None
    return NoGuess(start=start).start_on(setting.height, setting.width)


def game_of(
    setting: Setting, mask: NDArray[np.bool_], first: Cell | None, dealing: Dealing
) -> DealtGame:
    """Make a game of a layout that was dealt; it has no start if `first` is a mine."""
    if first is not None and mask[first]:
        first = None  # nothing keeps it free
    return DealtGame(_layout(setting, mask), first, dealing=dealing)


def _layout(setting: Setting, mask: NDArray[np.bool_]) -> Layout:
    return Layout(mask, adjacency=setting.topology)


class Search:
    """A search for a layout without guesses among those of a source.

    Both ways to find one raise `NoLayoutError`; its `limit` is `NO_TRIES` after so many tries.
    """

    def __init__(
        self,
        setting: Setting,
        no_guess: NoGuess,
        source: Random,
        tries: int | None,
        budget: Budget,
    ) -> None:
        self._setting = setting
        self._no_guess = no_guess
        self._source = source
        self._most = tries
        self._budget = budget
        self._start = no_guess.start_on(setting.height, setting.width)
        self._number = self._start.row * setting.width + self._start.column
        self._free = free_of(setting, no_guess)
        self._begun = perf_counter()
        self._tries = 0
        self._best = 0

    def uniform(self) -> DealtGame:
        """Return the first layout that is allowed as it is."""
        return self._first("uniform", self._allowed)

    def repaired(self) -> DealtGame:
        """Return the first layout that repairs lead to."""
        return self._first("repaired", self._repaired)

    def _first(self, mode: Mode, taken_of: Callable[[Mines], Mines | None]) -> DealtGame:
        """Return the first layout that is taken of those that are drawn."""
        limit = NO_TRIES
        drawn = self._draw()  # if this takes too long, that is no want of tries
        try:
            while True:
                self._budget.check()
                self._tries += 1
                taken = taken_of(drawn)
                if taken is not None:
                    seconds = perf_counter() - self._begun
                    moved = int((taken & ~drawn).sum())
                    dealing = Dealing(mode, self._tries, moved, seconds)
                    return game_of(self._setting, taken, self._start, dealing)
                if self._tries == self._most:
                    break
                drawn = self._draw()
        except LimitError as error:
            limit = error.limit
        raise NoLayoutError(
            limit,
            tries=self._tries,
            seconds=perf_counter() - self._begun,
            opened=self._best,
            safe_cells=self._setting.cells - self._setting.mine_bounds[0],
        )

    def _draw(self) -> Mines:
        return draw(self._setting, self._free, self._source, self._budget)

    def _allowed(self, mask: Mines) -> Mines | None:
        """Return a layout if it is allowed."""
        setting = self._setting
        if setting.is_ordinary and setting.is_counted:
            walk = self._walk(truth_of(mask, setting.adjacency))
            if is_met(self._no_guess, walk, self._budget):
                return mask
            opened = int(walk.order[0])
        else:
            left = left_by_proofs(
                *(setting, _layout(setting, mask), self._start),
                uses_total=self._no_guess.total,
                budget=self._budget,
            )
            if not left:
                return mask
            opened = int((~mask).sum()) - left
        self._best = max(self._best, opened)
        return None

    def _repaired(self, mask: Mines) -> Mines | None:
        """Return the layout that repairs of another lead to; None if to none."""
        walk = self._walk(truth_of(mask, self._setting.adjacency))
        repair = Repair(walk, self._free, self._source)
        try:
            is_allowed = self._is_repaired(repair)
        finally:
            self._best = max(self._best, repair.best)
        mines: Mines = (repair.walk.truth == State.KNOWN_MINE).reshape(mask.shape)
        return mines if is_allowed else None

    def _is_repaired(self, repair: Repair) -> bool:
        """Tell whether repairs make a layout allowed; what they solve is disturbed until it is."""
        wanted = self._no_guess
        # Steps of level 1 lead at least as far as none, of which there are too few to go by.
        highest = None if wanted.levels is None else max(wanted.levels[1], 1)
        if not repair.run(self._budget, level=highest):
            return False
        for _ in range(_DISTURBED):
            if is_met(wanted, self._walk(repair.walk.truth), self._budget):
                return True
            if not wanted.is_rated:
                raise RuntimeError("a repaired layout needs a guess")
            moves = repair.disturbed()
            if moves is None:
                return False
            repair.walk = after(repair.walk, moves)
            if not repair.run(self._budget, level=highest):
                return False
        return False

    def _walk(self, truth: NDArray[np.int8]) -> Walk:
        total = int((truth == State.KNOWN_MINE).sum()) if self._no_guess.total else None
        return walk_from(truth, self._setting.adjacency, self._number, total)
