"""A user's program, against the layouts that obey it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import logicsweep
from logicsweep import (
    Adjacency,
    Board,
    Cell,
    InconsistentBoardError,
    KnowledgeBase,
    State,
    Verdict,
    read_board,
)
from logicsweep.errors import MissingDensityError
from logicsweep.formulas import Program
from tests.conftest import ROOT, Run
from tests.judges import oracle
from tests.judges.making import clue
from tests.judges.refusals import refused

EXAMPLES = ROOT / "examples" / "programs"
DENSITY = Fraction(1, 5)
Layout = NDArray[np.bool_]


def no_adjacent_mines(layout: Layout) -> bool:
    return all(clue(layout, cell) == 1 for cell in np.argwhere(layout).tolist())


def connected_mines(layout: Layout) -> bool:
    left = {Cell(*cell) for cell in np.argwhere(layout).tolist()}
    queue = [left.pop()] if left else []
    while queue:
        row, column = queue.pop()
        for step in product((-1, 0, 1), repeat=2):
            near = Cell(row + step[0], column + step[1])
            if near in left:
                left.remove(near)
                queue.append(near)
    return not left


def no_empty_block(layout: Layout) -> bool:
    height, width = layout.shape
    return all(
        layout[row : row + 2, column : column + 2].any()
        for row in range(height - 1)
        for column in range(width - 1)
    )


OBEYS: dict[str, Callable[[Layout], bool]] = {
    "no-adjacent-mines": no_adjacent_mines,
    "connected-mines": connected_mines,
    "no-empty-block": no_empty_block,
}


def program_of(name: str) -> Program:
    return Program((EXAMPLES / f"{name}.lp").read_text(), name=f"{name}.lp")


def layouts(board: Board, name: str) -> NDArray[np.bool_]:
    found = [layout for layout in oracle.layouts(board) if OBEYS[name](layout)]
    return np.array(found, dtype=np.bool_).reshape(-1, board.height, board.width)


@pytest.mark.usefixtures("at_once")
@pytest.mark.few(1)
@pytest.mark.parametrize("name", OBEYS)
def test_the_examples_change_verdicts(name: str, logicsweep: Run) -> None:
    path = EXAMPLES / f"{name}.board"
    board = read_board(path.read_bytes(), file_name=path.name)
    without = KnowledgeBase(board).consequences()
    with_program = KnowledgeBase(board, program=program_of(name)).consequences()
    found = layouts_of_large(board, name)
    assert with_program.mines == {cell for cell in board.covered if found[:, *cell].all()}
    assert with_program.safe == {cell for cell in board.covered if not found[:, *cell].any()}
    assert with_program.mines > without.mines
    assert with_program.safe > without.safe
    (call,) = [
        line.removeprefix("% Call: logicsweep ")
        for line in (EXAMPLES / f"{name}.lp").read_text().splitlines()
        if line.startswith("% Call: ")
    ]
    done = logicsweep(*call.split(), "--json")
    answer = json.loads(done.stdout)
    assert done.stderr == ""
    assert {Cell(*cell) for cell in answer["safe"]} == with_program.safe
    assert answer["models"] == str(len(found))


def layouts_of_large(board: Board, name: str) -> NDArray[np.bool_]:
    """`layouts` of a board with a few more covered cells than the oracle takes, two parts."""
    first, second, *_ = board.covered
    parts = []
    for one, other in product((False, True), repeat=2):
        grid = board.grid.copy()
        for cell, mine in ((first, one), (second, other)):
            grid[cell] = State.KNOWN_MINE if mine else State.NO_CLUE
        parts.append(layouts(Board(grid, mines=board.mines), name))
    return np.concatenate(parts)


def test_programs_speak_of_other_neighbourhoods() -> None:
    ring = Adjacency.of([[5, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]])
    grid = np.full((1, 6), State.COVERED)
    board = Board(grid, adjacency=ring, mines=3)
    apart = ":- mine(C), mine(D), neighbour(C,D)."
    kb = KnowledgeBase(board, program=apart)
    assert kb.count().total == 2
    assert kb.tell((0, 0), 2).mines == {Cell(0, 1), Cell(0, 3), Cell(0, 5)}


@pytest.mark.usefixtures("at_once")
def test_programs_can_hold_a_cell_by_themselves() -> None:
    kb = KnowledgeBase(Board.parse("??\n??"), program=":- not mine((0,1)). :- mine((1,0)).")
    assert kb.verdict((0, 1)) is Verdict.MINE
    assert kb.verdict((1, 0)) is Verdict.SAFE
    assert kb.verdict((0, 0)) is Verdict.UNDETERMINED
    assert kb.count().total == 4
    with pytest.raises(MissingDensityError):
        kb.count().probability((0, 0))
    # Choices of the program's own do not count twice.
    kb = KnowledgeBase(Board.parse("??"), program="{ dark(C) } :- covered(C). #show dark/1.")
    assert kb.count().total == 4


@pytest.mark.usefixtures("at_once")
def test_programs_only_narrow() -> None:
    """A program's own clues and totals hold beside those of the board, never instead of them."""
    board = Board.parse("mines: 1..2\n\n?1??")
    assert KnowledgeBase(board).count().total == 4
    assert KnowledgeBase(board, program="total(2).").count().total == 2
    assert KnowledgeBase(board, program="total(0,1).").count().total == 2
    with refused(InconsistentBoardError, core=(), uses_total=True, uses_program=True):
        KnowledgeBase(board, program="total(3).").consequences()
    with refused(InconsistentBoardError, core=((0, 1),), uses_total=False, uses_program=True):
        KnowledgeBase(board, program="clue((0,1),2).").consequences()
    with refused(InconsistentBoardError, core=(), uses_total=False, uses_program=True):
        KnowledgeBase(board, program="clue((0,3),8).").consequences()
    assert KnowledgeBase(board, program="\ufeffp.").count().total == 4
    assert KnowledgeBase(board, program='note("été"). % café').count().total == 4


@pytest.mark.usefixtures("at_once")
def test_the_boards_words_are_always_known() -> None:
    words = (
        ":- flagged(C). :- no_clue(C). :- total(N), N > 9. :- known_mine(C). :- total(N,M), N > M."
    )
    kb = KnowledgeBase(Board.parse("mines: 1\n\n?1?"), program=words)  # a warning is an error here
    assert kb.count().total == 2
    assert not kb.needs_total()


def test_a_diagnosis_starts_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """All boards that it asks about are grounded on trial by the same one."""
    started = []
    popen = subprocess.Popen

    def start(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(args)
        return popen(*args, **options)

    monkeypatch.setattr(subprocess, "Popen", start)
    board = Board.parse("mines: 3\n\n_2_?1\n????_\n_2???\n")
    found = KnowledgeBase(board, program=":- mine(C), mine(D), neighbour(C,D).").diagnose()
    assert {one.clues for one in found.correction_sets} == {(Cell(0, 1),), (Cell(0, 4),)}
    assert [one.further for one in found.conflicts] == [("the program",)]
    assert len(started) == 1


def test_a_clue_may_be_wrong_in_a_layout_that_obeys() -> None:
    kb = KnowledgeBase(Board.parse("liars: 1\n\n?2?\n?__\n"), program=":- mine((0,0)).")
    for mask in np.array([*product((False, True), repeat=3)]):
        grid = np.zeros((2, 3), dtype=np.bool_)
        grid[0, 0], grid[0, 2], grid[1, 0] = mask
        assert kb.allows(logicsweep.Layout(grid)) == (not mask[0])
