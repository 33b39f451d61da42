"""Whole numbers of any size as 64-bit limbs, the lowest first: to the library and back."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from ctypes import string_at
from sys import byteorder
from typing import Any, Final

_LIMB: Final = 8


def rows_of(limbs: Any, rows: int, length: int, size: int) -> list[tuple[int, ...]]:
    """Copy numbers of `size` limbs from a pointer, as an array of shape (rows, length)."""
    data = string_at(limbs, rows * length * size * _LIMB)
    if size == 1:
        numbers = memoryview(data).cast("Q").tolist()
    else:
        step = size * _LIMB
        number = int.from_bytes
        numbers = [number(data[at : at + step], "little") for at in range(0, len(data), step)]
    return [tuple(numbers[at : at + length]) for at in range(0, rows * length, length)]


def limbs_of(numbers: Sequence[int]) -> tuple[array[int], int]:
    """Split numbers into limbs, all of the same size; return that size too."""
    size = (max(numbers).bit_length() + 63) // 64 or 1
    made = array("Q", b"".join([number.to_bytes(size * _LIMB, "little") for number in numbers]))
    if byteorder == "big":
        made.byteswap()
    return made, size
