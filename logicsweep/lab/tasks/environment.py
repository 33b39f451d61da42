"""Tasks as an environment of verifiers before 0.4: a dataset, a parser, and a rubric of rewards."""

from __future__ import annotations

from typing import Any, Final

from msgspec import json

from logicsweep.errors import MissingLibraryError
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import TRIES, Levels, tasks
from logicsweep.lab.tasks.lines import line_of, task_of
from logicsweep.lab.tasks.records import TaskLine
from logicsweep.lab.tasks.task import Task

_LIBRARY: Final = "verifiers<0.4"


def load_environment(
    kind: str = "certain",
    *,
    size: str | None = None,
    n: int = 100,
    eval_n: int = 20,
    seed: int = 0,
    level: Levels | None = None,
    form: str = "grid",
    options: dict[str, Any] | None = None,
    tries: int = TRIES,
) -> Any:
    """Return an environment of single turns: `n` tasks to train with, `eval_n` others for tests.

    Later versions of the library have tasksets in place of it; see `verifiers.py`.

    Args:
        kind: One of `KINDS`.
        size: `beginner`, `intermediate`, `expert` or WIDTHxHEIGHT; by default `beginner`, unless
            `options` have a `height` and a `width`.
        n: The number of tasks of the part `train`.
        eval_n: The number of tasks of the part `test`.
        seed: The first seed of both.
        level: As in `tasks`.
        form: As in `tasks`.
        options: The other arguments of `Setting`, such as `{"rules": "1M Q"}`.
        tries: As in `tasks`.

    Returns:
        A `SingleTurnEnv`, whose reward is the score of the answer.

    Raises:
        MissingLibraryError: There is no verifiers, or one without environments of this kind.
        ValueError: As `tasks`.
        LimitError: As `tasks`.
    """
    try:
        import verifiers as vf
        from datasets import Dataset

        environment = vf.SingleTurnEnv
    except (ImportError, AttributeError):
        raise MissingLibraryError(_LIBRARY, extra="llm", purpose="an environment") from None
    setting = Setting(size, **(options or {}))

    def rows(split: str, number: int) -> Any:
        drawn = tasks(
            kind,
            number,
            setting=setting,
            seed=seed,
            level=level,
            form=form,
            split=split,
            tries=tries,
        )
        return Dataset.from_list([_row(task) for task in drawn])

    async def exact(completion: Any, info: dict[str, Any], parser: Any) -> float:
        """Score the answer from 0 to 1 by proof and by exact chances."""
        task = task_of(json.decode(info["line"], type=TaskLine))
        return float(task.judge(parser.parse_answer(completion) or "").score or 0)

    parser = vf.Parser()
    return environment(
        dataset=rows("train", n),
        eval_dataset=rows("test", eval_n),
        parser=parser,
        rubric=vf.Rubric(funcs=[exact], weights=[1.0], parser=parser),
    )


def _row(task: Task) -> dict[str, Any]:
    """Return the row of a task; its line is a text, since columns of a dataset are alike."""
    line = json.encode(line_of(task)).decode()
    return {"question": task.prompt, "answer": "", "info": {"line": line}}
