"""`logicsweep experiment`, as people use it, and what is left of it when it is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import psutil
import pytest

from logicsweep.errors import AgentError
from logicsweep.lab.experiments import (
    command as experiment,
    game_run as runner,
    reporting as reports,
)
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.store import GAMES, read_games
from logicsweep.lab.experiments.toml import read_specification
from tests.cli.command import COMMAND
from tests.conftest import ROOT, Run
from tests.judges.processes import LONG, wait_until
from tests.lab.experiments.small import without_times

SPEC = """
title = "Small"
agents = ["random", "single-point", "exact"]
rule = ["continue"]
games = 40
boards = [{ height = 12, width = 12, mines = 25 }]
metrics = ["flag_rate"]
"""


def check_all_games(spec: Path, out: Path) -> None:
    """Every game once, and as it is when it is played here."""
    tasks = read_specification(spec).tasks(imports=spec.parent)
    expected = [play_game(task) for task in tasks]
    assert without_times(list(read_games(out))) == without_times(expected)


@pytest.mark.usefixtures("threads")
def test_an_experiment_is_run_and_listed(logicsweep: Run, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC.replace("games = 40", "games = 3"))
    out = tmp_path / "out" / "small"
    words = ("experiment", "run", spec, "-o", out, "--plain", "--workers", "2")
    done = logicsweep(*words, "-n", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"3 games played, 0 recorded before: {out / GAMES}"
    value = json.loads(logicsweep(*words, "--json").stdout)
    assert (value["games"], value["played"], value["unfinished"]) == (9, 6, 0)
    check_all_games(spec, out)
    listed = logicsweep("experiment", "list", tmp_path, tmp_path / "out")
    assert listed.stdout == f"{spec}: Small; 9 of 9 games played\n"
    listed = logicsweep("experiment", "list", tmp_path, tmp_path / "out", "--json")
    assert json.loads(listed.stdout)["experiments"][0]["played"] == 9
    nothing = logicsweep("experiment", "list", tmp_path / "out")
    assert "There are no experiment files" in nothing.stdout


@pytest.mark.usefixtures("threads")
def test_the_files_of_a_report_are_named(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is written by something else here."""

    def write(folder: Path) -> list[Path]:
        (folder / "report.md").write_text(f"{len([*read_games(folder)])} games")
        return [folder / "report.md"]

    spec, out = tmp_path / "small.toml", tmp_path / "out"
    spec.write_text(SPEC.replace("games = 40", "games = 1"))
    monkeypatch.setattr(reports, "load", lambda: None)
    monkeypatch.setattr(reports, "report", write)
    monkeypatch.setattr(experiment, "write_report", write)
    path = out / "report.md"
    words = ("experiment", "run", spec, "-o", out, "--workers", "1")
    assert logicsweep(*words).stdout.splitlines()[1:] == [f"wrote {path}"]
    assert path.read_text() == "3 games"
    assert json.loads(logicsweep(*words, "--json").stdout)["files"] == [str(path)]
    assert logicsweep("experiment", "report", out).stdout == f"wrote {path}\n"
    answer = json.loads(logicsweep("experiment", "report", out, "--json").stdout)
    assert answer["files"] == [str(path)]


@pytest.mark.slow
def test_an_experiment_is_reported(logicsweep: Run, tmp_path: Path) -> None:
    """By processes."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("scipy")
    spec, out = tmp_path / "small.toml", tmp_path / "out"
    spec.write_text(SPEC.replace("games = 40", "games = 2"))
    done = logicsweep("experiment", "run", spec, "-o", out, "--workers", "2", "--json")
    value = json.loads(done.stdout)
    assert (value["games"], value["played"], value["unfinished"]) == (6, 6, 0)
    check_all_games(spec, out)
    assert all(Path(path).exists() for path in value["files"])
    report = (out / "report.md").read_text()
    again = logicsweep("experiment", "report", out)
    assert again.stdout.splitlines() == [f"wrote {path}" for path in value["files"]]
    assert (out / "report.md").read_text() == report


def test_a_board_that_is_unclear_is_named(logicsweep: Run, tmp_path: Path) -> None:
    board = '{"dim": "3,3", "bombs": "1", "safe": "1,0", "board": "910110000"}'
    (tmp_path / "unclear.json").write_text(board)
    spec = tmp_path / "small.toml"
    spec.write_text('agents = ["own:Agent"]\nboards = [{ file = "unclear.json" }]\ngames = 1\n')
    done = logicsweep("experiment", "run", spec)  # refused: it may not import the agent
    note = '"safe" may be (1,0) or (0,1); it is read as (1,0), row first'
    assert done.stderr.startswith(f"logicsweep: unclear.json: {note}\n")


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("library", ["scipy", "matplotlib"])
def test_what_a_report_needs_is_asked_for_before_any_game(
    library: str, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, out = tmp_path / "small.toml", tmp_path / "out"
    spec.write_text(SPEC.replace("games = 40", "games = 1"))
    for name in [name for name in sys.modules if name.split(".")[0] in ("scipy", "matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    scipy = ModuleType("scipy")  # which is asked for first, and takes long to import
    scipy.stats = ModuleType("scipy.stats")  # type: ignore[attr-defined]
    for module in (scipy, scipy.stats):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(sys.modules, library, None)
    done = logicsweep("experiment", "run", spec, "-o", out)
    assert done.returncode == 2
    assert f"needs {library}, which is not installed: pip install" in done.stderr
    assert not out.exists()
    done = logicsweep("experiment", "run", spec, "-o", out, "--plain", "--workers", "1")
    assert done.stdout == f"3 games played, 0 recorded before: {out / GAMES}\n"


def test_experiments_that_cannot_be_run(logicsweep: Run, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text("agents = [")
    other = tmp_path / "other.toml"
    other.write_text(SPEC)
    (tmp_path / "held").mkdir()
    (tmp_path / "held" / "notes.txt").write_text("")
    for words, message in (
        (("run", tmp_path / "none.toml"), "none.toml: no such file"),
        (("run", spec), f"{spec}:1: not TOML: "),
        (("run", other, "-o", tmp_path / "held"), "holds other files"),
        (
            ("run", other, "-o", tmp_path / "x", "--cluster", "here"),
            "--cluster: 'here' is not a cluster",
        ),
        (
            (
                "run",
                other,
                "-o",
                tmp_path / "y",
                *("--plain", "--cluster", "local:2", "--workers", "3"),
            ),
            "--workers and --cluster cannot be combined",
        ),
        (("report", tmp_path / "nowhere"), "games.jsonl: no such file"),
        (("list", tmp_path / "nowhere"), "is not a folder; expected one with experiment files"),
    ):
        # What a report takes may be missing, which would be said first.
        done = logicsweep("experiment", *words, *["--plain"] * (words[0] == "run"))
        assert done.returncode == 2, words
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_a_title_in_a_list_cannot_command_the_terminal(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('title = "\\u001b[2J\\nA title"\nagents = ["random"]\nboards = ["beginner"]\n')
    listed = logicsweep("experiment", "list", tmp_path).stdout
    assert listed == f"{path}: [2J A title; 0 of 100 games played\n"


def test_other_files_are_passed_over_in_a_list(logicsweep: Run, tmp_path: Path) -> None:
    listed = logicsweep("experiment", "list", ".")
    assert (listed.returncode, listed.stdout, listed.stderr) == (
        0,
        "There are no experiment files, SPEC.toml, in ..\n",
        "",
    )
    (tmp_path / "good.toml").write_text(SPEC)
    (tmp_path / "other.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / "torn.toml").write_text("[project\n")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    words = ("experiment", "list", tmp_path)
    assert logicsweep(*words).stdout == f"{tmp_path / 'good.toml'}: Small; 0 of 120 games played\n"
    broken = {"agent.toml": SPEC.replace('"exact"', '"psychic"'), "brackets.toml": "agents = [\n"}
    for name, text in broken.items():
        (tmp_path / name).write_text(text)
    listed = logicsweep(*words)
    assert listed.returncode == 2
    assert listed.stdout == f"{tmp_path / 'good.toml'}: Small; 0 of 120 games played\n"
    first, second, last = listed.stderr.splitlines()
    assert first.startswith(f"logicsweep: {tmp_path / 'agent.toml'}:3: agents: unknown 'psychic'")
    assert second.startswith(f"logicsweep: {tmp_path / 'brackets.toml'}:")
    assert last == "logicsweep: 2 experiments have errors"
    (tmp_path / "results" / "good").mkdir(parents=True)
    (tmp_path / "results" / "good" / "experiment.toml").write_text("agents = [\n")
    listed = logicsweep(*words, tmp_path / "results")
    assert (listed.returncode, len(listed.stderr.splitlines())) == (2, 4)
    value = json.loads(logicsweep(*words, "--json").stdout)
    assert [entry["title"] for entry in value["experiments"]] == ["Small"]
    assert (value["error"], value["kind"]) == ("2 experiments have errors", "syntax")
    one, other = value["faults"]
    assert one["error"] == first.removeprefix("logicsweep: ")
    assert one["place"] == {"file": str(tmp_path / "agent.toml"), "line": 3, "column": None}
    assert other["error"] == second.removeprefix("logicsweep: ")
    at = {"file": str(tmp_path / "brackets.toml"), "line": 1, "column": None}
    assert other["place"] == at  # the end of the file
    assert (one["kind"], other["kind"]) == ("syntax", "syntax")


def test_what_fails_in_a_run_is_not_told_of_its_cluster(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC)

    def failing(*_: object, **__: object) -> None:
        raise AgentError("agent mine:A cannot be imported")

    monkeypatch.setattr(runner, "run", failing)
    done = logicsweep("experiment", "run", spec, "-o", tmp_path / "out", "--plain")
    assert (done.returncode, done.stderr) == (2, "logicsweep: agent mine:A cannot be imported\n")


@pytest.mark.parametrize(
    ("option", "most"), [("-n", "1,000,000"), ("--workers", "1,000"), ("--cluster", "local:1000")]
)
def test_options_of_an_experiment_have_their_limits(
    option: str, most: str, logicsweep: Run, tmp_path: Path
) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC)
    value = "local:9999999" if option == "--cluster" else "9" * 12
    done = logicsweep("experiment", "run", spec, "-o", tmp_path / "out", "--plain", option, value)
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(most)


# Once ten games are recorded, those of the second agent wait for a file, after they have said which
# process plays them.
WAITING = """
import os, time
from pathlib import Path
from logicsweep import Agent, Move

HERE = Path(__file__).parent

class Waiting(Agent):
    name = "waiting"

    def choose(self, view):
        if (HERE / "out" / "games.jsonl").read_bytes().count(b"\\n") >= 10:
            (HERE / f"{os.getpid()}.waits").touch()
            while not (HERE / "go").exists():
                time.sleep(0.02)
        return Move(view.choices[0])
"""
WAITED = """
agents = ["random", "waiting_agent:Waiting"]
games = 20
boards = [{ height = 5, width = 5, mines = 3 }]
"""


def start(folder: Path) -> subprocess.Popen[str]:
    """Play an experiment in a process group of its own."""
    words = [*("experiment", "run", "small.toml", "-o", "out"), "--plain", "--allow-imports"]
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words, "--workers", "2"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("how", ["the run", "a worker", "interrupt"])
def test_a_run_that_is_killed_goes_on(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, games = tmp_path / "small.toml", tmp_path / "out" / GAMES
    spec.write_text(WAITED)
    (tmp_path / "waiting_agent.py").write_text(WAITING)
    before, run = 0, start(tmp_path)
    wait_until(lambda: len([*tmp_path.glob("*.waits")]) == 2, run)
    workers = [psutil.Process(int(path.stem)) for path in tmp_path.glob("*.waits")]
    if how == "a worker":
        workers[0].kill()
    elif how == "the run":
        run.kill()
    else:
        os.killpg(run.pid, signal.SIGINT)
    if how != "a worker":
        _, errors = run.communicate(timeout=LONG)
        if how == "interrupt":
            assert (run.returncode, errors) == (130, "logicsweep: interrupted\n")
        assert not psutil.wait_procs(workers, timeout=LONG)[1]
        before = games.read_bytes().count(b"\n")
        assert 10 <= before < 40
        run = start(tmp_path)
    (tmp_path / "go").touch()
    said, errors = run.communicate(timeout=LONG)
    assert (run.returncode, errors) == (0, "")
    assert said.startswith(f"{40 - before} games played, {before} recorded before")
    monkeypatch.syspath_prepend(tmp_path)
    check_all_games(spec, tmp_path / "out")
    del sys.modules["waiting_agent"]


def test_without_the_extra_it_is_said_how_to_play(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    spec = ROOT / "examples" / "experiments" / "first-look.toml"
    done = logicsweep("experiment", "run", spec, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "or play without a report, with --plain" in done.stderr
    assert not (tmp_path / "out").exists()
