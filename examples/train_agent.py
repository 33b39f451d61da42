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
from small_network import Array, Network, windows

from logicsweep.lab.gym import ENVIRONMENT, register

Kind = dict[str, Any]
Policy = Callable[[Array, Kind], Array]

GAMES = 32
BATCH = {"exact": 1024, "outcomes": 256}


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
