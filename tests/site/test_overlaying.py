"""The overlays of the page, held against the library's own answers."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from logicsweep import Board
from logicsweep.site import Desk
from logicsweep.strategy import progress_chances, zero_chances
from tests.conftest import some
from tests.site.asking import CONSISTENT, EXAMPLES, asked, formats_of, request

CHANCES = {"zero": zero_chances, "progress": progress_chances}


@pytest.mark.parametrize("of", CHANCES)
@pytest.mark.parametrize(
    "name",
    some(
        [pytest.param(name, marks=[pytest.mark.slow] * ("expert" in name)) for name in CONSISTENT],
        every=3,
        first=2,
    ),
)
def test_a_chance_for_each_covered_cell(name: str, of: str, desk: Desk) -> None:
    board = EXAMPLES[name]
    (said,) = asked(desk, request("overlay", board, of=of))
    assert (formats_of([said]), said["of"]) == (["overlay"], of)
    expected = CHANCES[of](board)
    for row, values in enumerate(said["values"]):
        for column, value in enumerate(values):
            assert (value is None) == isnan(expected[row, column])
    assert np.array_equal(np.array(said["values"], dtype=float), expected, equal_nan=True)


def test_what_rides_on_a_board(desk: Desk) -> None:
    """Wrong clues and programs count as in all other questions."""
    board = Board.parse("mines: 2\n\n1??\n???\n???\n")
    (said,) = asked(desk, request("overlay", board, of="zero", liars=1))
    (plain,) = asked(desk, request("overlay", board, of="zero"))
    assert said["values"] != plain["values"]
    (refused,) = asked(desk, request("overlay", board, of="zero", program=":- mine((0,0))."))
    assert "--allow-programs" in refused["error"]


@pytest.mark.parametrize(
    ("of", "text", "words"),
    [
        ("zero", "mines: 2\nrules: 1M\n\n?2?\n???", "only ordinary clues open areas"),
        ("zero", "??\n??", "density"),
        ("progress", "mines: 1\n\n3?\n??", "inconsistent"),
    ],
)
def test_what_is_not_known_is_said(of: str, text: str, words: str, desk: Desk) -> None:
    (said,) = asked(desk, request("overlay", Board.parse(text), of=of))
    assert formats_of([said]) == ["serve!"]
    assert words in said["error"]
