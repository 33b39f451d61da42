"""Cells compared by games played out from each of them, where all chances are known exactly."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import isclose, sqrt
from statistics import fmean, stdev

import pytest

from logicsweep import Cell, InconsistentBoardError, KnowledgeBase, Layout, agent_of, best
from logicsweep.errors import MissingDensityError, UnknownNameError
from logicsweep.formats import read_board
from logicsweep.games import best_by_playouts
from logicsweep.games.forced import ForcedGame, play_forced
from logicsweep.strategy import Behind, Best, Why
from tests.conftest import some
from tests.games.making import bare

# Nothing is proved safe on these; each is small enough to be solved.
POSITIONS = [
    "mines: 6\n\n002??\n124??\n????2\n???2?\n?????\n",
    "mines: 6\n\n???1?\n?????\n??1??\n2?2??\n?????\n",
    "mines: 6\n\n?1???\n?????\n???3?\n????1\n???2?\n",
    "mines: 6\n\n????1\n?2??2\n?3???\n?????\n?????\n",
]
GAMES = 80


@cache
def by_playouts(text: str, playouts: int = GAMES, seed: int = 0) -> Best:
    """The answer without solving, so that cells are compared by their scores."""
    return best_by_playouts(read_board(text), playouts, seed=seed, layouts=0)


@pytest.mark.parametrize("text", some(POSITIONS, every=2))
def test_estimates_are_right_where_the_chances_are_known(text: str) -> None:
    """Within five standard errors: after the first cell `strategist` plays perfectly."""
    solved = best(read_board(text), layouts=10_000)
    known = {each.cell: each.win_chance for each in solved.candidates}
    answer = by_playouts(text)
    assert answer.playouts is not None
    first = answer.playouts.cells[0]
    compared = 0
    for each in answer.playouts.cells:
        wanted, start = known[each.cell], known[first.cell]
        if wanted is None or start is None:
            continue
        compared += 1
        spread = 5 * (each.high - each.low) / 4
        assert abs(each.chance - float(wanted)) < spread + 1e-9
        spread = 5 * (each.lead_high - each.lead_low) / 4
        assert abs(each.lead - float(wanted - start)) < spread + 1e-9
        assert isclose(each.lead, each.chance - first.chance, abs_tol=1e-9)
    assert compared > 1
    assert (first.lead, first.lead_low, first.lead_high) == (0, 0, 0)


@pytest.mark.parametrize("text", some(POSITIONS, every=2))
def test_a_cell_that_wins_more_is_opened(text: str) -> None:
    plain = best(read_board(text), layouts=0)
    known = {each.cell: each.win_chance for each in best(read_board(text)).candidates}
    answer = by_playouts(text)
    assert answer.playouts is not None
    assert [each.cell for each in answer.playouts.cells] == list(plain.contenders)
    (start, *others) = answer.playouts.cells
    shown = [each for each in others if each.lead_low > 0]
    if not shown:
        assert answer == best_of(plain, answer)
        return
    leading = max(shown, key=lambda each: each.lead)
    assert (answer.why, answer.cells) == (Why.PLAYOUTS, (leading.cell,))
    before, after = known[start.cell], known[leading.cell]
    assert before is None or (after is not None and after > before)
    [chosen] = [each for each in plain.candidates if each.cell == leading.cell]
    assert answer.risk == chosen.risk
    assert answer.candidates[0] == chosen._replace(behind=None)
    behind = {each.cell: each.behind for each in answer.candidates}
    assert behind[leading.cell] is None
    assert {behind[cell] for cell in plain.cells if cell != leading.cell} == {Behind.BEATEN}
    assert sorted(behind) == sorted(each.cell for each in plain.candidates)


def best_of(plain: Best, answer: Best) -> Best:
    """The same answer but for the games that were played out."""
    fields = {name: getattr(plain, name) for name in Best.__slots__}
    return Best(**fields | {"playouts": answer.playouts})


def test_some_of_them_are_overruled_and_some_are_not() -> None:
    assert by_playouts(POSITIONS[0]).why is Why.PLAYOUTS
    assert by_playouts(POSITIONS[1]).why is Why.SCORE


def test_cells_are_opened_on_the_same_layouts() -> None:
    """As a loop of forced games says it, with normal intervals."""
    board, seed = read_board(POSITIONS[0]), 7
    answer = by_playouts(POSITIONS[0], 30, seed)
    assert answer.playouts is not None
    assert (answer.playouts.games, answer.playouts.seed) == (30, seed)
    cells = [each.cell for each in answer.playouts.cells]
    rows: list[list[float]] = []
    setting = bare(height=5, width=5, mines=0, flood=True)
    masks = KnowledgeBase(board, reasoner="elimination").sample(30, seed)
    for turn, mask in enumerate(masks, start=seed):
        row = []
        for cell in cells:
            game = ForcedGame.going_on(setting, turn, board, Layout(mask))
            row.append(play_forced(game, agent_of("strategist", turn), first=cell).chance)
        rows.append(row)
    for column, each in enumerate(answer.playouts.cells):
        assert isclose(each.chance, fmean(row[column] for row in rows))
        leads = [row[column] - row[0] for row in rows]
        half = 1.96 * stdev(leads) / sqrt(30)
        assert isclose(each.lead_low, fmean(leads) - half, abs_tol=1e-12)
        assert isclose(each.lead_high, fmean(leads) + half, abs_tol=1e-12)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    board = read_board(POSITIONS[0])
    answer = best_by_playouts(board, 30, layouts=0, watch=lambda *far: told.append(far))
    assert answer.playouts is not None
    total = 30 * len(answer.playouts.cells)
    assert (told[0], told[-1]) == ((1, total), (total, total))
    assert all(after == before + 1 for (before, _), (after, _) in pairwise(told))
    assert answer == by_playouts(POSITIONS[0], 30)


@pytest.mark.parametrize(
    "text",
    [
        "mines: 3\n\n1???\n1???\n0111\n",  # a safe cell
        POSITIONS[0],  # solved
        "mines: 1\n\n*10\n110\n",  # nothing is left to open
        "mines: 1\n\n" + 5 * "?????\n",  # the first cell
    ],
)
def test_nothing_is_played_where_nothing_is_close(text: str) -> None:
    board = read_board(text)
    told: list[tuple[int, int]] = []
    answer = best_by_playouts(board, 30, watch=lambda *far: told.append(far))
    assert answer == best(board)
    assert (answer.playouts, told) == (None, [])


def test_an_expert_position() -> None:
    """Where many cells have about the best score, in an answer that says so."""
    board = read_board("mines: 99\n\n" + "1" + "?" * 29 + "\n" + ("?" * 30 + "\n") * 15)
    answer = best_by_playouts(board, 30, seed=2)
    assert answer == best_by_playouts(KnowledgeBase(board), 30, seed=2)
    if answer.playouts is not None:
        assert Cell(0, 0) not in [each.cell for each in answer.playouts.cells]


def test_errors() -> None:
    board = read_board(POSITIONS[0])
    for playouts in (0, 29, 10_001):
        with pytest.raises(ValueError, match=r"expected a number from 30 to 10,000"):
            best_by_playouts(board, playouts)
    with pytest.raises(TypeError, match="position"):
        best_by_playouts("a board", 30)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="playouts"):
        best_by_playouts(board, 30.5)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        best_by_playouts(board, 30, first_click="soft")
    with pytest.raises(MissingDensityError):
        best_by_playouts(board.without_total(), 30)
    with pytest.raises(InconsistentBoardError):
        best_by_playouts(read_board("mines: 3\n\n1??\n"), 30)
    with pytest.raises(ValueError, match="has liars"):
        best_by_playouts(KnowledgeBase(board, liars=1), 30)
