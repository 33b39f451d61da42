"""Reviews: every grade against all layouts tried one by one, and against what others say."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from math import inf, log2
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, State, review
from logicsweep.answers.asked import Asked
from logicsweep.answers.reviews import review as answer_of
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentTypeError
from logicsweep.formats.replays.replay import read_replay
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import play
from logicsweep.games.review.mouse import played
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import Review
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.told.grades import Grade
from logicsweep.games.told.opening import Kind, Opening
from logicsweep.games.told.told import Told
from logicsweep.limits import Budget
from logicsweep.reasons.explanation import Explanation, Step
from logicsweep.render.reviews import review_lines
from logicsweep.strategy.winning import best_start
from tests.conftest import seeds
from tests.formats import replay_files as files
from tests.formats.test_replays import KINDS, THEIRS, theirs_of
from tests.games.making import bare
from tests.judges import oracle
from tests.judges.refusals import refused


def game_of(agent: str, seed: int, setting: Setting) -> PlayedGame:
    """A game of an agent, as its openings."""
    game = Game(setting, seed=seed)
    start = game.board
    openings: list[Opening] = []

    def watch(move: object, shown: dict, _: object) -> None:
        if not move.flags:
            openings.append(Opening((move.cell,), dict(shown)))

    play(game, agent_of(agent, seed=seed), watch=watch)
    return PlayedGame(start, setting.first_click, tuple(openings), game.solution)


def positions(found: Review) -> Iterator[tuple[Grade, np.ndarray]]:
    """Each grade on a small board, with all layouts that were possible before its opening."""
    for number, grade in enumerate(found.grades):
        if len(grade.board.covered) > 14:
            continue
        layouts = oracle.layouts(grade.board)
        first = grade.opening.cells[0]
        if number == 0 and found.game.first_click is not FirstClick.UNPROTECTED:
            layouts = layouts[~layouts[:, first.row, first.column]]
        yield grade, layouts


def check(grade: Grade, layouts: np.ndarray) -> None:
    """Hold a grade against all layouts."""
    cells = grade.opening.cells
    hit = np.zeros(len(layouts), dtype=np.bool_)
    for row, column in cells:
        hit |= layouts[:, row, column]
    risk = Fraction(int(hit.sum()), len(layouts))
    risks = {
        cell: Fraction(int(layouts[:, cell.row, cell.column].sum()), len(layouts))
        for cell in grade.board.covered
    }
    least = min(risks.values())
    assert grade.risk == risk
    kinds = {
        (True, True): {Kind.PROVED},
        (True, False): {Kind.PROVED},
        (False, True): {Kind.NEEDLESS},
        (False, False): {Kind.LEAST_RISK, Kind.DEAD}
        if risk == least
        else {Kind.RISKIER, Kind.DEAD},
    }
    wanted = {Kind.BLUNDER} if risk == 1 else kinds[risk == 0, least == 0]
    assert grade.kind in wanted
    if grade.kind is not Kind.PROVED:
        assert grade.best == least
    if grade.kind.is_mistake and least < 1:
        assert sorted(grade.better) == [cell for cell, own in risks.items() if own == least]
    wasted = inf if risk == 1 else log2((1 - least) / (1 - risk))
    assert grade.wasted_bits == (0 if grade.fifty else pytest.approx(wasted, abs=1e-12))
    if grade.reason is not None:
        check_reason(grade)


def check_reason(grade: Grade) -> None:
    """The clues of a reason prove what it says, without all the others."""
    board, reason = grade.board, grade.reason
    kept = set(reason.clues)
    grid = board.grid.copy()
    for cell in board.clues:
        if cell not in kept:
            grid[cell] = State.NO_CLUE
    alone = Board(grid, mines=board.mines if reason.uses_total else None)
    safe: tuple[Cell, ...] = ()
    if isinstance(reason, Step):
        # What it takes for granted is proved by the whole board.
        for cell in reason.given_mines:
            assert oracle.layouts(board)[:, cell.row, cell.column].all()
            grid[cell] = State.KNOWN_MINE
        alone, safe = alone.with_grid(grid), reason.safe
        assert set(safe) & set(grade.opening.cells)
    elif isinstance(reason, Explanation):
        assert reason.cell in (
            {*grade.opening.cells}
            if not grade.better
            else {*grade.better[:1], *grade.opening.cells}
        )
        safe = (reason.cell,) if grade.kind is not Kind.BLUNDER else ()
        if not safe:
            assert KnowledgeBase(alone).entails(reason.cell)
    for cell in safe:
        assert KnowledgeBase(alone).entails(cell, mine=False)


@pytest.mark.parametrize("seed", seeds(range(24)))
def test_grades_of_a_person(seed: int) -> None:
    """Chords, flags and all: small boards, of which all layouts can be tried."""
    rng = random.Random(seed)
    width = rng.randint(3, 5)
    replay = files.human(seed, 3, width, rng.randint(1, 3 * width // 3))
    found = review(replay)
    assert found.is_won
    for grade, layouts in positions(found):
        if grade is found.grades[0]:
            assert (grade.kind, grade.level, grade.risk) == (Kind.PROVED, 0, 0)
        else:
            check(grade, layouts)


@pytest.mark.parametrize("seed", seeds(range(24)))
@pytest.mark.parametrize("agent", ["random", "single-point"])
def test_grades_of_agents(agent: str, seed: int) -> None:
    """Games that go on after a mine, without any promise for the first cell."""
    rng = random.Random(seed)
    size = {"height": 3, "width": 4, "mines": rng.randint(1, 6)}
    setting = bare(**size, rule=GameRule.CONTINUE, flood=bool(seed % 2))
    found = review(game_of(agent, seed, setting))
    for grade, layouts in positions(found):
        check(grade, layouts)
    survived = [grade for grade in found.grades if grade.survived]
    assert found.luck_bits == pytest.approx(sum(-log2(1 - grade.risk) for grade in survived))
    assert found.kept == pytest.approx(2**-found.wasted_bits)
    assert found.is_won is (len(survived) == len(found.grades))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(32), fast=32))
def test_games_of_exact(seed: int) -> None:
    """Six games a seed: no needless guess and none that is riskier than needed."""
    for number in range(0, 24, 4):
        mines = 10 + number % 9
        setting = Setting(
            height=9, width=9, mines=mines, first_click=FirstClick.OPENING, flood=True
        )
        found = review(game_of("exact", 1000 * seed + number, setting))
        assert not found.mistakes
        assert found.wasted_bits == 0
        assert found.kept == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(8), fast=8))
def test_mistakes_of_single_point_are_explained(seed: int) -> None:
    mistakes = 0
    for number in range(3):
        setting = Setting(height=9, width=9, mines=14, first_click=FirstClick.OPENING, flood=True)
        found = review(game_of("single-point", 1000 * seed + number, setting))
        for grade in found.mistakes:
            mistakes += 1
            assert grade.text
            kb = KnowledgeBase(grade.board, reasoner="sat")
            if grade.kind is Kind.NEEDLESS:
                assert sorted(grade.better) == sorted(kb.consequences().safe)
                explained = kb.explain(grade.better[0], smallest=True)
                assert grade.reason.size == explained.size
                check_alone(grade)
            elif grade.kind is Kind.BLUNDER:
                assert grade.opening.cells[0] in kb.consequences().mines
            else:
                assert not kb.consequences().safe
    assert mistakes


def check_alone(grade: Grade) -> None:
    """The clues of an explanation suffice, by the other engine."""
    board, reason = grade.board, grade.reason
    grid = np.where(board.grid >= 0, int(State.NO_CLUE), board.grid)
    for clue in reason.clues:
        grid[clue] = board[clue]
    alone = Board(grid, mines=board.mines if reason.uses_total else None)
    assert KnowledgeBase(alone, reasoner="asp").entails(reason.cell, mine=False)


@pytest.mark.parametrize("seed", seeds(range(16)))
def test_levels_are_those_of_steps(seed: int) -> None:
    """The levels that a game that goes on gives, against each position by itself."""
    found = review(files.human(seed, 9, 9, 12))
    for grade in found.grades[1:]:
        if grade.kind is not Kind.PROVED:
            continue
        kb = KnowledgeBase(grade.board)
        steps = [kb.explain(cell, steps=True).steps or () for cell in grade.opening.cells]
        assert grade.level == max(step.level for chain in steps for step in chain)


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_a_dead_guess_costs_nothing(seed: int) -> None:
    """What belongs to a 50/50 that nothing settles is among the best cells, by the endgame."""
    rng = random.Random(seed)
    setting = bare(height=3, width=5, mines=rng.randint(3, 7), rule=GameRule.CONTINUE)
    for grade in review(game_of("random", seed, setting)).grades:
        if grade.fifty and grade.kind is Kind.DEAD:
            best = best_start(
                grade.board, FirstClick.UNPROTECTED, limit=50_000, budget=Budget(None)
            ).best
            assert grade.board.number(grade.opening.cells[0]) in best, grade.board


def test_a_50_50() -> None:
    """Two cells, one of them a mine, and no clue that will ever tell which."""
    row = Board.parse("mines: 1\n\n??\n")
    lost = PlayedGame(
        row, FirstClick.UNPROTECTED, (Opening((Cell(0, 0),), {Cell(0, 0): State.KNOWN_MINE}),)
    )
    [grade] = review(lost, search=True).grades
    assert (grade.kind, grade.risk, grade.wasted_bits) == (Kind.DEAD, Fraction(1, 2), 0)
    assert grade.fifty == ((0, 0), (0, 1))
    assert (grade.win_before, grade.win_after) == (Fraction(1, 2), 0)
    assert not grade.survived


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("row", ["*???", "?_??", "?1??"])
def test_a_guarantee_ends_when_a_game_has_begun(row: str, first_click: FirstClick) -> None:
    """The mine beside (0,2) is at risk as if nothing had been guaranteed."""
    start = Board.parse(f"mines: 2\n\n{row}\n")
    opening = Opening((Cell(0, 2),), {Cell(0, 2): 1})
    [grade] = review(PlayedGame(start, first_click, (opening,))).grades
    masks = oracle.layouts(start)
    assert grade.risk == Fraction(sum(bool(mask[0, 2]) for mask in masks), len(masks)) > 0
    told = Told(start, first_click, time_limit=None)
    assert not told.is_protected
    told.tell(Cell(0, 2), {Cell(0, 2): 1})
    assert told.kb.count().total == len(oracle.layouts(start.replace({(0, 2): 1})))


def test_totals() -> None:
    """A coin that fell right is one bit of luck; what was safe elsewhere makes it a waste."""
    board = Board.parse("mines: 2\n\n??1??")
    shown = {Cell(0, 0): 1}
    game = PlayedGame(board, FirstClick.UNPROTECTED, (Opening((Cell(0, 0),), shown),))
    found = review(game)
    [grade] = found.grades
    assert grade.risk == Fraction(1, 2)
    assert found.luck_bits == 1
    assert not found.is_won
    assert found.metrics.three_bv is None


def test_a_blunder_wastes_everything() -> None:
    board = Board.parse("mines: 1\n\n?1?")
    hit = Opening((Cell(0, 0),), {Cell(0, 0): State.KNOWN_MINE})
    sure = Board.parse("mines: 1\n\n?1")
    game = PlayedGame(sure, FirstClick.UNPROTECTED, (hit,))
    found = review(game)
    assert [grade.kind for grade in found.grades] == [Kind.BLUNDER]
    assert found.wasted_bits == math.inf
    assert found.kept == 0
    found = review(PlayedGame(board, FirstClick.UNPROTECTED, (hit,)))
    assert [grade.kind for grade in found.grades] == [Kind.DEAD]


def test_the_nearest_missed_proof_is_named_once() -> None:
    """Single clues prove (0,2) and (0,9); the guesses are beside the second."""
    board = Board.parse("mines: 3\n\n*1????????1*")
    openings = [
        Opening((Cell(0, column),), {Cell(0, column): clue}) for column, clue in ((7, 1), (8, 0))
    ]
    found = review(PlayedGame(board, FirstClick.UNPROTECTED, tuple(openings)))
    assert [grade.kind for grade in found.grades] == [Kind.NEEDLESS] * 2
    for grade in found.grades:
        first, *others = grade.better
        guess = grade.opening.cells[0].column
        assert first == (0, 9)
        apart = [abs(column - guess) for _, column in others]
        assert apart == sorted(apart)
        assert {*grade.better} == KnowledgeBase(grade.board).consequences().safe
    answer = answer_of(Asked("review"), found)
    first, second = [*review_lines(answer)][-2:]
    assert "(0,9) is safe: the 1 at (0,10)" in first
    assert first.endswith("The pattern of this proof is B2.")
    assert "Missed patterns: B2 (2)." in [*review_lines(answer)]
    assert second.endswith("with a risk of 50 %: (0,9) was still safe, for the reason at 1.")
    [luck] = [line for line in review_lines(answer) if "luck" in line]
    assert luck == (
        "The chance to survive so long was 42 %: 1.26 bits of luck (a coin toss is 1). "
        "Needless risk cost 58 % of the chance to survive."
    )


def test_hardly_any_luck_is_not_called_none() -> None:
    board = Board.parse(f"mines: 1\n\n{'?' * 400}")
    opening = Opening((Cell(0, 0),), {Cell(0, 0): 0})
    found = review(PlayedGame(board, FirstClick.UNPROTECTED, (opening,)))
    assert 0 < found.luck_bits < 0.005
    (luck,) = (line for line in review_lines(answer_of(Asked("review"), found)) if "luck" in line)
    assert "less than 0.01 bits of luck" in luck


def test_what_is_reviewed_has_a_type() -> None:
    with refused(ArgumentTypeError, argument="game"):
        review(3)  # type: ignore[arg-type]


def needless_of(video: object) -> set[tuple[int, int]]:
    """The cells of the needless guesses that ms_toollib notes."""
    video.analyse()
    video.analyse_for_features(["needless_guess"])
    found = set()
    for event in video.events:
        if "needless_guess" in event.comments:
            mouse = event.event.unwrap_mouse()
            found.add((mouse.y // video.pix_size, mouse.x // video.pix_size))
    return found


def check_needless(data: bytes, form: str, folder: Path) -> int:
    theirs = needless_of(theirs_of(data, form, folder))
    grades = review(played(read_replay(data, name=form))).grades
    ours = {
        grade.opening.cells[0] for grade in grades if grade.kind in (Kind.NEEDLESS, Kind.BLUNDER)
    }
    assert theirs <= ours
    return len(theirs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(24), fast=0))
def test_the_needless_guesses_of_ms_toollib(seed: int, tmp_path: Path) -> None:
    form, write = KINDS["avf"]
    check_needless(write(files.human(seed, 16, 16, 40)), form, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", THEIRS, ids=lambda path: path.name)
def test_the_needless_guesses_in_replays_of_others(path: Path, tmp_path: Path) -> None:
    check_needless(path.read_bytes(), path.suffix[1:], tmp_path)
