"""What is guaranteed about the first cell that a player opens."""

from __future__ import annotations

from enum import Enum


class FirstClick(Enum):
    """What a game guarantees about the first cell that is opened."""

    UNPROTECTED = "unprotected"
    """Nothing; it may be a mine."""
    SAFE = "safe"
    """It is safe; the mines may be in any of the other cells."""
    OPENING = "opening"
    """It and all its neighbours are safe."""
