"""`logicsweep tasks`: questions about positions for language models, as prompts or as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal

from click.exceptions import Exit

from logicsweep.cli.common import LIMIT, command, fail, print_json, refusing, say
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import (
    DealtOptions,
    FirstClickName,
    GameOptions,
    MakingOptions,
    RecordCount,
)
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import UnknownNameError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.cli import lines as files
    from logicsweep.cli.dealing import levels_of, setting_of
    from logicsweep.cli.files import no_output, write_bytes
    from logicsweep.cli.working import counting, working
    from logicsweep.lab.tasks import drawing, kinds, lines
    from logicsweep.lab.tasks.benchmark_tasks import benchmark, places
    from logicsweep.lab.tasks.task import NoTask, Task

BENCHMARK: Final = "benchmark"
# Names that help lists, of what loads numpy; a test compares both.
TaskFormName = Literal["grid", "json"]
SplitName = Literal["train", "test"]


@command
def tasks(
    kind: Annotated[str, completing(lambda: kinds.KINDS, BENCHMARK)],
    *,
    options: DealtOptions,
    first_click: FirstClickName | None = None,
    number: RecordCount = 1,
    level: str | None = None,
    to: TaskFormName = "grid",
    split: SplitName | None = None,
    tries: Annotated[int | None, Bounds(1)] = None,
    answers: bool = False,
    output: Path | None = None,
    making: MakingOptions,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Make tasks for language models: questions about positions, and a judge of answers.

    Each task is decided by its seed: seed, seed + 1, ... Answers are judged by proof and by exact
    chances, in Python (`Task.judge`). Prompts and lines have no answers unless --answers asks for
    them.

    Args:
        kind (KIND): What to ask: move, certain, safe, chance or why; or benchmark, for 500 tasks
            of all kinds that are the same for everybody.
        number (-n, --number N): Make N tasks, seed by seed.
        level (N|N..M): The number of sources that have to be taken together; for move, certain,
            safe and why.
        to (NAME): The text form of positions.
        split (NAME): Take positions of this part alone: train, or test, which has a tenth of all.
            Positions that are mirrored or turned are of the same part.
        tries (N): Draw at most N positions for each task. Default: 1,000.
        answers: Add a right answer to each task.
        output (-o, --output FILE): Write lines to this file, ending in .jsonl; the same command
            continues it.

    Example: logicsweep tasks certain --size 8x8 --mines 10 --seed 1
    """
    tell = partial(_tell, output=output, as_json=making.json)
    if kind == BENCHMARK:
        _refuse_others(options, making, first_click, number, level, to, split, tries)
        _make_benchmark(output, tell, answers=answers, as_json=making.json, time_limit=time_limit)
        return
    setting = setting_of(options, GameOptions(first_click=first_click))
    if output is not None and output.suffix != files.LINES:
        raise no_output(str(output), [files.LINES])
    if kind not in kinds.KINDS:
        raise fail(str(UnknownNameError("kind of tasks", kind, (*kinds.KINDS, BENCHMARK))))
    seeds = making.seeds(number)
    if seeds[0] < 0:
        raise fail(f"--seed is {seeds[0]}; tasks have seeds from 0")
    with refusing(), working("looking whether the rules leave a layout"):
        order = drawing.TaskOrder(
            kind=kind,
            setting=setting,
            level=levels_of(level),
            form=to,
            split=split,
            tries=drawing.TRIES if tries is None else tries,
            time_limit=time_limit,
            answers=answers,
        )
    if files.make(order, seeds, output, making, tell):
        raise Exit(LIMIT)


def _tell(record: drawing.Record, *, output: Path | None, as_json: bool) -> None:
    """Print a task, unless it is written to a file alone; say where there is none."""
    if as_json:
        print_json(record)
    elif isinstance(record, NoTask):
        say(f"seed {record.seed}: limit reached: {record.error}")
    elif output is None:
        print(record.prompt)
        if isinstance(record.right, str):
            print(f"Right: {record.right}\n")


def _refuse_others(dealt: DealtOptions, making: MakingOptions, *options: object) -> None:
    """Exit with a message where options are given that say which tasks to make."""
    usual = None, 1, None, "grid", None, None
    making = making._replace(json=False)
    if (dealt, making, options) != (DealtOptions(), MakingOptions(), usual):
        raise fail(
            "the tasks of the benchmark are fixed; expected no other options than --answers, "
            "--output, --json and --time-limit"
        )


def _make_benchmark(
    output: Path | None,
    tell: Callable[[Task], object],
    *,
    answers: bool,
    as_json: bool,
    time_limit: float,
) -> None:
    """Make the tasks of the benchmark; a new file is written in full or not at all."""
    if output is not None and output.exists():
        raise fail(f"--output: {output} is there already; expected a new file")
    number = sum(1 for _ in places())

    def parts() -> Iterator[bytes]:
        with counting("tasks", number, "tasks") as step:
            for task in benchmark(time_limit=time_limit):
                line = drawing.answered(task, time_limit, answers=answers)
                tell(line)
                yield lines.LINES.write(line)
                step()

    if output is None:
        for _ in parts():
            pass
        return
    write_bytes(output, parts())
    if not as_json:
        print(f"{counted(number, 'task')} made: {output}")
