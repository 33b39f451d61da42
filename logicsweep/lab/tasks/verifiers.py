"""Tasks as a taskset of verifiers, scored by the judge.

A taskset of that library is a module that can be imported by a name without dots; one that has
`from logicsweep.lab.tasks.verifiers import *` is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import convert, to_builtins

from logicsweep.errors import MissingLibraryError
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import TRIES, tasks
from logicsweep.lab.tasks.task import Task

try:
    import verifiers.v1 as vf
    import verifiers.v1.utils.loaders  # noqa: F401  # which versions with another `v1` lack
except ImportError:
    raise MissingLibraryError("verifiers>=0.4", extra="llm", purpose="a taskset") from None

__all__ = ["LogicSweepConfig", "LogicSweepData", "LogicSweepTask", "LogicSweepTaskset"]


class LogicSweepConfig(vf.TasksetConfig):
    """The tasks to load; the arguments of `tasks`, and those of `Setting` for boards."""

    kind: str = "certain"
    """One of `KINDS`."""
    size: str | tuple[int, int] | None = None
    """The size, as `Setting` takes it; by default `beginner`, unless `options` have a `height` and
    a `width`."""
    n: int = 100
    """The number of tasks."""
    seed: int = 0
    """The first seed."""
    level: int | tuple[int, int] | None = None
    """The level, a number or the least and the largest one."""
    form: str = "grid"
    """The text form of positions, one of `FORMS`."""
    split: str | None = "train"
    """`train` or `test`; None for all positions."""
    options: dict[str, Any] = {}  # noqa: RUF012  # the library copies defaults
    """The other arguments of `Setting`, such as `{"rules": "1M Q"}`."""
    tries: int = TRIES
    """As in `tasks`."""


class LogicSweepData(vf.TaskData):
    """The data of a task."""

    line: dict[str, Any]
    """The line of the task, without its answer."""


class LogicSweepTask(vf.Task[LogicSweepData, vf.State, vf.TaskConfig]):
    """A task, and what its answers are worth."""

    @vf.reward
    async def exact(self, trace: Any) -> float:
        """Score the last answer from 0 to 1 by proof and by exact chances."""
        return float(self._task.judge(trace.last_reply).score or 0)

    @vf.metric
    async def is_read(self, trace: Any) -> float:
        """Return 1 if the last answer has one clear claim of the kind that was asked for."""
        return float(self._task.judge(trace.last_reply).error is None)

    async def validate(self, runtime: Any) -> bool:
        """Tell whether the right answer scores 1."""
        del runtime
        task = self._task
        return task.judge(task.answer_text(), strict=True).score == 1

    @property
    def _task(self) -> Task:
        return convert(self.data.line, Task)


class LogicSweepTaskset(vf.Taskset[LogicSweepTask, LogicSweepConfig]):
    """Tasks from seeds."""

    def load(self) -> Iterator[LogicSweepTask]:
        """Yield the tasks. Raises as `tasks`."""
        config = self.config
        drawn = tasks(
            config.kind,
            Setting(config.size, **config.options),
            n=config.n,
            seed=config.seed,
            level=config.level,
            form=config.form,
            split=config.split,
            tries=config.tries,
        )
        for task in drawn:
            data = LogicSweepData(name=task.id, prompt=task.prompt, line=to_builtins(task))
            yield LogicSweepTask(data, config.task)
