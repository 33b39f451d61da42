"""What the page is answered about boards with rules, held against the library's own answers."""

from __future__ import annotations

import json
from base64 import b64decode
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Board,
    Cell,
    InconsistentBoardError,
    KnowledgeBase,
    Verdict,
    read_board,
    svg,
)
from logicsweep.board.rules.catalogue import RULE_NAMES, rule_of
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.site import Desk
from tests.conftest import some
from tests.site.asking import EVERYTHING, asked, formats_of, request

BOARDS = {
    "1M": "mines: 4\nrules: 1M\n\n????\n?3??\n??2?\n????\n",
    "1W Q": "mines: 6\nrules: 1W Q\n\n? ? 1+2 ?\n? ? ? ?\n? ? ? ?\n2 ? ? ?\n",
    "2X": "mines: 4\nrules: 2X\n\n? ? ? ?\n? 1/2 ? ?\n? ? 0/2 ?\n? ? ? ?\n",
    "1E'": "mines: 4\nrules: 1E'\n\n? ? ? ?\n? -1 ? ?\n? ? 2 ?\n? ? ? ?\n",
    "1X on a torus": "mines: 4\ntopology: torus\nrules: 1X\n\n?????\n?2???\n??1??\n?????\n?????\n",
    "T": "mines: 4\nrules: T\n\n????\n?2??\n??1?\n????\n",
    "C": "mines: 5\nrules: C\n\n*3??\n??_?\n??_*\n",
    "2A": "mines: 6\nrules: 2A\n\n????\n????\n12??\n???4\n",
    "2P": "mines: 4\nrules: 2P\n\n? √2 ? ?\n? ? ? ?\n? ? 2 ?\n? ? ? ?\n",
    "2E": "mines: 6\nrules: 2E\n\n?cbb\n????\n??aa\n?a??\n",
    "2L": "mines: 4\nrules: 2L\n\n?1??\n2???\n??1?\n????\n",
}
WRONG = Board.parse("mines: 6\nrules: 1W Q\n\n8 ? 1+2 ?\n? ? ? ?\n? ? ? ?\n2 ? ? ?\n")


def pairs(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in ("2A", "2E", "2L")))
        for name in BOARDS
    ],
)
def test_everything_at_once(name: str, desk: Desk) -> None:
    board = Board.parse(BOARDS[name])
    messages = asked(desk, request("analyse", board, wants=EVERYTHING))
    assert formats_of(messages) == ["solve", "solve", "best", "hint"]
    kb = KnowledgeBase(board)
    proved, count = kb.consequences(), kb.count()
    for message in messages[:2]:
        assert message["safe"] == pairs(proved.safe)
        assert message["mines"] == pairs(proved.mines)
    counted, chosen, rated = messages[1:]
    if proved.safe:
        assert chosen["cells"] == pairs(proved.safe)
    else:
        risks = [count.probability(Cell.of(cell)) for cell in chosen["cells"]]
        assert Fraction(chosen["risk"]) == min(risks)
    assert int(counted["models"]) == count.total
    found = np.array(counted["probabilities"], dtype=float)
    assert np.array_equal(found, count.probabilities(), equal_nan=True)
    assert rated["level"] == kb.difficulty().level
    assert (counted["key"] is None) == (count.key is None)
    if count.key is not None:
        chances = [[Fraction(one) for one in row] for row in counted["key"]["chances"]]
        assert chances == [[*row] for row in count.key.chances]


@pytest.mark.parametrize(
    "name",
    some(
        [pytest.param(name, marks=[pytest.mark.slow] * (name == "2P")) for name in BOARDS], every=2
    ),
)
def test_why_and_what_a_cell_may_show(name: str, desk: Desk) -> None:
    board = Board.parse(BOARDS[name])
    kb = KnowledgeBase(board)
    for cell in board.covered[:3]:
        (why,) = asked(desk, request("explain", board, cell=list(cell), steps=True))
        if kb.verdict(cell) is Verdict.UNDETERMINED:
            assert why["text"] == kb.counterexample(cell).text
        else:
            reason = kb.explain(cell, steps=True)
            assert why["text"] == reason.text
            assert why["cells"] == pairs(reason.cells)
            assert len(why["further"]) == len(reason.constraints)
        (seen,) = asked(desk, request("look", board, cell=list(cell)))
        distribution = kb.clue_distribution(cell)
        assert Fraction(seen["probability"]) == distribution.mine
        assert tuple(map(Fraction, seen["clues"])) == distribution.clues


@pytest.mark.parametrize("name", BOARDS)
def test_what_clues_can_show_and_speak_of(name: str, desk: Desk) -> None:
    board = Board.parse(BOARDS[name])
    (message,) = asked(desk, request("shape", board))
    ruled = board.placed_rules
    assert ruled is not None
    assert all(f"{rule.name}: " in message["rules"] for rule in board.rules.every)
    assert message["neighbours"] == [list(near) for near in board.adjacency.lists]
    scopes = message["scopes"] or message["neighbours"]
    assert scopes == [sorted(board.scope(cell).cells) for cell in board.cells]
    if board.rules.clue.is_plain:
        assert message["clues"] is None
        return
    tokens = [clue["token"] for clue in message["clues"]]
    for code, token in enumerate(tokens):
        # What the page paints is what the board then shows.
        grid = np.full(board.shape, -1)
        grid[1, 1] = code
        painted = board.with_grid(grid)
        (text,) = asked(desk, request("write", painted, to="board"))
        assert token in b64decode(text["data"]).decode()
        assert ruled.codes[token] == code
    assert len(tokens) == ruled.values.highest + 1


def test_an_ordinary_board_has_no_rules(desk: Desk) -> None:
    (message,) = asked(desk, request("shape", Board(np.full((3, 4), -1))))
    assert (message["rules"], message["scopes"], message["clues"]) == ("", None, None)


def test_a_contradiction_is_diagnosed(desk: Desk) -> None:
    messages = asked(desk, request("analyse", WRONG, wants=EVERYTHING))
    assert formats_of(messages) == ["solve!", "diagnose!"]
    inconsistent, diagnosed = messages
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(WRONG).consequences()
    assert "8 at (0,0)" in inconsistent["error"]
    expected = KnowledgeBase(WRONG).diagnose()
    sets = [one["clues"] for one in diagnosed["correction_sets"]]
    assert sets == [pairs(one.clues) for one in expected.correction_sets]


def test_a_contradiction_with_a_key_is_diagnosed(desk: Desk) -> None:
    board = Board.parse("mines: 3\nrules: 2E\n\n??a\n?a?\n???\n")
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(board).consequences()
    messages = asked(desk, request("analyse", board, wants=EVERYTHING))
    assert formats_of(messages) == ["solve!", "diagnose!"]
    expected = KnowledgeBase(board).diagnose()
    sets = [one["clues"] for one in messages[1]["correction_sets"]]
    assert sets == [pairs(one.clues) for one in expected.correction_sets]


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_read_and_written(name: str, desk: Desk) -> None:
    board = Board.parse(BOARDS[name])
    (text,) = asked(desk, request("write", board, to="board"))
    (found,) = asked(desk, request("read", data=text["data"]))
    assert read_board(b64decode(text["data"])) == board
    assert found["board"]["rules"] == str(board.rules)
    (picture,) = asked(desk, request("write", board, to="svg"))
    kb = KnowledgeBase(board)
    kb.consequences()
    assert b64decode(picture["data"]).decode() == svg(kb)


def test_the_greeting_lists_the_rules(desk: Desk) -> None:
    (greeting,) = asked(desk, request("greet"))
    assert [one["name"] for one in greeting["rules"]] == list(RULE_NAMES)
    for one in greeting["rules"]:
        rule = rule_of(one["name"])
        assert one["about"] == rule.about
        assert (one["kind"] == "clues") == isinstance(rule, ClueRule)


@pytest.mark.parametrize(
    ("rules", "said"),
    [("2E 2L", "hide a key each"), ("Z", "unknown rule 'Z'"), ("MW", "does not go together")],
)
def test_rules_that_there_are_not_are_refused_in_words(desk: Desk, rules: str, said: str) -> None:
    board = {"format": "logicsweep-board/1", "rows": ["??", "??"], "rules": rules}
    for ask in ("shape", "analyse"):
        (message,) = asked(desk, json.dumps({"ask": ask, "board": board}).encode())
        assert said in message["error"]
