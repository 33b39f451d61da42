"""How many boards need no guess, how hard they are, and what repairs do to them: a study.

    python examples/studies/no_guess_study.py --out results/dealing

It takes some minutes and the extra `experiments`. Every layout is recorded in layouts.jsonl as soon
as it is tested; the same command continues a run that was interrupted, and writes the report. With
Simon Tatham's `sgt-mines` (Debian's package `sgt-puzzles`) and ms_toollib (extra `bench`) their
layouts are tested, too.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from logicsweep import Layout, LimitError, LogicSweepError, Setting
from logicsweep.board import FirstClick
from logicsweep.formats import DealtGame, read_layout
from logicsweep.games import NoGuess, deal
from logicsweep.games.dealing.deal import Mode
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.setting import size_of
from logicsweep.lab.experiments.statistics import Estimate, estimate

Row = dict[str, Any]
HERE = Path(__file__).parent
WITH, WITHOUT = "with the mine count", "without"
INTRODUCTION = """\
Games start in the middle of the board, which is an opening. In brackets are 95 % confidence
intervals: Wilson's interval for shares, a percentile bootstrap for means.
"""
HIGHEST = 5  # levels from here on are one column


def measured(kind: str, setting: Setting, seed: int, game: DealtGame, *, rates: bool) -> Row:
    """What is recorded of a layout."""
    row: Row = {
        "board": f"{setting.size}/{setting.mines}",
        "kind": kind,
        "seed": seed,
        "3bv": game.layout.three_bv,
        WITH: NoGuess(start=game.start).allows(game.layout),
        WITHOUT: NoGuess(start=game.start, total=False).allows(game.layout),
    }
    if rates:
        try:
            row["level"] = NoGuess(start=game.start).check(game.layout, time_limit=60).level
        except LimitError:
            row["level"] = None
    return row


def plain(setting: Setting, numbers: Row, done: set[int]) -> Iterator[Row]:
    """Layouts as they are drawn."""
    for seed in range(numbers["plain"]):
        if seed not in done:
            yield measured("plain", setting, seed, deal(setting, seed=seed), rates=False)


def dealt(
    setting: Setting, numbers: Row, done: set[int], *, mode: Mode, total: bool
) -> Iterator[Row]:
    """Layouts without guesses."""
    kind = mode if total else f"{mode}, no mine count"
    for seed in range(numbers.get(mode, 0)):
        if seed in done:
            continue
        game = deal(setting, seed=seed, no_guess=NoGuess(total=total), mode=mode)
        row = measured(kind, setting, seed, game, rates=total and seed < numbers["rated"])
        how = {} if game.dealing is None else game.dealing._asdict()
        yield {**row, **how}


def tatham(setting: Setting, numbers: Row, done: set[int]) -> Iterator[Row]:
    """Layouts of Simon Tatham's generator."""
    program = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
    left = numbers["others"] - len(done)
    if program is None or left <= 0:
        return
    words = [program, "--generate", str(left), f"{setting.size}n{setting.mines}"]
    found = subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: S603
    for seed, line in enumerate(found.stdout.split(), start=len(done)):
        game = read_layout(line)
        yield measured("Tatham", setting, seed, game, rates=seed < numbers["rated"])


def by_construction(setting: Setting, numbers: Row, done: set[int]) -> Iterator[Row]:
    """Layouts that ms_toollib constructs (`laymine_solvable_adjust`)."""
    try:
        from ms_toollib import laymine_solvable_adjust
    except ImportError:
        return
    height, width = setting.height, setting.width
    middle = height // 2, width // 2
    for seed in range(max(done, default=-1) + 1, numbers["others"]):
        board, is_found = laymine_solvable_adjust(height, width, setting.mine_bounds[0], *middle)
        if is_found:
            game = DealtGame(Layout(np.array(board) == -1), NoGuess().start_on(height, width))
            rates = seed < numbers["rated"]
            yield measured("ms_toollib, constructed", setting, seed, game, rates=rates)


KINDS: dict[str, Callable[[Setting, Row, set[int]], Iterator[Row]]] = {
    "plain": plain,
    "uniform": partial(dealt, mode="uniform", total=True),
    "repaired": partial(dealt, mode="repaired", total=True),
    "repaired, no mine count": partial(dealt, mode="repaired", total=False),
    "Tatham": tatham,
    "ms_toollib, constructed": by_construction,
}


def settings(study: Row) -> Iterator[tuple[Setting, Row]]:
    """The boards of a study, each with its numbers."""
    common = {name: study[name] for name in ("repaired", "rated", "others")}
    for board in study["boards"]:
        height, width, _ = size_of(board["size"])
        yield (
            Setting(
                height=height,
                width=width,
                mines=board["mines"],
                first_click=FirstClick.OPENING,
            ),
            {**common, **board},
        )


def run(boards: list[tuple[Setting, Row]], path: Path) -> None:
    """Test all layouts that are not recorded yet."""
    with LineFile(path, path) as lines:
        lines.mend(b'{"board": ')
        done: dict[tuple[str, str], set[int]] = {}
        for row in map(json.loads, read_lines(path)):
            done.setdefault((row["board"], row["kind"]), set()).add(row["seed"])
        for setting, numbers in boards:
            name = f"{setting.size}/{setting.mines}"
            for kind, make in KINDS.items():
                print(f"{name}: {kind}", flush=True)
                for row in make(setting, numbers, done.get((name, kind), set())):
                    lines.append(json.dumps(row).encode() + b"\n")


def words(found: Estimate, scale: float = 1.0, digits: int = 1) -> str:
    """An estimate with its interval."""
    mean, low, high = (scale * one for one in (found.mean, found.low, found.high))
    return f"{mean:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def share(rows: list[Row], key: str, digits: int = 1) -> str:
    """How many of some layouts, in percent."""
    values = [float(row[key]) for row in rows]
    return words(estimate(values, is_yes_or_no=True), 100, digits) if values else ""


def average(rows: list[Row], key: str, scale: float = 1.0, digits: int = 1) -> str:
    """The mean of some values."""
    values = [float(row[key]) for row in rows if row.get(key) is not None]
    return words(estimate(values, is_yes_or_no=False), scale, digits) if values else ""


def table(header: list[str], lines: list[list[str]]) -> str:
    """A table in Markdown."""
    rule = "|".join(["---"] * len(header))
    return "\n".join([f"| {' | '.join(header)} |", f"|{rule}|", *map(_line, lines)]) + "\n"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def levels(rows: list[Row]) -> list[str]:
    """The share of each level, in percent, and how many layouts were rated."""
    found = Counter(min(row["level"], HIGHEST) for row in rows if row.get("level") is not None)
    rated = sum(found.values())
    if not rated:
        return []
    shares = [f"{100 * found[level] / rated:.1f}" for level in range(1, HIGHEST + 1)]
    return [f"{rated:,}", *shares]


def report(study: Row, path: Path) -> str:
    """The report of all layouts that are recorded."""
    rows: dict[tuple[str, str], list[Row]] = {}
    for row in map(json.loads, read_lines(path)):
        rows.setdefault((row["board"], row["kind"]), []).append(row)
    boards = list(dict.fromkeys(board for board, _ in rows))
    shares, hard, bias, cost, others = [], [], [], [], []
    for board in boards:
        own = {kind: rows.get((board, kind), []) for kind in KINDS}
        drawn = own["plain"]
        shares.append([board, f"{len(drawn):,}", share(drawn, WITH, 2), share(drawn, WITHOUT, 2)])
        hard += [[board, kind, *levels(some)] for kind, some in own.items() if levels(some)]
        bias.append([board, *(average(some, "3bv") for some in own.values())])
        for kind in ("uniform", "repaired", "repaired, no mine count"):
            if some := own[kind]:
                numbers = [average(some, "moved"), average(some, "tries", digits=2)]
                cost.append([board, kind, average(some, "seconds", 1000), *numbers])
        for kind in list(KINDS)[1:]:
            if some := own[kind]:
                checked = [share(some, WITH), share(some, WITHOUT)]
                others.append([board, kind, f"{len(some):,}", *checked])
    many = [f"level {level}" for level in range(1, HIGHEST)] + [f"{HIGHEST} or more"]
    return "\n".join(
        [
            f"# {study['title']}\n",
            INTRODUCTION,
            "## Layouts without guesses, % of those that are drawn\n",
            table(["board", "layouts drawn", WITH, WITHOUT], shares),
            "## Levels, % of the layouts that were rated\n",
            table(["board", "kind", "rated", *many], hard),
            "## Mean 3BV\n",
            table(["board", "all with an opening", *list(KINDS)[1:]], bias),
            "## What dealing takes\n",
            table(["board", "kind", "ms a layout", "mines moved", "layouts drawn"], cost),
            "## Layouts of all generators by our definition, % without a guess\n",
            table(["board", "kind", "layouts", WITH, WITHOUT], others),
            "![mean 3BV](three-bv.svg)\n",
            "![levels](levels.svg)\n",
        ]
    )


def draw(path: Path, folder: Path) -> None:
    """Plot the mean 3BV of each kind, and the levels of uniform and repaired layouts."""
    bvs: dict[tuple[str, str], list[float]] = {}
    found: dict[tuple[str, str], Counter[int]] = {}
    for row in map(json.loads, read_lines(path)):
        own = row["board"], row["kind"]
        bvs.setdefault(own, []).append(row["3bv"])
        if row.get("level") is not None:
            found.setdefault(own, Counter())[min(row["level"], HIGHEST)] += 1
    draw_bvs(bvs, folder / "three-bv")
    kinds = ("uniform", "repaired")
    draw_levels({own: some for own, some in found.items() if own[1] in kinds}, folder / "levels")


def draw_bvs(values: dict[tuple[str, str], list[float]], path: Path) -> None:
    """Plot the mean 3BV of each kind in that of all layouts with an opening."""
    import matplotlib.pyplot as plt

    boards = list(dict.fromkeys(board for board, _ in values))
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for mark, kind in zip("os^Dv", list(KINDS)[1:], strict=False):
        places, means, below, above = [], [], [], []
        for place, board in enumerate(boards):
            if own := values.get((board, kind)):
                found = estimate(own, is_yes_or_no=False)
                all_of_them = float(np.mean(values[board, "plain"]))
                places.append(place)
                means.append(found.mean / all_of_them)
                below.append((found.mean - found.low) / all_of_them)
                above.append((found.high - found.mean) / all_of_them)
        axes.errorbar(
            places, means, yerr=[below, above], fmt=mark, markersize=5, capsize=3, label=kind
        )
    axes.axhline(1, color="#888888", linewidth=0.8)
    axes.set_xticks(range(len(boards)), boards, rotation=20)
    axes.set_ylabel("mean 3BV in that of all layouts")
    axes.legend(frameon=False, fontsize=8)
    save(figure, path)


def draw_levels(found: dict[tuple[str, str], Counter[int]], path: Path) -> None:
    """Plot the share of each level as stacked bars."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    names = [f"{board}\n{kind}" for board, kind in found]
    below = np.zeros(len(found))
    for level in range(1, HIGHEST + 1):
        shares = np.array([100 * own[level] / own.total() for own in found.values()])
        label = f"level {level}" if level < HIGHEST else f"{level} or more"
        colour = plt.get_cmap("viridis")(1 - level / (HIGHEST + 1))
        axes.bar(range(len(found)), shares, bottom=below, label=label, color=colour)
        below += shares
    axes.set_xticks(range(len(found)), names, rotation=30, fontsize=8)
    axes.set_ylabel("layouts, %")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, path)


def save(figure: Any, path: Path) -> None:
    """Write a plot as SVG and PNG."""
    import matplotlib.pyplot as plt

    for ending in (".svg", ".png"):
        figure.savefig(path.with_suffix(ending), dpi=150)
    plt.close(figure)


def main() -> None:
    """Read the options, test the layouts, and write the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("study", nargs="?", type=Path, default=HERE / "no-guess-study.toml")
    parser.add_argument("--out", type=Path, default=Path("results/dealing"))
    given = parser.parse_args()
    try:
        study = tomllib.loads(given.study.read_text(encoding="utf-8"))
        boards = list(settings(study))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"{given.study} is no study: {error}") from None
    path = given.out / "layouts.jsonl"
    try:
        given.out.mkdir(parents=True, exist_ok=True)
        run(boards, path)
    except (OSError, ValueError, KeyError, LogicSweepError) as error:
        raise SystemExit(f"{path} cannot be continued: {error!r}") from None
    except KeyboardInterrupt:
        raise SystemExit("interrupted; the same command goes on") from None
    (given.out / "report.md").write_text(report(study, path), encoding="utf-8")
    draw(path, given.out)
    print(f"wrote {given.out / 'report.md'}")


if __name__ == "__main__":
    main()
