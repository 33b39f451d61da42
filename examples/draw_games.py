"""Draw what a report does not: agents game by game, or what is known move by move.

    python examples/draw_games.py results/forced --less strategist    # needs matplotlib
    python examples/draw_games.py results/e-knowledge --known

The first reads the table of `logicsweep experiment export results/forced`, and draws how much more
of a metric each agent has than the one behind --less, on the same games; without that, how much it
has, such as the cost of its moves with `--metric moves`. The second reads the
traces in `games.jsonl`, which `trace = true` makes, and draws the mean numbers of known safe cells,
known mines and constraints after each move, as far as half of the games go. Pictures are written
into the folder.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

_KEYS: Final = ("file", "height", "width", "mines", "rule", "first_click", "clues", "rules")
_KNOWN: Final = ("safe cells", "mines", "constraints")
Games = dict[str, dict[str, float]]


def by_agent(folder: Path, metric: str, less: str | None) -> Path:
    """Draw a panel for each board, with the mean of each agent and its 95 % interval."""
    boards: dict[str, Games] = defaultdict(lambda: defaultdict(dict))
    with (folder / "games.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            if row[metric]:
                board = ", ".join(row[key] for key in _KEYS if row[key])
                boards[board][row["agent"]][row["seed"]] = float(row[metric])
    figure, axes = plt.subplots(len(boards), squeeze=False, figsize=(7, 4 * len(boards)))
    for axis, (board, agents) in zip(axes[:, 0], boards.items(), strict=True):
        ours = {} if less is None else agents.pop(less)
        for agent, games in agents.items():
            both = [
                value - ours.get(seed, 0.0)
                for seed, value in games.items()
                if less is None or seed in ours
            ]
            error = stdev(both) / len(both) ** 0.5 if len(both) > 1 else 0.0
            axis.errorbar(fmean(both), agent, xerr=1.96 * error, color="tab:blue", marker="o")
        axis.axvline(0, color="grey", linewidth=1)
        axis.set(title=board, xlabel=metric if less is None else f"{metric}, less that of {less}")
    return _written(figure, folder / f"{metric.replace('_', '-')}-by-agent.svg")


def known(folder: Path) -> Path:
    """Draw a panel for each agent, with a line for each kind of knowledge."""
    traces: dict[str, list[list[list[int]]]] = defaultdict(list)
    for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        traces[game["agent"]].append(game.get("trace", []))
    figure, axes = plt.subplots(len(traces), squeeze=False, figsize=(7, 4 * len(traces)))
    for axis, (agent, games) in zip(axes[:, 0], traces.items(), strict=True):
        moves = range(sorted(map(len, games))[len(games) // 2])
        for place, name in enumerate(_KNOWN):
            means = [
                fmean(game[move][place] for game in games if len(game) > move) for move in moves
            ]
            axis.plot([move + 1 for move in moves], means, label=name)
        axis.set(title=agent, xlabel="moves", ylabel="known, mean over games")
        axis.legend()
    return _written(figure, folder / "known-by-move.svg")


def _written(figure: Figure, path: Path) -> Path:
    figure.tight_layout()
    figure.savefig(path)
    return path


def main() -> None:
    """Read the options, and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--metric", default="win_rate")
    parser.add_argument("--less", metavar="AGENT")
    parser.add_argument("--known", action="store_true")
    given = parser.parse_args()
    folder = given.folder
    path = known(folder) if given.known else by_agent(folder, given.metric, given.less)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
