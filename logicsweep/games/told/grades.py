"""`Grade`: what an opening was, by proof and by exact chances, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.constraint_forms import say
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.board.state import State
from logicsweep.games.told.opening import Kind, Opening
from logicsweep.reasons.explanation import Explanation, Step
from logicsweep.reasons.wording import chance_words, listed_cells, rounded_words


@dataclass(frozen=True, slots=True)
class Because:
    """The reason of a grade.

    Attributes:
        text: In words.
        proof: The proof in these words, of the cells, of the first of `better` or of a mine; None
            for other guesses, and where there is none.
        clues: The clues that prove the cells safe, the first of `better` safe, or a cell a mine;
            none for other guesses.
        uses_total: Whether that takes the mine count as well.
        pattern: The name that players have for a proof that was missed, such as `1-2-1`; None for
            one that has none, and where none was missed.
    """

    text: str
    proof: str | None
    clues: tuple[Cell, ...]
    uses_total: bool
    pattern: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Grade(Drawn):
    """One opening, and what it was; made by `grade_of`.

    Attributes:
        board: The position before it, without the player's flags, which prove nothing.
        opening: The opened cells, and what they showed.
        kind: The kind of the opening.
        risk: The probability that a mine is among the cells that were to be opened.
        best: The least probability of a mine in any covered cell, 0 if some cell was proved
            safe.
        better: All cells to open instead: those proved safe, or those with the least risk;
            empty if none is better. The nearest come first; of those proved safe the nearest
            that single clues prove, else the nearest of an easiest step.
        level: The difficulty of the proof, as the level of the hardest step that it needs (see
            `Difficulty`), 0 for a first cell that is safe anyway; None if the cells were
            not proved safe.
        reason: The explanation of the safe cells, of the first of `better`, or of a mine;
            None for other guesses.
        fifty: The cells of the 50/50 that the opening belongs to; empty if it belongs to
            none.
        win_before: The probability to win before it, with the best play; None if that is
            not known exactly.
        win_after: The probability to win after it, as `win_before`.
    """

    board: Board
    opening: Opening
    kind: Kind
    risk: Fraction
    best: Fraction
    better: tuple[Cell, ...] = ()
    level: int | None = None
    reason: Explanation | Step | None = None
    fifty: tuple[Cell, ...] = ()
    win_before: Fraction | None = None
    win_after: Fraction | None = None

    @property
    def is_first(self) -> bool:
        """Whether the game itself guarantees that the cells are safe."""
        return self.level == 0

    @property
    def claim_follows(self) -> bool | None:
        """Whether the cells were proved safe where the player called them so; None if not."""
        return self.kind is Kind.PROVED if self.opening.is_claimed else None

    @property
    def pattern(self) -> str | None:
        """The name that players have for a proof that was missed, as `Step.pattern`; else None."""
        is_missed = self.kind in (Kind.NEEDLESS, Kind.BLUNDER)
        return self.reason.pattern if is_missed and self.reason is not None else None

    @property
    def because(self) -> Because:
        """The reason of the grade, in words and with its clues."""
        reason = self.reason
        if reason is None:
            return Because(self.text, None, (), uses_total=False, pattern=None)
        return Because(self.text, reason.text, reason.clues, reason.uses_total, self.pattern)

    @property
    def survived(self) -> bool:
        """Whether it hit no mine."""
        return State.KNOWN_MINE not in self.opening.shown.values()

    @property
    def luck_bits(self) -> float:
        """The luck that it took to survive, in bits; 0 if it hit a mine."""
        return _bits(1 - self.risk) if self.survived else 0.0

    @property
    def wasted_bits(self) -> float:
        """The luck that it needed beyond that of the best cell, in bits; infinite for a blunder.

        Nothing is wasted on a 50/50 that has to be guessed anyway.
        """
        return 0.0 if self.fifty else _bits(self.kept)

    @property
    def kept(self) -> Fraction:
        """The probability to survive it, as a share of that of the best cell, from 0 to 1."""
        if self.fifty:
            return Fraction(1)
        return Fraction(0) if self.risk == 1 else (1 - self.risk) / (1 - self.best)

    def __repr__(self) -> str:
        return f"<Grade: {listed_cells(self.opening.cells)}, {self.kind.value}>"

    def picture(self) -> Picture:
        """Draw the position before the opening, and mark its cells and the clues of the reason."""
        clues = () if self.reason is None else self.reason.clues
        text = f"{self.title}: {self.text}"
        around = [cell for cell in self.fifty if cell not in self.opening.cells]
        around += self.better[:1]
        return self.board.picture(
            framed=clues,
            best=self.opening.cells,
            around=around,
            around_word="cell of the 50/50" if self.fifty else "cell to open instead",
            title=text,
            caption=text,
        )

    @property
    def title(self) -> str:
        """The opened cells, in words."""
        cells = listed_cells(self.opening.cells)
        chord = self.opening.chord
        return cells if chord is None else f"{cells}, by a chord at {chord}"

    @property
    def text(self) -> str:
        """The reason of the grade, in a sentence or two."""
        return _TEXTS[self.kind](self)


def _bits(share: Fraction) -> float:
    """Return -log2 of a probability."""
    return -log2(share) + 0.0 if share else inf


def _proved(grade: Grade) -> str:
    if grade.reason is None:
        return say("first_cell")
    return say("proved", level=grade.level, reason=grade.reason.text)


def _needless(grade: Grade) -> str:
    why = "" if grade.reason is None else say("because", reason=grade.reason.text)
    return say("needless", risk=rounded_words(grade.risk), why=why) + _fifty(grade)


def _blunder(grade: Grade) -> str:
    reason = "a mine is sure." if grade.reason is None else grade.reason.text
    return say("blunder", reason=reason)


def _least(grade: Grade) -> str:
    return say("least_risk", risk=rounded_words(grade.risk))


def _riskier(grade: Grade) -> str:
    risk, best = rounded_words(grade.risk), rounded_words(grade.best)
    if risk == best:
        risk, best = chance_words(grade.risk), chance_words(grade.best)
    cells = listed_cells(grade.opening.cells)
    return say("riskier", cells=cells, risk=risk, better=grade.better[0], best=best)


def _dead(grade: Grade) -> str:
    return f"A guess with a risk of {rounded_words(grade.risk)}.{_fifty(grade)}"


def _fifty(grade: Grade) -> str:
    if not grade.fifty:
        return ""
    cells = listed_cells(grade.fifty)
    return f" It belongs to a 50/50 that nothing still to be learned settles, {cells}."


_TEXTS: Final[dict[Kind, Callable[[Grade], str]]] = {
    Kind.PROVED: _proved,
    Kind.NEEDLESS: _needless,
    Kind.BLUNDER: _blunder,
    Kind.LEAST_RISK: _least,
    Kind.RISKIER: _riskier,
    Kind.DEAD: _dead,
}
