"""Layouts from seeds: the kernel against its Python twin, which draws and repairs them itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import product
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

from logicsweep import LimitError, Setting
from logicsweep.board import FirstClick
from logicsweep.board.adjacency import Adjacency
from logicsweep.errors import NoLayoutError
from logicsweep.formats.dealt import DealtGame
from logicsweep.games import NoGuess
from logicsweep.games.dealing import seeded as dealing
from logicsweep.games.dealing.seeded import MOST, REFUSED, SplitMix64, by_python, seeded
from logicsweep.kernel import context as in_context, play as native
from logicsweep.kernel.context import Context, Status
from logicsweep.kernel.library import library
from logicsweep.kernel.play import Steps, ToDeal
from logicsweep.limits import CANCELLED, MAX_ENTRIES, Budget
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.countdown import Countdown

pytestmark = needs_kernel

NEVER = Budget(None)
WHEEL = Adjacency.graph(
    [(0, rim) for rim in range(1, 16)] + [(rim, rim + 1) for rim in range(1, 15)]
)
BOARDS: dict[str, dict[str, Any]] = {
    "one cell": {"size": "1x1", "mines": 0},
    "one row": {"size": "7x1", "mines": 2},
    "all mines but those kept free": {"size": "4x4", "mines": 7},
    "beginner": {"size": "beginner"},
    "intermediate": {"size": "intermediate"},
    "expert": {"size": "expert"},
    "torus": {"size": "8x7", "mines": 9, "topology": "torus"},
    "hexagon": {"size": "9x8", "mines": 12, "topology": "hexagon"},
    "triangle": {"size": "10x8", "mines": 10, "topology": "triangle"},
    "graph": {"size": "4x4", "mines": 0, "topology": WHEEL},
    "sparse graph": {"size": "5x4", "mines": 4, "topology": Adjacency.graph([(0, 1)], 20)},
}
# Python plays on these for long.
LARGE = ("intermediate", "expert")


@pytest.fixture(autouse=True)
def _no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel leaves a layout to Python, `seeded` compares nothing."""

    def refuse(*_: object) -> None:
        raise AssertionError("the kernel dealt no layout")

    monkeypatch.setattr(dealing, "by_python", refuse)


def facts(game: DealtGame) -> tuple[object, ...]:
    """All that a seed decides."""
    assert game.dealing is not None
    return game.layout, game.start, game.dealing[:3]


def check(setting: Setting, seed: int, no_guess: NoGuess) -> DealtGame:
    game = seeded(setting, seed=seed, no_guess=no_guess)
    expected = by_python(setting, SplitMix64(seed), None, no_guess, NEVER)
    assert facts(game) == facts(expected), (setting, seed, no_guess)
    return game


@pytest.mark.parametrize("board", BOARDS)
def test_any_board(board: str) -> None:
    for first_click, seed in product(FirstClick, (0, 1, 2**63, MOST)):
        setting = Setting(**BOARDS[board], first_click=first_click)
        for start in (None, (0, 0), (setting.height - 1, setting.width - 1)):
            game = seeded(setting, seed=seed, start=start)
            with without_kernel():
                expected = by_python(setting, SplitMix64(seed), start, None, NEVER)
            assert facts(game) == facts(expected), (setting, seed, start)


def test_the_layouts_of_the_reference_page() -> None:
    def mines(size: str, seed: int, first: tuple[int, int]) -> list[int]:
        return np.flatnonzero(seeded(Setting(size), seed=seed, start=first).layout.mask).tolist()

    assert mines("beginner", 20261126, (4, 4)) == [2, 11, 12, 35, 36, 37, 47, 54, 58, 60]
    assert mines("beginner", 20261126, (0, 0)) == [2, 11, 12, 31, 35, 36, 37, 47, 58, 60]
    expert = mines("expert", 18446744073709551615, (8, 15))
    assert expert[:12] == [0, 2, 3, 5, 8, 14, 16, 18, 22, 24, 25, 32]


@pytest.mark.parametrize("seed", seeds(range(40), fast=4))
@pytest.mark.parametrize("size", ["beginner", "intermediate", "expert"])
def test_no_guess(size: str, seed: int) -> None:
    setting = Setting(size)
    for first_click in (FirstClick.SAFE, FirstClick.OPENING):
        start = (seed % setting.height, 7 * seed % setting.width)
        definition = NoGuess(start=start, first_click=first_click, total=seed % 3 > 0)
        game = check(setting, seed, definition)
        assert definition.allows(game.layout)


@pytest.mark.parametrize("seed", seeds(range(20), fast=2))
@pytest.mark.parametrize("board", ["torus", "hexagon", "triangle"])
def test_no_guess_with_other_neighbours(board: str, seed: int) -> None:
    check(Setting(**BOARDS[board]), seed, NoGuess(total=seed % 2 == 0))


LEVELS = [
    *(("10x10", 6, levels) for levels in ((0, 0), (2, 2))),
    *(("9x9", 10, levels) for levels in ((1, 1), (2, 2), (0, 1), (1, 2))),
    *(("16x16", 40, levels) for levels in ((1, 1), (2, 2), (0, 1), (1, 2))),
]


@pytest.mark.parametrize(("size", "mines", "levels"), LEVELS)
def test_levels(size: str, mines: int, levels: tuple[int, int]) -> None:
    setting = Setting(size, mines=mines)
    game = check(setting, 1, NoGuess(levels=levels))
    solution = NoGuess().check(game.layout)
    assert solution.is_solved
    assert levels[0] <= solution.level <= levels[1]


# Boards with seeds whose layouts are all repaired. With three mines, and around zeros alone, they
# are disturbed as well, to get their level, on 7x7 in vain at first; on the last two boards, mines
# cut off what is left.
REPAIRED = [
    ({"size": "30x16", "mines": 130}, None, range(1)),
    ({"size": "16x16", "mines": 75}, None, range(1)),
    ({"size": "9x9", "mines": 28}, (2, 2), range(2)),
    ({"size": "9x9", "mines": 27}, (1, 1), range(1)),
    ({"size": "9x9", "mines": 30}, (1, 2), range(1)),
    ({"size": "10x10", "mines": 6}, (0, 0), (2,)),
    pytest.param({"size": "7x7", "mines": 6}, (0, 0), (1, 2), marks=pytest.mark.slow),
    ({"size": "10x10", "mines": 3}, (2, 2), range(1)),
    ({"size": "10x8", "mines": 24, "topology": "hexagon"}, None, (0, 2)),
    ({"size": "10x12", "mines": 38, "topology": "four"}, (0, 2), range(2)),
    pytest.param(
        {"size": "10x12", "mines": 50, "topology": "knight"},
        *((0, 2), range(1)),
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("options", "levels", "every"), REPAIRED)
def test_repairs(
    options: dict[str, Any], levels: tuple[int, int] | None, every: Iterable[int]
) -> None:
    for seed in every:
        game = check(Setting(**options), seed, NoGuess(levels=levels))
        assert game.dealing is not None
        assert game.dealing.mode == "repaired", seed
        assert game.dealing.moved > 0, seed


@pytest.mark.parametrize(
    ("mines", "levels"),
    [
        (10, None),
        pytest.param(28, (2, 2), marks=pytest.mark.slow),
        pytest.param(27, (1, 1), marks=pytest.mark.slow),
    ],
)
def test_python_alone(mines: int, levels: tuple[int, int] | None) -> None:
    """Its proofs as well."""
    setting, definition = Setting("9x9", mines=mines), NoGuess(levels=levels)
    game = seeded(setting, seed=5, no_guess=definition)
    with without_kernel():
        expected = by_python(setting, SplitMix64(5), None, definition, NEVER)
    assert facts(game) == facts(expected)


def limited(most_bytes: int) -> Context:
    loaded = library()
    assert loaded is not None
    return Context(loaded, most_bytes)


def wanted(
    setting: Setting, *, start: int | None, levels: tuple[int, int] | None = None, seed: int = 1
) -> ToDeal:
    assert isinstance(setting.mines, int)
    steps = Steps(uses_total=True, levels=levels)
    return ToDeal(seed, setting.adjacency, setting.mines, start, FirstClick.OPENING, steps)


def status_of(to_deal: ToDeal, kernel: Context) -> tuple[int, list[int]]:
    """The status of a single call, and the mines that it wrote."""
    is_mine = np.zeros(to_deal.adjacency.size, dtype=np.bool_)
    asked = native.question(to_deal, is_mine)
    status = int(kernel.library.ls_deal(kernel.address, asked))
    return status, np.flatnonzero(is_mine).tolist()


def test_what_cannot_be_dealt() -> None:
    kernel = limited(1 << 30)
    beginner = wanted(Setting("beginner"), start=40)
    for mines, status in ((72, Status.OK), (73, Status.CLASH), (-1, Status.CLASH)):
        plain = beginner._replace(mines=mines, steps=None)
        assert status_of(plain, kernel)[0] == status
    assert status_of(beginner._replace(mines=73), kernel)[0] == Status.CLASH
    assert status_of(wanted(Setting("beginner"), start=40, levels=(3, 3)), kernel)[0] == Status.WIDE
    assert status_of(beginner._replace(start=None), kernel)[0] == Status.WIDE
    unprotected = beginner._replace(first_click=FirstClick.UNPROTECTED)
    assert status_of(unprotected, kernel)[0] == Status.WIDE


def test_errors_are_those_of_python() -> None:
    setting = Setting("9x9", mines=80, first_click="safe")
    with pytest.raises(ValueError, match="keeps 9 of them free"):
        seeded(setting, seed=1, no_guess=NoGuess())
    for options in ({"start": (9, 0)}, {"no_guess": NoGuess(start=(9, 0))}):
        with pytest.raises(ValueError, match="is not on a board of 9x9"):
            seeded(setting, seed=1, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("levels", [(3, 3), (1, 4)])
def test_higher_levels_are_left_to_python(levels: tuple[int, int]) -> None:
    setting = Setting("expert")
    assert native.deal(wanted(setting, start=255, levels=levels), NEVER) is None
    with pytest.raises(AssertionError, match="dealt no layout"):
        seeded(setting, seed=1, no_guess=NoGuess(levels=levels))


def test_what_the_kernel_does_not_see_is_left_to_python() -> None:
    to_deal = wanted(Setting("expert"), start=255)
    assert native.deal(to_deal, Budget(None, entries=1)) is None
    assert native.deal(to_deal, NEVER) is not None


@pytest.mark.parametrize("mines", [40, 80])
def test_little_memory(mines: int) -> None:
    """The ceiling holds, and the layout is the same as soon as there is room for it."""
    to_deal = wanted(Setting("16x16", mines=mines), start=136)
    expected = status_of(to_deal, limited(1 << 30))
    assert expected[0] == Status.OK
    statuses = []
    for most in (0, 1000, 5000, *range(6000, 10**6, 9000)):
        kernel = limited(most)
        status, is_mine = status_of(to_deal, kernel)
        assert kernel.library.ls_taken(kernel.address) <= most
        statuses.append(status)
        if status == Status.OK:
            assert is_mine == expected[1]
            break
    assert len(statuses) > 4
    assert set(statuses[:-1]) == {Status.MEMORY}
    assert statuses[-1] == Status.OK


# The start shows 1, and nothing tells the mine from the other two cells.
HOPELESS = Setting("2x2", mines=1, first_click="safe")


def test_a_search_that_is_cancelled() -> None:
    to_deal = wanted(HOPELESS, start=0)._replace(first_click=FirstClick.SAFE)
    kernel = limited(1 << 20)
    kernel.cancel()
    assert status_of(to_deal, kernel)[0] == Status.STOPPED
    ended: list[object] = []
    done = Event()

    def search() -> None:
        asked = native.question(to_deal, np.zeros(4, dtype=np.bool_))
        try:
            kernel.ask(kernel.library.ls_deal, NEVER, asked)
        except LimitError as error:
            ended.append(error.limit)
        done.set()

    thread = Thread(target=search)
    thread.start()
    while not done.wait(0.001):
        kernel.cancel()
    thread.join()
    assert ended == [CANCELLED]


def test_a_search_that_reaches_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has come of it by then is told, as of Python's search."""
    monkeypatch.setattr(in_context, "_BRIEF", 1_000_000)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
    monkeypatch.setattr(dealing, "Budget", partial(Countdown, entries=MAX_ENTRIES))
    definition = NoGuess(start=(0, 0), first_click=FirstClick.SAFE)

    def reached(looks: int) -> NoLayoutError:
        Countdown.looks = looks
        with pytest.raises(NoLayoutError, match=r"^limit reached: the countdown; ") as found:
            seeded(HOPELESS, seed=1, no_guess=definition)
        return found.value

    natively = [reached(0), reached(1)]
    assert natively[0].tries == 0
    assert natively[1].tries > REFUSED
    monkeypatch.setattr(dealing, "by_python", by_python)
    with without_kernel():
        alone = [reached(0), reached(3 * REFUSED)]
    for ours, theirs in zip(natively, alone, strict=True):
        assert (ours.opened, ours.safe_cells) == (theirs.opened, theirs.safe_cells)
    assert natively[1].opened == 1
    # Without one, a layout takes no time.
    Countdown.looks = 0
    assert seeded(HOPELESS, seed=1).layout.mask.sum() == 1
