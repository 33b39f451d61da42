"""What the program `minesweepervariants` says of layouts and clues.

Run by another interpreter, which has that package; nothing else of the tests is imported there.

    python variants_program.py QUESTIONS ANSWERS

QUESTIONS is a JSON file with a list of `[rules, dye, mask, what]`. `mask` is a list of rows of 0
and 1; `what` is "allows", answered by true or false, or "shows", answered by the text of each safe
cell, row by row, with null for a mine. ANSWERS is written as a JSON file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from minesweepervariants.impl.summon.solver import solver_by_csp  # type: ignore[import-not-found]
from minesweepervariants.impl.summon.summon import Summon  # type: ignore[import-not-found]
from minesweepervariants.utils.tool import get_random  # type: ignore[import-not-found]


def answer(rules: list[str], dye: str, mask: list[list[int]], what: str) -> Any:
    """The answer to one question."""
    size, total = (len(mask), len(mask[0])), sum(map(sum, mask))
    made = Summon(size=size, total=total, rules=list(rules), dye=dye, board=None)
    board = made.board
    for cell, _ in board():
        sign = "MINES" if mask[cell.x][cell.y] else "VALUE"
        is_left = what == "shows" and sign == "VALUE"
        board[cell] = None if is_left else board.get_config(cell.board_key, sign)
    if what == "allows":
        return solver_by_csp(made.mines_rules, None, None, board) != 0
    shown = made.clue_rule.fill(board)
    texts: list[list[str | None]] = [[None] * size[1] for _ in range(size[0])]
    for cell, value in shown():
        if not mask[cell.x][cell.y]:
            texts[cell.x][cell.y] = repr(value)
    return texts


if __name__ == "__main__":
    get_random(1, new=True)
    questions = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    answers = [answer(*question) for question in questions]
    Path(sys.argv[2]).write_text(json.dumps(answers), encoding="utf-8")
