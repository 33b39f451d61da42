"""The largest boards that the page takes, from the request to the last message."""

from __future__ import annotations

import random

import httpx
import numpy as np
import pytest

from logicsweep import Board, Layout
from logicsweep.limits import MOST_PAGE_CELLS
from logicsweep.site import Desk
from logicsweep.site.desk import MOST_BYTES
from tests.judges.making import deal
from tests.site.asking import asked, formats_of, messages_of, request
from tests.site.serving import ANSWER, Served

SIDE = 250
MINES = SIDE * SIDE * 206 // 1000


def half_open(seed: int) -> tuple[Board, Layout]:
    """A board of 250x250 of which all areas without mines are open, and their borders."""
    mines, _ = deal(random.Random(seed), SIDE, SIDE, MINES)
    layout = Layout(mines)
    zeros = np.argwhere((layout.around == 0) & ~mines).tolist()
    return layout.opened([(row, column) for row, column in zeros]), layout


@pytest.mark.slow
def test_a_board_of_the_largest_size_is_analysed(page: Served, client: httpx.Client) -> None:
    """What is proved is true, and all probabilities add up to the mines."""
    board, layout = half_open(1)
    assert board.grid.size == MOST_PAGE_CELLS
    assert (board.grid >= 0).sum() > (MOST_PAGE_CELLS - MINES) / 2
    answer = client.post(ANSWER, content=request("analyse", board), headers=page.headers)
    messages = messages_of(answer.content.splitlines())
    assert formats_of(messages) == ["solve", "solve"]
    safe, mines = (set(map(tuple, messages[1][key])) for key in ("safe", "mines"))
    assert mines
    assert mines <= layout.mines
    assert safe
    assert not safe & layout.mines
    chances = np.array(messages[1]["probabilities"], dtype=float)
    assert np.isnan(chances).sum() == (board.grid >= 0).sum()
    assert np.nansum(chances) == pytest.approx(MINES, rel=1e-9)
    assert {tuple(cell) for cell in np.argwhere(chances == 1).tolist()} == mines
    assert {tuple(cell) for cell in np.argwhere(chances == 0).tolist()} == safe


def test_long_clues_of_a_rule_fit_into_a_request() -> None:
    """One row takes as much as any other."""
    row = " ".join(["1+2+1"] * SIDE)
    three, four = (
        len(request("analyse", Board.parse("rules: 1W\n\n" + f"{row}\n" * rows))) for rows in (3, 4)
    )
    assert three + (SIDE - 3) * (four - three) < MOST_BYTES


def test_one_cell_more_is_refused(desk: Desk) -> None:
    board = Board(np.full((1, MOST_PAGE_CELLS + 1), -1))
    (said,) = asked(desk, request("analyse", board))
    assert (said["kind"], "at most 62,500" in said["error"]) == ("limit", True)
    (greeting,) = asked(desk, request("greet"))
    assert (greeting["most_cells"], greeting["most_bytes"]) == (MOST_PAGE_CELLS, MOST_BYTES)
