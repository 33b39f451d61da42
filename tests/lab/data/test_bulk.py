"""Positions as arrays: against single boards, other calls, brute force and the steps of a proof."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Board,
    KnowledgeBase,
    LimitError,
    Setting,
    best,
    dataset,
    positions,
    probabilities,
    verdicts,
)
from logicsweep.board import FirstClick
from logicsweep.errors import InternalError, UnknownNameError
from logicsweep.lab.data import Position, Positions, columns
from logicsweep.lab.data.columns import ANSWERS
from logicsweep.lab.data.drawn import position
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.chances import chi_square_tail

SMALL = Setting("5x4", mines=5, first_click="safe")


def all_of(n: int, setting: Setting, seed: int = 0, **options: Any) -> Positions:
    return positions(setting, n=n, seed=seed, answers=ANSWERS, **options)


def are_same(one: Positions, other: Positions) -> bool:
    assert [*one.arrays] == [*other.arrays]
    return all(
        np.array_equal(first, second, equal_nan=first.dtype.kind == "f")
        and first.dtype == second.dtype
        for first, second in zip(one.arrays.values(), other.arrays.values(), strict=True)
    )


@pytest.mark.parametrize("block", seeds(range(20), fast=2))
def test_answers_are_those_of_single_boards(block: int) -> None:
    made = all_of(6, SMALL, 6 * block)
    assert made.chances is not None
    assert made.level is not None
    assert made.best is not None
    assert [field.dtype for field in (made.seeds, made.boards, made.layouts)] == [
        np.uint64,
        np.int8,
        np.bool_,
    ]
    assert made.seeds.tolist() == [*range(6 * block, 6 * block + 6)]
    assert (made.mines == 5).all()
    for index in range(6):
        board = made.board(index)
        layout, expected = position(SMALL, 6 * block + index)
        assert board == expected
        assert (made.layouts[index] == layout.mask).all()
        kb = KnowledgeBase(board)
        chances = kb.probabilities()
        assert np.allclose(made.chances[index], chances, rtol=0, atol=1e-12, equal_nan=True)
        assert made.level[index] == kb.difficulty().level
        cells = best(board).cells
        assert tuple(made.best[index].tolist()) == (tuple(cells[0]) if cells else (-1, -1))
    assert np.array_equal(made.verdicts, verdicts(made.boards, mines=5))
    assert np.array_equal(made.chances, probabilities(made.boards, mines=5), equal_nan=True)


@needs_kernel
@pytest.mark.few(1)
@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("flood", [True, False])
def test_all_layouts_behind_a_position_are_equally_likely(
    first_click: FirstClick, flood: bool
) -> None:
    """On 3x3 with 2 mines, or 4x3 with 3 where a first click keeps much free: chi-square."""
    opening = first_click is FirstClick.OPENING
    height, width, mines = (3, 4, 3) if opening else (3, 3, 2)
    setting = Setting(height=height, width=width, mines=mines, first_click=first_click, flood=flood)
    made = positions(setting, n=8_000, seed=7, answers=())
    seen: dict[bytes, Counter[bytes]] = defaultdict(Counter)
    for board, layout in zip(made.boards, made.layouts, strict=True):
        seen[board.tobytes()][layout.tobytes()] += 1
    statistic, freedom = 0.0, 0
    for key, counts in seen.items():
        board = Board(np.frombuffer(key, dtype=np.int8).reshape(height, width), mines=mines)
        behind = {layout.tobytes() for layout in oracle.layouts(board)}
        assert behind >= {*counts}
        expected = counts.total() / len(behind)
        if expected >= 10 and len(behind) > 1:
            statistic += sum((counts[layout] - expected) ** 2 / expected for layout in behind)
            freedom += len(behind) - 1
    print(f"chi-square {statistic:.1f} with {freedom} degrees of freedom")
    assert freedom > 30
    assert chi_square_tail(statistic, freedom) > 1e-4


@pytest.mark.night
def test_all_layouts_are_as_likely_as_they_weigh_where_the_mine_count_is_open() -> None:
    setting = Setting("3x2", density=Fraction(1, 3), mines=(1, 2), first_click="safe")
    seen: dict[bytes, Counter[bytes]] = defaultdict(Counter)
    for seed in range(1_500):
        layout, board = position(setting, seed)
        seen[board.grid.tobytes()][layout.mask.tobytes()] += 1
    statistic, freedom = 0.0, 0
    for key, counts in seen.items():
        grid = np.frombuffer(key, dtype=np.int8).reshape(2, 3)
        weights = {}
        for count in range(1, 3):
            for cells in combinations(range(6), count):
                mask = np.zeros(6, dtype=np.bool_)
                mask[[*cells]] = True
                layout = mask.reshape(2, 3)
                around = np.array(
                    [
                        [
                            layout[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].sum()
                            for column in range(3)
                        ]
                        for row in range(2)
                    ]
                )
                shown = np.where(layout, -3, around)
                if (grid < -1).sum() + (grid >= 0).sum() == ((shown == grid) & (grid != -1)).sum():
                    weights[layout.tobytes()] = 0.5**count  # odds of 1/3
        whole = sum(weights.values())
        assert {*weights} >= {*counts}
        shares = {layout: counts.total() * weight / whole for layout, weight in weights.items()}
        if min(shares.values()) >= 5 and len(shares) > 1:
            statistic += sum((counts[one] - share) ** 2 / share for one, share in shares.items())
            freedom += len(shares) - 1
    print(f"chi-square {statistic:.1f} with {freedom} degrees of freedom")
    assert freedom > 10
    assert chi_square_tail(statistic, freedom) > 1e-4


def test_stops_have_easy_and_hard_next_steps_and_guesses() -> None:
    made = positions(Setting("intermediate"), n=150, answers=["verdicts"])
    kinds: Counter[str] = Counter()
    for index in range(150):
        board = made.board(index)
        if not KnowledgeBase(board).consequences().safe:
            kinds["guess"] += 1
        else:
            step = KnowledgeBase(board).next_step(safe=True)
            assert step is not None
            kinds["hard" if max(one.level for one in (*step.before, step)) > 1 else "easy"] += 1
    print(kinds)
    assert min(kinds["easy"], kinds["hard"], kinds["guess"]) >= 15
    assert ((made.boards == -1).sum(axis=(1, 2)) > 40).all()  # a safe cell is left


@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (1, 4)])
def test_symmetries(shape: tuple[int, int]) -> None:
    height, width = shape
    setting = Setting(height=height, width=width, mines=height + 1, first_click="safe")
    made = all_of(3, setting, 3, symmetries=True)
    plain = all_of(3, setting, 3)
    copies = 8 if height == width else 4
    assert len(made) == 3 * copies
    assert are_same(made[::copies], plain)
    if min(shape) > 1:
        for index in range(3):
            assert len({board.tobytes() for board in made.boards[index * copies :][:copies]}) > 1
    assert made.seeds.tolist() == [seed for seed in range(3, 6) for _ in range(copies)]
    assert np.array_equal(made.verdicts, verdicts(made.boards, mines=height + 1))
    chances = probabilities(made.boards, mines=height + 1)
    assert made.chances is not None
    assert np.allclose(made.chances, chances, rtol=0, atol=1e-12, equal_nan=True)
    assert made.level is not None
    assert made.best is not None
    for place in range(len(made)):
        board, chosen = made.board(place), made.best[place].tolist()
        assert made.level[place] == KnowledgeBase(board).difficulty().level
        answer = best(board).cells
        assert (tuple(chosen) in answer) if answer else chosen == [-1, -1]
        if answer:
            assert (
                made.chances[place][tuple(chosen)]
                == plain.chances[place // copies][  # type: ignore[index]
                    tuple(plain.best[place // copies])  # type: ignore[index]
                ]
            )


def test_slices() -> None:
    made = all_of(8, SMALL)
    singles = [all_of(1, SMALL, number) for number in range(8)]
    for part in (slice(4), slice(3, 6), slice(2, 8, 3), slice(5, 5)):
        numbers = range(8)[part]
        taken = made[part]
        assert len(taken) == len(numbers)
        for place, number in enumerate(numbers):
            assert are_same(taken[place : place + 1], singles[number])
    assert repr(made) == "<Positions: 8 of 5x4, 5 mines>"


def test_threads_and_python_make_the_same() -> None:
    asked = [answer for answer in ANSWERS if answer != "best"]
    made = positions(SMALL, n=6, seed=50, answers=asked)
    assert are_same(made, positions(SMALL, n=6, seed=50, answers=asked, threads=3))
    with without_kernel():
        python = positions(SMALL, n=6, seed=50, answers=asked)
    assert np.allclose(made.chances, python.chances, rtol=0, atol=1e-12, equal_nan=True)  # type: ignore[arg-type]
    object.__setattr__(python, "chances", made.chances)
    assert are_same(made, python)


@pytest.mark.parametrize(
    "options",
    [
        {"mines": 4, "rules": "1M Q", "first_click": "safe"},
        {"mines": (2, 5), "first_click": "safe"},
        {"mines": 4, "liars": 1, "first_click": "safe"},
        {"mines": 4, "topology": "hexagon", "first_click": "opening"},
        {"mines": 4, "constraints": ["corner: 1 of (0,0) (0,1)"], "first_click": "safe"},
    ],
)
def test_any_setting(options: dict[str, Any]) -> None:
    """The same as the records of `dataset`."""
    setting = Setting("4x3", **options)
    made = all_of(2, setting, 5)
    assert made.verdicts is not None
    assert made.chances is not None
    assert made.level is not None
    for place, record in enumerate(dataset(setting, n=2, seed=5)):
        assert isinstance(record, Position)
        assert {*record.mines} == {*map(tuple, np.argwhere(made.verdicts[place] == 1).tolist())}
        assert {*record.safe} == {*map(tuple, np.argwhere(made.verdicts[place] == 0).tolist())}
        assert {*record.layout} == {*map(tuple, np.argwhere(made.layouts[place]).tolist())}
        assert made.level[place] == record.level
        for one in record.chances:
            for cell in one.cells:
                assert abs(made.chances[place][cell] - Fraction(one.probability)) < 1e-12


def test_what_is_refused() -> None:
    for fields, error, says in [
        ({"n": -1}, ValueError, "n is -1; expected 0 or more"),
        ({"seed": -1}, ValueError, "seed is -1; expected 3 seeds from 0 to"),
        ({"seed": 2**64 - 2}, ValueError, "expected 3 seeds from 0 to"),
        ({"answers": ["chance"]}, UnknownNameError, "chance"),
        ({"answers": ["reasons"]}, UnknownNameError, "known: chances, verdicts, level, best"),
        ({"answers": 3}, TypeError, "answers is an int"),
        ({"floats": "float16"}, UnknownNameError, "type of floats 'float16'"),
        ({"setting": Board.parse("?")}, TypeError, "setting is a Board"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"time_limit": 1e-9}, LimitError, "no complete answer"),
        ({"setting": Setting("2x2", mines=4, first_click="unprotected")}, ValueError, "every cell"),
        ({"setting": Setting("2x2", mines=1, first_click="safe", clues="optimistic")}, ValueError,
         "the clues are uncertain"),
    ]:  # fmt: skip
        with pytest.raises(error, match=says):
            positions(**{"n": 3, "setting": SMALL, **fields})  # type: ignore[arg-type]
    assert positions(SMALL, n=3, seed=2**64 - 3).seeds[-1] == np.uint64(2**64 - 1)


def test_no_positions() -> None:
    made = all_of(0, SMALL, symmetries=True)
    assert len(made) == 0
    assert made.boards.shape == (0, 4, 5)
    assert made.best is not None
    assert made.best.shape == (0, 2)


def test_a_difference_between_verdicts_and_chances_is_a_defect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = columns.verdicts

    def wrong(*arguments: Any, **options: Any) -> Any:
        answer = right(*arguments, **options)
        answer[answer == -1] = 0
        return answer

    monkeypatch.setattr(columns, "verdicts", wrong)
    with pytest.raises(InternalError, match="by proof"):
        positions(SMALL, n=20)
