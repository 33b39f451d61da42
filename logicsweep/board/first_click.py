"""What a player may count on before anything is open."""

from __future__ import annotations

from enum import Enum


class FirstClick(Enum):
    """What is sure of the first cell that is opened."""

    UNPROTECTED = "unprotected"
    """Nothing."""
    SAFE = "safe"
    """It is no mine, and the mines are anywhere else."""
    OPENING = "opening"
    """Neither it nor any of its neighbours is a mine."""
