"""Train a convolutional network on shards with PyTorch, and hold it against the exact chances.

    logicsweep dataset --seed 1 -n 20000 --to npz -o train
    logicsweep dataset --seed 1000001 -n 2000 --to npz -o test
    python examples/train_with_torch.py train test --out network.pt

The network sees the whole board, and says of every cell how likely it is a mine. Positions are
turned and mirrored at random while it learns. The loss is that of `train_on_shards.py`. Needs
PyTorch: pip install torch
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import torch
from small_network import Array, cross_entropy, print_losses
from torch import Tensor, nn
from torch.nn import functional

from logicsweep import LogicSweepError
from logicsweep.lab.data import Positions, Shards, read_shards

KINDS = 11  # 0 to 8, covered, and a plane of ones, by which padding is no cell
BATCH = 64
LEARNING_RATE = 2e-3


class Block(nn.Module):
    """Two convolutions beside a connection that skips them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, planes: Tensor) -> Tensor:
        """Add what the convolutions find."""
        found: Tensor = self.second(torch.relu(self.first(torch.relu(planes))))
        return planes + found


def network_of(channels: int, blocks: int) -> nn.Sequential:
    """A network from planes to one number for each cell, the logit of its chance."""
    layers: list[nn.Module] = [nn.Conv2d(KINDS + 1, channels, 3, padding=1)]
    layers += [Block(channels) for _ in range(blocks)]
    return nn.Sequential(*layers, nn.ReLU(), nn.Conv2d(channels, 1, 1))


def planes_of(boards: Tensor, mines: float) -> Tensor:
    """Boards as planes of zeros and ones, and one of the share of covered cells that are mines."""
    kinds = torch.where(boards < 0, 9, boards.long())
    planes = functional.one_hot(kinds, KINDS).permute(0, 3, 1, 2).float()
    planes[:, -1] = 1
    covered = (boards < 0).sum(dim=(1, 2)).clamp(min=1)
    share = (mines / covered).view(-1, 1, 1, 1).expand(-1, 1, *boards.shape[1:])
    return torch.cat([planes, share], dim=1)


def batches(positions: Positions, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """The boards and chances of a shard in random order, each batch turned in some way."""
    order = rng.permutation(len(positions))
    is_square = positions.setting.height == positions.setting.width
    for first in range(0, len(order), BATCH):
        places = order[first : first + BATCH]
        arrays = [positions.boards[places], chances_of(positions)[places]]
        for axis in (1, 2):
            if rng.random() < 0.5:
                arrays = [np.flip(array, axis) for array in arrays]
        if is_square and rng.random() < 0.5:
            arrays = [array.swapaxes(1, 2) for array in arrays]
        boards, chances = (torch.from_numpy(array.copy()) for array in arrays)
        yield boards, chances.float()


def chances_of(positions: Positions) -> Array:
    """The exact chances. Raises `LogicSweepError` if there are none."""
    if positions.chances is None:
        raise LogicSweepError("the shards have no chances; expected --answers chances")
    return positions.chances


def train(network: nn.Module, shards: Shards, epochs: int, rng: np.random.Generator) -> float:
    """Learn from all shards; the mean chance of their covered cells."""
    steps = epochs * sum(-(-shard.positions // BATCH) for shard in shards.manifest.shards)
    adam = torch.optim.Adam(network.parameters())
    rates = torch.optim.lr_scheduler.OneCycleLR(adam, LEARNING_RATE, total_steps=steps)
    total = count = 0.0
    for _ in range(epochs):
        for number in rng.permutation(len(shards)):
            for boards, chances in batches(shards[int(number)], rng):
                covered = boards == -1
                targets = chances[covered]
                logits = network(planes_of(boards, mines_of(shards))).squeeze(1)[covered]
                loss: Any = functional.binary_cross_entropy_with_logits(logits, targets)
                adam.zero_grad()
                loss.backward()
                adam.step()
                rates.step()
                total, count = total + float(targets.sum()), count + len(targets)
    return total / count


def mines_of(shards: Shards) -> float:
    """The mine count, or the middle of what the player knows of it."""
    return sum(shards.setting.mine_bounds) / 2


def said_of(network: nn.Module, shards: Shards) -> tuple[Array, Array]:
    """What the network says of all covered cells, and their exact chances."""
    said, exact = [], []
    with torch.no_grad():
        for part in shards:
            for first in range(0, len(part), 1000):
                piece = part[first : first + 1000]
                boards = torch.from_numpy(piece.boards)
                covered = boards == -1
                logits = network(planes_of(boards, mines_of(shards))).squeeze(1)[covered]
                said.append(torch.sigmoid(logits).numpy())
                exact.append(chances_of(piece)[covered.numpy()])
    return np.concatenate(said), np.concatenate(exact)


def main() -> None:
    """Train on one folder, and measure the loss on another."""
    parser: Any = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("train", help="the folder to learn from")
    parser.add_argument("test", help="a folder with other seeds")
    parser.add_argument("--epochs", type=int, default=2, help="default 2")
    parser.add_argument("--channels", type=int, default=48, help="default 48")
    parser.add_argument("--blocks", type=int, default=4, help="default 4")
    parser.add_argument("--seed", type=int, default=1, help="of the network (default 1)")
    parser.add_argument("--out", type=Path, help="the file to write the weights to")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    shards, tests = read_shards(given.train), read_shards(given.test)
    network = network_of(given.channels, given.blocks)
    before = cross_entropy(*said_of(network, tests))
    begun = process_time()
    constant = train(network, shards, given.epochs, np.random.default_rng(given.seed))
    seconds = process_time() - begun
    said, exact = said_of(network, tests)
    print(f"{shards.positions * given.epochs:,} positions, {seconds:.0f} s of CPU")
    print_losses(before, said, exact, constant)
    if given.out is not None:
        torch.save(network.state_dict(), given.out)


if __name__ == "__main__":
    try:
        main()
    except (LogicSweepError, OSError) as error:
        sys.exit(f"{error}")
