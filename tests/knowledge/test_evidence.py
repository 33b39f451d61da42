"""What is told of a board, and the boards that are made of it."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, State
from logicsweep.board import Clue, Consequences
from logicsweep.errors import ArgumentTypeError
from logicsweep.knowledge.evidence import Evidence
from tests.judges.refusals import refused

START = Board.parse("mines: 2\n\n???\n???\n???\n")
TOLD = {(0, 0): 1, (2, 2): Clue(0, 2), (0, 2): State.NO_CLUE, (2, 0): State.KNOWN_MINE}


def test_a_board_is_made_of_what_was_told() -> None:
    evidence = Evidence(START)
    assert evidence.board is START
    boards, expected = [], START
    for cell, clue in TOLD.items():
        boards.append((evidence.snapshot(), expected))
        evidence.add({START.number(cell): clue})
        expected = expected.replace({cell: clue})
        assert evidence.board == expected
    assert evidence.board is evidence.board
    assert [make() for make, _ in boards] == [board for _, board in boards]


def test_a_copy_of_evidence_goes_its_own_way() -> None:
    evidence = Evidence(START)
    evidence.add({0: 1})
    other = evidence.copy()
    other.add({4: 2})
    assert evidence.board == START.replace({(0, 0): 1})
    assert other.board == START.replace({(0, 0): 1, (1, 1): 2})


def loaded(one: Consequences) -> Consequences:
    return pickle.loads(pickle.dumps(one))  # noqa: S301


@pytest.mark.parametrize("copied", [copy, deepcopy, loaded])
def test_consequences_keep_the_board_of_their_moment(
    copied: Callable[[Consequences], Consequences],
) -> None:
    kb = KnowledgeBase(START)
    kept = [(copied(kb.consequences()), kb.board)]
    for cell, clue in TOLD.items():
        new = kb.tell(cell, clue)
        kept += [(copied(new), kb.board), (copied(kb.proved_so_far()), kb.board)]
    assert [found.board for found, _ in kept] == [board for _, board in kept]
    assert all(found == copied(found) for found, _ in kept)
    assert kb.board.clue((0, 0)) == 1


def test_what_contradicts_the_board_is_not_told() -> None:
    kb = KnowledgeBase(START)
    kb.tell((1, 1), 2)
    before = kb.board
    with pytest.raises(InconsistentBoardError):
        kb.tell_all({(0, 0): 0, (0, 2): 0, (2, 0): 0, (2, 2): 0})
    assert kb.board == before
    assert kb.consequences().board == before


def test_consequences_of_cell_numbers() -> None:
    found = Consequences(START, mines=np.array([4, 1]), safe=[])
    assert found.board is START
    assert found.mines == {Cell(0, 1), Cell(1, 1)}
    assert found == Consequences(START.replace({(2, 2): 1}), mines=[1, 4], safe=[])
    assert repr(found) == "<Consequences: 0 safe, 2 mines>"
    with refused(ArgumentTypeError, argument="board"):
        Consequences((3, 3), mines=[], safe=[])
