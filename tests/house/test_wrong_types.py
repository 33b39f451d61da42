"""Arguments of a wrong type are refused where they are given, with what was expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import logicsweep
from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Game,
    KnowledgeBase,
    Layout,
    LogicSweepError,
    Setting,
    dataset,
    deal,
    encode,
    html,
    png,
    positions,
    probabilities,
    puzzle,
    read_board,
    svg,
    verdicts,
    write_board,
)
from logicsweep.board import Consequences, TableModel, clue_model
from logicsweep.errors import CertificateError
from logicsweep.formats import read_layout
from logicsweep.formulas import Program, encode_cnf, read_answer
from logicsweep.games import View, agent_of
from logicsweep.reason import AspReasoner, SatReasoner
from logicsweep.reasons import check_folder
from logicsweep.system import boxes, constraints_of

BOARD = Board.parse("?1?\n2F*")
GRID = BOARD.grid
UNFLAGGED = np.array([[-1, 1, -1], [1, 1, -1]])
SYSTEM = constraints_of(BOARD)


def ask(name: str) -> Callable[..., Any]:
    """A method of a new knowledge base."""

    def question(*given: Any, **named: Any) -> Any:
        kb = KnowledgeBase(Board.parse("mines: 2\n\n?2?\n2F_"))
        return getattr(kb, name)(*given, **named)

    return question


LAYOUT = Layout(np.array([[True, False]]))
WRONG = [
    *(None, "x", Path("x"), [1], [], {}, {1: 2}, object(), 1.5, 3, True, b"x", (1, 2)),
    *(np.int64(3), np.float64(0.5), GRID, BOARD, SYSTEM),
]


# Each with what is right, so that only one argument is wrong at a time. Cells are another matter.
CALLS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (Board, {"grid": GRID, "uncertain": None, "mines": 1, "density": None}),
    (Board, {"grid": GRID, "adjacency": None}),
    (Board.from_array, {"array": UNFLAGGED, "covered": -1, "flag": None, "mines": 1}),
    (BOARD.with_total, {"mines": 1}),
    (Board.parse, {"text": "?1?"}),
    (BOARD.reading, {"cell": (0, 0), "shown": 1, "model": clue_model("exact")}),
    (Layout, {"mask": LAYOUT.mask}),
    (Layout.of, {"board": LAYOUT.revealed()}),
    (LAYOUT.mismatches, {"board": LAYOUT.revealed()}),
    (LAYOUT.on, {"board": LAYOUT.revealed()}),
    (read_board, {"data": "?1?", "file_name": "", "name": None}),
    (read_layout, {"data": "mines: 1\n\n*1", "name": "board"}),
    (write_board, {"content": BOARD, "name": "json"}),
    (read_answer, {"board": BOARD, "text": "s UNSATISFIABLE"}),
    (svg, {"shown": BOARD, "theme": "light"}),
    (png, {"shown": BOARD, "theme": "light"}),
    (html, {"shown": BOARD, "theme": "light"}),
    (encode, {"board": BOARD, "to": "cnf", "cardinality": None, "time_limit": 1}),
    (encode, {"board": BOARD, "to": "lp", "program": None}),
    (encode_cnf, {"system": SYSTEM, "cardinality": "totalizer"}),
    (constraints_of, {"board": BOARD}),
    (boxes, {"system": SYSTEM}),
    (clue_model, {"name": "exact"}),
    (TableModel, {"name": "sure", "table": {0: {0: Fraction(1)}}}),
    (Program, {"text": "", "name": "x"}),
    (SatReasoner, {"system": SYSTEM, "solver": "minicard", "budget": None}),
    (SatReasoner(SYSTEM).solve, {"assuming": {}}),
    (AspReasoner, {"system": SYSTEM, "program": None, "budget": None}),
    (AspReasoner(SYSTEM).solve, {"assuming": {}}),
    (check_folder, {"folder": ".", "board": None}),
    (KnowledgeBase, {"board": BOARD, "reasoner": None, "program": None, "liars": 0}),
    (KnowledgeBase, {"board": BOARD, "solver": "minicard", "time_limit": 1, "max_entries": 1}),
    (probabilities, {"boards": UNFLAGGED[None], "mines": 1, "covered": -1, "flag": None}),
    (probabilities, {"boards": UNFLAGGED[None], "density": 0.5, "adjacency": None, "mine": -3}),
    (probabilities, {"boards": UNFLAGGED[None], "mines": [1], "inconsistent": "raise"}),
    (probabilities, {"boards": UNFLAGGED[None], "mines": (1, 2), "threads": 1}),
    (probabilities, {"boards": UNFLAGGED[None], "mines": 1, "time_limit": 1}),
    (verdicts, {"boards": UNFLAGGED[None], "mines": 1, "covered": -1, "flag": None}),
    (verdicts, {"boards": UNFLAGGED[None], "reasoner": "sat", "solver": None, "threads": 1}),
    (ask("tell"), {"cell": (0, 2), "clue": 1}),
    (ask("tell_all"), {"clues": {(0, 2): 1}}),
    (ask("verdict"), {"cell": (0, 0)}),
    (ask("entails"), {"cell": (0, 0), "mine": True}),
    (ask("count"), {"density": None, "engine": None}),
    (ask("clue_distribution"), {"cell": (0, 0), "density": None}),
    (ask("joint"), {"cells": [(0, 0)], "density": None}),
    (ask("sample"), {"n": 1, "seed": 0, "density": None}),
    (ask("allows"), {"layout": Layout(np.zeros((2, 3), dtype=np.bool_))}),
    (ask("diagnose"), {"model": None, "most": 1}),
    (ask("explain"), {"cell": (1, 1), "smallest": False, "steps": False}),
    (KnowledgeBase(Board.parse("?1?")).counterexample, {"cell": (0, 0)}),
    (ask("witness"), {"cell": (1, 1)}),
    (ask("next_step"), {"level": None, "safe": False}),
    (ask("certificate"), {"cell": (1, 1)}),
    (KnowledgeBase(Board.parse("?2?\n2F_")).count().probability, {"cell": (0, 0)}),
    (BOARD.replace, {"changes": {}}),
    (Consequences, {"board": BOARD, "mines": [0], "safe": []}),
    (Adjacency.of, {"neighbours": [[1], [0]]}),
    (Setting, {"size": "9x9", "mines": 10, "first_click": None, "rules": None, "flood": True}),
    (Setting.of, {"given": "9x9", "mines": 10, "density": None, "topology": None, "liars": 0}),
    (Game, {"setting": "beginner", "seed": 1, "layout": None, "start": (0, 0)}),
    (View, {"board": BOARD, "rule": None, "first_click": None}),
    (deal, {"setting": "beginner", "seed": 1, "start": None, "mode": "uniform"}),
    (puzzle, {"setting": "5x4", "seed": 1, "mines": 3, "levels": None}),
    (positions, {"setting": "beginner", "n": 2, "seed": 1, "answers": ["verdicts"]}),
    (dataset, {"setting": "3x2", "n": 1, "seed": 1, "mines": 1, "first_click": "safe"}),
    (agent_of, {"name": "exact", "seed": 1, "time_limit": 1}),
]


def answer(call: Callable[..., Any], given: dict[str, Any]) -> None:
    found = call(**given)
    if inspect.isgenerator(found):
        list(found)


def test_what_is_right_is_taken(subtests: pytest.Subtests) -> None:
    for call, right in CALLS:
        with subtests.test(call.__qualname__), suppress(CertificateError):  # there is none
            answer(call, right)


def test_no_argument_of_a_wrong_type_gets_far(subtests: pytest.Subtests) -> None:
    # And nothing else; a name where a board is expected may be one of a file.
    refusals = LogicSweepError, TypeError, ValueError, KeyError, FileNotFoundError
    for call, right in CALLS:
        with subtests.test(call.__qualname__):
            for name, wrong in product(right, WRONG):
                with suppress(*refusals):
                    answer(call, {**right, name: wrong})


def test_a_board_is_made_of_cells() -> None:
    assert list(BOARD) == list(BOARD.cells) == [Cell(row, c) for row in (0, 1) for c in (0, 1, 2)]
    assert all(cell in BOARD for cell in BOARD)
    assert (1, 2) in BOARD
    assert (np.int64(0), 0) in BOARD
    for other in [
        (2, 0),
        (0, 3),
        (-1, 0),
        (0.0, 0),
        (0,),
        (0, 0, 0),
        0,
        "00",
        None,
        Cell,
        ("0", 0),
    ]:
        assert other not in BOARD
    assert not hasattr(logicsweep.Board, "__len__")
