"""Items of an answer text: its words, signs, cells and numbers, in order."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.errors import quoted
from logicsweep.lab.judging.claims import Claim, ClaimError
from logicsweep.limits import MOST_DIGITS

# A cell has no longer numbers on any board.
_MOST_CELL_DIGITS: Final = 9
# The most parts of a group in brackets that is looked at: a cell has eight at most.
_LONGEST_GROUP: Final = 12

# Each alternative is one run of characters that no other alternative begins with: linear.
# A hyphen within a word ends none: `mine-free` is no mine.
_PART: Final = re.compile(
    r"[^\W\d_]+(?:['\u2019\u2010\u2011-][^\W\d_]+)*|[0-9]+|\n|[^\S\n]+|.", re.DOTALL
)
_COMMAND: Final = re.compile(
    r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathsf|mathtt|operatorname) ?\{([^{}\\]*)\}"
)
_LATEX: Final = re.compile(r"\\(?:left|right)(?![A-Za-z])|\\[()\[\],;!: ]")
_FRACTION: Final = re.compile(
    r"(.?)\\[dt]?frac ?(?:\{ ?([0-9]++) ?\}|([0-9])(?![0-9])) ?"
    r"(?:\{ ?([0-9]++) ?\}|([0-9])(?![0-9]))(?=(.?))"
)
_NEARLY: Final = re.compile(r"\\(?:approx|simeq)(?![A-Za-z])")
_FENCE: Final = re.compile(r"^ {0,3}(?:```++|~~~++)[ \t]*+[\w+-]*+[ \t]*+$", re.MULTILINE)
_FROM_0: Final = re.compile(
    r"[(\[]?\b(?:(?:0|zero)[- ](?:based|indexed)(?: (?:indexing|coordinates|numbering))?"
    r"|(?:counting|counted|starting|numbered|indexed) (?:from|at) (?:0|zero))\b[)\]]?",
    re.IGNORECASE,
)
# Emphasis, quotation marks, headings and the signs around formulas.
_NOISE: Final = frozenset("*`$\"“”„'‘’#\ufe0f")  # noqa: RUF001
_BULLETS: Final = frozenset("-–•")  # noqa: RUF001
_PLAIN: Final = str.maketrans({"\u2019": "'", "\u2010": "-", "\u2011": "-"})
# What may follow an exclamation mark at once: else it denies, as in `!(1,2)` and `!=`.
_BEHIND_CALL: Final = frozenset("!?.)]},;:")
_ROWS: Final = frozenset(("row", "r"))
_COLUMNS: Final = frozenset(("column", "col", "c"))
_PLACES: Final = frozenset(("cell", "position", "square", "tile", "coordinate", "coordinates"))
_VERBS: Final = frozenset(("open", "reveal", "dig", "click", "uncover", "flag", "mark", "chord"))
_ORDINALS: Final = frozenset(
    re.findall(
        r"\w+",
        "first second third fourth fifth sixth seventh eighth ninth tenth last top bottom",
    )
)
_NUMERALS: Final = frozenset(
    re.findall(
        r"\w+",
        "zero one two three four five six seven eight nine ten",
    )
)
_SIDES: Final = frozenset(("row", "column", "col"))
_ENDINGS: Final = frozenset(("st", "nd", "rd", "th"))

LETTERS: Final = "columns as letters are unclear; expected (row,column), counted from 0"
_FIRSTS: Final = "it may be counted from 1; expected (row,column), counted from 0"
_PAIR: Final = "expected (row,column), two whole numbers, counted from 0"
_NUMBER: Final = "expected a whole number, a fraction, a decimal number or a percentage"


class ItemKind(Enum):
    """A kind of item."""

    WORD = "word"
    SIGN = "sign"
    BREAK = "end of a line"
    CELL = "cell"
    NUMBER = "number"
    UNCLEAR_CELL = "unclear cell"
    UNCLEAR_NUMBER = "unclear number"
    CLAIM = "claim in a documented form"


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written.

    Attributes:
        value: The value; one hundredth of the number before a percent sign.
        tolerance: Half a unit of the last digit of a decimal number or a percentage; 0 for a whole
            number, for a fraction, and for 0 and 1 in any form.
        is_whole: Whether it is written as a whole number.
    """

    value: Fraction
    tolerance: Fraction = Fraction(0)
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """A word, sign, cell or number.

    Attributes:
        kind: Its kind.
        text: Its characters, in lower case.
        cell: The cell, if it is one.
        number: The number, if it is one.
        claim: The claim, if it is one.
        hint: For an unclear item, what was expected.
        is_spaced: Whether white space or an end of a line follows.
    """

    kind: ItemKind
    text: str
    cell: Cell | None = None
    number: Number | None = None
    claim: Claim | None = None
    hint: str = ""
    is_spaced: bool = False


def decimal_of(whole: str, digits: str | None, *, is_percentage: bool) -> Number:
    """Return a decimal number or a percentage, with half a unit of its last digit as tolerance.

    `digits` are those behind the point; None if there is no point. Raises `ClaimError` for more
    than 4,000 digits in all, those that a percentage has as a decimal number.
    """
    _check_length(len(whole) + len(digits or "") + 2 * is_percentage)
    value = Fraction(int(whole + (digits or "")), 10 ** len(digits or ""))
    room = Fraction(1, 2 * 10 ** len(digits or ""))
    if is_percentage:
        value, room = value / 100, room / 100
    elif digits is None:
        return Number(value, is_whole=True)
    return Number(value, Fraction(0) if value in (0, 1) else room)


def check_characters(text: str) -> None:
    """Raise `ClaimError` for characters that may look like others, and for very long numbers."""
    if not text.isascii():
        for sign in text:
            if not sign.isascii() and sign != "\ufe0f" and _is_odd(sign):
                name = unicodedata.name(sign, f"U+{ord(sign):04X}")
                raise ClaimError(f"the text has the character {name}; expected digits 0 to 9 only")
    for digits in re.finditer("[0-9]++", text):
        _check_length(len(digits[0]))


def _check_length(digits: int) -> None:
    if digits > MOST_DIGITS:
        raise ClaimError(f"a number has {digits:,} digits; expected at most {MOST_DIGITS:,}")


def _is_odd(sign: str) -> bool:
    """Tell whether a character is a digit, is invisible, or changes the one before it."""
    return sign.isnumeric() or unicodedata.category(sign) in _ODD


_ODD: Final = frozenset(("Cc", "Cf", "Co", "Cn", "Cs", "Mn", "Mc", "Me"))


def items_of(text: str) -> list[Item]:
    """Return the items of a text, in order.

    Emphasis, quotation marks, fences and commands of LaTeX around words are dropped. Takes time in
    proportion to the length. Raises `ClaimError` as `check_characters` does.
    """
    text = "\n".join(text.splitlines())
    check_characters(text)
    text = _FENCE.sub("\n", text)
    text = _NEARLY.sub("≈", _FRACTION.sub(_fraction, text))
    text = _LATEX.sub(" ", _COMMAND.sub(r" \1 ", text)).replace("\\%", "%")
    text = _FROM_0.sub(" ", text)
    return _Reader(text).read()


def _fraction(match: re.Match[str]) -> str:
    """Write a fraction of LaTeX with a slash; a sign before it stays directly before it."""
    before, behind = match[1], match[6]
    if before == "*" and behind != "*":
        before = "×"  # no emphasis  # noqa: RUF001
    gap = " " if before.isalnum() else ""
    return f"{before}{gap}{match[2] or match[3]}/{match[4] or match[5]} "


def _is_bullet(text: str, at: int, sign: str) -> bool:
    """Tell whether a sign is a bullet: a space follows, and no number, of which it may be minus."""
    behind = text[at : at + 8]
    is_number = sign != "•" and behind.lstrip(" \t*$`")[:1].isdigit()
    return behind[:1] in (" ", "\t") and not is_number


class _Reader:
    """The parts of a text, joined to items from left to right."""

    def __init__(self, text: str) -> None:
        self.parts: list[str] = []
        self.spaced: list[bool] = []  # whether white space stands before the part
        gap = True
        for match in _PART.finditer(text):
            part = match[0]
            is_first = not self.parts or self.parts[-1] == "\n"
            is_bullet = part in _BULLETS and is_first and _is_bullet(text, match.end(), part)
            if part == "\n" or not (part.isspace() or part in _NOISE or is_bullet):
                self.parts.append(part.lower().translate(_PLAIN))
                self.spaced.append(gap)
            gap = part.isspace() or (gap and part in _NOISE)
        # Looks ahead end here.
        self.parts += ["\n"] * _LONGEST_GROUP
        self.spaced += [True] * _LONGEST_GROUP

    def read(self) -> list[Item]:
        """Return the items."""
        items: list[Item] = []
        at, end = 0, len(self.parts) - _LONGEST_GROUP
        while at < end:
            item, at = self._next(at)
            items.append(item)
            if item.text in _PLACES or item.text in _VERBS:
                pair = self._bare_pair(at, item.text)
                if pair is not None:
                    items.append(pair[0])
                    at = pair[1]
        return items

    def _next(self, at: int) -> tuple[Item, int]:
        part = self.parts[at]
        if part in ("(", "["):
            return self._cell_in_brackets(at) or self._plain(at, ItemKind.SIGN)
        if part.isdigit() and part.isascii():
            return self._number(at)
        if part == "!" and self._touches(at + 1) and self.parts[at + 1] not in _BEHIND_CALL:
            return Item(ItemKind.SIGN, "¬"), at + 1
        if not part[0].isalpha():
            return self._plain(at, ItemKind.BREAK if part == "\n" else ItemKind.SIGN)
        return self._labelled(at) or self._unclear_word(at) or self._plain(at, ItemKind.WORD)

    def _plain(self, at: int, kind: ItemKind) -> tuple[Item, int]:
        return self._item(kind, at, at + 1), at + 1

    def _item(
        self,
        kind: ItemKind,
        start: int,
        end: int,
        *,
        cell: Cell | None = None,
        number: Number | None = None,
        hint: str = "",
    ) -> Item:
        text = "".join(
            f" {self.parts[at]}" if self.spaced[at] and at > start else self.parts[at]
            for at in range(start, end)
        )
        spaced = self.spaced[end] or self.parts[end] == "\n"
        return Item(kind, text, cell, number, hint=hint, is_spaced=spaced)

    def _touches(self, at: int) -> bool:
        """Tell whether a part stands directly behind the one before it."""
        return not self.spaced[at] and self.parts[at] != "\n"

    def _is_number(self, at: int) -> bool:
        return self.parts[at].isascii() and self.parts[at].isdigit()

    def _goes_on(self, at: int) -> bool:
        """Tell whether the number before a part is no whole number, or has letters behind it."""
        part = self.parts[at]
        if not self._touches(at):
            return part in ("/", "%")
        if part == ".":  # of a number, or an ellipsis
            return self._is_digit_behind(at) or (
                self._touches(at + 1) and self.parts[at + 1] == "."
            )
        return part[0].isalpha() or part in "/%_"

    def _is_digit_behind(self, at: int) -> bool:
        return self._is_number(at + 1) and self._touches(at + 1)

    # Cells.

    def _cell_in_brackets(self, at: int) -> tuple[Item, int] | None:
        closing = ")" if self.parts[at] == "(" else "]"
        pair = self._pair(at + 1)
        if pair is not None and self.parts[pair[1]] == closing:
            return self._cell(at, pair[1] + 1, pair[0])
        numbers = 0
        for end in range(at + 1, at + _LONGEST_GROUP):
            part = self.parts[end]
            if part == closing:
                lone = self._number(at + 1) if self._is_number(at + 1) else None
                is_cell = numbers > 1 and not (lone and lone[1] == end)
                if not is_cell:
                    return None
                return self._item(ItemKind.UNCLEAR_CELL, at, end + 1, hint=_PAIR), end + 1
            if part in "%≈~":
                return None
            numbers += part.isdigit()
            is_named = len(part) > 1 and part[0].isalpha()
            if part in "\n([" or (is_named and part not in _ROWS | _COLUMNS | _NUMERALS):
                return None
            numbers += part in _NUMERALS
        return None

    def _cell(self, start: int, end: int, pair: tuple[str, str]) -> tuple[Item, int]:
        if max(map(len, pair)) > _MOST_CELL_DIGITS:
            return self._item(ItemKind.UNCLEAR_CELL, start, end, hint=_PAIR), end
        cell = Cell(int(pair[0]), int(pair[1]))
        return self._item(ItemKind.CELL, start, end, cell=cell), end

    def _pair(self, at: int) -> tuple[tuple[str, str], int] | None:
        """Return a row and a column, labelled or with a comma between, and where they end."""
        labelled = self._labelled_pair(at)
        if labelled is not None:
            return labelled
        if self._is_number(at) and self.parts[at + 1] == "," and self._is_number(at + 2):
            return (self.parts[at], self.parts[at + 2]), at + 3
        return None

    def _labelled_pair(self, at: int) -> tuple[tuple[str, str], int] | None:
        label = self.parts[at]
        if label not in _ROWS and label not in _COLUMNS:
            return None
        first = self._side(at)
        if first is None:
            return None
        between = first + (self.parts[first] in (",", "and", "of"))
        if self.parts[between] not in (_COLUMNS if label in _ROWS else _ROWS):
            return None
        second = self._side(between)
        if second is None:
            return None
        numbers = self.parts[first - 1], self.parts[second - 1]
        return (numbers if label in _ROWS else (numbers[1], numbers[0])), second

    def _side(self, at: int) -> int | None:
        """Return where a label and its number end; None if there is no number."""
        number = at + 1 + (self.parts[at + 1] in (":", "="))
        return number + 1 if self._is_number(number) else None

    def _labelled(self, at: int) -> tuple[Item, int] | None:
        pair = self._labelled_pair(at)
        if pair is None:
            return None
        if self._goes_on(pair[1]):
            return self._item(ItemKind.UNCLEAR_CELL, at, pair[1], hint=_PAIR), pair[1]
        return self._cell(at, pair[1], pair[0])

    def _bare_pair(self, at: int, label: str) -> tuple[Item, int] | None:
        """Return the cell behind a label, such as `position 3 4` or `open 3,4`."""
        at += self.parts[at] in (":", "=")
        comma = self.parts[at + 1] == ","
        end = at + 2 + comma
        if not (self._is_number(at) and self._is_number(end - 1) and (comma or label in _PLACES)):
            return None
        is_longer = self.parts[end] == "," and self._is_number(end + 1)
        if self._goes_on(end) or is_longer or self._is_number(end):
            return self._item(ItemKind.UNCLEAR_CELL, at, end, hint=_PAIR), end
        return self._cell(at, end, (self.parts[at], self.parts[end - 1]))

    def _unclear_word(self, at: int) -> tuple[Item, int] | None:
        """Return a cell that is named by a letter, or by an ordinal number."""
        part, behind = self.parts[at], self.parts[at + 1]
        if len(part) == 1 and self._is_digit_behind(at):
            return self._item(ItemKind.UNCLEAR_CELL, at, at + 2, hint=LETTERS), at + 2
        if (part in _ORDINALS and behind in _SIDES) or (part in _SIDES and behind in _NUMERALS):
            return self._item(ItemKind.UNCLEAR_CELL, at, at + 2, hint=_FIRSTS), at + 2
        return None

    # Numbers.

    def _number(self, at: int) -> tuple[Item, int]:
        digits, behind = self.parts[at], self.parts[at + 1]
        if self._touches(at + 1) and behind in _ENDINGS and self.parts[at + 2] in _SIDES:
            return self._item(ItemKind.UNCLEAR_CELL, at, at + 3, hint=_FIRSTS), at + 3
        if self._touches(at + 1) and len(behind) == 1 and behind.isalpha():
            return self._item(ItemKind.UNCLEAR_CELL, at, at + 2, hint=LETTERS), at + 2
        number, end = self._value(at, digits)
        before = self.parts[at - 1] if at and self._touches(at) else ""
        is_unclear = before[:1].isalpha() or before in tuple("-−–+±×·._/,")  # noqa: RUF001
        if number is None or is_unclear or self._goes_on(end):
            return self._item(ItemKind.UNCLEAR_NUMBER, at, end, hint=_NUMBER), end
        return self._item(ItemKind.NUMBER, at, end, number=number), end

    def _value(self, at: int, digits: str) -> tuple[Number | None, int]:
        end = at + 1
        if self.parts[end] == "/":
            if not self._is_number(end + 1):
                return None, end
            divisor = int(self.parts[end + 1])
            return (Number(Fraction(int(digits), divisor)) if divisor else None), end + 2
        if self.parts[end : end + 2] == ["out", "of"] and self._is_number(end + 2):
            divisor = int(self.parts[end + 2])
            return (Number(Fraction(int(digits), divisor)) if divisor else None), end + 3
        decimals = None
        if self.parts[end] == "." and self._touches(end) and self._is_digit_behind(end):
            decimals, end = self.parts[end + 1], end + 2
        elif self._is_thousand(end) and len(digits) <= 3:
            while self._is_thousand(end):
                digits, end = digits + self.parts[end + 1], end + 2
                if len(digits) > MOST_DIGITS:
                    return None, end
        is_percentage = self.parts[end] in ("%", "percent")
        return decimal_of(digits, decimals, is_percentage=is_percentage), end + is_percentage

    def _is_thousand(self, at: int) -> bool:
        is_group = self.parts[at] == "," and len(self.parts[at + 1]) == 3
        return is_group and self._touches(at) and self._is_digit_behind(at)


def unclear(item: Item) -> ClaimError:
    """Make the error for an unclear cell or number."""
    return ClaimError(f"{quoted(item.text)} is unclear: {item.hint}")
