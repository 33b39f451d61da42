"""`tasks`: tasks from seeds, by level, kind of cell and part of all positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import cells_in
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import ArgumentError, LimitError, expect, positive, whole
from logicsweep.games.dealing.seeded import MOST, SplitMix64
from logicsweep.games.setting import Setting
from logicsweep.games.told.facts import Facts
from logicsweep.lab.data.made import made_of
from logicsweep.lab.data.orders import check_dataset
from logicsweep.lab.tasks.board_forms import form_of
from logicsweep.lab.tasks.kinds import CHANCE, KINDS, MOVE, SAFE, WHY, Kind, kind_of
from logicsweep.lab.tasks.symmetry import canonical_hash, check_split, split_of
from logicsweep.lab.tasks.task import Task, level_of
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

TRIES: Final = 1000
"""The number of positions that are drawn for a task before it is given up."""
DECIDED_SHARE: Final = 10
"""The share of decided cells in tasks of the kind `chance`: one in so many."""
# Cells of a position whose explanations are looked at for one of the right size.
_EXPLAINED: Final = 8

Levels = int | tuple[int, int]


class Order(NamedTuple):
    """The tasks to draw.

    Attributes:
        kind: Their kind.
        setting: The games that positions are of.
        levels: The least and the largest level; None for any.
        form: The text form of their prompts.
        split: The part of all positions that they are drawn from; None for all.
        tries: The number of positions to draw for each.
        time_limit: The seconds that each question may take; None for no limit.
    """

    kind: Kind
    setting: Setting
    levels: tuple[int, int] | None
    form: str
    split: str | None
    tries: int
    time_limit: float | None


def tasks(
    kind: str,
    n: int,
    *,
    setting: Setting,
    seed: int = 0,
    level: Levels | None = None,
    form: str = "grid",
    split: str | None = None,
    tries: int = TRIES,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Task]:
    """Yield tasks of the seeds `seed`, `seed + 1` and so on, each made when it is asked for.

    A seed gives the same task everywhere, and another one for each kind. Positions are those that
    `dataset` draws: of games in which a player opens what is proved safe, and survives every
    guess. So all layouts that agree with a position are equally likely to be the one behind it.

    For the kind `safe` the verdict is drawn first, each of the three with the same probability, and
    for `why` one of the two that have reasons; for `chance` one cell in ten is decided, all others
    are undetermined. Of undetermined cells every other one lies next to a clue, where there are
    both. A `move` is asked for where cells differ in their risk.

    Args:
        kind: One of `KINDS`: `move`, `certain`, `safe`, `chance` or `why`.
        n: The number of tasks, 0 or more.
        setting: The size, the mine count and the rules of the games.
        seed: The first seed, from 0.
        level: The level of the tasks (see `Task.level`), a number or the least and the largest one;
            None for any. The kind `chance` has none.
        form: The text form of positions in prompts, one of `FORMS`.
        split: `train` or `test`, for positions of that part alone; None for all.
        tries: The number of positions to draw for a task.
        time_limit: The seconds that each question about a position may take; None for no limit.

    Raises:
        UnknownNameError: There is no such kind, form or split.
        ValueError: A number is out of range, or positions of the setting are no lines of a data
            set (see `dataset`).
        LimitError: None of `tries` positions has such a task, or a time limit was reached.
    """
    order = order_of(
        kind,
        setting=setting,
        level=level,
        form=form,
        split=split,
        tries=tries,
        time_limit=time_limit,
    )
    count, first = whole("n", n), whole("seed", seed)
    if count < 0:
        raise ArgumentError("n", f"n is {count}; expected 0 or more")
    if not 0 <= first <= MOST - max(count - 1, 0):
        raise ArgumentError("seed", f"the seed is {first}; expected 0 to {MOST}, as the last one")
    return (drawn(order, each) for each in range(first, first + count))


def order_of(
    kind: str,
    *,
    setting: Setting,
    level: Levels | None = None,
    form: str = "grid",
    split: str | None = None,
    tries: int = TRIES,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Order:
    """Check what `tasks` takes. Raises as `tasks`."""
    asked = kind_of(kind)
    form_of(form)
    check_split(split)
    expect("setting", setting, Setting, "a Setting")
    check_dataset(setting, Budget(time_limit))
    levels = _levels(level)
    if levels is not None and not asked.has_level:
        raise ArgumentError("level", f"tasks of the kind {kind} have no level; expected none")
    return Order(asked, setting, levels, form, split, positive("tries", tries), time_limit)


def drawn(order: Order, seed: int) -> Task:
    """Draw the task of a seed. Raises ValueError for a seed out of range, and `LimitError`."""
    place = list(KINDS).index(order.kind.name)
    # A source for each kind, whose seed is an output as good as random.
    source = SplitMix64(SplitMix64(seed).output() ^ place)
    wanted = _wanted(order.kind, source)
    for _ in range(order.tries):
        _, board = made_of(order.setting, source.output(), order.time_limit)
        if not board.covered:
            continue
        if order.split is not None and split_of(canonical_hash(board)) != order.split:
            continue
        facts = Facts(board, time_limit=order.time_limit)
        is_asked, cell = _asked(order, board, facts, wanted, source)
        if is_asked:
            return Task(
                kind=order.kind.name,
                seed=seed,
                setting=order.setting,
                board=board,
                cell=cell,
                form=order.form,
                time_limit=order.time_limit,
            )
    raise LimitError(
        f"none of {order.tries:,} positions has a task of the kind {order.kind.name}"
        f"{_level_words(order.levels)}; expected more tries, or another level or setting"
    )


def _wanted(kind: Kind, source: SplitMix64) -> Verdict | None:
    """Draw the verdict that the cell of a task is to have; None for kinds without a cell."""
    decided = Verdict.SAFE, Verdict.MINE
    if kind is SAFE:
        return source.choice((*decided, Verdict.UNDETERMINED))
    if kind is CHANCE:
        is_decided = source.randrange(DECIDED_SHARE) == 0
        return source.choice(decided) if is_decided else Verdict.UNDETERMINED
    return source.choice(decided) if kind is WHY else None


def _asked(
    order: Order, board: Board, facts: Facts, wanted: Verdict | None, source: SplitMix64
) -> tuple[bool, Cell | None]:
    """Return whether a position has a task of the order, and its cell."""
    kind, levels = order.kind, order.levels
    cells = [] if wanted is None else _cells(board, facts, wanted, source)
    if wanted is not None and not cells:
        return False, None
    if kind is MOVE and not _has_choice(board, facts):
        return False, None
    if levels is None:
        return True, next(iter(cells), None)
    if kind is WHY:
        for cell in cells[:_EXPLAINED]:
            if _fits(level_of(kind, cell, facts), levels):
                return True, cell
        return False, None
    return _fits(level_of(kind, None, facts), levels), next(iter(cells), None)


def _cells(board: Board, facts: Facts, wanted: Verdict, source: SplitMix64) -> list[Cell]:
    """Return the cells of a verdict in random order."""
    if wanted is not Verdict.UNDETERMINED:
        cells = list(cells_in(facts.safe if wanted is Verdict.SAFE else facts.mines))
    else:
        cells = [cell for cell in board.covered if facts.verdict(cell) is wanted]
        frontier = set(board.frontier)
        near = [cell for cell in cells if cell in frontier]
        far = [cell for cell in cells if cell not in frontier]
        if near and far:
            cells = source.choice((near, far))
    source.shuffle(cells)
    return cells


def _has_choice(board: Board, facts: Facts) -> bool:
    """Return whether some cell is a better move than another."""
    if facts.safe.any():
        return int(facts.safe.sum()) < len(board.covered)
    return len(facts.kb.count().least_risky().cells) < len(board.covered)


def _fits(level: int | None, levels: tuple[int, int]) -> bool:
    return level is not None and levels[0] <= level <= levels[1]


def _levels(level: Levels | None) -> tuple[int, int] | None:
    """Return the least and the largest level. Raises ValueError and TypeError."""
    if level is None:
        return None
    least, most = level if isinstance(level, tuple) else (level, level)
    least, most = whole("level", least), whole("level", most)
    if not 0 <= least <= most:
        raise ArgumentError(
            "level", f"level is {least}..{most}; expected numbers from 0, the smaller one first"
        )
    return least, most


def _level_words(levels: tuple[int, int] | None) -> str:
    if levels is None:
        return ""
    least, most = levels
    return f" of level {least}" if least == most else f" of level {least} to {most}"
