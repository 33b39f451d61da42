"""The recipe of a guess: which cells are looked at, and what counts how much."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.strategy.endgame import IN_PLAY


class Recipe(NamedTuple):
    """The numbers that a player plays by; no time is among them, so that machines play alike.

    Attributes:
        layouts: A part with so many layouts is solved exactly; 0 for none.
        tolerance: A candidate is safe with at least this share of the probability with which the
            safest cell is.
        candidates: How many cells are looked at, at most.
        far: How many of them may be far from all clues.
        second: How much the second safest next cell counts, from 0 to 1; the safest counts the
            rest.
        pocket: Components with at most so many cells that touch no other undecided cell are left
            to the end, when they are solved; 0 leaves none.
        credit: How much the probability counts that a cell settles a 50/50.
        enabling: How much of that an open end of the 50/50 gets.
        takes_pseudo: Whether pseudo 50/50s are guessed at once.
        overrides: Whether a cell is put off for a safer one that is safe if the cell is.
        survival: Whether the survival of the click after the next counts.
    """

    layouts: int = IN_PLAY
    tolerance: float = 0.9
    candidates: int = 14
    far: int = 12
    second: float = 0.2
    pocket: int = 8
    credit: float = 0.9
    enabling: float = 0.5
    takes_pseudo: bool = True
    overrides: bool = True
    survival: bool = True


STANDARD = Recipe()
"""What `strategist` plays by."""
