"""Causes of losses: against all layouts of small boards, in records and experiments."""

from __future__ import annotations

import csv
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from msgspec import UNSET
from msgspec.structs import replace

from logicsweep import Adjacency, Agent, Board, Cell, KnowledgeBase, Move
from logicsweep.board import FirstClick
from logicsweep.board.state import State
from logicsweep.cli.schemas import schema
from logicsweep.errors import ExperimentError, LimitError, SpecificationError
from logicsweep.games import View
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.game import Game, Shown
from logicsweep.games.keys import Condition, keys_of
from logicsweep.games.loop import play
from logicsweep.games.setting import Setting
from logicsweep.games.told.causes import Cause, Course
from logicsweep.lab.experiments import game_run
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.metrics import METRICS, Ended, values_of
from logicsweep.lab.experiments.records import GameRow, Key, failed, line_of, record_of
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.store import GAMES, SPECIFICATION, Store, read_games
from tests.conftest import Run, seeds
from tests.games.making import game_of
from tests.judges import oracle
from tests.judges.refusals import refused
from tests.lab.experiments.small import fill, specification

PLAYERS = ("random", "single-point", "subset", "rref-brute", "logic", "exact")
LOST = [name for name, metric in METRICS.items() if metric.needs_causes]
LOSING = f"""
title = "Losing"
agents = ["random", "exact"]
first_click = ["unprotected"]
flood = false
games = 12
metrics = {["win_rate", *LOST]}
boards = [{{ size = "4x4", mines = 4 }}]
"""
HEAD = 'agents = ["exact"]\n'
BOARD = 'boards = ["beginner"]\n'
FORCED = "forced_survival = true\n"
PLOT = '[[plots]]\nx = "board"\ny = "lost_forced"'
PUBLISHED = '[[published]]\nagents = ["exact"]\nmetric = "lost_forced"\nvalues = []'


@cache
def losing() -> tuple[GameRow, ...]:
    records = map(play_game, specification(LOSING).tasks())
    return tuple(record for record in records if not record.error)


def keep(folder: Path, given: Specification) -> None:
    """Keep the games of LOSING in a folder."""
    with Store(folder, given) as store:
        for record in losing():
            store.append(record)


def settings(seed: int) -> Iterator[Setting]:
    """Games on small boards: with a mine count, a range or a density, and with all clues."""
    rng = random.Random(seed)
    mines: list[dict[str, Any]] = [{"mines": 4}, {"mines": (3, 5)}, {"density": "1/4"}]
    others: list[dict[str, Any]] = [
        {},
        {"clues": "optimistic"},
        {"clues": "noisy(1/5)"},
        {"clues": "cautious"},
        {"clues": "random-reveal(1/2)"},
        {"liars": 1},
        {"topology": Adjacency.hexagon(4, 4)},
    ]
    for number, more in enumerate(others):
        counted = mines[(seed + number) % 3]
        yield Setting(
            height=4,
            width=4,
            **counted,
            **more,
            first_click=rng.choice(["unprotected", "safe", "opening"]),
            flood=rng.random() < 0.5 and "liars" not in more,
        )


def replayed(setting: Setting, name: str, seed: int) -> tuple[Board, list[Move]]:
    """A game of an agent: the board before its last move, and its moves."""
    game = Game(setting, seed=seed)
    boards, moves = [game.board], list[Move]()

    def watch(move: Move, _: Shown, __: View) -> None:
        boards.append(game.board)
        moves.append(move)

    play(game, agent_of(name, seed=seed), watch=watch)
    return boards[-2], moves


def risks(board: Board, setting: Setting, first: Cell | None) -> dict[Cell, Fraction]:
    """How likely each covered cell is a mine, by all layouts; those around `first` are free."""
    near = None if setting.topology is None else setting.topology.lists
    layouts = oracle.layouts(board, near, liars=setting.liars)
    if first is not None:
        for place in setting.adjacency.lists[board.number(first)]:
            layouts = layouts[~layouts[:, *board.cell(place)]]
    return oracle.risks(board, layouts, oracle.weigh(board, layouts, near))


def cause_by_layouts(setting: Setting, board: Board, moves: list[Move]) -> Cause:
    """The cause of a loss by its definition."""
    if len(moves) == 1:
        return Cause.FIRST_CLICK
    if moves[-1].is_proved:
        return Cause.WRONG
    is_free = setting.first_click is FirstClick.OPENING
    risk = risks(board, setting, moves[0].cell if is_free else None)
    if min(risk.values()) == 0:
        return Cause.MISSED
    return Cause.FORCED if risk[moves[-1].cell] == min(risk.values()) else Cause.AVOIDABLE


def task_of(setting: Setting, name: str, seed: int) -> GameTask:
    return GameTask(Key(Condition(**keys_of(setting)), name, seed), 60, causes=True)


@pytest.mark.parametrize("seed", seeds(range(40), fast=3))
def test_causes_follow_from_all_layouts(seed: int) -> None:
    judged = 0
    for number, setting in enumerate(settings(seed)):
        for name in PLAYERS[seed % 3 :: 3]:
            if setting.liars and not AGENTS[name].plays_rules:
                continue
            record = play_game(task_of(setting, name, 100 * seed + number))
            assert not record.error
            if record.values["is_won"]:
                assert record.cause is UNSET
                continue
            expected = cause_by_layouts(setting, *replayed(setting, name, record.seed))
            assert record.cause is expected, (setting, name, record.seed)
            judged += 1
    assert judged


@pytest.mark.parametrize("clues", ["exact", "liar"])
def test_every_cause_is_met(clues: str) -> None:
    """By two agents on the same boards; with exact clues no claim is wrong."""
    setting = Setting(
        height=4, width=4, mines=4, clues=clues, first_click="unprotected", flood=False
    )
    causes: dict[str, Counter[object]] = {}
    for name in ("random", "subset", "exact"):
        games = [play_game(task_of(setting, name, seed)) for seed in range(16)]
        causes[name] = Counter(game.cause for game in games if not game.error)
    assert {Cause.FIRST_CLICK, Cause.MISSED, Cause.AVOIDABLE} <= {*causes["random"]}
    assert {*causes["exact"]} == {UNSET, Cause.FIRST_CLICK, Cause.FORCED}
    assert (Cause.WRONG in causes["subset"]) == (clues == "liar")


def ending(
    layout: str, *cells: tuple[int, int], flagged: tuple[int, int] | None = None, **options: Any
) -> tuple[Course, Game]:
    """A game on a layout that flags a cell and opens others, the last of which is a mine."""
    game = game_of(layout, **options)
    course = Course(game.board, game.setting.first_click)
    if flagged:
        game.flag(flagged)
        course.add(Move(Cell(*flagged), flags=True))
    for cell in cells:
        game.open(cell)
        course.add(Move(Cell(*cell)))
    assert game.detonated == 1
    return course, game


def test_a_start_is_no_first_click() -> None:
    course, game = ending("_*_ ___ ___", (0, 1))
    assert course.cause(game.board, time_limit=None) is Cause.FIRST_CLICK
    course, game = ending("_*_ ___ ___", (0, 1), start=(0, 0))
    assert course.cause(game.board, time_limit=None) is Cause.MISSED
    course, game = ending("*_ __", (0, 0), start=(0, 1))
    assert course.cause(game.board, time_limit=None) is Cause.FORCED


def test_flags_prove_nothing() -> None:
    """A flag on a safe cell hides no proof, and a flag before the first opening is none."""
    course, game = ending("___*___", (0, 0), (0, 3), flagged=(0, 1))
    assert course.cause(game.board, time_limit=None) is Cause.MISSED
    course, game = ending("_*", (0, 1), flagged=(0, 0))
    assert course.cause(game.board, time_limit=None) is Cause.FIRST_CLICK
    with pytest.raises(ValueError, match="no move opened a cell"):
        Course(game.board, FirstClick.UNPROTECTED).cause(game.board, time_limit=None)


def test_a_proved_mine_is_no_forced_guess() -> None:
    """Though no cell is proved safe."""
    start = Board.parse("mines: 1..4\n\n1???")
    mines = oracle.layouts(start)[:, 0]
    assert mines.all(axis=0).tolist() == [False, True, False, False]
    assert mines.any(axis=0).tolist() == [False, True, True, True]
    course = Course(start, FirstClick.UNPROTECTED)
    course.add(Move(Cell(0, 1)))
    end = start.replace({Cell(0, 1): State.KNOWN_MINE})
    assert course.cause(end, time_limit=None) is Cause.AVOIDABLE


def lost_by(monkeypatch: pytest.MonkeyPatch) -> GameRow:
    """A game that is lost by a guess after its first opening."""

    class Corner(Agent):
        def choose(self, view: View) -> Move:
            return Move(view.choices[0])

    monkeypatch.setattr(game_run, "agent_class", lambda *_, **__: Corner)
    key = Key(Condition(4, 4, 4, "classic", "safe", False), "Corner", 3)
    record = play_game(GameTask(key, 0.2, causes=True))
    assert not record.error
    assert record.is_lost
    return record


def test_a_limit_leaves_the_cause_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost_by(monkeypatch).cause not in (Cause.UNKNOWN, UNSET)

    def limited(*_: object, **__: object) -> object:
        raise LimitError("too many entries")

    def slow(*_: object, **__: object) -> object:
        time.sleep(60)
        raise AssertionError

    for counting in (limited, slow):
        for question in ("consequences", "count"):
            monkeypatch.setattr(KnowledgeBase, question, counting)
        monkeypatch.setattr(game_run, "_GRACE", 0.1)
        record = lost_by(monkeypatch)
        assert record.cause is Cause.UNKNOWN
        assert record.values["seconds"] < 0.1  # the game itself was over
        assert all(record.values.get(name) is None for name in LOST)
        assert record.values.get("win_rate") == 0


def test_records_have_a_cause_if_somebody_asks() -> None:
    lost = [record for record in losing() if record.is_lost]
    assert lost
    validator = Draft202012Validator(schema("game"))
    for record in lost:
        value = json.loads(line_of(record))
        assert Cause(value.pop("cause")) is record.cause
        validator.validate(value)
        assert record_of(json.dumps(value).encode()) == replace(record, cause=UNSET)
        value["cause"] = "luck"
        with pytest.raises(ValueError, match=r"'luck' - at `\$\.cause`"):
            record_of(json.dumps(value).encode())
    tasks = specification(LOSING).tasks()
    plain = [play_game(task._replace(causes=False)) for task in tasks]
    assert all(b"cause" not in line_of(record) for record in plain)
    assert not any({*LOST} & {*record.values} for record in plain)


def test_metrics_are_shares_of_lost_games() -> None:
    condition = Condition(4, 4, 4, "classic", "unprotected", False)
    end = play(Game(condition.setting(), seed=1), agent_of("random", seed=1))
    names = {f"lost_{cause.value}": cause for cause in Cause if cause is not Cause.UNKNOWN}
    assert {*names} == {*LOST}
    for name in names:
        values = {
            other: values_of(Ended(end, 1.0, cause), condition)[name]
            for other, cause in names.items()
        }
        assert values == {other: float(other == name) for other in names}
        for cause in (None, Cause.UNKNOWN):
            assert name not in values_of(Ended(end, 1.0, cause), condition)
        assert name not in failed(Key(condition, "random", 1), "longer than 1 s").values


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'rule = ["classic", "search"]\n{BOARD}metrics = ["lost_forced"]', 2),
        (f'{BOARD}rule = "continue"\n{PLOT}', 3),
        (f'{BOARD}rule = "continue"\n{PUBLISHED}', 3),
        (f'{FORCED}{BOARD}metrics = [\n"win_rate",\n"lost_forced"]', 4),
        (f"{FORCED}{BOARD}{PLOT}", 4),
        (f"{FORCED}{BOARD}{PUBLISHED}", 4),
    ],
)
def test_what_has_no_causes_is_refused(text: str, line: int) -> None:
    with refused(SpecificationError, line=line):
        specification(HEAD + text)


def test_causes_are_recorded_where_a_metric_needs_them() -> None:
    assert not specification(HEAD + BOARD).metrics_of_causes
    for more in ('metrics = ["win_rate", "lost_forced"]', PLOT, PUBLISHED):
        given = specification(HEAD + BOARD + more)
        assert given.metrics_of_causes
        assert all(task.causes for task in given.tasks())
        assert given.continues(specification(HEAD + BOARD))


@pytest.mark.usefixtures("plain_reports")
def test_games_without_causes_are_not_gone_on_with(tmp_path: Path) -> None:
    without = LOSING.replace(str(["win_rate", *LOST]), '["win_rate"]')
    assert without != LOSING
    fill(tmp_path, without)
    words = "holds lost games without their causes; expected a new folder, .* lost_first_click, "
    with pytest.raises(ExperimentError, match=words):
        Store(tmp_path, specification(LOSING))
    assert report(tmp_path)
    (tmp_path / SPECIFICATION).write_text(LOSING)
    with pytest.raises(ExperimentError, match=words):
        report(tmp_path)
    # Games that have causes lose nothing where none is asked for any more; won games need none.
    (tmp_path / GAMES).unlink()
    keep(tmp_path, specification(LOSING))
    Store(tmp_path, specification(without)).close()
    Store(tmp_path, specification(LOSING)).close()


@pytest.mark.usefixtures("plain_reports")
def test_the_report(tmp_path: Path, logicsweep: Run) -> None:
    given = specification(LOSING.replace("games = 12", 'notes = "As expected."\ngames = 12'))
    keep(tmp_path, given)
    records = [record for record in read_games(tmp_path) if not record.error]
    assert len(records) == given.games_in_all == 24
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "\n\nAs expected.\n\n## Games won, %" in text
    assert "unknown cause" not in text
    with (tmp_path / "summary.csv").open(newline="") as stream:
        rows = {row["agent"]: row for row in csv.DictReader(stream)}
    for agent, row in rows.items():
        lost = [record.cause for record in records if record.agent == agent and record.is_lost]
        assert sum(float(row[name]) for name in LOST) == pytest.approx(1, abs=1e-5)
        for name in LOST:
            share = lost.count(Cause(name.removeprefix("lost_"))) / len(lost)
            assert float(row[name]) == pytest.approx(share, abs=1e-5)
            assert float(row[f"{name}_low"]) <= share <= float(row[f"{name}_high"])
    assert "## Lost by a forced guess, % of lost games" in text
    logicsweep("experiment", "export", tmp_path, "-o", tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(newline="") as stream:
        exported = [row["cause"] for row in csv.DictReader(stream)]
    assert exported == ["" if one.cause is UNSET else one.cause.value for one in records]
    # A cause that is not known is said to be so.
    unknown = [replace(one, cause=one.cause and Cause.UNKNOWN) for one in records]
    (tmp_path / GAMES).write_bytes(b"".join(map(line_of, unknown)))
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "## Losses of unknown cause" in text
    lost = [one for one in records if one.agent == "random" and one.is_lost]
    assert f"| 4x4/4 | random | {len(lost)} |" in text
    # Without a specification there is all that games have.
    former = [
        replace(game, cause=UNSET, values={k: v for k, v in game.values.items() if k not in LOST})
        for game in records
    ]
    for is_there, games in ((True, records), (False, former)):
        (tmp_path / SPECIFICATION).unlink(missing_ok=True)
        (tmp_path / GAMES).write_bytes(b"".join(map(line_of, games)))
        report(tmp_path)
        assert ("% of lost games" in (tmp_path / "report.md").read_text()) == is_there
        assert ("lost_forced" in (tmp_path / "summary.csv").read_text()) == is_there


@pytest.mark.usefixtures("plain_reports", "threads")
def test_compare(logicsweep: Run, tmp_path: Path) -> None:
    words = ["compare", "subset", "exact", "--size", "4x4", "--mines", "4", "-n", "12"]
    words += ["--first-click", "unprotected", "--workers", "1", "--plain"]
    done = logicsweep(*words, "--metric", "lost_forced", "--json", folder=tmp_path)
    value = json.loads(done.stdout)
    lost = {
        agent: {one.seed: one.cause for one in games if one.agent == agent and one.is_lost}
        for games in [[*read_games(tmp_path / value["folder"])]]
        for agent in ("subset", "exact")
    }
    for one in value["agents"]:
        causes = [*lost[one["agent"]].values()]
        assert one["mean"]["mean"] == pytest.approx(causes.count(Cause.FORCED) / len(causes))
    [pair] = value["differences"]
    assert pair["games"] == len({*lost["subset"]} & {*lost["exact"]})
    assert pair["test"] == "exact McNemar"
    # Another metric of causes goes on in this folder, and one of other games in another.
    again = logicsweep(*words, "--metric", "lost_missed", "--json", folder=tmp_path)
    assert json.loads(again.stdout)["played"] == 0
    plain = json.loads(logicsweep(*words, "--json", folder=tmp_path).stdout)
    assert plain["folder"] != value["folder"]
    wrong = logicsweep(*words, "--metric", "lost_forced", "-o", plain["folder"], folder=tmp_path)
    assert wrong.returncode == 2
    assert "holds lost games without their causes; expected a new folder" in wrong.stderr
    for more, words_said in (
        (["--rule", "search"], "lost_forced with other rules than classic"),
        (["--forced-survival"], "lost_forced and forced_survival"),
    ):
        refused = logicsweep(*words, "--metric", "lost_forced", *more, folder=tmp_path)
        assert refused.returncode == 2
        assert words_said in refused.stderr
