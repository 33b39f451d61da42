"""Experiments and forced games on other topologies than squares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from logicsweep import Adjacency, Game, Layout
from logicsweep.board import FirstClick
from logicsweep.formats import write_board
from logicsweep.games.agents.registry import agent_of
from logicsweep.lab.experiments import records
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.toml import parse_specification
from logicsweep.lab.play.forced import survive
from tests.games.test_topologies import neighbours, setting_of
from tests.lab.experiments.small import specification

FILE = """
agents = ["single-point", "exact"]
boards = [
  { size = "6x6", mines = 6 },
  { size = "4x9", mines = 5, topology = "grid  3x3x4 wrap 3" },
  { size = "6x6", mines = 6, topology = "square" },
]
topology = "hexagon"
games = 3
"""


def test_experiments_have_topologies() -> None:
    found = specification(FILE)
    names = [(one.board, one.topology) for one in found.conditions]
    assert names == [
        ("6x6/6 hexagon", "hexagon"),
        ("4x9/5 grid 3x3x4 wrap 3", "grid 3x3x4 wrap 3"),
        ("6x6/6", "square"),
    ]
    for task in found.tasks():
        record = play_game(task)
        assert not record.error
        line = records.line_of(record)
        assert records.record_of(line) == record
        assert records.key_of(record) == task.key
        topology = task.key.condition.topology
        assert (b'"topology"' in line) == (topology != "square")
        game = Game(task.key.condition.setting(), seed=0)
        assert game.setting.topology_name == topology


def test_games_of_a_file_have_its_neighbours(tmp_path: Path) -> None:
    mask = np.eye(5, dtype=np.bool_)
    layout = Layout(mask, adjacency=Adjacency.torus(5, 5).without([(0, 1)]))
    text = 'agents = ["exact"]\nboards = [{ file = "own.json" }]\ntopology = "four"\ngames = 1\n'
    digests = set()
    for own in (layout, Layout(mask)):
        (tmp_path / "own.json").write_bytes(write_board(own, "json"))
        found = parse_specification(text, tmp_path / "one.toml")
        [task] = found.tasks()
        assert task.layout == own
        assert not play_game(task).error
        [condition] = found.conditions
        assert condition.topology == "square"
        digests.add(condition.layout)
    assert len(digests) == 2


def test_records_of_before_have_no_topology() -> None:
    record = play_game(next(specification().tasks()))
    assert b"topology" not in records.line_of(record)
    assert record.condition.topology == "square"


@pytest.mark.parametrize(
    "name", ["hexagon", "torus", pytest.param("grid 3x3x3 wrap", marks=pytest.mark.slow)]
)
def test_forced_survival(name: str) -> None:
    adjacency = neighbours(name)
    setting = setting_of(adjacency, 4, flood=True, first_click=FirstClick.SAFE)
    for seed in range(3):
        found = survive(agent_of("exact", seed=seed), setting, seed=seed)
        assert 0 <= found.chance <= 1
