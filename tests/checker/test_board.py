"""The checker's reader of native text, held against the package's, which shares nothing with it.

Each text is read by both; the neighbours have to be the same, and each layout has to agree with
both boards or with neither.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Layout, LogicSweepError
from logicsweep.checker.board import read_board
from logicsweep.checker.faults import CheckError
from tests.judges import claims

# A row each: the header, then the rows, all behind "|".
TEXTS = """
|? 1 ?|? >=2 ?|? ? _
|? ? <=1|? >=2 _|? 1..2 *
|? 0..3(0,1,1/2,0.0) ?|? ? ?
|? 1:optimistic|* 2:cautious|? ?
|? 1:noisy(1/5) ?|2:liar ? *
|? 1:noisy(0) ?|? ? ?
|? 3:noisy(1) ?|? ? ?
|? 1:optimistic[0,2]|2:cautious[1,3] ?|? ?
|? 1:random-reveal(1/2) ?|? ? ?
clues: noisy(1/10)|?1?|2?*
clues: noisy(1/10)|? 1[0,2] ?|? ? ?
clues: noisy(1)|? ? ?|? 2[1,3] ?
topology: knight|? _ 1:noisy(1)[0,3]|? ? ?
clues: cautious|? =2 ?|1 ? ?
clues: cautious|? 1:exact ?|2 ? ?
clues: optimistic|?3?|??_
mines: 2..4|F?2|1?*
mines: 3|topology: four|?2?|???
topology: hexagon|?2?|?4?|1??
topology: triangle|?2?|3??|1??
topology: knight|?1?|??1|?1?
topology: torus|?2?|?2?|???
topology: cylinder|?2?|?3?|???
topology: grid 2x2x2|?4|??|??|??
topology: grid 3x1x3 wrap 1|? =2 ?|? =2 ?|? ? ?
topology: grid 3x1x3 wrap 3|?2?|?4?|???
topology: grid 3x1x3 wrap 1,3|?2?|?2?|???
topology: grid 3x3 wrap|?2?|???|???
neighbours: 1 2; 0; 0|?1?
neighbours: 1 3; 0 2; 1|neighbours: 0 4; 3; |2??|?1?
walls: (0,0)-(0,1) (1,1)-(0,1)|?1?|???
rules: 1W Q|? 1+1 ?|? ? ?
rules: V 1M|? 2@1M ?|2 ? ?
rules: 1M V|? >=2 ?|1@V ? ?
rules: 1N|? <=1 ?|? ? ?
rules: 1K|? ? ?|>=1 ? ?|? ? ?
rules: 1E|? 3 ?|? ? >=2
rules: 1E'|? -2 ?|? ? ?
rules: 2A|? 2 ?|? ? ?
rules: 2P|? ? ?|? √2 ?|? ? ?
rules: 2P|? ? ?|? 2 ?|? ? ?
rules: LM|? 2 ?|? ? ?
rules: 2X|? 2/0 ?|? ? ?
rules: C|?3?|???
constraint: a: 2 of all|???|???
constraint: a: 1..2 of column 1 (0,0)|???|???
constraint: "b: c": 1,3 of (0,0)..(1,1)|???|???
constraint: a: 0..2(1,0,1/2) of 0 1 5|???|???
constraint: a: sum 2 -1 3 = 2..4 of row 1|???|???
constraint: a: sum 2 -1 = 1(1/2) of 0 1|???
constraint: a: pattern *.. .*.(1/3) ***(0) of row 0|???|???
constraint: a: runs 1 2 of row 0|????
constraint: a: runs 0 of row 0|??_
constraint: a: diagram n1 2/w0/w1 0/n0/w2 of all|???
constraint: a: 1 of row 0|constraint: b: 1 of row 1|???|?2?
# a comment|constraint: a: 1 of row 0|? ? ?|1 ? ?
"""
# What both refuse.
WRONG = """
|?1?|??
|? 3..1 ?
|? 1..2(1) ?
|? 1..2(0,0) ?
|? 1:optimistic[2,999999999] ?
|? 1[0,2] ?
clues: noisy(1/10)|? 12 ?
mines: 3..1|?1?
mines: 3|mines: 3|?1?
topology: heptagon|?1?
topology: grid 2x2|?1?
topology: torus|?1?|???
topology: grid 3x3 wrap 3|???|?1?|???
neighbours: 1; 0|?1?
neighbours: 1; 2; 1|?1?
topology: four|neighbours: 1; 0; |?1?
walls: (0,0)-(0,2)|?1?
walls: (0,0)-(0,1)-(0,2)|?1?
rules: 2E 2L|? a ?|???|???
rules: 1W 1W|?1?
rules: 1W|? 1/1 ?
rules: 1L|? >=1 ?
rules: V 1M|? 1@1W ?
constraint: a: 2 of (0,0) (0,0)|???
constraint: a: 2 of (0,3)|???
constraint: a: 1..2(1) of all|???
constraint: a: sum 1 1 = 1 of all|???
constraint: a: pattern ** of all|???
constraint: a: diagram n0 0/n0/w1 of all|???
constraint: a: diagram n1 0/w0/w1 of all|???
constraint: 2 of all|???
unknown: 3|???
mines: 3|???||???
"""


def lines_of(text: str) -> list[str]:
    """The lines of a board that stand in one."""
    parts = text.split("|")
    header = [part for part in parts if ": " in part or part.startswith("#")]
    return [*header, "", *parts[len(header or [""]) :]] if header else parts[1:]


@pytest.mark.parametrize("text", TEXTS.split("\n")[1:-1])
def test_a_text_says_the_same_to_both_readers(text: str) -> None:
    lines = lines_of(text)
    read, board = read_board(lines), Board.parse("\n".join(lines))
    around = [sorted(map(board.number, board.neighbours(cell))) for cell in board]
    assert [[*near] for near in read.near] == around
    covered = [number for number, sign in enumerate(read.cells) if sign == "?"]
    assert covered == sorted(map(board.number, board.covered))
    demands = [demand for made in claims.demands(read).values() for demand in made]
    kb, allowed = KnowledgeBase(board), set()
    for tried in product((False, True), repeat=len(covered)):
        mask = np.array([sign == "*" for sign in read.cells])
        mask[covered] = tried
        values = dict(enumerate(mask.tolist(), start=1))
        is_allowed = all(demand.holds(values) for demand in demands)
        assert is_allowed is kb.allows(Layout(mask.reshape(board.shape))), mask
        allowed.add(is_allowed)
    assert allowed == {False, True}  # so that the text says something


@pytest.mark.parametrize("text", WRONG.split("\n")[1:-1])
def test_what_no_board_says_is_refused_by_both(text: str) -> None:
    lines = lines_of(text)
    with pytest.raises(LogicSweepError):
        Board.parse("\n".join(lines))
    with pytest.raises(CheckError, match="expected") as caught:
        read_board(lines)
    assert caught.value.line
