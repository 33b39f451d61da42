"""What an experiment file may hold is declared once: reader and JSON Schema say the same."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from jsonschema_rs import Draft202012Validator, meta

from logicsweep.cli.schemas import schema
from logicsweep.errors import SpecificationError
from logicsweep.games.agents.registry import AGENTS
from logicsweep.lab.experiments.declared import BoardTable, ExperimentFile
from logicsweep.lab.experiments.faults import fault_of, shown
from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.experiments.toml import parse_specification
from tests.conftest import ROOT
from tests.lab.experiments.small import SMALL

EXAMPLES = sorted((ROOT / "examples" / "experiments").glob("*.toml"))
VALIDATOR = Draft202012Validator(schema("experiment"))
BOARDS = "boards = [{ height = 5, width = 6, densities = [0.1, 0.2] }]"
PLOT = 'x = "density"\ny = "flag_rate"'


def table(text: str) -> dict[str, Any]:
    """What a file says; TOML has a NaN and JSON has none: a 0 in its place."""
    return tomllib.loads(text, parse_float=lambda word: 0.0 if "nan" in word else float(word))


def read(text: str) -> None:
    parse_specification(text, ROOT / "examples" / "experiments" / "x.toml")


def test_the_schema_is_a_schema() -> None:
    meta.validate(schema("experiment"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_fits_the_schema(path: Path) -> None:
    VALIDATOR.validate(table(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.replace(BOARDS, 'boards = ["expert", { size = "9x9", mines = 9, games = 3 }]'),
        SMALL.replace(BOARDS, 'boards = ["beginner", { size = "beginner", densities = [0.5] }]'),
        SMALL.replace('"exact"]', '"mine.bots:Corners"]'),
        SMALL.replace("games = 6", 'clues = ["noisy(1/10)", "random-reveal(0.5)"]'),
        SMALL.replace("values = [80.0]", "values = [nan]"),
        SMALL.replace("games = 50", 'first_click = "safe"\nclues = "liar"'),
        SMALL.replace("games = 6", "games = 0\nfewer = { exact = 0 }\nseed = -3"),
    ],
)
def test_what_is_read_fits_the_schema(text: str) -> None:
    read(text)
    VALIDATOR.validate(table(text))


# What is broken in SMALL, and with what in its place.
BROKEN = [
    ("agents =", "agent ="),
    ('"exact"]', '"psychic"]'),
    ('"exact"]', '"single-point"]'),
    ('agents = ["single-point", "exact"]', "agents = []"),
    ('["continue"]', '["chess"]'),
    ('["continue"]', '["continue", "continue"]'),
    ('["unprotected"]', '"protected"'),
    ("flood = false", "flood = 0"),
    ("games = 6", "games = -1"),
    ("games = 6", "games = 1000001"),
    ("games = 6", "games = true"),
    ("games = 6", 'clues = ["gossip"]'),
    ("games = 6", "fewer = { exact = -1 }"),
    ("games = 6", "seed = 1.5"),
    ("time_limit = 30", "time_limit = 0"),
    ("time_limit = 30", "time_limit = inf"),
    ('["flag_rate", "openings"]', '["luck"]'),
    (BOARDS, "boards = []"),
    (BOARDS, "boards = [{}]"),
    (BOARDS, "boards = [7]"),
    (BOARDS, 'boards = ["experts"]'),
    (BOARDS, "boards = [{ height = 5, mines = 3 }]"),
    (BOARDS, "boards = [{ height = 0, width = 5, mines = 3 }]"),
    (BOARDS, "boards = [{ height = 5, width = 5, mines = 3, hexes = true }]"),
    (BOARDS, "boards = [{ height = 5, width = 5, mines = 3, densities = [0.1] }]"),
    (BOARDS, 'boards = [{ size = "9x9", width = 9, mines = 10 }]'),
    (BOARDS, 'boards = [{ file = "../boards/x.board", mines = 10 }]'),
    (BOARDS, 'boards = [{ file = "" }]'),
    ("[0.1, 0.2]", "[]"),
    ("[0.1, 0.2]", "[1.5]"),
    ('metric = "flag_rate"', 'metric = "luck"'),
    ('metric = "flag_rate"', ""),
    ("values = [80.0]", 'values = ["80"]'),
    ("games = 50", 'first_click = "lucky"'),
    ("games = 50", 'clues = "gossip"'),
    ("games = 50", "plays = 50"),
    (PLOT, 'x = "density"'),
    (PLOT, 'x = "luck"\ny = "flag_rate"'),
    (PLOT, 'x = "density"\ny = "known"'),
]
# What the reader refuses and a schema cannot: names held against others, files, room for mines.
BEYOND_A_SCHEMA = [
    ("games = 6", "fewer = { rref = 3 }"),
    ("games = 6", 'clues = ["noisy(2)"]'),
    (BOARDS, 'boards = [{ size = "30x16" }]'),
    (BOARDS, "boards = [{ height = 3, width = 3, mines = 10 }]"),
    (BOARDS, "boards = [{ height = 9999, width = 9999, mines = 10 }]"),
    (BOARDS, 'boards = ["beginner", { size = "9x9", mines = 10 }]'),
    (BOARDS, 'boards = [{ file = "none.board" }]'),
    ("values = [80.0]", "values = [80.0, 81.0]"),
    ("values = [80.0]", "values = [1e300]"),
]


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_what_is_broken_fails_in_reader_and_schema(old: str, new: str) -> None:
    text = broken(old, new)
    with pytest.raises(SpecificationError):
        read(text)
    assert not VALIDATOR.is_valid(table(text))


@pytest.mark.parametrize(("old", "new"), BEYOND_A_SCHEMA)
def test_the_schema_is_weaker_where_its_docstring_says_so(old: str, new: str) -> None:
    text = broken(old, new)
    with pytest.raises(SpecificationError):
        read(text)
    VALIDATOR.validate(table(text))


def broken(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("expert"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from([*ExperimentFile.__struct_fields__, *BoardTable.__struct_fields__, "x", "y"])


@pytest.mark.slow
@given(st.data())
def test_every_fault_can_be_said(data: st.DataObject) -> None:
    """Whatever stands wherever in a file: there is a sentence, and the way to what is wrong."""
    table = tomllib.loads(SMALL)
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = table
        while isinstance(place, dict | list) and place and data.draw(st.booleans()):
            inner = data.draw(
                st.sampled_from(list(place.values() if type(place) is dict else place))
            )
            if not isinstance(inner, dict | list):
                break
            place = inner
        if isinstance(place, dict):
            place[data.draw(KEYS | st.text() | st.sampled_from(list(place) or ["x"]))] = data.draw(
                ODD
            )
        else:
            place.insert(data.draw(st.integers(0, len(place))), data.draw(ODD))
    try:
        msgspec.convert(table, ExperimentFile)
    except msgspec.ValidationError:
        where, what = fault_of(table, ExperimentFile)
        assert "; expected " in what
        found: Any = table
        for step in where:
            found = found[step]
        nothing = (" is missing; ", "unknown key ")
        assert shown(found) in what or any(said in what for said in nothing)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fewer": {"": -1}}, "is -1; expected a whole number from 0 to 1,000,000"),
        ({"fewer": {"a": 1, "b": "2"}, "seed": "x"}, "fewer.b is '2'; expected a whole number"),
        ({"a` - at `$.boards": 1}, "unknown key 'a` - at `$.boards'; expected about"),
        ({"rule": ["a' - at `$.boards`"]}, "rule[0] is "),
    ],
)
def test_odd_names_do_not_mislead(change: dict[str, Any], words: str) -> None:
    table = {**tomllib.loads(SMALL), **change}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(table, ExperimentFile)
    assert words in fault_of(table, ExperimentFile)[1]


def test_every_key_is_described() -> None:
    for name, table in schema("experiment")["$defs"].items():
        for key, said in table.get("properties", {}).items():
            assert said["description"].endswith("."), (name, key)


def test_the_schema_names_what_the_registries_have() -> None:
    keys = schema("experiment")["$defs"]["ExperimentFile"]["properties"]
    assert set(keys["metrics"]["items"]["enum"]) == set(METRICS)
    assert keys["agents"]["items"]["anyOf"][0]["enum"] == list(AGENTS)


def test_defaults_are_what_is_read() -> None:
    keys: dict[str, Any] = schema("experiment")["$defs"]["ExperimentFile"]["properties"]
    named = {"agents": ["random"], "boards": ["expert"]}
    defaults = {key: said["default"] for key, said in keys.items() if "default" in said}
    one, other = (
        msgspec.convert(table, ExperimentFile) for table in (named, {**defaults, **named})
    )
    assert one == other
