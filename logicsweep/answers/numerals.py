"""Whole numbers and fractions in decimal digits, as answers have them, however long they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

# Python converts so many digits at once, whatever its limit is set to (640 or more).
_CHUNK: Final = 600


def decimal(number: int) -> str:
    """Return all decimal digits of a number that is not negative, however many they are."""
    if number < 10**_CHUNK:
        return str(number)
    # log10(2) is a little more than 0.30102.
    half = number.bit_length() * 30102 // 200000
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).zfill(half)


def whole(digits: str) -> int:
    """Read decimal digits, however many they are; `decimal` writes them."""
    if len(digits) <= _CHUNK:
        return int(digits)
    half = len(digits) // 2
    return int(whole(digits[:-half]) * 10**half) + whole(digits[-half:])


def fraction(text: Fraction | str) -> Fraction:
    """Read an exact number as answers have it, such as `1/15`; a fraction is returned as it is."""
    if isinstance(text, Fraction):
        return text
    numerator, _, denominator = text.partition("/")
    return Fraction(whole(numerator), whole(denominator or "1"))
