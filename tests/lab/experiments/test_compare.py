"""`logicsweep compare`: agents on the same games, from options alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Setting, compare
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentError, ArgumentTypeError, SpecificationError, UnknownNameError
from logicsweep.games import agent_of
from logicsweep.lab.experiments.store import GAMES, SPECIFICATION, read_games
from tests.cli.command import names_all
from tests.conftest import ROOT, Run
from tests.judges.refusals import refused
from tests.lab.experiments.plain import chance

# Without processes, and without what need not be installed.
quickly = pytest.mark.usefixtures("threads", "plain_reports")
SMALL = ["--size", "5x4", "--mines", "4", "--first-click", "safe", "--workers", "1"]


def results(folder: Path) -> dict[str, dict[int, bool]]:
    """Which games of each agent were won, by seed, as the lines of the file say."""
    found: dict[str, dict[int, bool]] = {}
    for line in (folder / GAMES).read_text().splitlines():
        game = json.loads(line)
        found.setdefault(game["agent"], {})[game["seed"]] = game["values"]["is_won"] == 1
    return found


def check_wins(value: dict[str, Any], folder: Path, games: int) -> None:
    """Means and the test are those of the games by hand: McNemar's is binomial."""
    assert (value["games"], value["played"], value["unfinished"]) == (2 * games, 2 * games, 0)
    assert value["metric"] == "win_rate"
    won = results(folder)
    assert {name: len(wins) for name, wins in won.items()} == {"subset": games, "exact": games}
    for one in value["agents"]:
        share = sum(won[one["agent"]].values()) / games
        assert one["games"] == games
        assert one["mean"]["mean"] == share
        assert one["mean"]["low"] < share < one["mean"]["high"]
    [pair] = value["differences"]
    assert (pair["agent"], pair["less"], pair["games"]) == ("exact", "subset", games)
    seeds = range(games)
    more = sum(won["exact"][seed] and not won["subset"][seed] for seed in seeds)
    fewer = sum(won["subset"][seed] and not won["exact"][seed] for seed in seeds)
    assert min(more, fewer) > 0
    assert pair["difference"]["mean"] == pytest.approx((more - fewer) / games)
    assert pair["p"] == pytest.approx(chance(more, more + fewer))
    assert pair["test"] == "exact McNemar"


@quickly
def test_two_agents(logicsweep: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["compare", "subset", "exact", *SMALL, "-n", "8", "-o", out, "--plain"]
    check_wins(json.loads(logicsweep(*words, "--json").stdout), out, 8)
    lines = logicsweep(*words).stdout.splitlines()
    assert lines[0] == "subset and exact on 5x4 with 4 mines: games won, %"
    assert [line.split()[0] for line in lines[1:3]] == ["subset", "exact"]
    assert lines[3].startswith("exact minus subset: +")
    assert lines[4] == f"0 games played, 16 recorded before: {out / GAMES}"
    # The call plays the same games, and says the same.
    setting = Setting(height=4, width=5, mines=4, first_click=FirstClick.SAFE)
    called = compare(["subset", "exact"], setting, n=8)
    assert list(called.lines()) == lines[:4]


@pytest.mark.slow
def test_two_agents_are_reported(logicsweep: Run, tmp_path: Path) -> None:
    """By a process, with the test of scipy."""
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    words = ["compare", "subset", "exact", *SMALL, "-n", "8", "-o", tmp_path / "out"]
    value = json.loads(logicsweep(*words, "--json").stdout)
    check_wins(value, tmp_path / "out", 8)
    names = {Path(path).name for path in value["files"]}
    assert names >= {"report.md", "summary.csv", "win-rate-by-board.svg"}


@quickly
def test_a_call_that_cannot_be_played_is_refused() -> None:
    small = Setting(height=4, width=5, mines=4)
    with refused(UnknownNameError, name="exakt"):
        compare(["exact", "exakt"], small)
    with refused(UnknownNameError, name="wins"):
        compare(["exact", "subset"], small, metric="wins")
    with refused(SpecificationError, line=13):
        compare(["exact", "subset"], small, n=1, time_limit=-1)
    for one, words in ((["exact"], "there is one agent"), ([], "there are no agents")):
        with pytest.raises(ValueError, match=words):
            compare(one, small)
    for agents, setting, options, kind, argument in (
        ("exact", small, {}, ArgumentTypeError, "agents"),
        ([agent_of("exact"), "subset"], small, {}, ArgumentTypeError, "an agent"),
        (["exact", "subset"], {4, 5}, {}, ArgumentTypeError, "setting"),
        (["exact", "subset"], (4, 5, 4), {}, ArgumentError, "size"),
        (["exact", "subset"], small, {"workers": 0}, ArgumentError, "workers"),
        (["exact", "subset"], small, {"n": 0}, ArgumentError, "n"),
    ):
        with refused(kind, argument=argument):
            compare(agents, setting, **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_workers_play_the_same_games() -> None:
    pytest.importorskip("scipy")
    small = Setting(height=4, width=5, mines=4)
    alone = compare(["subset", "exact"], small, n=4)
    assert compare(["subset", "exact"], small, n=4, workers=2) == alone


@quickly
def test_more_games_go_on_in_the_same_folder(logicsweep: Run, tmp_path: Path) -> None:
    """The folder is named after what is played: more games are of it, other rules are not."""
    words = ["compare", "random", "single-point", *SMALL, "--plain", "--json"]
    first = json.loads(logicsweep(*words, "-n", "2", folder=tmp_path).stdout)
    more = ["-n", "3", "--metric", "openings"]
    again = json.loads(logicsweep(*words, *more, folder=tmp_path).stdout)
    assert again["folder"] == first["folder"]
    assert (again["games"], again["played"]) == (6, 2)
    for other in (["--no-flood"], ["--rule", "continue"], ["--seed", "9"]):
        found = json.loads(logicsweep(*words, "-n", "1", *other, folder=tmp_path).stdout)
        assert found["folder"] != first["folder"]
    folders = list((tmp_path / "results").iterdir())
    assert len(folders) == 4
    assert all(folder.name.startswith("random-single-point-5x4-") for folder in folders)
    # An experiment file to go on from.
    text = (tmp_path / first["folder"] / SPECIFICATION).read_text()
    (tmp_path / "more.toml").write_text(text.replace("games = 3", "games = 4"))
    run = ["experiment", "run", "more.toml", "--plain", "--workers", "1", "--json"]
    done = logicsweep(*run, folder=tmp_path)
    assert json.loads(done.stdout)["played"] == 8


@pytest.mark.slow
@pytest.mark.usefixtures("threads")
def test_topologies_rules_and_forced_survival(logicsweep: Run, tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    words = ["compare", "exact", "logic", "--size", "4x4", "--mines", "5", "-n", "2"]
    more = ["--topology", "torus", "--rules", "1M Q", "--forced-survival", "--plain"]
    done = logicsweep(*words, *more, "--workers", "1", "-o", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("exact and logic on 4x4 with 5 mines, torus, rules 1M Q: ")
    assert "(paired t)" in done.stdout
    for game in read_games(tmp_path / "out"):
        under = game.condition
        assert (under.topology, under.rules, under.forced_survival) == ("torus", "1M Q", True)
        assert under.first_click == "safe"  # layout rules leave no room for an opening


@quickly
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["exact"], "there is one agent; expected two or more to compare"),
        (["exact", "exact"], "the agent exact is named twice; expected each once"),
        (["exact", "exakt"], "'exakt'"),
        (["exact", "nowhere:Own"], "agent nowhere:Own: "),
        (["exact", "logic", "--board", "no.json"], "no.json"),
        (["exact", "logic", "--board", "no.json", "--topology", "torus"], "cannot be combined"),
        (["exact", "rref", "--rules", "1M"], "'rref'"),
        (["exact", "logic", "--metric", "wins"], "--metric 'wins'"),
        (["exact", "logic", "--size", "5x5"], "--mines"),
        (["exact", "logic", "--clues", "odd"], "'odd'"),
        (["exact", "logic", "--forced-survival", "--rule", "search"], "expected rule"),
        (["exact", "logic", "--workers", "2", "--cluster", "local:2"], "cannot be combined"),
        (["exact", "logic", "--playouts", "3"], "--playouts --metric moves"),
        (
            ["exact", "logic", "--metric", "moves", "--rule", "search"],
            "moves with other rules than classic",
        ),
        (["exact", "logic", "--metric", "moves", "--forced-survival"], "forced_survival and moves"),
        (["exact", "| no-such-player"], "there is no program no-such-player"),
    ],
)
def test_what_is_refused(words: list[str], message: str, logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("compare", *words, "-n", "1", "--plain", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert names_all(done.stderr, message)
    assert not (tmp_path / "out" / GAMES).exists()


@pytest.mark.slow
def test_by_moves(logicsweep: Run, tmp_path: Path) -> None:
    """The answer is that of the call; the program of the examples plays with the others."""
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    program = f"| {sys.executable} {ROOT / 'examples' / 'agents' / 'least_risk.py'}"
    agents = ["exact", "single-point", program]
    words = ["compare", *agents, *SMALL, "-n", "6", "--metric", "moves", "--playouts", "2"]
    words += ["-o", tmp_path / "out", "--most", "1"]
    value = json.loads(logicsweep(*words, "--json").stdout)
    assert (value["metric"], value["games"], value["unfinished"]) == ("moves", 12, 0)
    assert [one["agent"] for one in value["agents"]] == agents[1:]
    assert [one["less"] for one in value["differences"]] == agents[1:]
    for pair, moves in zip(value["differences"], value["moves"], strict=True):
        assert pair["agent"] == "exact"
        parts = sum(cost["mean"] for cost in moves["ranges"].values())
        assert parts == pytest.approx(pair["difference"]["mean"])
        assert len(moves["positions"]) == 1
        assert 0 < moves["differing"] <= moves["guesses"]
    setting = Setting(height=4, width=5, mines=4, first_click=FirstClick.SAFE)
    called = compare(agents, setting, n=6, metric="moves", playouts=2)
    said = logicsweep(*words)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("\n".join(called.lines(positions=1)))


OWN = """
from logicsweep import Agent, Move


class Own(Agent):
    name = "own"

    def choose(self, view):
        return Move(view.choices[-1])
"""


@quickly
def test_an_agent_of_my_own_on_a_given_layout(logicsweep: Run, tmp_path: Path) -> None:
    """What is typed by hand is imported; all games are on the layout of the file."""
    (tmp_path / "hand_typed.py").write_text(OWN)
    (tmp_path / "some.board").write_text("__*\n___\n*__\n")
    words = ["hand_typed:Own", "exact", "--board", "some.board", "-n", "2", "--workers", "1"]
    command = ["compare", *words, "--plain", "-o", "out"]
    assert "cannot be combined" in logicsweep(*command, "--size", "9x9", folder=tmp_path).stderr
    done = logicsweep(*command, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Own and exact on some.board, 3x3 with 2 mines: games won, %\n")
    games = list(read_games(tmp_path / "out"))
    assert len(games) == 4
    assert {(one.condition.file, one.condition.first_click, one.mines) for one in games} == {
        ("some.board", "unprotected", 2)
    }
    own = [one for one in games if one.agent == "hand_typed:Own"]
    # It begins in the corner below on the right, a 0, and goes on to the one on the left, a mine.
    assert [(one.values["opened"], one.values["detonated"]) for one in own] == [(4, 1)] * 2


@quickly
def test_the_first_cell_can_be_named(logicsweep: Run, tmp_path: Path) -> None:
    words = ["compare", "random", "exact", *SMALL, "-n", "2", "--plain", "--start"]
    done = logicsweep(*words, "2,1", "-o", tmp_path / "out")
    lines = compare(
        ("random", "exact"), Setting("5x4", mines=4, first_click="safe"), n=2, start=(2, 1)
    ).lines()
    assert done.stdout.startswith("\n".join(lines))
    assert "5x4 with 4 mines, start (2,1): " in done.stdout
    assert {game.condition.start for game in read_games(tmp_path / "out")} == {"2,1"}
    wrong = logicsweep(*words, "4,0")
    assert (wrong.returncode, "(4,0) is not on a board of 5x4" in wrong.stderr) == (2, True)


@quickly
def test_the_first_reason_is_said_where_games_are_not_finished(
    logicsweep: Run, tmp_path: Path
) -> None:
    silent = f"| {sys.executable} -I -S -c pass"
    words = ["compare", "random", silent, *SMALL, "-n", "2", "--plain"]
    said = logicsweep(*words, "-o", tmp_path / "out")
    lines = (tmp_path / "out" / GAMES).read_text().splitlines()
    reasons = [game["error"] for game in map(json.loads, lines) if "error" in game]
    assert len(reasons) == 2
    assert said.stdout.splitlines()[-1] == f"2 games were not finished, the first: {reasons[0]}"
