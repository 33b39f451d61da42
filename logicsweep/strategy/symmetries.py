"""The symmetries of a board whose cells have eight neighbours: it is mirrored and turned."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def views_of(height: int, width: int) -> NDArray[np.int32]:
    """Return the cell that each cell of a copy shows, of shape (copies, cells).

    A square has eight copies, any other board four; the first one is the board itself.
    """
    cells = np.arange(height * width, dtype=np.int32).reshape(height, width)
    seen = [cells, cells[:, ::-1], cells[::-1], cells[::-1, ::-1]]
    if height == width:
        seen += [view.T for view in seen]
    return np.array([view.ravel() for view in seen])
