"""Records of games: lines of JSON, declared once, with a version; errors say what is wrong."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from logicsweep.cli.schemas import schema
from logicsweep.errors import ExperimentError
from logicsweep.games.agents.base import Agent, Known, Move
from logicsweep.games.keys import Condition
from logicsweep.games.view import View
from logicsweep.lab.experiments import game_run
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.records import Key, failed, key_of, line_of, record_of
from logicsweep.lab.experiments.store import GAMES, Store
from tests.lab.experiments.small import GAME, specification

VALIDATOR = Draft202012Validator(schema("game"))
LATE = failed(
    Key(Condition(5, 6, 3, "classic", "unprotected", False), "exact", 7), "longer than 1 s"
)


def changed(**fields: Any) -> dict[str, Any]:
    """The record of a game with other fields; None takes a field away."""
    made = {**json.loads(GAME), **fields}
    under = {name: fields[name] for name in ("height", "flood") if name in fields}
    made = {name: made[name] for name in made if name not in under}
    made["condition"] = {**made["condition"], **under}
    for part in (made, made["condition"]):
        for name in [name for name, value in part.items() if value is None]:
            del part[name]
    return made


def test_a_line_is_a_record_again() -> None:
    task = next(specification().tasks())._replace(trace=True)
    for record in (play_game(task), LATE):
        line = line_of(record)
        assert record_of(line) == record
        assert json.loads(line)["format"] == "logicsweep-game/2"
        VALIDATOR.validate(json.loads(line))
    assert key_of(record_of(line_of(play_game(task)))) == task.key


def test_what_is_usual_is_left_out_wherever_a_record_was_made() -> None:
    record = record_of(GAME.encode())
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 it is our own
    assert line_of(again) == line_of(record) == GAME.encode() + b"\n"
    assert not {"clues", "file", "layout", "topology", "rules", "liars"} & {
        *json.loads(GAME)["condition"]
    }


def test_games_of_an_earlier_version_are_refused(tmp_path: Path) -> None:
    given = specification()
    with Store(tmp_path, given):
        pass
    (tmp_path / GAMES).write_text(json.dumps(changed(format="logicsweep-game/1")) + "\n")
    words = r"games.jsonl:1: .*, logicsweep-game/2: it is of another version; play its games again"
    with pytest.raises(ExperimentError, match=words):
        Store(tmp_path, given)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"format": "logicsweep-game/9"}, "logicsweep-game/2: it is of another version"),
        ({"format": "", "values": None}, r"Invalid value '' - at `\$.format`"),
        ({"format": "\x1b[31m"}, r"Invalid value '\\x1b\[31m' - at `\$.format`"),
        ({"height": "4"}, r"Expected `int`, got `str` - at `\$.condition.height`"),
        ({"height": None}, r"missing required field `height` - at `\$.condition`"),
        ({"values": None}, "missing required field `values`"),
        ({"values": {"luck": 1}}, r"'luck' - at `key` in `\$.values`"),
        ({"flood": 1}, r"Expected `bool`, got `int` - at `\$.condition.flood`"),
        ({"values": {"seconds": "a"}}, r"Expected `float`, got `str` - at `\$.values\[...\]`"),
        ({"trace": [[1, 2]]}, r"Expected `array` of length 3 - at `\$.trace\[0\]`"),
        ({"error": 5}, r"Expected `str`, got `int` - at `\$.error`"),
    ],
)
def test_what_is_no_record_says_why(fields: dict[str, Any], words: str) -> None:
    value = changed(**fields)
    with pytest.raises(ValueError, match=words):
        record_of(json.dumps(value).encode())
    assert not VALIDATOR.is_valid(value)


def test_every_field_is_described() -> None:
    found = schema("game")
    meta.validate(found)
    for table in found["$defs"].values():
        for key, said in table.get("properties", {}).items():  # enumerations have none
            assert said["description"].endswith("."), key


def test_an_agent_that_says_it_knows_too_much_costs_its_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Boasting(Agent):
        def choose(self, view: View) -> Move:
            return Move(view.choices[0])

        def known(self, view: View) -> Known:
            return Known(0, 10**30, view.height)

    monkeypatch.setattr(game_run, "agent_class", lambda *_, **__: Boasting)
    record = play_game(
        GameTask(
            Key(Condition(5, 5, 3, "classic", "unprotected", False), "Boasting", 7), 60, trace=True
        )
    )
    assert record.error.startswith("ValueError: the agent says that it knows more than")
    assert record_of(line_of(record)) == record
    assert not play_game(
        GameTask(Key(Condition(5, 5, 3, "classic", "unprotected", False), "Boasting", 7), 60)
    ).error
