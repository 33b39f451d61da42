"""What the kernel says of boards in Pyodide, without numpy.

Prints JSON: whether threads can be started, which kernel is in use, and the status and the
marginals of each board in the JSON file that the environment variable QUESTIONS names.
"""

from __future__ import annotations

import json
import os
from array import array
from pathlib import Path
from typing import Any

from logicsweep.kernel.context import context
from logicsweep.kernel.library import kernel_in_use
from logicsweep.limits import Budget, starts_threads


def answer(board: dict[str, Any]) -> tuple[int, list[float]]:
    """The status and the marginals of a board; a long call is asked in this thread."""
    kernel = context()
    assert kernel is not None
    near, states = array("i", board["near"]), array("b", board["states"])
    marginals = array("d", bytes(8 * len(states)))
    arguments = (
        *(len(states), board["degree"], near.buffer_info()[0], states.tobytes()),
        *(*board["total"], 0.0, 0.0, None, None, marginals.buffer_info()[0]),
    )
    ask = kernel.library.ls_load
    status = kernel.ask(ask, Budget(600), *arguments, is_long=board["is_long"])
    return status, marginals.tolist()


if __name__ == "__main__":
    boards = json.loads(Path(os.environ["QUESTIONS"]).read_text(encoding="utf-8"))
    print(json.dumps([starts_threads(), kernel_in_use(), [answer(board) for board in boards]]))
