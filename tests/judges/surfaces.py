"""What is made, played and graded under a feature: games, puzzles, data sets and the like.

Each takes the names of features and plays on a small board of its own. `SURFACES` are the rows of
the table of what goes together that `questions` has not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from logicsweep import Board, Cell, Game, Setting, State, deal, puzzle, read_board, review
from logicsweep.board import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games import NoGuess, PlayedGame
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.loop import play
from logicsweep.games.told.opening import Opening
from tests.games.judging import check_certain
from tests.house.modules import SLICES
from tests.judges import keys
from tests.judges.features import FEATURES, Position, neighbourhood
from tests.judges.questions import Question
from tests.judges.relations import Judged
from tests.judges.worlds import Beside, Worlds, obeying


class _Table:
    """The setting of a game with some features, and the neighbours as a judge has them."""

    def __init__(self, names: tuple[str, ...], *, height: int = 4, width: int = 4) -> None:
        self.parts = [FEATURES[name] for name in names]
        if height < width and any(part.rules in keys.SHOWS for part in self.parts):
            width = height  # each layout is tried with every key
        self.height, self.width = height, width
        kind = next((part.near for part in self.parts if part.near), "")
        self.near, self.adjacency = neighbourhood(kind, (height, width), Random(5))
        mines = max(part.mines for part in self.parts)
        self.mines = mines if height * width == 16 else max(2, mines - 2)

    @property
    def rules(self) -> str:
        """The names of the rules."""
        return " ".join(part.rules for part in self.parts if part.rules)

    @property
    def model(self) -> str:
        """The clue model."""
        models = [part.in_games or part.model for part in self.parts]
        return next(filter(None, models), "")

    @property
    def topology(self) -> str:
        """The name of the neighbourhood."""
        return next((part.near for part in self.parts if part.near), "")

    def setting(self, **options: Any) -> Setting:
        """The setting; what it takes no argument for is a TypeError."""
        given: dict[str, Any] = {"mines": self.mines, "first_click": FirstClick.SAFE}
        if self.rules:
            given["rules"] = Rules.of(self.rules)
        if self.model:
            given["clues"] = self.model
        if self.adjacency is not None:
            given["topology"] = self.adjacency
        if "density" in self.more:
            del given["mines"]
        return Setting(height=self.height, width=self.width, **given | self.more | options)

    @property
    def more(self) -> dict[str, Any]:
        """What else would be said."""
        return {name: value for part in self.parts for name, value in part.setting.items()}

    def worlds(self, board: Board) -> Worlds:
        """The judge of a position of such a game."""
        assert [one.constraint for one in self._judged] == [*board.constraints]
        return Worlds(board, self.near, Beside(board.liars, judged=self._judged))

    @property
    def _judged(self) -> tuple[Judged, ...]:
        """The constraints with their judges: of the features there is but one."""
        return tuple(
            Judged(one, lambda held: Fraction(len(held.intersection((0, 2, 4))) == 1))
            for one in self.more.get("constraints", ())
        )

    def check_layout(self, setting: Setting, mask: Any) -> None:
        """A layout has the mines of the setting, and obeys its rules and constraints."""
        least, most = setting.mine_bounds
        assert least <= mask.sum() <= most
        for rule in setting.rules.layout:
            assert obeying(rule.name, mask[None], self.near).all()
        if setting.constraints:
            assert mask.ravel()[[0, 2, 4]].sum() == 1


def _play(agent: str) -> Callable[[Position], None]:
    def ask(case: Position) -> None:
        table = _Table(case.names)
        setting = table.setting()
        game = Game(setting, seed=3)
        moves: list[Any] = []
        outcome = play(
            game, agent_of(agent, seed=3), watch=lambda move, shown, _: moves.append((move, shown))
        )
        assert game.is_over
        assert outcome.moves == len(moves) > 0
        check_certain(game, moves)
        table.check_layout(setting, game.solution.mask)

    return ask


def _deal(case: Position) -> None:
    table = _Table(case.names)
    setting = table.setting()
    dealt = deal(setting, seed=3)
    table.check_layout(setting, dealt.layout.mask)
    assert dealt.layout == deal(setting, seed=3).layout


def _no_guess(case: Position) -> None:
    """Cells that are safe in all worlds lead from the start to all others."""
    table = _Table(case.names, height=3)
    setting = table.setting(flood="liars" not in table.more)
    start = Cell(0, 0)
    wanted = NoGuess(start=start, first_click=FirstClick.SAFE)
    dealt = deal(setting, seed=3, no_guess=wanted, tries=500)
    table.check_layout(setting, dealt.layout.mask)
    game = Game(setting, seed=3, layout=dealt.layout, start=start)
    due = {start}
    while due:
        for cell in due:
            if game.board[cell] == State.COVERED:
                game.open(cell)
        board = game.board
        due = table.worlds(board).verdicts[1] if not game.is_over else set()
    assert game.is_won


def _puzzle(case: Position) -> None:
    """One layout, and two or more without any one of its clues."""
    table = _Table(case.names, height=3)
    setting = table.setting()
    made = puzzle(setting, seed=3)
    worlds = table.worlds(made.board)
    assert worlds.layouts == {made.layout.mask.tobytes()}
    table.check_layout(setting, made.layout.mask)
    for cell in made.board.clues:
        assert len(table.worlds(made.board.replace({cell: State.COVERED})).layouts) > 1


def _dataset(case: Position) -> None:
    from logicsweep import dataset
    from logicsweep.lab.data.records import Position as Record, PositionOrder

    table = _Table(case.names, height=3)
    (record,) = dataset(table.setting(), n=1, seed=3)
    assert isinstance(record, Record)
    data = json.loads(PositionOrder.lines.write(record))["board"]
    worlds = table.worlds(read_board(json.dumps(data).encode()))
    mines, safe = worlds.verdicts
    assert ({*record.mines}, {*record.safe}) == (mines, safe)
    assert int(record.layouts) == len(worlds.masks)
    chances = {
        Cell(*cell): Fraction(one.probability) for one in record.chances for cell in one.cells
    }
    assert chances == worlds.chances


def _tasks(case: Position) -> None:
    """The verdict of each task is that of all worlds, and so are the scores of moves."""
    from logicsweep.lab.tasks import tasks

    table = _Table(case.names, height=3)
    setting = table.setting()
    for task in tasks("safe", setting, n=2, seed=3):
        assert task.cell is not None
        mines, safe = table.worlds(task.board).verdicts
        says = "a mine" if task.cell in mines else "safe" if task.cell in safe else "undetermined"
        assert task.judge(f"{task.cell} is {says}").score == 1
    (task,) = tasks("move", setting, n=1, seed=3)
    chances = table.worlds(task.board).chances
    best = min(chances.values())
    for cell, chance in chances.items():
        assert task.judge(f"open {cell}").score == (1 - chance) / (1 - best)


def _review(case: Position) -> None:
    """The risk of each opening is that of all worlds."""
    table = _Table(case.names, height=3)
    setting = table.setting(first_click=FirstClick.UNPROTECTED, flood=False)
    game = Game(setting, seed=5)
    start = game.board
    openings: list[Opening] = []

    def watch(move: Any, shown: Any, _: object) -> None:
        if not move.flags:
            openings.append(Opening((move.cell,), dict(shown)))

    play(game, agent_of("exact", seed=5), watch=watch)
    found = review(PlayedGame(start, setting.first_click, tuple(openings), game.solution))
    assert len(found.grades) == len(openings)
    for grade in found.grades:
        (cell,) = grade.opening.cells
        chances = table.worlds(grade.board).chances
        assert grade.risk == chances[cell]
        assert grade.best == min(chances.values())


def _gym(case: Position) -> None:
    """A game of random actions; chances and verdicts are those of all worlds."""
    pytest.importorskip("gymnasium")
    from logicsweep.lab.gym import MinesweeperEnv

    table = _Table(case.names, height=3)
    mines = None if "density" in table.more else table.mines
    given: dict[str, Any] = {"mines": mines, "first_click": "safe", **table.more}
    if table.rules:
        given["rules"] = table.rules
    if table.model:
        given["clues"] = table.model
    if table.topology == "graph":
        given["topology"] = table.adjacency
    elif table.topology:
        given["topology"] = table.topology
    size = f"{table.width}x{table.height}"
    made = MinesweeperEnv(size, **given, probabilities=True, proved=True)
    _, info = made.reset(options={"game_seed": 3})
    is_over, rng = False, np.random.default_rng(1)
    while not is_over:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        _, _, is_over, _, info = made.step(action)
        board = made._one.boards[0]  # noqa: SLF001
        if is_over:
            break
        worlds = table.worlds(board)
        for cell, chance in worlds.chances.items():
            assert info["probabilities"][cell] == pytest.approx(float(chance), abs=1e-12)
        mines, safe = worlds.verdicts
        assert {Cell(*place) for place in np.argwhere(info["safe"]).tolist()} == safe
        assert {Cell(*place) for place in np.argwhere(info["mines"]).tolist()} == mines


def _experiment(case: Position) -> None:
    """A game of an experiment that is declared in a file."""
    from logicsweep.lab.experiments.game_run import play_game
    from logicsweep.lab.experiments.records import line_of as line_of_game, record_of
    from logicsweep.lab.experiments.toml import parse_specification

    table = _Table(case.names)
    lines = ['agents = ["exact"]', "games = 1", 'first_click = ["safe"]']
    keys = {"size": "4x4", "mines": table.mines, **table.more}
    if "density" in keys:
        keys["density"] = str(keys["density"])
        del keys["mines"]
    if "constraints" in keys:
        keys["constraints"] = ["one of three: 1 of (0,0) (0,2) (1,0)"]
    board = ", ".join(f"{key} = {json.dumps(value)}" for key, value in keys.items())
    if table.topology:
        board += f', topology = "{table.topology}"'
    lines.append(f"boards = [{{ {board} }}]")
    lines += [f'rules = "{table.rules}"'] if table.rules else []
    lines += [f'clues = ["{table.model}"]'] if table.model else []
    found = parse_specification("\n".join(lines), Path("own.toml"))
    (task,) = found.tasks()
    record = play_game(task)
    assert not record.error
    least, most = task.key.condition.setting().mine_bounds
    assert record.mines is not None
    assert least <= record.mines <= most
    assert record.condition == task.key.condition == record_of(line_of_game(record)).condition


# Rows of slices of the lab, which may have been cut off.
LAB: Final = {"experiment": "experiments", "gym": "gym", "dataset": "data", "tasks": "tasks"}
ABSENT: Final = {row for row, part in LAB.items() if part not in SLICES}
_EVERY: Final[dict[str, Question]] = {
    "play exact": Question("games of `exact`", _play("exact")),
    "play strategist": Question("games of `strategist`", _play("strategist"), slow=True),
    "deal": Question("`deal`", _deal),
    "no-guess": Question("`deal` without guesses", _no_guess, slow=True),
    "experiment": Question("experiments", _experiment, slow=True),
    "gym": Question("environments (`gym`)", _gym, slow=True),
    "puzzle": Question("`puzzle`", _puzzle, slow=True),
    "dataset": Question("`dataset`", _dataset, slow=True),
    "tasks": Question("`tasks`", _tasks, slow=True),
    "review": Question("`review`", _review, slow=True),
}
SURFACES: Final = {name: row for name, row in _EVERY.items() if name not in ABSENT}
