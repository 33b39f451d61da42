"""`Digits`: numbers of layouts, which are written in full, however long they are."""

from __future__ import annotations

from typing import Final

# Python converts so many digits at once, whatever its limit is set to (640 or more).
_CHUNK: Final = 600


class Digits(int):
    """A whole number that is not negative, of any length; in JSON a string of decimal digits."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return all decimal digits."""
        if self < 10**_CHUNK:
            return int.__repr__(self)
        # log10(2) is a little more than 0.30102.
        half = self.bit_length() * 30102 // 200000
        high, low = map(Digits, divmod(self, 10**half))
        return f"{high}{str(low).zfill(half)}"
