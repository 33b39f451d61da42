"""Diagnoses against all sets of clues of small boards, and against the MaxSAT solver."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import prod

import numpy as np
import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from logicsweep import Board, Cell, KnowledgeBase, LimitError, State, encode
from logicsweep.board import Clue, TableModel, clue_model
from logicsweep.errors import ArgumentError
from logicsweep.knowledge import diagnosing
from tests.conftest import either_solver, seeds, some
from tests.judges import oracle
from tests.judges.diagnoses import check_diagnosis
from tests.judges.features import Position
from tests.judges.judge import Judge
from tests.judges.making import first_board, random_board, showing
from tests.judges.refusals import refused

pytestmark = [pytest.mark.usefixtures("either_engine"), either_solver]


def inconsistent(seed: int) -> Board:
    """A board of at most ten clues that no layout agrees with."""
    boards = (random_board(seed * 100 + turn, covered=9, lie=0.3) for turn in count())
    return next(
        board for board in boards if len(board.clues) <= 10 and not oracle.is_consistent(board)
    )


@pytest.mark.parametrize("name", some(["noisy(1/10)", "noisy(1/3)", "liar"], every=2))
@pytest.mark.parametrize("seed", seeds(range(40), fast=8))
def test_correction_sets_are_ranked_by_the_posterior(seed: int, name: str) -> None:
    board = inconsistent(seed)
    model = clue_model(name)
    found = KnowledgeBase(board).diagnose(model)
    bare = showing(board, ())
    weights: dict[frozenset[Cell], Fraction] = {}
    for layout in oracle.layouts(bare):
        wrong = frozenset(oracle.wrong_clues(board, layout))
        weight = prod(
            (likelihood(board, cell, layout, name) for cell in board.clues), start=Fraction(1)
        )
        weights[wrong] = weights.get(wrong, Fraction(0)) + weight
    chances = {frozenset(one.clues): one.probability for one in found.correction_sets}
    whole = sum(weights[one] for one in chances)
    assert chances == {one: weights[one] / whole if whole else Fraction(0) for one in chances}
    ranked = [one.probability for one in found.correction_sets]
    assert ranked == sorted(ranked, reverse=True)


def likelihood(board: Board, cell: Cell, layout: np.ndarray, name: str) -> Fraction:
    """P(shown | layout) as the words of the models have it; 1/2 for what they never show."""
    shown = board[cell]
    near = board.neighbours(cell)
    known = sum(board[other] == State.KNOWN_MINE for other in near)
    covered = sum(board[other] in (State.COVERED, State.FLAGGED) for other in near)

    def chance(count: int) -> Fraction:
        off = [n for n in (count - 1, count + 1) if known <= n <= known + covered]
        p = Fraction(1) if name == "liar" else Fraction(name[6:-1])
        if not off:
            return Fraction(shown == count and name != "liar")
        if shown == count:
            return 1 - p
        return p / len(off) if shown in off else Fraction(0)

    if not any(chance(count) for count in range(known, known + covered + 1)):
        return Fraction(1, 2)
    return chance(sum(bool(layout[other]) for other in near))


@pytest.mark.parametrize("seed", seeds(range(40), fast=8))
def test_the_exported_formula_has_the_same_least_cost(seed: int) -> None:
    # Of no total that cannot be met by itself: then no clue is to blame.
    board = first_board(seed, inconsistent, lambda board: bool(Judge(board).meets.any()))
    found = KnowledgeBase(board).diagnose()
    formula = WCNF()
    for line in encode(board, "wcnf").to_text().splitlines():
        if not line.startswith("c"):
            head, *literals = line.split()
            clause = [int(literal) for literal in literals[:-1]]
            if head == "h":
                formula.append(clause)
            else:
                formula.append(clause, weight=int(head))
    with RC2(formula) as solver:
        solver.compute()
        assert solver.cost == min(len(one.clues) for one in found.correction_sets)


@pytest.mark.slow
def test_a_cap_is_said() -> None:
    # Each of four clues by itself asks for more mines than there are.
    board = Board.parse("mines: 0\n\n?1?1?1?1?\n?????????\n")
    found = KnowledgeBase(board).diagnose(most=1)
    # Each of the clues has to go: there is one correction set, and as many conflicts as clues.
    assert (len(found.conflicts), len(found.correction_sets)) == (1, 1)
    assert not found.all_conflicts
    assert found.all_correction_sets
    assert len(KnowledgeBase(board).diagnose().conflicts) == len(board.clues)
    board = Board.parse("mines: 1\n\n?1?_?1?_?1?_?1?\n")
    found = KnowledgeBase(board).diagnose(most=2)
    assert (len(found.correction_sets), found.all_correction_sets) == (2, False)
    found = KnowledgeBase(board).diagnose()
    # Three of four clues have to be wrong, whichever are.
    assert (len(found.correction_sets), found.all_correction_sets) == (4, True)


@pytest.mark.night
def test_a_wrong_total_far_off_has_some_correction_set(monkeypatch: pytest.MonkeyPatch) -> None:
    # Any five of eight clues would do, and any four of them conflict with the total.
    monkeypatch.setattr(diagnosing, "_PATIENCE", 4)
    board = Board.parse("mines: 3\n\n" + "_".join(["?1?"] * 8) + "\n")
    found = KnowledgeBase(board).diagnose(most=3)
    assert found.total_suspect
    assert not found.all_correction_sets
    (one,) = found.correction_sets
    assert len(one.clues) == 5
    assert len(found.conflicts) == 3
    assert all(len(conflict.clues) == 4 for conflict in found.conflicts)


def test_a_limit_is_no_inconsistency() -> None:
    # Without the 3, the other clues leave something to count.
    kb = KnowledgeBase(Board.parse("mines: 2\n\n?1?1?_?3?\n"), max_entries=1)
    assert not kb.has_layout()
    with pytest.raises(LimitError):
        kb.diagnose()


@pytest.mark.parametrize(
    ("text", "is_suspect"),
    [
        # Two known mines are one too many; without the mine count two clues are at odds as well.
        ("mines: 1\n\n*_*_1?0", False),
        ("mines: 1\n\n*_*_1?1", True),
        # With three mines the rule B has one in each row; with six it has two.
        ("mines: 3\nrules: B\n\n3??\n???\n???", True),
        ("mines: 3\nrules: B\n\n3?_\n??_\n___", False),
    ],
)
def test_a_total_is_suspect_if_all_is_well_without_it(text: str, is_suspect: bool) -> None:
    board = Board.parse(text)
    assert KnowledgeBase(board).diagnose().total_suspect == is_suspect
    assert KnowledgeBase(board.without_total()).has_layout() == is_suspect


def test_a_consistent_board_has_nothing_to_diagnose() -> None:
    found = KnowledgeBase(Board.parse("mines: 1\n\n?1?\n")).diagnose()
    assert found.is_consistent
    assert (found.conflicts, found.correction_sets) == ((), ())
    assert found.all_conflicts
    assert found.all_correction_sets


def test_uncertain_clues_can_be_wrong_too() -> None:
    # The upper two cells are mines, the lower two are safe, and there are three mines.
    board = Board.parse("mines: 3\n\n? >=2 ?\n_ _ _\n? <=0 ?\n")
    found = KnowledgeBase(board).diagnose()
    assert {one.clues for one in found.correction_sets} == {(Cell(2, 1),)}
    assert found.correction_sets[0].values == ((1,),)
    assert [conflict.uses_total for conflict in found.conflicts] == [True]
    board = board.replace({Cell(1, 1): Clue(0, 1)})
    found = KnowledgeBase(board).diagnose()
    check_diagnosis(Position((), board, None), found)


def test_what_cannot_be_asked() -> None:
    board = Board.parse("?1?1?\n")
    with refused(ArgumentError, argument="most"):
        KnowledgeBase(board).diagnose(most=0)
    uneven = {0: {0: Fraction(1)}, 1: {1: Fraction(1, 2), 0: Fraction(1, 4)}}
    with pytest.raises(ValueError, match="add up to 3/4"):
        TableModel("uneven", uneven)
    assert Clue(0, 2).contrary(2) is None
