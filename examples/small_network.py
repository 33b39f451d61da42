"""A small network in numpy that says how likely the middle of a window is a mine, and its loss."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

SIDE = 5
KINDS = 11  # 0 to 8, covered, beside the board
LEARNING_RATE = 3e-3


def windows(boards: Array) -> Array:
    """The cells around each cell, as kinds: shape (boards, cells, 25)."""
    kinds = np.where(boards < 0, 9, boards)
    padded = np.pad(
        kinds, ((0, 0), (SIDE // 2, SIDE // 2), (SIDE // 2, SIDE // 2)), constant_values=10
    )
    found = np.lib.stride_tricks.sliding_window_view(padded, (SIDE, SIDE), axis=(1, 2))
    return found.reshape(len(boards), -1, SIDE * SIDE)


def cross_entropy(said: Array | float, chances: Array) -> float:
    """The mean loss of what is said of cells, in nats; least where it is the chances themselves."""
    said = np.clip(np.asarray(said, dtype=np.float64), 1e-9, 1 - 1e-9)
    return float(-(chances * np.log(said) + (1 - chances) * np.log(1 - said)).mean())


def print_losses(before: float, said: Array, exact: Array, constant: float) -> None:
    """Print the loss before and after training, of a constant, and the least that there is."""
    print(f"loss on {len(exact):,} cells of other positions:")
    print(f"  {before:.3f}  before training")
    print(f"  {cross_entropy(said, exact):.3f}  after training")
    print(f"  {cross_entropy(constant, exact):.3f}  the same chance for every cell")
    print(f"  {cross_entropy(exact, exact):.3f}  the exact chances: no loss is lower")


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
