"""Claims about a position, as a person, a program or a language model makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from numbers import Rational, Real
from operator import index
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias, get_args

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State, off_board
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import LogicSweepError, expect, plural, quoted
from logicsweep.limits import MOST_DIGITS

Place = tuple[int, int]


class ClaimError(LogicSweepError, ValueError):
    """A claim cannot be read, or speaks of something that the board does not have."""


class Action(Enum):
    """A kind of move."""

    OPEN = "open"
    """Open a covered cell; says that it is safe."""
    FLAG = "flag"
    """Flag a covered cell; says that it is a mine."""
    CHORD = "chord"
    """Open all covered cells around a clue that are not flagged; says that they are safe.

    There have to be as many flags and known mines around it as the clue says.
    """


class _CellClaim:
    """A claim about one cell.

    As each claim, it has words for its kind, and examples of its documented forms for messages.
    """

    __slots__ = ()
    cell: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the claim is about."""
        return (self.cell,)

    def check(self, board: Board) -> None:
        """Raise `ClaimError` unless the cell is covered on a board; a flagged one is."""
        check_covered(board, self.cell)


@dataclass(frozen=True, slots=True)
class MoveClaim(_CellClaim):
    """A move.

    Attributes:
        action: The kind of the move.
        cell: The cell that is opened, flagged or chorded.
    """

    noun: ClassVar = "a move"
    examples: ClassVar = ("open (3,4)",)

    action: Action
    cell: Cell

    def __init__(self, action: Action | str, cell: Place) -> None:
        object.__setattr__(self, "action", Action(action))
        object.__setattr__(self, "cell", Cell.of(cell))

    @property
    def is_flag(self) -> bool:
        """Whether it flags a cell and opens none."""
        return self.action is Action.FLAG

    def check(self, board: Board) -> None:
        """Raise `ClaimError` unless a board has the cell for it: a covered one, or a clue."""
        if self.action is Action.CHORD:
            _check_clue(board, self.cell, "a clue to chord at")
            return
        check_covered(board, self.cell)
        if self.is_flag and board[self.cell] != State.COVERED:
            raise ClaimError(
                f"{self.cell} is flagged already; expected a covered cell without flag"
            )

    def __str__(self) -> str:
        return f"{self.action.value} {self.cell}"


@dataclass(frozen=True, slots=True)
class VerdictClaim:
    """Verdicts on some cells.

    Attributes:
        verdicts: The claimed verdict by cell, in reading order; `Verdict.UNDETERMINED` claims that
            neither follows.
        is_all: Whether no other covered cell is claimed to be decided.
    """

    noun: ClassVar = "a verdict"
    examples: ClassVar = ("(3,4) is safe", "safe: (0,1) (2,3); mines: (4,4)")

    verdicts: Mapping[Cell, Verdict]
    is_all: bool = False

    def __init__(
        self,
        verdicts: Mapping[Cell, Verdict | str] | Mapping[Place, Verdict | str],
        *,
        is_all: bool = False,
    ) -> None:
        expect("verdicts", verdicts, Mapping, "a mapping from cells to verdicts")
        claimed = {Cell.of(cell): Verdict(verdict) for cell, verdict in verdicts.items()}
        object.__setattr__(self, "verdicts", MappingProxyType(dict(sorted(claimed.items()))))
        object.__setattr__(self, "is_all", bool(is_all))

    @classmethod
    def all_certain(cls, safe: Iterable[Place], mines: Iterable[Place]) -> VerdictClaim:
        """Make the claim that just these cells are decided. Raises `ClaimError` for one in both."""
        verdicts = {Cell.of(cell): Verdict.SAFE for cell in safe}
        for cell in map(Cell.of, mines):
            if cell in verdicts:
                raise ClaimError(f"{cell} is called safe and a mine; expected one of the two")
            verdicts[cell] = Verdict.MINE
        return cls(verdicts, is_all=True)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the claim is about, in reading order."""
        return tuple(self.verdicts)

    def check(self, board: Board) -> None:
        """Raise `ClaimError` unless the cells are covered on a board; flagged ones are.

        No verdict at all is a claim only if it says that nothing is certain.
        """
        if not self.verdicts and not self.is_all:
            raise ClaimError("the claim has no verdict; expected the verdict on a cell or more")
        for cell in self.verdicts:
            check_covered(board, cell)

    def __hash__(self) -> int:
        return hash((tuple(self.verdicts.items()), self.is_all))

    def __reduce__(self) -> tuple[object, ...]:
        return partial(VerdictClaim, is_all=self.is_all), (dict(self.verdicts),)

    def __str__(self) -> str:
        parts = [f"{cell} is {VERDICT_WORDS[verdict]}" for cell, verdict in self.verdicts.items()]
        if self.is_all:
            parts.append("nothing else is certain" if parts else "nothing is certain")
        return ", ".join(parts) or "nothing"


VERDICT_WORDS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.SAFE: "safe",
        Verdict.MINE: "a mine",
        Verdict.UNDETERMINED: "undetermined",
    }
)
"""The words for verdicts in the text of claims, behind `is`."""


@dataclass(frozen=True, slots=True)
class ChanceClaim(_CellClaim):
    """The probability of a mine in a covered cell.

    Attributes:
        cell: The cell.
        probability: The claimed probability, from 0 to 1.
        tolerance: The most by which the exact probability may differ for the claim to be right: 0
            for a fraction, half a unit of the last digit for a decimal number.

    As text it is a decimal number if `tolerance` is half a unit of its last digit, else a fraction.
    No text has another tolerance.
    """

    noun: ClassVar = "a probability"
    examples: ClassVar = ("(3,4): 1/3",)

    cell: Cell
    probability: Fraction
    tolerance: Fraction = Fraction(0)

    def __init__(
        self, cell: Place, probability: Fraction | float, tolerance: Fraction | float = 0
    ) -> None:
        chance, room = _fraction("probability", probability), _fraction("tolerance", tolerance)
        object.__setattr__(self, "cell", Cell.of(cell))
        object.__setattr__(self, "probability", chance)
        object.__setattr__(self, "tolerance", room)

    def __str__(self) -> str:
        number = _as_decimal(self.probability, self.tolerance) or self.probability
        return f"{self.cell} is a mine with probability {number}"


def _as_decimal(value: Fraction, tolerance: Fraction) -> str | None:
    """Write a number with its last digit where the tolerance is; None if that is not exact.

    0 and 1 are exact in any form, and have no tolerance.
    """
    unit = 2 * tolerance
    if unit.denominator >= 10**MOST_DIGITS:  # which no reader takes
        return None
    digits = len(str(unit.denominator)) - 1
    is_unit = digits > 0 and unit == Fraction(1, 10**digits)
    if not is_unit or value in (0, 1) or (value / unit).denominator != 1:
        return None
    return f"0.{(value / unit).numerator:0{digits}d}"


@dataclass(frozen=True, slots=True)
class CountClaim:
    """The number of layouts that agree with the board.

    Attributes:
        layouts: The claimed number, 0 or more.
    """

    noun: ClassVar = "a number of layouts"
    examples: ClassVar = ("layouts: 1234",)
    cells: ClassVar[tuple[Cell, ...]] = ()

    layouts: int

    def __init__(self, layouts: int) -> None:
        number = index(layouts)
        if number < 0 or number >= 10**MOST_DIGITS:
            raise ClaimError(
                "the number of layouts is out of range; expected 0 or more, with at most "
                f"{MOST_DIGITS:,} digits"
            )
        object.__setattr__(self, "layouts", number)

    def check(self, board: Board) -> None:
        """Raise nothing: it is about no cell of a board."""

    def __str__(self) -> str:
        return f"{self.layouts} {plural('layout', self.layouts)}"


@dataclass(frozen=True, slots=True)
class ReasonClaim(_CellClaim):
    """The verdict on a cell with the sources that are said to prove it.

    Rules for layouts and constraints of the board need not be named: they may be used by all.

    Attributes:
        cell: The cell.
        verdict: `Verdict.SAFE` or `Verdict.MINE`.
        clues: The cells of the named clues, in reading order.
        uses_total: Whether the mine count is named.
    """

    noun: ClassVar = "a reason"
    examples: ClassVar = ("(3,4) is safe because (0,0), mine count",)

    cell: Cell
    verdict: Verdict
    clues: tuple[Cell, ...]
    uses_total: bool = False

    def __init__(
        self,
        cell: Place,
        verdict: Verdict | str,
        clues: Iterable[Place],
        *,
        uses_total: bool = False,
    ) -> None:
        claimed = Verdict(verdict)
        if claimed is Verdict.UNDETERMINED:
            raise ClaimError("a reason is for a safe cell or a mine; no clues prove undetermined")
        object.__setattr__(self, "cell", Cell.of(cell))
        object.__setattr__(self, "verdict", claimed)
        object.__setattr__(self, "clues", tuple(sorted(set(map(Cell.of, clues)))))
        object.__setattr__(self, "uses_total", bool(uses_total))

    @property
    def size(self) -> int:
        """The number of named sources."""
        return len(self.clues) + self.uses_total

    def check(self, board: Board) -> None:
        """Raise `ClaimError` unless a board has the cell, covered, and all that is named."""
        check_covered(board, self.cell)
        for clue in self.clues:
            _check_clue(board, clue, "cells of clues as reasons")
        if self.uses_total and board.mines is None:
            raise ClaimError("the mine count is named as a reason, and the board does not tell it")

    def __str__(self) -> str:
        sources = source_words(self.clues, uses_total=self.uses_total)
        return f"{self.cell} is {VERDICT_WORDS[self.verdict]} by {', '.join(sources) or 'nothing'}"


def source_words(clues: Iterable[Cell], *, uses_total: bool) -> list[str]:
    """Name the sources of a proof, each in words."""
    return [f"the clue at {clue}" for clue in clues] + ["the mine count"] * uses_total


Claim: TypeAlias = MoveClaim | VerdictClaim | ChanceClaim | CountClaim | ReasonClaim


def check_asked(claim: Claim, *, kind: type[Any] | None, about: Cell | None) -> None:
    """Raise `ClaimError` for a claim of another class or about another cell than was asked for.

    Raises TypeError unless it is a claim.
    """
    expect("claim", claim, get_args(Claim), "a text, a MoveClaim or another claim")
    if kind is not None and not isinstance(claim, kind):
        raise ClaimError(f"the answer is {claim.noun}; expected {getattr(kind, 'noun', kind)}")
    if about is not None and claim.cells != (about,):
        cells = ", ".join(map(str, claim.cells)) or "no cell"
        raise ClaimError(f"the answer is about {cells}; expected {about}")


def _check_clue(board: Board, cell: Cell, expected: str) -> None:
    _check_on(board, cell)
    if board.clue(cell) is None:
        raise ClaimError(f"{cell} shows no clue; expected {expected}")


def _check_on(board: Board, cell: Cell) -> None:
    if cell not in board:
        raise ClaimError(off_board(cell, *board.shape))


def check_covered(board: Board, cell: Cell) -> None:
    """Raise `ClaimError` unless a cell is on the board and covered; a flagged one is."""
    _check_on(board, cell)
    if not board.is_covered(cell):
        raise ClaimError(f"{cell} is open; expected a covered cell")


def _fraction(name: str, given: Fraction | float) -> Fraction:
    number = None
    with suppress(TypeError, ValueError, OverflowError):
        is_inexact = isinstance(given, Real) and not isinstance(given, Rational)  # as of numpy
        number = Fraction(float(given) if is_inexact else given)
    if number is None or not 0 <= number <= 1:
        raise ClaimError(f"the {name} is {quoted(str(given))}; expected a number from 0 to 1")
    return number
