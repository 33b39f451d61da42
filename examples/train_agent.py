"""Train a small network to play Minesweeper for a minute, and compare it with `exact`.

    python examples/train_agent.py
    python examples/train_agent.py --targets outcomes --seconds 120

The network sees the 5x5 cells around a cell, and says how likely that one is a mine; the agent
opens the cell with the lowest number. It learns from the exact probabilities that the environment
gives of every covered cell, or from nothing but the outcomes of its own moves. It is written in
numpy alone. Needs the extra `gym`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import monotonic
from typing import Any

import gymnasium
import numpy as np

from logicsweep.games.gym import ENVIRONMENT, register

Array = np.ndarray[Any, Any]
Kind = dict[str, Any]
Policy = Callable[[Array, Kind], Array]

SIDE = 5
KINDS = 11  # 0 to 8, covered, beside the board
GAMES = 32
LEARNING_RATE = 3e-3
BATCH = {"exact": 1024, "outcomes": 256}


def windows(boards: Array) -> Array:
    """The cells around each cell, as kinds: shape (games, cells, 25)."""
    kinds = np.where(boards < 0, 9, boards)
    padded = np.pad(
        kinds, ((0, 0), (SIDE // 2, SIDE // 2), (SIDE // 2, SIDE // 2)), constant_values=10
    )
    found = np.lib.stride_tricks.sliding_window_view(padded, (SIDE, SIDE), axis=(1, 2))
    return found.reshape(len(boards), -1, SIDE * SIDE)


class Network:
    """Two layers, trained by Adam on the cross entropy."""

    def __init__(self, hidden: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.parts = [
            rng.normal(0, 0.2, (SIDE * SIDE * KINDS, hidden)).astype(np.float32),
            np.zeros(hidden, dtype=np.float32),
            rng.normal(0, 0.1, (hidden, 1)).astype(np.float32),
            np.full(1, -1.5, dtype=np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.steps = 0

    def inputs(self, seen: Array) -> Array:
        """One-hot inputs of windows, shape (windows, 275)."""
        flat = np.zeros((len(seen), SIDE * SIDE * KINDS), dtype=np.float32)
        places = np.arange(SIDE * SIDE) * KINDS + seen
        np.put_along_axis(flat, places, 1, axis=1)
        return flat

    def risks(self, seen: Array) -> Array:
        """What it says of windows, shape (windows,)."""
        first, bias, second, last = self.parts
        hidden = np.maximum(self.inputs(seen) @ first + bias, 0)
        said: Array = 1 / (1 + np.exp(-(hidden @ second + last)))
        return said.ravel()

    def learn(self, seen: Array, targets: Array) -> None:
        """One step on a batch."""
        first, bias, second, last = self.parts
        inputs = self.inputs(seen)
        hidden = np.maximum(inputs @ first + bias, 0)
        said = 1 / (1 + np.exp(-(hidden @ second + last)))
        wrong = (said - targets[:, None]).astype(np.float32) / len(seen)
        back = (wrong @ second.T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(axis=0)]
        self.steps += 1
        for part, slope, (mean, square) in zip(self.parts, slopes, self.moments, strict=True):
            mean[...] = 0.9 * mean + 0.1 * slope
            square[...] = 0.999 * square + 0.001 * slope**2
            ahead = mean / (1 - 0.9**self.steps)
            scale = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part[...] = part - LEARNING_RATE * ahead / scale


def choose(network: Network, boards: Array, mask: Array) -> Array:
    """The covered cell with the lowest risk in each game; the middle first."""
    games, cells = mask.shape
    risks = np.full(mask.shape, np.inf)
    covered = mask == 1
    risks[covered] = network.risks(windows(boards)[covered])
    chosen = risks.argmin(axis=1)
    chosen[covered.all(axis=1)] = cells // 2
    return np.where(covered[np.arange(games), chosen], chosen, 0)


def train(network: Network, kind: Kind, *, targets: str, seconds: float, seed: int) -> int:
    """Play and learn; how many moves were made."""
    is_exact = targets == "exact"
    games = gymnasium.make_vec(
        ENVIRONMENT,
        num_envs=GAMES,
        vectorization_mode="vector_entry_point",
        **kind,
        probabilities=is_exact,
    )
    rng = np.random.default_rng(seed)
    boards, info = games.reset(seed=seed)
    end, moves, seen, truth = monotonic() + seconds, 0, [], []
    while monotonic() < end:
        mask = info["action_mask"]
        actions = choose(network, boards, mask)
        # Now and then another cell, so that it learns of those, too.
        other = (rng.random(mask.shape) * mask).argmax(axis=1)
        actions = np.where(rng.random(GAMES) < 0.05, other, actions)
        around = windows(boards)
        if is_exact:
            covered = (mask == 1) & (mask == 0).any(axis=1, keepdims=True)
            seen.append(around[covered])
            truth.append(info["probabilities"].reshape(GAMES, -1)[covered])
        was_open = (mask == 0).any(axis=1) & mask.any(axis=1)
        boards, _, over, _, info = games.step(actions)
        if not is_exact:
            hit = over & ~info.get("is_won", over)
            seen.append(around[np.arange(GAMES), actions][was_open])
            truth.append(hit[was_open].astype(np.float32))
        moves += GAMES
        if sum(map(len, seen)) >= BATCH[targets]:
            network.learn(np.concatenate(seen), np.concatenate(truth))
            seen, truth = [], []
    return moves


def win_rate(policy: Policy, kind: Kind, number: int, *, probabilities: bool) -> float:
    """The share of so many games that are won; seeds 0, 1, 2, ..."""
    games = gymnasium.make_vec(
        ENVIRONMENT,
        num_envs=number,
        vectorization_mode="vector_entry_point",
        **kind,
        probabilities=probabilities,
    )
    boards, info = games.reset(options={"game_seed": 0})
    won = np.zeros(number, dtype=bool)
    done = np.zeros(number, dtype=bool)
    while not done.all():
        boards, _, over, cut, info = games.step(policy(boards, info))
        won |= ~done & info.get("is_won", False) & over
        done |= over | cut
    return float(won.mean())


def least_risky(_: Array, info: Kind) -> Array:
    """The least risky cell by the exact probabilities; the middle first."""
    mask: Array = info["action_mask"]
    risks = np.where(mask == 1, info["probabilities"].reshape(mask.shape), np.inf)
    chosen: Array = risks.argmin(axis=1)
    chosen[mask.all(axis=1)] = mask.shape[1] // 2
    return chosen


def main() -> None:
    """Train, then play games that were not seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="beginner", help="as `logicsweep play --size`")
    parser.add_argument("--mines", type=int, help="by default the usual number of the size")
    parser.add_argument("--targets", choices=("exact", "outcomes"), default="exact")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=1000, help="games of the comparison")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    register()
    network = Network(96, given.seed)
    kind = {"size": given.size, "mines": given.mines}

    def policy(boards: Array, info: Kind) -> Array:
        return choose(network, boards, info["action_mask"])

    before = win_rate(policy, kind, given.games, probabilities=False)
    moves = train(network, kind, targets=given.targets, seconds=given.seconds, seed=given.seed)
    after = win_rate(policy, kind, given.games, probabilities=False)
    best = win_rate(least_risky, kind, given.games, probabilities=True)
    print(f"{moves:,} moves in {given.seconds:g} s, targets: {given.targets}")
    print(f"games won of {given.games:,}: {before:.1%} before, {after:.1%} after training;")
    print(f"the least risky cell by exact probabilities: {best:.1%}")


if __name__ == "__main__":
    main()
