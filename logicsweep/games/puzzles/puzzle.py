"""`puzzle`: a position with one layout, from a seed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Unpack

import numpy as np

from logicsweep.arguments import by_name
from logicsweep.board.board import Board
from logicsweep.board.clue_models import Exact
from logicsweep.board.layout import Layout
from logicsweep.board.picture.picture import Picture, notebook_svg
from logicsweep.board.state import State
from logicsweep.errors import LimitError, capitalized, positive, whole
from logicsweep.games.dealing.layouts import draw, revealed, source_of
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION, SAT, ReasonerName
from logicsweep.reasons.deduction import Deductions
from logicsweep.reasons.explanation import Difficulty
from logicsweep.system.system import position_of


class Puzzle(NamedTuple):
    """A position with one layout, in which no clue can be left out.

    Attributes:
        board: The position: some safe cells are open, all others are covered.
        layout: The only layout that agrees with it.
        difficulty: The difficulty of its proofs; they decide every covered cell. None if it was not
            worked out.
        tries: The number of layouts drawn for it.
    """

    board: Board
    layout: Layout
    difficulty: Difficulty | None
    tries: int

    def picture(self) -> Picture:
        """Draw the position as it is printed: with the mine count, and 0 where no mine is near."""
        return puzzle_picture(self.board)

    def _repr_svg_(self) -> str | None:
        """Return what Jupyter shows."""
        return notebook_svg(self.picture())


def puzzle_picture(board: Board) -> Picture:
    """Draw the position of a puzzle; see `Puzzle.picture`."""
    return board.picture(zeros=True, caption=f"{capitalized(board.title)}.")


@by_name
def puzzle(
    setting: AnySetting = None,
    *,
    seed: int,
    levels: tuple[int, int] | None = None,
    rates: bool = False,
    tries: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[SettingKeys],
) -> Puzzle:
    """Make a puzzle from a seed, on any board and under any rules.

    A layout is dealt, and all its safe cells are opened. In random order they are then covered
    again, each if the layout still follows. So no clue is left that the others do not need: without
    any one of them, another layout agrees with the board as well. With liars, some of the clues may
    be wrong, and at most so many. Where the mine count is open, layouts are drawn until one follows
    from all clues. Under a rule with a key the
    layout is the only one; its key need not be.

    Args:
        setting: The size, the mine count, which the puzzle tells, and the rules, as `Setting.of`
            takes them; clues are exact. There is no first click, and that of the setting does not
            count.
        seed: Any whole number. The same arguments give the same puzzle on every machine, whatever
            the time limit.
        levels: The least and the highest level of the puzzle (see `Difficulty`); None for any.
            Layouts are drawn until a puzzle has such a level.
        rates: Whether to work out the level, whether or not one is asked for. That may take far
            longer than making the puzzle, as it looks for smallest sets of sources.
        tries: The most layouts to draw; None for no limit.
        time_limit: In seconds; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        ValueError: The clues are uncertain, the levels are no range, or no layout satisfies the
            rules.
        LimitError: No puzzle of such a level was found within the time limit and the tries, or
            layouts under the rules cannot be dealt within the limits.
    """
    setting = Setting.of(setting, **keys)
    number = whole("seed", seed)
    source, rng = source_of(number), Random(f"puzzle {number}")
    return puzzle_from(
        setting, source, rng, levels=levels, rates=rates, tries=tries, time_limit=time_limit
    )


def puzzle_from(
    setting: Setting,
    source: Random,
    rng: Random,
    *,
    levels: tuple[int, int] | None = None,
    rates: bool = False,
    tries: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Puzzle:
    """Make a puzzle as `puzzle` does, from sources of your own.

    Layouts come from `source`, and the order in which clues are covered from `rng`; they may be the
    same. Raises as `puzzle` does.
    """
    check_puzzle(setting, levels, tries)
    budget = Budget(time_limit)
    drawn = 0
    try:
        while tries is None or drawn < tries:
            budget.check()
            layout = Layout(draw(setting, set(), source, budget), adjacency=setting.topology)
            drawn += 1
            board = _opened(layout, setting, rng)
            if not setting.is_counted and not _is_decided(board, budget):
                continue  # no clue speaks of some cell, and the mine count is open
            board = _reduced(board, rng, budget)
            if levels is not None and not _may_have(board, layout, levels, budget):
                continue
            difficulty = None
            if rates or levels is not None:
                difficulty = KnowledgeBase(board, time_limit=budget.remaining()).difficulty()
            if difficulty is None or levels is None or levels[0] <= difficulty.level <= levels[1]:
                return Puzzle(board, layout, difficulty, drawn)
    except LimitError:
        budget.check()  # it names the whole limit, not what was left of it
        raise
    raise LimitError(f"no puzzle of this level among {drawn:,}")


def check_puzzle(setting: Setting, levels: tuple[int, int] | None, tries: int | None) -> None:
    """Raise ValueError for arguments of `puzzle` that do not go together."""
    is_exact = isinstance(setting.clues, Exact)
    if not is_exact:
        raise ValueError("the clues are uncertain; a puzzle needs exact clues")
    if levels is not None:
        try:
            least, most = levels
        except (TypeError, ValueError):
            wanted = "two whole numbers, such as (2, 3)"
            raise TypeError(f"levels is {levels!r:.40}; expected {wanted}") from None
        least, most = whole("levels", least), whole("levels", most)
        if not 0 <= least <= most:
            raise ValueError(f"levels are {least}..{most}; expected a range of numbers from 0 on")
    if tries is not None:
        positive("tries", tries)


def _opened(layout: Layout, setting: Setting, rng: Random) -> Board:
    """Return the position in which every safe cell is open, and every mine covered."""
    whole_board = revealed(setting, layout, rng)
    return whole_board.replace(dict.fromkeys(layout.mines, State.COVERED))


def _reduced(board: Board, rng: Random, budget: Budget) -> Board:
    """Cover as many cells as can be while the layout follows from the position.

    Covering a cell takes away knowledge. So a cell that cannot be covered at its turn cannot be
    covered later either, and each is asked once.
    """
    numbers = np.flatnonzero(~board.covered_mask.ravel()).tolist()
    rng.shuffle(numbers)
    for number in numbers:
        fewer = board.replace({board.cell(number): State.COVERED})
        if _is_decided(fewer, budget):
            board = fewer
    return board


def _is_decided(board: Board, budget: Budget) -> bool:
    """Return whether each covered cell is proved safe or a mine."""
    budget.check()
    # Of ordinary boards, a count takes less time than the refutations of all cells.
    reasoner: ReasonerName = ELIMINATION if board.is_ordinary else SAT
    proved = KnowledgeBase(board, reasoner=reasoner, time_limit=budget.remaining()).consequences()
    return len(proved.safe) + len(proved.mines) == len(board.covered)


def _may_have(board: Board, layout: Layout, levels: tuple[int, int], budget: Budget) -> bool:
    """Tell whether a puzzle may have a level within a range, in less time than it takes to rate it.

    Under rules and constraints steps are others, and nothing is told.
    """
    if not board.is_ordinary:
        return True
    least, most = levels
    return _is_solved(board, layout, most, budget) and not (
        least > 1 and _is_solved(board, layout, least - 1, budget)
    )


def _is_solved(board: Board, layout: Layout, level: int, budget: Budget) -> bool:
    """Tell whether steps up to a level decide every covered cell."""
    position = position_of(board)
    mines = layout.mask.ravel()
    verdicts = {cell: bool(mines[cell]) for cell in map(board.number, board.covered)}
    deductions = Deductions(
        position, verdicts=verdicts, level=level, engine=engine_of(SAT), budget=budget
    )
    return sum([len(step.decided) for step in deductions]) == len(verdicts)
