"""Cells that are decided: always the mines first, then the safe ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Cells = TypeVar("Cells", bound=Collection[int] | NDArray[np.intp])


class Decided(NamedTuple, Generic[Cells]):
    """The numbers of cells that hold a mine in every model, and of those that hold one in none.

    They stand in a list, an array or a set, each once.
    """

    mines: Cells
    safe: Cells


def is_mine_by_cell(mines: Iterable[int], safe: Iterable[int]) -> dict[int, bool]:
    """Whether each of some decided cells is a mine."""
    return dict.fromkeys(mines, True) | dict.fromkeys(safe, False)
