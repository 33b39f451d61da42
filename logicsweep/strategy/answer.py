"""The answer to a player's question: the cells to open next, the others compared, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from threading import RLock
from typing import TYPE_CHECKING, Self

from logicsweep.board.board import Board, Cell
from logicsweep.board.digits import Digits
from logicsweep.board.first_click import FirstClick
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.limits import turn
from logicsweep.reasons.explanation import Explanation
from logicsweep.strategy.decision import Why


class Behind(Enum):
    """The reason why a candidate is not among the best cells."""

    RISKIER = "riskier"
    """The next clicks are survived less often after it."""
    LOSES = "loses"
    """It wins less often; all that may follow was searched."""
    DEAD = "dead"
    """It shows the same wherever it is safe, and can be put off."""
    CUT = "cut"
    """It was given up early, since its score cannot reach the best one."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that was looked at.

    Attributes:
        cell: The cell.
        risk: The probability of a mine.
        survival: The score by which cells are compared: the probability to survive this click and
            the next; None if that was not asked. For a cell that was given up early (`cut`), an
            upper bound.
        behind: The reason why it is not among the best cells: its score is lower (`riskier`), it
            wins less often (`loses`), it shows the same wherever it is safe (`dead`), or it was
            given up early, since it cannot have the best score (`cut`). None for the best cells.
        win_chance: The probability to win if it is opened and the best play follows; None if the
            board was not solved as a whole, and where it is only known to be less than the best.
        third: The probability to survive this click and the next two, by which the cells with about
            the best score are compared; None for the others. If a better cell was known, an upper
            bound.
    """

    cell: Cell
    risk: Fraction
    survival: float | None = None
    behind: Behind | None = None
    win_chance: Fraction | None = None
    third: float | None = None


@dataclass(frozen=True, slots=True)
class Fifty:
    """A 50/50: one half holds all the mines, and nothing that can still be seen tells which.

    Attributes:
        halves: The cells of the two halves. Swapping their mines maps layouts to layouts, and
            changes no clue that can still be seen.
        open_ends: Cells that have to be mines for it, and are not proved to be. If one is safe, its
            clue tells the halves apart, and there is no 50/50.
        probability: The probability that all of that is so.
        unavoidable: Whether it is so in every layout.
        now: Its cells that are mines only if it is so (a pseudo 50/50), so that to open one of them
            now adds no risk: it would come anyway.
    """

    halves: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    open_ends: tuple[Cell, ...]
    probability: Fraction
    unavoidable: bool
    now: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """A part of the board that can be played by itself, and was solved exactly.

    Attributes:
        cells: Its cells that can be opened, in reading order.
        layouts: The number of its layouts.
        win_chance: The probability that the best player opens all its safe cells and no mine.
        best: All its best cells; one after the first cell of a game that is looked up.
    """

    cells: tuple[Cell, ...]
    layouts: Digits
    win_chance: Fraction
    best: tuple[Cell, ...]


class _Lazy(Drawn):
    """An answer with values that are worked out when they are read for the first time.

    `_later` has what works them out, by name, until that is done.
    """

    __slots__ = ("_later", "_lock")

    @classmethod
    def lazily(cls, later: Mapping[str, Callable[[], object]], **known: object) -> Self:
        """Make an answer from the values that are known, and what works out the others."""
        made = object.__new__(cls)
        rest = {name: work for name, work in later.items() if name not in known}
        for name, value in {**known, "_later": rest, "_lock": RLock()}.items():
            object.__setattr__(made, name, value)
        return made

    if not TYPE_CHECKING:  # which would take any name for an attribute

        def __getattr__(self, name: str) -> object:
            if name in type(self).__slots__:
                with turn(self._lock):
                    if name in self._later:
                        object.__setattr__(self, name, self._later[name]())
                        del self._later[name]
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Best(_Lazy):
    """The answer of `best`: the cells to open next, with the reasons.

    The 50/50s are worked out when they are read; so are, where cells are proved safe, the reason,
    the probability to win and the solved parts. Each may take the time limit anew and raise what
    `best` raises; a copy or a pickle has all of them.

    Attributes:
        board: The position.
        cells: The best cells, in reading order; empty if no cell is left to open.
        why: The reason why they are the best; None if there is none.
        risk: The least probability of a mine in the best cells.
        win_chance: The exact probability to win with the best play; None if the board is too large
            for it.
        candidates: The cells that were compared, the best first; none where cells are proved safe.
        fifties: The 50/50s, the likeliest first; None where they are not looked for: with more
            than ordinary clues (rules, liars, a program, constraints), on boards with more than
            20,000 cells, and where the probabilities are not known.
        closed: The parts that were solved by themselves.
        first_click: The guarantee of the game for the first cell.
        density: The prior probability of a mine in a cell, given or the board's; None if there is
            none.
        solved_layouts: The most layouts of a part that is solved.
        liars: The most open clues that may be wrong.
        reason: The explanation why a best cell is safe: the cell with the easiest proof or, with
            liars, a key or a program, the first one; None if no cell is proved safe.
    """

    board: Board
    cells: tuple[Cell, ...]
    why: Why | None
    risk: Fraction | None
    win_chance: Fraction | None
    candidates: tuple[Candidate, ...]
    fifties: tuple[Fifty, ...] | None
    closed: tuple[Closed, ...]
    first_click: FirstClick
    density: Fraction | None
    solved_layouts: int
    liars: int = 0
    reason: Explanation | None = None

    @property
    def cell(self) -> Cell | None:
        """The cell to open next, the first of `cells`; None if no cell is left to open."""
        return next(iter(self.cells), None)

    def picture(self) -> Picture:
        """Return the board with the best cells framed."""
        return self.board.picture(best=self.cells)

    def __repr__(self) -> str:
        cells = ", ".join(map(str, self.cells[:3])) + ", ..." * (len(self.cells) > 3)
        answer = "nothing to open" if self.why is None else f"{cells}, {self.why.value}"
        return f"<Best {self.board.title}: {answer}>"
