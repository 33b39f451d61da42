"""How often a mean of a few games says that the worse agent is the better one.

    python examples/studies/small_means.py results/a-improved --games 10

For each board of an experiment this draws so many games, 20,000 times, and prints in how many
draws the first agent's mean of mines flagged is above that of another agent: where both play the
same games, and where each plays games of its own. Both draw from the games recorded.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.lab.experiments.store import read_games, read_stored

DRAWS: Final = 20_000
ROUNDING: Final = 1e-12
Values = NDArray[np.float64]


def values_of(folder: Path) -> dict[str, dict[str, Values]]:
    """Read the mines flagged in each game, in the order of the seeds, by board and agent."""
    games: dict[str, dict[str, dict[int, float]]] = {}
    for record in read_games(folder):
        if record.error:
            raise SystemExit(f"{folder}: seed {record.seed} of {record.agent} has no end")
        board = games.setdefault(record.condition.board, {})
        board.setdefault(record.agent, {})[record.seed] = record.values["flag_rate"]
    stored = read_stored(folder)
    names = [] if stored is None else stored.agents
    return {
        board: {
            name: np.array([value for _, value in sorted(agents[name].items())]) for name in names
        }
        for board, agents in games.items()
    }


def wrong_way(
    first: Values, second: Values, games: int, rng: np.random.Generator
) -> tuple[float, float]:
    """Estimate how often the first mean is higher: with the same games, and with own ones."""
    drawn, again = (rng.integers(len(first), size=(DRAWS, games)) for _ in range(2))
    same = first[drawn].mean(axis=1) - second[drawn].mean(axis=1)
    own = first[drawn].mean(axis=1) - second[again].mean(axis=1)
    # Means that differ by roundings are equal.
    return float((same > ROUNDING).mean()), float((own > ROUNDING).mean())


def main() -> None:
    """Read the options, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    print("| board | agent | first agent above, same games, % | games of its own, % |")
    print("|---|---|---|---|")
    for board, agents in values_of(given.folder).items():
        first, *rivals = agents
        for agent in rivals:
            same, own = wrong_way(agents[first], agents[agent], given.games, rng)
            print(f"| {board} | {agent} | {100 * same:.1f} | {100 * own:.1f} |")


if __name__ == "__main__":
    main()
