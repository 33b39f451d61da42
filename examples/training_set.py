"""Make a training set: positions of seeded games, each with its exact mine probabilities.

    python examples/training_set.py --games 1000 --seed 0 --out training.npz

The file holds three arrays: `boards`, int8 of shape (N, 9, 9), with -1 for a covered cell;
`probabilities`, float64 of the same shape, nan in open cells; and `games`, the seed of the game
that each position is from. Every game opens a cell with the lowest mine probability until it ends.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logicsweep import FirstClick, Game, Setting, probabilities

SETTING = Setting(height=9, width=9, mines=10, first_click=FirstClick.OPENING, flood=True)
# Games that are played together: each turn is one call for all of their boards.
TOGETHER = 1000
# What the grids of boards are of; those of ordinary boards are int8.
Boards = NDArray[np.int8 | np.int16]


def positions(seeds: range) -> Iterator[tuple[list[int], Boards, NDArray[np.float64]]]:
    """Yield for each turn the seeds of the games that go on, their boards and probabilities."""
    games = {seed: Game(SETTING, seed) for seed in seeds}
    for game in games.values():
        game.open((SETTING.height // 2, SETTING.width // 2))
    while games := {seed: game for seed, game in games.items() if not game.is_over}:
        boards = np.stack([game.board.grid for game in games.values()])
        found = probabilities(boards, total_mines=SETTING.mines)
        yield list(games), boards, found
        # Rounded, so that equal probabilities are equal on every machine, and the first cell wins.
        for game, own in zip(games.values(), found.round(9), strict=True):
            game.open(divmod(int(np.nanargmin(own)), SETTING.width))


def main() -> None:
    """Play the games and write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (default 0)")
    parser.add_argument("--out", type=Path, default=Path("training.npz"), help="the file to write")
    given = parser.parse_args()
    if given.games < 1:
        parser.error(f"--games is {given.games}; expected 1 or more")
    if given.out.is_dir() or not given.out.parent.is_dir():
        parser.error(f"--out is {given.out}; expected a file in a folder that is there")
    end = given.seed + given.games
    turns = []
    count = 0
    for first in range(given.seed, end, TOGETHER):
        seeds = range(first, min(first + TOGETHER, end))
        for turn in positions(seeds):
            turns.append(turn)
            count += len(turn[1])
        done = seeds[-1] + 1 - given.seed
        print(f"{done:,} of {given.games:,} games, {count:,} positions", file=sys.stderr)
    games, boards, found = map(np.concatenate, zip(*turns, strict=True))
    # Under another name first, so that an interrupt leaves no part of a file.
    part = given.out.with_name(f"{given.out.name}.part")
    try:
        with part.open("wb") as file:
            np.savez_compressed(file, boards=boards, probabilities=found, games=games)
        part.replace(given.out)
    finally:
        part.unlink(missing_ok=True)
    print(f"{given.out}: {count:,} positions of {given.games:,} games")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("interrupted; nothing was written", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        sys.exit(f"the file cannot be written: {error}")
