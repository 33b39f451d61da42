"""Minimal hitting sets, the smallest first: the only user of PySAT's hitting set enumerator."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from logicsweep.reason.solvers.protocol import Closing


class HittingSets(Closing):
    """Minimal hitting sets of the sets of numbers added so far, the smallest first.

    They come from PySAT's Hitman: implicit hitting sets with the MaxSAT solver RC2.
    """

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._enumerator = Hitman(solver="m22", htype="sorted")
        oracle = self._enumerator.oracle
        # Else PySAT would catch SIGINT itself (see `sat.search_without_signals`).
        oracle.compute = partial(oracle.compute, expect_interrupt=True)

    def close(self) -> None:
        """Delete the solver."""
        self._enumerator.delete()

    def add(self, numbers: Collection[int]) -> None:
        """Add a set to be met; it must not be empty."""
        self._enumerator.hit(list(numbers))

    def next(self) -> frozenset[int] | None:
        """Return the smallest set not blocked, or None; the same until a set is added."""
        numbers: list[int] | None = self._enumerator.get()
        return None if numbers is None else frozenset(numbers)

    def block(self, numbers: Collection[int]) -> None:
        """Exclude this set and every set that contains it."""
        self._enumerator.block(list(numbers))

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield all minimal hitting sets, each blocked once it was given."""
        while (hitting := self.next()) is not None:
            yield hitting
            self.block(hitting)
