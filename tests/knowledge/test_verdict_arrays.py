"""Verdicts from array to array: those of the oracle and of a knowledge base, whatever the way."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import (
    Adjacency,
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    probabilities,
    verdicts,
)
from logicsweep.board.state import covered_mask
from logicsweep.errors import InternalError, UnknownNameError, UnknownSolverError
from logicsweep.kernel import quick
from logicsweep.kernel.context import Status
from logicsweep.knowledge.batch import INCONSISTENT
from logicsweep.reason.solvers.names import REASONERS, ReasonerName
from tests.conftest import needs_kernel, seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused
from tests.knowledge.test_batch import CODES, small_boards

Verdicts = NDArray[np.int8]


def by_oracle(board: Board) -> Verdicts:
    """The verdicts on a small board from all of its layouts."""
    answer = np.where(covered_mask(board.grid), np.int8(-1), np.int8(-2))
    proved = oracle.verdicts(board)
    if proved is None:
        return np.full_like(answer, INCONSISTENT)
    for cells, value in zip(proved, (1, 0), strict=True):
        for cell in cells:
            answer[cell] = value
    return answer


@pytest.mark.few(8)
@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("seed", seeds(range(40), fast=6))
def test_many_and_one_are_those_of_the_oracle(seed: int, reasoner: ReasonerName) -> None:
    grids, totals = small_boards(seed, 4 if reasoner == "asp" else 12)
    boards = [Board(grid, mines=total) for grid, total in zip(grids, totals.tolist(), strict=True)]
    expected = np.stack(list(map(by_oracle, boards)))
    ask = partial(verdicts, reasoner=reasoner, **CODES)
    answer = ask(grids, mines=totals, inconsistent="mark")
    assert answer.dtype == np.int8
    np.testing.assert_array_equal(answer, expected)
    np.testing.assert_array_equal(
        ask(grids, inconsistent="mark"), np.stack([by_oracle(Board(grid)) for grid in grids])
    )
    for index, board in enumerate(boards):
        if (expected[index] == INCONSISTENT).all():
            with pytest.raises(InconsistentBoardError) as caught:
                ask(board.grid, mines=int(totals[index]))
            assert caught.value.index is None
            with pytest.raises(InconsistentBoardError) as caught:
                ask(grids[index:], mines=totals[index:])
            assert caught.value.index == 0
        else:
            one = ask(board.grid, mines=int(totals[index]))
            np.testing.assert_array_equal(one, expected[index])


def without_codes(seed: int) -> tuple[Verdicts, int]:
    """A board of clues and covered cells alone, and its mine count."""
    grids, totals = small_boards(seed, 1)
    return np.where(grids[0] < 0, np.int8(-1), grids[0]), int(totals[0])


@needs_kernel
@pytest.mark.few(2)
@pytest.mark.parametrize("block", range(6))
def test_the_short_way_and_the_long_one_agree(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances and verdicts of one board with the usual codes, of any type and layout in memory."""
    opened = 0
    for seed in range(10 * block, 10 * block + 10):
        grid, total = without_codes(seed)
        for array in (
            grid,
            grid.astype(np.int64),
            grid.astype(">i2"),
            np.asfortranarray(grid),
            np.repeat(grid, 2, axis=1)[:, ::2],
        ):
            for ask in (probabilities, verdicts, partial(verdicts, reasoner="elimination")):
                answers: list[Any] = []
                for closed in (False, True):
                    with monkeypatch.context() as patch:
                        if closed:
                            patch.setattr(quick, "marginals_of", lambda *_: None)
                            patch.setattr(quick, "verdicts_of", lambda *_, **__: None)
                            patch.setattr(quick, "certified", lambda *_: None)
                        try:
                            answers.append(ask(array, mines=total))
                        except InconsistentBoardError as error:
                            answers.append(str(error))
                opened += not isinstance(answers[0], str)
                np.testing.assert_array_equal(*answers)
    assert opened > 40


@needs_kernel
@pytest.mark.parametrize(
    ("array", "total"),
    [
        (np.array([[-1, 9]], dtype=np.int8), 1),
        (np.array([[-1, -2]], dtype=np.int8), 1),
        (np.array([[-1, 256]]), 1),
        (np.array([[0, 255]], dtype=np.uint8), 1),
        (np.array([[-1.0, 1.0]]), 1),
        (np.array([[True, False]]), 1),
        (np.array([-1, 1], dtype=np.int8), 1),
        (np.empty((0, 3), dtype=np.int8), 0),
        ([[-1, 1]], 1),
        (np.array([[-1, 1]], dtype=np.int8), 3),
        (np.array([[-1, 1]], dtype=np.int8), -1),
        (np.array([[-1, 1]], dtype=np.int8), True),
        (np.array([[-1, 1]], dtype=np.int8), 1.0),
        (np.array([[-1, 1]], dtype=np.int8), "1"),
        (np.array([[-1, 1]], dtype=np.int8), (0, 1)),
    ],
)
def test_the_short_way_is_closed_to_anything_unusual(array: Any, total: Any) -> None:
    assert quick.marginals_of(array, total) is None
    assert quick.verdicts_of(array, total, certify=True) is None
    assert quick.verdicts_of(array, total, certify=False) is None


def test_wrong_arguments() -> None:
    grid = np.array([[-1, -1], [1, 1]])
    with refused(ValueError):
        verdicts([grid, [[12, 1], [1, 1]]])
    for wrong, said in (
        ({"inconsistent": "nan"}, "inconsistent is 'nan'; expected 'raise' or 'mark'"),
        ({"threads": 0}, "threads is 0; expected 1 to 256"),
        ({"mines": 5}, "5 mines do not fit on 4 cells"),
        ({"liars": -1}, "liars"),
        ({"time_limit": 0}, "a time limit is a positive number"),
    ):
        with pytest.raises(ValueError, match=said):
            verdicts(grid, **wrong)
    for wrong in ({"mines": "5"}, {"adjacency": 8}, {"rules": 8}, {"threads": 1.5}):
        with pytest.raises(TypeError):
            verdicts(grid, **wrong)
    with refused(UnknownNameError, kind="reasoner", name="dpll"):
        verdicts(grid, reasoner="dpll")
    with refused(UnknownSolverError, name="dpll"):
        verdicts(grid, solver="dpll")
    with pytest.raises(TypeError, match="boards is a Board"):
        verdicts(Board(grid))
    assert verdicts(np.empty((0, 2, 3), dtype=np.int8)).shape == (0, 2, 3)


@pytest.mark.usefixtures("either_kernel")
def test_rules_liars_constraints_and_neighbours_are_those_of_a_board() -> None:
    grid = np.array([[-1, -1, -1, -1], [-1, 1, 1, -1]])
    for also in ({"rules": "C"}, {"liars": 1}, {"adjacency": Adjacency.hexagon(2, 4)}):
        board = Board(grid, **also)
        proved = KnowledgeBase(board).consequences()
        for answer in (verdicts(grid, **also), verdicts(grid[None], **also)[0]):
            np.testing.assert_array_equal(answer == 1, proved.mine_mask)
            np.testing.assert_array_equal(answer == 0, proved.safe_mask)


@pytest.mark.usefixtures("either_kernel")
def test_threads_and_time() -> None:
    boards = [opened_at_random(seed, 9, 9, 10, 0.4) for seed in range(12)]
    grids = np.stack([board.grid for board in boards])
    for reasoner in ("sat", "elimination"):
        ask = partial(verdicts, grids, mines=10, reasoner=reasoner)
        np.testing.assert_array_equal(ask(), ask(threads=3, time_limit=600))
        with pytest.raises(LimitError):
            ask(time_limit=1e-9)
    chances = probabilities(grids, mines=10)
    np.testing.assert_array_equal(ask() == 1, chances == 1)
    np.testing.assert_array_equal(ask() == 0, chances == 0)


@needs_kernel
def test_verdicts_that_the_solver_does_not_prove_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The short way does not answer, and the long way says why."""
    grid = np.array([[1, -1, 3, -1, 1], [1, -1, -1, -1, -1]], dtype=np.int8)
    assert verdicts(grid, mines=3)[1, 2] == 1
    asked = []

    def no(*given: object) -> bool:
        asked.append(given)
        return False

    monkeypatch.setattr("logicsweep.reason.proving.is_refuted", no)
    for boards in (grid, grid[None]):
        with pytest.raises(InternalError, match="not by the solver"):
            verdicts(boards, mines=3)
    assert len(asked) > 3


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("reasoner", ["sat", "elimination"])
@pytest.mark.parametrize(
    ("height", "width", "mines"), [(9, 9, 10), pytest.param(16, 30, 99, marks=pytest.mark.slow)]
)
def test_boards_of_games(reasoner: ReasonerName, height: int, width: int, mines: int) -> None:
    """Of sizes that players know, with what a knowledge base proves."""
    for seed in range(0, 6, 2):
        board = opened_at_random(seed, height, width, mines, 0.2 + 0.1 * seed)
        proved = KnowledgeBase(board, reasoner="asp").consequences()
        answer = verdicts(board.grid, mines=mines, reasoner=reasoner)
        np.testing.assert_array_equal(answer == 1, proved.mine_mask)
        np.testing.assert_array_equal(answer == 0, proved.safe_mask)
        np.testing.assert_array_equal(answer == -2, board.grid >= 0)


def test_a_marked_board_has_nothing_of_a_call_that_was_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel may have written some of its verdicts before it gave up, or found a clash."""
    grids = np.array([[[-1, 3]], [[-1, 1]], [[-1, 4]]], dtype=np.int8)

    def leave(*given: Any) -> None:
        given[-2][:] = 1
        given[-1][:] = [Status.WIDE, Status.WIDE, Status.CLASH]

    monkeypatch.setattr("logicsweep.knowledge.batch.verdicts_of_many", leave)
    answer = verdicts(grids, reasoner="elimination", inconsistent="mark")
    np.testing.assert_array_equal(answer, [[[-3, -3]], [[1, -2]], [[-3, -3]]])


def test_a_density_is_none_of_its_business() -> None:
    with pytest.raises(TypeError):
        verdicts(np.array([[-1, 1]]), density=Fraction(1, 5))  # type: ignore[call-arg]
