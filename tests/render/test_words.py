"""Answers in words and as JSON, held against the oracle."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, Layout, LimitError, State
from logicsweep.answers.asked import Asked
from logicsweep.answers.base import inconsistent, limited
from logicsweep.answers.solving import solution
from logicsweep.board import Consequences
from logicsweep.formats import DealtGame
from logicsweep.formulas import Program
from logicsweep.reasons.wording import conflict_words
from logicsweep.render.words import board_words, content_words, solution_lines
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import first_board, random_board

ASKED = Asked("explain", "a.board")


def fields_of(answer: Struct) -> dict[str, Any]:
    """An answer as a reader has it."""
    fields: dict[str, Any] = json.loads(json.dumps(to_builtins(answer)))
    return fields


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_what_kind_of_position_a_board_is(seed: int) -> None:
    board = random_board(seed)
    states = {cell: int(board.grid[cell]) for cell in board.cells}
    covered = [cell for cell in states if states[cell] in (State.COVERED, State.FLAGGED)]
    clues = [cell for cell in states if states[cell] >= 0]
    known = sum(state == State.KNOWN_MINE for state in states.values())
    frontier = {
        cell
        for cell, (row, column) in product(covered, clues)
        if max(abs(cell.row - row), abs(cell.column - column)) == 1
    }
    said = board_words(board)
    assert said.startswith(f"{board.width}x{board.height}, ")
    assert f"; {counted(len(covered), 'covered cell')}, {len(frontier)} of them next" in said
    assert f"; {counted(len(clues), 'clue')}" in said
    assert (f"; {counted(known, 'known mine')}." in said) == bool(known)


@pytest.mark.parametrize("seed", seeds(range(60), fast=30))
def test_how_much_is_proved(seed: int) -> None:
    board = first_board(seed, lambda one: random_board(one, lie=0), oracle.is_consistent)
    verdicts = oracle.verdicts(board)
    assert verdicts is not None
    mines, safe = verdicts
    rest = len(board.covered) - len(mines) - len(safe)
    without = board.with_total(None)
    kb = KnowledgeBase(board)
    answer = solution(ASKED, kb)
    said = solution_lines(board, replace(answer, liars=2), Program("", name="mine.lp"))
    first, about_total, *others = said
    sizes = [int(number) for number in re.findall(r"(\d+) cells? (?:is|are)", first)]
    assert sizes == [len(safe), len(mines), rest]
    assert ("unknown" in about_total) == (board.mines is None)
    if board.mines is not None:
        assert about_total.endswith("was needed.") == (oracle.verdicts(without) != verdicts)
    held, liars, *wrong = others
    assert held == "Layouts have to satisfy mine.lp as well."
    assert liars == "This allows for up to 2 wrong clues."
    flagged = sorted(cell for cell in safe if board.grid[cell] == State.FLAGGED)
    named = ", ".join(f"({row},{column})" for row, column in flagged)
    assert wrong == ([f"Flagged but safe: {named}."] if flagged else [])
    fields = fields_of(answer)
    assert fields["safe"] == [list(cell) for cell in sorted(safe)]
    assert fields["mines"] == [list(cell) for cell in sorted(mines)]
    assert (fields["undetermined"], fields["consistent"]) == (rest, True)
    assert (fields["height"], fields["width"]) == board.grid.shape


def test_only_so_many_wrong_flags_are_listed() -> None:
    board = Board([[State.FLAGGED] * 20])
    answer = solution(ASKED, KnowledgeBase(board.with_total(0)))
    *_, said = solution_lines(board, answer, None)
    assert re.findall(r"\(0,(\d+)\)", said) == [str(number) for number in range(12)]
    assert said.endswith(" and 8 more.")
    assert len(answer.safe) == 20


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_which_sources_conflict(seed: int) -> None:
    board = first_board(
        seed, lambda one: random_board(one, lie=0.3), lambda board: not oracle.is_consistent(board)
    )
    with pytest.raises(InconsistentBoardError) as caught:
        KnowledgeBase(board).consequences()
    error = caught.value
    assert error.core is not None
    said = conflict_words(board, error)
    named = re.findall(r"the (\d) at \((\d+),(\d+)\)", said)
    assert [(int(row), int(column)) for _, row, column in named] == list(error.core)
    assert all(board.grid[int(row), int(column)] == int(shown) for shown, row, column in named)
    assert ("the mine count (" in said) == error.uses_total
    sources = len(error.core) + bool(error.uses_total)
    assert ("both" in said, "all" in said) == (sources == 2, sources > 2)
    fields = fields_of(inconsistent(ASKED, board, error))
    assert fields["core"] == [list(cell) for cell in error.core]
    assert (fields["consistent"], fields["core_uses_total"]) == (False, error.uses_total)
    assert (fields["error"], fields["liars"]) == (said, 0)


def test_conflicts_of_many_clues_and_of_none() -> None:
    board = Board([[1, *([State.COVERED] * 3)] * 5])
    core = [cell for cell in board.cells if board.grid[cell] == 1]
    twice = InconsistentBoardError([*core, *core, *core], uses_total=False)
    said = conflict_words(board, twice)
    assert len(re.findall(r"the 1 at", said)) == 12
    assert " and 3 more clues cannot all be right" in said
    late = InconsistentBoardError(None, uses_total=None)
    assert conflict_words(board, late) == str(late)
    answer = inconsistent(ASKED, board, late)
    assert (answer.core, answer.core_uses_total) == (None, None)


def test_what_a_file_holds() -> None:
    board = Board.parse("mines: 2..3\n\n???\n?1?\n")
    assert content_words(board) == "3x2 position, 2 to 3 mines"
    layout = Layout([[True, False, False], [True, False, False]])
    assert content_words(DealtGame(layout)) == "3x2 layout, 2 mines"
    dealt = DealtGame(layout, start=Cell(0, 2))
    assert content_words(dealt) == "3x2 layout, 2 mines, start (0,2)"


@pytest.mark.parametrize("seed", seeds(range(10)))
def test_what_was_proved_when_a_limit_was_reached(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = first_board(seed, lambda one: random_board(one, lie=0), oracle.is_consistent)
    cells = Random(seed).sample(board.covered, len(board.covered) // 2)
    proved = Consequences(board, mines=[], safe=[board.number(cell) for cell in cells])
    limit = "no complete answer within 1 s"
    monkeypatch.setattr(KnowledgeBase, "proved_so_far", lambda _: proved)
    fields = fields_of(limited(ASKED, KnowledgeBase(board), LimitError(limit)))
    assert fields["safe"] == [list(cell) for cell in sorted(cells)]
    assert (fields["consistent"], fields["undetermined"], fields["mines"]) == (None, None, [])
    assert fields["limit"] == limit
    assert fields["error"].startswith(f"limit reached: {limit}")
    assert (f"{len(cells)} safe" in fields["error"]) == bool(cells)
