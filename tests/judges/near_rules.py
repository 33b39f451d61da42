"""The judge of layout rules on boards that are no squares: what they say of neighbours.

Each is a function of the mines, as cell numbers, and of the neighbours of each cell. Cells that
share a side, or a corner, are neighbours there. The rim are cells with fewer than six neighbours,
as on hexagons.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from tests.judges.fuzz import Neighbours
from tests.judges.rules import Masks
from tests.judges.rules_at_once import Which


def parts(cells: set[int], near: Neighbours) -> list[set[int]]:
    """The connected parts of some cells."""
    found: list[set[int]] = []
    for cell in cells:
        joined = [part for part in found if part & near[cell]]
        found = [part for part in found if part not in joined]
        found.append({cell}.union(*joined))
    return found


def _snake(mines: set[int], near: Neighbours) -> bool:
    degrees = sorted(len(near[mine] & mines) for mine in mines)
    inside = all(degree == 2 for degree in degrees[2:])
    return len(parts(mines, near)) == 1 and degrees[:2] == [1, 1] and inside


def _outside(mines: set[int], near: Neighbours) -> bool:
    safe = {*range(len(near))} - mines
    rim = {cell for cell, beside in enumerate(near) if len(beside) < 6}
    return len(parts(safe, near)) <= 1 and all(part & rim for part in parts(mines, near))


def _is_coloured(cell: int, width: int) -> bool:
    return (cell // width + cell % width) % 2 == 1


NEAR_RULES: Final[dict[str, Callable[[set[int], Neighbours, int], bool]]] = {
    "U": lambda mines, near, _: not any(near[mine] & mines for mine in mines),
    "D": lambda mines, near, _: all(len(near[mine] & mines) == 1 for mine in mines),
    "2F": lambda mines, near, width: all(
        len(near[mine] & mines) == 1 for mine in mines if _is_coloured(mine, width)
    ),
    "C": lambda mines, near, _: len(parts(mines, near)) == 1,
    "O": lambda mines, near, _: _outside(mines, near),
    "S": lambda mines, near, _: _snake(mines, near),
    "2G": lambda mines, near, _: all(len(part) == 4 for part in parts(mines, near)),
    "2G'": lambda mines, near, _: all(len(part) == 3 for part in parts(mines, near)),
}


def which_satisfy(rule: str, masks: Masks, near: Neighbours) -> Which:
    """Which layouts obey a rule."""
    width = masks.shape[2]
    found = [NEAR_RULES[rule](set(np.flatnonzero(mask).tolist()), near, width) for mask in masks]
    return np.array(found, dtype=np.bool_)
