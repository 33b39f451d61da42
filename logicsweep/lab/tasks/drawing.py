"""`tasks`: tasks from seeds, by level, kind of cell and part of all positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Unpack

from msgspec import UNSET
from msgspec.structs import replace

from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.errors import ArgumentError, LimitError, UnknownNameError, expect, positive, whole
from logicsweep.formats.json import board_object
from logicsweep.games.dealing.seeded import MOST, SplitMix64
from logicsweep.games.orders import Order
from logicsweep.games.records import Lines
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.games.told.facts import Facts
from logicsweep.lab.data.drawn import check_dataset, made_of
from logicsweep.lab.tasks.kinds import KINDS, kind_of
from logicsweep.lab.tasks.prompts import check_form, prompt_of
from logicsweep.lab.tasks.symmetry import SPLITS, canonical_hash, split_of
from logicsweep.lab.tasks.task import FORMAT, NoTask, Task
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

TRIES: Final = 1000
"""The number of positions that are drawn for a task before it is given up."""

Levels = int | Sequence[int]


Record = Task | NoTask


@dataclass(frozen=True, kw_only=True)
class TaskOrder(Order[Record]):
    """The tasks to draw: the arguments of `tasks`, and whether lines have a right answer as well.

    Raises as `tasks`.
    """

    lines = Lines(FORMAT, Task, NoTask, "a file of tasks")
    unit = "task"
    others = "other tasks"

    kind: str
    level: Levels | None = None
    form: str = "grid"
    split: str | None = None
    tries: int = TRIES
    time_limit: float | None = DEFAULT_TIME_LIMIT
    answers: bool = False

    def __post_init__(self) -> None:
        kind = kind_of(self.kind)
        check_form(self.form)
        if self.split is not None and self.split not in SPLITS:
            raise UnknownNameError("split", self.split, SPLITS)
        expect("setting", self.setting, Setting, "a Setting")
        check_dataset(self.setting, Budget(self.time_limit))
        if self.levels is not None and not kind.has_level:
            raise ArgumentError(
                "level", f"tasks of the kind {kind.name} have no level; expected none"
            )
        positive("tries", self.tries)

    @property
    def levels(self) -> range | None:
        """The levels of the tasks; None for any."""
        if self.level is None:
            return None
        ends = tuple(self.level) if isinstance(self.level, (tuple, list)) else (self.level,) * 2
        if len(ends) != 2:
            raise ArgumentError(
                "level", f"level is {self.level}; expected a number, or two numbers"
            )
        least, most = (whole("level", end) for end in ends)
        if not 0 <= least <= most:
            raise ArgumentError(
                "level", f"level is {least}..{most}; expected numbers from 0, the smaller one first"
            )
        return range(least, most + 1)

    @property
    def asked(self) -> dict[str, Any]:
        """See `Order.asked`."""
        first_click = self.setting.first_click.value
        return {"kind": self.kind, "form": self.form, "first_click": first_click}

    def made(self, seed: int) -> Record:
        """See `Order.made`."""
        return answered(drawn(self, seed), self.time_limit, answers=self.answers)

    def failed(self, seed: int, error: LimitError) -> Record:
        """See `Order.failed`."""
        return NoTask(**self.repeated(seed), error=error.limit)

    def suits(self, record: Record) -> bool:
        """See `Order.suits`."""
        if isinstance(record, NoTask):
            return True
        if self.split not in (None, record.split) or (record.right is UNSET) is self.answers:
            return False
        if self.levels is not None and record.level not in self.levels:
            return False
        return record.board_object.is_of_game(board_object(self.setting.board()))


@by_name
def tasks(
    kind: str,
    setting: AnySetting = None,
    *,
    n: int,
    seed: int = 0,
    level: Levels | None = None,
    form: str = "grid",
    split: str | None = None,
    tries: int = TRIES,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[SettingKeys],
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
        setting: The size, the mine count and the rules of the games, as `Setting.of` takes them.
        n: The number of tasks, 0 or more.
        seed: The first seed, from 0.
        level: The level of the tasks (see `Task.level`), a number or the least and the largest one;
            None for any. The kind `chance` has none.
        form: The text form of positions in prompts, one of `FORMS`.
        split: `train` or `test`, for positions of that part alone; None for all.
        tries: The number of positions to draw for a task.
        time_limit: The seconds that each question about a position may take; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        UnknownNameError: There is no such kind, form or split.
        ValueError: A number is out of range, or positions of the setting are no lines of a data
            set (see `dataset`).
        LimitError: None of `tries` positions has such a task, or a time limit was reached.
    """
    order = TaskOrder(
        kind=kind,
        setting=Setting.of(setting, **keys),
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


def drawn(order: TaskOrder, seed: int) -> Task:
    """Draw the task of a seed. Raises ValueError for a seed out of range, and `LimitError`."""
    kind, levels = kind_of(order.kind), order.levels
    # A source for each kind, whose seed is an output as good as random.
    source = SplitMix64(SplitMix64(seed).output() ^ list(KINDS).index(kind.name))
    wanted = kind.wanted(source)
    for _ in range(order.tries):
        _, board = made_of(order.setting, source.output(), order.time_limit)
        if not board.covered:
            continue
        if order.split is not None and split_of(canonical_hash(board)) != order.split:
            continue
        facts = Facts(board, time_limit=order.time_limit)
        for cell in kind.places(facts, wanted, source):
            if levels is None or kind.level(cell, facts) in levels:
                return _task(order, seed, facts, cell)
    raise LimitError(
        f"none of {order.tries:,} positions has a task of the kind {kind.name}"
        f"{_level_words(levels)}; expected more tries, or another level or setting"
    )


def answered(task: Task, time_limit: float | None, *, answers: bool) -> Task:
    """Return a task with a right answer if answers are asked for, else without one.

    Raises `LimitError`.
    """
    return replace(task, right=task.answer_text(time_limit=time_limit) if answers else UNSET)


def _task(order: TaskOrder, seed: int, facts: Facts, cell: Cell | None) -> Task:
    """Make the task about a cell of a position. Raises `LimitError`."""
    kind, board = kind_of(order.kind), facts.board
    position_hash = canonical_hash(board)
    return Task(
        **order.repeated(seed),
        id=f"{kind.name}-{seed}-{position_hash[:8]}",
        split=split_of(position_hash),
        position_hash=position_hash,
        level=kind.level(cell, facts),
        board_object=board_object(board),
        cell=cell,
        prompt=prompt_of(kind, board, cell, order.form, kind.told(cell, facts)),
    )


def _level_words(levels: range | None) -> str:
    if levels is None:
        return ""
    return f" of level {levels[0]}{f' to {levels[-1]}' if len(levels) > 1 else ''}"
