"""Files of answers: their lines, their judgements, and the scores of many."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import chain
from math import inf, sqrt
from pathlib import Path

import pytest

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.games.setting import Setting
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import CountClaim, MoveClaim
from logicsweep.lab.judging.judge import judge, judge_many
from logicsweep.lab.judging.judgements import Judgement, Truth
from logicsweep.lab.judging.verdicts import judged_count
from logicsweep.lab.tasks.answer_files import (
    Answered,
    Faulty,
    Mark,
    Unfinished,
    answer_by,
    mark,
    read_answers,
)
from logicsweep.lab.tasks.answerers import BASELINES
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.kinds import KINDS, kind_of
from logicsweep.lab.tasks.lines import LINES, answered as answered_line, write_tasks
from logicsweep.lab.tasks.scoring import AnswerGroup, Summary, Tally
from logicsweep.lab.tasks.task import Task
from tests.conftest import ROOT
from tests.judges.refusals import refused

SETTINGS = (
    Setting("4x4", mines=4),
    Setting("4x4", mines=(3, 5)),
    Setting("4x4", mines=4, rules="Q"),
    Setting("3x4", mines=2, liars=1),
)
# One mine in two cells, and a third cell about which nothing is known.
PAIR = "mines: 1\n\n?1?\n"
OPEN = "open (0,0)"
DEEP = "[" * 100_000 + "]" * 100_000
STUCK = (ROOT / "examples" / "boards" / "expert-stuck.board").read_text(encoding="utf-8")


@cache
def drawn() -> list[Task]:
    """A task of each kind in each setting."""
    return [
        task for setting in SETTINGS for kind in KINDS for task in tasks(kind, setting, n=1, seed=5)
    ]


def line(**given: object) -> str:
    return json.dumps(given)


def marks_of(*lines: str, strict: bool = False) -> list[Mark | Faulty]:
    return list(mark(read_answers(lines), strict=strict))


def summary_of(marks: Iterable[Mark | Faulty]) -> Summary:
    tally = Tally()
    for each in marks:
        tally.add(each)
    return tally.summary()


def judgement_of(marked: Mark | Faulty) -> Judgement:
    assert isinstance(marked, Mark), marked
    return marked.judgement


@pytest.mark.parametrize("name", BASELINES)
def test_answers_are_judged_as_one_by_one(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    write_tasks(drawn(), path)
    with path.open("rb") as stream:
        marks = list(mark(answer_by(name, read_answers(stream))))
    assert len(marks) == len(drawn())
    for task, marked in zip(drawn(), marks, strict=True):
        assert isinstance(marked, Mark)
        assert marked.answered.answer is not None
        assert marked.judgement == task.judge(marked.answered.answer)
        if name == "exact":
            assert marked.answered.answer == task.answer_text()
        assert marked.answered.board == task.board
        assert marked.answered[:3] == (marked.answered.line, task.id, kind_of(task.kind))
        assert marked.answered.level == task.level


def test_answers_need_not_be_texts_nor_files_without_a_mark() -> None:
    lines = [
        "\ufeff" + line(board=PAIR, answer={"move": "open", "cell": [0, 0]}),
        line(board=PAIR, kind="move", answer=None),
        line(board=PAIR, answer=3),
    ]
    marks = marks_of(*lines)
    assert all(isinstance(marked, Mark) for marked in marks)
    opened, silent, number = (marked for marked in marks if isinstance(marked, Mark))
    assert opened.judgement.claim == MoveClaim("open", (0, 0))
    assert (silent.judgement.claim, silent.judgement.score) == (None, 0)
    assert (number.judgement.claim, number.judgement.score) == (None, 0)


def test_an_answer_is_to_the_kind_of_its_task() -> None:
    (flag, chord, named, free) = marks_of(
        line(board=PAIR, kind="move", answer="flag (0,0)"),
        line(board="mines: 1\n\nF1?\n", kind="move", answer="chord (0,1)"),
        line(board=PAIR, kind="certain", answer="(0,0) is undetermined, nothing else is certain"),
        line(board=PAIR, answer="flag (0,0)"),
    )
    for marked in (flag, chord):
        judgement = judgement_of(marked)
        assert judgement.truth is None
        assert judgement.score == 0
        assert "expected a cell to open" in str(judgement.error)
        assert judgement.answer
    assert judgement_of(named).score == 1
    assert judgement_of(free).truth is Truth.UNDECIDED


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("no JSON", "JSON is malformed"),
        (line(answer="open (0,0)"), 'the key "board" is missing; expected a task with its answer'),
        (line(answer="x", id="a-1"), 'or {"board": "?1?", "answer": "(0,0): 1/2"}'),
        (line(board="?&?", answer="open (0,0)"), "expected"),
        (
            line(board={"rows": ["?3?"], "format": "logicsweep-board/1"}, answer=OPEN),
            "inconsistent",
        ),
        (line(board=PAIR, kind="wy", answer="1"), "unknown kind of tasks 'wy'"),
        (line(board=PAIR, kind="safe", answer="safe"), "the kind safe is about a cell"),
        (line(board=PAIR, kind="move", cell=[0, 0], answer="x"), "the kind move is about no cell"),
        (line(board=PAIR, kind="safe", cell=[0, 1], answer="safe"), "(0,1) is open"),
        (line(board=PAIR, kind="safe", cell=[0, 7], answer="safe"), "(0,7) is off the board"),
        (line(board=PAIR), 'the key "answer" is missing'),
        (line(board=PAIR, error="HTTP 500"), "there is no answer: HTTP 500"),
        (f'{{"more": {DEEP}, "answer": "{OPEN}"}}', "nested too deeply to be an answer"),
        (f'{{"board": {{"rows": {DEEP}}}, "answer": "{OPEN}"}}', "nested too deeply to be"),
        (line(board="[" * 100_000, answer=OPEN), "expected"),
        (line(board=f'{{"rows": {DEEP}}}', answer=OPEN), "nested"),
    ],
)
def test_a_line_that_is_no_answer_stops_no_other(given: str, error: str) -> None:
    good = line(board=PAIR, id="good", answer="open (0,0)", more="passed over")
    first, faulty, last = marks_of(good, "", given, good)
    assert isinstance(faulty, Faulty)
    assert faulty.line == 3
    assert error in faulty.error
    assert not isinstance(faulty, Unfinished)
    for marked, number in ((first, 1), (last, 4)):
        assert isinstance(marked, Mark)
        assert marked.answered[:2] == (number, "good")
        assert judgement_of(marked).score == 1


def test_many_lines_that_are_no_answers() -> None:
    good, bad = line(board=PAIR, answer="(0,0): 1/2"), line(board="?3?\n", answer="(0,0): 1/2")
    pattern = [number % 7 in (0, 3) for number in range(150)]
    marks = marks_of(*[bad if is_bad else good for is_bad in pattern])
    assert [isinstance(each, Faulty) for each in marks] == pattern


def test_a_limit_is_no_fault_of_the_line() -> None:
    given = line(board=STUCK, answer="layouts: 5", id="a")
    (marked,) = mark(read_answers([given]), time_limit=1e-9)
    assert isinstance(marked, Unfinished)
    assert marked.id == "a"


def test_an_answer_that_takes_too_long_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """So are all others, whatever their order."""
    asked: list[int] = []

    def counted(facts: Facts, claim: CountClaim) -> Judgement:
        asked.append(claim.layouts)
        if claim.layouts % 70 == 7:
            raise LimitError("time")
        return judged_count(facts, claim)

    module = import_module("logicsweep.lab.judging.judge")  # the room has a function of the name
    monkeypatch.setattr(module, "judged_count", counted)
    marks = marks_of(*[line(board=PAIR, answer=f"layouts: {number}") for number in range(150)])
    assert asked == list(range(150))
    slow = [at for at, each in enumerate(marks) if isinstance(each, Faulty)]
    assert slow == [7, 77, 147]
    assert all(isinstance(marks[at], Unfinished) for at in slow)
    boards = [Board.parse(PAIR)] * 9
    with refused(LimitError, limit="claim 7: time"):
        judge_many([(board, CountClaim(number)) for number, board in enumerate(boards)])


def test_texts_are_read_strictly_if_wanted() -> None:
    loose = line(board=PAIR, answer="My answer: **open (0,0)**")
    assert judgement_of(marks_of(loose)[0]).score == 1
    strict = judgement_of(marks_of(loose, strict=True)[0])
    assert (strict.score, strict.claim) == (0, None)


def test_scores() -> None:
    """Of answers whose scores are known in closed form."""
    board = "mines: 1\n\n?1?_?\n"  # 1/2 for the first two covered cells, and the last one is safe
    moves = [
        (line(board=board, kind="move", level=1, answer="open (0,4)"), 1),
        (line(board=board, kind="move", level=1, answer="open (0,0)"), Fraction(1, 2)),
        (line(board=PAIR, kind="move", level=0, answer="open (0,2)"), 1),
        (line(board="mines: 1\n\n1?_?\n", kind="move", level=4, answer="open (0,1)"), 0),
        (line(board=board, kind="move", level=3, answer="I do not know"), 0),
    ]
    chances = [
        (line(board=PAIR, kind="chance", cell=[0, 0], answer="(0,0): 1/2"), 1),
        (line(board=PAIR, kind="chance", cell=[0, 0], answer="(0,0): 3/4"), Fraction(1, 2)),
        (line(board=PAIR, cell=[0, 0], answer="(0,0): 1/4"), Fraction(1, 2)),
    ]
    every = [*moves, *chances]
    marks = marks_of(*[text for text, _ in every], "no line")
    assert [judgement_of(each).score for each in marks[:-1]] == [score for _, score in every]
    summary = summary_of(marks)
    assert summary.faulty == 1
    whole = summary.whole
    assert whole is not None
    assert whole.score is not None
    assert whole.score.mean == pytest.approx(4.5 / 8)
    assert (whole.number, whole.read.mean, whole.right.mean) == (8, 7 / 8, 2 / 8)
    assert (whole.right.low, whole.right.high) == pytest.approx(wilson(2, 8))
    sizes = {group.name: group.number for group in chain(summary.kinds, summary.levels)}
    assert sizes == {
        "move": 5,
        "chance": 2,
        "any": 1,
        "0": 1,
        "1": 2,
        "3 or more": 2,
        "none": 3,
    }
    openings, forecasts = summary.openings, summary.forecasts
    assert openings is not None
    assert (openings.number, openings.regret.mean) == (4, pytest.approx((1 / 2 + 1) / 4))
    shares = [openings.proved, openings.needless, openings.guess, openings.blunder]
    assert [share.mean for share in shares] == [1 / 4] * 4
    assert forecasts is not None
    assert forecasts.brier_regret.mean == pytest.approx((0 + 1 / 16 + 1 / 16) / 3)
    assert forecasts.log_regret is not None
    assert forecasts.refuted == 0


def test_a_refuted_forecast_costs_without_bound() -> None:
    certain = line(board=PAIR, answer="(0,0): 1")
    assert judge(Board.parse(PAIR), "(0,0): 1", witness=False).log_loss == inf  # type: ignore[attr-defined]
    forecasts = summary_of(marks_of(certain, line(board=PAIR, answer="(0,0): 1/2"))).forecasts
    assert forecasts is not None
    assert (forecasts.log_regret, forecasts.refuted) == (None, 1)


def test_scores_that_depend_on_an_unknown_density() -> None:
    unknown = line(board="?1?_?\n", answer="open (0,0)")
    whole = summary_of(marks_of(unknown)).whole
    assert isinstance(whole, AnswerGroup)
    assert (whole.number, whole.read.mean, whole.right.mean) == (1, 1, 0)
    assert whole.score is None


def test_nothing_to_add_up() -> None:
    assert summary_of([]) == Summary(None, (), (), None, None, 0)


def test_a_line_of_a_task_is_one_of_a_file_of_answers() -> None:
    task = drawn()[0]
    (answered,) = read_answers([LINES.write(answered_line(task, None, answers=True))])
    assert isinstance(answered, Answered)
    assert answered.answer == task.answer_text()
    (marked,) = mark([answered])
    assert judgement_of(marked).score == 1


def wilson(right: int, number: int) -> tuple[float, float]:
    """Wilson's interval in its closed form."""
    z = 1.959963984540054
    share, room = right / number, z * z / number
    middle = (share + room / 2) / (1 + room)
    half = z * sqrt(share * (1 - share) / number + room / (4 * number)) / (1 + room)
    return middle - half, middle + half
