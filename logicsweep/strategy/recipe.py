"""The recipe of a guess: the cells that are compared, and the clicks after it that count."""

from __future__ import annotations

from typing import Final, NamedTuple

from logicsweep.errors import whole
from logicsweep.limits import BY_POLICY, IN_PLAY


class Recipe(NamedTuple):
    """The numbers that a player plays by; no time is among them, so that machines play alike.

    Attributes:
        layouts: A part with at most this many layouts is solved exactly; 0 solves none.
        policy: A larger part of an ordinary board, with at most this many layouts, is played by a
            policy that looks at them all; 0, and 0 layouts, for none.
        tolerance: If the safest cell is safe with probability p, candidates are safe with at least
            this times p.
        candidates: The most cells that are compared.
        far: The most of them that are next to no clue.
        two_steps: Whether, of far cells on an edge, only those two steps from a clue are compared,
            if any are and no corner is far.
        second: The weight of the second safest next cell, from 0 to 1; the safest has the rest.
        survival: Whether the clicks after this one count.
        contenders: The most cells that are compared by three clicks; 0 for none.
        margin: The share by which such a cell may score less than the best.
        replies: The most cells that are compared for the second of the three clicks, from 1.
    """

    layouts: int = IN_PLAY
    policy: int = BY_POLICY
    tolerance: float = 0.85
    candidates: int = 24
    far: int = 16
    two_steps: bool = True
    second: float = 0.2
    survival: bool = True
    contenders: int = 10
    margin: float = 0.06
    replies: int = 6

    def check(self) -> None:
        """Raise ValueError unless every number is in its range, TypeError for no whole number."""
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if most > 1:
                value = whole(f"the recipe's {name}", value)
            if not least <= value <= most:
                expected = f"expected a number from {least:,} to {most:,}"
                raise ValueError(f"the recipe's {name} is {value}; {expected}")


_MOST: Final = 1_000_000_000
_RANGES: Final = {
    **dict.fromkeys(("layouts", "policy", "far", "contenders"), (0, _MOST)),
    **dict.fromkeys(("candidates", "replies"), (1, _MOST)),
    **dict.fromkeys(("tolerance", "second", "margin"), (0, 1)),
}

STANDARD = Recipe()
"""The recipe of the agent `strategist`."""
