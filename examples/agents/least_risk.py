"""A player behind a pipe, without a line of logicsweep: the least risk by single clues.

    logicsweep compare exact "| python examples/agents/least_risk.py" --metric moves
    logicsweep judge "| python examples/agents/least_risk.py"

It reads a position a line, and answers with a cell that single clues prove safe, else with the one
whose riskiest clue needs the smallest share of mines.
"""

import json
import sys
from typing import Any

Cell = tuple[int, int]


def answer(board: dict[str, Any]) -> dict[str, Any]:
    rows, height, width = board["rows"], board["height"], board["width"]
    cells = [(r, c) for r in range(height) for c in range(width)]
    covered = [(r, c) for r, c in cells if rows[r][c] == "?"]
    clues: list[tuple[int, set[Cell]]] = []
    for r, c in cells:
        if rows[r][c].isdigit():
            near = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
            clues.append((int(rows[r][c]), near.intersection(covered)))
    mines: set[Cell] = set()
    safe: set[Cell] = set()
    before = -1
    while before != len(mines) + len(safe):
        before = len(mines) + len(safe)
        clues = [(number - len(near & mines), near - mines - safe) for number, near in clues]
        for number, near in clues:
            (mines if number else safe).update(near if number in (0, len(near)) else ())
    unknown = [cell for cell in covered if cell not in mines]
    risks = {cell: 0.0 if cell in safe else board["mines"] / len(covered) for cell in unknown}
    for number, near in clues:
        risks.update({cell: max(risks[cell], number / len(near)) for cell in near})
    cell = min(unknown, key=lambda cell: (risks[cell], cell))
    return {"open": cell, "certain": cell in safe, "safe": sorted(safe)}


for line in sys.stdin:
    request = json.loads(line)
    if "board" in request:  # else a game begins, which needs no answer
        print(json.dumps(answer(request["board"])), flush=True)
