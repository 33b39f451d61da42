"""Whole games with rules: what agents are shown, what they prove, and who refuses."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Game, KnowledgeBase, Layout
from logicsweep.board import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.errors import SpecificationError, UnknownNameError
from logicsweep.formats import write_board
from logicsweep.games import GameRule, play
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.dealing.layouts import draw
from logicsweep.games.loop import view_of
from logicsweep.games.view import View
from logicsweep.lab.experiments import records
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.store import Store
from logicsweep.lab.experiments.toml import parse_specification, read_specification
from logicsweep.lab.play import survive
from logicsweep.strategy import win_chance
from tests.conftest import ROOT, TURN, some
from tests.games.judging import check_certain, one_game
from tests.games.making import EVERY_AGENT, bare
from tests.games.test_dealing_by_rules import CLUES, LAYOUTS, setting_of, shown_at
from tests.judges import keys, rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import which_satisfy
from tests.lab.experiments.small import specification

CAN = [name for name, kind in AGENTS.items() if kind.plays_rules]
DEALT = {"Q": 7, "T": 7, "A": 4, "H": 5, "U": 4, "D": 4, "D'": 4, "2H": 6, "2F": 5, "2T": 8}
DEALT |= {"2S": 8, "2Z": 4, "B": 8, "Q T": 7, "2H Q": 8}
DEALT |= {"C": 6, "O": 6, "S": 6, "2C": 6, "2G": 4, "2G'": 6, "2B": 8, "C O": 6}


def clue_of(rules: str) -> str:
    return next((name for name in rules.split() if name in CLUES), "V")


@pytest.mark.few(7)
@pytest.mark.parametrize(
    ("rules", "agent"),
    some(
        zip(
            [*CLUES, *LAYOUTS, "1M Q", "1W T", "1L H", "2D 2H", "1X' 2S"],
            cycle(["exact", "strategist"]),
            strict=False,
        ),
        every=3,
        first=1,
    ),
)
def test_whole_games(rules: str, agent: str) -> None:
    names = rules.split()
    mines = DEALT.get(" ".join(name for name in names if name not in CLUES), 4)
    for seed in range(2 if TURN else 1):
        setting = {"height": 4, "width": 4, "mines": mines, "rules": Rules.of(rules)}
        game, moves, outcome = one_game(
            agent, seed, **setting, flood=True, first_click=FirstClick.SAFE
        )
        assert game.is_over
        assert outcome.moves == len(moves)
        check_certain(game, moves)
        mask = game.solution.mask
        assert all(judge.satisfies(name, mask) for name in names if name not in CLUES)
        assert game.board.rules == Rules.of(rules)
        assert Board.parse(str(game.board)) == game.board
        for cell in game.board.clues:
            assert shown_at(game.board, cell) in judge.may_show(clue_of(rules), mask, cell)
        again = one_game(agent, seed, **setting, flood=True, first_click=FirstClick.SAFE)
        assert (again[1], again[2]) == (moves, outcome)


@pytest.mark.parametrize(
    ("rule", "agent"), some(product(keys.SHOWS, ["exact", "strategist"]), every=5)
)
def test_whole_games_with_a_key(rule: str, agent: str) -> None:
    for seed in range(2 if TURN else 1):
        setting = {"height": 3, "width": 3, "mines": 2, "rules": Rules.of(rule)}
        game, moves, outcome = one_game(
            agent, seed, **setting, flood=True, first_click=FirstClick.SAFE
        )
        assert game.is_over
        check_certain(game, moves)
        board, mask = game.board, game.solution.mask
        assert Board.parse(str(board)) == board
        shown = {(cell.row, cell.column): int(board.grid[cell]) for cell in board.clues}
        assert keys.agreeing(rule, mask, shown)
        again = one_game(agent, seed, **setting, flood=True, first_click=FirstClick.SAFE)
        assert (again[1], again[2]) == (moves, outcome)


def test_layouts_are_as_likely_as_they_have_keys() -> None:
    masks = judge.layouts(3, 3)
    masks = masks[masks.sum(axis=(1, 2)) == 4]
    ways = {mask.tobytes(): len(list(keys.keys("2L", mask))) for mask in masks}
    setting = bare(height=3, width=3, mines=4, rules=Rules.of("2L"))
    source, each = Random(4), 8
    number = each * sum(ways.values())
    drawn = Counter(draw(setting, set(), source).tobytes() for _ in range(number))
    assert set(drawn) == {mask for mask, number in ways.items() if number}
    for mask, number in drawn.items():
        assert abs(number - each * ways[mask]) <= 5 * (each * ways[mask]) ** 0.5


@pytest.mark.parametrize("agent", some(CAN, every=2))
def test_every_agent_that_can(agent: str) -> None:
    for rules, click in (("1M Q", FirstClick.SAFE), ("1X", FirstClick.OPENING)):
        for rule in GameRule:
            setting = {"height": 5, "width": 5, "mines": 8, "rules": Rules.of(rules), "rule": rule}
            game, moves, _ = one_game(agent, 3, **setting, flood=True, first_click=click)
            assert game.is_over
            if agent != "posterior":
                check_certain(game, moves)


@pytest.mark.parametrize("agent", [agent for agent in EVERY_AGENT if agent not in CAN])
def test_every_agent_that_cannot(agent: str) -> None:
    for rules in ("Q", "1M"):
        with refused(UnknownNameError, kind="agent for boards with rules", name=agent):
            play(Game(setting_of(rules, 4, 4, 6), seed=1), agent_of(agent))
    assert play(Game(bare(height=4, width=4, mines=6), seed=1), agent_of(agent)).moves


def test_what_an_agent_sees() -> None:
    setting = setting_of("1X", 5, 5, 4)
    view = view_of(Game(setting, seed=1))
    assert view.rules == setting.rules
    assert view.scopes[12] == view.board.scope((2, 2)).cells
    assert set(view.scopes[0]) == {1, 2, 5, 10}
    ordinary = view_of(Game(bare(height=5, width=5, mines=4), seed=1))
    assert ordinary.scopes is ordinary.adjacency.lists


def test_a_protected_opening_opens_the_neighbours() -> None:
    """Also where the first clue does not speak of them."""
    game, moves, _ = one_game(
        "exact",
        *(2,),
        height=7,
        width=7,
        mines=9,
        rules=Rules.of("1W"),
        first_click=FirstClick.OPENING,
    )
    first = moves[0][0].cell
    near = [move for move, _ in moves if move.reason == "next to the first click"]
    assert {move.cell for move in near} == set(game.board.neighbours(first))
    assert all(move.is_proved for move in near)


def won_by_judge(board: Board, rule: str, layouts: list[np.ndarray]) -> float:  # type: ignore[type-arg]
    """The share of layouts that the best player wins, by trying every order of openings."""
    covered = [tuple(cell) for cell in board.covered]
    table = [
        {cell: None if mask[cell] else judge.shows(rule, mask, cell) for cell in covered}
        for mask in layouts
    ]

    @cache
    def value(left: frozenset[int], opened: frozenset[tuple[int, ...]]) -> int:
        ended = [one for one in left if {c for c in covered if table[one][c] is not None} <= opened]
        if ended:  # all of one mine count: who opened all safe cells knows it
            return len(ended)
        most = 0
        for cell in covered:
            if cell not in opened:
                groups: dict[object, set[int]] = {}
                for one in left:
                    if table[one][cell] is not None:  # type: ignore[index]
                        groups.setdefault(table[one][cell], set()).add(one)  # type: ignore[index]
                won = sum(value(frozenset(own), opened | {cell}) for own in groups.values())
                most = max(most, won)
        return most

    return value(frozenset(range(len(layouts))), frozenset()) / len(layouts)


@pytest.mark.parametrize(
    "rules", ["1M", "1X", "1W", "1E", "2D", "2X", "2M", "Q", "H", "1M Q", "1P T"]
)
def test_the_chance_to_win_is_that_of_all_play(rules: str) -> None:
    rule = clue_of(rules)
    masks = judge.layouts(3, 3)
    for name in rules.split():
        if name not in CLUES:
            masks = masks[which_satisfy(name, masks)]
    for seed in range(4):
        rng = Random(seed)
        truth = masks[rng.choice([at for at, mask in enumerate(masks) if 2 <= mask.sum() <= 4])]
        setting = setting_of(rules, 3, 3, int(truth.sum()))
        safe = [cell for cell in np.ndindex(3, 3) if not truth[cell]]
        cells = rng.sample(safe, 2)
        board = setting.board()
        ruled = board.placed_rules
        assert ruled is not None
        codes = {cell: ruled.values.code(judge.shows(rule, truth, cell)) for cell in cells}
        board = board.replace(codes)  # type: ignore[arg-type]
        agreeing = [
            mask
            for mask in masks
            if mask.sum() == truth.sum()
            and not any(mask[cell] for cell in cells)
            and all(
                judge.shows(rule, mask, cell) == judge.shows(rule, truth, cell) for cell in cells
            )
        ]
        assert KnowledgeBase(board).count().total == len(agreeing)
        assert float(win_chance(board)) == pytest.approx(won_by_judge(board, rule, agreeing))


def test_strategist_knows_its_chance() -> None:
    """Where nothing is certain, and the rest of the game is small enough to be solved."""
    board = Board.parse("mines: 3\nrules: 1M\n\n3???\n????\n????")
    assert not KnowledgeBase(board).consequences().safe
    agent = agent_of("strategist")
    view = View(board)
    agent.begin(view)
    move = agent.choose(view)
    assert agent.chance == win_chance(board)
    assert "no other cell wins more often" in move.reason
    liars = View(Board.parse("mines: 5\nrules: LM\n\n2???\n????\n????\n????"))
    agent.begin(liars)
    assert "to survive the next click as well" in agent.choose(liars).reason
    assert agent.chance is None


@pytest.mark.parametrize("rules", some(["1M", "Q", "1X H"], every=2))
def test_forced_survival(rules: str) -> None:
    setting = setting_of(rules, 3, 3, 3, flood=True, first_click=FirstClick.SAFE)
    chances = [
        survive(agent_of("exact", seed=seed), setting, seed=seed).chance for seed in range(15)
    ]
    won = [
        play(Game(setting, seed=seed), agent_of("exact", seed=seed)).is_won for seed in range(15)
    ]
    assert all(0 <= chance <= 1 for chance in chances)
    assert abs(np.mean(chances) - np.mean(won)) < 0.2


FILE = """
agents = ["exact", "strategist"]
boards = [
  { size = "5x5", mines = 8 },
  { size = "5x5", mines = 5, rules = "V" },
  { size = "5x5", mines = 5, rules = "1M", topology = "torus" },
]
rules = "Q  1X"
first_click = ["safe"]
games = 1
"""


@pytest.mark.usefixtures("plain_reports")
def test_experiments_have_rules(tmp_path: Path) -> None:
    found = specification(FILE)
    names = [(one.board, one.rules) for one in found.conditions]
    assert names == [("5x5/8 1X Q", "1X Q"), ("5x5/5", ""), ("5x5/5 torus 1M", "1M")]
    with Store(tmp_path, found) as store:
        for task in found.tasks():
            record = play_game(task)
            assert not record.error
            line = records.line_of(record)
            assert records.record_of(line) == record
            assert records.key_of(record) == task.key
            assert (b'"rules"' in line) == bool(task.key.condition.rules)
            store.append(record)
    report(tmp_path)
    header = (tmp_path / "summary.csv").read_text().split("\n", 1)[0].split(",")
    assert "rules" in header
    assert "5x5/8 1X Q" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('boards = [{ size = "5x5", mines = 8, rules = "Z" }]', "unknown rule 'Z'"),
        ('boards = [{ size = "5x5", mines = 8 }]\nrules = "2E 2L"', "hide a key each"),
        (
            'boards = [{ size = "5x5", mines = 8, rules = "Q" }]\nfirst_click = ["opening"]',
            "another first click",
        ),
        ('boards = [{ size = "5x5", mines = 3, rules = "Q" }]', "no layout of 5x5, 3 mines"),
        ('boards = [{ size = "5x5", mines = 8, topology = "hexagon", rules = "Q" }]', "of squares"),
        (
            'boards = [{ size = "5x5", mines = 4 }]\nrules = "1L"\nforced_survival = true',
            "under the rule 1L, and forced_survival needs",
        ),
        ('boards = [{ size = "6x6", mines = 6, topology = "hex" }]', "did you mean hexagon"),
        ('boards = [{ size = "2x6", mines = 6, topology = "torus" }]', "a torus of width 2"),
        ('boards = [{ size = "6x6", mines = 6 }]\ntopology = "hex"', "topology: .*did you mean"),
        ('boards = [{ file = "a.mbf", topology = "torus" }]', "file and topology; expected one"),
        ('boards = [{ size = "6x6", mines = 30, topology = "hexagon" }]', "keeps 7 of them free"),
    ],
)
def test_wrong_rules_and_topologies_in_an_experiment(line: str, words: str) -> None:
    with pytest.raises(SpecificationError, match=words) as caught:
        specification(f'agents = ["exact"]\n{line}\n')
    assert caught.value.line is not None


def test_agents_of_an_experiment_with_rules() -> None:
    line = 'boards = [{ size = "5x5", mines = 4 }]\nrules = "1M"\n'
    with refused(SpecificationError, line=1):
        specification(f'agents = ["exact", "rref"]\n{line}')


def test_layouts_from_files_with_rules(tmp_path: Path) -> None:
    mask = np.eye(5, dtype=np.bool_)
    (tmp_path / "own.json").write_bytes(write_board(Layout(mask), "json"))
    text = 'agents = ["exact"]\nboards = [{ file = "own.json" }]\ngames = 1\n'
    found = parse_specification(f'{text}rules = "1M A"', tmp_path / "one.toml")
    [task] = found.tasks()
    assert not play_game(task).error
    with refused(SpecificationError, line=2):
        parse_specification(f'{text}rules = "Q"', tmp_path / "one.toml")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "place"),
    [
        pytest.param(agent, place, marks=[pytest.mark.night] * (place > 1))
        for place, agent in enumerate(("exact", "strategist") * 2)
    ],
)
def test_games_of_the_experiment_that_is_ready(agent: str, place: int) -> None:
    """Each board of it is played on to the end, by one agent or the other."""
    found = read_specification(ROOT / "examples" / "experiments" / "rules.toml")
    assert found.games_in_all == 2 * 2_000 * len(found.conditions)
    assert {condition.topology for condition in found.conditions} >= {"hexagon", "torus"}
    assert {condition.rules for condition in found.conditions} >= {"", "1M", "1M Q", "T"}
    for condition in list(found.conditions)[place::4]:
        record = play_game(GameTask(records.Key(condition, agent, 5), found.time_limit))
        assert not record.error, record
