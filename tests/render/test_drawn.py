"""Pictures of whatever can be drawn: the same as of its picture, and what notebooks show."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError, html, png, svg
from logicsweep.board.picture import picture
from logicsweep.board.picture.drawing import picture_svg
from logicsweep.board.picture.notebook import Drawn
from logicsweep.errors import MissingDensityError
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.drawings import marked
from tests.judges.making import random_board
from tests.judges.refusals import refused

BOARD = Board.parse("mines: 2\n\n?1?\n121\n???\n")
KB = KnowledgeBase(BOARD)
DRAWN: list[Drawn] = [
    BOARD,
    KB.consequences(),
    KB,
    KB.count(),
    KB.next_step(),
    KB.explain((2, 1)),
    KB.counterexample((0, 0)),
]


@pytest.mark.parametrize("shown", DRAWN, ids=lambda shown: type(shown).__name__)
def test_everything_is_drawn_as_its_picture(shown: Drawn) -> None:
    assert svg(shown) == svg(shown.picture()) == picture_svg(shown.picture())
    assert shown._repr_svg_() == shown.picture()._repr_svg_() == svg(shown)
    cells = {one.get("data-cell") for one in ET.fromstring(svg(shown, "dark")).iter()} - {None}
    assert cells == {f"{cell.row},{cell.column}" for cell in BOARD}
    assert html(shown, "dark").startswith("<!DOCTYPE html>")


@pytest.mark.slow
def test_everything_is_drawn_in_pixels() -> None:
    for shown in DRAWN:
        assert png(shown).startswith(b"\x89PNG")


@pytest.mark.parametrize("block", seeds(range(12), fast=8))
def test_the_marked_cells_are_safe_or_mines_in_all_layouts(block: int) -> None:
    judged = 0
    for seed in range(10 * block, 10 * block + 10):
        board = random_board(seed)
        found = oracle.verdicts(board)
        if found is None:
            continue
        mines, safe = found
        kb = KnowledgeBase(board)
        for shown in (kb.consequences(), kb, kb.count(density=Fraction(1, 5))):
            assert marked(svg(shown)) == (safe, mines), (seed, shown)
        for cell in sorted(safe)[:1] + sorted(mines)[:1]:
            alone = ({cell} & safe, {cell} & mines)
            assert marked(svg(kb.explain(cell))) == alone, (seed, cell)
            judged += 1
        if (step := kb.next_step()) is not None:
            rings, crosses = marked(svg(step))
            assert rings | crosses, seed
            assert rings <= safe, seed
            assert crosses <= mines, seed
    assert judged


def test_large_boards_are_not_shown_by_notebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "NOTEBOOK_CELLS", 9)
    assert BOARD._repr_svg_() == svg(BOARD)
    large = Board(np.full((2, 5), -1))
    assert large._repr_svg_() is None
    assert svg(large)
    with refused(LimitError):
        png(Board(np.full((300, 300), -1)))


def test_counts_that_need_a_density_show_the_board_alone() -> None:
    found = KnowledgeBase(Board.parse("???\n1??\n")).count()
    with pytest.raises(MissingDensityError):
        svg(found)
    assert found._repr_svg_() == Board.parse("???\n1??\n")._repr_svg_()


def test_a_knowledge_base_that_was_not_asked_proves_before_it_is_drawn() -> None:
    drawn = [svg(KnowledgeBase(BOARD)), html(KnowledgeBase(BOARD))]
    for text in drawn:
        assert "<title>3x3, 2 mines: 1 proved safe, 0 mines proved</title>" in text
    assert svg(KB) == drawn[0]
    # A notebook shows it without any work.
    assert "<title>3x3, 2 mines: 0 proved safe, 0 mines proved</title>" in str(
        KnowledgeBase(BOARD)._repr_svg_()
    )


def test_a_board_that_is_inconsistent_is_drawn_and_says_so() -> None:
    kb = KnowledgeBase(Board.parse("1_\n"))
    for text in (svg(kb), html(kb), kb._repr_svg_()):
        assert "<title>2x1, mine count unknown: inconsistent</title>" in str(text)
