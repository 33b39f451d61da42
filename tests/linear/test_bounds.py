"""What sums decide: every verdict of the relaxation, by HiGHS and cell by cell, and no other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from logicsweep import Board
from logicsweep.constraints import Cardinality, Source, SourceKind
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.linear.bounding import closed
from logicsweep.linear.bounds import DecidedBySums, Deciding, decided
from logicsweep.linear.relaxation import Relaxation
from logicsweep.system import constraints_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import first_board, random_board, uncertain_board, unflagged

Kinds = tuple[set[int], set[int]]


def drawn(seed: int) -> Board:
    """A consistent board, every other one with clues that are bounds or have likelihoods."""
    return first_board(
        seed,
        lambda number: uncertain_board(number) if number % 2 else random_board(number, lie=0),
        lambda board: bool(board.covered) and oracle.is_consistent(board),
    )


def kinds_of(verdicts: DecidedBySums) -> Kinds:
    return set(verdicts.mines), set(verdicts.safe)


def bounds_of(constraint: Constraint) -> tuple[tuple[int, ...], int, int]:
    assert isinstance(constraint, Cardinality)
    return constraint.cells, constraint.lower, constraint.upper


def by_highs(constraints: Sequence[Constraint], cells: Sequence[int]) -> Kinds:
    """What the least and the greatest value of each cell say, by the solver of scipy in floats."""
    optimize = pytest.importorskip("scipy.optimize")
    column = {cell: place for place, cell in enumerate(cells)}
    matrix, right = [], []
    for around, lower, upper in map(bounds_of, constraints):
        row = np.zeros(len(cells))
        row[[column[cell] for cell in around]] = 1
        matrix += [row, -row]
        right += [upper, -lower]
    mines, safe = set(), set()
    for cell, place in column.items():
        for sign, kind in ((-1, safe), (1, mines)):
            costs = np.zeros(len(cells))
            costs[place] = sign
            rows = np.array(matrix) if matrix else None
            end = optimize.linprog(costs, rows, right or None, bounds=(0, 1))
            assert end.status == 0
            if (-end.fun < 1 - 1e-7) if sign < 0 else (end.fun > 1e-7):
                kind.add(cell)
    return mines, safe


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(300), fast=30))
def test_it_decides_what_the_solver_of_scipy_does(seed: int) -> None:
    board = first_board(
        seed,
        drawn,
        lambda board: all(
            isinstance(row, Cardinality) and not row.gaps
            for row in constraints_of(board).constraints
        ),
    )
    system = constraints_of(board)
    wanted = by_highs(system.constraints, system.cells)
    assert kinds_of(decided(system.constraints, Budget(None))) == wanted


@pytest.mark.parametrize("seed", seeds(range(1000, 1300), fast=100))
def test_it_decides_what_a_fresh_relaxation_refutes_cell_by_cell(seed: int) -> None:
    system = constraints_of(drawn(seed))
    relaxation = Relaxation(system.constraints)
    budget = Budget(None)
    mines, safe = (
        {cell for cell in system.cells if relaxation.refuted(cell, mine=mine, budget=budget)}
        for mine in (True, False)
    )
    assert kinds_of(decided(system.constraints, budget)) == (mines, safe)


@pytest.mark.parametrize("seed", seeds(range(2000, 2200), fast=60))
def test_every_verdict_has_a_sum_and_holds_in_every_layout(seed: int) -> None:
    board = drawn(seed)
    constraints = constraints_of(board).constraints
    verdicts = decided(constraints, Budget(None))
    layouts = oracle.layouts(board).reshape(-1, board.grid.size)
    sources = {constraint.source for constraint in constraints}
    for cell in (*verdicts.mines, *verdicts.safe):
        mine = cell in verdicts.mines
        parts = (verdicts.mines if mine else verdicts.safe)[cell]
        proved = closed((), parts, cell, mine=mine)
        assert (layouts[:, cell] == proved.mine).all()
        assert sources.issuperset(proved.sources)
        # Each of its rows holds in every layout, and they leave no room for the opposite.
        (line,) = proved.lines
        left = np.zeros(board.grid.size, dtype=int)
        bound = 0
        for multiplier, row in line.parts:
            cells = [number for number, _ in row.terms]
            values = layouts[:, cells] @ [coefficient for _, coefficient in row.terms]
            limit = row.upper if multiplier > 0 else row.lower
            assert limit is not None
            assert (values <= limit).all() if multiplier > 0 else (values >= limit).all()
            bound += multiplier * limit
            for number, coefficient in row.terms:
                left[number] += multiplier * coefficient
        least = np.minimum(left, 0)
        least[cell] = 0 if proved.mine else left[cell]  # the opposite of the verdict
        assert least.sum() > bound


def test_ordinary_boards_rarely_take_more_than_sums() -> None:
    """Of these boards, brute force proves more of one alone."""
    missed = []
    for seed in range(1100, 1160):
        board = unflagged(random_board(seed, lie=0))
        wanted = oracle.verdicts(board)
        if wanted is None:
            continue
        kinds = kinds_of(decided(constraints_of(board).constraints, Budget(None)))
        mines, safe = ({board.cell(number) for number in kind} for kind in kinds)
        assert mines <= wanted[0]
        assert safe <= wanted[1]
        if (mines, safe) != wanted:
            missed.append(seed)
    assert missed == [1133]


def test_a_mine_that_takes_whole_numbers() -> None:
    """Half mines satisfy the clues without a mine in (0,2); whole ones do not."""
    board = Board.parse("mines: 4\n\n????\n_3?2\n1??2\n12??\n")
    wanted = oracle.verdicts(board)
    assert wanted is not None
    missing = wanted[0] - {
        board.cell(number)
        for number in decided(constraints_of(board).constraints, Budget(None)).mines
    }
    assert missing == {(0, 2)}


def row(cells: Sequence[int], mines: int, clue: int) -> Cardinality:
    return Cardinality(tuple(cells), mines, mines, Source(SourceKind.CLUE, clue))


def test_what_contradicts_itself_decides_nothing() -> None:
    apart = [row([0, 1], 1, 10), row([0, 1], 2, 11)]
    assert not decided(apart, Budget(None))
    beside = [*apart, row([2], 1, 12)]
    assert not decided(beside, Budget(None))
    deciding = Deciding()
    assert [kinds_of(each) for each in deciding.apart(beside, Budget(None))] == [
        (set(), set()),
        ({2}, set()),
    ]
    assert deciding.is_contradicted
    # Without the mine count nothing is wrong.
    total = Cardinality((0, 1, 2), 0, 0, TOTAL)
    assert not decided([row([0, 1], 1, 10), total], Budget(None))
    assert kinds_of(decided([row([0, 1], 0, 10), total], Budget(None))) == (set(), {0, 1, 2})


def test_components_that_stay_are_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Counted(Relaxation):
        def __init__(self, constraints: Sequence[Constraint]) -> None:
            super().__init__(constraints)
            asked.append(tuple(constraints))

    monkeypatch.setattr("logicsweep.linear.bounds.Relaxation", Counted)
    deciding = Deciding()
    first, second, third = row([0, 1], 1, 10), row([2, 3], 1, 11), row([3, 4], 2, 12)
    for constraints in ([first, second], [first, second], [first, second, third]):
        for _ in deciding.apart(constraints, Budget(None)):
            pass
    assert asked == [(first,), (second,), (second, third)]
    # The clues take three mines, and two cells are without one: a fourth may be in either.
    for mines, kinds in ((4, (set(), set())), (3, (set(), {5, 6}))):
        total = Cardinality(tuple(range(7)), mines, mines, TOTAL)
        before = len(asked)
        together = deciding.together([first, second, third, total], Budget(None))
        assert kinds_of(together) == kinds
        assert len(asked) == before + (mines == 3)


def test_a_limit_is_raised() -> None:
    constraints = constraints_of(Board.parse("mines: 2\n\n????\n1221\n")).constraints
    with pytest.raises(LimitError):
        decided(constraints, Budget(1e-9))
