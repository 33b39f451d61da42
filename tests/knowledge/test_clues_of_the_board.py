"""Clues that speak of the whole board: the nearest mines, and the regions beside a cell."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State, encode
from logicsweep.board import Adjacency, load_rules
from logicsweep.board.rules.aggregate import AREA, PRODUCT
from logicsweep.board.rules.clue_rule import ClueRule, root_of
from logicsweep.board.rules.region import NEIGHBOURS
from logicsweep.errors import BoardSyntaxError, RuleFileError
from logicsweep.reason import REASONERS
from tests.judges import rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import which_may_show

DENSITY = Fraction(1, 3)


@pytest.mark.parametrize("name", ["2P", "2A"])
def test_everything_at_once_shows_what_the_definition_shows(name: str) -> None:
    masks = judge.layouts(3, 3)
    for cell in ((0, 0), (1, 2)):
        values = {judge.shows(name, mask, cell) for mask in masks if not mask[cell]}
        for value in values:
            found = which_may_show(name, masks, cell, value)
            assert found.tolist() == [
                not mask[cell] and judge.shows(name, mask, cell) == value for mask in masks
            ]


def test_roots_are_in_their_simplest_form() -> None:
    assert [root_of(square) for square in (0, 1, 2, 4, 8, 12, 18, 50, 52, 100, 720)] == [
        *("0", "1", "√2", "2", "2√2", "2√3", "3√2", "5√2", "2√13", "10", "12√5")
    ]
    roots = {square: root_of(square) for square in range(3000)}
    assert len(set(roots.values())) == len(roots)
    for square, root in roots.items():
        outside, _, inside = root.partition("√")
        assert int(outside or 1) ** 2 * int(inside or 1) == square
        assert all(int(inside or 1) % factor**2 for factor in range(2, 60))


def test_roots_are_read_with_a_letter_as_well() -> None:
    text = "rules: 2P\nmines: 4\n\n? 3√2 ? ?\n√5 ? ? ?\n? ? 2 ?\n"
    board = Board.parse(text)
    assert Board.parse(text.replace("√", "r")) == board
    assert board.sign((0, 1)) == "3√2"
    assert "3√2" in str(board)
    with refused(BoardSyntaxError, line=4, column=3):
        Board.parse(text.replace("3√2", "2√7"))


@pytest.mark.parametrize("name", ["2P", "2A"])
@pytest.mark.parametrize("make", [Adjacency.torus, Adjacency.cylinder])
def test_sides_that_are_joined_are_refused(name: str, make: Any) -> None:
    grid = np.full((5, 5), int(State.COVERED))
    with refused(ValueError):
        Board(grid, rules=name, adjacency=make(5, 5))


@pytest.mark.parametrize("aggregate", [AREA, PRODUCT])
def test_such_a_clue_needs_the_whole_board(aggregate: Any) -> None:
    with refused(ValueError):
        ClueRule("G", "something", NEIGHBOURS, aggregate=aggregate)


def test_no_such_clue_is_uncertain() -> None:
    for name in ("2P", "2A"):
        with refused(BoardSyntaxError, line=4, column=1):
            Board.parse(f"rules: {name}\nmines: 2\n\n>=2 ? ?\n? ? ?\n")


def test_a_rule_file_may_have_them(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    lines = ["[[clue]]", 'name = "G"', 'about = "an area"', 'region = "board"']
    file.write_text("\n".join([*lines, 'aggregate = "area"', ""]))
    board = Board.parse("rules: G\ndensity: 1/3\n\n3 ? ?\n? ? ?\n", rules=load_rules(file))
    same = Board.parse("rules: 2A\ndensity: 1/3\n\n3 ? ?\n? ? ?\n")
    assert KnowledgeBase(board).count().total == KnowledgeBase(same).count().total
    text = encode(board, "facts").to_text()
    assert "shows((0,0),3)." in text
    file.write_text("\n".join([*lines, 'aggregate = "sum"', ""]))
    with pytest.raises(RuleFileError, match="does not go together: the sum cannot be that in"):
        load_rules(file)


@pytest.mark.few(6)
@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("rules", ["2A", "2A C", "2A T", "2P", "2P Q", "2P 2G'"])
def test_a_larger_board(rules: str, reasoner: Any) -> None:
    """5x5, with the clues of a layout; all others were tried for smaller boards."""
    truth = np.zeros((5, 5), dtype=np.bool_)
    truth[[0, 0, 0, 1, 3, 3, 4], [1, 2, 3, 2, 2, 3, 3]] = True
    if rules == "2A T":
        truth[0, 2] = False
    if rules == "2P Q":
        truth[[1, 3, 1, 3, 3], [1, 1, 3, 3, 4]] = True
    if rules == "2P 2G'":
        truth[1, 2] = False
    if rules == "2A C":
        truth[2, 2] = True
    for name in rules.split()[1:]:
        assert judge.satisfies(name, truth)
    clue = rules.split(maxsplit=1)[0]
    board = Board(np.full((5, 5), int(State.COVERED)), rules=rules, mines=int(truth.sum()))
    ruled = board.placed_rules
    assert ruled is not None
    shown = {
        cell: ruled.values.code(judge.shows(clue, truth, tuple(cell)))
        for cell in board.cells
        if not truth[cell] and sum(cell) % 3
    }
    board = board.replace({cell: code for cell, code in shown.items() if code is not None})
    kb = KnowledgeBase(board, reasoner=reasoner)
    found = kb.layouts()
    assert len(found) == kb.count().total == kb.count(engine="models").total
    assert any((layout == truth).all() for layout in found)
    for layout in found:
        assert layout.sum() == truth.sum()
        for cell, code in shown.items():
            assert not layout[cell]
            assert ruled.values.code(judge.shows(clue, layout, tuple(cell))) == code
        assert all(judge.satisfies(name, layout) for name in rules.split()[1:])
    proved = kb.consequences()
    covered = [cell for cell in board.cells if board.is_covered(cell)]
    assert {cell for cell in covered if not found[:, cell[0], cell[1]].any()} == proved.safe
    assert {cell for cell in covered if found[:, cell[0], cell[1]].all()} == proved.mines
