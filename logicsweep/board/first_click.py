"""What is guaranteed about the first cell that a player opens."""

from __future__ import annotations

from enum import Enum

from logicsweep.errors import UnknownNameError, expect


class FirstClick(Enum):
    """What a game guarantees about the first cell that is opened."""

    UNPROTECTED = "unprotected"
    """Nothing; it may be a mine."""
    SAFE = "safe"
    """It is safe; the mines may be in any of the other cells."""
    OPENING = "opening"
    """It and all its neighbours are safe."""

    @classmethod
    def of(cls, given: FirstClick | str) -> FirstClick:
        """A first click, or that of a name.

        Raises:
            UnknownNameError: There is none of this name.
        """
        expect("first_click", given, (FirstClick, str), "a FirstClick or its name")
        names = [one.value for one in cls]
        if isinstance(given, str) and given not in names:
            raise UnknownNameError("first click", given, names)
        return cls(given)
