"""The prompt of a task: what a player sees and knows, the question, and the form of the answer."""

from __future__ import annotations

from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.verdicts import Verdict
from logicsweep.games.setting import GameRule, Setting
from logicsweep.lab.judging.claims import VERDICT_WORDS
from logicsweep.lab.tasks.board_forms import board_text, legend
from logicsweep.lab.tasks.kinds import TaskKind
from logicsweep.lab.tasks.saying import known_lines, weights_say

_ENDS: Final = {
    GameRule.CLASSIC: "Opening a mine ends the game; it is won when every safe cell is open.",
    GameRule.CONTINUE: "An opened mine stays open; the game ends when every cell is open or "
    "flagged.",
    GameRule.SEARCH: "Opening a mine is allowed; the game ends when there are as many flags and "
    "opened mines as mines.",
}
_FIRST: Final = {
    FirstClick.UNPROTECTED: "",
    FirstClick.SAFE: "The first cell that is opened is safe.",
    FirstClick.OPENING: "The first cell that is opened and all its neighbours are safe.",
}
_MOVE: Final = (
    "Name your next move in one line: open (row,column) to open a covered cell, flag (row,column) "
    "to flag one that is certainly a mine, or chord (row,column) to open all cells without a flag "
    "around a clue that has as many flags and known mines around it as it says."
)


def prompt_of(
    kind: TaskKind, board: Board, cell: Cell | None, form: str, verdict: Verdict | None
) -> str:
    """Write the prompt of a task.

    It is made of the position alone, and of the verdict that a reason is asked for, which every
    layout has: so it is the same whatever layout is behind the position.
    """
    parts = ["This is a position of Minesweeper.", *known_lines(board)]
    if kind.tells_weights:
        parts.append(weights_say(board))
    says = "" if verdict is None else VERDICT_WORDS[verdict]
    asked = [text.format(cell=cell, verdict=says) for text in (kind.question, kind.form)]
    return "\n\n".join([" ".join(parts), *_shown(board, form), *asked]) + "\n"


def turn_prompt(board: Board, form: str, setting: Setting, *, is_first: bool) -> str:
    """Write the prompt before a move of a game; `is_first` if the rules keep its cell free."""
    parts = ["This is a game of Minesweeper.", *known_lines(board), _ENDS[setting.rule]]
    if is_first:
        parts.append(_FIRST[setting.first_click])
    elif not is_blank(board):
        parts.append(weights_say(board))
    return "\n\n".join([" ".join(parts), *_shown(board, form), f"{_MOVE}\n"])


def _shown(board: Board, form: str) -> list[str]:
    """Write the board, and what its signs mean."""
    text = board_text(board, form)
    if form == "json":
        text = f'In "rows" there is a line for each row.\n{text}'
    return [text, legend(board)]
