"""Steps, hints and ratings, against all layouts of small boards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, State, read_board
from logicsweep.board import Clue
from logicsweep.errors import ArgumentError
from logicsweep.reasons import Step, Technique
from tests.conftest import ROOT, seeds
from tests.judges.judge import SEEDS, Judge, consistent
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=40))
@pytest.mark.usefixtures("either_engine")
def test_steps_follow_and_lead_to_the_verdict(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in list(verdicts.items())[:3]:
        steps = kb.explain(cell, steps=True).steps
        assert steps is not None
        known: dict[Cell, bool] = {}
        for step in steps:
            check_step(judge, step, known)
            known |= decided(step)
        assert decided(steps[-1])[cell] == mine
        assert set(decided(steps[-1])) <= {cell, steps[-1].split}
        # Nothing is deduced in vain.
        used = {one for step in steps for one in (*step.given_safe, *step.given_mines)}
        splits = {step.split for step in steps}
        assert used <= set(known) <= used | splits | {cell}


def decided(step: Step) -> dict[Cell, bool]:
    return dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)


def check_step(judge: Judge, step: Step, known: Mapping[Cell, bool]) -> None:
    """A step follows from its sources and from what it was given, and from nothing less."""
    given = dict.fromkeys(step.given_mines, True) | dict.fromkeys(step.given_safe, False)
    assert given.items() <= known.items()
    assert not set(given) & set(decided(step))

    def follows(clues: Collection[Cell], total: bool, what: Mapping[Cell, bool]) -> bool:
        return all(judge.forces(clues, total, *one, what) for one in decided(step).items())

    assert follows(step.clues, step.uses_total, given)
    for clue in step.clues:
        assert not follows(set(step.clues) - {clue}, step.uses_total, given)
    if step.uses_total:
        assert not follows(step.clues, False, given)
    if step.split is not None:
        follows = partial(splits, judge.board, step)
        assert follows(step.clues, step.uses_total, given)
    for cell in given:
        less = {other: mine for other, mine in given.items() if other != cell}
        assert not follows(step.clues, step.uses_total, less)


def splits(
    board: Board, step: Step, clues: Collection[Cell], total: bool, given: Mapping[Cell, bool]
) -> bool:
    """Whether a case split gets by with what it is given, one clue after the other."""
    assert not total
    assert step.split is not None
    ends = [propagated(board, clues, {**given, step.split: way}) for way in (False, True)]
    return all(end is None or decided(step).items() <= end.items() for end in ends)


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=40))
@pytest.mark.usefixtures("either_engine")
def test_every_step_is_one_of_the_easiest(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    found = KnowledgeBase(board).difficulty()
    known: dict[Cell, bool] = {}
    for step in found.steps:
        check_step(judge, step, known)
        # No fewer sources decide any cell, with everything known that was deduced.
        for cell, mine in verdicts.items():
            if cell not in known:
                assert not judge.decides_by_fewer(cell, mine, known, step.level)
        check_rule(board, step, known)
        known |= decided(step)
    assert known == verdicts
    assert found.level == max([step.level for step in found.steps], default=0)
    assert sum(found.techniques.values()) == sum(found.levels.values()) == len(found.steps)


def check_rule(board: Board, step: Step, known: Mapping[Cell, bool]) -> None:
    """The name of a step, by what the names say."""
    cells = [
        {near for near in board.neighbours(clue) if near in board.covered and near not in known}
        for clue in step.clues
    ]
    if step.uses_total:
        assert step.technique is Technique.TOTAL
    elif step.level == 1:
        assert step.technique is Technique.SINGLE_CLUE
    elif step.level == 2:
        nested = cells[0] <= cells[1] or cells[1] <= cells[0]
        assert step.technique is (Technique.SUBSET if nested else Technique.DIFFERENCE)
        assert nested or cells[0] & cells[1]
    else:
        split = step.split
        assert step.technique is (Technique.TOGETHER if split is None else Technique.CASE_SPLIT)
        given = dict.fromkeys(step.given_mines, True) | dict.fromkeys(step.given_safe, False)
        assert split is None or splits(board, step, step.clues, False, given)


def propagated(
    board: Board, clues: Collection[Cell], known: Mapping[Cell, bool]
) -> dict[Cell, bool] | None:
    """What clues say one by one, in the plainest way; None for a contradiction."""
    found = dict(known)
    while True:
        before = len(found)
        for clue in clues:
            near = board.neighbours(clue)
            left = [cell for cell in near if cell in board.covered and cell not in found]
            held = sum(found.get(cell, False) or board[cell] == State.KNOWN_MINE for cell in near)
            counts = [n for n in range(len(left) + 1) if allows(board.clues[clue], held + n)]
            if not counts:
                return None
            if left and counts in ([0], [len(left)]):
                found |= dict.fromkeys(left, counts != [0])
        if len(found) == before:
            return found


def allows(clue: int | Clue, count: int) -> bool:
    return clue == count if isinstance(clue, int) else clue.allows(count)


def test_named_rules() -> None:
    def techniques(text: str) -> list[tuple[Technique, int]]:
        found = KnowledgeBase(Board.parse(text)).difficulty()
        return [(step.technique, step.level) for step in found.steps]

    assert techniques("?1_\n") == [(Technique.SINGLE_CLUE, 1)]
    assert techniques("????\n1211\n")[0] == (Technique.SUBSET, 2)
    # The 2 has one mine more than the 1, and it can only be in the last cell.
    assert techniques("????\n_12_\n") == [(Technique.DIFFERENCE, 2)]
    assert techniques("mines: 0\n\n??\n??\n") == [(Technique.TOTAL, 1)]
    assert techniques("mines: 1\n\n?1?__??\n") == [(Technique.TOTAL, 2)]
    assert techniques("??\n") == []


@pytest.mark.parametrize("seed", seeds(range(40), fast=10))
def test_hard_steps_have_a_name(seed: int) -> None:
    """Larger boards, where three clues and more are needed together."""
    board = opened_at_random(seed, 8, 8, 14, 0.5)
    board = Board(board.grid)  # the total would decide much
    found = KnowledgeBase(board).difficulty()
    known: dict[Cell, bool] = {}
    for step in found.steps:
        check_rule(board, step, known)
        known |= decided(step)
    assert len(known) == len(KnowledgeBase(board).consequences().mines) + len(
        KnowledgeBase(board).consequences().safe
    )


def test_the_total_presses_with_bounds_that_say_little() -> None:
    rows = [["?"] * 20 for _ in range(3)]
    rows[1][1] = rows[1][5] = "6"
    rows[1][9] = ">=1"
    text = "\n".join(" ".join(row) for row in rows)
    kb = KnowledgeBase(Board.parse(f"mines: 53\n\n{text}\n"))
    easiest = kb.next_step()
    assert easiest is not None
    assert easiest.level == 3
    for level in range(3, 8):
        assert kb.next_step(level=level) == easiest
    assert kb.next_step(level=2) is None


def test_a_case_split_says_which_way_contradicts() -> None:
    board = Board.parse("mines: 5..8\n\n?2?\n2*3\n???\n*3?\n")
    steps = KnowledgeBase(board).explain((0, 2), steps=True).steps
    assert steps is not None
    (split,) = [step for step in steps if step.technique is Technique.CASE_SPLIT]
    assert split.split in split.safe
    assert f"a mine at {split.split} leads to a contradiction" in split.text


@pytest.mark.parametrize("size", [40, pytest.param(100, marks=pytest.mark.night)])
def test_cells_that_are_alike_are_explained_together(size: int) -> None:
    """A hidden block without mines in a board that is open else; seed 1."""
    rng = np.random.default_rng(1)
    hidden = size // 4
    mines = rng.random((size, size)) < 0.15
    mines[:hidden, :hidden] = False
    around = np.pad(mines, 1).astype(int)
    counts = sum(
        around[row : row + size, column : column + size] for row in range(3) for column in range(3)
    )
    grid = np.where(mines, State.COVERED, counts)
    grid[:hidden, :hidden] = State.COVERED
    kb = KnowledgeBase(Board(grid, mines=int(mines.sum())))
    found = kb.difficulty()
    assert found.level == 1
    assert sum(len(step.safe) for step in found.steps) == hidden**2
    assert sum(len(step.mines) for step in found.steps) == mines.sum()
    first, second = (kb.certificate(cell) for cell in ((0, 0), (1, 1)))
    assert first.sources == second.sources
    first.check()
    second.check()


def test_hints_tell_what_is_new() -> None:
    board = Board.parse("????\n1211\n")
    step = KnowledgeBase(board).next_step()
    assert step is not None
    assert (step.technique, step.safe, step.level) == (Technique.SUBSET, (Cell(0, 1),), 2)
    # Once flagged, it is taken for granted.
    step = KnowledgeBase(Board.parse("??F?\n1211\n")).next_step()
    assert step is not None
    assert step.given_mines == (Cell(0, 2),)
    assert step.safe == (Cell(0, 1), Cell(0, 3))
    # A wrong flag is no evidence.
    step = KnowledgeBase(Board.parse("?F??\n1211\n")).next_step()
    assert step is not None
    assert step.safe == (Cell(0, 1),)
    assert KnowledgeBase(board).next_step(level=1) is None
    # However hard it is to prove what is flagged.
    step = KnowledgeBase(Board.parse("??F?\n1211\n")).next_step(level=1)
    assert step is not None
    assert step.level == 1
    assert KnowledgeBase(Board.parse("F1_\n")).next_step() is None
    assert KnowledgeBase(Board.parse("?1?\n")).next_step() is None
    with refused(ArgumentError, argument="level"):
        KnowledgeBase(board).next_step(level=0)


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=20))
def test_a_level_is_the_most_that_a_hint_takes(seed: int) -> None:
    kb = KnowledgeBase(consistent(seed)[0])
    easiest = kb.next_step()
    for level in range(1, 6):
        found = kb.next_step(level=level)
        if easiest is None or easiest.level > level:
            assert found is None
        else:
            assert found == easiest


def flagged(board: Board, verdicts: Mapping[Cell, bool]) -> dict[Cell, bool]:
    """The mines that are flagged, and proved: what a hint takes for granted."""
    return {cell: True for cell, mine in verdicts.items() if mine and board[cell] == State.FLAGGED}


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=20))
def test_of_hints_of_a_level_those_to_safe_cells_come_first(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    step = KnowledgeBase(board).next_step()
    if step is not None and not step.safe:
        known = flagged(board, verdicts)
        for cell, mine in verdicts.items():
            assert mine or not judge.decides_by_fewer(cell, mine, known, step.level + 1)


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=20))
def test_hints_to_safe_cells_are_whole_and_no_harder_than_they_must_be(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    step = KnowledgeBase(board).next_step(safe=True)
    if step is None:
        assert all(verdicts.values())
        return
    known = flagged(board, verdicts)
    steps = (*step.before, step)
    for one in steps:
        check_step(judge, one, known)
        known |= decided(one)
    assert step.safe
    used = {cell for one in steps for cell in one.given_mines}
    splits = {one.split for one in steps}
    assert {cell for one in step.before for cell in decided(one)} <= used | splits
    hardest = max(one.level for one in steps)
    # Whatever fewer sources decide, one after the other, is mines.
    known, before = flagged(board, verdicts), -1
    while len(known) > before:
        before = len(known)
        for cell, mine in verdicts.items():
            if cell not in known and judge.decides_by_fewer(cell, mine, known, hardest):
                assert mine
                known[cell] = mine
    if hardest > 1:
        assert KnowledgeBase(board).next_step(level=hardest - 1, safe=True) is None


def test_an_expert_finds_a_safe_cell_first() -> None:
    board = read_board((BOARDS / "expert.board").read_bytes())
    for safe in (False, True):
        step = KnowledgeBase(board).next_step(safe=safe)
        assert step is not None
        assert step.safe == (Cell(11, 2), Cell(11, 3), Cell(12, 2), Cell(12, 4))
        assert not step.before


def test_steps_before_a_safe_cell() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n1\n?\n?\n?\n1\n"))
    easiest, step = kb.next_step(), kb.next_step(safe=True)
    assert easiest is not None
    assert step is not None
    assert easiest.mines == (Cell(1, 0),)
    assert [one.mines for one in step.before] == [(Cell(1, 0),), (Cell(3, 0),)]
    assert (step.given_mines, step.safe) == ((Cell(1, 0), Cell(3, 0)), (Cell(2, 0),))
    assert kb.next_step(level=1, safe=True) == step
    assert KnowledgeBase(Board.parse("?1_\n")).next_step(safe=True) is None
