"""Minimal hitting sets, the smallest first: the only user of PySAT's hitting set enumerator."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Generic, TypeVar

from logicsweep.reason.protocol import Closing

Thing = TypeVar("Thing", bound=Hashable)


class HittingSets(Closing, Generic[Thing]):
    """Sets that meet every set added so far, with nothing to spare, by size.

    Each is found by implicit hitting sets with a MaxSAT solver (RC2) behind (Hitman of PySAT).
    """

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._enumerator = Hitman(solver="m22", htype="sorted")

    def close(self) -> None:
        """Delete the solver."""
        self._enumerator.delete()

    def add(self, things: Collection[Thing]) -> None:
        """One more set to be met; it must not be empty."""
        self._enumerator.hit(list(things))

    def next(self) -> frozenset[Thing] | None:
        """The smallest that is not blocked, or None; the same again unless something is added."""
        found: list[Thing] | None = self._enumerator.get()
        return None if found is None else frozenset(found)

    def block(self, things: Collection[Thing]) -> None:
        """Never again this set, nor one that contains it."""
        self._enumerator.block(list(things))

    def __iter__(self) -> Iterator[frozenset[Thing]]:
        """All of them, each blocked once it was given."""
        while (found := self.next()) is not None:
            yield found
            self.block(found)
