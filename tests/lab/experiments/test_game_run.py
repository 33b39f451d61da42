"""One game of an experiment: its seed, and agents that fail in it."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest

from logicsweep.board.board import Cell
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.keys import Condition
from logicsweep.games.view import View
from logicsweep.lab.experiments import game_run
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.records import Key, key_of
from tests.judges.refusals import refused
from tests.lab.experiments.small import here, play_all, specification, without_times


def test_a_game_depends_on_its_seed_alone() -> None:
    tasks = list(specification().tasks())
    once = [play_game(task) for task in tasks]
    random.Random(1).shuffle(tasks)
    again = [play_game(task) for task in tasks]
    assert without_times(once) == without_times(again)
    assert without_times(play_all(here())) == without_times(once)


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


class Narrow(Agent):
    def choose(self, view: View) -> Move:
        raise LimitError(f"more than {view.height} entries")


class Remote(Agent):
    def choose(self, view: View) -> Move:
        raise TimeoutError(f"no answer to {view.height} rows")


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
        (Narrow, "LimitError: limit reached: more than 5 entries"),
        (Remote, "TimeoutError: no answer to 5 rows"),
        (Illegal, r"IllegalMoveError: \(99,99\) is off the board; expected cells from"),
    ],
)
def test_an_agent_that_fails_costs_its_game(
    kind: type[Agent], error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_run, "agent_class", lambda *_, **__: kind)
    monkeypatch.setattr(game_run, "_GRACE", 0.1)
    key = Key(Condition(5, 5, 3, "classic", "unprotected", False), kind.name, 7)
    record = play_game(GameTask(key, 0.1))
    assert record.error
    assert re.match(error, record.error)
    assert key_of(record) == key
    assert record.values.get("win_rate") == record.values.get("flag_rate") == 0
    assert record.values.get("openings") is None


def test_a_library_that_is_missing_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> Agent:
        raise MissingLibraryError("scipy", extra="simplex", purpose="the agent simplex")

    monkeypatch.setattr(game_run, "agent_class", missing)
    with refused(MissingLibraryError, library="scipy", extra="simplex"):
        play_all(here())
