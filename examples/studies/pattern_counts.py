"""How often the steps of games have each pattern that players know.

    python examples/studies/pattern_counts.py --size expert --games 300

Games from the seeds 0, 1, ... are solved step by step from the middle of the board, always by one
of the easiest steps, until all safe cells are open or a guess is needed. For each pattern this
prints the number of steps, their share, and in how many games there are any; steps without a
pattern are those with the mine count and those from three clues or more.
"""

from __future__ import annotations

import argparse
from collections import Counter

from logicsweep import Setting
from logicsweep.board import FirstClick
from logicsweep.games import NoGuess, deal
from logicsweep.reasons.patterns import PATTERNS


def counted(size: str, games: int) -> tuple[Counter[str], Counter[str]]:
    """Count the steps of games by pattern, and the games that have any."""
    steps: Counter[str] = Counter()
    having: Counter[str] = Counter()
    definition = NoGuess(first_click=FirstClick.SAFE)
    for seed in range(games):
        layout = deal(Setting(size), seed=seed).layout
        names = [step.pattern or "none" for step in definition.check(layout).steps]
        steps.update(names)
        having.update(set(names))
    return steps, having


def main() -> None:
    """Read the options, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", default="expert")
    parser.add_argument("--games", type=int, default=300)
    chosen = parser.parse_args()
    steps, having = counted(chosen.size, chosen.games)
    print("| pattern | steps | share | games | reduced: steps | games |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in (*PATTERNS, "none"):
        share = steps[name] + steps[f"{name}R"]
        parts = [steps[name], f"{100 * share / steps.total():.2f} %", having[name]]
        parts += [steps[f"{name}R"], having[f"{name}R"]]
        print(f"| {name} | {' | '.join(str(part) for part in parts)} |")
    print(f"{steps.total():,} steps of {chosen.games} games")


if __name__ == "__main__":
    main()
