"""Explanations, steps and counter-examples in words and as marks on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import InconsistentBoardError, capitalized, counted
from logicsweep.explain.explanation import Counterexample, Difficulty, Explanation, Step
from logicsweep.explain.saying import clue_says
from logicsweep.explain.techniques import Technique
from logicsweep.explain.wording import covered_around, total_says, verdict_words
from logicsweep.games.dealing.solution import Solution
from logicsweep.render.counts import probability_words
from logicsweep.render.marked import AROUND, MINE, SAFE, Marks, beside, marked_lines
from logicsweep.render.notes import board_notes
from logicsweep.render.styled import Styled

LEGEND: Final = f"[ ] clue used   {AROUND} cell around it   {SAFE} proved safe   {MINE} proved mine"
# More sources than this are listed one a line.
_IN_A_SENTENCE: Final = 3
PAIR_LEGEND: Final = "[ ] differs   * mine   _ safe"


def explanation_marks(explanation: Explanation) -> Marks:
    """Mark the clues of an explanation, the cells around them, and the verdict.

    With steps also their clues and what they decide.
    """
    is_mine, cell = explanation.verdict is Verdict.MINE, [explanation.cell]
    safe, mines = ([], cell) if is_mine else (cell, [])
    steps = explanation.steps or ()
    return _marks(
        explanation.board, explanation.clues, safe, mines, more=explanation.cells, steps=steps
    )


def step_marks(board: Board, step: Step) -> Marks:
    """Mark the clues of a step, the cells around them, and what it decides.

    Those of the steps before it as well.
    """
    steps = [*step.before, step]
    further = {at for each in steps for rule in each.constraints for at in rule.cells}
    cells = [board.cell(at) for at in further if at < board.grid.size]
    return _marks(board, (), (), (), more=cells, steps=steps)


def conflict_marks(board: Board, error: InconsistentBoardError) -> Marks:
    """Mark the clues that conflict with brackets, and the cells around them."""
    return _marks(board, [Cell(*cell) for cell in error.core or ()], (), ())


def _marks(
    board: Board,
    clues: Iterable[Cell],
    safe: Iterable[Cell],
    mines: Iterable[Cell],
    *,
    more: Iterable[Cell] = (),
    steps: Sequence[Step] = (),
) -> Marks:
    """Mark these cells, and those of steps; `more` are marked like those around a clue."""
    bracketed = {*clues, *(clue for step in steps for clue in step.clues)}
    signs = {cell: AROUND for clue in bracketed for cell in covered_around(board, clue)}
    signs |= dict.fromkeys(more, AROUND)
    signs |= dict.fromkeys([*safe, *(cell for step in steps for cell in step.safe)], SAFE)
    signs |= dict.fromkeys([*mines, *(cell for step in steps for cell in step.mines)], MINE)
    return Marks(frozenset(bracketed), signs)


def pair_lines(pair: Counterexample, columns: int) -> list[Styled] | None:
    """Draw the two layouts side by side, or one below the other; None if they do not fit."""
    marks = Marks(frozenset(pair.differing), {})
    pictures = []
    for title, layout in (
        (f"if {pair.cell} is a mine:", pair.mine),
        ("if it is safe:", pair.safe),
    ):
        lines = marked_lines(layout.on(pair.board), marks, columns=columns)
        if lines is None:
            return None
        pictures.append([Styled(title), *lines])
    said = len(board_notes(pair.board))  # once below both
    if not said:
        return beside(*pictures, columns=columns)
    notes = pictures[0][-said:]
    return [*beside(*(lines[:-said] for lines in pictures), columns=columns), *notes]


def explanation_lines(explanation: Explanation) -> Iterator[str]:
    """Yield the steps if there are any, and the sources: in a sentence, or each on a line."""
    if explanation.steps is not None:
        yield from step_lines(explanation.steps)
    if explanation.size <= _IN_A_SENTENCE:
        yield explanation.text
    else:
        yield f"{explanation.cell} {verdict_words(explanation.verdict)}:"
        yield from (f"  {says}" for says in explanation.reasons)
        yield f"so {explanation.conclusion}."
    if explanation.is_smallest and explanation.size > 1:
        yield f"No set of fewer than {counted(explanation.size, 'source')} forces it."


def conflict_lines(board: Board, error: InconsistentBoardError) -> Iterator[str]:
    """Yield what each of the conflicting sources says."""
    for cell in error.core or ():
        yield f"  {clue_says(board, Cell(*cell))}"
    if error.uses_total:
        yield f"  {total_says(board)}"


def step_lines(steps: Sequence[Step]) -> Iterator[str]:
    """Yield steps one after the other, numbered."""
    for number, step in enumerate(steps, start=1):
        yield f"{number}. {technique_words(step)}: {step.text}."


def technique_words(step: Step) -> str:
    """Name the technique of a step, with the number of clues where that says more."""
    name: str = step.technique.value
    clues = counted(len(step.clues), "clue")
    if step.technique is Technique.TOGETHER:
        return f"{clues} {name}"
    if step.technique is Technique.CASE_SPLIT or (step.technique is Technique.TOTAL and step.clues):
        return f"{name} with {clues}"
    return name


def hint_lines(step: Step) -> Iterator[str]:
    """Yield a step as a hint, after the steps before it if there are any."""
    if step.before:
        yield from step_lines([*step.before, step])
        yield f"Level {max(each.level for each in (*step.before, step))}."
        return
    text = step.text
    yield f"{capitalized(text)}."
    yield f"Level {step.level}: {technique_words(step)}."


def difficulty_lines(difficulty: Difficulty, *, every_step: bool) -> Iterator[str]:
    """Say how hard a position is, and which steps it takes."""
    if difficulty.hardest is None:
        yield "Level 0: nothing can be proved."
    else:
        yield from _rated(difficulty, difficulty.hardest, every_step=every_step)


def game_rating_lines(solution: Solution, *, every_step: bool) -> Iterator[str]:
    """Say how hard a game without guesses is; how far it goes, if a guess is needed."""
    rated = solution.difficulty
    if rated.hardest is None:
        yield f"Level 0: the start {solution.start} opens all that can be proved."
    else:
        yield from _rated(rated, rated.hardest, every_step=every_step)
    opened = len(solution.board.clues)
    if solution.stuck is None:
        total = ", but the mine count is" if solution.needs_total else ""
        yield f"No guess is needed from {solution.start}{total}."
    else:
        safe = int((~solution.layout.mask).sum())
        yield f"A guess is needed once {opened} of {counted(safe, 'safe cell')} are open."


def _rated(difficulty: Difficulty, hardest: Step, *, every_step: bool) -> Iterator[str]:
    level = difficulty.level
    does = "combines" if level > 1 else "uses"
    yield f"Level {level}: the hardest step {does} {counted(level, 'source')}."
    width = max(len(name.value) for name in difficulty.techniques)
    for name, count in difficulty.techniques.items():
        levels = sorted({step.level for step in difficulty.steps if step.technique is name})
        which = ", ".join(map(str, levels))
        yield f"  {name.value:<{width}}  {counted(count, 'step'):>9}, level {which}"
    if every_step:
        yield from step_lines(difficulty.steps)
    else:
        yield f"Hardest: {hardest.text}."


def chance_line(cell: Cell, chance: Fraction) -> str:
    """Say how likely a mine is in a cell."""
    return f"{cell}: {probability_words(chance)}"
