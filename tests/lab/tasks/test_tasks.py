"""Tasks: drawn alike everywhere, balanced, of the level that is asked for, judged without luck."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import LimitError
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.claims import Action, ChanceClaim, MoveClaim, ReasonClaim, VerdictClaim
from logicsweep.lab.judging.judgements import Truth
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.task import Task
from tests.conftest import without_kernel
from tests.judges import oracle
from tests.judges.refusals import refused

SMALL = Setting("5x5", mines=6, first_click="safe")
TINY = Setting("4x4", mines=4, first_click="safe")  # so small that all layouts are tried
SETTINGS = {
    "ordinary": SMALL,
    "range": Setting("4x5", mines="4..6", first_click="safe"),
    "letters": Setting("4x4", mines=4, rules="2E", first_click="safe"),
    "liars": Setting("4x4", mines=3, liars=1, first_click="safe"),
    "hexagon": Setting("4x4", mines=4, topology="hexagon", first_click="safe"),
    "torus": Setting("4x4", mines=4, topology="torus", first_click="safe"),
    "cube": Setting(topology="grid 2x3x3", mines=4, first_click="safe"),
    "rules": Setting("4x4", mines=5, rules="1M Q", first_click="safe"),
    "density": Setting("4x4", density="1/4", first_click="safe"),
    "constraint": Setting(
        "4x4", mines=4, constraints=["corner: 1 of (0,0) (0,1)"], first_click="unprotected"
    ),
}


@pytest.mark.few(10)  # each setting once, each kind twice
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SETTINGS)
def test_answers_are_right(kind: str, name: str) -> None:
    for task in tasks(kind, SETTINGS[name], n=2, seed=2):
        judgement = task.judge(task.answer())
        assert judgement.error is None
        again = task.judge(task.answer_text(), strict=True)
        assert again == replace(judgement, answer=task.answer_text())
        # A least risky cell is a guess where nothing is proved safe.
        assert judgement.truth is Truth.RIGHT or kind == "move"
        assert judgement.score == 1 or (kind == "why" and name in ("rules", "letters"))


@pytest.mark.parametrize("kind", KINDS)
def test_seeds_give_the_same_tasks_without_the_kernel(kind: str) -> None:
    def drawn() -> list[Task]:
        return list(tasks(kind, SMALL, n=3, seed=11, split="train"))

    made = drawn()
    with without_kernel():
        assert drawn() == made
    assert [task.seed for task in made] == [11, 12, 13]
    assert made[2] == next(tasks(kind, SMALL, n=1, seed=13, split="train"))


def test_tasks_are_the_same_everywhere() -> None:
    """Written down once, to be the same on other machines."""
    for kind, written in WRITTEN.items():
        task = next(tasks(kind, SMALL, n=1, seed=7))
        assert (task.position_hash[:8], task.cell) == written


WRITTEN: dict[str, tuple[str, Cell | None]] = {
    "move": ("117af7d3", None),
    "certain": ("5cef8dda", None),
    "safe": ("88e61c92", Cell(0, 0)),
    "chance": ("5951921d", Cell(2, 4)),
    "why": ("01d60b0f", Cell(2, 2)),
}


def test_verdicts_are_balanced() -> None:
    """And decided by brute force."""
    counts: Counter[Verdict] = Counter()
    for task in tasks("safe", TINY, n=90):
        assert task.cell is not None
        claim = task.answer()
        assert isinstance(claim, VerdictClaim)
        verdict = claim.verdicts[task.cell]
        assert verdict is _verdict(task.board, task.cell)
        counts[verdict] += 1
    assert min(counts.values()) > 20
    assert len(counts) == 3


def test_chances_are_mostly_of_undetermined_cells() -> None:
    chances = []
    for task in tasks("chance", TINY, n=75):
        claim = task.answer()
        assert isinstance(claim, ChanceClaim)
        assert claim.cell == task.cell
        assert claim.probability == chances_of(task.board)[claim.cell]
        chances.append(claim.probability)
    decided = sum(chance in (0, 1) for chance in chances)
    assert 2 < decided < 15


def test_reasons_are_of_decided_cells_and_of_the_asked_size() -> None:
    for task in tasks("why", Setting("beginner"), n=12, level=2):
        assert task.level == 2
        claim = task.answer()
        assert isinstance(claim, ReasonClaim)
        assert claim.size == 2
        board = task.board
        covered = {cell: -4 for cell in board.clues if cell not in claim.clues}
        alone = board.replace(covered)
        alone = alone if claim.uses_total else alone.without_total()
        assert KnowledgeBase(alone).verdict(claim.cell) is claim.verdict


@pytest.mark.parametrize("kind", ["certain", "safe", "move"])
def test_levels_are_those_of_positions(kind: str) -> None:
    for task in tasks(kind, Setting("beginner"), n=6, level=(2, 3)):
        assert task.level in (2, 3)
        assert KnowledgeBase(task.board).difficulty().level == task.level


def test_moves_have_a_better_and_a_worse_choice() -> None:
    for task in tasks("move", SMALL, n=20):
        scores = [task.judge(MoveClaim("open", cell)).score for cell in task.board.covered]
        assert max(score for score in scores if score is not None) == 1
        assert len(set(scores)) > 1


def test_a_level_that_no_position_has_is_a_limit() -> None:
    drawing = tasks("certain", SMALL, n=1, level=40, tries=3)
    with refused(LimitError):
        next(drawing)


def test_tasks_are_values() -> None:
    first, second = tasks("safe", SMALL, n=2)
    assert first != second
    assert first.prompt
    again = pickle.loads(pickle.dumps(first))  # noqa: S301
    assert (again.kind, again.board, again.cell) == (first.kind, first.board, first.cell)
    assert again.prompt == first.prompt
    assert next(tasks("safe", SMALL, n=1)) == first
    assert hash(next(tasks("safe", SMALL, n=1))) == hash(first)


# The traps.


def test_scores_know_no_luck() -> None:
    """What an answer scores is the same for all layouts behind a position: it is not told one."""
    for task in tasks("move", TINY, n=20):
        every = chances_of(task.board)
        best = min(every.values())
        for cell, chance in every.items():
            score = task.judge(MoveClaim("open", cell)).score
            expected = Fraction(1) if chance == 0 else (1 - chance) / (1 - best)
            assert score == expected


def test_a_flag_is_no_move() -> None:
    task = next(tasks("move", SMALL, n=1, level=(1, 9)))
    mines = KnowledgeBase(task.board).consequences().mines
    judgement = task.judge(MoveClaim(Action.FLAG, min(mines)))
    assert judgement.score == 0
    assert "expected a cell to open" in str(judgement.error)


def test_undetermined_cells_add_nothing_to_certain_ones() -> None:
    for task in tasks("certain", SMALL, n=15):
        proved = KnowledgeBase(task.board).consequences()
        rest = [cell for cell in task.board.covered if cell not in proved.safe | proved.mines]
        padded = VerdictClaim(dict.fromkeys(rest, Verdict.UNDETERMINED))
        assert task.judge(padded).score == (0 if proved else 1)
        partial = sorted(proved.safe)[:1]
        claim = VerdictClaim(dict.fromkeys(partial, Verdict.SAFE))
        every = len(proved.safe | proved.mines)
        assert task.judge(claim).score == (Fraction(len(partial), every) if partial else 0)


def test_several_answers_are_worth_nothing() -> None:
    """A text is never read as the better one of two."""
    for kind in WRITTEN:
        task = next(tasks(kind, SMALL, n=1, seed=3))
        cell = task.cell or task.board.covered[0]
        right = task.answer_text()
        second = {
            "move": f"open {task.board.covered[-1]}",
            "certain": f"safe: {cell}; mines: none",
            "safe": f"{cell} is {'a mine' if 'safe' in right else 'safe'}",
            "chance": f"{cell}: 5/7",
            "why": f"{cell} is {'a mine' if 'safe' in right else 'safe'} because nothing",
        }[kind]
        assert task.judge(f"Answer: {right}").score == 1
        for text in (f"{right}\n{second}", f"{second}\n{right}", f"{right} or {second}"):
            judgement = task.judge(text)
            assert judgement.claim is None, text
            assert judgement.score == 0
            assert judgement.error
            assert task.judge(text, strict=True).score == 0


def test_open_cells_and_other_cells_are_worth_nothing() -> None:
    task = next(tasks("move", SMALL, n=1))
    open_cell = next(iter(task.board.clues))
    judgement = task.judge(MoveClaim("open", open_cell))
    assert judgement.score == 0
    assert "is open" in str(judgement.error)
    task = next(tasks("safe", SMALL, n=1))
    other_cell = next(cell for cell in task.board.covered if cell != task.cell)
    judgement = task.judge(VerdictClaim({other_cell: Verdict.SAFE}))
    assert judgement.score == 0
    assert f"expected {task.cell}" in str(judgement.error)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_of_another_kind_is_worth_nothing(kind: str) -> None:
    task = next(tasks(kind, SMALL, n=1))
    cell = task.cell or task.board.covered[0]
    wrong = ChanceClaim(cell, 1) if kind != "chance" else VerdictClaim({cell: Verdict.SAFE})
    assert task.judge(wrong).error is not None
    assert task.judge(wrong).score == 0


def test_seeds_are_spread() -> None:
    hashes = [task.position_hash for task in tasks("safe", Setting("beginner"), n=40)]
    assert all(first != second for first, second in pairwise(sorted(hashes)))


def _verdict(board: Board, cell: Cell) -> Verdict:
    chance = chances_of(board)[cell]
    return {Fraction(0): Verdict.SAFE, Fraction(1): Verdict.MINE}.get(chance, Verdict.UNDETERMINED)


def chances_of(board: Board) -> dict[Cell, Fraction]:
    """The probabilities of a mine, by trying all layouts."""
    layouts = oracle.layouts(board)
    mines = layouts.sum(axis=0)
    return {cell: Fraction(int(mines[cell]), len(layouts)) for cell in board.covered}
