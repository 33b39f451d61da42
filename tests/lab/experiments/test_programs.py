"""Agents that are programs behind a pipe: what they are asked, and what becomes of them."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from logicsweep import Board, Setting, play
from logicsweep.errors import AgentError, SpecificationError
from logicsweep.games import Game, agent_of
from logicsweep.games.agents.program import Program, program_class
from logicsweep.games.view import View
from logicsweep.lab.experiments.toml import check_agents
from logicsweep.lab.play import by_moves
from tests.conftest import ROOT
from tests.judges.refusals import refused
from tests.lab.experiments.small import specification

SETTING = Setting(height=5, width=5, mines=4, first_click="safe")
LEAST_RISK = f"| {sys.executable} {ROOT / 'examples' / 'agents' / 'least_risk.py'}"
Make = Callable[..., Program]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a player of a program that answers each position by some lines of Python."""

    def made(answer: str, *, seed: int = 7, time_limit: float | None = 20) -> Program:
        path = tmp_path / "player.py"
        lines = [
            "import json, os, sys, time",
            "for line in sys.stdin:",
            "    with open('asked.txt', 'a') as asked: asked.write(line)",
            "    request = json.loads(line)",
            "    if 'board' in request:",
            *[f"        {part}" for part in answer.splitlines()],
        ]
        path.write_text("\n".join(lines))
        name = f"| {sys.executable} player.py"
        player = agent_of(name, seed=seed, imports=tmp_path, time_limit=time_limit)
        assert isinstance(player, Program)
        return player

    yield made  # type: ignore[misc]
    for process in program_class(f"| {sys.executable} player.py", str(tmp_path)).idle:
        process.close()


FIRST = """\
rows = request['board']['rows']
covered = [[r, c] for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == '?']
print(json.dumps({'open': covered[0]}), flush=True)"""


def test_what_a_program_is_asked(make: Make, tmp_path: Path) -> None:
    """A line for the game, and one for each move."""
    game = Game(SETTING, seed=3)
    player = make(FIRST)
    boards = [game.board]
    play(game, player, watch=lambda _, __, view: boards.append(view.board))
    start, *asked = map(json.loads, (tmp_path / "asked.txt").read_text().splitlines())
    rules = {"first_click": "safe", "rule": "classic", "seed": 7}
    assert start == {"start": {**rules, "height": 5, "width": 5}}
    for request, board in zip(asked, boards, strict=False):
        assert {key: request[key] for key in rules} == rules
        assert request["board"]["mines"] == 4
        assert request["board"]["rows"] == str(board).splitlines()[-5:]
    assert len(asked) == game.moves


def test_the_process_goes_on_to_the_next_game(make: Make) -> None:
    first = make(FIRST)
    play(Game(SETTING, seed=3), first)
    [process] = first.held
    second = make(FIRST)
    second.begin(View(SETTING.board()))
    assert second.held[0] is not process  # which the first one still has
    del first
    gc.collect()
    third = make(FIRST)
    third.begin(View(SETTING.board()))
    assert third.held == [process]


def test_what_else_a_program_may_say(make: Make) -> None:
    answer = {"open": [0, 0], "certain": True, "chance": "3/4", "reason": "why not"}
    player = make(f"print({json.dumps(answer)!r}, flush=True)")
    view = View(Board.parse("?1?\n"))
    player.begin(view)
    move = player.choose(view)
    assert (move.cell, move.is_proved, move.reason) == ((0, 0), True, "why not")
    assert str(player.chance) == "3/4"


def test_safe_cells_are_opened_without_being_asked_about(make: Make, tmp_path: Path) -> None:
    player = make("""print('{"safe": [[0, 0], [0, 2]]}', flush=True)""")
    view = View(Board.parse("?0?\n"))
    player.begin(view)
    assert [move.cell for move in player.certain(view)] == [(0, 0), (0, 2)]
    for cell in ((0, 0), (0, 2)):
        move = player.choose(view)
        assert (move.cell, move.is_proved) == (cell, True)
        view.show({move.cell: 0})
    assert len((tmp_path / "asked.txt").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("print('hello', flush=True)", "it answered hello; expected a line such as"),
        ("print('', flush=True)", "it answered an empty line"),
        ("print('{\"open\": [9, 9]}', flush=True)", r"\(9, 9\) is off the board"),
        ("print('{\"open\": [0, 1]}', flush=True)", r"\(0,1\) is not covered, or flagged"),
        ('print(\'{"open": "a1"}\', flush=True)', "Expected `array"),
        ("print('{\"close\": [0, 1]}', flush=True)", "unknown field `close`"),
        ("print('{}', flush=True)", "expected either open or flag"),
        ('print(\'{"open": [0, 0], "chance": 2}\', flush=True)', "chance is no number from 0"),
        ('print(\'{"open": [0, 0], "chance": "1e999999999"}\', flush=True)', "chance is no number"),
        ('print(\'{"open": [0, 0], "chance": "1/0"}\', flush=True)', "chance is no number"),
        ("raise KeyError('lost')", "exit code 1; it said: .*KeyError: 'lost'"),
        ("os.kill(os.getpid(), 9)", "exit code 137"),
    ],
)
def test_a_program_that_cannot_play(make: Make, answer: str, message: str) -> None:
    player = make(answer)
    view = View(Board.parse("?1?\n"))
    player.begin(view)
    with pytest.raises(AgentError, match=message):
        player.choose(view)
    assert not player.held
    player.begin(view)  # by another process
    assert player.held
    player.held.pop().close()


def test_a_program_that_is_silent(make: Make, tmp_path: Path) -> None:
    """It is ended, and so is what it has started."""
    more = "import subprocess\nchild = subprocess.Popen(['sleep', '100'])\n"
    player = make(f"{more}open('child.txt', 'w').write(str(child.pid))\ntime.sleep(100)")
    player.time_limit = 3
    view = View(Board.parse("?1?\n"))
    player.begin(view)
    with pytest.raises(AgentError, match="no answer within 3 s"):
        player.choose(view)
    child = int((tmp_path / "child.txt").read_text())
    for _ in range(200):
        try:
            state = Path(f"/proc/{child}/stat").read_text().split()[2]
        except OSError:
            return
        if state == "Z":  # its parent has ended, and nobody else has seen to it yet
            return
        time.sleep(0.01)
    raise AssertionError("the process of a program was left behind")


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"\| player is a program to be started; that is not"):
        agent_of("| player")
    with pytest.raises(AgentError, match="there is no program no-such-player"):
        agent_of("| no-such-player", imports=tmp_path)
    with pytest.raises(AgentError, match="the command is missing"):
        agent_of("| ", imports=tmp_path)
    with pytest.raises(AgentError, match="No closing quotation"):
        agent_of("| 'player", imports=tmp_path)
    text = 'agents = ["exact", "| player"]\nboards = ["beginner"]\n'
    with refused(SpecificationError, line=1):
        check_agents(specification(text), tmp_path / "small.toml", None)


@pytest.mark.slow
def test_a_program_by_moves() -> None:
    """The program of the examples opens safe cells, and loses to `exact`, which it cannot beat."""
    found = []
    for seed in range(4):
        player = agent_of(LEAST_RISK, seed=seed, imports=ROOT)
        found.append(by_moves(player, "exact", SETTING, seed=seed, playouts=2).cost)
        assert (
            by_moves(player, agent_of(LEAST_RISK, seed=seed, imports=ROOT), SETTING, seed=seed).cost
            == 0
        )
    assert sum(found) / 4 > -0.05
    for process in program_class(LEAST_RISK, str(ROOT)).idle:
        assert not process.is_closed
