"""The game itself: the only module that knows where the mines are.

A player sees a `Board` and nothing else. Agents never get a `Game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from logicsweep.arguments import by_name
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Around, Clue, Code, simplest
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import ORDINARY
from logicsweep.board.state import COVERED, State, numbers_of
from logicsweep.board.total import range_words, total_words
from logicsweep.errors import IllegalMoveError, counted, expect, whole
from logicsweep.games.dealing.layouts import clues_of, draw, kept_free, shown_source, source_of
from logicsweep.games.dealing.ruled import satisfies
from logicsweep.games.setting import AnySetting, GameRule, Setting, SettingKeys, size_words
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

Shown = dict[Cell, int | Clue]

_HIDDEN: Final[dict[int, str]] = {State.FLAGGED: "flagged", State.COVERED: "not flagged"}


class Game:
    """A hidden layout, and what the player has seen of it.

    The mines are dealt when the first cell is opened, as `Setting` says, among the layouts that the
    protection of the first click allows. The same seed and first cell give the same layout.

    Args:
        setting: The size, the mine count and the rules: a `Setting` or, as `Setting.of` takes it,
            a size such as `"expert"` or `(9, 9)`.
        seed: Any whole number.
        layout: The mines; by default they are dealt. As they do not depend on the first
            click, it is `UNPROTECTED` in `setting` then.
        start: A cell, as (row, column), that is open from the beginning; `board` shows its clue.
            Where mines are dealt, it has the protection of the first click, and is always safe.
        time_limit: The seconds that dealing may take under layout rules and constraints; None for
            no limit.
        keys: Further arguments of `Setting`, such as `mines=10` or `height=9, width=9`.

    Raises:
        TypeError: The seed is not a whole number, or an argument has another type.
        ValueError: The layout has another size, mine count or neighbours than the setting, or does
            not satisfy its rules and constraints; the start is off the board or on a mine.

    Attributes:
        setting: The size, the mine count and the rules.
        detonated: The number of opened mines.
        opened: The number of open safe cells.
        moves: The number of moves, including flags set and removed.
        openings: The number of moves that opened a cell.
        flags: The number of flagged cells.
    """

    @by_name
    def __init__(
        self,
        setting: AnySetting = None,
        *,
        seed: int,
        layout: Layout | None = None,
        start: tuple[int, int] | None = None,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        **keys: Unpack[SettingKeys],
    ) -> None:
        setting = Setting.of(setting, **keys)
        if layout is not None:
            expect("layout", layout, Layout, "a Layout, or None")
            setting = replace(setting, first_click=FirstClick.UNPROTECTED)
        elif start is not None and setting.first_click is FirstClick.UNPROTECTED:
            setting = replace(setting, first_click=FirstClick.SAFE)
        self.setting = setting
        self._time_limit = time_limit
        self._seed = whole("seed", seed)
        self._rng = shown_source(self._seed)
        self._first = setting.board()
        self._near = self._first.adjacency.lists
        self._states = numbers_of(self._first.grid)
        self._uncertain: dict[tuple[int, int], Clue] = {}
        self._mines: bytes | None = None
        self._around: Sequence[int] = b""
        self._board: Board | None = self._first
        self._left = setting.cells  # covered cells without a flag
        # Until the mines are dealt, nobody knows how many there are in a range.
        self._count = setting.mines if isinstance(setting.mines, int) else None
        self._is_classic = setting.rule is GameRule.CLASSIC
        self._is_exact = isinstance(setting.clues, Exact)
        self._ruled = self._first.placed_rules
        self.detonated = 0
        self.opened = 0
        self.moves = 0
        self.openings = 0
        self.flags = 0
        if layout is not None:
            self._check(layout)
            self._lay(layout)
        if start is not None:
            number = self._first.number(start)
            if self._mines is None:
                self._deal(number)
            if self._is_mine(number):
                raise ValueError(f"the start {Cell.of(start)} is a mine")
            self._open(number)

    def __repr__(self) -> str:
        """Show only the facts that the player knows, not the mines."""
        size = size_words(self.setting.height, self.setting.width)
        what = f"{size}, {total_words(self.setting.mines)}"
        return f"<Game {what}: {counted(self.moves, 'move')}{', over' if self.is_over else ''}>"

    @property
    def board(self) -> Board:
        """The view of the player."""
        if self._board is None:
            grid = np.asarray(self._states).reshape(self.setting.height, self.setting.width)
            self._board = self._first.with_grid(grid, self._uncertain)
        return self._board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; `GameRule` says when it does."""
        if self._is_classic:
            return self.detonated > 0 or self._is_cleared
        if not self._left:
            return True
        return self.setting.rule is GameRule.SEARCH and self.flags + self.detonated == self._count

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open, and no mine was hit.

        Under the rule `search`: whether the game is over and no flag is on a safe cell.
        """
        if self.setting.rule is GameRule.SEARCH:
            return self.is_over and not self.wrong_flags
        return not self.detonated and self._is_cleared

    @property
    def _is_cleared(self) -> bool:
        """Whether every safe cell is open."""
        return self._count is not None and self.opened + self._count == self.setting.cells

    @property
    def mine_count(self) -> int:
        """The number of mines, which are dealt now if that is not known before; no player sees it.

        Raises:
            LimitError: As `open`.
        """
        if self._count is None:
            self._deal(None)
        return self._count or 0

    @property
    def unflagged(self) -> int:
        """The number of covered cells without a flag, which can be opened."""
        return self._left

    @property
    def right_flags(self) -> int:
        """The number of flagged mines; mines that were hit do not count.

        It is 0 before the first cell is opened, since the mines are not dealt yet.
        """
        return self._count_flags(mine=True)

    @property
    def wrong_flags(self) -> int:
        """The number of flagged safe cells; see `right_flags`."""
        return self._count_flags(mine=False)

    @property
    def solution(self) -> Layout:
        """The layout.

        Raises:
            ValueError: The game is not over.
        """
        if not self.is_over:
            raise ValueError("the game is not over; the solution is available only afterwards")
        if self._mines is None:
            self._deal(None)
        mask = np.frombuffer(self._mines or b"", dtype=np.bool_)
        return self._layout(mask)

    def open(self, cell: tuple[int, int]) -> Shown:
        """Open a covered cell without a flag; returns the cells that changed and what they show.

        These are the cell and, with flood opening, perhaps others: a clue or `State.KNOWN_MINE` by
        cell, as `KnowledgeBase.tell_all` takes them.

        Raises:
            IllegalMoveError: The move is not allowed; nothing has changed. Under layout rules that
                may be since no layout keeps free what the first click is to keep free.
            LimitError: The layouts that the rules allow take too large tables to be dealt, or
                too long.
        """
        number = self._to_move(cell, COVERED)
        if self._mines is None:
            try:
                self._deal(number)
            except ValueError as error:
                raise IllegalMoveError(str(error), move=self._first.cell(number)) from None
        self.moves += 1
        self.openings += 1
        if self._is_mine(number):
            self.detonated += 1
            return self._show({number: State.KNOWN_MINE})
        return self._open(number)

    def _open(self, number: int) -> Shown:
        """Open a safe cell, and the cells that flood opening opens with it."""
        clues: dict[int, int | Clue] = {}
        clue_of = self._around.__getitem__ if self._is_exact else self._clue
        flood, states, ruled = self.setting.flood, self._states, self._ruled
        queue = [number]
        while queue:
            opened = queue.pop()
            if opened in clues:
                continue
            clue = clues[opened] = clue_of(opened)
            if flood and (clue.upper if isinstance(clue, Clue) else clue) == 0:
                with_it = self._near[opened] if ruled is None else ruled.flooded(opened, Code(0))
                queue += [near for near in with_it if states[near] == COVERED]
        self.opened += len(clues)
        return self._show(clues)

    def flag(self, cell: tuple[int, int]) -> Shown:
        """Put a flag on a covered cell; returns the cell with its new state.

        Raises:
            IllegalMoveError: The move is not allowed; nothing has changed.
        """
        number = self._to_move(cell, COVERED)
        self.moves += 1
        self.flags += 1
        return self._show({number: State.FLAGGED})

    def unflag(self, cell: tuple[int, int]) -> Shown:
        """Remove a flag; returns the cell with its new state.

        Raises:
            IllegalMoveError: The move is not allowed; nothing has changed.
        """
        number = self._to_move(cell, State.FLAGGED)
        self.moves += 1
        self.flags -= 1
        return self._show({number: State.COVERED})

    def _to_move(self, cell: tuple[int, int], expected: int) -> int:
        at = Cell.of(cell)
        if self.is_over:
            raise IllegalMoveError("the game is over", move=at)
        try:
            number = self._first.number(at)
        except ValueError as error:
            raise IllegalMoveError(str(error), move=at) from None
        state = self._states[number]
        if state != expected:
            what = _HIDDEN.get(state, "open")
            raise IllegalMoveError(f"the cell is {what}", move=at)
        return number

    def _clue(self, number: int) -> int | Clue:
        """Return the clue of a safe cell that is opened now; not for exact clues."""
        model = self.setting.clues
        if self.setting.liars:  # they go with models that show the number, or nothing
            shown = model.draw(self._around[number], Around(0, 0), self._rng)
            return State.NO_CLUE if shown is None else shown
        states = [self._states[near] for near in self._near[number]]
        covered = states.count(State.COVERED) + states.count(State.FLAGGED)
        around = Around(states.count(State.KNOWN_MINE), covered)
        shown = model.draw(self._around[number], around, self._rng)
        clue = model.clue(shown, around)
        return State.NO_CLUE if clue is None else simplest(clue)

    def _show(self, new_states: dict[int, int | Clue]) -> Shown:
        self._board = None
        width, states = self.setting.width, self._states
        shown: Shown = {}
        for number, state in new_states.items():
            cell = Cell(*divmod(number, width))
            shown[cell] = state
            self._left -= states[number] == COVERED
            if isinstance(state, Clue):
                self._uncertain[cell] = state
                states[number] = State.UNCERTAIN
            else:
                states[number] = state
                self._left += state == COVERED
        return shown

    def _check(self, layout: Layout) -> None:
        height, width = layout.mask.shape
        setting = self.setting
        if (height, width) != (setting.height, setting.width):
            raise ValueError(f"the layout is {size_words(height, width)}, the board {setting.size}")
        mines = int(layout.mask.sum())
        least, most = setting.mine_bounds
        known = least if least == most else (least, most)
        if not least <= mines <= most:
            raise ValueError(
                f"the layout has {counted(mines, 'mine')}, the setting {range_words(known)}"
            )
        if layout.own_adjacency != setting.topology:
            raise ValueError("the layout has other neighbours than the setting; expected the same")
        if not satisfies(setting.rules, layout):
            raise ValueError(f"the layout does not satisfy the rules {setting.rules}")
        if not satisfies(ORDINARY, layout, setting.constraints):
            raise ValueError("the layout does not satisfy the constraints")

    def _deal(self, first: int | None) -> None:
        """Place the mines."""
        setting = self.setting
        free = kept_free(setting.first_click, first, setting.adjacency)
        limit = Budget(self._time_limit)
        self._lay(self._layout(draw(setting, free, source_of(self._seed), limit)))

    def _layout(self, mask: NDArray[np.bool_]) -> Layout:
        height, width = self.setting.height, self.setting.width
        return Layout(mask.reshape(height, width), adjacency=self.setting.topology)

    def _lay(self, layout: Layout) -> None:
        mask = layout.mask.ravel()
        self._mines = mask.tobytes()
        self._count = int(mask.sum())
        if self.setting.rules.clue.is_standard and not self.setting.liars:
            padded = np.append(mask, False)
            table = self._first.adjacency.table
            self._around = padded[table].sum(axis=0, dtype=np.uint8).tobytes()
        else:
            self._around = clues_of(self.setting, layout, self._rng)

    def _is_mine(self, number: int) -> bool:
        return self._mines is not None and bool(self._mines[number])

    def _count_flags(self, *, mine: bool) -> int:
        if not self.flags:
            return 0
        if self._mines is None:
            if not self.is_over:
                return 0
            self._deal(None)
        return sum(
            self._is_mine(number) == mine
            for number, state in enumerate(self._states)
            if state == State.FLAGGED
        )
