"""What another program, PyPI's `minesweepervariants`, says of puzzles.

    python puzzle_judge.py PUZZLES VERDICTS

Run by an interpreter of its own (Python 3.12 or later), which has that package and nothing of
logicsweep. PUZZLES is a file with a line of JSON for each puzzle: `rules`, the names that the
program has for its rules; `layout`, its rows, 1 for a mine; and `shown`, the texts of the clues as
the program writes them, null for a covered cell and "" for an open one without a clue. A line of
VERDICTS is 1 if the program finds that a puzzle has the layout and no other solution, 2 if it finds
another solution as well, and 0 if the layout is none. Solutions of rules with a key are pairs of a
layout and a key.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from minesweepervariants.impl.summon.solver import solver_by_csp  # type: ignore[import-not-found]
from minesweepervariants.impl.summon.summon import Summon  # type: ignore[import-not-found]
from minesweepervariants.utils.impl_obj import (  # type: ignore[import-not-found]
    VALUE_CIRCLE,
    VALUE_CROSS,
    VALUE_QUESS,
)
from minesweepervariants.utils.tool import get_random  # type: ignore[import-not-found]

# Where clues or keys are drawn, the program is asked for them again and again until each clue is
# met; so often it is asked at most.
_TRIES = 2_000


def set_clues(made: Any, layout: list[list[int]], shown: list[list[str | None]]) -> None:
    """Put the program's clues on its board, and what it tells of the key."""
    missing = {
        (row, column)
        for row, texts in enumerate(shown)
        for column, text in enumerate(texts)
        if text
    }
    empty = made.board.clone()
    main = next(iter(empty()))[0].board_key
    for _ in range(_TRIES):
        board = empty.clone()
        for cell, _ in empty():
            is_mine = layout[cell.x][cell.y]
            board[cell] = board.get_config(cell.board_key, "MINES") if is_mine else None
        made.clue_rule.fill(board)
        for key in board.get_board_keys():
            for cell, value in board(key=key):
                place = cell.x, cell.y
                if key != main:
                    # A cell of the key that is neither marked nor not is a clue about it.
                    is_clue = type(value) not in (type(VALUE_CIRCLE), type(VALUE_CROSS))
                    made.board[cell] = value if is_clue else None
                elif place in missing and repr(value) == shown[cell.x][cell.y]:
                    made.board[cell] = value
                    missing.remove(place)
        if not missing:
            return
    raise ValueError(f"no clue at {sorted(missing)} shows what it should")


def verdict_on(puzzle: dict[str, Any]) -> int:
    """0, 1 or 2, as above."""
    layout, shown = puzzle["layout"], puzzle["shown"]
    size, total = (len(layout), len(layout[0])), sum(map(sum, layout))
    made = Summon(size=size, total=total, rules=list(puzzle["rules"]), dye="c", board=None)
    set_clues(made, layout, shown)
    board, answer = made.board, made.board.clone()
    for cell, _ in made.board():
        if shown[cell.x][cell.y] == "":
            board[cell] = answer[cell] = VALUE_QUESS
        elif shown[cell.x][cell.y] is None:
            sign = "MINES" if layout[cell.x][cell.y] else "VALUE"
            answer[cell] = answer.get_config(cell.board_key, sign)
    if not solver_by_csp(made.mines_rules, made.clue_rule, None, answer, bool_mode=True):
        return 0
    return int(solver_by_csp(made.mines_rules, made.clue_rule, None, board))


if __name__ == "__main__":
    get_random(1, new=True)
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    with Path(sys.argv[2]).open("w", encoding="utf-8") as out:
        for line in lines:
            out.write(f"{verdict_on(json.loads(line))}\n")
            out.flush()
