"""Layouts from the seeds of links: the generator, and what is drawn with it."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
import pytest

from logicsweep import Layout, Setting
from logicsweep.board import FirstClick
from logicsweep.errors import NoLayoutError
from logicsweep.games import NoGuess
from logicsweep.games.dealing.seeded import MOST, REFUSED, SplitMix64, move_source, seeded
from tests.conftest import seeds, without_kernel
from tests.games.making import bare
from tests.judges.chances import chi_square
from tests.judges.refusals import refused

# As the reference implementation in C prints them.
PUBLISHED = {
    0: [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
        0x1B39896A51A8749B,
    ],
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
}


def outputs(seed: int) -> Iterator[int]:
    """The reference implementation, in numbers of 64 bits that wrap around."""
    state = np.array([seed], dtype=np.uint64)
    shift = np.array([30, 27, 31], dtype=np.uint64)
    factors = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64)
    while True:
        state += np.uint64(0x9E3779B97F4A7C15)
        mixed = state.copy()
        for place in range(2):
            mixed ^= mixed >> shift[place]
            mixed *= factors[place]
        mixed ^= mixed >> shift[2]
        yield int(mixed[0])


def below(stream: Iterator[int], most: int) -> int:
    """A number below another: outputs are cut to its length in binary, and drawn anew if large."""
    digits = len(f"{most:b}")
    for output in stream:
        number = int(f"{output:064b}"[:digits], 2)
        if number < most:
            return number
    raise AssertionError


def layouts(
    seed: int, cells: int, mines: int, free: set[int], *, spare: int = 9
) -> Iterator[list[int]]:
    """The layouts of a seed as the reference page has it, one after the other."""
    stream = outputs(seed)
    while True:
        left, drawn = list(range(cells)), []
        for first in range(min(cells, mines + spare)):
            at = first + below(stream, cells - first)
            left[first], left[at] = left[at], left[first]
            drawn.append(left[first])
        yield sorted([cell for cell in drawn if cell not in free][:mines])


def mines_of(layout: Layout) -> list[int]:
    """The mines of a layout by number."""
    return [int(number) for number in np.flatnonzero(layout.mask)]


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_generator_is_splitmix64(seed: int) -> None:
    source = SplitMix64(seed)
    assert [source.output() for _ in range(5)] == PUBLISHED[seed]


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**63, MOST])
def test_the_generator_is_that_of_the_reference(seed: int) -> None:
    source = SplitMix64(seed)
    assert [source.output() for _ in range(300)] == list(islice(outputs(seed), 300))
    source.seed(seed)
    stream = outputs(seed)
    for most in (1, 2, 3, 8, 99, 480, 2**40 + 1, 2**63):
        assert source.randrange(most) == below(stream, most)
    assert source.getrandbits(5) == next(stream) >> 59
    low, high = next(stream), next(stream)
    assert source.getrandbits(70) == low + ((high >> 58) << 64)
    assert source.random() == (next(stream) >> 11) / 2**53
    twin = copy.copy(source)
    expected = next(stream)
    assert source.output() == twin.output() == expected


def test_shuffles_are_uniform() -> None:
    source = SplitMix64(7)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        order = list(range(4))
        source.shuffle(order)
        counts[tuple(order)] += 1
    assert len(counts) == 24
    assert chi_square(counts.values()) > 1e-4


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("seed", seeds(range(12)))
def test_a_layout_follows_from_its_seed(first_click: FirstClick, seed: int) -> None:
    setting = bare(height=6, width=7, mines=9, first_click=first_click)
    for start in ((0, 0), (3, 3), (5, 6)):
        cells = {
            FirstClick.UNPROTECTED: [],
            FirstClick.SAFE: [start],
            FirstClick.OPENING: [
                (row, column)
                for row in range(6)
                for column in range(7)
                if max(abs(row - start[0]), abs(column - start[1])) <= 1
            ],
        }[first_click]
        expected = next(layouts(seed, 42, 9, {row * 7 + column for row, column in cells}))
        assert mines_of(seeded(setting, seed=seed, start=start).layout) == expected


def test_other_first_cells_hardly_change_a_layout() -> None:
    setting = Setting("expert")
    there = set(mines_of(seeded(setting, seed=5, start=(0, 0)).layout))
    here = set(mines_of(seeded(setting, seed=5, start=(8, 15)).layout))
    assert len(there & here) >= 99 - 9


def test_layouts_are_uniform() -> None:
    setting = bare(height=3, width=3, mines=2, first_click=FirstClick.SAFE)
    counts = Counter(
        tuple(mines_of(seeded(setting, seed=seed, start=(1, 1)).layout)) for seed in range(2800)
    )
    assert set(counts) == set(combinations([0, 1, 2, 3, 5, 6, 7, 8], 2))
    assert chi_square(counts.values()) > 1e-4
    assert len(counts) == comb(8, 2)


@pytest.mark.parametrize("seed", seeds(range(20, 32)))
def test_without_guesses_it_is_the_first_layout_that_needs_none(seed: int) -> None:
    setting = Setting("16x16", mines=40)
    definition = NoGuess(start=(8, 8))
    free = {row * 16 + column for row in (7, 8, 9) for column in (7, 8, 9)}
    dealt = seeded(setting, seed=seed, no_guess=definition)
    assert dealt.dealing is not None
    assert dealt.dealing.mode == "uniform"
    drawn = [
        Layout(np.isin(np.arange(256), mines).reshape(16, 16))
        for mines in islice(layouts(seed, 256, 40, free), dealt.dealing.tries)
    ]
    assert [layout for layout in drawn if definition.allows(layout)] == [dealt.layout]
    assert drawn[-1] == dealt.layout


def test_dense_boards_are_repaired() -> None:
    setting = Setting("16x16", mines=80)
    definition = NoGuess(start=(8, 8))
    dealt = seeded(setting, seed=3, no_guess=definition)
    assert dealt.dealing is not None
    assert dealt.dealing.mode == "repaired"
    assert definition.allows(dealt.layout)
    free = {row * 16 + column for row in (7, 8, 9) for column in (7, 8, 9)}
    next_one = next(islice(layouts(3, 256, 80, free), REFUSED, None))
    if dealt.dealing.tries == 1:
        moved = len(set(mines_of(dealt.layout)) - set(next_one))
        assert moved == dealt.dealing.moved
    with refused(NoLayoutError):
        seeded(setting, seed=3, no_guess=definition, time_limit=1e-6)


KINDS: dict[str, dict[str, Any]] = {
    "plain": {"size": "9x9", "mines": 10},
    "a range": {"size": "6x6", "mines": (5, 9)},
    "a density": {"size": "6x6", "density": "1/5"},
    "hexagon": {"size": "6x6", "mines": 8, "topology": "hexagon"},
    "rules": {"size": "5x5", "mines": 8, "rules": "Q"},
    "clue rules": {"size": "6x6", "mines": 8, "rules": "1M"},
    "constraints": {"size": "6x6", "mines": 7, "constraints": ["corner: 1 of (0,0) (0,1)"]},
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_changes_no_layout(kind: str) -> None:
    setting = Setting(**KINDS[kind])
    natively = [seeded(setting, seed=seed, start=(2, 2)).layout for seed in range(4)]
    with without_kernel():
        assert [seeded(setting, seed=seed, start=(2, 2)).layout for seed in range(4)] == natively


@pytest.mark.parametrize("mines", [10, 22])
def test_the_kernel_changes_no_layout_without_guesses(mines: int) -> None:
    setting = Setting("9x9", mines=mines)
    definition = NoGuess(start=(4, 4))
    natively = seeded(setting, seed=1, no_guess=definition).layout
    with without_kernel():
        assert seeded(setting, seed=1, no_guess=definition).layout == natively


def test_each_move_has_its_own_source() -> None:
    of_game = outputs(MOST - 99)
    for move in range(5):
        stream = outputs(next(of_game))
        source = move_source(99, move)
        assert [source.output() for _ in range(3)] == list(islice(stream, 3))
