"""minesolve as a player behind a pipe (docs/reference/agents.md), by its shared library.

    logicsweep compare strategist "| python examples/studies/minesolve.py LIBRARY DEPTH" \\
        --metric moves

LIBRARY is its `libminesolve.so`, DEPTH the number of clicks that it looks ahead, from 1 to 8. Its
first cell is the corner.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from pathlib import Path
from typing import Any

# More than its `MsBoard` takes.
_ROOM = 1 << 16
_OK = (0, 1)


class Result(ctypes.Structure):
    """Its `MsResult`."""

    _fields_ = (("status", ctypes.c_int), ("move", ctypes.c_int32), ("p_loss", ctypes.c_double))


def answer(library: ctypes.CDLL, depth: int, board: dict[str, Any]) -> dict[str, Any]:
    """Return its move in a position: all cells without a risk, or the one that it guesses."""
    rows, width, cells = board["rows"], board["width"], board["height"] * board["width"]
    if not any(sign.isdigit() for row in rows for sign in row):
        return {"open": [0, 0]}
    room = ctypes.create_string_buffer(_ROOM)
    text = "\n".join(rows).replace("?", ".").encode()
    library.ms_board_init(room, width, board["height"], board["mines"], ctypes.c_bool(False))
    library.ms_board_parse(room, text, len(text))
    result, risks = Result(), (ctypes.c_double * cells)()
    status = library.ms_solve(room, depth, ctypes.byref(result), risks)
    if status not in _OK or not 0 <= result.move < cells:
        raise SystemExit(f"minesolve answers with status {status} and the cell {result.move}")
    signs = "".join(rows)
    safe = [
        list(divmod(cell, width))
        for cell in range(cells)
        if signs[cell] == "?" and risks[cell] == 0
    ]
    return {"safe": safe} if safe else {"open": list(divmod(result.move, width))}


def main() -> None:
    """Answer line by line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("library", type=Path, help="its libminesolve.so")
    options.add_argument("depth", type=int, help="clicks to look ahead, from 1 to 8")
    chosen = options.parse_args()
    library = ctypes.CDLL(str(chosen.library))
    for line in sys.stdin:
        request = json.loads(line)
        if "board" in request:  # else a game begins
            print(json.dumps(answer(library, chosen.depth, request["board"])), flush=True)


if __name__ == "__main__":
    main()
