"""How many positions of games a CPU second makes, with what is said about them.

    python benchmarks/bulk.py                  a minute or two
    python benchmarks/bulk.py --share 0.1      as many seconds as that takes
    LOGICSWEEP_KERNEL=python python benchmarks/bulk.py --share 0.01

One thread; each line is the mean of three rounds of `positions` with other seeds, and the lines of
`dataset` (JSON text with exact fractions) come last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

from timing import heading, parser, seconds

from logicsweep import Setting, dataset, positions
from logicsweep.kernel import kernel_in_use
from logicsweep.lab.data.columns import Answer
from logicsweep.lab.data.records import PositionOrder

ROUNDS = 3
SIZES = ("beginner", "expert")
# What is asked, with the number of positions on 9x9 and on 30x16.
ASKED: tuple[tuple[tuple[Answer, ...], int, int], ...] = (
    ((), 20_000, 5_000),
    (("chances", "verdicts"), 20_000, 5_000),
    (("level",), 2_000, 1_000),
    (("best",), 1_000, 200),
)
LINE_COUNTS = (500, 300)


def lines(setting: Setting, count: int, first: int) -> None:
    """Write the lines of a data set, to nowhere."""
    for record in dataset(setting, n=count, seed=first):
        PositionOrder.lines.write(record)


def tell(name: str, count: int, work: Callable[[int], object]) -> None:
    """Print the positions a CPU second."""
    work(0)  # what is loaded and kept on first use is not counted
    times = [seconds(partial(work, turn * count), process_time) for turn in range(1, ROUNDS + 1)]
    print(f"  {name:<24} {ROUNDS * count / sum(times):10,.0f} a second ({count:,} a round)")


def main() -> None:
    """Measure all."""
    made = parser(__doc__)
    made.add_argument("--share", type=float, default=1.0, help="of the positions (default 1)")
    share = made.parse_args().share
    heading(f"kernel {kernel_in_use()}")
    for place, size in enumerate(SIZES):
        setting = Setting(size)
        print(f"\n{setting.board().title}")
        for answers, *counts in ASKED:
            count = max(int(counts[place] * share), 1)
            work = partial(positions, setting, n=count, answers=answers)
            tell(" + ".join(answers) or "positions alone", count, work)
        count = max(int(LINE_COUNTS[place] * share), 1)
        tell("lines of dataset", count, partial(lines, setting, count))


if __name__ == "__main__":
    main()
