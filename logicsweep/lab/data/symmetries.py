"""The mirrored and turned copies of boards, and of what is known about them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import ArgumentError
from logicsweep.games.setting import Setting
from logicsweep.strategy.symmetries import views_of


def check_symmetric(setting: Setting) -> None:
    """Raise ValueError if a mirrored position may be none of these games."""
    if setting.topology is not None:
        text = "symmetries are those of a grid with eight neighbours; expected one"
        raise ArgumentError("symmetries", text)
    if not setting.rules.is_standard or setting.constraints:
        what = "constraints" if setting.rules.is_standard else "rules"
        raise ArgumentError(
            "symmetries", f"{what} may tell directions apart; symmetries expect none"
        )


def copied_numbers(numbers: NDArray[Any], setting: Setting) -> NDArray[Any]:
    """Repeat the number of each board, of shape (N,), for all copies of it."""
    return numbers.repeat(len(views_of(setting.height, setting.width)))


def copied_grids(grids: NDArray[Any], setting: Setting) -> NDArray[Any]:
    """Return all copies of grids, of shape (N, height, width), those of each grid in a row."""
    views = views_of(setting.height, setting.width)
    copies = grids.reshape(len(grids), setting.cells)[:, views]
    return copies.reshape(len(grids) * len(views), setting.height, setting.width)


def copied_cells(cells: NDArray[np.int16], setting: Setting) -> NDArray[np.int16]:
    """Return the images of cells, (row, column) of shape (N, 2), in all copies of their boards.

    (-1, -1) stands for no cell and stays.
    """
    # The cell of a copy that shows each cell.
    images = np.argsort(views_of(setting.height, setting.width), axis=1)
    numbers = cells[:, 0].astype(np.int64) * setting.width + cells[:, 1]
    return places_of(np.where(numbers < 0, -1, images[:, numbers.clip(0)]).T.ravel(), setting)


def places_of(numbers: NDArray[np.int64], setting: Setting) -> NDArray[np.int16]:
    """Return the rows and columns of cells by their numbers, of shape (N, 2); -1 stays."""
    places = np.stack(np.divmod(numbers, setting.width), axis=1)
    return np.where(numbers[:, None] < 0, -1, places).astype(np.int16)
