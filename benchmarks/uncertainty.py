"""Agents on boards whose clues are missing, understated or overstated.

    python benchmarks/uncertainty.py                       50 games a row; some hours on two cores
    python benchmarks/uncertainty.py --games 5 --sizes 10  a first impression, in a minute
    python benchmarks/uncertainty.py --report              the table and the plot of what is there

The rule is `continue`: a mine that is hit is known from then on, until every cell is open or
flagged. All agents play the same layouts, seeds from 0. Every game is one line in `games.jsonl` of
the folder `--out`; what is there is not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any, NamedTuple

from logicsweep import clue_model
from logicsweep.agents.registry import AGENTS, agent_of
from logicsweep.game import Game
from logicsweep.play import play

BOARDS = ((10, 20), (20, 40), (20, 80), (20, 120))
REVEALS = ("1/50", "1/10", "3/10", "3/5", "1")
# Rows with fewer games say so.
_ENOUGH = 50
# Bars that reach further down are cut off, and say how far they go.
_LOWEST = -115
MODELS = (*(f"random-reveal({p})" for p in REVEALS), "optimistic", "cautious")


class Task(NamedTuple):
    """One game: a square board, what shows its clues, who plays, and the seed."""

    size: int
    mines: int
    model: str
    agent: str
    seed: int


def run(task: Task) -> dict[str, Any]:
    """Play one game."""
    size, mines, model, agent, seed = task
    start = perf_counter()
    game = Game.deal(size, size, mines, seed, model=clue_model(model))
    outcome = play(game, agent_of(agent, game.board, seed))
    return {**task._asdict(), **outcome._asdict(), "seconds": perf_counter() - start}


def tasks(
    games: int, sizes: Sequence[int], models: Sequence[str], agents: Sequence[str]
) -> Iterator[Task]:
    """All games to play, seed by seed: a run that is stopped has as many in every row."""
    for seed in range(games):
        for model in models:
            for size, mines in BOARDS:
                if size in sizes:
                    for agent in agents:
                        yield Task(size, mines, model, agent, seed)


def read(path: Path) -> list[dict[str, Any]]:
    """The games that were played."""
    if not path.exists():
        return []
    games = []
    for line in path.read_text(encoding="utf-8").splitlines():
        with suppress(json.JSONDecodeError):  # a run that was killed leaves half a line
            games.append(json.loads(line))
    return games


def play_all(todo: Iterable[Task], path: Path, jobs: int) -> None:
    """Play games in processes, each written down when it ends."""
    done = {Task(*(game[field] for field in Task._fields)) for game in read(path)}
    left = [task for task in todo if task not in done]
    path.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as stream:
        futures = [pool.submit(run, task) for task in left]
        try:
            for number, future in enumerate(as_completed(futures), start=1):
                stream.write(json.dumps(future.result()) + "\n")
                stream.flush()
                if sys.stderr.isatty():
                    print(f"\r{number} of {len(left)} games", end="", file=sys.stderr)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise SystemExit("\ninterrupted; what was played is kept") from None


class Row(NamedTuple):
    """Means over the games of one agent on one kind of board; rates in percent of all mines."""

    games: int
    flagged: float
    wrong: float
    detonated: float
    seconds: float


def summary(games: Iterable[dict[str, Any]]) -> dict[tuple[int, int, str, str], Row]:
    """The means, by size, mines, clue model and agent."""
    groups: dict[tuple[int, int, str, str], list[dict[str, Any]]] = {}
    for game in games:
        key = (game["size"], game["mines"], game["model"], game["agent"])
        groups.setdefault(key, []).append(game)
    return {
        key: Row(
            len(group),
            mean(100 * game["right_flags"] / game["mines"] for game in group),
            mean(100 * game["wrong_flags"] / game["mines"] for game in group),
            mean(100 * game["detonated"] / game["mines"] for game in group),
            mean(game["seconds"] for game in group),
        )
        for key, group in groups.items()
    }


def table(rows: dict[tuple[int, int, str, str], Row]) -> Iterator[str]:
    """A table in Markdown: mines flagged / wrong flags, in percent of all mines."""
    names = list(AGENTS)
    yield f"| board | clues | {' | '.join(names)} |"
    yield "|---" * (len(names) + 2) + "|"
    for size, mines in BOARDS:
        for model in MODELS:
            cells = []
            for name in names:
                row = rows.get((size, mines, model, name))
                cells.append("" if row is None else _cell(row))
            if any(cells):
                yield f"| {size}x{size}/{mines} | {model} | {' | '.join(cells)} |"


def _cell(row: Row) -> str:
    wrong = f" / {row.wrong:.1f}" if row.wrong else ""
    few = "" if row.games >= _ENOUGH else f" ({row.games} games)"
    return f"{row.flagged:.1f}{wrong}{few}"


def plot(rows: dict[tuple[int, int, str, str], Row], path: Path) -> None:
    """Mines flagged by kind of clue, a panel for each board; wrong flags hang below zero."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "logicsweep"
    from matplotlib import pyplot as plt

    names = list(AGENTS)
    boards = [board for board in BOARDS if any(key[:2] == board for key in rows)]
    figure, panels = plt.subplots(len(boards), 1, figsize=(9, 2.6 * len(boards)), squeeze=False)
    colours = ("#999999", "#56b4e9", "#009e73", "#0072b2", "#d55e00")
    labels = [model.replace("random-reveal", "reveal ") for model in MODELS]
    for (size, mines), panel in zip(boards, panels[:, 0], strict=True):
        for place, (name, colour) in enumerate(zip(names, colours, strict=True)):
            found = [rows.get((size, mines, model, name)) for model in MODELS]
            at = [number + (place - 2) * 0.16 for number in range(len(MODELS))]
            flagged = [0.0 if row is None else row.flagged for row in found]
            wrong = [0.0 if row is None else -row.wrong for row in found]
            panel.bar(at, flagged, 0.15, color=colour, label=name)
            panel.bar(at, wrong, 0.15, color=colour, hatch="////", edgecolor="white")
            for where, low in zip(at, wrong, strict=True):
                if low < _LOWEST:
                    label = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
                    text = f"{-low:.0f}"
                    panel.text(where, _LOWEST + 4, text, fontsize=6, ha="center", bbox=label)
        panel.set_ylim(_LOWEST, 105)
        panel.axhline(0, color="black", linewidth=0.8)
        panel.set_xticks(range(len(MODELS)), labels)
        panel.set_ylabel("% of all mines")
        panel.set_title(f"{size}x{size}, {mines} mines", loc="left", fontsize=10)
        panel.spines[["top", "right"]].set_visible(False)
    handles, shown = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, shown, ncols=len(names), frameon=False, loc="upper right", fontsize=9)
    figure.supxlabel(
        "how clues are shown; up: mines flagged and not hit, down (hatched): safe cells flagged",
        fontsize=9,
    )
    figure.tight_layout(rect=(0, 0, 1, 0.99))
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Read the options, play, and report."""
    parser = argparse.ArgumentParser(description="Agents under uncertain clues.")
    parser.add_argument("--games", type=int, default=50, help="games a row (default 50)")
    parser.add_argument("--sizes", type=int, nargs="+", choices=(10, 20), default=(10, 20))
    parser.add_argument("--models", nargs="+", choices=MODELS, default=MODELS)
    parser.add_argument("--agents", nargs="+", choices=tuple(AGENTS), default=tuple(AGENTS))
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--out", type=Path, default=Path("uncertainty"), help="the folder")
    parser.add_argument("--report", action="store_true", help="play nothing")
    options = parser.parse_args()
    path = options.out / "games.jsonl"
    if not options.report:
        todo = tasks(options.games, options.sizes, options.models, options.agents)
        play_all(todo, path, options.jobs)
    rows = summary(read(path))
    if not rows:
        raise SystemExit(f"there are no games in {path}")
    lines = list(table(rows))
    (options.out / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plot(rows, options.out / "flags.svg")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
