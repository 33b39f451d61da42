"""Games with forced survival: the kernel against its Python twin, which asks the agent itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import comb
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, Layout, LimitError, Setting, State
from logicsweep.board import FirstClick
from logicsweep.games import agent_of
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.strategist import Strategist, recipe_of
from logicsweep.games.view import View
from logicsweep.kernel import context as in_context
from logicsweep.kernel.context import Context, Status
from logicsweep.lab.data.drawn import position
from logicsweep.lab.play import forced, survive
from logicsweep.lab.play.forced import ForcedGame, Survival, play_forced
from logicsweep.limits import Budget
from logicsweep.strategy.optima import is_listed
from logicsweep.strategy.recipe import STANDARD
from tests.conftest import needs_kernel, seeds, some, without_kernel
from tests.judges.countdown import Countdown
from tests.kernel.test_deal import BOARDS, LARGE

pytestmark = needs_kernel

# How many seeds one expert test plays.
BLOCK = 25


class Quick(Strategist):
    """Solves little, so that small boards are played at length."""

    recipe = STANDARD._replace(layouts=20)


@contextmanager
def by_python() -> Iterator[None]:
    """Have the agent play, with the kernel as its calculator."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forced, "recipe_of", lambda _: None)
        yield


@contextmanager
def by_kernel() -> Iterator[None]:
    """Refuse to play in Python."""

    def refuse(*_: object) -> bool:
        raise AssertionError("the kernel played no game")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forced, "_by_python", refuse)
        yield


def check_same(native: Survival, twin: Survival, what: object) -> None:
    """Both have the same cells in their guesses, and the same numbers up to rounding."""
    cells, others = ([guess.cell for guess in one.guesses] for one in (native, twin))
    assert cells == others, what
    assert native.chance == pytest.approx(twin.chance, rel=1e-9, abs=1e-300), what
    for guess, other in zip(native.guesses, twin.guesses, strict=True):
        assert guess.layouts == pytest.approx(other.layouts, abs=1e-6), what
        assert guess.cost == pytest.approx(other.cost, abs=1e-9), what
    assert native.replaced == twin.replaced, what
    assert (native.is_cut, native.is_won) == (twin.is_cut, twin.is_won), what


def check_games(games: Sequence[ForcedGame], agent: Strategist, first: Cell | None = None) -> None:
    """The kernel plays the first of two games, and as its twin plays the second."""
    game, twin = games
    what = (game.setting, game.board, first)
    with by_kernel():
        played = play_forced(game, agent, first=first)
    with by_python():
        judged = play_forced(twin, agent, first=first)
    check_same(played, judged, what)
    assert game.is_over == twin.is_over, what
    assert (game.board.grid == twin.board.grid).all(), what
    assert (game.opened, game.detonated) == (twin.opened, twin.detonated), what
    if game.is_over:
        assert (game.solution.mask == twin.solution.mask).all(), what


def check(setting: Setting, seed: int, agent: Strategist, first: Cell | None = None) -> None:
    """The kernel plays a new game, and as its twin does."""
    check_games([ForcedGame(setting, seed=seed) for _ in range(2)], agent, first)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in BOARDS]
)
def test_any_board(name: str) -> None:
    for first_click, (seed, flood) in product(FirstClick, ((-5, True), (2**70, False))):
        setting = Setting(**BOARDS[name], first_click=first_click, flood=flood)
        first = Cell(setting.height // 2, setting.width // 2)
        check(setting, seed, Quick(seed), first)


def test_small_games_are_solved_from_the_first_cell_by_python() -> None:
    setting = Setting(height=4, width=4, mines=3, first_click=FirstClick.SAFE)
    with by_kernel(), pytest.raises(AssertionError, match="the kernel played no game"):
        survive("strategist", setting, seed=1)
    assert survive("strategist", setting, seed=1).chance == 400 / 455


@pytest.mark.parametrize("block", seeds(range(320), fast=4))
def test_random_boards(block: int) -> None:
    rng = Random(f"forced games {block}")
    for seed in range(1):
        height, width = rng.randint(3, 12), rng.randint(3, 12)
        first_click = rng.choice([*FirstClick])
        room = height * width - (9 if first_click is FirstClick.OPENING else 1)
        setting = Setting(
            height=height,
            width=width,
            mines=min(room, int(height * width * rng.uniform(0.1, 0.3))),
            first_click=first_click,
            flood=rng.random() < 0.8,
            topology=rng.choice([None, None, "torus", "hexagon"]),
        )
        first = Cell(rng.randrange(height), rng.randrange(width)) if rng.random() < 0.5 else None
        agent: Strategist = rng.choice([Quick, Strategist])(seed)
        if is_listed(setting.board()):
            agent = Quick(seed)  # or else it is played by the list
        assert isinstance(setting.mines, int)
        if comb(setting.cells, setting.mines) <= agent.recipe.layouts:
            first = Cell(0, 0)  # or else it is solved by Python
        if is_listed(setting.board()):
            agent = Quick(seed)  # which looks nothing up
        check(setting, rng.randrange(-(10**6), 10**6), agent, first)


@pytest.mark.parametrize("block", seeds(range(40), fast=2))
def test_from_a_position_on(block: int) -> None:
    """With a cell that is opened first, be it a proved mine; some mines and cells are known."""
    rng = Random(f"forced games from positions {block}")
    for _ in range(3):
        setting = Setting(
            height=8, width=9, mines=rng.randint(5, 22), first_click=FirstClick.SAFE, flood=True
        )
        layout, board = position(setting, rng.randrange(10**9))
        grid = board.grid.copy()
        for cell in rng.sample(board.covered, min(3, len(board.covered))):
            grid[cell] = State.KNOWN_MINE if layout.mask[cell] else State.NO_CLUE
        board = Board(grid, mines=board.mines)
        first = rng.choice([None, *board.covered])
        seed = rng.randrange(10**9)
        games = [
            ForcedGame.going_on(
                Setting(height=8, width=9, mines=0, first_click=FirstClick.UNPROTECTED),
                seed,
                board,
                layout,
            )
            for _ in range(2)
        ]
        if not games[0].is_over:
            check_games(games, Quick(seed), first)


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("seed", range(2))
def test_a_layout_that_gives_way_to_the_first_click(first_click: FirstClick, seed: int) -> None:
    """Where a game goes on from a board without a clue, it has its layout before the first cell."""
    mask = np.zeros((7, 7), dtype=np.bool_)
    mask[:2] = True
    board = Board(np.full((7, 7), State.COVERED, dtype=np.int8), mines=14)
    setting = Setting(height=7, width=7, mines=14, first_click=first_click)
    games = [ForcedGame.going_on(setting, seed, board, Layout(mask)) for _ in range(2)]
    check_games(games, Quick(seed), Cell(0, 3))


@pytest.mark.slow
@pytest.mark.parametrize("first_click", some(["opening", "safe"], every=2))
@pytest.mark.parametrize("block", seeds(range(20), fast=1))
def test_expert_games(block: int, first_click: str) -> None:
    """Ten turns of a soak play 10,000 games."""
    setting = Setting("expert", first_click=FirstClick(first_click), flood=True)
    for seed in range(BLOCK * block, BLOCK * (block + 1)):
        check(setting, seed, Strategist(seed))


def test_without_the_kernel_it_is_the_same_game() -> None:
    setting = Setting("beginner", first_click=FirstClick.SAFE, flood=True)
    for seed in range(3):
        with by_kernel():
            played = survive("strategist", setting, seed=seed)
        with without_kernel():
            check_same(played, survive("strategist", setting, seed=seed), seed)


def test_a_game_that_is_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread does what takes longer than a moment, from where the first call came to."""
    setting = Setting("expert", first_click=FirstClick.SAFE, flood=True)
    wanted = [survive("strategist", setting, seed=seed) for seed in range(4)]
    for brief in (1, 3_000, 20_000):
        monkeypatch.setattr(in_context, "_BRIEF", brief)
        monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
        assert [survive("strategist", setting, seed=seed) for seed in range(4)] == wanted, brief


@pytest.mark.parametrize("status", [Status.WIDE, Status.MEMORY, Status.IMPRECISE])
def test_what_the_kernel_leaves_open_is_played_by_python(
    status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = Setting("beginner", first_click=FirstClick.SAFE, flood=True)
    wanted = survive("strategist", setting, seed=3)
    monkeypatch.setattr(Context, "ask", lambda *_, **__: status)
    check_same(survive("strategist", setting, seed=3), wanted, status)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget ends a game; the limit of the agent is for a move, and so for Python to keep."""
    setting = Setting("expert", first_click=FirstClick.SAFE, flood=True)
    spent = Countdown(None, entries=1_000_000)
    monkeypatch.setattr(Countdown, "looks", 0)
    with pytest.raises(LimitError, match="the countdown"):
        survive("strategist", setting, seed=1, budget=spent)
    monkeypatch.setattr(in_context, "_BRIEF", 1)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
    with by_kernel(), pytest.raises(AssertionError, match="the kernel played no game"):
        survive(agent_of("strategist", time_limit=1e-9), setting, seed=1, budget=Budget(60))


def test_a_player_with_methods_of_its_own_is_asked() -> None:
    class Watched(Quick):
        def choose(self, view: View) -> Move:
            return super().choose(view)

    class Named(Quick):
        """Plays as the class before."""

        name = "somebody"

    assert recipe_of(agent_of("exact")) is None
    assert recipe_of(Watched()) is None
    assert recipe_of(Named()) == Quick.recipe
    assert recipe_of(Strategist()) == STANDARD
