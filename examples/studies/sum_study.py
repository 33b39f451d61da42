"""Verdicts as weighted sums, a hundred thousand of them: which have a sum, and how long it is.

    python examples/studies/sum_study.py --out results/linear-proofs
    python examples/studies/sum_study.py --out results/linear-proofs --share 0.01
    python examples/studies/sum_study.py --tables docs/results/linear-proofs

It takes about ten minutes of one core. Every position is recorded in verdicts.jsonl as
soon as its verdicts are explained; the same command continues a run that was interrupted, and
writes verdicts.csv and times.csv. With --tables, the tables of such a folder are printed as
Markdown. With --exceptions, the smallest positions of a run that have no sum, or an uncommon one.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep import (
    Board,
    Cell,
    Game,
    InconsistentBoardError,
    KnowledgeBase,
    Layout,
    LimitError,
    LogicSweepError,
    Setting,
    State,
    positions,
)
from logicsweep.constraints import Relation, Source
from logicsweep.games.dealing.layouts import draw, revealed
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.lab.data import Positions

LIMIT: Final = 10.0  # seconds for a verdict
MOST: Final = 60  # verdicts of a board that was opened at random
BEGINNING: Final = b'{"population": '
HIGHEST: Final = 12  # sizes from here on are one row of the tables

RULES: Final = (
    *("1M", "1L", "1W", "1N", "1X", "1X'", "1P", "1E", "1E'", "1K", "1W'"),
    *("2X", "2D", "2P", "2M", "2A", "2I", "2E", "2E'", "2L", "2L'"),
    *("Q", "T", "A", "H", "U", "D", "D'", "2H", "2F", "2T", "2S", "2Z", "B"),
    *("C", "O", "S", "2C", "2G", "2G'", "2B"),
)
MINES: Final = {"A": 6, "D": 6, "H": 6, "U": 6, "2G'": 6, "B": 10, "2B": 10, "2T": 12}
# Of which a verdict can take a second, or their layouts long to draw: fewer positions.
SLOW: Final = {*("2E", "2E'", "2L", "2L'", "2I", "1E'"), *("2P", "2A", "C", "O", "S", "2C", "2B")}


class Population(NamedTuple):
    """Positions of one kind: the group of tables, a name, their number, and how each is made."""

    group: str
    name: str
    number: int
    make: Callable[[int], Board]


class Explained(NamedTuple):
    """What is recorded of a verdict; sizes are 0 where there is no sum.

    Attributes:
        cell: The number of the cell.
        sources: The size of the smallest set of sources.
        lines: The number of lines, 0 without a sum; -1 where the time limit was reached.
        fewest: Whether it is proved that no sum has fewer sources.
        least: Whether it is proved that no multipliers are smaller.
        support: The number of sources of the sum.
        largest: The largest absolute multiplier.
        total: The sum of the absolute multipliers.
        ms: The milliseconds of CPU time.
    """

    cell: int
    sources: int
    lines: int
    fewest: bool
    least: bool
    support: int
    largest: int
    total: int
    ms: float


@cache
def played(setting: Setting, number: int) -> Positions:
    """Positions of games."""
    return positions(setting, n=number, seed=0, answers=())


def at_random(setting: Setting, counted: bool, seed: int) -> Board:
    """A board with some of its safe cells opened, whichever they are."""
    rng = Random(f"{setting.size} {seed}")
    height, width = setting.height, setting.width
    dealt = setting
    if not setting.rules.choosing and not setting.constraints and setting.mines is None:
        density = rng.choice(["0.12", "0.16", "0.2", "0.25", "0.3"])
        mines = int(float(density) * height * width)
        dealt = Setting(size=setting.size, mines=mines)
    mask = draw(dealt, set(), rng)
    shown = revealed(dealt, Layout(mask, adjacency=dealt.board().own_adjacency), rng)
    safe = np.flatnonzero(~mask).tolist()
    covered = rng.sample(safe, int(rng.choice([0.25, 0.4, 0.5, 0.6, 0.75]) * len(safe)))
    grid = np.where(mask, State.COVERED, shown.grid)
    grid.flat[covered] = State.COVERED
    board = shown.with_grid(grid)
    return board if counted else board.without_total()


def in_a_game(setting: Setting, seed: int) -> Board:
    """A game in which some of the safe cells are opened, whichever they are."""
    rng = Random(f"{setting.size} {seed}")
    mask = draw(setting, set(), rng)
    game = Game(setting, seed=seed, layout=Layout(mask))
    safe = np.flatnonzero(~mask).tolist()
    for number in rng.sample(safe, int(rng.choice([0.4, 0.6, 0.8]) * len(safe))):
        cell = game.board.cell(number)
        if game.board.is_covered(cell) and not game.is_over:
            game.open(cell)
    return game.board


def populations(share: float) -> Iterator[Population]:
    """Every kind of position."""

    def of_games(group: str, name: str, setting: Setting, number: int) -> Population:
        many = max(1, int(share * number))
        return Population(group, name, many, lambda at: played(setting, many).board(at))

    def opened(
        group: str, name: str, setting: Setting, number: int, *, counted: bool = True
    ) -> Population:
        return Population(
            group, name, max(1, int(share * number)), partial(at_random, setting, counted)
        )

    def shown(group: str, name: str, setting: Setting, number: int) -> Population:
        return Population(group, name, max(1, int(share * number)), partial(in_a_game, setting))

    group = "in play"
    for size, name, number in (
        ("beginner", "9x9/10", 2000),
        ("intermediate", "16x16/40", 650),
        ("expert", "30x16/99", 400),
    ):
        yield of_games(group, name, Setting(size), number)
    group = "opened at random"
    for size, number in (("9x9", 400), ("16x16", 60), ("30x16", 60)):
        for counted in (True, False):
            words = "with" if counted else "without"
            name = f"{size}, {words} the mine count"
            yield opened(group, name, Setting(size, density="1/5"), number, counted=counted)
    group = "other clues and counts"
    for name, keys, number in (
        ("a range of mine counts", {"size": "9x9", "mines": (8, 12)}, 200),
        ("a density", {"size": "9x9", "density": "1/5"}, 200),
        ("hexagons", {"size": "9x9", "mines": 14, "topology": "hexagon"}, 200),
        ("a torus", {"size": "9x9", "mines": 12, "topology": "torus"}, 200),
        ("one wrong clue", {"size": "6x6", "mines": 7, "liars": 1}, 150),
    ):
        yield of_games(group, name, Setting(**keys), number)
    for name, model, number in (
        ("clues missing", "random-reveal(1/2)", 200),
        ("bounds", "optimistic", 200),
        ("bounds", "cautious", 200),
        ("likelihoods", "noisy(1/10)", 200),
    ):
        yield shown(group, f"{name} (`{model}`)", Setting("9x9", mines=10, clues=model), number)
    sums = [
        Relation.weighted_sum(
            range(6 * row, 6 * row + 6), range(1, 7), range(3, 9), Source.named(f"row {row}")
        )
        for row in range(6)
    ]
    name = "weighted sums of one's own"
    yield opened(group, name, Setting("6x6", mines=9, constraints=sums), 150)
    group = "rules"
    for rule in RULES:
        setting = Setting("5x5", mines=MINES.get(rule, 8), rules=rule)
        yield opened(group, f"`{rule}`", setting, 15 if rule in SLOW else 80)


def explained(kb: KnowledgeBase, cell: Cell) -> Explained:
    """The sum of a verdict."""
    number = kb.board.number(cell)
    start = process_time()
    try:
        found = kb.explain(cell, by="sum")
    except LimitError:
        ms = 1000 * (process_time() - start)
        return Explained(number, 0, -1, False, False, 0, 0, 0, round(ms, 3))
    ms = round(1000 * (process_time() - start), 3)
    if found.sum is None:
        return Explained(number, found.size, 0, False, False, 0, 0, 0, ms)
    _, fewest, least = found.sum.proof, found.sum.fewest, found.sum.least
    lines = found.sum.proof.lines
    multipliers = [abs(part.multiplier) for line in lines for part in line.parts]
    support = len([one for one in found.sum.proof.sources if one.kind.value != "background"])
    return Explained(
        number,
        found.size,
        len(lines),
        fewest,
        least,
        support,
        max(multipliers),
        sum(multipliers),
        ms,
    )


def of_board(board: Board, seed: int) -> list[Explained]:
    """The sums of verdicts on a board; of very many, of some."""
    kb = KnowledgeBase(board, time_limit=LIMIT)
    try:
        proved = kb.consequences()
    except (LimitError, InconsistentBoardError):  # a clue of a model can be impossible
        return []
    cells = sorted(proved.safe | proved.mines)
    cells = sorted(Random(seed).sample(cells, min(MOST, len(cells))))
    return [explained(kb, cell) for cell in cells]


def run(path: Path, share: float) -> None:
    """Explain the verdicts of all positions that are not recorded yet."""
    with LineFile(path, path) as lines:
        lines.mend(BEGINNING)
        rows = map(json.loads, read_lines(path))
        done = {(row["population"], row["position"]) for row in rows}
        for _, name, number, make in populations(share):
            print(name, flush=True)
            for at in range(number):
                if (name, at) in done:
                    continue
                row = {"population": name, "position": at, "verdicts": of_board(make(at), at)}
                lines.append(json.dumps(row).encode() + b"\n")


def recorded(path: Path) -> Iterator[tuple[str, int, Explained]]:
    """Every verdict that is recorded, with its population and its position."""
    for row in map(json.loads, read_lines(path)):
        for one in row["verdicts"]:
            yield row["population"], row["position"], Explained(*one)


def summarize(path: Path, folder: Path) -> None:
    """Write how many verdicts have the same figures, and the times."""
    groups = {one.name: one.group for one in populations(1)}
    counts: Counter[tuple[Any, ...]] = Counter()
    times: dict[str, list[float]] = {}
    for name, _, one in recorded(path):
        counts[groups[name], name, *map(int, one[1:-1])] += 1
        times.setdefault(name, []).append(one.ms)
    order = list(groups)
    with (folder / "verdicts.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["group", "population", *Explained._fields[1:-1], "verdicts"])
        for key in sorted(counts, key=lambda key: (order.index(key[1]), key)):
            writer.writerow([*key, counts[key]])
    with (folder / "times.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["population", "verdicts", "median", "mean", "of 99 %", "most"])
        for name in sorted(times, key=order.index):
            some = sorted(times[name])
            last = some[min(len(some) - 1, len(some) * 99 // 100)]
            figures = (median(some), mean(some), last, some[-1])
            writer.writerow([name, len(some), *[f"{figure:.2f}" for figure in figures]])


class Counted(NamedTuple):
    """Verdicts with the same figures."""

    group: str
    population: str
    one: Explained
    verdicts: int


def read_summary(folder: Path) -> list[Counted]:
    """Read what `summarize` wrote."""
    with (folder / "verdicts.csv").open(encoding="utf-8", newline="") as stream:
        return [
            Counted(
                row["group"],
                row["population"],
                Explained._make([0, *[int(row[name]) for name in Explained._fields[1:-1]], 0.0]),
                int(row["verdicts"]),
            )
            for row in csv.DictReader(stream)
        ]


def count(rows: Iterable[Counted], held: Callable[[Explained], bool]) -> int:
    """The number of verdicts with a property."""
    return sum(row.verdicts for row in rows if held(row.one))


def table(header: Sequence[str], lines: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table in Markdown."""
    yield f"| {' | '.join(header)} |"
    yield f"|{'|'.join(['---'] * len(header))}|"
    for line in lines:
        yield f"| {' | '.join(map(str, line))} |"


def figures(rows: Sequence[Counted]) -> list[str]:
    """How many verdicts have which kind of sum."""
    numbers = [
        sum(row.verdicts for row in rows),
        count(rows, lambda one: one.lines == 1),
        count(rows, lambda one: one.lines == 2),
        count(rows, lambda one: one.lines == 0),
        count(rows, lambda one: one.lines == -1),
        count(rows, lambda one: one.lines > 0 and not one.fewest),
        count(rows, lambda one: one.lines > 0 and not one.least),
    ]
    return [f"{numbers[0]:,}", f"{numbers[1]:,}", *[f"{one:,}" * bool(one) for one in numbers[2:]]]


def tables(folder: Path) -> Iterator[str]:
    """All tables."""
    rows = read_summary(folder)
    with (folder / "times.csv").open(encoding="utf-8", newline="") as stream:
        times = {row["population"]: row for row in csv.DictReader(stream)}
    header = ["positions", "verdicts", "one line", "two lines", "neither", "time limit"]
    header += ["not proved fewest", "not proved least", "median, mean, 99 % in ms"]
    for group, some in groupby(rows, key=itemgetter(0)):
        lines = []
        for name, inside in groupby(some, key=itemgetter(1)):
            taken = times[name]
            timed = ", ".join([taken["median"], taken["mean"], taken["of 99 %"]])
            lines.append([name, *figures(list(inside)), timed])
        yield f"**{group[0].upper()}{group[1:]}**\n"
        yield from table(header, lines)
        yield ""
    ordinary = [row for row in rows if row.group in ("in play", "opened at random")]
    yield from sizes(ordinary, "Ordinary boards")
    yield ""
    yield from sizes([row for row in rows if row not in ordinary], "All others")


def sizes(rows: Sequence[Counted], title: str) -> Iterator[str]:
    """How long sums are, by the size of the smallest set of sources."""
    yield f"**{title}, by the size of the smallest set of sources**\n"
    header = ["sources", "sums", "as many sources", "more sources"]
    header += [f"largest multiplier {words}" for words in ("1", "2", "3", "4 and more", "at most")]
    header += ["sum of multipliers, mean", "at most"]
    lines = []
    summed = [row for row in rows if row.one.lines > 0]
    for size in range(HIGHEST + 1):
        last = size == HIGHEST
        some = [
            row for row in summed if row.one.sources == size or (last and row.one.sources > size)
        ]
        if not some:
            continue
        sums = sum(row.verdicts for row in some)
        most = [row.one.largest for row in some]
        largest = [count(some, lambda one, n=n: one.largest == n) for n in (1, 2, 3)]  # type: ignore[misc]
        largest.append(count(some, lambda one: one.largest > 3))
        more = count(some, lambda one: one.support > one.sources)
        totals = sum(row.verdicts * row.one.total for row in some) / sums
        lines.append(
            [
                f"{size}{' and more' * last}",
                f"{sums:,}",
                f"{count(some, lambda one: one.support == one.sources):,}",
                f"{more:,}" * bool(more),
                *[f"{number:,}" * bool(number) for number in largest],
                max(most),
                f"{totals:.1f}",
                max(row.one.total for row in some),
            ]
        )
    yield from table(header, lines)


# What is uncommon, with its name.
EXCEPTIONS: Final[Mapping[str, Callable[[Explained], bool]]] = {
    "neither": lambda one: one.lines == 0,
    "two lines": lambda one: one.lines == 2,
    "more sources than needed": lambda one: one.lines > 0 and one.support > one.sources,
    "not proved to be fewest": lambda one: (
        one.lines > 0 and not one.fewest and one.support == one.sources
    ),
    "not proved to be least": lambda one: one.lines > 0 and not one.least,
    "large multipliers": lambda one: one.largest > 4,
    "time limit": lambda one: one.lines == -1,
}


def exceptions(path: Path, share: float) -> Iterator[str]:
    """The smallest verdict of each uncommon kind, of each group and, among rules, of each rule."""
    kinds = {one.name: one for one in populations(share)}
    best: dict[tuple[str, str], tuple[tuple[int, int], int, Explained, str]] = {}
    for name, at, one in recorded(path):
        group = kinds[name].group
        place = name if group not in ("in play", "opened at random") else group
        for kind, held in EXCEPTIONS.items():
            if held(one):
                size = (one.sources, one.total)
                key = (kind, place)
                if key not in best or size < best[key][0]:
                    best[key] = size, at, one, name
    for (kind, place), (_, at, one, name) in sorted(best.items()):
        board = kinds[name].make(at)
        yield f"# {kind}, {place}: {name} {at}, {board.cell(one.cell)}, {one}"
        yield f"{board}\n"


def options(description: str | None) -> argparse.ArgumentParser:
    """The options of a study of these positions."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("results/linear-proofs"))
    parser.add_argument("--share", type=float, default=1.0, help="of all positions (default: 1)")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="print tables, and no more")
    return parser


def main() -> None:
    """Read the options; explain the verdicts, or print tables."""
    parser = options(__doc__)
    parser.add_argument("--exceptions", action="store_true", help="print positions, and no more")
    given = parser.parse_args()
    if not 0 < given.share <= 1:
        parser.error("--share is above 0 and at most 1")
    path = given.out / "verdicts.jsonl"
    if given.tables is not None:
        try:
            print("\n".join(tables(given.tables)))
        except (OSError, ValueError, KeyError) as error:
            raise SystemExit(f"{given.tables} has no tables: {error!r}") from None
        return
    try:
        if given.exceptions:
            print("\n".join(exceptions(path, given.share)))
            return
        given.out.mkdir(parents=True, exist_ok=True)
        run(path, given.share)
        summarize(path, given.out)
    except (OSError, ValueError, KeyError, TypeError, LogicSweepError) as error:
        raise SystemExit(f"{path} cannot be continued: {error!r}") from None
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on") from None
    print(f"wrote {given.out / 'verdicts.csv'}")


if __name__ == "__main__":
    main()
