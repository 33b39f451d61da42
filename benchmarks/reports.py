"""The report of very many games: seconds and memory.

    python benchmarks/reports.py                     two minutes
    python benchmarks/reports.py --games 100000

Needs the extra `experiments`. The games are those of a few hundred, each again with another seed:
once of two agents on one board, and once on a hundred boards.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from timing import parser, seconds

AGENTS = ("exact", "subset")


def games_of(folder: Path) -> list[dict[str, object]]:
    """A few hundred games."""
    words = ["compare", *AGENTS, "--size", "8x8", "--mines", "10", "-n", "200", "--plain"]
    command = [sys.executable, "-m", "logicsweep", *words, "-o", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 our own
    lines = (folder / "games.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def write(path: Path, games: list[dict[str, object]], number: int, boards: int) -> None:
    """So many games, on so many boards."""
    rng = Random(number)
    with path.open("w") as stream:
        for place in range(number):
            seed, at = divmod(place // len(AGENTS), boards)
            game = {
                **rng.choice(games),
                "agent": AGENTS[place % len(AGENTS)],
                "seed": seed,
                "mines": 10 + at,
                "seconds": rng.random(),
            }
            stream.write(json.dumps(game, separators=(",", ":")) + "\n")


def main() -> None:
    """Measure both."""
    number = parser(__doc__, games=1_000_000).parse_args().games
    with TemporaryDirectory() as name:
        games = games_of(Path(name) / "few")
        for boards in (1, 100):
            folder = Path(name) / str(boards)
            folder.mkdir()
            write(folder / "games.jsonl", games, number, boards)
            command = [sys.executable, "-m", "logicsweep", "experiment", "report", str(folder)]
            make = partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL)
            taken = seconds(make)
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{number:,} games, {boards:>3} boards: {taken:5.1f} s, {most:4.0f} MB so far")


if __name__ == "__main__":
    main()
