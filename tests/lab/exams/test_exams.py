"""Exams of agents, against all layouts of small boards, and with agents that misbehave."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from logicsweep import Board, Cell, Game, KnowledgeBase, Setting
from logicsweep.board.first_click import FirstClick
from logicsweep.games import View
from logicsweep.games.told.causes import Cause
from logicsweep.lab.exams import AgentReport, JudgedAgent, judge_agent, usual_setting
from logicsweep.reasons.explanation import Counterexample, Explanation
from tests.conftest import seeds
from tests.judges import oracle
from tests.lab.exams import exam_agents

HERE = Path(__file__).parent
HEIGHT, WIDTH, MINES = 3, 4, 3
SMALL = Setting(f"{WIDTH}x{HEIGHT}", mines=MINES, first_click="unprotected", flood=False)
KEPT_FREE = Setting(f"{WIDTH}x{HEIGHT}", mines=MINES, first_click="safe", flood=False)

pytestmark = pytest.mark.usefixtures("seated")


def reported(name: str, **options: Any) -> AgentReport:
    return judge_agent(f"exam_agents:{name}", folder=HERE, **{"setting": SMALL, **options})


def judged(name: str, **options: Any) -> JudgedAgent:
    return reported(name, **options).answer


def own_seed(game: int) -> int:
    return random.Random(f"agent {game}").randrange(1 << 31)


class Recount:
    """The same games, played by the test, with claims held against all layouts."""

    def __init__(self) -> None:
        self.claims = self.wrong = self.games = self.known = self.missed = self.beside = 0
        self.won = 0
        self.regret = Fraction(0)
        self.causes: Counter[Cause] = Counter()

    def begin(self) -> None:
        self._seen: set[tuple[Cell, bool]] = set()
        self._settled: set[Cell] = set()
        self._has_wrong = False
        self._is_first = True

    def judge(self, board: Board, claims: set[tuple[Cell, bool]], free: Cell | None = None) -> None:
        found = oracle.verdicts(board)
        assert found is not None
        self.mines, self.safe = found
        for cell, mine in claims - self._seen:
            if board.is_covered(cell) or mine:
                proved = cell in (self.mines if mine else self.safe)
                right = proved or (cell == free and not mine)
                self.claims += 1
                self.wrong += not right
                self._has_wrong |= not right
                if proved and cell != free:
                    self._settle({cell}, is_missed=False)
        self._seen |= claims

    def opened_freely(self) -> None:
        """A first cell that the game keeps free is no guess."""
        self._is_first = False

    def opened(self, board: Board, cell: Cell, *, claimed: bool, declared: bool) -> None:
        if claimed or (cell in self.safe and not declared):
            self._settle({cell} & self.safe, is_missed=False)
        else:
            unknown = {safe for safe in self.safe if (safe, False) not in self._seen}
            unknown |= {mine for mine in self.mines if (mine, True) not in self._seen}
            self._settle(unknown, is_missed=True)
            self.beside += bool(self.safe)
        masks = oracle.layouts(board)
        risks = oracle.risks(board, masks, oracle.weigh(board, masks))
        least = min(risks.values())
        self.regret += risks[cell] - least
        causes = {
            Cause.FIRST_CLICK: self._is_first,
            Cause.WRONG: claimed,
            Cause.MISSED: not least,
            Cause.FORCED: risks[cell] == least,
            Cause.AVOIDABLE: True,
        }
        self._cause = next(cause for cause, holds in causes.items() if holds)
        self._is_first = False

    def end(self, *, is_lost: bool) -> None:
        self.games += self._has_wrong
        self.causes[self._cause] += is_lost

    def _settle(self, cells: set[Cell], *, is_missed: bool) -> None:
        fresh = cells - self._settled
        self.known += len(fresh)
        self.missed += len(fresh) * is_missed
        self._settled |= fresh

    def agrees(self, answer: JudgedAgent) -> None:
        assert (answer.claims.judged, answer.claims.wrong) == (self.claims, self.wrong)
        assert answer.claims.games == self.games
        assert answer.results.won == self.won
        assert sum(level.proved for level in answer.levels) == self.known
        assert sum(level.missed for level in answer.levels) == self.missed
        assert answer.guesses.beside_safe == self.beside
        assert +Counter(asdict(answer.causes)) == {
            cause.value: times for cause, times in self.causes.items() if times
        }
        assert answer.guesses.regret == pytest.approx(float(self.regret), abs=1e-9)


def known_as(game: Game) -> Board:
    """The position as a class of `cs50` knows it."""
    return game.board.altered(mines=None, density=Fraction(MINES, HEIGHT * WIDTH))


def recount_cs50(kind: Any, games: int, seed: int) -> Recount:
    count = Recount()
    for number in range(games):
        random.seed(own_seed(number))
        game, player = Game(SMALL, seed=seed + number), kind(height=HEIGHT, width=WIDTH)
        count.begin()
        while not game.is_over:
            board = known_as(game)
            cell = player.make_safe_move()
            is_safe = cell is not None
            cell = player.make_random_move() if cell is None else cell
            claims = {(Cell(*safe), False) for safe in player.safes}
            claims |= {(Cell(*mine), True) for mine in player.mines}
            if is_safe:
                claims.add((Cell(*cell), False))
            count.judge(board, claims)
            if cell is None:
                break
            at = Cell(*cell)
            claimed = (at, False) in claims
            count.opened(board, at, claimed=claimed, declared=True)
            for place, state in game.open(at).items():
                if isinstance(state, int) and state >= 0:
                    player.add_knowledge(tuple(place), state)
        if game.is_over and game.is_won:
            count.won += 1
            claims = {(Cell(*safe), False) for safe in player.safes}
            claims |= {(Cell(*mine), True) for mine in player.mines}
            count.judge(known_as(game), claims)
        count.end(is_lost=game.detonated > 0)
    return count


def recount_agent(kind: Any, games: int, seed: int, setting: Setting = SMALL) -> Recount:
    count = Recount()
    for number in range(games):
        chance = own_seed(number)
        random.seed(chance)
        game, player = Game(setting, seed=seed + number), kind(chance)
        view = View(game.board, first_click=setting.first_click)
        player.begin(view)
        count.begin()
        is_kept_free = setting.first_click is not FirstClick.UNPROTECTED
        while not game.is_over:
            move = player.choose(view)
            claims = {(Cell(*safe), False) for safe in player.safes}
            claims |= {(Cell(*mine), True) for mine in player.mines}
            at = Cell(*move.cell)
            claimed = move.is_proved or (at, move.flags) in claims
            if claimed:
                claims.add((at, move.flags))
            count.judge(game.board, claims, at if is_kept_free and not move.flags else None)
            if not move.flags and is_kept_free:
                count.opened_freely()
                is_kept_free = False
            elif not move.flags:
                count.opened(game.board, at, claimed=claimed, declared=False)
            view.show(game.flag(at) if move.flags else game.open(at))
        count.won += game.is_won
        count.end(is_lost=not game.is_won)
    return count


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(20), fast=2))
@pytest.mark.parametrize("name", ["Single", "Unsubtracted"])
def test_claims_of_a_class_that_is_told_counts(name: str, seed: int) -> None:
    answer = judged(name, n=3, seed=1000 * seed)
    recount_cs50(getattr(exam_agents, name), 3, 1000 * seed).agrees(answer)
    if name == "Single":
        assert answer.sound
        assert answer.complete_to != 0  # it knows single clues


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", seeds(range(20), fast=2))
@pytest.mark.parametrize("setting", [SMALL, KEPT_FREE], ids=["unprotected", "kept free"])
@pytest.mark.parametrize("name", ["Boaster", "Perfect", "Announces"])
def test_claims_of_an_agent(name: str, setting: Setting, seed: int) -> None:
    answer = judged(name, n=3, seed=1000 * seed, setting=setting)
    recount_agent(getattr(exam_agents, name), 3, 1000 * seed, setting).agrees(answer)
    if name == "Perfect" or (name == "Announces" and setting is KEPT_FREE):
        assert answer.sound
        highest = max([level.level for level in answer.levels], default=None)
        guesses = answer.guesses
        assert (answer.complete_to, guesses.beside_safe, guesses.regret) == (highest, 0, 0)


def test_claims_after_the_last_move_of_a_game_count() -> None:
    """The clue of the last cell that was opened tells this player of one more mine."""
    answer = judged("Single", n=1, seed=25)
    assert answer.results.won == 1
    recount_cs50(exam_agents.Single, 1, 25).agrees(answer)


def test_the_usual_mistake_is_shown() -> None:
    report = reported("Unsubtracted", setting=usual_setting, n=3, seed=1)
    assert report.refutation is not None
    board, cell, witness, slip = report.refutation
    assert not report.answer.sound
    assert isinstance(witness, Counterexample)
    kb = KnowledgeBase(board)
    layouts = witness.mine, witness.safe
    assert all(kb.allows(layout) and len(layout.mines) == 8 for layout in layouts)
    assert [cell in layout.mines for layout in layouts] == [True, False]
    assert slip is not None
    near = {
        other
        for other in board.covered
        if max(abs(a - b) for a, b in zip(other, slip.clue, strict=True)) == 1
    }
    assert board.clues[slip.clue] == slip.shows == len(slip.rest)
    assert cell in slip.rest
    assert {*slip.mines, *slip.rest} <= near
    assert slip.mines


def test_one_who_knows_single_clues_misses_pairs() -> None:
    report = reported("Single", setting=usual_setting, n=6, seed=3)
    answer = report.answer
    assert answer.sound
    assert answer.complete_to == 1
    levels = {level.level: level for level in answer.levels}
    assert levels[1].missed == 0 < levels[2].missed
    missed, proof = answer.guesses.first, report.missed_proof
    assert missed is not None
    assert proof is not None
    assert missed.level >= 2
    assert missed.cell == proof.cell
    assert KnowledgeBase(proof.board).verdict(proof.cell).value == "safe"
    assert answer.causes.missed
    results = answer.results
    assert sum(asdict(answer.causes).values()) == results.lost
    ends = results.won + results.lost + results.stuck + results.failed
    assert ends == answer.games == 6


def test_what_is_plainly_wrong_is_proved_so() -> None:
    reports = [reported("Contrary", n=3, seed=seed) for seed in range(4)]
    wrong = [
        (report.answer.claims.first, report.refutation)
        for report in reports
        if report.answer.claims.first is not None and report.refutation is not None
    ]
    assert {claim.claim for claim, _ in wrong} == {"mine", "safe"}
    for claim, refutation in wrong:
        assert isinstance(refutation.witness, Explanation)
        verdicts = oracle.verdicts(refutation.board)
        assert verdicts is not None
        assert refutation.cell in verdicts[claim.claim == "mine"]  # mines, safe cells


def test_the_same_seed_gives_the_same_report() -> None:
    first, again = (judged("Boaster", n=5, seed=9) for _ in range(2))
    assert replace(first, slowest=None) == replace(again, slowest=None)


def test_the_seed_of_an_agent_tells_nothing_of_the_games() -> None:
    """It is the same whatever the seed of the games is."""
    told = [
        [fault.text for fault in judged("TellsItsSeed", n=3, seed=seed).faults]
        for seed in (0, 1, 10**12)
    ]
    assert told[0] == told[1] == told[2]
    assert len(set(told[0])) == 3
    given = [text.partition("RuntimeError: ")[2].split()[0] for text in told[0]]
    assert given == [str(own_seed(game)) for game in range(3)]


def test_a_seed_is_drawn_and_reported() -> None:
    first, second = (judged("Boaster", n=2) for _ in range(2))
    assert first.seed != second.seed
    assert min(first.seed, second.seed) > 10**6  # a chance of 2 in 10**9 that one is less
    again = judged("Boaster", n=2, seed=first.seed)
    assert (again.claims, again.levels, again.causes) == (first.claims, first.levels, first.causes)


def test_all_games_have_a_time_limit() -> None:
    report = reported("Anywhere", n=100, seed=3, total_time=1e-9)
    answer = report.answer
    assert (answer.games, report.out_of_time, answer.sound) == (0, True, None)
    assert answer.stopped == "the exam took longer than 1e-09 s"


def test_a_limit_leaves_claims_open() -> None:
    answer = judged("Perfect", n=3, seed=3, setting=Setting("6x6", mines=8), time_limit=1e-9)
    assert answer.unjudged
    assert (answer.sound, answer.complete_to) == (None, None)


def test_other_boards() -> None:
    """With rules, liars, other neighbours and uncertain clues: levels are those of positions."""
    for setting in (
        Setting("5x5", mines=5, rules="1W"),
        Setting("5x5", mines=5, liars=1),
        Setting("5x5", mines=5, topology="hexagon"),
        Setting("5x5", mines=5, clues="optimistic"),
        Setting("5x5", mines=5, clues="cautious"),
        Setting("5x5", density="1/5"),
    ):
        answer = judged("Perfect", n=1, seed=5, setting=setting)
        assert answer.sound
        missed = answer.guesses.beside_safe
        assert (missed, answer.least_missed, answer.faults) == (0, None, ())


def test_the_interval_of_wins() -> None:
    answer = judged("Perfect", n=20, seed=1)
    interval = answer.results.win_interval
    assert interval is not None
    low, high = interval
    assert 0 <= low < answer.results.won / 20 < high <= 1
    # Wilson's interval is where the share is 1.96 standard errors away.
    for end in (low, high):
        error = (end * (1 - end) / 20) ** 0.5
        assert abs(answer.results.won / 20 - end) == pytest.approx(1.959964 * error, rel=1e-5)


def test_the_causes_are_those_of_the_games() -> None:
    """Of one who opens anything on a board of which a mine is hit at once as often as not."""
    answer = judged("Anywhere", n=30, seed=1)
    first = sum(_is_mine_at_once(seed) for seed in range(30))
    assert answer.causes.first_click == first


def _is_mine_at_once(number: int) -> bool:
    random.seed(own_seed(number))
    game = Game(SMALL, seed=1 + number)
    shown: Callable[..., Any] = game.open
    shown(exam_agents.Anywhere().choose(View(game.board)).cell)
    return game.detonated > 0
