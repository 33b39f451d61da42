"""The agent `rref-enumerate` with other thresholds than 0.3, to see which one is best.

The experiment a-threshold.toml plays them, such as examples.agents.thresholds:Quarter.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # mypy knows the folder by its own name
    from published.rref_enumerate import RrefEnumerate
else:
    from logicsweep.games.agents.published.rref_enumerate import RrefEnumerate


class Zero(RrefEnumerate):
    """Opens a random cell next to no clue wherever there is one."""

    threshold = Fraction(0)


class Tenth(RrefEnumerate):
    """Opens the lowest share below 0.1."""

    threshold = Fraction(1, 10)


class Fifth(RrefEnumerate):
    """Opens the lowest share below 0.2."""

    threshold = Fraction(1, 5)


class Quarter(RrefEnumerate):
    """Opens the lowest share below 0.25."""

    threshold = Fraction(1, 4)


class SevenTwentieths(RrefEnumerate):
    """Opens the lowest share below 0.35."""

    threshold = Fraction(7, 20)


class TwoFifths(RrefEnumerate):
    """Opens the lowest share below 0.4."""

    threshold = Fraction(2, 5)


class Half(RrefEnumerate):
    """Opens the lowest share below 0.5."""

    threshold = Fraction(1, 2)


class One(RrefEnumerate):
    """Opens the lowest share, whatever it is."""

    threshold = Fraction(1)
