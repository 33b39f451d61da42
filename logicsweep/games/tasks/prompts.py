"""The prompt of a task: what a player sees and knows, the question, and the form of the answer."""

from __future__ import annotations

from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.games.tasks.answers import answer_form
from logicsweep.games.tasks.forms import board_text, form_of, legend
from logicsweep.games.tasks.kinds import CHANCE, MOVE, Kind
from logicsweep.games.tasks.saying import known_lines, weights_say

_QUESTIONS: Final = {
    "move": "Which covered cell do you open next? Choose one whose probability to be a mine is the "
    "least.",
    "certain": "Which covered cells are certain: safe in every layout of the mines that agrees "
    "with all this, or mines in every such layout?",
    "safe": "Is {cell} certainly safe, certainly a mine, or undetermined: safe in some layouts of "
    "the mines that agree with all this, and a mine in others?",
    "chance": "What is the exact probability that {cell} is a mine?",
    "why": "{cell} is certainly {verdict}. Which clues prove it? Name as few as you can, and say "
    "whether the mine count is needed beside them. Which cells are open, known mines and rules may "
    "be used without naming them.",
}


def prompt_of(
    kind: Kind, board: Board, cell: Cell | None, form: str, verdict: Verdict | None
) -> str:
    """Write the prompt of a task.

    It is made of the position alone, and of the verdict that a reason is asked for, which every
    layout has: so it is the same whatever layout is behind the position.
    """
    parts = ["This is a position of Minesweeper.", *known_lines(board)]
    if kind in (CHANCE, MOVE):
        parts.append(weights_say(board))
    text = board_text(board, form)
    if form == "json":
        text = f'In "rows" there is a line for each row.\n{text}'
    if form_of(form).has_signs:
        text = f"{text}\n\n{legend(board)}"
    says = "safe" if verdict is Verdict.SAFE else "a mine"
    question = _QUESTIONS[kind.name].format(cell=cell, verdict=says)
    return "\n\n".join([" ".join(parts), text, question, f"{answer_form(kind, cell, verdict)}\n"])
