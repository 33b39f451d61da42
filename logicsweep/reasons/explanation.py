"""Explanations as values: why a cell is safe or a mine, step by step, or why it is undetermined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.constraint_forms import say
from logicsweep.board.layout import Layout
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import Picture
from logicsweep.board.verdicts import Consequences, Verdict
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import capitalized, counted
from logicsweep.reasons.cut import Cut
from logicsweep.reasons.patterns import by_name, goes_by, pattern_of, sight_of
from logicsweep.reasons.techniques import Technique
from logicsweep.reasons.weighted_sum import WeightedSum
from logicsweep.reasons.wording import (
    clue_says,
    clue_words,
    constraint_says,
    covered_around,
    decided_words,
    liars_say,
    listed_cells,
    total_says,
    verdict_words,
)


@dataclass(frozen=True, slots=True)
class Further:
    """A rule at one place of the board, or another constraint beside clues and mine count.

    Attributes:
        name: The name of the constraint, such as `the rule Q`.
        cells: The covered cells that it is about.
    """

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Step(Drawn):
    """One deduction: some sources together decide some cells.

    Every source is needed: the step does not follow from fewer of them. All cells are sorted.

    Attributes:
        board: The position.
        technique: The way the sources work together.
        clues: The cells of the clues among the sources.
        uses_total: Whether the mine count is among the sources.
        given_mines: The known mines that the step needs: earlier steps proved them or, in a hint,
            they are flagged and proved. None can be left out (in a case split, for the propagation
            by single clues).
        given_safe: The known safe cells that it needs, in the same way.
        mines: The cells that it proves mines.
        safe: The cells that it proves safe.
        split: The cell that a case split is about, else None.
        constraints: The rules at places of the board, and other constraints, among the sources.
        before: The steps to make first, which prove the given cells that the board does not show.
            Only a hint for a safe cell has them (see `KnowledgeBase.next_step`).
        liars: The most clues that may be wrong; the verdicts follow nevertheless.
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
    constraints: tuple[Constraint, ...] = ()
    before: tuple[Step, ...] = ()
    liars: int = 0

    @property
    def level(self) -> int:
        """The number of sources that it takes together, the mine count being one."""
        others = {constraint.source for constraint in self.constraints}
        return len(self.clues) + self.uses_total + len(others)

    @property
    def further(self) -> tuple[Further, ...]:
        """The rules and other constraints used as well."""
        return _further(self)

    @property
    def pattern(self) -> str | None:
        """The name that players have for the step, such as `1-2` or `H1`; None if they have none.

        It says how clues of an ordinary board prove the step together, perhaps reduced (`R`) by
        known mines. See the page on patterns in the reference.
        """
        given = dict.fromkeys(self.given_mines, True) | dict.fromkeys(self.given_safe, False)
        decided = dict.fromkeys(self.mines, True) | dict.fromkeys(self.safe, False)
        return _pattern(self, decided, given)

    def goes_by(self, name: str) -> bool:
        """Tell whether a name is that of the technique or the pattern.

        A pattern of reduced clues also goes by the name of the plain one: `1-2R` by `1-2`.
        """
        return goes_by(name, self.technique, self.pattern)

    def __repr__(self) -> str:
        decided = decided_words(self.mines, self.safe)
        return f"<Step: {self.technique.value}, {counted(self.level, 'source')}: {decided}>"

    def picture(self) -> Picture:
        """Draw the board with the step's clues, what it takes for granted, and what follows."""
        board, text = self.board, f"{capitalized(self.text)}."
        mines, safe = (list(map(board.number, cells)) for cells in (self.mines, self.safe))
        proved = Consequences(board, mines=mines, safe=safe)
        return board.picture(
            mines=proved.mine_mask,
            safe=proved.safe_mask,
            framed=self.clues,
            around=(*self.given_mines, *self.given_safe),
            around_word="known from earlier steps",
            title=text,
            caption=text,
        )

    @property
    def text(self) -> str:
        """The step in words."""
        board = self.board
        given = decided_words(self.given_mines, self.given_safe)
        decided = decided_words(self.mines, self.safe)
        is_alone = self.technique is Technique.SINGLE_CLUE and not self.liars
        if is_alone and board.rules.clue.is_standard:
            step = f"{self._clue_says(is_any_given=bool(given))}: {decided}"
            return say("given_one", given=given, step=step) if given else step
        mines, safe = self.given_mines, self.given_safe
        says = [clue_says(board, cell, mines=mines, safe=safe) for cell in self.clues]
        known = dict.fromkeys(map(board.number, mines), True)
        known |= dict.fromkeys(map(board.number, safe), False)
        # A key says the same in each of its rows and columns.
        says += dict.fromkeys(
            [constraint_says(board, row.conditioned(known)) for row in self.constraints]
        )
        if self.uses_total:
            says.append(total_says(board, mines=mines, safe=safe))
        if self.liars:
            says.append(liars_say(self.liars))
        reasons = "; ".join(says)
        step = say("so", reasons=reasons, decided=decided)
        if self.split is not None:
            step = f"{reasons}; {self._split_words} {decided}"
        return say("given", given=given, step=step) if given else step

    @property
    def _split_words(self) -> str:
        """The words that lead from the cell of a case split to the decided cells."""
        if self.split not in self.safe and self.split not in self.mines:
            return f"whether {self.split} is a mine or not, single clues in turn prove that"
        mine = "a mine" if self.split in self.safe else "no mine"
        return f"{mine} at {self.split} leads to a contradiction, by single clues in turn; so"

    def _clue_says(self, *, is_any_given: bool) -> str:
        """Say what the only clue demands, a number, of the cells around it."""
        if self.mines:
            demand = "every_other_mine" if is_any_given else "every_mine"
        else:
            demand = "no_mine_around" if self.board.value(self.clues[0]) == 0 else "has_all"
        return say(demand, clue=clue_words(self.board, self.clues[0]))


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Drawn):
    """The sources that prove a cell safe or a mine; a value, made by `KnowledgeBase.explain`.

    The sources force the verdict, and without any one of them it would not follow.

    Attributes:
        board: The position.
        cell: The cell in question.
        verdict: `Verdict.SAFE` or `Verdict.MINE`.
        clues: The cells of the clues among the sources, sorted.
        uses_total: Whether the mine count is among the sources.
        uses_program: Whether the user's program is among the sources.
        constraints: The constraints beside clues and mine count that are among the sources, over
            the covered cells that they leave open.
        liars: The most clues that may be wrong; the verdict follows nevertheless.
        smallest: Whether it is proved that no smaller set of sources forces the verdict.
        steps: A chain of deductions that ends in the verdict, or None if it was not requested. It
            may use other clues, since more clues can make for easier steps.
        cut: The members of a region, which a rule wants connected, that would be cut off from each
            other if the verdict were wrong; None if it was not requested, or no single cut shows
            it.
    """

    board: Board
    cell: Cell
    verdict: Verdict
    clues: tuple[Cell, ...]
    uses_total: bool
    uses_program: bool = False
    constraints: tuple[Constraint, ...] = ()
    liars: int = 0
    smallest: bool = False
    steps: tuple[Step, ...] | None = None
    cut: Cut | None = None
    sum: WeightedSum | None = None

    @property
    def size(self) -> int:
        """The number of sources; the mine count is one, and so is a program."""
        others = {constraint.source for constraint in self.constraints}
        return len(self.clues) + self.uses_total + self.uses_program + len(others)

    def __repr__(self) -> str:
        what = f"{self.cell} {verdict_words(self.verdict)}"
        return f"<Explanation: {what}, from {counted(self.size, 'source')}>"

    @property
    def further(self) -> tuple[Further, ...]:
        """The rules and other constraints used as well."""
        return _further(self)

    @property
    def pattern(self) -> str | None:
        """The name that players have for the proof, as `Step.pattern`."""
        if self.uses_program:
            return None
        return _pattern(self, {self.cell: self.verdict is Verdict.MINE}, {})

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The covered cells around the clues and in the constraints, and the cell itself; sorted.

        The mine count concerns all covered cells, but of the others only their number matters.
        """
        near = {cell for clue in self.clues for cell in covered_around(self.board, clue)}
        also = {cell for constraint in self.further for cell in constraint.cells}
        return tuple(sorted({*near, *also, self.cell}))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The statements of the sources in words, then the cut, if there is one."""
        return self._says(by_name=True)

    def _says(self, *, by_name: bool) -> tuple[str, ...]:
        """Say each source in a sentence; without `by_name` its cells are only counted."""
        says = [clue_says(self.board, clue, by_name=by_name) for clue in self.clues]
        beside = [constraint_says(self.board, row, by_name=by_name) for row in self.constraints]
        says += dict.fromkeys(beside)  # see `Step.text`
        if self.uses_total:
            says.append(total_says(self.board))
        if self.uses_program:
            says.append("layouts have to satisfy the program as well")
        if self.liars:
            says.append(liars_say(self.liars))
        if self.cut is not None:
            contrary = "safe" if self.verdict is Verdict.MINE else "a mine"
            says.append(f"if {self.cell} were {contrary}, {self.cut.text}")
        return tuple(says)

    @property
    def conclusion(self) -> str:
        """The conclusion from the reasons, in words."""
        return say("cannot_be_safe" if self.verdict is Verdict.MINE else "cannot_be_mine")

    @property
    def sentence(self) -> str:
        """The explanation in a sentence that names only the clues, to stand beside a picture."""
        *first, last = self._says(by_name=False)
        says = f"{', '.join(first)}, and {last}" if first else last
        return f"{capitalized(says)}, so {self.conclusion}."

    def picture(self) -> Picture:
        """Return the board with the clues of the reason, and the cells around them, marked."""
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
        """The explanation in a sentence that names every cell."""
        return say(
            "explanation",
            cell=self.cell,
            verdict=verdict_words(self.verdict),
            reasons="; ".join(self.reasons),
            conclusion=self.conclusion,
        )


@dataclass(frozen=True, slots=True)
class MinesOfBoth:
    """The mines of two layouts that agree with the board; all cells are in reading order.

    Attributes:
        mine: All mines of a layout with a mine in the cell.
        safe: All mines of a layout without one.
    """

    mine: tuple[Cell, ...]
    safe: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Counterexample(Drawn):
    """Two layouts that show a cell to be undetermined: one with a mine there, one without.

    The cells in `differing` are a minimal set: no layout without a mine in the cell differs from
    `mine` in only some of them.

    Attributes:
        board: The position.
        cell: The cell in question.
        mine: A layout with a mine in the cell.
        safe: A layout without one.
    """

    board: Board
    cell: Cell
    mine: Layout
    safe: Layout

    def __repr__(self) -> str:
        differing = counted(len(self.differing), "cell")
        return f"<Counterexample: {self.cell} is undetermined, two layouts differ in {differing}>"

    @property
    def layouts(self) -> MinesOfBoth:
        """The mines of the two layouts."""
        return MinesOfBoth(tuple(sorted(self.mine.mines)), tuple(sorted(self.safe.mines)))

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which the two layouts differ, sorted; the cell is among them."""
        return tuple(sorted(self.mine.mines ^ self.safe.mines))

    def picture(self) -> Picture:
        """Return the board with the cells marked in which the two layouts differ."""
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
        where = say("there_and_in", cells=listed_cells(others)) if others else say("there")
        verdict = verdict_words(Verdict.UNDETERMINED)
        return say("counterexample", cell=self.cell, verdict=verdict, where=where)


@dataclass(frozen=True, slots=True, repr=False)
class Difficulty:
    """The difficulty of a position's proofs; a value, made by `KnowledgeBase.difficulty`.

    A step is easier the fewer sources it combines. No other order of steps has a lower level.

    Attributes:
        board: The position.
        steps: Deductions of all verdicts, in order; each is one of the easiest at its turn.
    """

    board: Board
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        return f"<Difficulty: level {self.level}, {counted(len(self.steps), 'step')}>"

    @property
    def level(self) -> int:
        """The level of the hardest step; 0 when nothing is proved."""
        return max([step.level for step in self.steps], default=0)

    @property
    def hardest(self) -> Step | None:
        """The first of the hardest steps; None when nothing is proved."""
        return max(self.steps, key=lambda step: step.level, default=None)

    @property
    def techniques(self) -> Mapping[Technique, int]:
        """The number of steps by technique, in the order of `Technique`."""
        counts = Counter(step.technique for step in self.steps)
        return {name: counts[name] for name in Technique if name in counts}

    @property
    def steps_by_name(self) -> dict[str, int]:
        """The same by the names of the techniques, as JSON has it."""
        return {technique.value: count for technique, count in self.techniques.items()}

    @property
    def patterns(self) -> Mapping[str, int]:
        """The number of steps by `Step.pattern`, of those that have one, in a fixed order."""
        return by_name(Counter(step.pattern for step in self.steps))

    @property
    def levels(self) -> Mapping[int, int]:
        """The number of steps by level, ascending."""
        return dict(sorted(Counter(step.level for step in self.steps).items()))


def _further(proof: Step | Explanation) -> tuple[Further, ...]:
    board = proof.board
    size = board.grid.size  # cells of a key come after those of the board
    named = []
    for constraint in proof.constraints:
        cells = [board.cell(number) for number in sorted(constraint.cells) if number < size]
        named.append(Further(str(constraint.source), tuple(cells)))
    return tuple(named)


def _pattern(
    proof: Step | Explanation, decided: Mapping[Cell, bool], given: Mapping[Cell, bool]
) -> str | None:
    """Name the pattern of a proof; `given` are the verdicts that it takes from earlier steps."""
    board, number = proof.board, proof.board.number
    if proof.uses_total or proof.constraints or not board.is_ordinary:
        return None
    known = {number(cell): mine for cell, mine in given.items()}
    proved = {number(cell): mine for cell, mine in decided.items()}
    return pattern_of(list(map(number, proof.clues)), proved, sight_of(board, known))
