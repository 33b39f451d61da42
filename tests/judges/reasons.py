"""The judge of counterexamples, by all layouts of a small board."""

from __future__ import annotations

import numpy as np

from logicsweep import Counterexample
from tests.judges.oracle import Masks


def check_pair(found: Counterexample, layouts: Masks) -> None:
    """Both are layouts, and none without a mine in the cell is nearer to the first by inclusion."""
    cell, mine, safe = found.cell, found.mine.mask, found.safe.mask
    assert mine[cell]
    assert not safe[cell]
    for layout in (mine, safe):
        assert (layouts == layout).all(axis=(1, 2)).any(), f"{layout} is no layout"
    differing = mine ^ safe
    assert [list(one) for one in found.differing] == np.argwhere(differing).tolist()
    differs = (layouts ^ mine)[~layouts[:, *cell]]
    within = differs[~(differs & ~differing).any(axis=(1, 2))]
    assert (within == differing).all(), f"{found.differing} is not minimal"
