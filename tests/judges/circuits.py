"""The judge of circuits in text: every assignment is tried, by the meaning of AND and OR alone."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tests.judges.rules import Masks


def holds(lines: Iterable[str], assignments: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which assignments, shape (assignments, variables), satisfy a circuit in the format of c2d."""
    rows = [line.split() for line in lines if line[:1] != "c"]
    values: list[NDArray[np.bool_]] = []
    for kind, *words in rows[1:]:
        numbers = list(map(int, words))
        if kind == "L":
            column = assignments[:, abs(numbers[0]) - 1]
            values.append(column if numbers[0] > 0 else ~column)
        else:
            below = numbers[1:] if kind == "A" else numbers[2:]
            value = np.full(len(assignments), kind == "A")
            for child in below:
                value = value & values[child] if kind == "A" else value | values[child]
            values.append(value)
    return values[-1]


def models(lines: Iterable[str]) -> Masks:
    """All models of a small circuit; each row has its variables that occur, then all others.

    Variables that occur with one value alone, as literals of open cells, are not tried.
    """
    lines = [line for line in lines if line[:1] != "c"]
    variables = int(lines[0].split()[3])
    literals = {int(line.split()[1]) for line in lines[1:] if line[:1] == "L"}
    open_ones = [name for name in range(1, variables + 1) if {name, -name} <= literals]
    assert len(open_ones) <= 18, "too large for the judge"
    every = np.zeros((1 << len(open_ones), variables), dtype=np.bool_)
    choices = (np.arange(len(every))[:, None] >> np.arange(len(open_ones))) & 1
    every[:, [name - 1 for name in open_ones]] = choices
    every[:, [name - 1 for name in literals if -name not in literals and name > 0]] = True
    return every[holds(lines, every)]


def faults(lines: Iterable[str]) -> list[str]:
    """What keeps a circuit from being decomposable, smooth and deterministic.

    No node but the root may be without a model. Determinism is tried, model by model.
    """
    rows = [line.split() for line in lines if line[:1] != "c"][1:]
    found: list[str] = []
    cells: list[frozenset[int]] = []
    models_of: list[frozenset[frozenset[int]]] = []
    for place, (kind, *words) in enumerate(rows):
        numbers = list(map(int, words))
        if kind == "L":
            cells.append(frozenset([abs(numbers[0])]))
            models_of.append(frozenset([frozenset(numbers)]))
            continue
        below = numbers[1:] if kind == "A" else numbers[2:]
        cells.append(frozenset().union(*[cells[child] for child in below]))
        if kind == "A":
            if sum(len(cells[child]) for child in below) != len(cells[-1]):
                found.append(f"node {place} is not decomposable")
            product = frozenset([frozenset[int]()])
            for child in below:
                product = frozenset(one | more for one in product for more in models_of[child])
            models_of.append(product)
            continue
        held = [models_of[child] for child in below]
        models_of.append(frozenset[frozenset[int]]().union(*held))
        if sum(map(len, held)) != len(models_of[-1]):
            found.append(f"node {place} is not deterministic")
        if len({cells[child] for child in below}) > 1:
            found.append(f"node {place} is not smooth")
    found += [f"node {place} has no model" for place, held in enumerate(models_of[:-1]) if not held]
    return found
