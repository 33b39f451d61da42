"""Rules with a key: letters, liars and a direction that no clue looks in."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout, State, encode
from logicsweep.answers import solving
from logicsweep.answers.asked import Asked
from logicsweep.errors import BoardSyntaxError
from logicsweep.knowledge.comparison import agree, compare_encodings
from logicsweep.reason import REASONERS
from logicsweep.render.words import count_lines, counted_lines
from tests.conftest import seeds
from tests.formulas.solving import answer_sets
from tests.judges import keys as judge, rules
from tests.judges.features import draw
from tests.judges.refusals import refused

DENSITY = Fraction(1, 3)
RULES = list(judge.SHOWS)


@pytest.mark.few(2)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", seeds(range(20), fast=8))
def test_answer_sets_are_pairs_of_a_layout_and_a_key(rule: str, seed: int) -> None:
    case = draw((rule,), seed)
    for to in ("lp", "lp-ground"):
        models = answer_sets(encode(case.board, to).to_text())
        assert len(models) == len(set(models)) == len(case.worlds.masks)
    for mask in case.worlds.every[:: case.board.grid.size]:
        fits = np.ascontiguousarray(mask).tobytes() in case.worlds.layouts
        assert (not Layout(mask).mismatches(case.board)) == fits
    for to in ("cnf", "wcnf", "opb", "mcc", "facts", "lp"):
        assert encode(case.board, to, cell=case.board.covered[0]).to_text(annotate=True)


@pytest.mark.parametrize("rule", RULES)
def test_whole_layouts_are_shown_with_one_key(rule: str) -> None:
    rng = Random(rule)
    masks = rules.layouts(4, 4)
    for _ in range(20):
        mask = masks[rng.randrange(len(masks))]
        keys = list(judge.keys(rule, mask))
        layout = Layout(mask)
        if not keys:
            with refused(ValueError):
                layout.revealed(rules=rule, source=rng)
            continue
        board = layout.revealed(rules=rule, source=rng)
        shown = {(cell.row, cell.column): int(board.grid[cell]) for cell in board.clues}
        assert judge.agreeing(rule, mask, shown)
        assert Board.parse(str(board)) == board
        assert not layout.mismatches(board)
        for cell in np.argwhere(board.grid == State.NO_CLUE).tolist():
            number = judge.around(mask, tuple(cell))
            assert rule in ("2E", "2E'")
            assert number >= 4 if rule == "2E" else number >= 4 or not mask[number].any()


def test_keys_are_drawn_evenly() -> None:
    """A liar in each row and column, where there is no mine: all ways are as likely."""
    mask = np.array([[True, False, False], [False, False, True], [False, False, False]])
    keys = list(judge.keys("2L", mask))
    rng = Random(5)
    found: dict[Any, int] = dict.fromkeys(keys, 0)
    ruled = Board(np.full((3, 3), int(State.COVERED)), rules="2L").placed_rules
    assert ruled is not None
    for _ in range(300 * len(keys)):
        marked = sorted(ruled.key_for(mask.ravel().tolist(), rng))
        found[tuple(cell % 3 for cell in marked)] += 1
    assert all(abs(number - 300) <= 5 * 300**0.5 for number in found.values())
    with refused(ValueError):
        ruled.key_for(mask.ravel().tolist(), None)


def test_what_keys_are_for_is_said() -> None:
    with refused(BoardSyntaxError, line=1, column=8):
        Board.parse("rules: 2L\nmines: 2\n\n????\n????\n????\n")
    with refused(BoardSyntaxError, line=4, column=1):
        Board.parse("rules: 2I\nmines: 2\n\n>=2 ? ?\n? ? ?\n")
    board = Board.parse("rules: 2E\nmines: 2\n\na??\n?c?\n???\n")
    kb = KnowledgeBase(board)
    count = kb.count()
    assert count.key is not None
    assert count.key.rows == ("a", "b", "c")
    assert [sum(row) for row in count.key.chances] == [1, 1, 1]
    assert (
        "each letter stands for another number"
        in "".join(
            kb.explain(cell).text for cell in kb.consequences().safe | kb.consequences().mines
        )
        or not kb.consequences().safe
    )
    assert Cell(0, 0) in board.clues


@pytest.mark.parametrize(
    ("rule", "number"),
    [("2L", 120 * 2**20), ("2L'", 120 * 2**20), ("2E", 120 * 2**25), ("2I", 8 * 2**25)],
)
def test_empty_boards(rule: str, number: int) -> None:
    """Each key goes with all layouts of the cells that it does not mark."""
    board = Board(np.full((5, 5), int(State.COVERED)), rules=rule, density=DENSITY)
    for reasoner in REASONERS:
        count = KnowledgeBase(board, reasoner=reasoner).count()
        assert count.total == number
        assert count.key is not None
        assert len({chance for row in count.key.chances for chance in row}) == 1


@pytest.mark.parametrize(
    "text", ["rules: 2L\nmines: 2\n\n?*\n??\n", "rules: 2L' S\nmines: 5\n\n_ ? ?\n? * 3\n* ? ?\n"]
)
def test_certificates_count_the_cells_that_a_key_decides(text: str) -> None:
    """Rows and columns of the key may decide cells that no clue is beside."""
    board = Board.parse(text)
    kb = KnowledgeBase(board)
    found = kb.consequences()
    assert found.mines
    for cell in sorted(found.safe | found.mines):
        kb.certificate(cell).check()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("rules: 2E\nmines: 6\n\n?cbb\n????\n??aa\n?a??\n", marks=pytest.mark.slow),
        "rules: 2L\nmines: 2\n\n?1\n??\n",
    ],
)
def test_encodings_are_compared_by_the_cells_of_the_board(text: str) -> None:
    rows = list(compare_encodings(Board.parse(text), time_limit=60))
    assert agree(rows)
    assert any(row.verdicts is not None for row in rows)


@pytest.mark.parametrize("name", ["four", "knight"])
def test_a_direction_is_for_boards_with_eight_neighbours(name: str) -> None:
    text = f"topology: {name}\nrules: 2I\nmines: 3\n\n?1?\n???\n???\n"
    with refused(BoardSyntaxError, line=2, column=8):
        Board.parse(text)
    assert Board.parse(text.replace("2I", "2E").replace("1", "b")).rules.clue.name == "2E"


@pytest.mark.parametrize("mines", ["mines: 1\n", ""])
def test_pairs_are_not_called_layouts(mines: str) -> None:
    board = Board.parse(f"{mines}rules: 2L\n\n??\n??\n")
    kb = KnowledgeBase(board)
    assert kb.count().has_key
    answer = solving.counting(Asked("count", "-"), kb)
    assert isinstance(answer, solving.Count)
    assert next(count_lines(board, answer)).endswith("layouts with a key")
    _, solved = solving.solving(Asked("solve", "-"), kb)
    assert isinstance(solved, solving.Solution)
    said = counted_lines(board, solved)
    assert "layouts with a key agree" in next(said)
