"""Constraints as text: there and back, against their definitions, and what is no constraint."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import groupby, product
from random import Random

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    BoardSyntaxError,
    KnowledgeBase,
    load,
    read_board,
    write_board,
)
from logicsweep.constraints import Cardinality, Joined, Regional, Regions, Relation, Source
from tests.conftest import ROOT, Run, seeds
from tests.judges.relations import some_constraint

OWN = Source.named("own")
COVERED = "???\n???\n???"
PUZZLES = sorted((ROOT / "examples" / "puzzles").glob("*.board"))


def some_board(seed: int) -> Board:
    """A board with constraints of any kind."""
    rng = Random(seed)
    height, width = rng.choice([(3, 3), (2, 5), (4, 2), (1, 6)])
    size = height * width
    constraints = [some_constraint(rng, range(size), f"c{n}: {n}").constraint for n in range(3)]
    cells = rng.sample(range(size), rng.randint(2, size))
    counts = dict.fromkeys(rng.sample(range(len(cells) + 1), 2), 1)
    counts[min(counts)] = rng.randint(1, 5)
    own = [
        Relation.weighted_sum(cells, [rng.randint(-2, 2) for _ in cells], range(-1, 3), "a sum"),
        Relation.weighted_sum(cells, [1] * len(cells), counts, "likelihoods"),
        Relation.runs(cells, [1] * (len(cells) // 2), "runs"),
        Regional.of(
            {cell: [] for cell in cells} | {cells[0]: [cells[1]]},
            Regions(Joined.CORNERS, most=1, reach_rim=True),
            "links of its own",
            rim=cells[:1],
        ),
    ]
    return Board(np.full((height, width), -1), constraints=[*constraints, *own])


@pytest.mark.parametrize("seed", seeds(range(2000), fast=60))
def test_a_board_is_read_as_it_was_written(seed: int) -> None:
    board = some_board(seed)
    assert Board.parse(str(board)) == board, board
    for name in ("board", "json"):
        assert read_board(write_board(board, name), name=name) == board
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301
    assert hash(Board.parse(str(board))) == hash(board)


@pytest.mark.parametrize(
    ("said", "constraint"),
    [
        ("own: 1..2 of 0 2", Cardinality((0, 2), 1, 2, OWN)),
        ("own: 2 of row 1 (0,0)", Cardinality((0, 3, 4, 5), 2, 2, OWN)),
        ("own: 0,2 of column 0", Cardinality((0, 3, 6), 0, 2, OWN, (1, 0, 1))),
        ("own: 0..1(1/2,1/4) of (0,0)..(1,1)", Cardinality((0, 1, 3, 4), 0, 1, OWN, (2, 1))),
        ("own: sum 1 -2 = 0 of 1 0", Relation.weighted_sum([1, 0], [1, -2], [0], OWN)),
        (
            "own: sum 1 2 = 0,2(1,3) of 1 0",
            Relation.weighted_sum([1, 0], [1, 2], {0: 1, 2: 3}, OWN),
        ),
        (
            '"own": pattern *. .*(1/2) of 0 1',
            Relation.pattern([0, 1], {(True, False): 1, (False, True): Fraction(1, 2)}, OWN),
        ),
        ("own: runs 1 1 of row 0", Relation.runs([0, 1, 2], [1, 1], OWN)),
        ("own: runs 0 of row 0", Relation.runs([0, 1, 2], [], OWN)),
        (
            'own: regions of = "safe cells", at_most = 1 of all',
            Regional.of(
                dict(enumerate(Adjacency.four(3, 3).lists)),
                Regions(Joined.SIDES, mines=False, most=1),
                OWN,
            ),
        ),
        (
            'own: regions by = "neighbours", at_most = 1 of all',
            Regional.of(
                dict(enumerate(Board.parse(COVERED).adjacency.lists)),
                Regions(Joined.SIDES, most=1),
                OWN,
            ),
        ),
    ],
)
def test_what_is_said(said: str, constraint: object) -> None:
    (made,) = Board.parse(f"constraint: {said}\n\n{COVERED}").constraints
    assert made == constraint


@pytest.mark.parametrize("size", [1, 3, 6, 7])
def test_runs_are_those_of_every_row(size: int) -> None:
    rows = list(product([False, True], repeat=size))
    lengths = {row: tuple(len([*run]) for mine, run in groupby(row) if mine) for row in rows}
    for wanted in {*lengths.values()}:
        relation = Relation.runs(range(size), wanted, "runs")
        for row, own in lengths.items():
            mines = frozenset(cell for cell in range(size) if row[cell])
            assert relation.weight(mines) == (own == wanted)


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_a_puzzle_has_one_layout(path: object) -> None:
    board = load(path)  # type: ignore[arg-type]
    kb = KnowledgeBase(board)
    assert kb.count().total == 1
    fewer = board.altered(constraints=board.constraints[1:])
    assert KnowledgeBase(fewer).has_layout()


def test_there_are_puzzles() -> None:
    assert len(PUZZLES) == 5


def test_a_file_of_constraints(logicsweep: Run, tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "own.txt"
    file.write_text("# Two lines.\n\n  constraint: a: 0 of (0,0) \nb: 1 of (0,1) (1,1)\n")
    board = "mines: 3\n\n?2?\n???\n??1\n"
    done = logicsweep("show", "--json", "--constraints", str(file), "-", stdin=board)
    said = logicsweep("show", "--liars", "1", "--constraints", str(file), "-", stdin=board)
    assert said.stdout.endswith("2 clues; up to 1 wrong clue; 2 constraints.\n")
    assert '"constraints": ["a: 0 of (0,0)", "b: 1 of (0,1) (1,1)"]' in done.stdout
    file.write_text("#\n# A comment is a # and a blank; this is a name:\n#1: 0 of (0,0)\n")
    said = logicsweep("show", "--json", "--constraints", str(file), "-", stdin=board).stdout
    assert '"constraints": ["#1: 0 of (0,0)"]' in said
    file.write_text("a: 0 of (0,0)\nb: 4 of (0,2) (2,0)\n")
    done = logicsweep("solve", "--constraints", str(file), "-", stdin=board)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{file}:2:4: 4 mines in 2 cells cannot be" in done.stderr
    file.write_text("a: 0 of (0,0)\nb: 1 of (0,0)\n")
    done = logicsweep("solve", "--constraints", str(file), "-", stdin=board)
    assert (done.returncode, done.stdout) == (1, "")
    assert "a and b cannot both be right" in done.stderr
    done = logicsweep("solve", "--constraints", "-", "-", stdin=board)
    assert "--constraints is -; expected a file" in done.stderr


def test_liars_of_a_board_and_an_option(logicsweep: Run) -> None:
    board = "mines: 3\nliars: 1\n\n?2?\n???\n??1\n"
    allowing = logicsweep("count", "-", stdin=board).stdout
    option = logicsweep("count", "--liars", "1", "-", stdin=board.replace("liars: 1\n", ""))
    assert allowing == option.stdout
    right = logicsweep("count", "--liars", "0", "-", stdin=board).stdout
    assert (
        right == logicsweep("count", "-", stdin=board.replace("liars: 1\n", "")).stdout != allowing
    )
    done = logicsweep("count", "--liars", "3", "-", stdin=board)
    assert "--liars is 3; expected 0 to 2, the number of clues on the board" in done.stderr
    for value, text in (("many", "expected a number such as 2"), ("10", "expected 0 to 9")):
        with pytest.raises(BoardSyntaxError, match=text) as caught:
            Board.parse(board.replace("liars: 1", f"liars: {value}"))
        assert (caught.value.line, caught.value.column) == (2, 8)
