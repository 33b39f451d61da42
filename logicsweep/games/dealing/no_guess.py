"""`NoGuess`: what it means that a layout can be won without a guess; a `Solution` shows how."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.errors import LogicSweepError, counted, defect_in, expect, whole
from logicsweep.games.dealing.walk import (
    chain,
    open_around_zeros,
    reach,
    safe_left,
    truth_of,
    walk_from,
)
from logicsweep.games.setting import size_words
from logicsweep.kernel.play import Walk
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reasons.deduction import Deduced
from logicsweep.reasons.explanation import Difficulty, Step
from logicsweep.reasons.patterns import (
    Sight,
    goes_by,
    grid_width,
    least_level,
    name_of_steps,
    pattern_of,
)
from logicsweep.reasons.techniques import Technique

# A range has so many.
_ENDS: Final = 2


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The reach of proofs from the start of a layout; a value, made by `NoGuess.check`.

    Attributes:
        layout: The mines.
        start: The cell that is open from the beginning.
        steps: The deductions in order, each one of the easiest at its turn. The board of a step is
            the position before it, in which mines that earlier steps proved are known mines. What
            a step proves safe is opened before the next one, with the neighbours of zeros.
        board: The position in the end: every safe cell is open, or no covered cell is proved safe
            and a guess is needed. Which cells are open there does not depend on the steps.
        needs_total: Whether proofs lead less far without the mine count.
        trouble: The reason why the definition does not allow the layout, in words; None if it
            does.
    """

    layout: Layout
    start: Cell
    steps: tuple[Step, ...]
    board: Board
    needs_total: bool
    trouble: str | None

    def __repr__(self) -> str:
        how = f"level {self.level}, {counted(len(self.steps), 'step')}"
        return f"<Solution: {how}{'' if self.trouble is None else f'; {self.trouble}'}>"

    @property
    def is_allowed(self) -> bool:
        """Whether the layout is one that the definition allows."""
        return self.trouble is None

    @property
    def is_solved(self) -> bool:
        """Whether every safe cell is open in the end, whatever the level of the steps."""
        return self.stuck is None

    @property
    def stuck(self) -> Board | None:
        """The first position from which a guess is needed; None if there is none."""
        opened = self.board.height * self.board.width - int(self.layout.mask.sum())
        return None if len(self.board.clues) == opened else self.board

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the steps; its board is the position in the end."""
        return Difficulty(self.board, self.steps)

    @property
    def level(self) -> int:
        """The level of the hardest step; 0 without steps."""
        return self.difficulty.level


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGuess:
    """A definition of layouts that need no guess.

    The start is opened first. From there, cells that are proved safe, by the clues that are open by
    then and by the mine count if it counts, lead to all other safe cells. Opening a 0 opens its
    neighbours. Clues are exact.

    Raises:
        ValueError: The range of levels is empty or below 0, no technique is left, or one is needed
            that no step can have.
        UnknownNameError: There is no technique or pattern of a name that is needed.
        TypeError: A field has another type.
    """

    start: tuple[int, int] | None = None
    """The first cell to open, as (row, column); None for the middle of the board, which is row
    height // 2 and column width // 2."""
    first_click: FirstClick = FirstClick.OPENING
    """The demand on the start. With `OPENING`, no mine is around it; with `SAFE`, it is safe,
    whatever it shows."""
    total: bool = True
    """Whether the mine count may be used."""
    levels: tuple[int, int] | None = None
    """The least and the highest level of the hardest step that is needed; None for any.

    The level of a step is the number of clues, and the mine count, that it combines, as in
    `KnowledgeBase.difficulty`; always one of the easiest steps comes next.
    """
    techniques: frozenset[Technique] | None = None
    """The techniques that these steps may have; None for any."""
    needs: frozenset[str] = frozenset()
    """The techniques and patterns, by name, such as `1-2-1`, each of which one of these steps has;
    see `Step.goes_by`."""

    def __post_init__(self) -> None:
        if self.start is not None:
            object.__setattr__(self, "start", Cell.of(self.start))
        first = FirstClick.of(self.first_click)
        object.__setattr__(self, "first_click", first)
        if first is FirstClick.UNPROTECTED:
            raise ValueError("first_click is unprotected; expected opening or safe")
        expect("total", self.total, bool, "True or False")
        if self.levels is not None:
            object.__setattr__(self, "levels", _range(self.levels))
        if self.techniques is not None:
            object.__setattr__(self, "techniques", _named(self.techniques))
        object.__setattr__(self, "needs", self._checked_needs())

    @property
    def is_rated(self) -> bool:
        """Whether the level, the techniques or the patterns of the steps matter."""
        return self.levels is not None or self.techniques is not None or bool(self.needs)

    def start_on(self, height: int, width: int) -> Cell:
        """Return the start on a board of this size.

        Raises:
            ValueError: The start is off the board.
        """
        if self.start is None:
            return Cell(height // 2, width // 2)
        row, column = self.start
        if not (0 <= row < height and 0 <= column < width):
            size = size_words(height, width)
            raise ValueError(f"the start {Cell.of(self.start)} is not on a board of {size}")
        return Cell.of(self.start)

    def check(self, layout: Layout, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> Solution:
        """Solve a layout step by step, and tell whether this definition allows it.

        Args:
            layout: The mines.
            time_limit: In seconds; None for no limit.

        Raises:
            ValueError: The start is off the board or a mine.
            LimitError: The time limit is reached.
        """
        budget = Budget(time_limit)
        walk = self._begun(layout)
        shape = layout.mask.shape
        start = self.start_on(*shape)
        given = layout.opened([start])
        if walk.total is None:
            given = given.with_total(None)
        before, taken = [], []
        try:
            open_around_zeros(walk)
            before.append(walk.states.copy())
            for step in chain(walk, level=None, budget=budget):
                taken.append(step)
                before.append(walk.states.copy())
        except LogicSweepError:
            raise
        except ValueError as error:  # the start was looked at before
            raise defect_in("solving", error, given) from error
        boards = [given.with_grid(states.reshape(shape)) for states in before]
        steps = tuple(map(_step, boards, taken))
        needs_total = self.total and safe_left(walk) < self._left_without_total(layout, budget)
        solution = Solution(layout, start, steps, boards[-1], needs_total, None)
        return replace(solution, trouble=self._trouble(solution))

    def allows(self, layout: Layout, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> bool:
        """Tell whether this definition allows a layout: the same as `check`, in much less time.

        Raises:
            ValueError: The start is off the board.
            LimitError: The time limit is reached.
        """
        start = self.start_on(*layout.mask.shape)
        if layout.mask[start]:
            return False
        walk = self._begun(layout)
        if self.first_click is FirstClick.OPENING and walk.truth[walk.order[1]] != 0:
            return False
        return is_met(self, walk, Budget(time_limit))

    def needs_total(self, layout: Layout, *, time_limit: float | None = DEFAULT_TIME_LIMIT) -> bool:
        """Tell whether proofs lead less far from the start without the mine count.

        Raises:
            ValueError: The start is off the board or a mine.
            LimitError: The time limit is reached.
        """
        budget = Budget(time_limit)
        walk = self._begun(layout)
        if walk.total is None:
            return False
        reach(walk, level=None, budget=budget)
        return safe_left(walk) < self._left_without_total(layout, budget)

    def _begun(self, layout: Layout) -> Walk:
        expect("layout", layout, Layout, "a Layout")
        mask = layout.mask
        start = self.start_on(*mask.shape)
        if mask[start]:
            raise ValueError(f"the start {start} is a mine; expected a safe cell")
        adjacency = layout.adjacency
        total = int(mask.sum()) if self.total else None
        number = start.row * mask.shape[1] + start.column
        return walk_from(truth_of(mask, adjacency), adjacency, number, total)

    def _left_without_total(self, layout: Layout, budget: Budget) -> int:
        walk = self._begun(layout)._replace(total=None)
        reach(walk, level=None, budget=budget)
        return safe_left(walk)

    def _trouble(self, solution: Solution) -> str | None:
        """Say why a layout is not allowed; None if it is."""
        start = solution.start
        if self.first_click is FirstClick.OPENING and solution.layout.around[start]:
            return f"the start {start} shows {solution.board.sign(start)}; expected an opening"
        if not solution.is_solved:
            safe = int(np.count_nonzero(~solution.layout.mask))
            return f"a guess is needed: {len(solution.board.clues)} of {safe} safe cells are proved"
        if self.levels is not None and not self.levels[0] <= solution.level <= self.levels[1]:
            least, most = self.levels
            return f"its level is {solution.level}; expected {least}..{most}"
        if self.techniques is not None:
            others = [
                technique.value
                for technique in solution.difficulty.techniques
                if technique not in self.techniques
            ]
            if others:
                return f"a step is of the technique {others[0]!r}, which is not allowed"
        for name in sorted(self.needs):
            if not any(step.goes_by(name) for step in solution.steps):
                return f"no step is of the technique or pattern {name!r}"
        return None

    def _checked_needs(self) -> frozenset[str]:
        """Return the names that are needed. Raises ValueError if no steps can have them."""
        # A str instead of a list is a mistake that is often made.
        if isinstance(self.needs, str):  # type: ignore[unreachable]
            raise TypeError(f"needs is {self.needs!r:.40}; expected several names, or none")
        names = frozenset(map(name_of_steps, self.needs))
        excluded = set() if self.techniques is None else set(Technique) - self.techniques
        excluded |= {Technique.RULE} | (set() if self.total else {Technique.TOTAL})
        for name in sorted(names):
            if name in {technique.value for technique in excluded}:
                raise ValueError(f"no step may be of the technique {name!r}, so none can be needed")
            level = least_level(name)
            if self.levels is not None and level > self.levels[1]:
                raise ValueError(
                    f"steps of {name!r} have level {level} or more; expected levels up to that"
                )
        return names


def is_met(wanted: NoGuess, walk: Walk, budget: Budget) -> bool:
    """Tell whether a walk that has just begun leads to all safe cells as a definition wants.

    The walk is advanced as far as proofs lead. Raises `LimitError`.
    """
    begun = walk._replace(states=walk.states.copy(), order=walk.order.copy())
    reach(walk, level=None, budget=budget)
    if safe_left(walk):
        return False
    if wanted.levels is not None and not _is_within(begun, wanted.levels, budget):
        return False
    if wanted.techniques is None and not wanted.needs:
        return True
    return _has_steps(wanted, begun, budget)


def _has_steps(wanted: NoGuess, begun: Walk, budget: Budget) -> bool:
    """Tell whether the steps of a game have the techniques and patterns that are wanted."""
    missing = set(wanted.needs)
    width = grid_width(begun.adjacency)
    open_around_zeros(begun)
    before = begun.states.copy()
    for step in chain(begun, level=None, budget=budget):
        if wanted.techniques is not None and step.technique not in wanted.techniques:
            return False
        if missing:
            sight = Sight(before, begun.adjacency.neighbours, {}, width)
            clues, uses_total, *_ = step.mus
            pattern = None if uses_total else pattern_of(clues, step.decided, sight)
            missing = {name for name in missing if not goes_by(name, step.technique, pattern)}
            before = begun.states.copy()
        elif wanted.techniques is None:
            return True
    return not missing


def _is_within(begun: Walk, levels: tuple[int, int], budget: Budget) -> bool:
    """Tell whether the hardest step of a game that can be solved has a level in a range."""
    least, most = levels
    return _is_solved(begun, most, budget) and not (
        least > 0 and _is_solved(begun, least - 1, budget)
    )


def _is_solved(begun: Walk, level: int, budget: Budget) -> bool:
    """Tell whether steps up to a level lead to all safe cells."""
    walk = begun._replace(states=begun.states.copy(), order=begun.order.copy())
    if level > 0:
        reach(walk, level=level, budget=budget)
    else:
        open_around_zeros(walk)
    return not safe_left(walk)


def _step(board: Board, step: Deduced) -> Step:
    """Make a value of a step; facts that it takes for granted are known on its board."""
    decided = step.decided.items()
    return Step(
        board,
        step.technique,
        tuple(map(board.cell, step.mus.clues)),
        step.mus.uses_total,
        given_mines=(),
        given_safe=(),
        mines=tuple(board.cell(cell) for cell, mine in decided if mine),
        safe=tuple(board.cell(cell) for cell, mine in decided if not mine),
        split=None if step.split is None else board.cell(step.split),
    )


def _range(levels: object) -> tuple[int, int]:
    if not isinstance(levels, tuple | list) or len(levels) != _ENDS:
        raise TypeError(f"levels is {levels!r:.40}; expected (least, most), or None")
    least, most = whole("the least level", levels[0]), whole("the highest level", levels[1])
    if least < 0 or least > most:
        raise ValueError(f"the range of levels {least}..{most} is empty; expected one such as 1..2")
    return least, most


def _named(techniques: Iterable[Technique]) -> frozenset[Technique]:
    allowed = frozenset(techniques)
    for technique in allowed:
        expect("a technique", technique, Technique, "a Technique, such as Technique.SUBSET")
    if not allowed:
        raise ValueError("no technique is allowed; expected some, or None for any")
    return allowed
