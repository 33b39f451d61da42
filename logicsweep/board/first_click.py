"""What a player may count on before anything is open."""

from __future__ import annotations

from enum import Enum


class FirstClick(Enum):
    """What is sure of the first cell that is opened.

    `unprotected`: nothing. `safe`: it is no mine, and the mines are anywhere else. `opening`:
    neither are its neighbours.
    """

    UNPROTECTED = "unprotected"
    SAFE = "safe"
    OPENING = "opening"
