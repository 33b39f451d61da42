"""Explanations as values: why a cell is what it is, step by step, and why it need not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.picture.drawing import Drawn, Picture
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import capitalized, counted
from logicsweep.explain.techniques import Technique
from logicsweep.explain.wording import (
    clue_says,
    clue_words,
    covered_around,
    decided_words,
    listed_cells,
    total_says,
    verdict_words,
)


@dataclass(frozen=True, slots=True, repr=False)
class Step(Drawn):
    """One deduction: `clues`, and the total if it is used, decide the cells `mines` and `safe`.

    It takes for granted what the cells `given_mines` and `given_safe` are, which earlier steps
    have decided (in a hint: which are flagged, and proved to be mines). It needs every one of them,
    a case split in order to decide by one clue after the other. With less than all of its sources a
    step does not follow. `technique` says how its sources work together, `split` is the cell that
    a case split is about. All cells are sorted.

    `before` are steps to be made first, of which it needs what is neither open nor flagged: a hint
    for a safe cell has them (see `KnowledgeBase.next_step`), and no other step.
    """

    board: Board
    technique: Technique
    clues: tuple[Cell, ...]
    uses_total: bool
    given_mines: tuple[Cell, ...]
    given_safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    safe: tuple[Cell, ...]
    split: Cell | None = None
    before: tuple[Step, ...] = ()

    @property
    def level(self) -> int:
        """How many sources it takes together."""
        return len(self.clues) + self.uses_total

    def __repr__(self) -> str:
        found = decided_words(self.mines, self.safe)
        return f"<Step: {self.technique.value}, {counted(self.level, 'source')}: {found}>"

    def picture(self) -> Picture:
        """The board with the clues of the step, what is taken for granted, and what follows."""
        board = self.board
        mines = np.zeros(board.shape, dtype=np.bool_)
        safe = mines.copy()
        for mask, cells in ((mines, self.mines), (safe, self.safe)):
            for cell in cells:
                mask[cell] = True
        text = f"{capitalized(self.text)}."
        return board.picture(
            mines=mines,
            safe=safe,
            framed=self.clues,
            around=(*self.given_mines, *self.given_safe),
            around_word="known from before",
            title=text,
            caption=text,
        )

    @property
    def text(self) -> str:
        """The step in words."""
        board = self.board
        given = decided_words(self.given_mines, self.given_safe)
        found = decided_words(self.mines, self.safe)
        if self.technique is Technique.SINGLE_CLUE:
            name = clue_words(board, self.clues[0])
            nothing = board.clue(self.clues[0]) == 0
            what = (
                f"{name} needs a mine in every {'other ' if given else ''}covered cell around it"
                if self.mines
                else f"{name} has {'no mine around it' if nothing else 'all its mines'}"
            )
            return f"{f'{given}, so ' if given else ''}{what}: {found}"
        mines, safe = self.given_mines, self.given_safe
        says = [clue_says(board, cell, mines=mines, safe=safe) for cell in self.clues]
        if self.uses_total:
            says.append(total_says(board, mines=mines, safe=safe))
        how = "so"
        if self.split in (*self.safe, *self.mines):
            what = "a mine at" if self.split in self.safe else "no mine at"
            how = f"{what} {self.split} leads to a contradiction, one clue after the other; so"
        elif self.split is not None:
            how = f"whether {self.split} is a mine or not, one clue after the other says that"
        return f"{f'as {given}, ' if given else ''}{'; '.join(says)}; {how} {found}"


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Drawn):
    """Why a cell is safe, or a mine; a value, made by `KnowledgeBase.explain`.

    The `clues` (sorted), and the total if `uses_total`, and the user's program if
    `uses_program`, force the verdict; without any one of them it would not follow. With `liars` so
    many of the clues may be wrong, and it follows still. `is_smallest` says that no set of sources
    that forces it is smaller. `steps`, if they were asked for, lead to the verdict one after the
    other; they may use other clues, since more clues can make for easier steps.
    """

    board: Board
    cell: Cell
    verdict: Verdict
    clues: tuple[Cell, ...]
    uses_total: bool
    uses_program: bool = False
    liars: int = 0
    is_smallest: bool = False
    steps: tuple[Step, ...] | None = None

    @property
    def size(self) -> int:
        """How many sources there are; a program counts as one."""
        return len(self.clues) + self.uses_total + self.uses_program

    def __repr__(self) -> str:
        what = f"{self.cell} {verdict_words(self.verdict)}"
        return f"<Explanation: {what}, from {counted(self.size, 'source')}>"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The covered cells that matter: those around the clues, and the cell itself, sorted.

        The total is about all covered cells; of the others only their number matters.
        """
        near = {cell for clue in self.clues for cell in covered_around(self.board, clue)}
        return tuple(sorted({*near, self.cell}))

    @property
    def reasons(self) -> tuple[str, ...]:
        """What each of the sources says, in words."""
        return self._says(by_name=True)

    def _says(self, *, by_name: bool) -> tuple[str, ...]:
        says = [clue_says(self.board, clue, by_name=by_name) for clue in self.clues]
        if self.uses_total:
            says.append(total_says(self.board))
        if self.uses_program:
            says.append("the program holds as well")
        if self.liars:
            wrong = "one of the clues" if self.liars == 1 else f"{self.liars} of the clues"
            says.append(f"up to {wrong} may be wrong")
        return tuple(says)

    @property
    def conclusion(self) -> str:
        """What follows from the reasons, in words."""
        return "it cannot be safe" if self.verdict is Verdict.MINE else "it cannot be a mine"

    @property
    def sentence(self) -> str:
        """The explanation in a sentence that names no cells but clues, to stand beside them."""
        *first, last = self._says(by_name=False)
        says = f"{', '.join(first)}, and {last}" if first else last
        return f"{capitalized(says)}, so {self.conclusion}."

    def picture(self) -> Picture:
        """The board with the clues of the reason and the cells around them marked."""
        decided = np.zeros((self.board.height, self.board.width), dtype=np.bool_)
        decided[self.cell] = True
        is_safe = self.verdict is Verdict.SAFE
        return self.board.picture(
            safe=decided if is_safe else None,
            mines=None if is_safe else decided,
            framed=self.clues,
            around={cell for cell in self.cells if cell != self.cell},
            focus=self.cell,
            title=self.text,
            caption=self.text,
        )

    @property
    def text(self) -> str:
        """The explanation in a sentence."""
        what = f"{self.cell} {verdict_words(self.verdict)}"
        return f"{what}: {'; '.join(self.reasons)}; so {self.conclusion}."


@dataclass(frozen=True, slots=True, repr=False)
class Counterexample(Drawn):
    """Why a cell is undetermined: two layouts of the board, one each way.

    `mine` has a mine in the cell and `safe` has none. They are alike but for the cells in
    `differing` (sorted, the cell among them), few of them: none of these could stay as it is in
    `mine` while the others may change.
    """

    board: Board
    cell: Cell
    mine: Layout
    safe: Layout

    def __repr__(self) -> str:
        differing = counted(len(self.differing), "cell")
        return f"<Counterexample: {self.cell} is undetermined, two layouts differ in {differing}>"

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which the two layouts differ, sorted."""
        return tuple(sorted(self.mine.mines ^ self.safe.mines))

    def picture(self) -> Picture:
        """The board with the cells marked in which the two layouts differ."""
        return self.board.picture(
            around=[cell for cell in self.differing if cell != self.cell],
            around_word="cell that differs",
            focus=self.cell,
            title=self.text,
            caption=self.text,
        )

    @property
    def text(self) -> str:
        """The two layouts in a sentence."""
        others = [cell for cell in self.differing if cell != self.cell]
        where = f" and in {listed_cells(others)}" if others else ""
        return (
            f"{self.cell} is undetermined: one layout has a mine there and one has none, "
            f"and they differ only there{where}."
        )


@dataclass(frozen=True, slots=True, repr=False)
class Difficulty:
    """How hard the proofs of a position are; a value, made by `KnowledgeBase.difficulty`.

    `steps` deduce every verdict, always one of the easiest steps there are next, where a step is
    the easier the fewer sources it takes together. No other order gets by with easier ones.
    """

    board: Board
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return f"<Difficulty: level {self.level}, {counted(len(self.steps), 'step')}>"

    @property
    def level(self) -> int:
        """The most sources that have to be taken together anywhere; 0 when nothing is proved."""
        return max([step.level for step in self.steps], default=0)

    @property
    def hardest(self) -> Step | None:
        """The first of the hardest steps; None when nothing is proved."""
        return max(self.steps, key=lambda step: step.level, default=None)

    @property
    def techniques(self) -> Mapping[Technique, int]:
        """How many steps there are of each kind, in the order of `Technique`."""
        counts = Counter(step.technique for step in self.steps)
        return {name: counts[name] for name in Technique if name in counts}

    @property
    def levels(self) -> Mapping[int, int]:
        """How many steps there are of each level, ascending."""
        return dict(sorted(Counter(step.level for step in self.steps).items()))
