"""The mirrored and turned copies of boards."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.games.setting import Setting

Scalar = TypeVar("Scalar", bound=np.generic)


def check_symmetric(setting: Setting) -> None:
    """Raise ValueError if a mirrored position may be none of these games."""
    if setting.topology is not None:
        raise ValueError("symmetries are those of a grid with eight neighbours; expected one")
    if not setting.rules.is_standard or setting.constraints:
        what = "constraints" if setting.rules.is_standard else "rules"
        raise ValueError(f"{what} may tell directions apart; symmetries expect none")


def images_of(views: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the cell of a copy that shows each cell, of the shape of the views."""
    return np.argsort(views, axis=1).astype(np.int32)


def copied(boards: NDArray[Scalar], views: NDArray[np.int32]) -> NDArray[Scalar]:
    """Return all copies of boards, of shape (N, height, width), those of each board in a row."""
    count, height, width = boards.shape
    shape = count * len(views), height, width
    copies: NDArray[Any] = boards.reshape(count, height * width)[:, views].reshape(shape)
    return copies


def copied_cells(
    cells: NDArray[np.int16], images: NDArray[np.int32], width: int
) -> NDArray[np.int16]:
    """Return the images of cells, (row, column) of shape (N, 2), in all copies of their boards.

    (-1, -1) stands for no cell and stays.
    """
    is_none = (cells < 0).any(axis=1)
    numbers = np.where(is_none, 0, cells[:, 0].astype(np.int64) * width + cells[:, 1])
    moved = images[:, numbers].T
    moved[is_none] = -1
    rows, columns = np.divmod(moved.ravel(), width)
    rows[moved.ravel() < 0] = columns[moved.ravel() < 0] = -1
    return np.stack((rows, columns), axis=1).astype(np.int16)
