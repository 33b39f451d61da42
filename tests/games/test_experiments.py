"""Experiments: what is to be played, playing it anywhere, and what came of it."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import pairwise
from math import comb, isclose, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any
from xml.etree import ElementTree as ET

import psutil
import pytest
from markdown_it import MarkdownIt

from logicsweep.board.board import Cell
from logicsweep.errors import ExperimentError, MissingLibraryError, SpecificationError
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.experiments import game_run, plots
from logicsweep.games.experiments.executors import Place, cluster, processes
from logicsweep.games.experiments.game_run import Task, play_game
from logicsweep.games.experiments.metrics import METRICS, value_of
from logicsweep.games.experiments.records import Condition, Key, Record, failed, key_of
from logicsweep.games.experiments.report import report
from logicsweep.games.experiments.runner import run
from logicsweep.games.experiments.specification import Plot, Specification
from logicsweep.games.experiments.statistics import agrees, estimate, paired
from logicsweep.games.experiments.store import GAMES, Store, read_games
from logicsweep.games.experiments.summary import compared, csv_of, groups_of
from logicsweep.games.experiments.toml import parse_specification, read_specification
from logicsweep.games.view import View
from tests.conftest import ROOT, Run

SMALL = """
title = "Small"
about = "A few games."
agents = ["single-point", "exact"]
game_rules = ["continue"]
first_clicks = ["unprotected"]
flood = false
games = 6
time_limit = 30
metrics = ["flag_rate", "openings"]
boards = [{ height = 5, width = 6, densities = [0.1, 0.2] }]

[[published]]
agents = ["single-point"]
metric = "flag_rate"
games = 50
values = [{ height = 5, width = 6, mines = 6, values = [80.0] }]

[[plots]]
x = "density"
y = "flag_rate"
"""


def specification(text: str = SMALL, **changes: str) -> Specification:
    for old, new in changes.items():
        text = text.replace(old.replace("_", " "), new)
    return parse_specification(text, Path("small.toml"))


def without_times(records: list[Record]) -> list[Record]:
    """Records in the order of their keys, as they are whoever played them."""
    same = [{k: v for k, v in record.items() if k != "seconds"} for record in records]
    return sorted(same, key=key_of)


def play_all(place: Place, given: Specification | None = None) -> list[Record]:
    tasks = (given or specification()).tasks()
    return list(run(tasks, place.make, place.workers, is_lost=place.is_lost))


def here() -> Place:
    return Place(partial(ThreadPoolExecutor, 2), 2, lambda _: False)


# What is to be played.


def test_a_specification_says_what_is_played() -> None:
    found = specification()
    assert found.title == "Small"
    assert list(found.conditions) == [
        Condition(5, 6, 3, "continue"),
        Condition(5, 6, 6, "continue"),
    ]
    keys = [task.key for task in found.tasks()]
    assert len(keys) == len(set(keys)) == 24
    assert [key.seed for key in keys] == sorted(key.seed for key in keys)
    assert found.conditions.keys() == {key.condition for key in keys}


def test_rules_clicks_and_models_are_crossed() -> None:
    text = """
agents = ["random"]
game_rules = ["classic", "search"]
first_clicks = ["safe", "opening"]
models = ["exact", "optimistic"]
games = 2
fewer = { random = 1 }
boards = [{ height = 5, width = 5, mines = 3 }, { height = 6, width = 5, mines = 3, games = 7 }]
"""
    found = specification(text)
    assert len(found.conditions) == 16
    assert sorted(set(found.conditions.values())) == [2, 7]
    assert sum(1 for _ in found.tasks()) == 16


def test_a_layout_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "one.board").write_text("*__\n___\n__*\n")
    path = tmp_path / "given.toml"
    path.write_text(
        'agents = ["exact"]\nfirst_clicks = ["safe"]\ngames = 2\n'
        'boards = [{ file = "one.board" }, { height = 3, width = 3, mines = 2 }]\n'
    )
    found = read_specification(path)
    given, other = found.conditions
    assert (given.board, given.mines, given.first_click) == ("one.board", 2, "unprotected")
    assert other.first_click == "safe"
    records = [play_game(task) for task in found.tasks()]
    assert [record["file"] for record in records] == ["one.board", "", "one.board", ""]
    assert all(record.get("error") is None for record in records)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("agents = [", r"x\.toml:\d: not TOML: "),
        (
            'title = "x"\nagents = ["psychic"]',
            r"x\.toml:2: agents: unknown 'psychic'; known: random",
        ),
        ("agents = []", "agents is \\[\\]; expected names, each once"),
        ('agents = ["exact", "exact"]', "expected names, each once"),
        ("agents = 3", "agents is 3; expected a list"),
        ('agents = ["exact"]', "boards is missing; expected a list"),
        ('agents = ["exact"]\nboards = []', "boards: expected a list of tables"),
        ('agents = ["exact"]\nboards = [{}]', "height is missing; expected a whole number"),
        (
            'agents = ["exact"]\nboards = [{height=0,width=3,mines=1}]',
            "height is 0; expected 1 to 10,000,000",
        ),
        (
            'agents = ["exact"]\nboards = [{height=3,width=3,mines=10}]',
            "10 mines do not fit on 9 cells",
        ),
        (
            'agents = ["exact"]\nfirst_clicks = ["opening"]\nboards = [{height=3,width=4,mines=9}]',
            r"x\.toml:3: boards: 9 mines do not fit on 12 cells, of which the first click",
        ),
        (
            'agents = ["exact"]\nboards = [{height=3,width=3,densities=[2]}]',
            "a density is 2; expected 0 to 1",
        ),
        (
            'agents = ["exact"]\nboards = [{file="none.board"}]',
            "cannot read none.board: no such file",
        ),
        ('agents = ["exact"]\nfast = true', "unknown key 'fast'; expected about, agents"),
        ('agents = ["exact"]\ngames = true', "games is True; expected a whole number"),
        ('agents = ["exact"]\ntime_limit = 0', "time_limit is 0; expected a positive number"),
        ('agents = ["exact"]\nfewer = {rref = 3}', "fewer: rref = 3; expected an agent's number"),
        ('agents = ["exact"]\nmodels = ["gossip"]', "models: unknown clue model 'gossip'"),
        ('agents = ["exact"]\ntime_limit = inf', "time_limit is too large; expected at most"),
        ('agents = ["exact"]\ntime_limit = nan', "time_limit is too large; expected at most"),
        ('agents = ["exact"]\ntime_limit = 1e9', "expected a positive number of seconds, at most"),
        ('agents = ["exact"]\nfirst_seed = 10000000000000000000', "first_seed is too large"),
        (f'agents = ["exact"]\ngames = {"1" * 5000}', r"x\.toml:\d: not TOML: "),
        (f"agents = {'[' * 500}{']' * 500}", "agents: unknown|not TOML"),
        ('agents = ["exact"]\nmodels = []', r"models is \[\]; expected clue models"),
        ('agents = ["exact"]\nboards = [{file="a\\u0000.board"}]', "cannot read .*embedded null"),
        ('agents = ["exact"]\nboards = 5', "boards is 5; expected a list"),
        (
            'agents = ["exact"]\nboards = [{height=3,width=3,densities=[]}]',
            r"densities is \[\]; expected numbers",
        ),
        (
            'agents = ["exact"]\nboards = [{height=3,width=3,densities=[true]}]',
            "a density is True; expected 0 to 1",
        ),
        (
            'agents = ["exact"]\nboards = [{height=100000,width=99999,densities=[0.1]}]',
            "has 9,999,900,000 cells; expected at most 10,000,000",
        ),
        ('agents = ["exact"]\nmetrics = ["luck"]', "metrics: unknown 'luck'; known: win_rate"),
    ],
)
def test_errors_say_where_and_what_was_expected(text: str, words: str) -> None:
    if "boards" not in text and "boards" not in words:
        text += "\nboards = [{height=4,width=4,mines=1}]"
    with pytest.raises(SpecificationError, match=words):
        parse_specification(text, Path("x.toml"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('x = "density"', 'x = "luck"', "unknown axis 'luck'; known: density"),
        ('y = "flag_rate"', 'y = "luck"', "unknown y 'luck'; known: win_rate"),
        ("values = [80.0]", "values = [1, 2]", "expected a value for each agent"),
        ('metric = "flag_rate"', 'metric = "luck"', "unknown metric 'luck'"),
        ("games = 50", "plays = 50", "published: unknown key 'plays'"),
        ("games = 50", f"games = 1{'0' * 30}", "games is too large"),
        ("values = [80.0]", f"values = [1{'0' * 30}]", "expected a number or nan"),
        ("values = [80.0]", 'values = ["80"]', "expected a number or nan"),
        ('x = "density"\n', "", r"small\.toml: x is missing; expected a string"),
    ],
)
def test_errors_in_what_is_reported(old: str, new: str, words: str) -> None:
    with pytest.raises(SpecificationError, match=words):
        specification(SMALL.replace(old, new))


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "experiments").glob("*.toml")))
def test_the_ready_experiments_can_be_played(path: Path) -> None:
    found = read_specification(path)
    assert found.about
    assert found.plots
    known = {(c.height, c.width, c.mines) for c in found.conditions}
    for figure in found.published:
        assert (figure.height, figure.width, figure.mines) in known, figure
        assert figure.agent in found.agents


# Playing it.


def test_a_game_depends_on_its_seed_alone() -> None:
    tasks = list(specification().tasks())
    once = [play_game(task) for task in tasks]
    random.Random(1).shuffle(tasks)
    again = [play_game(task) for task in tasks]
    assert without_times(once) == without_times(again)
    assert without_times(play_all(here())) == without_times(once)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_processes_play_the_same_games(workers: int) -> None:
    with processes(workers) as place:
        found = play_all(place)
    assert without_times(found) == without_times([play_game(t) for t in specification().tasks()])


@pytest.mark.slow
def test_a_cluster_plays_the_same_games() -> None:
    with cluster("local:2") as place:
        assert place.workers == 2
        found = play_all(place)
    assert without_times(found) == without_times([play_game(t) for t in specification().tasks()])


@pytest.mark.slow
def test_a_cluster_may_lose_a_worker() -> None:
    many = specification(SMALL.replace("games = 6", "games = 150"))
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as made,
        cluster(made.scheduler_address) as place,
    ):
        pid = next(iter(made.workers.values())).pid
        records = []
        for record in run(many.tasks(), place.make, place.workers, is_lost=place.is_lost):
            records.append(record)
            if len(records) == 20:
                os.kill(pid, 9)
    keys = [key_of(record) for record in records]
    assert len(keys) == len(set(keys)) == 600
    assert without_times(records) == without_times([play_game(t) for t in many.tasks()])


CLUSTER = """
import distributed, time
if __name__ == "__main__":
    made = distributed.LocalCluster(n_workers=2, dashboard_address="127.0.0.1:0", silence_logs=50)
    print(made.scheduler_address, flush=True)
    time.sleep(120)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_cluster_that_is_lost_says_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "made.py"
    script.write_text(CLUSTER)
    made = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert made.stdout is not None
    many = specification(SMALL.replace("games = 6", "games = 5000"))
    played: list[Record] = []

    def play_until_it_is_lost() -> None:
        with cluster(address) as place:
            for record in run(many.tasks(), place.make, place.workers, is_lost=place.is_lost):
                played.append(record)
                if len(played) == 20:
                    os.killpg(made.pid, signal.SIGKILL)

    with made:
        address = made.stdout.readline().strip()
        with pytest.raises(ExperimentError, match="was lost; what was played is kept"):
            play_until_it_is_lost()
    assert 20 <= len(played) < 20_000
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_clusters_that_do_not_answer_say_so() -> None:
    start = time.monotonic()
    with (
        pytest.raises(
            ExperimentError, match=r"the cluster at tcp://127\.0\.0\.1:1 does not answer"
        ),
        cluster("tcp://127.0.0.1:1"),
    ):
        pass
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("where", "words"),
    [
        *((name, "is no cluster; expected tcp://host:port") for name in ("near", "local:0")),
        *(
            (f"local:{number}", "too large; expected at most local:1000")
            for number in (1001, "9" * 50)
        ),
    ],
)
def test_clusters_have_their_names(where: str, words: str) -> None:
    with pytest.raises(ValueError, match=words), cluster(where):
        pass


class Breaking(Executor):
    """Plays here, but its worker dies whenever a game is one of some; then it is broken."""

    def __init__(self, deadly: Callable[[Key], bool]) -> None:
        self._deadly = deadly
        self._broken = False

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._broken:
            raise BrokenProcessPool
        if self._deadly(args[0].key):
            self._broken = True
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(fn(*args))
        return future


def test_a_game_that_kills_its_worker_costs_itself_alone() -> None:
    made = []
    deadly = Key(Condition(5, 6, 6, "continue"), "exact", 2)

    def make() -> Executor:
        made.append(Breaking(lambda key: key == deadly))
        return made[-1]

    found = list(
        run(specification().tasks(), make, 3, is_lost=lambda e: isinstance(e, BrokenProcessPool))
    )
    keys = [key_of(record) for record in found]
    assert len(keys) == len(set(keys)) == 24
    lost = [record for record in found if "error" in record]
    assert [key_of(record) for record in lost] == [deadly]
    assert lost[0]["error"] == "its worker died, again and again"
    assert 3 <= len(made) <= 5


def test_other_failures_of_an_executor_are_raised() -> None:
    class Failing(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            del fn, args
            future: Future[Any] = Future()
            future.set_exception(OSError("no route"))
            return future

    with pytest.raises(OSError, match="no route"):
        list(run(specification().tasks(), Failing, 1, is_lost=lambda _: False))


class Raising(Agent):
    def choose(self, view: View) -> Move:
        raise RuntimeError(f"confused by {view.height} rows")


class Leaving(Agent):
    def choose(self, view: View) -> Move:
        raise SystemExit(f"after {view.height} rows")


class Unmade(Agent):
    def __init__(self, seed: int, **_: Any) -> None:
        raise ValueError(f"no luck with {seed}")

    def choose(self, view: View) -> Move:
        return Move(view.choices[0])


class Sleeping(Agent):
    def choose(self, view: View) -> Move:
        time.sleep(60)
        return Move(view.choices[0])


class Illegal(Agent):
    def choose(self, view: View) -> Move:
        del view
        return Move(Cell(99, 99), reason="why not")


class Wordless(Agent):
    def choose(self, view: View) -> Any:
        return view.choices[0]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (Raising, "RuntimeError: confused by 5 rows"),
        (Leaving, "SystemExit: after 5 rows"),
        (Unmade, "ValueError: no luck with 7"),
        (Wordless, r"AgentError: agent Wordless chose Cell\(row=0, column=0\); expected a Move"),
        (Sleeping, "longer than 0.1 s"),
        (Illegal, r"IllegalMoveError: \(99,99\) is off the board; rows are 0 to 4"),
    ],
)
def test_an_agent_that_fails_costs_its_game(
    kind: type[Agent], error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_run, "agent_class", lambda *_, **__: kind)
    monkeypatch.setattr(game_run, "_GRACE", 0.1)
    key = Key(Condition(5, 5, 3), kind.name, 7)
    record = play_game(Task(key, 0.1))
    assert re.match(error, record["error"])
    assert key_of(record) == key
    assert value_of("win_rate", record) == value_of("flag_rate", record) == 0
    assert value_of("openings", record) is None


def test_a_library_that_is_missing_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> Agent:
        raise MissingLibraryError("scipy", extra="simplex", purpose="the agent simplex")

    monkeypatch.setattr(game_run, "agent_class", missing)
    with pytest.raises(MissingLibraryError, match="the agent simplex needs scipy"):
        play_all(here())


# Keeping it.


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    given = specification()
    folder = tmp_path / "games"
    tasks = list(given.tasks())
    with Store(folder, given) as store:
        for task in tasks[:7]:
            store.append(play_game(task))
    path = folder / GAMES
    # As a run that was killed leaves it.
    with path.open("ab") as stream:
        stream.write(b'{"agent":"exact","se')
    assert len(list(read_games(folder))) == 7
    with Store(folder, given) as store:
        assert store.done == {task.key for task in tasks[:7]}
        for task in tasks:
            if task.key not in store.done:
                store.append(play_game(task))
    records = list(read_games(folder))
    assert without_times(records) == without_times([play_game(task) for task in tasks])


def test_a_folder_holds_one_experiment(tmp_path: Path) -> None:
    given = specification()
    Store(tmp_path / "one", given).close()
    # More games, other figures and other words are the same experiment.
    more = SMALL.replace("games = 6", "games = 9").replace("A few games.", "Nine games.")
    assert more != SMALL
    Store(tmp_path / "one", specification(more)).close()
    for old, new in (('"exact"]', '"logic"]'), ("[0.1, 0.2]", "[0.1]")):
        with pytest.raises(ExperimentError, match=r"holds another experiment, 'Small'"):
            Store(tmp_path / "one", specification(SMALL.replace(old, new)))
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "thesis.txt").write_text("mine")
    with pytest.raises(
        ExperimentError, match="holds something else; expected a new or empty folder"
    ):
        Store(tmp_path / "two", given)
    assert (tmp_path / "two" / "thesis.txt").read_text() == "mine"
    (tmp_path / "file").write_text("")
    with pytest.raises(ExperimentError, match=r"cannot write .*file: file exists"):
        Store(tmp_path / "file", given)


def test_a_folder_that_was_begun_can_be_gone_on_with(tmp_path: Path) -> None:
    # A run that was killed before it wrote anything, and one while it wrote its specification.
    for left in ({GAMES: ""}, {GAMES: "", ".experiment.toml.part": ""}):
        for name, text in left.items():
            (tmp_path / name).write_text(text)
        Store(tmp_path, specification()).close()
        assert (tmp_path / "experiment.toml").read_text() == SMALL
        (tmp_path / "experiment.toml").unlink()


def test_a_file_with_another_layout_is_another_experiment(tmp_path: Path) -> None:
    layout, spec, out = (tmp_path / name for name in ("a.board", "x.toml", "out"))
    spec.write_text('agents = ["exact"]\ngames = 2\nboards = [{ file = "a.board" }]\n')
    layout.write_text("*__\n___\n__*\n")
    first = read_specification(spec)
    with Store(out, first) as store:
        for task in first.tasks():
            store.append(play_game(task))
    Store(out, read_specification(spec)).close()
    layout.write_text("*_*\n___\n___\n")
    with pytest.raises(ExperimentError, match=r"holds games on another layout of a\.board"):
        Store(out, read_specification(spec))


def test_two_runs_cannot_write_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        Store(tmp_path, specification()),
        pytest.raises(ExperimentError, match="is being written by another run"),
    ):
        Store(tmp_path, specification())
    Store(tmp_path, specification()).close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    task = next(specification().tasks())
    with Store(folder, specification()) as store:
        store.append(play_game(task))
        real = store._stream  # noqa: SLF001
        with Path("/dev/full").open("ab", buffering=0) as full:
            store._stream = full  # noqa: SLF001
            with pytest.raises(ExperimentError, match=r"no space left on device; 1 games are kept"):
                store.append(play_game(task))
            store._stream = real  # noqa: SLF001
    assert len(list(read_games(folder))) == 1


GAME = json.dumps(play_game(next(specification().tasks())))


@pytest.mark.parametrize(
    "line",
    [
        *("[]", "{}", "nonsense", '{"agent": "exact"}', "3", "[" * 100_000),
        GAME.replace('"is_won"', '"won"'),
        *(
            re.sub(rf'"{name}": [^,}}]*', f'"{name}": {value}', GAME)
            for name, value in (
                *(("height", "[4]"), ("height", '"4"'), ("height", "0"), ("seed", "1e999")),
                *(("seed", "1" + "0" * 30), ("is_won", '"x"'), ("moves", "true")),
                *(("seconds", "NaN"), ("seconds", "1" + "0" * 400), ("agent", "3")),
            )
        ),
        GAME[:-1] + ', "error": [5]}',
        GAME[:-1] + ', "trace": 5}',
        GAME[:-1] + ', "trace": [[1, 2]]}',
        GAME[:-1] + ', "layout": 5}',
        GAME.replace('"single-point"', '"\\ud800"'),
        GAME[:-1] + ', "error": "\\udfff"}',
    ],
)
def test_lines_that_are_no_games_are_named(line: str, tmp_path: Path) -> None:
    assert line != GAME
    (tmp_path / GAMES).write_text(
        json.dumps(play_game(next(specification().tasks()))) + f"\n{line}\n"
    )
    with pytest.raises(ExperimentError, match=r"games\.jsonl:2: this is no game"):
        list(read_games(tmp_path))


def test_a_line_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    (tmp_path / GAMES).symlink_to("/dev/zero")
    with pytest.raises(ExperimentError, match=r"games\.jsonl:1: a line of 10,000,000 bytes"):
        list(read_games(tmp_path))


# What came of it.


def test_means_have_their_intervals() -> None:
    wins = [1.0] * 37 + [0.0] * 63
    found = estimate(wins, is_yes_or_no=True)
    z, n, p = 1.959963984540054, 100, 0.37
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert isclose(found.low, middle - half, rel_tol=1e-9)
    assert isclose(found.high, middle + half, rel_tol=1e-9)
    rng = random.Random(3)
    values = [rng.gauss(5, 2) for _ in range(400)]
    found = estimate(values, is_yes_or_no=False)
    normal = 1.96 * stdev(values) / 20
    assert isclose(found.mean, mean(values))
    assert isclose(found.mean - found.low, normal, rel_tol=0.15)
    assert isclose(found.high - found.mean, normal, rel_tol=0.15)
    assert estimate(values, is_yes_or_no=False) == found
    assert estimate([0.5] * 4, is_yes_or_no=False)[1:] == (0.5, 0.5, 0.5, 0)
    with pytest.raises(ValueError, match="no values"):
        estimate([], is_yes_or_no=True)


def test_paired_tests() -> None:
    one = [1.0] * 12 + [0.0] * 3 + [1.0] * 20
    other = [0.0] * 12 + [1.0] * 3 + [1.0] * 20
    found = paired(one, other, is_yes_or_no=True)
    exact = 2 * sum(comb(15, k) for k in range(12, 16)) / 2**15
    assert isclose(found.p, exact, rel_tol=1e-9)
    assert (found.games, found.test) == (35, "McNemar, exact")
    assert isclose(found.difference.mean, 9 / 35)
    same = paired(one, one, is_yes_or_no=True)
    assert (same.p, same.difference.mean) == (1, 0)
    # Five differences of one sign: the smallest p of the signed ranks is 2 / 2^5.
    ranks = paired([1, 2, 3, 4, 5], [0, 0, 0, 0, 0], is_yes_or_no=False)
    assert isclose(ranks.p, 2 / 32, rel_tol=1e-9)
    assert paired([1.0, 2.0], [1.0, 2.0], is_yes_or_no=False).p == 1


def test_published_means_agree_within_both_intervals() -> None:
    found = estimate([1.0] * 50 + [0.0] * 50, is_yes_or_no=True)
    assert agrees(found, 0.55, 0)
    assert not agrees(found, 0.62, 0)
    assert agrees(found, 0.62, 50)
    assert not agrees(found, 0.75, 50)


def test_games_are_brought_together() -> None:
    records = [play_game(task) for task in specification().tasks()]
    groups = groups_of([*records, *records])  # a game counts once
    assert len(groups) == 4
    for (condition, agent), group in groups.items():
        own = [r for r in records if key_of(r)[:2] == (condition, agent)]
        assert group.games == len(own) == 6
        found = group.estimate("flag_rate")
        assert found is not None
        assert isclose(found.mean, mean(r["right_flags"] / r["mines"] for r in own))
    condition = Condition(5, 6, 6, "continue")
    pair = compared(groups, condition, "exact", "single-point", "flag_rate")
    assert pair is not None
    assert pair.games == 6
    assert compared(groups, condition, "exact", "rref", "flag_rate") is None
    rows = csv_of(groups).splitlines()
    assert len(rows) == 5
    assert all(len(row.split(",")) == len(rows[0].split(",")) for row in rows)


def test_every_metric_of_a_game() -> None:
    record = play_game(next(specification().tasks()))
    values = {name: value_of(name, record) for name in METRICS}
    assert values["flag_rate"] == record["right_flags"] / 3
    assert values["opened_share"] == (record["opened"] + record["detonated"]) / 30
    assert values["certain_share"] == record["certain"] / record["openings"]
    assert values["wrong_rate"] == 0
    nothing = {**record, "mines": 0, "openings": 0, "right_flags": 0}
    assert value_of("flag_rate", nothing) == 1
    assert value_of("certain_share", nothing) is None


def fill(folder: Path, text: str = SMALL) -> Specification:
    given = specification(text)
    with Store(folder, given) as store:
        for task in given.tasks():
            store.append(play_game(task))
    return given


def test_reports_come_from_the_games_alone(tmp_path: Path) -> None:
    fill(tmp_path)
    made = report(tmp_path)
    names = ["summary.csv", "report.md", "flag-rate-by-density.svg", "flag-rate-by-density.png"]
    assert [path.name for path in made] == names
    before = {path.name: path.read_bytes() for path in made}
    for path in made:
        path.unlink()
    lines = (tmp_path / GAMES).read_text().splitlines()
    random.Random(5).shuffle(lines)
    (tmp_path / GAMES).write_text("\n".join(lines) + "\n")
    assert {path.name: path.read_bytes() for path in report(tmp_path)} == before
    text = before["report.md"].decode()
    assert text.startswith("# Small\n\nA few games.\n\n24 games.")
    assert "| 6x5/6 (20%) | continue | unprotected | no | single-point | 80 |" in text
    assert "| 6x5/3 | continue | unprotected | no | " in text
    assert "of 1 figures agree" in text
    assert "## `exact` less the others, game by game" in text
    assert "![flag rate by density](flag-rate-by-density.svg)" in text
    ET.fromstring(before["flag-rate-by-density.svg"])
    assert before["flag-rate-by-density.png"].startswith(b"\x89PNG")
    # Without the specification there is a table of everything.
    (tmp_path / "experiment.toml").unlink()
    report(tmp_path)
    assert all(
        f"## {metric.title[0].upper()}{metric.title[1:]}" in (tmp_path / "report.md").read_text()
        for metric in METRICS.values()
    )


def test_reports_take_texts_as_they_are(tmp_path: Path) -> None:
    given = fill(tmp_path, SMALL.replace('"Small"', '"Costs $x_{$ <b> in a | b"'))
    (tmp_path / GAMES).write_text(
        "".join(
            json.dumps(failed(task.key, "a | b\n$c_{$")) + "\n"
            if task.key.agent == "exact"
            else json.dumps(play_game(task)) + "\n"
            for task in given.tasks()
        )
    )
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert text.startswith("# Costs $x_{$ &lt;b> in a | b\n")
    assert r"| a \| b \$c\_{\$ | 6 |" in text
    ET.parse(tmp_path / "flag-rate-by-density.svg")


def test_games_that_were_not_finished_are_listed(tmp_path: Path) -> None:
    given = fill(tmp_path)
    (tmp_path / GAMES).write_text(
        "".join(json.dumps(failed(task.key, "longer than 1 s")) + "\n" for task in given.tasks())
    )
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "## Games that were not finished" in text
    assert text.count("| longer than 1 s | 6 |") == 4
    (tmp_path / GAMES).write_text("")
    with pytest.raises(ExperimentError, match="there are no games in"):
        report(tmp_path)


@pytest.mark.parametrize(
    ("plot", "label", "title"),
    [
        (Plot("density", "flag_rate"), "density of mines", "6x5"),
        (Plot("area", "openings"), "cells of the board", ""),
        (Plot("board", "win_rate"), "", ""),
        (Plot("model", "seconds"), "", "6x5/3"),
    ],
)
def test_plots_have_their_axes(plot: Plot, label: str, title: str) -> None:
    groups = groups_of(play_game(task) for task in specification().tasks())
    figure = plots._lines(groups, ["single-point", "exact"], plot)  # noqa: SLF001
    axis = figure.axes[0]
    assert (axis.get_xlabel(), axis.get_title()) == (label, title)
    assert axis.get_ylabel() == METRICS[plot.y].title
    handles, labels = axis.get_legend_handles_labels()
    assert labels == ["single-point", "exact"]
    condition = Condition(5, 6, 3, "continue")
    found = groups[condition, "exact"].estimate(plot.y)
    scale = 100 if METRICS[plot.y].percent else 1
    assert found is not None
    drawn = handles[1].lines[0].get_ydata()
    assert any(isclose(value, scale * found.mean) for value in drawn)


def test_what_is_known_is_drawn_move_by_move(tmp_path: Path) -> None:
    text = SMALL.replace('x = "density"\ny = "flag_rate"', 'x = "move"\ny = "known"')
    fill(tmp_path, text.replace("title =", "trace = true\ntitle ="))
    assert (tmp_path / "known-by-move.svg").exists() is False
    report(tmp_path)
    groups = groups_of(read_games(tmp_path))
    known = groups[Condition(5, 6, 6, "continue"), "exact"].known
    assert known[-1][:2] == (24, 6)
    figure = plots._known(groups, ["exact"])  # noqa: SLF001
    assert [axis.get_xlabel() for axis in figure.axes] == ["moves", "moves"]
    assert len(figure.axes[0].lines) == 3
    ET.parse(tmp_path / "known-by-move.svg")


# What is not said, and what others have written.


def test_the_usual_game_is_that_of_play(logicsweep: Run) -> None:
    (usual,) = specification('agents = ["random"]\nboards = ["beginner"]').conditions
    done = logicsweep("play", "--agent", "random", "--seed", "1", "--json", "--quiet")
    played = json.loads(done.stdout)
    for name in ("height", "width", "rule", "first_click", "flood"):
        assert played[name] == getattr(usual, name)
    assert played["total_mines"] == usual.mines
    assert (usual.first_click, usual.flood) == ("opening", True)


def test_boards_have_sizes_and_names() -> None:
    text = """
agents = ["random"]
games = 3
boards = [
  "expert", { size = "beginner", mines = 12, games = 5 }, { size = "7x4", mines = 2 },
  { size = "intermediate", densities = [0.25] },
]
"""
    found = specification(text).conditions
    assert [(*condition[:3], games) for condition, games in found.items()] == [
        (16, 30, 99, 3),
        (9, 9, 12, 5),
        (4, 7, 2, 3),
        (16, 16, 64, 3),
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('boards = ["experts"]', "boards: 'experts' is no size; expected WIDTHxHEIGHT such as"),
        ('boards = ["30x16"]', "mines is missing; expected a whole number"),
        ('boards = [{ size = "expert", width = 3 }]', "boards: size and width; expected one of"),
        ("boards = [{ size = 3 }]", "size is 3; expected a string"),
        ('boards = "expert"', "boards is 'expert'; expected a list"),
        ('games = 1000000000000\nboards = ["expert"]', "expected 0 to 1,000,000$"),
        ("games = 10\nboards = [{ size = '9x9', mines = 1, games = 1000001 }]", "to 1,000,000$"),
        ("boards = [{ height = 99999999999, width = 1, mines = 1 }]", "1 to 10,000,000$"),
        ("boards = [{ height = 9, width = 9, mines = 99999999999 }]", "0 to 10,000,000$"),
        ('fewer = { exact = 1000001 }\nboards = ["expert"]', "at most 1,000,000$"),
        ('first_seed = -1000000000000001\nboards = ["expert"]', "at most 1,000,000,000,000,000"),
        ('time_limit = 1000001\nboards = ["expert"]', "at most 1,000,000$"),
        (
            "games = 1000000\nboards = [{ size = '9x9', mines = 1 }"
            + "".join(f", {{ size = '9x9', mines = {mines} }}" for mines in range(2, 12))
            + "]",
            "there are 11,000,000 games in all; expected at most 10,000,000$",
        ),
        (f"fewer = {{ exact = 0x{'f' * 9000} }}\nboards = ['expert']", "a very large number"),
        (f"boards = [{{ size = '9x9', densities = [0x{'f' * 9000}] }}]", "a very large number"),
    ],
)
def test_numbers_and_names_have_their_limits(line: str, words: str) -> None:
    with pytest.raises(SpecificationError, match=words):
        specification(f'agents = ["exact"]\n{line}\n')


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "results").glob("*/summary.csv")))
def test_what_was_published_is_what_is_played(path: Path) -> None:
    found = read_specification(ROOT / "examples" / "experiments" / f"{path.parent.name}.toml")
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    published = {
        (*(row[name] for name in Condition._fields), row["agent"], row["games"]) for row in rows
    }
    assert published == {
        (*map(str, condition), agent, str(found.games(condition, agent)))
        for condition in found.conditions
        for agent in found.agents
        if found.games(condition, agent)
    }


def test_games_that_were_begun_by_other_defaults_are_not_mixed(tmp_path: Path) -> None:
    text = 'agents = ["random"]\ngames = 2\nboards = [{ size = "5x5", mines = 2 }]\n'
    before = 'first_clicks = ["unprotected"]\nflood = false\n' + text
    fill(tmp_path, before)
    # As a version left it in which these were the defaults.
    (tmp_path / "experiment.toml").write_text(text)
    with pytest.raises(ExperimentError, match="holds games with first_clicks"):
        Store(tmp_path, specification(text))
    Store(tmp_path, specification(before)).close()
    with pytest.raises(ExperimentError, match="holds games with first_clicks"):
        Store(tmp_path, specification(text))


def test_without_plots_what_differs_is_drawn(tmp_path: Path) -> None:
    plain = SMALL[: SMALL.index("[[plots]]")]
    for number, (text, name) in enumerate(
        (
            (plain, "flag-rate-by-density"),
            (plain.replace("[0.1, 0.2]", "[0.1]"), "flag-rate-by-board"),
            (
                plain.replace("[0.1, 0.2]", "[0.1]").replace(
                    "flood =", 'models = ["exact", "optimistic"]\nflood ='
                ),
                "flag-rate-by-model",
            ),
            ("plots = []\n" + plain, None),
        )
    ):
        folder = tmp_path / str(number)
        fill(folder, text)
        drawn = [f"{name}.svg", f"{name}.png"] if name else []
        assert [path.name for path in report(folder)] == ["summary.csv", "report.md", *drawn]


NASTY = (
    "<script>x</script> | `a` *b* [c](http://d) ![e](f) <http://g>\nhttp://h www.i j@k \\| &lt; $x$"
)


def test_names_and_errors_of_others_are_shown_as_they_are(tmp_path: Path) -> None:
    given = fill(tmp_path, SMALL.replace('"Small"', '"""A\\n<img src=x> [b](http://c) `d`"""'))
    games = [play_game(task) for task in given.tasks()]
    own = {"agent": NASTY, "rule": NASTY, "first_click": NASTY, "model": "exact", "file": NASTY}
    games += [{**game, **own} for game in games if game["agent"] == "exact"]
    games += [failed(key_of(game)._replace(agent="$x^$"), NASTY) for game in games[:1]]
    (tmp_path / GAMES).write_text("".join(f"{json.dumps(game)}\n" for game in games))
    report(tmp_path)
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parsed = tokens.parse((tmp_path / "report.md").read_text())
    inline = [part for token in parsed for part in token.children or ()]
    kinds = {token.type for token in (*parsed, *inline)}
    assert not kinds & {"html_block", "html_inline"}
    links = [part.attrs for part in inline if part.type == "link_open"]
    assert links == [{"href": "http://c"}]  # of the title, which is Markdown
    images = [part.attrs["src"] for part in inline if part.type == "image"]
    assert images == ["flag-rate-by-density.svg"]
    cells = [
        "".join(part.content for part in after.children or ())
        for token, after in pairwise(parsed)
        if token.type in ("td_open", "th_open")
    ]
    whole = " ".join(NASTY.split())
    assert cells.count(whole) > 10
    assert not [cell for cell in cells if "script" in cell and whole not in cell]
    text = (tmp_path / "report.md").read_text()
    for link in ("http://j", "www.k", "l@m"):  # which some readers take for links
        assert link not in text


def test_what_is_no_text_breaks_no_report(tmp_path: Path) -> None:
    assert failed(Key(Condition(5, 5, 3), "exact", 7), "a\ud800")["error"] == "a\\ud800"
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / GAMES).write_text(GAME + "\n")
    plain = SMALL.replace('title = "Small"\n', "")
    given = parse_specification(plain, Path(os.fsdecode(b"a\xff.toml")))
    assert given.title == "a\\udcff"
    report(folder)


@pytest.mark.slow
def test_a_cluster_of_this_machine_is_for_this_machine() -> None:
    me = psutil.Process()
    with cluster("local:2"):
        heard = [
            connection.laddr.ip
            for process in (me, *me.children(recursive=True))
            for connection in process.net_connections()
            if connection.status == psutil.CONN_LISTEN
        ]
    assert len(heard) > 4
    assert set(heard) == {"127.0.0.1"}
