"""`Solution`: how a layout is solved from its start without a guess, or where that ends."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import counted
from logicsweep.reasons.explanation import Difficulty, Step


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """The reach of proofs from the start of a layout; a value, made by `NoGuess.check`.

    Attributes:
        layout: The mines.
        start: The cell that is open from the beginning.
        steps: The deductions in order, each one of the easiest at its turn. The board of a step is
            the position before it, in which mines that earlier steps proved are known mines. What
            a step proves safe is opened before the next one, with the neighbours of zeros.
        board: The position in the end: every safe cell is open, or no covered cell is proved safe
            and a guess is needed. Which cells are open there does not depend on the steps.
        needs_total: Whether proofs lead less far without the mine count.
        trouble: The reason why the definition does not allow the layout, in words; None if it
            does.
    """

    layout: Layout
    start: Cell
    steps: tuple[Step, ...]
    board: Board
    needs_total: bool
    trouble: str | None

    def __repr__(self) -> str:
        how = f"level {self.level}, {counted(len(self.steps), 'step')}"
        return f"<Solution: {how}{'' if self.trouble is None else f'; {self.trouble}'}>"

    @property
    def is_allowed(self) -> bool:
        """Whether the layout is one that the definition allows."""
        return self.trouble is None

    @property
    def is_solved(self) -> bool:
        """Whether every safe cell is open in the end, whatever the level of the steps."""
        return self.stuck is None

    @property
    def stuck(self) -> Board | None:
        """The first position from which a guess is needed; None if there is none."""
        opened = self.board.height * self.board.width - int(self.layout.mask.sum())
        return None if len(self.board.clues) == opened else self.board

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of the steps; its board is the position in the end."""
        return Difficulty(self.board, self.steps)

    @property
    def level(self) -> int:
        """The level of the hardest step; 0 without steps."""
        return self.difficulty.level
