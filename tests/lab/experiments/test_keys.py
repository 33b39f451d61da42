"""The keys of a setting: there and back, and on every surface."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest

from logicsweep import Adjacency, Setting
from logicsweep.answers.games import GameStart
from logicsweep.answers.requests import GameOf
from logicsweep.cli.options import DealtOptions, GameOptions
from logicsweep.games.dealing.records import Line
from logicsweep.games.keys import Condition, check_named, keys_of
from logicsweep.lab.experiments.declared import BoardTable, ExperimentFile
from tests.games.making import bare

KEYS = set(Setting.__slots__)
SETTINGS = [
    Setting(),
    Setting("expert", rule="search"),
    Setting("6x5", mines=(3, 5), rules="1M Q", first_click="unprotected", flood=False),
    Setting("6x5", density=Fraction(1, 7), topology="hexagon", clues="noisy(1/10)"),
    Setting(topology="grid 3x3x4 wrap 1", mines=4, rule="continue", liars=2),
    Setting("4x4", mines=3, constraints=["corner: 1 of (0,0) (0,1)", "row 2: runs 2 of row 2"]),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=range(len(SETTINGS)))
def test_there_and_back(setting: Setting) -> None:
    """By way of JSON, in which every value is a number, a word or a list."""
    check_named(setting)
    line = msgspec.json.encode(Condition(**keys_of(setting)))
    again = msgspec.json.decode(line, type=Condition).setting()
    assert again.clues.name == setting.clues.name
    assert replace(again, clues=setting.clues) == setting  # exact models are not equal


def test_what_is_usual_is_left_out() -> None:
    kept = {"height", "width", "mines", "rule", "first_click", "flood"}
    assert json.loads(msgspec.json.encode(Condition(**keys_of(Setting())))).keys() == kept


def test_what_lines_cannot_name() -> None:
    graph = Adjacency.graph([(0, 1), (1, 2)], 4)
    for topology in (graph, Adjacency.torus(4, 4).without([(0, 1)])):
        side = 2 if topology is graph else 4
        setting = bare(height=side, width=side, mines=1, topology=topology)
        with pytest.raises(ValueError, match="a line can only name a topology"):
            check_named(setting)


# What a surface need not have, and why.
LEFT_OUT = {
    "deal": {"rule", "flood", "clues", "liars"},  # which are about games, not layouts
    "play": {"density", "liars", "constraints"},  # which the position in `start` has
    "options": {"height", "width"},  # --size says both
    "page": {"rule", "flood"},  # its games are as usual
}


@pytest.mark.parametrize(
    ("surface", "names"),
    [
        ("words", keys_of(Setting())),
        ("records", Condition.__struct_fields__),
        ("options", DealtOptions._fields + GameOptions._fields),
        ("experiments", BoardTable.__struct_fields__ + ExperimentFile.__struct_fields__),
        ("deal", (*Line.__struct_fields__, "mines")),  # as a list of cells, or as mine_count
        ("play", GameStart.__struct_encode_fields__),
        ("page", GameOf.__struct_fields__),
    ],
)
def test_every_key_is_on_every_surface(surface: str, names: tuple[str, ...]) -> None:
    """Whoever adds a key to `Setting` is told here where it is forgotten."""
    here = {"rows": "height", "columns": "width", "mine_count": "mines"}
    assert KEYS - {here.get(name, name) for name in names} == LEFT_OUT.get(surface, set())
