"""Tasks as a dataset of reasoning-gym, which knows it by the name `logicsweep`.

Importing this module registers it; it takes the extra `llm`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from msgspec import convert, to_builtins

from logicsweep.errors import ArgumentError, MissingLibraryError
from logicsweep.games.setting import Setting, Size
from logicsweep.lab.tasks.drawing import TRIES, Levels, TaskOrder, drawn
from logicsweep.lab.tasks.task import Task

try:
    from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset
except ImportError:
    raise MissingLibraryError(
        "reasoning-gym", extra="llm", purpose="a dataset of reasoning-gym"
    ) from None

NAME: Final = "logicsweep"
"""The name of the dataset in the registry of reasoning-gym."""

# Items of one seed; so datasets of different seeds below 2**32 have no item in common. The library
# may draw 2**32 itself: it stands for 0, so that the seeds of all tasks have 64 bits.
_MOST_ITEMS: Final = 2**32
_MOST_SEEDS: Final = 2**32


@dataclass
class LogicSweepConfig:
    """The arguments of `reasoning_gym.create_dataset("logicsweep", ...)`.

    Attributes:
        kind: One of `KINDS`.
        board: The size, as `Setting` takes it; by default `beginner`, unless `options` have a
            `height` and a `width`.
        level: The level of the tasks, a number or the least and the largest one; None for any.
        form: The text form of positions, one of `FORMS`.
        split: `train` or `test`; None for all positions.
        options: The other arguments of `Setting`, such as `{"rules": "1M Q"}`.
        tries: As in `tasks`.
        seed: The seed of all items, from 0 to 2**32, which is the same as 0; None draws one.
        size: The number of items.
    """

    kind: str = "certain"
    board: Size | None = None
    level: Levels | None = None
    form: str = "grid"
    split: str | None = "train"
    options: dict[str, Any] | None = None
    tries: int = TRIES
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise ValueError, TypeError or `UnknownNameError` for what `tasks` refuses."""
        self.order()
        if not 0 <= self.size <= _MOST_ITEMS:
            raise ArgumentError("size", f"size is {self.size}; expected 0 to {_MOST_ITEMS:,}")
        if self.seed is not None and not 0 <= self.seed <= _MOST_SEEDS:
            raise ArgumentError("seed", f"the seed is {self.seed}; expected 0 to {_MOST_SEEDS:,}")

    def order(self) -> TaskOrder:
        """Return the order of its tasks. Raises as `validate`."""
        return TaskOrder(
            kind=self.kind,
            setting=Setting(self.board, **(self.options or {})),
            level=self.level,
            form=self.form,
            split=self.split,
            tries=self.tries,
        )


class LogicSweepDataset(ProceduralDataset):
    """Tasks, each an entry with `question`, `answer` and `metadata`.

    The metadata has the line of the task, by which answers are scored.
    """

    def __init__(self, config: LogicSweepConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._order = config.order()

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return an entry. Raises IndexError beyond the size, and as `tasks`."""
        if not 0 <= idx < self.size:
            raise IndexError(f"the index is {idx}; expected 0 to {self.size - 1}")
        seed = (self.seed % _MOST_SEEDS) * _MOST_ITEMS + idx
        task = drawn(self._order, seed)
        return {
            "question": task.prompt,
            "answer": task.answer_text(),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "task": to_builtins(task),
                "difficulty": {"level": task.level},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Score an answer from 0 to 1, by proof and by exact chances (see `Task.judge`)."""
        if not isinstance(answer, str):
            return 0.0
        return float(convert(entry["metadata"]["task"], Task).judge(answer).score or 0)


if NAME not in DATASETS:
    register_dataset(NAME, LogicSweepDataset, LogicSweepConfig)
