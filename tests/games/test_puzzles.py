"""Puzzles: one layout, no superfluous clue, and the levels that were asked for."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, LimitError, Setting, State, read_board
from logicsweep.board import RULE_NAMES, FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games import Puzzle, deal, puzzle
from logicsweep.games.dealing.seeded import SplitMix64
from logicsweep.games.puzzles.puzzle import puzzle_from
from logicsweep.games.puzzles.records import Made, NotMade, PuzzleOrder, board_of
from tests.conftest import seeds, some
from tests.games.making import bare
from tests.judges import keys, oracle, ruled_boards
from tests.judges.answers import validator
from tests.judges.refusals import refused
from tests.judges.rules import Masks

# How many mines go with a rule on 4x4 cells.
MINES = {
    "D": 4,
    "A": 4,
    "U": 4,
    "H": 5,
    "2G": 8,
    "2G'": 6,
    "B": 8,
    "2S": 8,
    "2H": 6,
    "2T": 8,
    "2Z": 4,
    "2B": 4,
}
# Of these the judge writes down too much on 4x4 cells; how many mines go with them on 3x4.
ON_THREE_ROWS = {"2G": 4, "2G'": 6, "2E": 5}
PLACES = {
    "hexagon": Adjacency.hexagon(4, 4),
    "torus": Adjacency.torus(4, 4),
    "knight": Adjacency.knight(4, 4),
}


def setting_of(rules: str, **more: object) -> Setting:
    mines = next((MINES[name] for name in rules.split() if name in MINES), 5)
    height, mines = (3, ON_THREE_ROWS[rules]) if rules in ON_THREE_ROWS else (4, mines)
    return bare(height=height, width=4, mines=mines, rules=Rules.of(rules), **more)  # type: ignore[arg-type]


def layouts_of(board: Board) -> Masks:
    """By the judge of rules, or the oracle on ordinary boards."""
    if board.own_rules is not None:
        return ruled_boards.layouts(board)
    own = board.own_adjacency
    near = None if own is None else [set(cells) for cells in own.lists]
    return oracle.layouts(board, near)


def check(found: Puzzle, setting: Setting) -> None:
    """It has one layout, and two or more without any one of its open cells."""
    board = found.board
    assert not board.known_mines
    assert board.mines == setting.mines
    masks = layouts_of(board)
    assert len(masks) == 1
    assert (masks[0] == found.layout.mask).all()
    for cell in board:
        if not board.is_covered(cell):
            assert len(layouts_of(board.replace({cell: State.COVERED}))) > 1


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=[pytest.mark.slow] * (rules in ("C", "2E Q", "2L")))
        for rules in some([*RULE_NAMES, "LM", "C O", "1X C", "2E Q", "2A C", "2L H"], every=5)
    ],
)
@pytest.mark.parametrize("seed", seeds(range(6), fast=1))
def test_one_layout_and_no_clue_too_many(rules: str, seed: int) -> None:
    setting = setting_of(rules)
    found = puzzle(setting, seed=seed)
    check(found, setting)
    assert found.layout == deal(setting, seed=seed).layout
    assert found.difficulty is None
    assert found.tries == 1
    kb = KnowledgeBase(found.board, reasoner="asp")
    consequences = kb.consequences()
    assert len(consequences.safe) + len(consequences.mines) == len(found.board.covered)
    if not set(keys.SHOWS).intersection(rules.split()):
        assert kb.count().total == 1


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("seed", seeds(range(6), fast=2))
def test_puzzles_on_other_boards(name: str, seed: int) -> None:
    setting = bare(height=4, width=4, mines=5, topology=PLACES[name])
    check(puzzle(setting, seed=seed), setting)


def test_a_seed_makes_one_puzzle() -> None:
    setting = setting_of("C")
    found = [puzzle(setting, seed=3, rates=rates) for rates in (False, True, True)]
    assert found[0].board == found[1].board == found[2].board
    assert found[1].difficulty == found[2].difficulty is not None
    assert {puzzle(setting, seed=seed).board for seed in range(4)} > {found[0].board}


@pytest.mark.slow
def test_levels() -> None:
    setting = setting_of("V")
    rated = puzzle(setting, seed=3, rates=True).difficulty
    assert rated is not None
    for level in (1, 2, 3):
        found = puzzle(setting, seed=3, levels=(level, level))
        check(found, setting)
        assert found.difficulty is not None
        assert found.difficulty.level == level
        assert (found.tries == 1) == (rated.level == level)
    with refused(LimitError):
        puzzle(setting, seed=3, levels=(50, 60), tries=2)
    with refused(LimitError):
        puzzle(bare(height=60, width=60, mines=700), seed=3, time_limit=0.05)


@pytest.mark.parametrize("mines", [0, 16])
def test_nothing_to_hide(mines: int) -> None:
    found = puzzle(bare(height=4, width=4, mines=mines), seed=1, rates=True)
    assert len(found.board.covered) == 16
    assert found.difficulty is not None
    assert found.difficulty.level == 1


def test_what_makes_no_puzzle() -> None:
    safe = setting_of("C", first_click=FirstClick.SAFE)
    assert puzzle(safe, seed=1) == puzzle(setting_of("C"), seed=1)  # there is none in a puzzle
    with pytest.raises(ValueError, match="no layout of 4x4, 5 mines satisfies the rule 2G"):
        puzzle(bare(height=4, width=4, mines=5, rules=Rules.of("2G")), seed=1)


@pytest.mark.parametrize("rules", ["V", "1X C", "2E"])
def test_lines(rules: str) -> None:
    order = PuzzleOrder(setting_of(rules), levels=(0, 30), tries=3)
    record = order.record(5)
    assert isinstance(record, Made)
    line = PuzzleOrder.lines.write(record)
    validator("puzzle").validate(json.loads(line))
    assert [*PuzzleOrder.lines.read(iter([line]))] == [record]
    found = puzzle(order.setting, seed=5, levels=(0, 30))
    assert board_of(record) == found.board
    assert read_board(json.dumps(json.loads(line)["board"]).encode()) == found.board
    assert {*record.layout} == {*map(tuple, np.argwhere(found.layout.mask).tolist())}
    assert record.clues == len(found.board.clues)
    assert found.difficulty is not None
    assert record.level == found.difficulty.level
    assert record.steps is not None
    assert sum(record.steps.values()) == len(found.difficulty.steps)
    assert order.is_of(record)
    assert not replace(order, levels=None).is_of(record)
    assert not replace(order, setting=setting_of("1M Q")).is_of(record)
    plain = PuzzleOrder(order.setting).record(5)
    assert isinstance(plain, Made)
    assert plain.level is plain.steps is None
    assert not PuzzleOrder(order.setting, rates=True).is_of(plain)
    failed = order.given_up(5, "longer than 1 s")
    validator("puzzle").validate(json.loads(PuzzleOrder.lines.write(failed)))
    assert [*PuzzleOrder.lines.read(iter([PuzzleOrder.lines.write(failed)]))] == [failed]
    assert isinstance(failed, NotMade)
    with pytest.raises(ValueError, match="line 2 is not one of a puzzle"):
        list(PuzzleOrder.lines.read(iter([line, b'{"format":"logicsweep-puzzle/1"}\n'])))


@pytest.mark.parametrize("seed", seeds(range(60, 84)))
def test_a_level_is_met_exactly_by_the_puzzles_that_have_it(seed: int) -> None:
    setting = bare(height=5, width=6, mines=7)
    source = SplitMix64(seed)
    made = puzzle_from(setting, source, source, rates=True)
    assert made.difficulty is not None
    rated = made.difficulty.level
    for levels in ((1, 1), (2, 2), (3, 3), (4, 9), (1, 2), (2, 3)):
        again = SplitMix64(seed)
        if levels[0] <= rated <= levels[1]:
            same = puzzle_from(setting, again, again, levels=levels, tries=1)
            assert (same.board, same.layout) == (made.board, made.layout)
        else:
            with refused(LimitError):
                puzzle_from(setting, again, again, levels=levels, tries=1)
