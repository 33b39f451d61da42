"""Train a small network on shards, with numpy alone, and hold it against the exact chances.

    logicsweep dataset --seed 1 -n 20000 --to npz -o train
    logicsweep dataset --seed 1000001 -n 2000 --to npz -o test
    python examples/train_on_shards.py train test

The network sees the 5x5 cells around a covered cell, and says how likely that is a mine. The loss
is the cross entropy with the exact chances: none is below that of the chances themselves.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

import numpy as np
from small_network import Array, Network, cross_entropy, print_losses, windows

from logicsweep import LogicSweepError
from logicsweep.lab.data import Positions, Shards, read_shards

BATCH = 1024


def cells_of(positions: Positions) -> tuple[Array, Array]:
    """The windows around all covered cells, and their exact chances."""
    if positions.chances is None:
        raise LogicSweepError("the shards have no chances; expected --answers chances")
    covered = positions.boards == -1
    seen = windows(positions.boards)[covered.reshape(len(positions), -1)]
    return seen.astype(np.int8), positions.chances[covered]


def said_of(network: Network, shards: Shards) -> tuple[Array, Array]:
    """What the network says of all covered cells, and their exact chances."""
    said, exact = [], []
    for part in shards:
        for first in range(0, len(part), 1000):
            seen, chances = cells_of(part[first : first + 1000])
            said.append(network.risks(seen))
            exact.append(chances)
    return np.concatenate(said), np.concatenate(exact)


def main() -> None:
    """Train on one folder, and measure the loss on another."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", help="the folder to learn from")
    parser.add_argument("test", help="a folder with other seeds")
    parser.add_argument("--epochs", type=int, default=2, help="default 2")
    parser.add_argument("--hidden", type=int, default=96, help="hidden neurons (default 96)")
    parser.add_argument("--seed", type=int, default=1, help="of the network (default 1)")
    given = parser.parse_args()
    shards, tests = read_shards(given.train), read_shards(given.test)
    network = Network(given.hidden, given.seed)
    before = cross_entropy(*said_of(network, tests))
    rng = np.random.default_rng(given.seed)
    begun, total, count = process_time(), 0.0, 0
    for _ in range(given.epochs):
        for number in rng.permutation(len(shards)):
            learned, targets = cells_of(shards[int(number)])
            total, count = total + float(targets.sum()), count + len(targets)
            order = rng.permutation(len(targets))
            for first in range(0, len(order), BATCH):
                batch = order[first : first + BATCH]
                network.learn(learned[batch], targets[batch])
    seconds = process_time() - begun
    print(f"{shards.positions * given.epochs:,} positions, {seconds:.0f} s of CPU")
    said, exact = said_of(network, tests)
    print_losses(before, said, exact, total / count)


if __name__ == "__main__":
    try:
        main()
    except LogicSweepError as error:
        sys.exit(f"{error}")
