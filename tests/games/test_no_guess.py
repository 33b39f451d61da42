"""What it means that a layout needs no guess, and how far proofs lead in one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from logicsweep import KnowledgeBase, Layout, LimitError, Setting, State
from logicsweep.board import FirstClick
from logicsweep.board.adjacency import eight
from logicsweep.games import NoGuess, deal
from logicsweep.games.dealing.deal import MODES, Mode
from logicsweep.games.dealing.seeded import seeded
from logicsweep.games.dealing.walk import chain, reach, truth_of, walk_from
from logicsweep.kernel.play import Walk
from logicsweep.limits import Budget
from logicsweep.reasons import Technique
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.games.making import bare
from tests.judges.no_guess import opened_by_trying

NEVER = Budget(None)


def layout_of(text: str) -> Layout:
    return Layout(np.array([[symbol == "*" for symbol in row] for row in text.split()]))


def drawn(seed: int, most: int) -> tuple[Layout, tuple[int, int], bool]:
    """A random layout of up to so many cells, a safe start, and whether the mine count is known."""
    rng = Random(seed)
    height = rng.randint(1, 4)
    width = rng.randint(1, most // height)
    size = height * width
    mask = np.zeros(size, dtype=np.bool_)
    mask[rng.sample(range(size), rng.randint(0, size - 1))] = True
    start = rng.choice(np.flatnonzero(~mask).tolist())
    return Layout(mask.reshape(height, width)), divmod(start, width), rng.random() < 0.5


def begun(layout: Layout, start: tuple[int, int], *, total: bool) -> Walk:
    mask = layout.mask
    adjacency = eight(*mask.shape)
    number = start[0] * mask.shape[1] + start[1]
    known = int(mask.sum()) if total else None
    return walk_from(truth_of(mask, adjacency), adjacency, number, known)


def is_open(walk: Walk) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return walk.states >= 0


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("block", seeds(range(40), fast=4))
def test_proofs_lead_as_far_as_all_layouts_say(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        layout, start, total = drawn(seed, 12)
        expected = opened_by_trying(layout, start, total=total)
        walk = begun(layout, start, total=total)
        reach(walk, level=None, budget=NEVER)
        assert (is_open(walk) == expected.ravel()).all(), seed
        proved = walk.states == State.KNOWN_MINE
        assert not (proved & ~layout.mask.ravel()).any(), seed
        order = walk.order[1 : walk.order[0] + 1].tolist()
        assert sorted(order) == np.flatnonzero(expected).tolist(), seed

        definition = NoGuess(start=start, first_click=FirstClick.SAFE, total=total)
        solution = definition.check(layout)
        assert (solution.board.grid >= 0).tolist() == expected.tolist(), seed
        is_solved = bool((expected | layout.mask).all())
        assert definition.allows(layout) == solution.is_allowed == solution.is_solved == is_solved
        assert (solution.stuck is None) == is_solved
        without = opened_by_trying(layout, start, total=False)
        assert solution.needs_total == (total and without.sum() < expected.sum()), seed
        assert definition.needs_total(layout) == solution.needs_total


@needs_kernel
@pytest.mark.parametrize("block", seeds(range(20), fast=2))
def test_the_kernel_takes_the_steps_that_python_takes(block: int) -> None:
    for seed in range(block * 15, block * 15 + 15):
        rng = Random(f"levels {seed}")
        height, width = rng.randint(3, 10), rng.randint(3, 12)
        mask = np.zeros(height * width, dtype=np.bool_)
        mask[rng.sample(range(1, mask.size), mask.size * rng.randint(10, 30) // 100)] = True
        layout = Layout(mask.reshape(height, width))
        total = rng.random() < 0.5
        for level in (1, 2, None):
            native = begun(layout, (0, 0), total=total)
            reach(native, level=level, budget=NEVER)
            python = begun(layout, (0, 0), total=total)
            with without_kernel():
                reach(python, level=level, budget=NEVER)
            assert (is_open(native) == is_open(python)).all(), (seed, level)


@pytest.mark.parametrize("block", seeds(range(20), fast=2))
def test_each_step_is_one_of_the_easiest(block: int) -> None:
    """Against the smallest explanation of any cell that is proved in the position."""
    for seed in range(block * 10, block * 10 + 10):
        layout, start, total = drawn(seed + 10_000, 16)
        definition = NoGuess(start=start, first_click=FirstClick.SAFE, total=total)
        solution = definition.check(layout)
        for step in solution.steps:
            kb = KnowledgeBase(step.board)
            proved = kb.consequences()
            assert set(step.safe) <= proved.safe
            assert set(step.mines) <= proved.mines
            easiest = min(
                kb.explain(cell, smallest=True).size for cell in proved.safe | proved.mines
            )
            assert step.level == easiest, (seed, step)
        for most in range(4):
            for least in range(most + 1):
                limited = NoGuess(
                    start=start, first_click=FirstClick.SAFE, total=total, levels=(least, most)
                )
                is_within = solution.is_solved and least <= solution.level <= most
                assert limited.allows(layout) == limited.check(layout).is_allowed == is_within


def test_techniques_can_be_excluded() -> None:
    layout = layout_of("*____ _____ _____ _____ ___*_")
    definition = NoGuess(start=(2, 0))
    used = definition.check(layout).difficulty.techniques
    assert used
    for excluded in Technique:
        allowed = frozenset(set(Technique) - {excluded})
        limited = NoGuess(start=(2, 0), techniques=allowed)
        assert limited.allows(layout) == (excluded not in used)
        trouble = limited.check(layout).trouble
        expected = f"a step is of the technique {excluded.value!r}, which is not allowed"
        assert trouble == (expected if excluded in used else None)


@pytest.mark.few(1)
@pytest.mark.parametrize("block", seeds(range(12), fast=2))
def test_techniques_and_patterns_can_be_needed(block: int) -> None:
    """A layout is allowed if it needs no guess and its steps, as a solution has them, go by all."""
    allowed = 0
    for seed in range(block * 3, block * 3 + 3):
        setting = Setting("8x8", mines=10)
        layout = deal(setting, seed=seed, no_guess=NoGuess(start=(4, 4))).layout
        solution = NoGuess(start=(4, 4)).check(layout)
        for needs in ({"1-1"}, {"1-2C", "B1"}, {"H1"}, {"1-2-1"}, {"1-1R"}, {"total"}, {"subset"}):
            definition = NoGuess(start=(4, 4), needs=frozenset(needs))
            assert definition.is_rated
            missing = sorted(
                name
                for name in needs
                if not any(
                    name in (step.technique.value, step.pattern, f"{step.pattern}"[:-1])
                    for step in solution.steps
                )
            )
            assert definition.allows(layout) == (not missing), (seed, needs)
            trouble = definition.check(layout).trouble
            words = f"no step is of the technique or pattern {missing[0]!r}" if missing else None
            assert trouble == words
            allowed += not missing
    assert allowed


@pytest.mark.parametrize("mode", MODES)
def test_a_layout_is_dealt_that_needs_a_pattern(mode: Mode) -> None:
    definition = NoGuess(needs=frozenset({"1-2-1"}))
    layout = deal(Setting("beginner"), seed=3, no_guess=definition, mode=mode).layout
    names = definition.check(layout).difficulty.patterns
    assert {"1-2-1", "1-2-1R"}.intersection(names)
    if mode == MODES[0]:
        assert seeded(Setting("8x8", mines=10), seed=3, no_guess=definition).layout.mask.sum() == 10


def test_what_no_step_can_have_cannot_be_needed() -> None:
    others = frozenset(Technique) - {Technique.SUBSET}
    with pytest.raises(ValueError, match="no step may be of the technique 'subset'"):
        NoGuess(needs=frozenset({"subset"}), techniques=others)
    for wrong in ("1-2", {121}, 5):
        with pytest.raises(TypeError):
            NoGuess(needs=wrong)  # type: ignore[arg-type]
    assert NoGuess(needs=[Technique.SUBSET, "1-2"]).needs == {"subset", "1-2"}  # type: ignore[arg-type]


def test_a_solution_says_where_a_guess_is_needed() -> None:
    layout = layout_of("____*_ _____*")
    solution = NoGuess(start=(0, 0)).check(layout)
    assert solution.stuck is not None
    assert solution.stuck == solution.board
    assert str(solution.stuck) == "mines: 2\n\n0001??\n0001??"
    assert not solution.is_allowed
    assert solution.trouble == "a guess is needed: 8 of 10 safe cells are proved"


def test_a_start_that_is_no_opening_is_not_allowed() -> None:
    layout = layout_of("*___ ____ ____")
    assert (
        NoGuess(start=(1, 1)).check(layout).trouble
        == "the start (1,1) shows 1; expected an opening"
    )
    assert not NoGuess(start=(1, 1)).allows(layout)
    assert NoGuess(start=(2, 2)).allows(layout)
    assert not NoGuess(start=(0, 0)).allows(layout)
    with pytest.raises(ValueError, match=r"the start \(0,0\) is a mine"):
        NoGuess(start=(0, 0)).check(layout)


def test_definitions_have_to_make_sense() -> None:
    for wrong in ({"levels": 3}, {"techniques": ["subset"]}, {"total": 1}, {"start": 5}):
        with pytest.raises(TypeError):
            NoGuess(**wrong)


def test_the_steps_of_a_solution_are_words_and_pictures() -> None:
    game = deal(bare(height=9, width=9, mines=10), seed=3, no_guess=NoGuess())
    solution = NoGuess().check(game.layout)
    for step in solution.steps:
        assert "so " in step.text or ": " in step.text
        assert step.picture()
    rated = solution.difficulty
    assert rated.hardest is not None
    assert rated.hardest.level == solution.level
    assert sum(rated.techniques.values()) == len(solution.steps)


def test_a_time_limit_is_an_error() -> None:
    game = deal(bare(height=16, width=30, mines=99), seed=0, no_guess=NoGuess())
    with pytest.raises(LimitError):
        NoGuess().check(game.layout, time_limit=1e-9)


def test_a_chain_ends_where_no_step_is_easy_enough() -> None:
    game = deal(bare(height=9, width=9, mines=10), seed=5, no_guess=NoGuess(levels=(2, 2)))
    assert game.start is not None
    walk = begun(game.layout, game.start, total=True)
    steps = list(chain(walk, level=1, budget=NEVER))
    assert {step.mus.size for step in steps} <= {1}
    assert not (is_open(walk) | game.layout.mask.ravel()).all()
