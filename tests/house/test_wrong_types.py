"""Arguments of a wrong type are refused where they are given, with what was expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import logicsweep
from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Consequences,
    KnowledgeBase,
    Layout,
    LogicSweepError,
    Program,
    best,
    clue_model,
    encode,
    html,
    png,
    probabilities,
    read_board,
    read_layout,
    svg,
    verdicts,
    write_board,
)
from logicsweep.board import TableModel
from logicsweep.errors import CertificateError
from logicsweep.explain import check_folder, check_proof
from logicsweep.formats import DealtGame
from logicsweep.formulas import encode_cnf, read_answer
from logicsweep.reason import AspReasoner, SatReasoner
from logicsweep.system import boxes, components, constraints_of

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
    (Board, {"grid": GRID, "uncertain": None, "total_mines": 1, "density": None}),
    (Board, {"grid": GRID, "adjacency": None}),
    (Board.from_array, {"array": UNFLAGGED, "covered": -1, "flag": None, "total_mines": 1}),
    (BOARD.with_total, {"total_mines": 1}),
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
    (probabilities, {"boards": UNFLAGGED[None], "total_mines": 1, "covered": -1, "flag": None}),
    (probabilities, {"boards": UNFLAGGED[None], "density": 0.5, "adjacency": None, "mine": -3}),
    (probabilities, {"boards": UNFLAGGED[None], "total_mines": [1], "inconsistent": "raise"}),
    (probabilities, {"boards": UNFLAGGED[None], "total_mines": (1, 2), "threads": 1}),
    (probabilities, {"boards": UNFLAGGED[None], "total_mines": 1, "time_limit": 1}),
    (verdicts, {"boards": UNFLAGGED[None], "total_mines": 1, "covered": -1, "flag": None}),
    (verdicts, {"boards": UNFLAGGED[None], "reasoner": "sat", "solver": None, "threads": 1}),
    (ask("tell"), {"cell": (0, 2), "clue": 1}),
    (ask("tell_all"), {"clues": {(0, 2): 1}}),
    (ask("verdict"), {"cell": (0, 0)}),
    (ask("entails"), {"cell": (0, 0), "mine": True}),
    (ask("count"), {"density": None, "engine": None}),
    (ask("clue_distribution"), {"cell": (0, 0), "density": None}),
    (ask("joint"), {"cells": [(0, 0)], "density": None}),
    (ask("sample"), {"count": 1, "seed": 0, "density": None}),
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
    (check_proof, {"clauses": [(1,), (-1,)], "lines": ["0"]}),
]


def answer(call: Callable[..., Any], given: dict[str, Any]) -> None:
    found = call(**given)
    if inspect.isgenerator(found):
        list(found)


@pytest.mark.parametrize(("call", "right"), CALLS)
def test_what_is_right_is_taken(call: Callable[..., Any], right: dict[str, Any]) -> None:
    with suppress(CertificateError):  # a folder without certificates
        answer(call, right)


@pytest.mark.parametrize(("call", "right"), CALLS)
def test_no_argument_of_a_wrong_type_gets_far(
    call: Callable[..., Any], right: dict[str, Any]
) -> None:
    for name in right:
        for wrong in WRONG:
            with suppress(LogicSweepError, TypeError, ValueError, KeyError):  # and nothing else
                answer(call, {**right, name: wrong})


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: Board.parse(Path("x.board")),
            r"text is a PosixPath; .*logicsweep\.load\(path\)",
        ),
        (
            lambda: read_board(Path("x.board")),
            r"data is a PosixPath; .*logicsweep\.load\(path\)",
        ),
        (lambda: read_board(3), "data is an int; expected bytes or a str"),
        (lambda: Board(GRID, density="0.2"), "density is a str; expected a number strictly betw"),
        (lambda: Board(GRID, total_mines=1.5), r"total_mines is 1\.5; expected a whole number"),
        (lambda: svg("?1"), "what is drawn is a str; expected a Board, a Layout, an answer"),
        (lambda: read_answer(BOARD, [1, -2]), "text is a list; expected a solver's output as a"),
        (
            lambda: KnowledgeBase("?1"),
            r"board is a str; expected a Board, as of Board\.parse\(text",
        ),
        (
            lambda: KnowledgeBase(GRID),
            r"board is an ndarray; .* Board\.from_array\(array, covered=-1, total_mines=",
        ),
        (
            lambda: best([[1, -1]]),
            r"position is a list; expected a KnowledgeBase or a Board, as of Board\.from_array\(ar",
        ),
        (lambda: encode(Path("x")), r"board is a PosixPath; .*, as of logicsweep\.load\(path\)"),
        (lambda: KnowledgeBase(BOARD, program=3), "program is an int; expected a Program"),
        (
            lambda: ask("tell_all")([(0, 0)]),
            "clues is a list; expected a mapping from cells to clues",
        ),
        (
            lambda: ask("tell")((0, 0), "1"),
            r"'1' is not a clue for \(0,0\); expected 0 to 3, a Clue",
        ),
        (lambda: ask("verdict")("a"), "'a' is not a cell; expected two whole numbers"),
        (
            lambda: ask("count")(density="0.2"),
            "density is a str; expected a number strictly between",
        ),
        (lambda: ask("diagnose")("liar"), r"model is a str; expected .*clue_model\(name\)"),
        (lambda: ask("allows")(LAYOUT.mask), "layout is an ndarray; expected a Layout"),
        (lambda: KnowledgeBase(BOARD, liars="1"), "liars is '1'; expected a whole number"),
        (lambda: KnowledgeBase(BOARD, max_entries=2.5), r"max_entries is 2\.5; expected a whole"),
        (lambda: ask("next_step")(level="1"), "level is '1'; expected a whole number"),
        (lambda: ask("joint")(5), "cells is an int; expected up to eight cells"),
        (lambda: components(BOARD), r"constraints is a Board; expected constraints, as of constr"),
        (lambda: components("x"), r"a constraint is a str; expected constraints, as of constr"),
        (
            lambda: components(SYSTEM),
            r"a constraint is a tuple; expected constraints, as of constr",
        ),
        (lambda: BOARD.replace([1]), "changes is a list; expected a mapping from cells to states"),
        (
            lambda: Board(GRID, total_mines=(1, 2, 3)),
            r"total_mines is \(1, 2, 3\); expected a whole",
        ),
        (
            lambda: Consequences(BOARD, mines=[0.5], safe=[]),
            "the cell numbers are float64; expected",
        ),
        (
            lambda: Board(GRID, uncertain={(0, 0): 3}),
            r"an uncertain clue is an int; expected a Clue, such as Clue\(1, 3\)",
        ),
        (lambda: encode(None), "board is None; expected a Board"),
        (lambda: SatReasoner(BOARD), r"system is a Board; expected .* constraints_of\(board\)"),
        (lambda: SatReasoner(SYSTEM, budget=5), r"budget is an int; .* such as Budget\(10\)"),
        (
            lambda: write_board(DealtGame(None), "json"),
            r"content\.layout is None; expected a Layout",
        ),
    ],
)
def test_messages_say_what_was_expected(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        call()


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
