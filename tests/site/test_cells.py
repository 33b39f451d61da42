"""What the page is told of a single cell, held against the library's own answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout, Verdict
from logicsweep.site import Desk
from tests.conftest import some
from tests.site.asking import EVERYTHING, EXAMPLES, asked, formats_of, request


@pytest.mark.parametrize(
    "name", some(["small", "only-total", "beginner", "hearsay"], every=2, first=1)
)
def test_cells_are_explained(name: str, desk: Desk) -> None:
    board = EXAMPLES[name]
    kb = KnowledgeBase(board)
    count = kb.count()
    for cell in board.covered[:: 1 + len(board.covered) // 6]:
        (plain,) = asked(desk, request("explain", board, cell=cell))
        (seen,) = asked(desk, request("look", board, cell=cell))
        spread = kb.clue_distribution(cell)
        assert seen["cell"] == plain["cell"] == list(cell)
        assert Fraction(seen["probability"]) == spread.mine
        assert [Fraction(one) for one in seen["clues"]] == list(spread.clues)
        assert plain["verdict"] == kb.verdict(cell).value
        if kb.verdict(cell) is Verdict.UNDETERMINED:
            assert Fraction(plain["probability"]) == count.probability(cell)
            for kind, is_mine in (("mine", True), ("safe", False)):
                mask = np.zeros(board.shape, dtype=np.bool_)
                mask[tuple(np.transpose(plain["layouts"][kind]))] = True
                assert kb.allows(Layout(mask))
                assert mask[cell] == is_mine
            continue
        # Which of the minimal sets is found depends on what was asked before.
        assert plain["text"] in explanations(board, cell)
        (least,) = asked(desk, request("explain", board, cell=cell, smallest=True, steps=True))
        found = KnowledgeBase(board).explain(cell, smallest=True, steps=True)
        assert least["text"] == found.text
        assert least["smallest"] is True
        assert [step["text"] for step in least["steps"]] == [step.text for step in found.steps]


def explanations(board: Board, cell: Cell) -> set[str]:
    """What the library says of a cell when that is asked first, and when it is asked later."""
    later = KnowledgeBase(board)
    later.count()
    later.consequences()
    return {kb.explain(cell).text for kb in (KnowledgeBase(board), later)}


def test_the_probability_needs_a_density(desk: Desk) -> None:
    board = Board.parse("?1?1?")
    messages = asked(desk, request("analyse", board, wants=EVERYTHING))
    assert formats_of(messages) == ["solve", "solve", "hint"]
    assert (messages[1]["models"], messages[1]["probabilities"]) == ("2", None)
    (said,) = asked(desk, request("explain", board, cell=(0, 0)))
    assert (said["verdict"], said["probability"]) == ("undetermined", None)
    (said,) = asked(desk, request("look", board, cell=(0, 0)))
    assert (said["kind"], formats_of([said])) == ("usage", ["serve!"])
    dense = Board.parse("density: 1/5\n\n?1?1?")
    (said,) = asked(desk, request("explain", dense, cell=(0, 0)))
    assert Fraction(said["probability"]) == KnowledgeBase(dense).count().probability((0, 0))


OPEN = min(EXAMPLES["hearsay"].clues)


@pytest.mark.parametrize(
    ("ask", "more"),
    [
        *((ask, {"cell": cell}) for ask in ("explain", "look") for cell in ((9, 9), OPEN)),
        ("explain", {"cell": (10**17, 0)}),
        ("look", {"cell": (10**18, 10**18)}),
        ("write", {"to": "nonsense"}),
        ("write", {"to": "mine"}),
    ],
)
def test_what_cannot_be_answered_is_said(ask: str, more: dict[str, Any], desk: Desk) -> None:
    (said,) = asked(desk, request(ask, EXAMPLES["hearsay"], **more))
    assert formats_of([said]) == ["serve!"]
    assert said["kind"] == "usage"


def test_a_conflict_is_said_whatever_is_asked(desk: Desk) -> None:
    board = EXAMPLES["inconsistent"]
    for ask in ("explain", "look"):
        (said,) = asked(desk, request(ask, board, cell=board.covered[0]))
        assert "error" in said
        assert "inconsistent" in said["error"] or said.get("consistent") is False
