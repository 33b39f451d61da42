"""Counts and probabilities in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.count.layouts import ClueDistribution
from logicsweep.count.model_count import KeyChances, LeastRisky, ModelCount
from logicsweep.errors import MissingDensityError, counted, plural
from logicsweep.explain.wording import chance_words

ASK: Final = "Mine probabilities need a --density, since the mine count is unknown."
# Numbers with more digits than this are rounded in sentences.
_LONG: Final = 15
# How many cells to name in a sentence.
_LISTED: Final = 8
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


def fraction(text: str) -> Fraction:
    """Read an exact number as answers have it, such as `1/15`."""
    numerator, _, denominator = text.partition("/")
    return Fraction(whole(numerator), whole(denominator or "1"))


def layouts_words(total: int) -> str:
    """Say how many layouts there are; only the first digits when there are very many."""
    digits = decimal(total)
    if len(digits) <= _LONG:
        return counted(total, "layout")
    return f"about {digits[0]}.{digits[1:3]} * 10^{len(digits) - 1:,} layouts"


def exact_words(chance: Fraction) -> str:
    """Write a probability in percent, with its fraction if that is short enough to read."""
    if chance in (0, 1) or chance.denominator > 10**9:
        return chance_words(chance)
    words = chance_words(chance)
    return f"{chance} = {words}" if words[0].isdigit() else f"{chance}, {words}"


def least_words(least: LeastRisky) -> str:
    """Say which cells are the best to open, and how risky that is."""
    names = [str(cell) for cell in least.cells[:_LISTED]]
    more = len(least.cells) - len(names)
    listed = ", ".join(names) + (f" and {more:,} more" if more else "")
    each = "each " if len(least.cells) > 1 else ""
    return f"Least risky: {listed}, {each}with {probability_words(least.probability)}."


def probability_words(chance: Fraction) -> str:
    """Write the probability of a mine in a cell, such as `mine probability 1/5 = 20.00 %`."""
    return f"mine probability {exact_words(chance)}"


def distribution_words(board: Board, outcomes: ClueDistribution) -> list[str]:
    """Return a line for each possible outcome of a cell."""
    lines = [f"  mine {exact_words(outcomes.mine)}"] if outcomes.mine else []
    ruled = board.placed_rules
    for clue, chance in enumerate(outcomes.clues):
        if chance:
            sign = str(clue) if ruled is None else ruled.sign(clue)
            lines.append(f"  {sign:>4} {exact_words(chance)}")
    nothing = 1 - outcomes.mine - sum(outcomes.clues)
    return [*lines, f"  no clue {exact_words(nothing)}"] if nothing else lines


class Likely(NamedTuple):
    """What `solve` says of a count; without probabilities if these need a density."""

    total: int
    probabilities: NDArray[np.float64] | None
    least: LeastRisky | None
    key: KeyChances | None = None
    has_key: bool = False
    wrong: Mapping[Cell, Fraction] | None = None

    def words(self, *, has_safe: bool) -> str:
        """Say how many layouts there are, and what to open when nothing is proved safe."""
        agree = "agrees" if self.total == 1 else "agree"
        read = " with a key" if self.has_key else ""
        total = f"{layouts_words(self.total)}{read} {agree} with the board.".capitalize()
        return "\n".join([total, *self.hints(has_safe=has_safe)])

    def hints(self, *, has_safe: bool) -> list[str]:
        """Say what to open when nothing is proved safe, and what is hidden beside the mines."""
        if self.least is None:
            return [ASK]
        lines = [*key_lines(self.key), *wrong_lines(self.wrong)]
        if not has_safe and self.least.cells and self.least.probability < 1:
            return [least_words(self.least), *lines]
        return lines


def key_lines(key: KeyChances | None) -> list[str]:
    """Return a line with the possible values of each row of a key; the likeliest come first."""
    if key is None:
        return []
    lines = [f"The key is {key.about}:"]
    for name, chances in zip(key.rows, key.chances, strict=True):
        ranked = sorted(zip(chances, key.columns, strict=True), key=lambda pair: -pair[0])
        may_be = [
            column if chance == 1 else f"{column} ({chance_words(chance)})"
            for chance, column in ranked
            if chance
        ]
        lines.append(f"  {name}{'  ' if name else ''}{', '.join(may_be)}")
    return lines


def wrong_lines(wrong: Mapping[Cell, Fraction] | None) -> list[str]:
    """Say how likely clues are wrong, the likeliest first; long lists are cut short."""
    if wrong is None:
        return []
    ranked = sorted([(-chance, cell) for cell, chance in wrong.items() if chance])
    if not ranked:
        return ["No clue is wrong."]
    named = [f"{cell} {chance_words(-chance)}" for chance, cell in ranked[:_LISTED]]
    if len(ranked) > _LISTED:
        named.append(f"{counted(len(ranked) - _LISTED, 'more clue')} less likely")
    return [f"Wrong clues, by probability: {', '.join(named)}."]


def likely(count: ModelCount) -> Likely:
    """Sum up a count of a board. Raises `LimitError`."""
    try:
        return Likely(
            count.total,
            count.probabilities(),
            count.least_risky(),
            count.key,
            has_key=count.has_key,
            wrong=count.wrong,
        )
    except MissingDensityError:
        return Likely(count.total, None, None, has_key=count.has_key)


def count_lines(
    board: Board, count: ModelCount, cells: Mapping[Cell, ClueDistribution | None]
) -> list[str]:
    """Write a count in words: of the cells asked for, or else of the whole board."""
    lines = []
    for cell, outcomes in cells.items():
        lines.append(f"{cell}: {probability_words(count.probability(cell))}")
        if outcomes is not None:
            lines += distribution_words(board, outcomes)
    if cells:
        return lines
    summary = likely(count)
    read = " with a key" if summary.has_key else ""
    lines = [f"{decimal(summary.total)} {plural('layout', summary.total)}{read}"]
    if summary.least is not None and not isinstance(board.total_mines, int):
        lines.append(f"Expected number of mines: {float(count.expected_mines):.2f}.")
    return [*lines, *summary.hints(has_safe=False)]
