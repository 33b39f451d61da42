"""The tasks of the benchmark, written to a file or told one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from logicsweep.cli.common import fail
from logicsweep.cli.lazy import lazily
from logicsweep.errors import counted

with lazily():
    from logicsweep.cli.files import write_bytes
    from logicsweep.cli.working import counting
    from logicsweep.lab.tasks import lines, records
    from logicsweep.lab.tasks.benchmark_tasks import benchmark, places


def make_benchmark(
    output: Path | None,
    tell: Callable[[records.TaskLine], object],
    *,
    answers: bool,
    as_json: bool,
    time_limit: float,
) -> None:
    """Make the tasks of the benchmark; a new file is written in full or not at all."""
    if output is not None and output.exists():
        raise fail(f"--out: {output} is there already; expected a new file")
    number = sum(1 for _ in places())

    def parts() -> Iterator[bytes]:
        with counting("tasks", number, "tasks") as step:
            for task in benchmark(time_limit=time_limit):
                line = lines.line_of(task, answers=answers)
                tell(line)
                yield records.LINES.write(line)
                step()

    if output is None:
        for _ in parts():
            pass
        return
    write_bytes(output, parts())
    if not as_json:
        print(f"{counted(number, 'task')} made: {output}")
