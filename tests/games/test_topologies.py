"""Games, agents, dealing and experiments on every topology."""

from __future__ import annotations

import json
import pickle
from itertools import product

import numpy as np
import pytest

from logicsweep import Adjacency, Game, KnowledgeBase, Layout, Setting
from logicsweep.board import FirstClick
from logicsweep.board.topology_text import TOPOLOGIES, named_adjacency, shape_of
from logicsweep.games import NoGuess, deal
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.dealing.deal import Mode
from logicsweep.games.dealing.records import Dealt, LayoutOrder
from tests.conftest import some
from tests.games.judging import check_certain, one_game
from tests.games.making import EVERY_AGENT, bare, needs_scipy
from tests.judges.no_guess import is_won_by_proofs

NAMES = [*TOPOLOGIES, "grid 3x2x4", "grid 3x3x3 wrap", "grid 2x2x3x3 wrap 4"]
MODES: tuple[Mode, ...] = ("uniform", "repaired")
GRAPH = Adjacency.graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (5, 6), (6, 7)], 9)


def neighbours(name: str) -> Adjacency:
    return named_adjacency(name, *(shape_of(name) or (5, 5)))


def setting_of(adjacency: Adjacency, mines: int, **options: object) -> Setting:
    height, width = adjacency.shape or (3, adjacency.size // 3)
    own = {"height": height, "width": width, "mines": mines, "topology": adjacency}
    return bare(**{**own, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        pytest.param(agent, name, marks=[pytest.mark.slow, needs_scipy] * (agent == "simplex"))
        for agent, name in some(product(AGENTS, NAMES), every=5)
    ],
)
def test_every_agent_plays_to_the_end(agent: str, name: str) -> None:
    setting = setting_of(neighbours(name), 3)
    fields = {key: getattr(setting, key) for key in ("height", "width", "mines", "topology")}
    for seed, click in enumerate((FirstClick.OPENING, FirstClick.SAFE)):
        if click is FirstClick.OPENING and setting.cells < setting.adjacency.degree + 4:
            continue
        game, moves, outcome = one_game(agent, seed, **fields, first_click=click, flood=True)
        assert game.is_over
        assert outcome.moves == len(moves)
        check_certain(game, moves)
        assert game.board.own_adjacency == setting.topology
        assert game.solution.mismatch(game.board) is None


@pytest.mark.parametrize("agent", EVERY_AGENT)
def test_every_agent_plays_on_a_graph_and_between_walls(agent: str) -> None:
    walled = Adjacency.four(4, 4).without([(0, 1), (5, 6), (10, 14)])
    for adjacency, (height, width) in ((GRAPH, (3, 3)), (walled, (4, 4))):
        options = {"height": height, "width": width, "mines": 2, "topology": adjacency}
        game, moves, _ = one_game(agent, 5, **options, flood=True, first_click=FirstClick.SAFE)
        check_certain(game, moves)
        assert game.solution.mismatch(game.board) is None


@pytest.mark.parametrize("name", NAMES)
def test_flood_opens_what_a_plain_search_reaches(name: str) -> None:
    adjacency = neighbours(name)
    mines = max(1, adjacency.size // 12)
    setting = setting_of(adjacency, mines, flood=True, first_click=FirstClick.SAFE)
    for seed in range(3):
        start = seed * 7 % setting.cells
        game = Game(setting, seed=seed)
        game.open(divmod(start, setting.width))
        while not game.is_over:  # all but the mines, to see where these are
            kb = KnowledgeBase(game.board)
            safe = sorted(kb.consequences().safe) or sorted(kb.least_risky().cells)
            game.open(safe[0])
        mask = game.solution.mask.ravel()
        reached, queue = set(), [start]
        while queue:
            cell = queue.pop()
            if cell not in reached:
                reached.add(cell)
                near = adjacency.neighbours(cell)
                queue += near if not mask[list(near)].any() else ()
        again = Game(setting, seed=seed)
        shown = again.open(divmod(start, setting.width))
        assert {row * setting.width + column for row, column in shown} == reached
        for cell, clue in shown.items():
            near = adjacency.neighbours(again.board.number(cell))
            assert clue == mask[list(near)].sum()


@pytest.mark.parametrize("name", NAMES)
def test_the_first_click_keeps_its_neighbours_free(name: str) -> None:
    adjacency = neighbours(name)
    most = adjacency.size - adjacency.degree - 1
    if name != "square":
        with pytest.raises(ValueError, match="of them free"):
            setting_of(adjacency, most + 1, first_click=FirstClick.OPENING)
        if most < 0:
            return
    setting = setting_of(adjacency, max(most, 0), first_click=FirstClick.OPENING)
    for start in range(adjacency.size):
        game = Game(setting, seed=start)
        shown = game.open(divmod(start, setting.width))
        assert shown[game.board.cell(start)] == 0
    only = setting_of(adjacency, adjacency.size - 1, first_click=FirstClick.SAFE)
    assert only.kept_free == 1
    assert Game(only, seed=0).open((0, 0)) == {(0, 0): len(adjacency.neighbours(0))}


def test_a_setting_is_a_value() -> None:
    hexagons = setting_of(Adjacency.hexagon(5, 5), 3)
    again = pickle.loads(pickle.dumps(hexagons))  # noqa: S301
    assert again.topology == hexagons.topology
    assert again.topology_name == "hexagon"
    assert hexagons == setting_of(Adjacency.hexagon(5, 5), 3)
    assert hash(hexagons) == hash(setting_of(Adjacency.hexagon(5, 5), 3))
    ordinary = bare(height=5, width=5, mines=3)
    assert setting_of(Adjacency.square(5, 5), 3) == ordinary != hexagons
    assert (ordinary.topology, ordinary.topology_name) == (None, "square")
    assert setting_of(GRAPH, 2).topology_name is None


def test_a_game_is_played_on_the_neighbours_of_its_layout() -> None:
    mask = np.eye(5, dtype=np.bool_)
    setting = setting_of(Adjacency.hexagon(5, 5), 5, flood=True)
    for other in (None, Adjacency.torus(5, 5)):
        with pytest.raises(ValueError, match="the layout has other neighbours than the setting"):
            Game(setting, seed=0, layout=Layout(mask, adjacency=other))
    layout = Layout(mask, adjacency=Adjacency.hexagon(5, 5))
    game = Game(setting, seed=0, layout=layout, start=(0, 4))
    assert game.board == layout.opened([(0, 4)])


@pytest.mark.parametrize(
    "name", some([*TOPOLOGIES, "grid 4x4x4", "grid 4x4x4 wrap", "grid 4x4x4x4"], every=2)
)
@pytest.mark.parametrize("mode", MODES)
def test_layouts_without_guesses(name: str, mode: Mode) -> None:
    adjacency = neighbours(name)
    setting = setting_of(adjacency, 3)
    for total in (True, False):
        wanted = NoGuess(total=total)
        for seed in range(3):
            found = deal(setting, seed=seed, no_guess=wanted, mode=mode, tries=10_000)
            assert found.layout.own_adjacency == setting.topology
            assert found.start is not None
            assert is_won_by_proofs(found.layout, found.start, total=total)
            assert wanted.allows(found.layout)
            solution = wanted.check(found.layout)
            assert solution.trouble is None
            rated = NoGuess(total=total, levels=(solution.level, solution.level))
            assert rated.allows(found.layout)


@pytest.mark.parametrize("name", NAMES)
def test_a_plain_layout_is_that_of_the_game(name: str) -> None:
    setting = setting_of(neighbours(name), 2, first_click=FirstClick.SAFE)
    for seed in range(5):
        found = deal(setting, seed=seed)
        game = Game(setting, seed=seed)
        assert found.start is not None
        game.open(found.start)
        assert found.layout.mismatch(game.board) is None
        assert found.layout.own_adjacency == setting.topology


@pytest.mark.parametrize("name", ["square", "hexagon", "grid 3x3x3 wrap"])
def test_lines_of_dealt_layouts_name_the_topology(name: str) -> None:
    setting = setting_of(neighbours(name), 2, first_click=FirstClick.SAFE)
    order = LayoutOrder(setting)
    record = order.record(4)
    line = LayoutOrder.lines.write(record)
    assert (b"topology" in line) == (name != "square")
    [again] = LayoutOrder.lines.read(iter([line]))
    assert again == record
    assert isinstance(again, Dealt)
    assert again.game.layout == deal(setting, seed=4).layout
    assert order.is_of(again)
    other = setting_of(Adjacency.four(setting.height, setting.width), 2)
    assert not LayoutOrder(other, None).is_of(again)
    wrong = json.loads(line) | {"topology": "grid 9x9"}
    with pytest.raises(ValueError, match=r"line 1 .*a board of grid 9x9 has 9 rows"):
        list(LayoutOrder.lines.read(iter([json.dumps(wrong).encode()])))
    for nameless in (GRAPH, Adjacency.four(3, 3).without([(0, 1)])):
        with pytest.raises(ValueError, match="expected one with a name and no walls"):
            LayoutOrder(setting_of(nameless, 1)).record(0)
