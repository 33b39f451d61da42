"""Layout rules on hexagons and graphs: what they say of neighbours, by all reasoners."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, LogicSweepError, State
from logicsweep.board import load_rules
from logicsweep.board.rules.catalogue import LAYOUT_RULES
from logicsweep.reason import REASONERS
from tests.conftest import seeds
from tests.judges import rules as judge
from tests.judges.features import neighbourhood
from tests.judges.fuzz import Neighbours
from tests.judges.near_rules import NEAR_RULES, parts, which_satisfy
from tests.judges.reasons import check_proofs
from tests.judges.worlds import Worlds

DENSITY = Fraction(1, 3)
SLOW = pytest.mark.slow
KINDS = ["hexagon", "graph"]
CASES = [
    (rule, kind) for rule, kind in product(NEAR_RULES, KINDS) if (rule, kind) != ("O", "graph")
]
APART = """
[[layout]]
name = "apart"
about = "no two mines are neighbours"
windows = [{ cells = "two neighbours", at_most = 1 }]

[[layout]]
name = "company"
about = "a mine has one or two mines around it"
windows = [{ cells = "neighbours", when = "mine", at_least = 1, at_most = 2 }]

[[layout]]
name = "crowd"
about = "a cell has at most three mines around it"
windows = [{ cells = "neighbours", at_most = 3 }]

[[layout]]
name = "trees"
about = "the mines form one tree"
regions = [{ joined = "neighbours", at_least = 1, at_most = 1, rings = false }]
"""


def _edges(cells: set[int], near: Neighbours) -> int:
    return sum(len(near[cell] & cells) for cell in cells) // 2


OWN: Final[dict[str, Callable[[set[int], Neighbours, int], bool]]] = {
    "apart": NEAR_RULES["U"],
    "company": lambda mines, near, _: all(1 <= len(near[mine] & mines) <= 2 for mine in mines),
    "crowd": lambda mines, near, _: all(len(beside & mines) <= 3 for beside in near),
    "trees": lambda mines, near, _: (
        len(parts(mines, near)) == 1 and _edges(mines, near) == len(mines) - 1
    ),
}


def drawn(rng: Random, kind: str, rule: str) -> tuple[Board, Neighbours]:
    """A board with clues of a layout that obeys a rule, and the neighbours of its cells."""
    shape = rng.choice([(3, 3), (3, 4)])
    near, adjacency = neighbourhood(kind, shape, rng)
    assert near is not None
    masks = judge.layouts(*shape)
    truth = rng.choice(masks[which_satisfy(rule, masks, near)])
    board = Board(np.full(shape, int(State.COVERED)), rules=rule, adjacency=adjacency)
    grid = board.grid.copy()
    for cell in board.cells:
        if rng.random() < 0.5:
            held = sum(int(truth[other]) for other in board.neighbours(cell))
            grid[cell] = State.KNOWN_MINE if truth[cell] else held
    total = int(truth.sum()) if rng.random() < 0.7 else None
    board = Board(
        grid,
        rules=rule,
        adjacency=adjacency,
        mines=total,
        density=DENSITY if total is None else None,
    )
    return board, near


@pytest.mark.few(5)
@pytest.mark.parametrize(("rule", "kind"), CASES)
@pytest.mark.parametrize("seed", seeds(range(40), fast=1))
def test_rules_are_about_neighbours(rule: str, kind: str, seed: int) -> None:
    board, near = drawn(Random(f"{rule} {kind} {seed}"), kind, rule)
    worlds = Worlds(board, near)
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        for cell in board.covered:
            assert kb.verdict(cell) is worlds.verdict(cell)
        assert kb.count().total == len(worlds.masks)
    counted = KnowledgeBase(board).count()
    by_models = KnowledgeBase(board).count(engine="models")
    for cell in board.covered:
        assert counted.probability(cell) == by_models.probability(cell) == worlds.chances[cell]
    check_proofs(board)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "own.toml"
    path.write_text(APART)
    return path


@pytest.mark.few(4)
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("kind", [*KINDS, "walls", "triangle"])
def test_rules_of_ones_own_about_neighbours(name: str, kind: str, own: Path) -> None:
    rng = Random(f"{name} {kind}")
    shape = (3, 4)
    if kind in KINDS:
        adjacency = neighbourhood(kind, shape, rng)[1]
    elif kind == "triangle":
        adjacency = Adjacency.triangle(*shape)
    else:
        adjacency = Adjacency.square(*shape).without([(0, 1), (5, 6), (4, 8)])
    assert adjacency is not None
    near = [{*adjacency.neighbours(number)} for number in range(adjacency.size)]
    board = Board(
        np.full(shape, int(State.COVERED)),
        rules=[load_rules(own)[name]],
        adjacency=adjacency,
        density=DENSITY,
    )
    masks = judge.layouts(*shape)
    expected = sum(OWN[name](set(np.flatnonzero(mask).tolist()), near, 4) for mask in masks)
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        assert kb.has_layout()
        assert kb.count().total == expected
    assert KnowledgeBase(board).count(engine="models").total == expected


@pytest.mark.parametrize("topology", ["hexagon", "triangle", "grid 3x2x2", "torus", None])
def test_every_layout_rule_has_a_meaning_or_is_refused(topology: str | None) -> None:
    by_name = {"hexagon": "U D 2F C O S 2G 2G'", "triangle": "C", "grid 3x2x2": "C"}
    of_lists = "U D 2F C S 2G 2G'"
    made = {"grid 3x2x2": (6, 2), None: (1, 6)}.get(topology, (6, 6))
    lines = "\n".join(["?" * made[1]] * made[0])
    near = "neighbours: 1 2; 0; 0; 4; 3 5; 4" if topology is None else f"topology: {topology}"
    taken = []
    for rule in LAYOUT_RULES:
        try:
            board = Board.parse(f"{near}\nrules: {rule.name}\n\n{lines}")
        except LogicSweepError as error:
            words = "a board of squares|neighbours share a side|a board with a rim"
            assert [said for said in words.split("|") if said in str(error)], error
        else:
            assert board.rules.layout == (rule,)
            taken.append(rule.name)
    if topology != "torus":
        assert taken == by_name.get(topology or "", of_lists).split()
    else:
        assert {rule.name for rule in LAYOUT_RULES} - {*taken} == {"O"}


def rows_apart(size: int) -> int:
    """In how many ways no two hexagons of a square are mines that touch, row by row."""
    rows = [row for row in range(2**size) if not row & row >> 1]
    ways = dict.fromkeys(rows, 1)
    for at in range(1, size):
        # An odd row lies half a cell to the right: a cell touches those above it and to its right.
        touched = {row: row | (row >> 1 if at % 2 else row << 1) for row in rows}
        ways = {
            row: sum(number for above, number in ways.items() if not touched[above] & row)
            for row in rows
        }
    return sum(ways.values())


def test_mines_apart_on_hexagons() -> None:
    for size in range(1, 9):
        rows = "\n".join(["?" * size] * size)
        board = Board.parse(f"topology: hexagon\nrules: U\ndensity: 1/3\n\n{rows}")
        assert KnowledgeBase(board).count().total == rows_apart(size)


def test_what_is_connected_by_neighbours_is_said_so() -> None:
    board = Board.parse("topology: hexagon\nmines: 5\nrules: C\n\n*2??\n????\n???*")
    explanation = KnowledgeBase(board).explain((1, 0), cut=True)
    assert explanation.cut is not None
    assert "all of them are connected, as neighbours" in explanation.text
