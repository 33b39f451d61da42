"""The agents of B as printed, but for one thing each, to see what it does.

What B prints divides the mines outside the components by all unknown cells less the number of the
components; `Enumerate` and `RrefBrute` take off the number of their cells, as B's figures have it.
`FloatRows` is `rref` with floating-point numbers alone: it reads all rows that `rref` reads. The
experiments b-as-printed.toml and b-floats.toml play them.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # mypy knows the folder by its own name
    from published.enumerate_as_printed import EnumerateAsPrinted, RrefBruteAsPrinted
    from published.rref_as_printed import Entries, RrefAsPrinted
else:
    from logicsweep.games.agents.published.enumerate_as_printed import (
        EnumerateAsPrinted,
        RrefBruteAsPrinted,
    )
    from logicsweep.games.agents.published.rref_as_printed import Entries, RrefAsPrinted


class Enumerate(EnumerateAsPrinted):
    """Brute force alone."""

    counts_cells = True


class RrefBrute(RrefBruteAsPrinted):
    """Linear algebra, then brute force."""

    counts_cells = True


class FloatRows(RrefAsPrinted):
    """Takes every row whose right side its cells can just reach, as exactly as floats are."""

    def _decided(self, entries: Entries, right: float) -> tuple[list[int], list[int]]:
        positive: list[int] = np.flatnonzero(entries > 0).tolist()
        negative: list[int] = np.flatnonzero(entries < 0).tolist()
        if right == entries[positive].sum():
            return positive, negative
        return (negative, positive) if right == entries[negative].sum() else ([], [])
