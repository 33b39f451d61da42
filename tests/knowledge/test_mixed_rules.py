"""Boards with several rules for clues: each clue follows one of them."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np

from logicsweep import (
    Board,
    BoardSyntaxError,
    Cell,
    Game,
    KnowledgeBase,
    Setting,
    State,
    load,
    save,
    svg,
)
from logicsweep.board import Clue, Rules, load_rules
from logicsweep.board.picture.signs import clue_sign
from logicsweep.reason import REASONERS
from tests.judges.refusals import refused

TEXT = """mines: 6
rules: V 1W 2E

?   ?   1+2@1W ?
?   ?   ?      ?
?   1   ?      ?
2@V ?   a@2E   ?"""


def test_a_mark_says_which_rule_a_clue_follows(tmp_path: Path) -> None:
    board = Board.parse(TEXT)
    assert str(board.rules) == "V 1W 2E"
    assert [str(rule.name) for rule in board.rules.every] == ["V", "1W", "2E"]
    assert board.sign((0, 2)) == "1+2"
    assert board.sign((3, 2)) == "a"
    assert board.grid[2, 1] == 1
    assert board.grid[3, 0] == 2
    ruled = board.placed_rules
    assert ruled is not None
    assert [ruled.mark(int(board.grid[cell])) for cell in board.clues] == ["@1W", "", "", "@2E"]
    assert str(board).splitlines()[3] == "?      ?      1+2@1W ?"
    assert Board.parse(str(board)) == board
    assert hash(Board.parse(str(board))) == hash(board)
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301  # what was written here
    for name in ("a.board", "a.json"):
        save(board, tmp_path / name)
        assert load(tmp_path / name) == board
    # In any order, and typed as a keyboard has it.
    assert Board.parse(TEXT.replace("1+2@1W", "2+1@1W")) == board
    roots = Board.parse("rules: V 2P\n\n? √2@2P ?\n? 2r2@2P =1")
    assert roots == Board.parse("rules: V 2P\n\n? r2@2P ?\n? 2√2@2P 1@V")
    assert "@1W" in svg(board)
    sign = clue_sign(ruled, int(board.grid[0, 2]))
    assert sign is not None
    assert sign.lines == ("1+2", "@1W")
    assert sign.words == "1+2, by the rule 1W: runs of 1 and 2 mines"


def test_a_clue_speaks_of_the_cells_of_its_rule() -> None:
    board = Board.parse("rules: V 1X\n\n0@1X ? ?\n? ? ?\n? ? 1")
    assert {board.cell(one) for one in board.scope((0, 0)).cells} == {
        Cell(0, 1),
        Cell(0, 2),
        Cell(1, 0),
        Cell(2, 0),
    }
    assert {board.cell(one) for one in board.scope((2, 2)).cells} == {*board.neighbours((2, 2))}
    assert Cell(1, 1) in board.frontier
    assert KnowledgeBase(board).consequences().safe == {
        Cell(0, 1),
        Cell(0, 2),
        Cell(1, 0),
        Cell(2, 0),
    }


def test_cells_show_the_first_rule_when_they_are_opened() -> None:
    """So they do in games, in distributions and in what may be told; `tell` takes any rule."""
    board = Board.parse("rules: 1M 1W\nmines: 2\n\n???\n???")
    kb = KnowledgeBase(board)
    shown = kb.clue_distribution((0, 0))
    alone = KnowledgeBase(Board.parse("rules: 1M\nmines: 2\n\n???\n???"))
    assert shown == alone.clue_distribution((0, 0))
    ruled = board.placed_rules
    assert ruled is not None
    kb.tell((0, 0), ruled.codes["2@1W"])
    assert kb.board.sign((0, 0)) == "2"
    assert ruled.mark(int(kb.board.grid[0, 0])) == "@1W"
    assert kb.count().total == 2  # next to each other in the ring: to the right, or below
    assert kb.explain((0, 2)).text.startswith("(0,2) is safe: the 2 at (0,0), by the rule 1W,")
    game = Game(Setting(height=4, width=4, mines=3, rules=Rules.of("1X 1W")), seed=1)
    game.open((0, 0))
    placed = game.board.placed_rules
    assert placed is not None
    assert {placed.mark(int(game.board.grid[cell])) for cell in game.board.clues} == {""}


def test_uncertain_clues_are_of_the_first_rule() -> None:
    board = Board.parse("rules: V 1W\n\n>=2 ?\n2@1W ?\n? ?")
    assert board.clue((0, 0)) == Clue.at_least(2)
    most = board.replace({(0, 0): Clue(1, 5)})  # no cell has more neighbours
    assert most.clue((0, 0)) == Clue.at_least(1)
    assert Board.parse(str(most)) == most
    kb = KnowledgeBase(Board.parse("rules: V 1W\n\n? ?\n2@1W ?\n? ?"))
    kb.tell((0, 0), Clue(1, 5))
    assert kb.board == most
    with refused(ValueError):
        board.replace({(0, 0): Clue(6, 9)})
    assert KnowledgeBase(board).count().total == 1
    with refused(BoardSyntaxError, line=3, column=1):
        Board.parse("rules: 1W V\n\n>=2 ?\n1@V ?")


def test_rules_are_joined_in_their_order_if_they_are_not_too_much() -> None:
    """What does not go together at all is in `tests/messages/knowledge.txt`."""
    with refused(ValueError):  # each rule by itself takes such a board
        Board(np.full((125, 3), -1), rules="1E 1K")
    assert Rules.of(["1M", *Rules.of("V 1W Q").every]) == Rules.of("1M V 1W Q")


def test_rules_of_ones_own_mix(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[clue]]\nname = "G"\nabout = "corners"\nregion = ["x.x", ".o.", "x.x"]\n')
    own = load_rules(path)
    text = "mines: 2\nrules: V G\n\n? 2@G ?\n? ? ?\n? 1 ?"
    board = Board.parse(text, rules=own)
    assert Board.parse(str(board), rules=own) == board
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        assert not kb.has_layout()
    board = Board.parse(text.replace("1 ?", "2 ?"), rules=own)
    assert [str(cell) for cell in KnowledgeBase(board).consequences().mines] == ["(1,0)", "(1,2)"]


def test_many_values_leave_out_the_number_of_uncertain_clues() -> None:
    """Under 2P there are more than 127 values on 6x6 cells, in front and behind."""
    for names in ("V 2P", "2P V", "1W 2P", "2P 1W"):
        board = Board(np.full((6, 6), int(State.COVERED)), rules=names)
        ruled = board.placed_rules
        assert ruled is not None
        assert ruled.values.highest > State.UNCERTAIN
        codes = list(ruled.values.codes)
        assert State.UNCERTAIN not in codes
        assert len({ruled.token(code) for code in codes}) == len(codes)
        for code in codes:
            assert ruled.codes[ruled.token(code)] == code
            part, own = ruled.of(code)
            assert ruled.code(part, own) == code
