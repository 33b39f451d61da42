"""Claims about a position, as a person, a program or a language model makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from operator import index
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from logicsweep.board.board import Board, Cell
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


@dataclass(frozen=True, slots=True)
class MoveClaim:
    """A move.

    Attributes:
        action: The kind of the move.
        cell: The cell that is opened, flagged or chorded.
    """

    action: Action
    cell: Cell

    def __init__(self, action: Action | str, cell: Place) -> None:
        object.__setattr__(self, "action", Action(action))
        object.__setattr__(self, "cell", Cell.of(cell))

    @property
    def is_flag(self) -> bool:
        """Whether it flags a cell and opens none."""
        return self.action is Action.FLAG

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

    def __hash__(self) -> int:
        return hash((tuple(self.verdicts.items()), self.is_all))

    def __reduce__(self) -> tuple[object, ...]:
        return _verdict_claim, (dict(self.verdicts), self.is_all)

    def __str__(self) -> str:
        parts = [f"{cell} is {VERDICT_WORDS[verdict]}" for cell, verdict in self.verdicts.items()]
        if self.is_all:
            parts.append("nothing else is certain" if parts else "nothing is certain")
        return ", ".join(parts) or "nothing"


def _verdict_claim(verdicts: dict[Cell, Verdict], is_all: bool) -> VerdictClaim:
    return VerdictClaim(verdicts, is_all=is_all)


VERDICT_WORDS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.SAFE: "safe",
        Verdict.MINE: "a mine",
        Verdict.UNDETERMINED: "undetermined",
    }
)
"""The words for verdicts in the text of claims, behind `is`."""


@dataclass(frozen=True, slots=True)
class ChanceClaim:
    """The probability of a mine in a covered cell.

    Attributes:
        cell: The cell.
        probability: The claimed probability, from 0 to 1.
        tolerance: The most by which the exact probability may differ for the claim to be right: 0
            for a fraction, half a unit of the last digit for a decimal number.

    As text it is a decimal number if `tolerance` is half a unit of its last digit, else a fraction.
    No text has another tolerance.
    """

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
    if unit.numerator != 1 or value in (0, 1) or (value / unit).denominator != 1:
        return None
    if unit.denominator >= 10**MOST_DIGITS:  # which no reader takes
        return None
    digits = len(str(unit.denominator)) - 1
    if not digits or unit.denominator != 10**digits:
        return None
    return f"0.{(value / unit).numerator:0{digits}d}"


@dataclass(frozen=True, slots=True)
class CountClaim:
    """The number of layouts that agree with the board.

    Attributes:
        layouts: The claimed number, 0 or more.
    """

    layouts: int

    def __init__(self, layouts: int) -> None:
        number = index(layouts)
        if number < 0 or number >= 10**MOST_DIGITS:
            raise ClaimError(
                "the number of layouts is out of range; expected 0 or more, with at most "
                f"{MOST_DIGITS:,} digits"
            )
        object.__setattr__(self, "layouts", number)

    def __str__(self) -> str:
        return f"{self.layouts} {plural('layout', self.layouts)}"


@dataclass(frozen=True, slots=True)
class ReasonClaim:
    """The verdict on a cell with the sources that are said to prove it.

    Rules for layouts and constraints of the board need not be named: they may be used by all.

    Attributes:
        cell: The cell.
        verdict: `Verdict.SAFE` or `Verdict.MINE`.
        clues: The cells of the named clues, in reading order.
        uses_total: Whether the mine count is named.
    """

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

    def __str__(self) -> str:
        sources = source_words(self.clues, uses_total=self.uses_total)
        return f"{self.cell} is {VERDICT_WORDS[self.verdict]} by {', '.join(sources) or 'nothing'}"


def source_words(clues: Iterable[Cell], *, uses_total: bool) -> list[str]:
    """Name the sources of a proof, each in words."""
    return [f"the clue at {clue}" for clue in clues] + ["the mine count"] * uses_total


Claim: TypeAlias = MoveClaim | VerdictClaim | ChanceClaim | CountClaim | ReasonClaim

_NAMES: Final[Mapping[type[Any], str]] = {
    MoveClaim: "a move",
    VerdictClaim: "a verdict",
    ChanceClaim: "a probability",
    CountClaim: "a number of layouts",
    ReasonClaim: "a reason",
}
_KINDS: Final = tuple(_NAMES)


def check_asked(claim: Claim, *, kind: type[Any] | None, about: Cell | None) -> None:
    """Raise `ClaimError` for a claim of another class or about another cell than was asked for.

    Raises TypeError unless it is a claim.
    """
    expect("claim", claim, _KINDS, "a text, a MoveClaim or another claim")
    if kind is not None and not isinstance(claim, kind):
        raise ClaimError(f"the answer is {_NAMES[type(claim)]}; expected {_NAMES.get(kind, kind)}")
    if about is not None:
        cells = claim_cells(claim)
        if cells != (about,):
            raise ClaimError(
                f"the answer is about {', '.join(map(str, cells)) or 'no cell'}; expected {about}"
            )


def claim_cells(claim: Claim) -> tuple[Cell, ...]:
    """Return the cells that a claim is about; none for a number of layouts."""
    match claim:
        case VerdictClaim():
            return tuple(claim.verdicts)
        case CountClaim():
            return ()
        case _:
            return (claim.cell,)


def check_claim(board: Board, claim: Claim) -> None:
    """Raise `ClaimError` for a claim about cells or clues that the board does not have.

    Verdicts, probabilities and openings are about covered cells, flagged ones included. No verdict
    at all is a claim only if it says that nothing is certain.
    """
    match claim:
        case MoveClaim(Action.CHORD, cell):
            _check_on(board, cell)
            if board.clue(cell) is None:
                raise ClaimError(f"{cell} shows no clue; expected a clue to chord at")
        case MoveClaim(Action.FLAG, cell):
            check_covered(board, cell)
            if board[cell] != -1:
                raise ClaimError(f"{cell} is flagged already; expected a covered cell without flag")
        case VerdictClaim():
            _check_verdicts(board, claim)
        case MoveClaim() | ChanceClaim() | ReasonClaim():
            check_covered(board, claim.cell)
            if isinstance(claim, ReasonClaim):
                _check_sources(board, claim)
        case CountClaim():
            pass


def _check_verdicts(board: Board, claim: VerdictClaim) -> None:
    if not claim.verdicts and not claim.is_all:
        raise ClaimError("the claim has no verdict; expected the verdict on a cell or more")
    for cell in claim.verdicts:
        check_covered(board, cell)


def _check_sources(board: Board, claim: ReasonClaim) -> None:
    for clue in claim.clues:
        _check_on(board, clue)
        if board.clue(clue) is None:
            raise ClaimError(f"{clue} shows no clue; expected cells of clues as reasons")
    if claim.uses_total and board.total_mines is None:
        raise ClaimError("the mine count is named as a reason, and the board does not tell it")


def _check_on(board: Board, cell: Cell) -> None:
    height, width = board.shape
    if cell not in board:
        raise ClaimError(
            f"{cell} is off the board; expected rows 0 to {height - 1}, columns 0 to {width - 1}"
        )


def check_covered(board: Board, cell: Cell) -> None:
    """Raise `ClaimError` unless a cell is on the board and covered; a flagged one is."""
    _check_on(board, cell)
    if not board.is_covered(cell):
        raise ClaimError(f"{cell} is open; expected a covered cell")


def _fraction(name: str, given: Fraction | float) -> Fraction:
    try:
        number = Fraction(given)
    except (TypeError, ValueError, OverflowError):
        raise ClaimError(
            f"the {name} is {quoted(str(given))}; expected a number from 0 to 1"
        ) from None
    if not 0 <= number <= 1:
        raise ClaimError(f"the {name} is {quoted(str(given))}; expected a number from 0 to 1")
    return number
