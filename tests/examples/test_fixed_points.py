"""Agents that apply a rule to a fixed point, against the rule applied naively."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from logicsweep import Board, Cell, State
from logicsweep.games.agents.published.equations import Equation
from logicsweep.games.agents.published.pairwise import compared
from logicsweep.games.agents.published.shares import Sharing
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.games.judging import begun, certain_on, next_moves
from tests.judges.making import first_board, random_board, unflagged
from tests.judges.oracle import is_consistent, layouts


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_pairs_give_what_their_sum_or_difference_forces(seed: int) -> None:
    rng = random.Random(seed)
    cells = range(rng.randint(2, 6))
    sets = [{c for c in cells if rng.random() < 0.7} or {0} for _ in range(2)]
    mined = {c for c in cells if rng.random() < 0.5}
    counts = [len(own & mined) for own in sets]
    one, other = (Equation(-1 - n, sets[n], counts[n]) for n in range(2))
    mines, safe = compared(one, other)
    forced_mines, forced_safe = set(), set()
    for sign in (1, -1):
        solutions = [
            values
            for values in product((0, 1), repeat=len(cells))
            if sum(values[c] for c in sets[0]) + sign * sum(values[c] for c in sets[1])
            == counts[0] + sign * counts[1]
        ]
        about = sets[0] | sets[1] if sign > 0 else sets[0] ^ sets[1]
        forced_mines |= {c for c in about if all(values[c] for values in solutions)}
        forced_safe |= {c for c in about if not any(values[c] for values in solutions)}
    assert (mines, safe) == (forced_mines, forced_safe)


def by_pairs(board: Board) -> tuple[set[Cell], set[Cell]]:
    """Single clues and pairs of them to a fixed point, written down plainly."""
    known: dict[Cell, bool] = dict.fromkeys(board.known_mines, True)
    covered = {cell for cell in board.covered if board[cell] == State.COVERED}
    while True:
        constraints = []
        for clue, count in board.clues.items():
            around = board.neighbours(clue)
            cells = {cell for cell in around if cell in covered and cell not in known}
            assert isinstance(count, int)
            constraints.append((cells, count - sum(known.get(cell, False) for cell in around)))
        found: dict[Cell, bool] = {}
        for (a, m), (b, n) in product(constraints, constraints):
            if m in (0, len(a)):
                found.update(dict.fromkeys(a, m > 0))
            if a & b:
                one, other = (Equation(0, {board.number(c) for c in own}, 0) for own in (a, b))
                one.mines, other.mines = m, n
                mines, safe = compared(one, other)
                found.update(dict.fromkeys(map(board.cell, mines), True))
                found.update(dict.fromkeys(map(board.cell, safe), False))
        if found.keys() <= known.keys():
            break
        known.update(found)
    return {c for c in covered if known.get(c) is True}, {
        c for c in covered if known.get(c) is False
    }


def a_board(seed: int, covered: int = 12) -> Board:
    """A consistent board with a covered cell."""
    return first_board(
        seed,
        lambda number: random_board(number, lie=0, covered=covered),
        lambda board: bool(board.covered) and is_consistent(board),
    )


@pytest.mark.parametrize("seed", seeds(range(150), fast=40))
def test_pairs_are_taken_to_a_fixed_point(seed: int) -> None:
    board = unflagged(a_board(seed, covered=16))
    assert certain_on("pairwise", board) == by_pairs(board)


def test_pairs_are_compared_that_single_clues_have_changed() -> None:
    # The clues 3 and 1 below the flags: once the flags are known they say that (1,0) is safe.
    board = Board.parse("mines: 7\n\n??*21?\n?*?211\n?32211\n?101?1\n")
    assert Cell(1, 0) in certain_on("pairwise", board)[1]


def by_subsets(board: Board) -> tuple[set[Cell], set[Cell]]:
    """Constraints and subsets to a fixed point, written down plainly."""
    constraints = [
        (frozenset(c for c in board.neighbours(cell) if board[c] == State.COVERED), count)
        for cell, count in board.clues.items()
        if isinstance(count, int)
    ]
    known: dict[Cell, bool] = dict.fromkeys(board.known_mines, True)
    constraints = [
        (cells, count - sum(board[c] == State.KNOWN_MINE for c in board.neighbours(clue)))
        for (cells, count), clue in zip(constraints, board.clues, strict=True)
    ]
    everything = set(constraints)
    while True:
        for cells, count in everything:
            if count == 0 or count == len(cells):
                known.update(dict.fromkeys(cells, count > 0))
        less = {
            (frozenset(cells - known.keys()), count - sum(known[c] for c in cells & known.keys()))
            for cells, count in everything
        }
        less |= {(b - a, m - n) for (a, n), (b, m) in product(less, less) if a and a < b}
        less = {(cells, count) for cells, count in less if cells}
        if less == everything:
            break
        everything = less
    covered = [cell for cell in board.covered if board[cell] == State.COVERED]
    return {c for c in covered if known.get(c) is True}, {
        c for c in covered if known.get(c) is False
    }


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_subsets_are_taken_to_a_fixed_point(seed: int) -> None:
    board = unflagged(a_board(seed))
    assert certain_on("subset", board) == by_subsets(board)


def test_the_subset_agent_guesses_the_smallest_largest_share() -> None:
    board = Board.parse("??????\n?3??1?\n??????\n")
    move = next_moves("subset", board, 1)[0]
    assert (move.cell.column, move.is_proved) == (3, False)  # 1/8 beats the 3/8 of the others
    assert next_moves("subset", Board.parse("??\n??\n"), 1)[0].reason == "a random guess"


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_shares_are_those_of_all_solutions(seed: int) -> None:
    board = unflagged(a_board(seed))
    free = Board(board.grid)
    found = layouts(free)
    agent = begun("enumerate", view := View(free))
    agent._see(view, view.seen())  # type: ignore[attr-defined]  # noqa: SLF001
    shares = Sharing(None, None).of(agent._equations.live.values())  # type: ignore[attr-defined]  # noqa: SLF001
    assert set(shares) == {free.number(cell) for cell in free.frontier}
    for number, share in shares.items():
        cell = free.cell(number)
        assert share == Fraction(int(found[:, cell.row, cell.column].sum()), len(found))
    # A component that is too large has no shares.
    few = Sharing(3, None).of(agent._equations.live.values())  # type: ignore[attr-defined]  # noqa: SLF001
    assert few.items() <= shares.items()
