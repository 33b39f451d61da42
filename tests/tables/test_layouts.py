"""Distributions and joint chances, against all layouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError
from logicsweep.errors import IllegalMoveError, MissingDensityError
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import clue, first_board, opened_at_random, random_board
from tests.judges.refusals import refused
from tests.tables.weighed import DENSITY, weighed_layouts

pytestmark = pytest.mark.usefixtures("either_engine")


@pytest.mark.few(4)
@pytest.mark.parametrize("block", seeds(range(15)))
def test_clue_distributions(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        board = random_board(seed, covered=10)
        if not oracle.is_consistent(board):
            continue
        kb = KnowledgeBase(board)
        count = kb.count(density=DENSITY)
        layouts = weighed_layouts(board)
        for cell in board.covered:
            found = kb.clue_distribution(cell, density=DENSITY)
            expected: Counter[int] = Counter()
            for layout, chance in layouts:
                expected[-1 if layout[cell] else clue(layout, cell)] += chance
            assert found.mine == expected[-1] == count.probability(cell), seed
            assert len(found.clues) == len(board.neighbours(cell)) + 1
            assert list(found.clues) == [expected[n] for n in range(len(found.clues))], seed
            assert found.mine + sum(found.clues) == 1


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_joint_chances(seed: int) -> None:
    board = first_board(seed, lambda one: random_board(one, covered=10), oracle.is_consistent)
    cells = [cell for number, cell in enumerate(board.cells) if number % 3 == seed % 3][:8]
    expected: Counter[tuple[bool, ...]] = Counter()
    for layout, chance in weighed_layouts(board):
        expected[tuple(bool(layout[cell]) for cell in cells)] += chance
    assert KnowledgeBase(board).joint(cells, density=DENSITY) == dict(expected)


@pytest.mark.few(3)
@pytest.mark.usefixtures("either_kernel")
def test_joint_chances_of_a_large_board_agree_with_those_of_single_cells() -> None:
    kb = KnowledgeBase(opened_at_random(7, 30, 30, 180, 0.3))
    count = kb.count()
    cells = [cell for cell, chance in count.fractions().items() if 0 < chance < 1][::25][:8]
    joint = kb.joint(cells)
    assert sum(joint.values()) == 1
    for place, cell in enumerate(cells):
        assert sum(p for key, p in joint.items() if key[place]) == count.probability(cell)
    pairs = kb.joint(cells[:2])
    for key in product((False, True), repeat=2):
        assert pairs.get(key, 0) == sum(p for long, p in joint.items() if long[:2] == key)


def test_questions_that_cannot_be_answered() -> None:
    kb = KnowledgeBase(Board.parse("?1???\n??_*?\n"))
    with refused(IllegalMoveError, move=(0, 1)):
        kb.clue_distribution((0, 1), density=DENSITY)
    with refused(ValueError):
        kb.clue_distribution((9, 9), density=DENSITY)
    with refused(ValueError):
        kb.joint([Cell(0, 0)] * 9, density=DENSITY)
    for ask in (
        lambda: kb.sample(n=1, seed=1),
        lambda: kb.joint([(0, 4)]),
        lambda: kb.clue_distribution((0, 3)),
    ):
        with pytest.raises(MissingDensityError):
            ask()
    with refused(ValueError):
        kb.sample(n=-1, seed=1, density=DENSITY)
    assert kb.sample(n=0, seed=1, density=DENSITY).shape == (0, 2, 5)
    assert kb.joint([], density=DENSITY) == {(): 1}
    assert kb.joint([(0, 1), (1, 3)], density=DENSITY) == {(False, True): 1}
    wide = KnowledgeBase(opened_at_random(2, 16, 16, 51, 0.2), max_entries=20)
    with pytest.raises(LimitError, match="table entries"):
        wide.sample(n=1, seed=1)


def test_what_cannot_be_asked_is_said_before_anything_is_settled() -> None:
    """Even on a board without layouts, which every question else says first."""
    kb = KnowledgeBase(Board.parse("mines: 4\n\n?1?\n???\n"))
    asking: list[tuple[type[Exception], str, Callable[[], object]]] = [
        (IllegalMoveError, "not covered", lambda: kb.clue_distribution((0, 1))),
        (ValueError, "off the board", lambda: kb.clue_distribution((9, 9))),
        (ValueError, "off the board", lambda: kb.joint([(0, 0), (9, 9)])),
        (ValueError, "at most 8", lambda: kb.joint([(0, 0)] * 9)),
        (TypeError, "expected up to eight cells", lambda: kb.joint(3)),  # type: ignore[arg-type]
        (ValueError, "the number of samples is -1", lambda: kb.sample(n=-1, seed=0)),
        (LimitError, "samples have more than", lambda: kb.sample(n=10**10, seed=0)),
        (TypeError, "n is 2.0; expected a whole", lambda: kb.sample(n=2.0, seed=0)),  # type: ignore[arg-type]
        (TypeError, "seed is 0.5; expected a whole", lambda: kb.sample(n=2, seed=0.5)),  # type: ignore[arg-type]
    ]
    for error, match, ask in asking:
        with pytest.raises(error, match=match):
            ask()
        assert kb.proved_so_far() is not None  # which raises once the board is known to have none
    with pytest.raises(InconsistentBoardError):
        kb.sample(n=1, seed=0)
