"""Explanations, steps and counter-examples in words and as marks on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import capitalized, counted
from logicsweep.reasons.techniques import Technique
from logicsweep.reasons.wording import clue_says, covered_around, total_says
from logicsweep.render.marked import AROUND, MINE, SAFE, Marks, beside, marked_lines
from logicsweep.render.styled import Styled
from logicsweep.render.text_board import board_notes
from logicsweep.render.words import ASK, least_words, probability_words

if TYPE_CHECKING:
    from logicsweep.answers import base, reasons as answers

LEGEND: Final = f"[ ] clue used   {AROUND} cell around it   {SAFE} proved safe   {MINE} proved mine"
ACCOUNT_LEGEND: Final = f"[ ] the agent's move   {SAFE} called safe   {MINE} called a mine"
# More sources than this are listed one a line.
_IN_A_SENTENCE: Final = 3
PAIR_LEGEND: Final = "[ ] differs   * mine   _ safe"


def explanation_marks(board: Board, answer: answers.Explanation) -> Marks:
    """Mark the clues of an explanation, the cells around them, and the verdict.

    With steps also their clues and what they decide.
    """
    safe, mines = ((), (answer.cell,)) if answer.verdict == "mine" else ((answer.cell,), ())
    return _marks(board, answer.clues, safe, mines, more=answer.cells, steps=answer.steps or ())


def step_marks(board: Board, step: answers.Step) -> Marks:
    """Mark the clues of a step, the cells around them, and what it decides.

    Those of the steps before it as well.
    """
    steps = [*(step.before or ()), step]
    more = [cell for each in steps for rule in each.further for cell in rule.cells]
    return _marks(board, (), (), (), more=more, steps=steps)


def account_marks(answer: answers.AgentAccount) -> Marks:
    """Mark the cell of an agent's move, and its verdict if the agent is certain."""
    cell = Cell(*answer.cell)
    verdict = MINE if answer.action == "flag" else SAFE
    return Marks({cell}, {cell: verdict} if answer.proved else {})


def account_lines(answer: answers.AgentAccount) -> Iterator[str]:
    """Say what an agent decides or would do, and how it came to that."""
    if answer.asked is not None and not answer.decided:
        yield f"{answer.agent} is not certain about {Cell(*answer.asked)}. Its next move:"
    does = "flags" if answer.action == "flag" else "opens"
    how = "which it calls certain" if answer.proved else "a guess"
    yield f"{answer.agent} {does} {Cell(*answer.cell)}, {how}: {answer.reason}"
    yield from (f"  {line}" for line in answer.details)


def conflict_marks(board: Board, answer: base.Inconsistent) -> Marks:
    """Mark the clues that conflict with brackets, and the cells around them."""
    return _marks(board, answer.core or (), (), ())


def _marks(
    board: Board,
    clues: base.Cells,
    safe: base.Cells,
    mines: base.Cells,
    *,
    more: Iterable[tuple[int, int]] = (),
    steps: Sequence[answers.Step] = (),
) -> Marks:
    """Mark these cells, and those of steps; `more` are marked like those around a clue."""
    bracketed = {Cell(*clue) for clue in [*clues, *(clue for step in steps for clue in step.clues)]}
    signs = {
        cell: AROUND
        for clue in bracketed
        for cell in covered_around(board, clue)
        if board[cell] != State.FLAGGED
    }
    for cells, sign in (
        (more, AROUND),
        ([*safe, *(cell for step in steps for cell in step.safe)], SAFE),
        ([*mines, *(cell for step in steps for cell in step.mines)], MINE),
    ):
        signs |= {Cell(*cell): sign for cell in cells}
    return Marks(frozenset(bracketed), signs)


def pair_lines(board: Board, answer: answers.Undetermined, columns: int) -> list[Styled] | None:
    """Draw the two layouts side by side, or one below the other; None if they do not fit."""
    marks = Marks(frozenset(Cell(*cell) for cell in answer.differing), {})
    pictures = []
    for title, mines in (
        (f"if {Cell(*answer.cell)} is a mine:", answer.layouts.mine),
        ("if it is safe:", answer.layouts.safe),
    ):
        mask = np.zeros(board.shape, dtype=np.bool_)
        for cell in mines:
            mask[cell] = True
        layout = Layout(mask, adjacency=board.own_adjacency)
        lines = marked_lines(layout.on(board), marks, columns=columns)
        if lines is None:
            return None
        pictures.append([Styled(title), *lines])
    said = len(board_notes(board))  # once below both
    if not said:
        return beside(*pictures, columns=columns)
    notes = pictures[0][-said:]
    return [*beside(*(lines[:-said] for lines in pictures), columns=columns), *notes]


def undetermined_lines(answer: answers.Undetermined) -> Iterator[str]:
    """Yield how a cell can be either, and its mine probability if that is known."""
    yield answer.text
    if answer.probability is not None:
        yield f"{Cell(*answer.cell)}: {probability_words(answer.probability)}"


def explanation_lines(answer: answers.Explanation) -> Iterator[str]:
    """Yield the steps if there are any, and the sources: in a sentence, or each on a line."""
    if answer.steps is not None:
        yield from step_lines(answer.steps)
    if answer.sum is not None:
        yield from _sum_lines(answer, answer.sum)
        return
    if answer.sources <= _IN_A_SENTENCE:
        yield answer.text
    else:
        verdict, _, conclusion = answer.text.partition("; ".join(answer.reasons))
        yield verdict.rstrip()
        yield from (f"  {says}" for says in answer.reasons)
        yield conclusion.removeprefix("; ")
    if answer.smallest and answer.sources > 1:
        yield f"No set of fewer than {counted(answer.sources, 'source')} forces it."


def _sum_lines(answer: answers.Explanation, shown: answers.WeightedSums) -> Iterator[str]:
    """Yield a weighted sum in words, unless it has many sources, then its table."""
    parts = sum([len(line.parts) for line in shown.lines])
    if parts <= _IN_A_SENTENCE:
        yield shown.text
    else:
        verdict = "a mine" if answer.verdict == "mine" else "safe"
        lines = f" in {len(shown.lines)} lines" if len(shown.lines) > 1 else ""
        yield f"{Cell(*answer.cell)} is {verdict}, by a weighted sum{lines}:"
    yield from (f"  {line}".rstrip() for line in shown.table)
    if shown.fewest and parts > 1:
        yield "No sum has fewer sources."


def conflict_lines(board: Board, answer: base.Inconsistent) -> Iterator[str]:
    """Yield what each of the conflicting sources says."""
    for cell in answer.core or ():
        yield f"  {clue_says(board, Cell(*cell))}"
    if answer.core_uses_total:
        yield f"  {total_says(board)}"


def step_lines(steps: Sequence[answers.Step]) -> Iterator[str]:
    """Yield steps one after the other, numbered."""
    for number, step in enumerate(steps, start=1):
        yield f"{number}. {technique_words(step)}: {step.text}."


def technique_words(step: answers.Step) -> str:
    """Name the technique of a step, with the number of clues where that says more, and its pattern.

    Such as `subset (1-2)`.
    """
    clues = counted(len(step.clues), "clue")
    technique = Technique(step.technique)
    words = step.technique
    if technique is Technique.TOGETHER:
        words = f"{clues} {words}"
    elif technique is Technique.CASE_SPLIT or (technique is Technique.TOTAL and step.clues):
        words = f"{words} with {clues}"
    return words if step.pattern is None else f"{words} ({step.pattern})"


def hint_lines(
    answer: answers.Hint,
    *,
    level: int | None,
    safe: bool,
    technique: str | None,
) -> Iterator[str]:
    """Yield a hint, or why there is none, and the least risky cells if a guess is needed.

    `level`, `safe` and `technique` are what was asked with; the cells are left out at a limit.
    """
    if answer.step is not None:
        yield from hint_step_lines(answer.step)
    elif technique is not None:
        proves = " that proves a cell safe" if safe else ""
        within = "" if level is None else f" up to level {level}"
        yield f"No step{within}{proves} is {technique}, if one of the easiest always comes next."
    elif answer.beyond_level:
        what = "step that proves a cell safe" if safe else "step"
        yield f"Every {what} combines more than {counted(level or 0, 'source')}."
    elif not answer.needs_guess:
        yield "Nothing is left to open."
    elif not safe:
        yield "Nothing more can be proved."
    if answer.needs_guess:
        yield "No cell is proved safe: the next move is a guess."
        if not answer.limit:
            least = answer.least_risky
            yield ASK if least is None else least_words(least.cells, least.probability)


def hint_step_lines(step: answers.Step) -> Iterator[str]:
    """Yield a step as a hint, after the steps before it if there are any."""
    if step.before:
        steps = [*step.before, step]
        yield from step_lines(steps)
        yield f"Level {max(each.level for each in steps)}."
        return
    yield f"{capitalized(step.text)}."
    yield f"Level {step.level}: {technique_words(step)}."


def rating_lines(
    answer: answers.Rating | answers.GameRating,
    *,
    every_step: bool,
    nothing: str = "nothing can be proved",
) -> Iterator[str]:
    """Say how hard a position is, and which steps it takes; `nothing` says that it takes none."""
    if not answer.steps:
        yield f"Level 0: {nothing}."
        return
    level = answer.level
    does = "combines" if level > 1 else "uses"
    yield f"Level {level}: the hardest step {does} {counted(level, 'source')}."
    width = max(map(len, answer.techniques))
    for name, count in answer.techniques.items():
        levels = sorted({step.level for step in answer.steps if step.technique == name})
        which = f"level {', '.join(map(str, levels))}"
        yield f"  {name:<{width}}  {counted(count, 'step'):>9}, {which}"
    if answer.patterns:
        names = [f"{name} {count:,}" for name, count in answer.patterns.items()]
        yield f"Patterns: {', '.join(names)}."
    if every_step:
        yield from step_lines(answer.steps)
    else:
        hardest = max(answer.steps, key=lambda step: step.level)
        yield f"Hardest: {hardest.text}."


def game_rating_lines(
    answer: answers.GameRating, layout: Layout, *, every_step: bool
) -> Iterator[str]:
    """Say how hard a game without guesses is; how far it goes, if a guess is needed."""
    start = Cell(*answer.start)
    nothing = f"the start {start} opens all that can be proved"
    yield from rating_lines(answer, every_step=every_step, nothing=nothing)
    if answer.stuck is None:
        total = ", but the mine count is" if answer.needs_total else ""
        yield f"No guess is needed from {start}{total}."
    else:
        opened, safe = len(Board.parse(answer.stuck).clues), int((~layout.mask).sum())
        yield f"A guess is needed once {opened} of {counted(safe, 'safe cell')} are open."
