"""The environments for Gymnasium: its own checks, and every number against the knowledge base."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Cell,
    Game,
    KnowledgeBase,
    Setting,
    State,
)
from logicsweep.errors import ArgumentError, ArgumentTypeError, UnknownNameError
from logicsweep.lab import gym
from tests.conftest import ROOT, seeds, some
from tests.house.test_package import check_public_names
from tests.judges.refusals import refused

pytestmark = [pytest.mark.slow("gymnasium"), pytest.mark.usefixtures("library")]


@pytest.fixture
def library() -> Any:
    """Gymnasium, which the environments need."""
    return pytest.importorskip("gymnasium")


# What an environment can be made of.
KINDS: list[dict[str, Any]] = [
    {"size": "5x4", "mines": 3},
    {"size": "beginner", "reward": "win", "render_mode": "ansi"},
    {"size": "5x5", "mines": 4, "topology": "hexagon"},
    {"size": "6x4", "mines": 4, "topology": "torus", "flood": False},
    {"topology": "grid 3x3x3", "mines": 4, "first_click": "safe"},
    {"size": "4x4", "mines": 4, "rules": "1M", "first_click": "unprotected"},
    {"size": "4x4", "mines": 5, "rules": "Q"},
]


def name(kind: dict[str, Any]) -> str:
    return " ".join(map(str, kind.values()))


def test_public_names() -> None:
    check_public_names(gym)


def test_without_register() -> None:
    """Gymnasium imports the module in a name, and finds the environment in its registry."""
    code = (
        "import gymnasium; "
        f"env = gymnasium.make('logicsweep.lab.gym:{gym.ENVIRONMENT}', size='5x4', mines=3); "
        f"same = gymnasium.make('{gym.ENVIRONMENT}', size='5x4', mines=3); "
        "print(env.reset(seed=1)[0].shape, same.spec.id)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"(4, 5) {gym.ENVIRONMENT}\n", "")


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_the_checks_of_gymnasium(library: Any, kind: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    gym.register()
    gym.register()  # which changes nothing
    made = library.make(gym.ENVIRONMENT, **kind, probabilities=True, proved=True)
    check_env(made.unwrapped)


@pytest.mark.parametrize("seed", seeds(range(8)))
@pytest.mark.parametrize("kind", some(KINDS, every=1), ids=name)
def test_what_is_shown_is_what_the_game_shows(kind: dict[str, Any], seed: int) -> None:
    """Observations, masks and probabilities of a whole game; the last cell is a mine or not."""
    made = gym.MinesweeperEnv(**{**kind, "render_mode": "ansi"}, probabilities=True, proved=True)
    grid, info = made.reset(options={"game_seed": seed})
    setting = made.setting
    game = Game(setting, seed=seed)
    rng = np.random.default_rng(seed)
    is_over = False
    while not is_over:
        board = game.board
        assert (grid == board.grid).all()
        assert made.observation_space.contains(grid)
        assert made.render() == f"{board}\n"
        covered = grid.ravel() == State.COVERED
        assert (info["action_mask"] == covered).all()
        assert (made.action_masks() == covered).all()
        kb = KnowledgeBase(board)
        chances = kb.probabilities()
        own = np.where(grid == State.COVERED, chances, grid == State.KNOWN_MINE)
        np.testing.assert_allclose(info["probabilities"], own, atol=1e-12)
        proved = kb.consequences()
        for key, cells in (("safe", proved.safe), ("mines", proved.mines)):
            assert {Cell(*cell) for cell in np.argwhere(info[key]).tolist()} == cells
        action = int(rng.choice(np.flatnonzero(covered)))
        opened = game.opened
        game.open(divmod(action, setting.width))
        grid, reward, is_over, is_cut, info = made.step(action)
        safe = setting.cells - setting.mines
        step = gym.EpisodeStep(game.opened - opened, safe, True, game.detonated > 0, game.is_won)
        assert reward == gym.REWARDS[kind.get("reward", "progress")](step)
        assert is_over is game.is_over
        assert not is_cut
    assert info["is_won"] is game.is_won
    assert (grid == game.board.grid).all()


@pytest.mark.parametrize("kind", some(KINDS, every=4), ids=name)
def test_many_games_are_as_many_single_ones(kind: dict[str, Any]) -> None:
    """Until they are over; then each begins anew, with a step whose action does not count."""
    many = gym.MinesweeperVectorEnv(5, **kind, probabilities=True)
    single = [gym.MinesweeperEnv(**kind, probabilities=True) for _ in range(5)]
    grids, infos = many.reset(seed=7, options={"game_seed": 30})
    starts = [one.reset(options={"game_seed": 30 + place}) for place, one in enumerate(single)]
    rng = np.random.default_rng(1)
    over = np.zeros(5, dtype=bool)
    begun = np.zeros(5, dtype=bool)
    assert (grids == np.stack([grid for grid, _ in starts])).all()
    for _ in range(60):
        assert many.observation_space.contains(grids)
        masks = infos["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        grids, rewards, ended, cut, infos = many.step(actions)
        assert not cut.any()
        for place in np.flatnonzero(~over).tolist():
            grid, reward, is_over, _, info = single[place].step(actions[place])
            assert (grids[place] == grid).all()
            assert (rewards[place], bool(ended[place])) == (reward, is_over)
            assert (infos["probabilities"][place] == info["probabilities"]).all()
            if is_over:
                assert infos["is_won"][place] == info["is_won"]
                assert infos["_is_won"][place]
        for place in np.flatnonzero(over & ~begun).tolist():
            assert (grids[place] == State.COVERED).all()
            assert (rewards[place], bool(ended[place])) == (0, False)
        begun |= over
        over |= ended
    assert begun.all()


def test_an_open_cell_is_no_move() -> None:
    """Nothing happens, and the game is cut off after as many actions as there are cells."""
    made = gym.MinesweeperEnv("6x6", mines=6)
    made.reset(seed=1)
    grid, *_ = made.step(0)
    for number in range(2, 37):
        again, reward, is_over, is_cut, _ = made.step(0)
        assert (again == grid).all()
        assert reward == -1 / 30
        assert not is_over
        assert is_cut is (number == 36)
    many = gym.MinesweeperVectorEnv(2, "6x6", mines=6)
    many.reset(seed=1)
    cut = [many.step([0, 0])[3].tolist() for _ in range(37)]
    assert cut[-2:] == [[True, True], [False, False]]


def test_a_reward_of_ones_own() -> None:
    made = gym.MinesweeperEnv("4x4", mines=2, reward=lambda step: 10 * step.opened - step.is_hit)
    made.reset(seed=3)
    grid, reward, *_ = made.step(0)
    assert reward == 10 * (grid >= 0).sum()


def test_seeds() -> None:
    """The same seed gives the same games, one after the other."""
    made = [gym.MinesweeperEnv() for _ in range(2)]
    shown = []
    for one in made:
        one.reset(seed=5)
        shown.append([one.reset()[0].shape, *(one.step(40)[0].tolist() for _ in range(1))])
        one.reset()
        shown[-1].append(one.step(40)[0].tolist())
    assert shown[0] == shown[1]
    assert shown[0][1] != shown[0][2]


def test_what_cannot_be_made(subtests: pytest.Subtests) -> None:
    for words, error, said in [
        ({"size": "9by9"}, ValueError, "not a size"),
        ({"size": "9x8"}, ValueError, "mines is missing; expected a mine count"),
        ({"mines": 100}, ValueError, "do not fit"),
        ({"topology": "sphere"}, UnknownNameError, "sphere"),
        ({"rules": "1Z"}, UnknownNameError, "1Z"),
        ({"reward": "fame"}, UnknownNameError, "fame"),
        ({"first_click": "lucky"}, UnknownNameError, "lucky"),
        ({"render_mode": "human"}, ValueError, "expected 'ansi'"),
    ]:
        for kind in (gym.MinesweeperEnv, gym.MinesweeperVectorEnv):
            with subtests.test(**words), pytest.raises(error, match=said):
                kind(**words)
    with refused(ArgumentError, argument="num_envs"):
        gym.MinesweeperVectorEnv(0)


def test_what_cannot_be_asked(library: Any) -> None:
    made, many = gym.MinesweeperEnv(), gym.MinesweeperVectorEnv(2)
    with pytest.raises(library.error.ResetNeeded):
        made.step(0)
    with pytest.raises(ValueError, match="call reset first"):
        many.step([0, 0])
    for one in (made, many):
        with pytest.raises(ValueError, match="the options have 'seeds'"):
            one.reset(options={"seeds": 1})
        with refused(ArgumentTypeError, argument="game_seed"):
            one.reset(options={"game_seed": 1.5})
        one.reset(seed=1)
    with pytest.raises(TypeError, match="seed is a list"):
        many.reset(seed=[1, 2])
    for action in (-1, 81):
        with pytest.raises(ValueError, match="the action is"):
            made.step(action)
    for actions in ([0], [0, 81], [[0, 0]]):
        with pytest.raises(ValueError, match="the actions are"):
            many.step(actions)


@pytest.mark.parametrize("targets", ["exact", "outcomes"])
def test_an_agent_can_be_trained(targets: str) -> None:
    words = ("--targets", targets, "--seconds", "0.3", "--games", "5", "--size", "5x5")
    script = ROOT / "examples" / "train_agent.py"
    done = subprocess.run(
        [sys.executable, str(script), *words, "--mines", "4"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        check=True,
    )
    assert f"targets: {targets}" in done.stdout
    assert "the least risky cell by exact probabilities: " in done.stdout


KEYS: dict[str, Any] = {"height": 4, "width": 5, "mines": 3}


@pytest.mark.parametrize("name", ["MinesweeperEnv", "MinesweeperVectorEnv"])
def test_height_and_width_need_no_size(name: str) -> None:
    kind = getattr(gym, name)
    assert kind(**KEYS).setting == Setting(**KEYS)
    assert kind(topology="grid 2x3x4", mines=3).setting.cells == 24
    assert kind().setting == Setting("beginner")
    with refused(ArgumentError, argument="size"):
        kind(size="expert", **KEYS)


@pytest.mark.parametrize("name", ["MinesweeperEnv", "MinesweeperVectorEnv"])
def test_sizes_have_each_form(name: str) -> None:
    kind = getattr(gym, name)
    expected = Setting(**KEYS)
    for size in ("5x4", "4,5", (4, 5), [4, 5]):
        assert kind(size=size, mines=3).setting == expected
    assert kind(setting=expected).setting is expected
    assert kind(setting=(4, 5), mines=3).setting == expected


MAKERS: dict[str, Callable[..., Any]] = {
    "make": lambda library, **keys: library.make(gym.ENVIRONMENT, **keys),
    "make_vec": lambda library, **keys: library.make_vec(
        gym.ENVIRONMENT, num_envs=2, vectorization_mode="vector_entry_point", **keys
    ),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_makers_take_height_and_width(library: Any, make: Callable[..., Any]) -> None:
    assert make(library, **KEYS).unwrapped.setting == Setting(**KEYS)
    assert make(library, size=(4, 5), mines=3).unwrapped.setting == Setting(**KEYS)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_makers_hand_on_what_was_expected(library: Any, make: Callable[..., Any]) -> None:
    """Gymnasium raises a TypeError again, with more words."""
    for keys, words in (
        ({"size": 9, "mines": 10}, "^size is an int; expected WIDTHxHEIGHT such as 30x16"),
        ({"mines": 1.5}, r"^mines is 1\.5; expected a whole number"),
        ({"reward": 3}, "^reward is an int; expected the name of a reward, or a function"),
    ):
        with pytest.raises(TypeError, match=words):
            make(library, **keys)


def test_actions_are_whole_numbers() -> None:
    env, many = gym.MinesweeperEnv(), gym.MinesweeperVectorEnv(2)
    env.reset(seed=1)
    many.reset(seed=1)
    for action in (1.5, "x", None, np.ma.masked):
        with refused(ArgumentTypeError, argument="the action"):
            env.step(action)
    for actions, words in (
        ([1.5, 2.0], r"^the actions are \[1\.5, 2\.0\]; expected 2 numbers"),
        (np.ma.array([1, 2], mask=[0, 1]), r"^the array of actions is masked at \(1\)"),
    ):
        with pytest.raises(ValueError, match=words):
            many.step(actions)
