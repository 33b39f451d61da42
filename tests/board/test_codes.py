"""Codes: the numbers that stand for clues in a grid, and what these clues show."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from logicsweep import Board
from logicsweep.answers.games import shown_cells
from logicsweep.board import Clue
from tests.judges import claims, ruled_boards

COMPARED = """\
from logicsweep import Board
from logicsweep.board import Clue
def is_three(board: Board) -> bool:
    clue = board.clue((0, 0))
    return not isinstance(clue, Clue) and clue == 3
"""


@pytest.mark.night
def test_type_checkers_refuse_to_compare_a_code_with_a_number(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    for source, problems in ((COMPARED, 1), (COMPARED.replace(".clue(", ".value("), 0)):
        path = tmp_path / "compared.py"
        path.write_text(source, encoding="utf-8")
        said, _, code = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(path)])
        assert code == problems, said
        assert said.count("comparison-overlap") == problems


@pytest.mark.parametrize("names", ["V 1W", "1W V", "1N 2X V", "2E V", "1M 2P", "V"])
def test_a_value_is_what_the_clue_shows(names: str) -> None:
    for seed in range(4):
        case = claims.position(tuple(names.split()), Random(f"{names} {seed}"))
        assert case is not None
        for cell in case.board.clues:
            assert case.board.value(cell) == ruled_boards.shown(case.board, cell)


def test_where_there_is_no_exact_clue_a_value_is_the_clue_itself() -> None:
    board = Board.parse("1..2 ? 3\n")
    assert [board.value(cell) for cell in board] == [Clue(1, 2), None, 3]


def test_a_start_with_clues_of_several_rules_is_written_as_texts_have_it() -> None:
    """Clues of a later rule with their mark, so that they can be told from those of the first."""
    board = Board.parse("rules: 1M 1W V\n\n3 1+2@1W ?\n2@V 1 ?\n")
    shown = shown_cells(board.shown, board.placed_rules)
    assert shown == ((0, 0, 3), (0, 1, "1+2@1W"), (1, 0, "2@V"), (1, 1, 1))
