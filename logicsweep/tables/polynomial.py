"""Polynomials with whole non-negative coefficients, packed into one integer.

Kronecker substitution (Kronecker 1882): coefficient i stands in bits `i * slot` and up. As long as
no coefficient outgrows its slot, the integer product, quotient and sum are those of the
polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from functools import cached_property
from random import Random
from sys import byteorder
from typing import Final

from logicsweep.limits import Budget

_WORD: Final = 64
# Bits of a product from which on `decimal` is faster than integers.
_LARGE: Final = 400_000
_EXACT: Final = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
# The word of the lowest coefficient comes first, or last where bytes are stored the other way.
_STEP: Final = 1 if byteorder == "little" else -1


def slot_for(largest: int) -> int:
    """Return the width of a slot that holds numbers up to `largest`: bits, in whole bytes.

    At least a machine word, as words are taken apart much faster.
    """
    return max(_WORD, (largest.bit_length() + 8) // 8 * 8)


def pack(coefficients: Sequence[int], slot: int) -> int:
    """Pack coefficients into one integer."""
    size = slot // 8
    return int.from_bytes(b"".join([c.to_bytes(size, "little") for c in coefficients]), "little")


def unpack(packed: int, slot: int, count: int) -> list[int]:
    """Return the first `count` coefficients; there must be no others."""
    if count == 1:
        return [packed]
    size = slot // 8
    if slot == _WORD:
        return memoryview(packed.to_bytes(count * size, byteorder)).cast("Q").tolist()[::_STEP]
    data = packed.to_bytes(count * size, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def choose(rng: Random, weights: Sequence[int]) -> int:
    """Draw a place in `weights`, with exactly these weights; one of them must be positive."""
    left = rng.randrange(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise ValueError("no weights")


class ProductTree:
    """The product of polynomials, with the products that lead to it, level by level; of none, 1.

    Each product has slots of its own width, and large ones are multiplied by `decimal`, with
    number-theoretic transforms.
    """

    def __init__(self, factors: Sequence[Sequence[int]], budget: Budget) -> None:
        """Multiply the factors. Raises `LimitError` when the budget is spent."""
        below = [list(factor) for factor in factors] or [[1]]
        self._levels = [below]
        self._count = len(factors)
        while len(below) > 1:
            level: list[list[int]] = []
            for place in range(0, len(below) - 1, 2):
                budget.check()
                level.append(_times(below[place], below[place + 1]))
            below = [*level, *below[len(level) * 2 :]]
            self._levels.append(below)

    @cached_property
    def _packed(self) -> tuple[int, int]:
        """The product of all, packed, with the width of its slots."""
        slot = slot_for(sum(self.whole))
        return pack(self.whole, slot), slot

    def without(self, place: int) -> list[int]:
        """Return the coefficients of the product of all but one."""
        if self._count == 1:
            return [1]
        factor = self._levels[0][place]
        packed, slot = self._packed
        return unpack(packed // pack(factor, slot), slot, len(self.whole) - len(factor) + 1)

    @property
    def whole(self) -> list[int]:
        """The coefficients of the product of all; of none, 1."""
        return self._levels[-1][0]

    def draw(self, rng: Random, degree: int) -> list[int]:
        """Draw a term of each factor whose degrees add up to `degree`; return these degrees.

        The probability of a choice is in proportion to the product of the coefficients.
        """
        degrees = [degree]
        for level in reversed(self._levels[:-1]):
            of_children: list[int] = []
            for place, wanted in enumerate(degrees):
                children = level[2 * place : 2 * place + 2]
                if len(children) == 1:
                    of_children.append(wanted)
                    continue
                left, right = children
                least = max(0, wanted - len(right) + 1)
                most = min(wanted, len(left) - 1)
                terms = [left[first] * right[wanted - first] for first in range(least, most + 1)]
                first = least + choose(rng, terms)
                of_children += [first, wanted - first]
            degrees = of_children
        return degrees[: self._count]


def _times(first: list[int], second: list[int]) -> list[int]:
    """Multiply two polynomials, packed into integers or, if these are long, into decimals."""
    largest = sum(first) * sum(second)
    count = len(first) + len(second) - 1
    if count * largest.bit_length() < _LARGE:
        slot = slot_for(largest)
        return unpack(pack(first, slot) * pack(second, slot), slot, count)
    with localcontext(_EXACT):
        width = len(str(Decimal(largest)))
        first_packed, second_packed = (
            Decimal("".join([str(Decimal(value)).zfill(width) for value in reversed(values)]))
            for values in (first, second)
        )
        digits = str(first_packed * second_packed).zfill(count * width)
    ends = range(len(digits), len(digits) - count * width, -width)
    return [int(Decimal(digits[end - width : end])) for end in ends]
