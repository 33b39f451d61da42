"""Agents of a user's own: by name, in files, processes and clusters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from logicsweep import Game, play
from logicsweep.errors import (
    AgentError,
    SpecificationError,
    UnknownNameError,
)
from logicsweep.games import agent_of
from logicsweep.games.agents.own import is_own
from logicsweep.games.executors import cluster, processes
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.game_run import GameTask, play_game, run
from logicsweep.lab.experiments.records import Key, key_of, record_of
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.store import Store, read_games
from logicsweep.lab.experiments.toml import check_agents, parse_specification
from tests.conftest import ROOT, Run
from tests.games.making import setting
from tests.judges.refusals import refused
from tests.lab.experiments.small import draw_nothing, without_times

# Every test imports a module of another name: Python keeps those that it has imported.
CODE = '''
from random import Random
from logicsweep import Agent, Move

class Shy(Agent):
    """Opens a cell next to as few open ones as can be; of these any."""

    def begin(self, view):
        self.rng = Random(self.seed)

    def choose(self, view):
        def seen(cell):
            return sum(view.states[n] >= 0 for n in view.adjacency.lists[view.number(cell)])
        fewest = min(map(seen, view.choices))
        cell = self.rng.choice([cell for cell in view.choices if seen(cell) == fewest])
        return Move(cell, reason=f"{fewest} open around")

class Last(Agent):
    def choose(self, view):
        return Move(view.choices[-1])

class Odd(Agent):
    def __init__(self, seed=0, **options):
        raise ValueError("out\\nof luck")

    def choose(self, view):
        return Move(view.choices[0])

class Unfinished(Agent):
    pass

class Failing(Last):
    def choose(self, view):
        return [][0]

class Leaving(Last):
    def choose(self, view):
        raise SystemExit("enough")

class Forgetful(Last):
    def known(self, view):
        return None

NUMBER = 3
'''
SPEC = """
agents = ["random", "{module}:Shy"]
games = 4
boards = [{{ height = 5, width = 5, mines = 5 }}]
fewer = {{ "{module}:Shy" = 3 }}
"""


@pytest.fixture
def module(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A module of agents in `tmp_path`, which is forgotten after the test."""
    path = list(sys.path)
    name = f"own_{abs(hash(request.node.nodeid))}"
    (tmp_path / f"{name}.py").write_text(CODE)
    yield name
    sys.path[:] = path
    sys.modules.pop(name, None)


def spec_of(module: str) -> Specification:
    return parse_specification(SPEC.format(module=module), Path("own.toml"))


def test_names_of_agents_of_ones_own() -> None:
    for name in ("mine:Corners", "bots.mine:Corners", "os:system", "schön:Ä"):
        assert is_own(name)
    for name in ("", ":", "mine", "mine:", ":C", "a b:C", "./mine.py:C", "a:b:C", "a..b:C", "-m:C"):
        assert not is_own(name)
    assert not is_own(f"{'a' * 300}:C")


def test_an_agent_is_imported_only_from_a_folder_that_is_given(module: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="has to be imported, which runs its code"):
        agent_of(f"{module}:Shy")
    assert module not in sys.modules
    agent = agent_of(f"{module}:Shy", seed=3, time_limit=5, imports=tmp_path)
    assert (type(agent).__module__, agent.seed, agent.time_limit) == (module, 3, 5)
    outcomes = [play(Game(setting(), seed=2), agent) for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    with refused(UnknownNameError, kind="agent", name="psychic"):
        agent_of("psychic", imports=tmp_path)
    with pytest.raises(AgentError, match=r"'\./mine\.py:C' names no agent; expected module:Class"):
        agent_of("./mine.py:C", imports=tmp_path)


WRONG = [
    ("{}:Nobody", r"has no Nobody; its agents: Shy, Last, Odd, Unfinished, Failing"),
    (
        "{}:NUMBER",
        r"NUMBER in .*\.py is not an agent; expected a class derived from logicsweep\.Agent",
    ),
    ("{}:Agent", "Agent in .* is not an agent"),
    ("{}:Unfinished", r"has no method choose; expected choose\(self, view\)"),
    ("{}:Odd", r"cannot be made as Odd\(0, .*\): ValueError: out of luck \(.*\.py:\d+\)"),
    ("none_such:Shy", "there is no module none_such in .* or on Python's path"),
    ("{}.deeper:Shy", r"there is no module .*\.deeper in"),
    ("{}.py:Shy", "; expected {}:Shy"),
    ("json:Shy", r"json \(.*__init__\.py\) has no Shy; it has no agents"),
    ("sys:Shy", r"sys \(built in\) has no Shy"),
    ("own_words:Shy", r"own_words\.py:1 is not valid Python: invalid syntax"),
    ("own_exit:Shy", r"own_exit cannot be imported: SystemExit: bye \(.*own_exit\.py:2\)"),
    ("own_lost:Shy", r"cannot be imported: ModuleNotFoundError: No module named 'none_other'"),
]


@pytest.mark.parametrize(("name", "words"), WRONG)
def test_agents_that_cannot_be_had(name: str, words: str, module: str, tmp_path: Path) -> None:
    (tmp_path / "own_words.py").write_text("no Python\n")
    (tmp_path / "own_exit.py").write_text("import sys\nsys.exit('bye')\n")
    (tmp_path / "own_lost.py").write_text("import none_other\n")
    with pytest.raises(AgentError, match=words.format(module)) as caught:
        agent_of(name.format(module), imports=tmp_path)
    assert "\n" not in str(caught.value)


def test_play_takes_an_agent_of_ones_own(module: str, tmp_path: Path, logicsweep: Run) -> None:
    words = ("play", "--size", "4x3", "--mines", "2", "--seed", "2", "--no-flood", "--agent")
    done = logicsweep(*words, f"{module}:Last", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:2] == [
        f"{module}:Last plays 4x3, 2 mines; rule classic, first click opening, seed 2",
        "Move 1: opens (2,3); shows 0; known: 1 safe, 0 mines",
    ]
    done = logicsweep(*words, f"{module}:Shy", "--json", folder=tmp_path)
    value = json.loads(done.stdout)
    assert value["agent"] == f"{module}:Shy"
    assert value["moves"][0]["reason"] == "0 open around"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Failing", "cannot choose: IndexError: list index out of range ("),
        ("Leaving", "cannot choose: SystemExit: enough ("),
        ("Forgetful", "cannot say what it knows: AttributeError: "),
        (
            "Odd",
            "cannot be made as Odd(1, time_limit=..., explains=...): ValueError: out of luck (",
        ),
        ("Nobody", "has no Nobody"),
    ],
)
def test_play_says_how_an_agent_fails(
    kind: str, words: str, module: str, tmp_path: Path, logicsweep: Run
) -> None:
    done = logicsweep("play", "--agent", f"{module}:{kind}", "--seed", "1", folder=tmp_path)
    assert done.returncode == 2
    assert f"{module}:{kind}" in done.stderr
    assert words in done.stderr
    assert done.stderr.startswith("logicsweep: agent ")
    assert done.stderr.count("\n") == 1


def test_a_file_runs_no_code_unless_that_is_allowed(
    module: str, tmp_path: Path, logicsweep: Run
) -> None:
    (tmp_path / f"{module}.py").write_text("open('it-ran', 'w').close()\n")
    (tmp_path / "own.toml").write_text(SPEC.format(module=module))
    words = ("experiment", "run", "own.toml", "--plain")
    done = logicsweep(*words, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"logicsweep: own.toml:2: agent {module}:Shy has to be imported, which runs its code; "
        "expected --allow-imports, if you trust it\n"
    )
    listed = logicsweep("experiment", "list", ".", folder=tmp_path)
    assert listed.stdout == "own.toml: own; 0 of 7 games played\n"
    for task in spec_of(module).tasks():
        if task.key.agent != "random":
            with pytest.raises(AgentError, match="has to be imported"):
                play_game(task)
    assert not (tmp_path / "it-ran").exists()
    assert not (tmp_path / "results").exists()
    done = logicsweep(*words, "--allow-imports", folder=tmp_path)
    assert f"own.toml:2: agent {module}:Shy: {module} (" in done.stderr
    assert (tmp_path / "it-ran").exists()


def test_an_agent_that_cannot_be_made_is_said_before_any_game(module: str, tmp_path: Path) -> None:
    text = SPEC.format(module=module).replace("Shy", "Odd")
    found = parse_specification(text, Path("x.toml"))
    with refused(SpecificationError, line=2):
        check_agents(found, Path("x.toml"), tmp_path)
    check_agents(spec_of(module), Path("x.toml"), tmp_path)


@pytest.mark.parametrize(
    "name", ["mine.py", "mine:", "../mine:C", "a;b:C", "mine:C()", "http://x/y", f"{'a' * 400}:C"]
)
def test_other_names_are_refused_as_they_were(name: str) -> None:
    text = SPEC.format(module="m").replace("m:Shy", name)
    with refused(SpecificationError, line=2):
        parse_specification(text, Path("x.toml"))


@pytest.mark.slow
def test_processes_import_an_agent_of_ones_own(
    module: str, tmp_path: Path, logicsweep: Run
) -> None:
    """A worker is a new process, which imports the module itself; the record keeps the name."""
    (tmp_path / "own.toml").write_text(SPEC.format(module=module))
    words = ("experiment", "run", "own.toml", "--allow-imports", "--workers", "1", "--plain")
    done = logicsweep(*words, "-o", "out", folder=tmp_path)
    assert done.stderr == ""
    records = list(read_games(tmp_path / "out"))
    assert [record.agent for record in records].count(f"{module}:Shy") == 3
    here = [play_game(task) for task in spec_of(module).tasks(imports=tmp_path)]
    assert without_times(records) == without_times(here)


def test_games_are_reported_without_the_code(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = spec_of(module)
    with Store(tmp_path / "out", given) as store:
        for task in given.tasks(imports=tmp_path):
            store.append(play_game(task))
    (tmp_path / f"{module}.py").unlink()
    sys.modules.pop(module)
    draw_nothing(monkeypatch)
    report(tmp_path / "out")
    assert "| Shy |" in (tmp_path / "out/report.md").read_text()
    assert module not in sys.modules


@pytest.mark.slow
def test_a_worker_elsewhere_imports_from_the_folder_it_is_told(module: str, tmp_path: Path) -> None:
    task = GameTask(
        Key(Condition(4, 4, 2, "classic", "unprotected", False), f"{module}:Last", 1),
        60,
        imports=str(tmp_path),
    )
    code = (
        "from logicsweep.lab.experiments.game_run import GameTask, play_game, run\n"
        "from logicsweep.lab.experiments.records import Key, line_of\n"
        "from logicsweep.games.keys import Condition\n"
        f"print(line_of(play_game({task!r})).decode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT / "docs",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert without_times([record_of(done.stdout.encode())]) == without_times([play_game(task)])


@pytest.mark.slow
def test_a_cluster_imports_an_agent_of_ones_own(module: str, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    tasks = list(spec_of(module).tasks(imports=tmp_path))
    with cluster("local:1") as place:
        found = list(run(tasks, place))
    assert without_times(found) == without_times([play_game(task) for task in tasks])


@pytest.mark.slow
def test_a_module_that_a_worker_has_not_ends_the_run(tmp_path: Path) -> None:
    tasks = spec_of("own_nowhere").tasks(imports=tmp_path)
    with (
        processes(1) as place,
        pytest.raises(AgentError, match="own_nowhere:Shy: there is no module own_nowhere in"),
    ):
        list(run(tasks, place))


def test_an_agent_that_fails_costs_its_games(module: str, tmp_path: Path) -> None:
    words = {
        "Failing": "IndexError: list index out of range",
        "Leaving": "SystemExit: enough",
        "Odd": "ValueError: out\nof luck",
        "Forgetful": "AttributeError: 'NoneType' object has no attribute 'safe'",
    }
    for kind, error in words.items():
        key = Key(Condition(4, 4, 2, "classic", "unprotected", False), f"{module}:{kind}", 1)
        record = play_game(GameTask(key, 60, trace=True, imports=str(tmp_path)))
        assert record.error
        assert record.error == error
        assert key_of(record) == key
