"""How long weighted sums take, and certificates by sums beside certificates by clauses.

    python benchmarks/sums.py                   all sets; two minutes
    python benchmarks/sums.py --sets sums --games 10

Positions are those of data sets, 30x16/99. Every verdict is asked of a knowledge base that has its
verdicts and has explained nothing before. The ways to ask take turns on each verdict, a few times,
and of each the median counts. Times are CPU time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from timing import heading, parser, run, seconds

from logicsweep import Board, Cell, KnowledgeBase, Setting, positions
from logicsweep.cli.solve import certify_count
from logicsweep.reasons.certificates.folder import check_folder

# What the project promises: milliseconds of a sum in the median, and a ratio of means.
BAR = 5.0
RATIO = 1.5
TURNS = 3
CERTIFIED = 20
LIMIT = 600.0  # seconds


class Verdict(NamedTuple):
    """A verdict of a board, and how many sources its explanation has."""

    board: Board
    cell: Cell
    sources: int


def settled(board: Board) -> KnowledgeBase:
    """A knowledge base that has its verdicts."""
    kb = KnowledgeBase(board, time_limit=None)
    kb.consequences()
    return kb


def boards(games: int) -> list[Board]:
    """Positions in play."""
    drawn = positions(Setting("expert"), n=games, seed=0, answers=())
    return [drawn.board(place) for place in range(games)]


def verdicts(games: int) -> list[Verdict]:
    """All verdicts of some positions."""
    made = []
    for board in boards(games):
        kb = settled(board)
        proved = kb.consequences()
        made += [
            Verdict(board, cell, kb.explain(cell).size)
            for cell in sorted(proved.safe | proved.mines)
        ]
    return made


Question = Callable[[Verdict], Callable[[], object]]


def asked(some: Sequence[Verdict], questions: Mapping[str, Question]) -> dict[str, list[float]]:
    """The seconds of CPU that each question takes for each verdict, in turn.

    A question makes what is needed, untimed, and returns the call to time.
    """
    times: dict[str, list[float]] = {name: [] for name in questions}
    for number, verdict in enumerate(some):
        turns: dict[str, list[float]] = {name: [] for name in questions}
        for turn in range(TURNS):
            for name in list(questions)[:: (-1) ** (number + turn)]:
                turns[name].append(seconds(questions[name](verdict), process_time))
        for name, taken in turns.items():
            times[name].append(median(taken))
    return times


def figures(name: str, times: Sequence[float]) -> str:
    """A line with the median, the mean and the 99th percentile in milliseconds."""
    ms = sorted([1000 * time for time in times])
    last = ms[min(len(ms) - 1, len(ms) * 99 // 100)]
    return f"  {name:<22} median {median(ms):.3f} ms  mean {mean(ms):.3f} ms  99 % {last:.2f} ms"


def told(title: str, times: Mapping[str, Sequence[float]], which: Sequence[bool]) -> None:
    """Print the figures of some verdicts, and the ratios of the first way to the second."""
    print(f"\n{title}: {sum(which):,} verdicts")
    some = {
        name: [time for time, chosen in zip(taken, which, strict=True) if chosen]
        for name, taken in times.items()
    }
    for name, taken in some.items():
        print(figures(name, taken))
    first, second = islice(some.values(), 2)
    print(
        f"  ratio of medians {median(first) / median(second):.2f}, "
        f"of means {mean(first) / mean(second):.2f}"
    )


def sums(games: int) -> None:
    """Explain verdicts by a sum, by a smallest set, and by a minimal set."""
    some = verdicts(games)
    questions: dict[str, Question] = {
        "a sum": lambda of: partial(settled(of.board).explain, of.cell, by="sum"),
        "a smallest explanation": lambda of: partial(
            settled(of.board).explain, of.cell, smallest=True
        ),
        "a minimal explanation": lambda of: partial(settled(of.board).explain, of.cell),
    }
    times = asked(some, questions)
    told("explained", times, [True] * len(some))
    told("explained, several sources", times, [of.sources > 1 for of in some])
    at = 1000 * median(times["a sum"])
    print(f"  a sum in the median: {at:.3f} ms of {BAR:g} ms, {at / BAR:.2f}")


def certificates(games: int) -> None:
    """Certify verdicts by sums and by clauses, and check the certificates."""
    some = verdicts(games)
    making: dict[str, Question] = {
        "by a sum": lambda of: partial(settled(of.board).certificate, of.cell, proof="veripb"),
        "by clauses": lambda of: partial(settled(of.board).certificate, of.cell),
    }
    by_sum = {of: settled(of.board).certificate(of.cell, proof="veripb") for of in some}
    by_clauses = {of: settled(of.board).certificate(of.cell) for of in some}
    without = sum([made.kind == "drup" for made in by_sum.values()])
    checking: dict[str, Question] = {
        "by a sum": lambda of: by_sum[of].check,
        "by clauses": lambda of: by_clauses[of].check,
    }
    for title, questions in (("certified", making), ("checked", checking)):
        times = asked(some, questions)
        told(title, times, [True] * len(some))
        if title == "certified":
            ratio = mean(times["by a sum"]) / mean(times["by clauses"])
            print(f"  ratio of means: {ratio:.2f} of {RATIO:g}")
        told(f"{title}, several sources", times, [of.sources > 1 for of in some])
    print(f"  verdicts without a sum: {without}")


def counts(games: int) -> None:
    """Write and check certificates of counts."""
    counting, writing, checking, sizes = [], [], [], []
    with TemporaryDirectory() as folder:
        for number, board in enumerate(boards(min(games, CERTIFIED))):
            path = Path(folder) / f"{number}"
            counter = KnowledgeBase(board, time_limit=None)
            counting.append(seconds(lambda kb=counter: kb.count().total, process_time))  # type: ignore[misc]
            layouts = counter.count().total
            write = partial(certify_count, path, board, layouts, time_limit=LIMIT)
            writing.append(seconds(write, process_time))
            checking.append(seconds(lambda: list(check_folder(path, board)), process_time))  # noqa: B023
            sizes.append(sum([file.stat().st_size for file in path.iterdir()]))
    print(f"\ncounts: {len(sizes)} positions, {median(sizes) / 1e3:,.0f} kB in the median")
    for name, times in (("counted", counting), ("certified", writing), ("checked", checking)):
        print(figures(name, times))
    print(f"  checked / certified: {mean(checking) / mean(writing):.2f}")


def main() -> None:
    """Read the options and run the sets asked for."""
    cases: dict[str, Callable[[], None]] = {
        "sums": lambda: sums(options.games),
        "certificates": lambda: certificates(options.games),
        "counts": lambda: counts(options.games),
    }
    options = parser(__doc__, sets=cases, games=40).parse_args()
    heading()
    run(cases, options.sets)


if __name__ == "__main__":
    main()
