"""The benchmark is the same for everybody, and baselines score on it what they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import islice

import pytest

from logicsweep.board.board import Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import LimitError, UnknownNameError
from logicsweep.games.agents.published.single_point import SinglePoint
from logicsweep.games.setting import GameRule, Setting
from logicsweep.games.view import View
from logicsweep.lab.judging.claims import ReasonClaim, VerdictClaim
from logicsweep.lab.judging.judgements import ChanceJudgement
from logicsweep.lab.judging.texts import read_claim
from logicsweep.lab.tasks.answer_files import Answered, answer_by
from logicsweep.lab.tasks.answerers import BASELINES, Answerer
from logicsweep.lab.tasks.benchmark_tasks import benchmark, places, read_strata
from logicsweep.lab.tasks.drawing import drawn, tasks
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.prompts import FORMS
from logicsweep.lab.tasks.task import Task
from tests.judges.refusals import refused

# Of all tasks, and of those that take little time to make.
PROMPTS = "00750045e19fee424275b03cdc1858e95f56ccee59101acaffcb1ab4e344494e"
ANSWERS = "a080c9a44a5cf34fbe00d64bff3bdb8d905292decd5a903d32e64ba885644db4"
FEW_PROMPTS = "55cabb8a538ab56df575fb5cb67be5dab421c8576fef10803353b9293eb2ea32"
FEW_ANSWERS = "277593d8d12f838919e9a05dd3aaa77b73beb3ea1d153fbc3b35f7689565c836"
FEW = ("5x5", "beginner", "hexagon", "range", "density")


def digest(texts: Iterable[str]) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


def exact(task: Task) -> str:
    """The exact answer; of a reason its size, since several sets of sources may be the smallest."""
    claim = task.answer()
    return f"{claim.cell} {claim.size}" if isinstance(claim, ReasonClaim) else str(claim)


@pytest.fixture(scope="module")
def few() -> list[Task]:
    """Every third task of small boards."""
    return [
        drawn(place.order, seed)
        for place, seed in places()
        if place.name in FEW and place.number % 3 == 0
    ]


def answered(task: Task, baseline: str | type[Answerer]) -> str:
    asked = Answered(1, None, KINDS[task.kind], task.board, task.cell, None, None)
    (answer,) = answer_by(baseline, [asked])
    assert isinstance(answer, Answered), answer
    assert answer.answer is not None
    return answer.answer


def test_places() -> None:
    every = [place for place, _ in places()]
    strata = read_strata()
    assert Counter(place.kind.name for place in every) == dict.fromkeys(KINDS, 100)
    forms = Counter(place.order.form for place in every)
    assert set(forms) == set(FORMS)
    assert max(forms.values()) - min(forms.values()) <= len(every) // 10
    levels = Counter((place.kind.name, place.order.levels) for place in every)
    assert levels["move", range(1)] == strata["dense"].number
    usual = [levels["why", bounds] for bounds in (range(1, 2), range(2, 3), range(3, 1_001))]
    assert (sum(usual), max(usual) - min(usual)) == (68, 3)
    for stratum in strata.values():
        sizes = {kind: len(seeds) for kind, seeds in stratum.seeds.items()}
        assert sizes == dict.fromkeys(KINDS, stratum.number)


def test_small_boards_of_the_benchmark(few: list[Task]) -> None:
    assert digest(task.prompt for task in few) == FEW_PROMPTS
    assert digest(map(exact, few)) == FEW_ANSWERS
    for task in few:
        judgement = task.judge(task.answer_text(), strict=True)
        assert judgement.score == 1, task
        assert task.split == "test"


def test_the_benchmark_yields_tasks_in_order() -> None:
    first = list(islice(benchmark(), 3))
    assert [task.kind for task in first] == ["move"] * 3
    assert first == [drawn(place.order, seed) for place, seed in islice(places(), 3)]


def test_seeds_are_the_first_that_will_do() -> None:
    firsts = {
        place.kind.name: (place, seed) for place, seed in places() if place[1::2] == ("5x5", 0)
    }
    for kind in ("certain", "chance"):
        place, seed = firsts[kind]
        order = replace(place.order, tries=1)
        assert drawn(order, seed)
        for earlier in range(seed):
            with refused(LimitError):
                drawn(order, earlier)


@pytest.mark.night
def test_the_whole_benchmark() -> None:
    made = list(benchmark())
    assert len(made) == 500
    assert digest(task.prompt for task in made) == PROMPTS
    assert digest(map(exact, made)) == ANSWERS
    for task in made:
        assert task.judge(task.answer_text(), strict=True).score == 1, task.id
    hashes = Counter((task.kind, task.position_hash) for task in made)
    assert max(hashes.values()) == 1
    assert len({task.id for task in made}) == len(made)
    for task, (place, _) in zip(made, places(), strict=True):
        levels = place.order.levels
        assert task.split == "test"
        assert (task.kind, task.form) == (place.kind.name, place.order.form)
        if levels is not None:
            assert task.level in levels


@pytest.mark.parametrize("name", BASELINES)
def test_answers_of_baselines_are_in_the_strict_form(few: list[Task], name: str) -> None:
    for task in few[::2]:
        answer = answered(task, name)
        judgement = task.judge(answer, strict=True)
        assert judgement.error is None, (name, answer)
        assert answered(task, name) == answer
        if name == "exact":
            assert judgement.score == 1


class Half(Answerer):
    """Says 1/2."""

    def chance(self, cell: Cell) -> Fraction:
        del cell
        return Fraction(1, 2)


def test_a_half_is_a_known_forecast() -> None:
    """A forecast of 1/2 costs ln 2, and the square of its distance beyond the least."""
    for task in tasks("chance", Setting(height=5, width=5, mines=5), n=8, seed=3):
        judgement = task.judge(answered(task, Half))
        assert isinstance(judgement, ChanceJudgement)
        assert judgement.log_loss == pytest.approx(0.6931471805599453)
        assert judgement.brier_regret == (judgement.exact - Fraction(1, 2)) ** 2


@pytest.mark.parametrize("seed", [0, 20])
def test_single_points_prove_what_the_agent_finds(seed: int) -> None:
    """Without a mine count, since the agent does not use it."""
    setting = Setting(height=8, width=8, density=Fraction(1, 6))
    for task in tasks("certain", setting, n=8, seed=seed):
        view = View(task.board, rule=GameRule.CONTINUE)  # which flags mines
        agent = SinglePoint()
        agent.begin(view)
        moves = agent.certain(view)
        claim = read_claim(answered(task, "single-point"), task.board, strict=True)
        assert isinstance(claim, VerdictClaim)
        found = {cell: verdict is Verdict.MINE for cell, verdict in claim.verdicts.items()}
        assert found == {move.cell: move.flags for move in moves}


def test_unknown_baselines(few: list[Task]) -> None:
    with refused(UnknownNameError, kind="baseline", name="oracle"):
        answered(few[0], "oracle")
