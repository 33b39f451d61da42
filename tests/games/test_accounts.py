"""The accounts of agents: their details are held against the board, and against each other."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from itertools import product
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, State
from logicsweep.errors import InconsistentBoardError, UnknownNameError
from logicsweep.games import agent_of
from logicsweep.games.accounts import account
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.games.making import EVERY_AGENT
from tests.judges.refusals import refused

Rows = list[list[Fraction]]
NAMED = re.compile(r"\((\d+),(\d+)\)")
# The position of which system B logs the equations, their reduced form and what follows.
LOGGED = Board(
    np.array(
        [
            [0, 0, 0, 0],
            [1, 1, 1, 1],
            [State.KNOWN_MINE, 2, 3, State.KNOWN_MINE],
            [State.COVERED] * 4,
        ]
    ),
    mines=4,
)


def cells_in(text: str) -> list[Cell]:
    return [Cell(int(row), int(column)) for row, column in NAMED.findall(text)]


def drawn(seed: int) -> tuple[Board, set[Cell]]:
    """Draw a position with exact clues, and its mines."""
    random = Random(f"accounts {seed}")
    height, width = random.randint(3, 6), random.randint(3, 7)
    mask = np.array([[random.random() < 0.2 for _ in range(width)] for _ in range(height)])
    grid = np.full(mask.shape, int(State.COVERED))
    for row, column in product(range(height), range(width)):
        if not mask[row, column] and random.random() < 0.5:
            around = mask[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
            grid[row, column] = around.sum()
    board = Board(grid, mines=int(mask.sum()) if random.random() < 0.5 else None)
    return board, {Cell(*map(int, cell)) for cell in np.argwhere(mask)}


def near(board: Board, cell: Cell) -> set[Cell]:
    """The cells around a cell."""
    return {
        around
        for around in board.cells
        if 0 < max(abs(around.row - cell.row), abs(around.column - cell.column)) < 2
    }


def rank(rows: Rows) -> int:
    """The rank of a matrix, by elimination with fractions."""
    left = [list(row) for row in rows]
    done = 0
    for column in range(len(left[0]) if left else 0):
        pivot = next((row for row in left[done:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(done, pivot)
        for number, row in enumerate(left):
            if number != done and row[column]:
                times = row[column] / pivot[column]
                left[number] = [a - times * b for a, b in zip(row, pivot, strict=True)]
        done += 1
    return done


def matrices(
    details: tuple[str, ...],
) -> tuple[list[Cell], Rows, Rows]:
    """The columns, the equations and their reduced form, read from the details of `rref`."""
    columns = cells_in(details[0])
    tables: dict[str, Rows] = {"equations:": [], "reduced:": []}
    title = ""
    for line in details[1:]:
        if line in tables:
            title = line
        elif "|" in line:
            left, right = line.split("|")
            values = [*left.replace(".", "0").split(), right.split()[0]]
            tables[title].append([Fraction(value) for value in values])
    return columns, tables["equations:"], tables["reduced:"]


def test_the_position_that_b_logs() -> None:
    given = account(LOGGED, agent_of("rref", explains=True), Cell(3, 0))
    assert (given.move.cell, given.move.flags, given.move.is_proved) == ((3, 0), False, True)
    columns, equations, reduced = matrices(given.move.details)
    assert columns == [(3, 0), (3, 1), (3, 2), (3, 3)]
    # As in the log: the rows that (2,1) and (2,2) make; the mine count is not needed here.
    assert equations == [[1, 1, 1, 0, 1], [0, 1, 1, 1, 2]]
    assert reduced == [[1, 0, 0, -1, -1], [0, 1, 1, 1, 2]]
    assert given.move.details[-1].endswith("mines: (3,3); safe: (3,0)")


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_reduced_rows_say_what_the_equations_say(seed: int) -> None:
    board, mines = drawn(seed)
    agent = agent_of("rref", explains=True)
    assert isinstance(agent, DeducingAgent)
    view = View(board)
    agent.begin(view)
    for move in agent.certain(view):
        assert move.flags is (move.cell in mines)
        if "reduced equations" not in move.reason or "other cells" in move.details[0]:
            continue  # a column of several cells, whose number of mines no cell has
        columns, equations, reduced = matrices(move.details)
        truth = [Fraction(cell in mines) for cell in columns]
        for row in (*equations, *reduced):
            assert sum(a * b for a, b in zip(row[:-1], truth, strict=True)) == row[-1]
        assert rank(equations) == rank(reduced) == rank([*equations, *reduced])


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_sentences_follow_from_clues_and_from_each_other(seed: int) -> None:
    board, mines = drawn(seed)
    agent = agent_of("subset", explains=True)
    assert isinstance(agent, DeducingAgent)
    view = View(board)
    agent.begin(view)
    for move in agent.certain(view):
        said: dict[frozenset[Cell], int] = {}
        for line in move.details:
            sentence, origin = line.split(": ", 1)
            cells, count = frozenset(cells_in(sentence)), int(sentence.split(" = ")[1])
            assert count == len(cells & mines)
            if origin.startswith("the clue at"):
                (clue,) = cells_in(origin)
                assert cells <= near(board, clue)
            else:
                parents = [
                    frozenset(cells_in(parent)) for parent in re.findall(r"\{.*?\} = \d+", origin)
                ]
                assert all(parent in said for parent in parents)
                if origin.startswith("the difference of"):
                    larger, smaller = parents
                    assert smaller < larger
                    assert cells == larger - smaller
                    assert count == said[larger] - said[smaller]
                else:
                    (parent,) = parents
                    assert len(parent - cells) == 1
                    assert cells < parent
            said[cells] = count
        assert move.cell in cells


def test_a_long_way_says_that_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def way() -> list[str]:
        agent = agent_of("subset", explains=True)
        return list(account(Board.parse("????\n1211"), agent, Cell(0, 1)).move.details)

    whole = way()
    module = import_module(type(agent_of("subset")).__module__)
    monkeypatch.setattr(module, "_TOLD", len(whole))
    assert way() == whole
    monkeypatch.setattr(module, "_TOLD", 3)
    head, *rest = way()
    assert head == "more than 3 constraints lead to it; 3 of them:"
    assert len(rest) == 3
    assert set(rest) < set(whole)


@pytest.mark.parametrize("seed", seeds(range(100), fast=20))
def test_shares_are_those_of_all_models(seed: int) -> None:
    board, _ = drawn(seed)
    if not board.covered:
        return
    given = account(board, agent_of("enumerate", explains=True))
    if not given.move.reason.startswith("lowest share"):
        return
    head, *lines = given.move.details
    shares = {cells_in(line)[0]: int(line.split(" in ")[1].split()[0]) for line in lines}
    cells = sorted(shares)
    equations = [line.split(":")[0].split(" = ") for line in given.knowledge]
    tied = [
        (cells_in(left), int(right)) for left, right in equations if shares.keys() & cells_in(left)
    ]
    models = [
        model
        for values in product((0, 1), repeat=len(cells))
        for model in [dict(zip(cells, values, strict=True))]
        if all(sum(model[cell] for cell in left) == right for left, right in tied)
    ]
    assert head.startswith(f"{len(models):,} model")
    assert shares == {cell: sum(model[cell] for model in models) for cell in cells}


@pytest.mark.parametrize("name", EVERY_AGENT)
def test_every_agent_gives_an_account(name: str) -> None:
    given = account(LOGGED, agent_of(name, seed=1, explains=True))
    assert given.is_decided
    assert LOGGED[given.move.cell] == State.COVERED
    assert given.move.reason


@pytest.mark.slow("scipy")
def test_bounds_of_the_linear_program_are_below_one() -> None:
    pytest.importorskip("scipy")
    given = account(LOGGED, agent_of("simplex", explains=True), Cell(3, 0))
    *rows, bound = given.move.details
    assert all(re.match(r"[\d/]+ times (the clue at|the mine count)", row) for row in rows)
    assert Fraction(bound.split("at most ")[1].split()[0]) < 1


def test_an_undecided_cell_gives_the_next_move() -> None:
    given = account(LOGGED, agent_of("single-point", explains=True), Cell(3, 0))
    assert not given.is_decided
    assert not given.move.is_proved
    assert given.knowledge == [
        "mines: (2,0), (2,3)",
        "(3,0) + (3,1) + (3,2) = 1: the clue at (2,1), less 1 known mine",
        "(3,1) + (3,2) + (3,3) = 2: the clue at (2,2), less 1 known mine",
    ]


def test_refused_questions() -> None:
    agent = agent_of("rref")
    with refused(UnknownNameError, kind="agent for boards with rules", name="rref"):
        account(Board.parse("rules: 1M\n\n??\n1?"), agent)
    # The agent would take the 3 for solved, as it has no more covered cells than mines.
    with pytest.raises(InconsistentBoardError) as caught:
        account(Board.parse("?1\n?3"), agent)
    assert caught.value.core == ((1, 1),)
