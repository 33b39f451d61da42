"""Every agent: that it plays to the end, what it finds, and that what it calls certain is so."""

from __future__ import annotations

import builtins
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from statistics import mean
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, State, clue_model
from logicsweep.constraints import constraints_of
from logicsweep.errors import LimitError, MissingLibraryError, UnknownNameError
from logicsweep.games.agents.base import Agent, Known, Move
from logicsweep.games.agents.equations import Equation
from logicsweep.games.agents.exact import Exact
from logicsweep.games.agents.logic import Logic
from logicsweep.games.agents.matrix import RIGHT, Matrix, forced
from logicsweep.games.agents.pairwise import compared
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.agents.rref_enumerate import RrefEnumerate
from logicsweep.games.agents.search_exact import SearchExact
from logicsweep.games.agents.shares import Sharing
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import Outcome, play, view_of
from logicsweep.games.setting import FirstClick, GameRule, Setting
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.judges.making import MODELS, random_board, uncertain_board
from tests.judges.oracle import layouts, posterior

SLOW = ("simplex", "logic-asp")
FAST = tuple(name for name in AGENTS if name not in SLOW)
# What they call certain is certain with any clues; that of the others with exact clues only.
PROVING = ("simplex", "logic", "logic-asp", "exact", "search-exact", "posterior")


def one_game(
    name: str, seed: int, **options: Any
) -> tuple[Game, list[tuple[Move, Shown]], Outcome]:
    """A game played by an agent, with all its moves."""
    game = Game(Setting(**options), seed)
    moves: list[tuple[Move, Shown]] = []
    agent = agent_of(name, seed)
    outcome = play(game, agent, watch=lambda move, shown, _: moves.append((move, shown)))
    return game, moves, outcome


def check_certain(game: Game, moves: Sequence[tuple[Move, Shown]]) -> None:
    """No certain move may have been wrong."""
    mines = game.solution.mines
    for move, _ in moves:
        if move.is_proved:
            assert (move.cell in mines) == move.flags, (game.setting, move)


@pytest.mark.parametrize("rule", GameRule)
@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_plays_to_the_end_under_every_rule(name: str, rule: GameRule) -> None:
    for seed in range(2 if name in SLOW else 6):
        click = list(FirstClick)[seed % 3]
        size = {"height": 5 + seed % 2, "width": 6, "mines": 7, "rule": rule}
        game, moves, outcome = one_game(name, seed, **size, first_click=click, flood=seed % 2 > 0)
        assert game.is_over
        assert outcome.moves == len(moves)
        check_certain(game, moves)
        assert all(move.reason for move, _ in moves)
        if rule is GameRule.CLASSIC:
            assert not any(move.flags for move, _ in moves)
            assert outcome.is_won == (outcome.detonated == 0)
        elif rule is GameRule.CONTINUE:
            assert outcome.opened + outcome.detonated + game.flags == game.setting.cells
        else:
            assert outcome.right_flags + outcome.wrong_flags + outcome.detonated == 7
        if name != "posterior":
            assert outcome.wrong_flags == 0


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", [*FAST, *(pytest.param(n, marks=pytest.mark.slow) for n in SLOW)])
def test_every_agent_plays_to_the_end_with_any_clues(name: str, model: str) -> None:
    for seed in range(2):
        for rule in GameRule:
            options = {"height": 4, "width": 5, "mines": 4, "rule": rule}
            game, moves, outcome = one_game(name, seed, **options, model=clue_model(model))
            assert game.is_over
            if name in PROVING:
                check_certain(game, moves)
                if name != "posterior":
                    assert outcome.wrong_flags == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", FAST)
def test_what_is_called_certain_is_so_on_larger_boards(name: str) -> None:
    for seed in range(15):
        for rule in GameRule:
            options = {"height": 16, "width": 16, "mines": 30 + 3 * seed, "rule": rule}
            game, moves, _ = one_game(name, seed, **options, flood=seed % 2 > 0)
            check_certain(game, moves)


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    for name in AGENTS:
        for model in ("exact", "optimistic"):
            options: dict[str, Any] = {
                "height": 6,
                "width": 6,
                "mines": 7,
                "rule": GameRule.CONTINUE,
            }
            games = [one_game(name, 5, **options, model=clue_model(model)) for _ in range(2)]
            assert games[0][1] == games[1][1], name
            assert games[0][2] == games[1][2]


def begun(name: str, view: View, **options: Any) -> Agent:
    """An agent that has begun a game; its guesses are always the same."""
    agent = agent_of(name, 0, **options)
    agent.begin(view)
    return agent


def next_moves(
    name: str, board: Board, count: int, rule: GameRule = GameRule.CONTINUE
) -> list[Move]:
    """The first moves of an agent on a board; what it opens turns out to show no clue."""
    view = View(board, rule=rule)
    agent = begun(name, view)
    moves = []
    for _ in range(count):
        move = agent.choose(view)
        moves.append(move)
        view.show({move.cell: State.FLAGGED if move.flags else State.NO_CLUE})
    return moves


def certain_on(name: str, board: Board) -> tuple[set[Cell], set[Cell]]:
    """What an agent calls certain (mines, safe) before it opens anything."""
    view = View(board, rule=GameRule.CONTINUE)
    agent = begun(name, view)
    agent._see(view, view.seen())  # noqa: SLF001
    while agent._find(view):  # noqa: SLF001
        pass
    found = agent._found  # noqa: SLF001
    return {c for c, mine in found.items() if mine}, {c for c, mine in found.items() if not mine}


A = "1?2\n???\n?3?\n"


def test_the_worked_example_of_reference_system_a() -> None:
    # A+B+C = 1, A+C+D = 2, E+B+C+D+F = 3 have exactly three solutions.
    board = Board.parse(A)
    solutions = layouts(board)
    assert len(solutions) == 3
    names = {(0, 1): "A", (1, 0): "B", (1, 1): "C", (1, 2): "D", (2, 0): "E", (2, 2): "F"}
    expected = {"A": "1/3", "B": "0", "C": "2/3", "D": "1", "E": "2/3", "F": "2/3"}
    agent = begun("rref-enumerate", view := View(board))
    assert isinstance(agent, RrefEnumerate)
    agent._see(view, view.seen())  # noqa: SLF001
    shares = Sharing(None, None).of(agent._equations.live.values())  # noqa: SLF001
    assert {names[board.cell(n)]: str(share) for n, share in shares.items()} == expected
    found = {names[cell]: str(Fraction(int(solutions[:, *cell].sum()), 3)) for cell in names}
    assert found == expected
    # Of these the reduced equations find D and B; with three mines in all A is safe, too.
    assert certain_on("rref-local", board) == ({Cell(1, 2)}, {Cell(1, 0)})
    assert certain_on("rref", Board.parse(f"mines: 3\n\n{A}")) == (
        {Cell(1, 2), Cell(1, 1)},
        {Cell(1, 0), Cell(0, 1)},
    )
    assert certain_on("single-point", board) == (set(), set())


def test_hand_made_matrices() -> None:
    """The published rules for a row: right side 0, all positives, all negatives, and no more."""
    assert forced({0: 1, 1: 1, RIGHT: 0}, {}) == ([], [0, 1])
    assert forced({0: -2, 1: -1, RIGHT: 0}, {}) == ([], [0, 1])
    assert forced({0: 1, 1: 2, 2: -1, RIGHT: 3}, {}) == ([0, 1], [2])
    assert forced({0: 1, 1: -2, 2: -1, RIGHT: -3}, {}) == ([1, 2], [0])
    assert forced({0: 1, 1: -1, RIGHT: 0}, {}) == ([], [])
    assert forced({0: 1, 1: -2, RIGHT: -1}, {}) == ([], [])
    assert forced({0: 1, 1: -1, RIGHT: 2}, {0: 2, 1: 3}) == ([0], [1])
    assert forced({0: 1, 1: -2, RIGHT: -6}, {0: 2, 1: 3}) == ([1], [0])
    matrix = Matrix()
    for row in ({0: 1, 1: 1, RIGHT: 1}, {1: 1, 2: 1, RIGHT: 1}, {0: 1, 2: 1, RIGHT: 2}):
        matrix.add(row)
    # Exact: in halves nothing would be lost either, but thirds are no floats.
    assert matrix.rows == {0: {0: 1, RIGHT: 1}, 1: {1: 1, RIGHT: 0}, 2: {2: 1, RIGHT: 1}}
    assert not matrix.contradicts
    matrix.add({0: 1, 1: 1, 2: 1, RIGHT: 3})
    assert matrix.contradicts


def reduced(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Reduced row echelon form, the textbook's way."""
    rows = [list(row) for row in rows]
    done = 0
    for column in range(len(rows[0]) - 1 if rows else 0):
        pivot = next((r for r in range(done, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [value / rows[done][column] for value in rows[done]]
        for other in range(len(rows)):
            if other != done:
                factor = rows[other][column]
                pairs = zip(rows[other], rows[done], strict=True)
                rows[other] = [value - factor * by for value, by in pairs]
        done += 1
    return [row for row in rows if any(row[:-1])]


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_the_matrix_says_what_the_textbook_says(seed: int) -> None:
    """Equations added and columns fixed one after the other: the rows span the same space."""
    rng = random.Random(seed)
    size = rng.randint(2, 7)
    truth = [rng.randint(0, 1) for _ in range(size)]
    matrix, plain = Matrix(), []
    known: set[int] = set()
    for _ in range(rng.randint(1, 10)):
        columns = [c for c in range(size) if c not in known and rng.random() < 0.6]
        if rng.random() < 0.25 and columns:
            known.add(columns[0])
            matrix.fix(columns[0], truth[columns[0]])
            for row in plain:
                row[-1] -= row[columns[0]] * truth[columns[0]]
                row[columns[0]] = Fraction(0)
        elif columns:
            right = sum(truth[c] for c in columns)
            matrix.add({RIGHT: right, **dict.fromkeys(columns, 1)})
            plain.append([Fraction(c in columns) for c in range(size)] + [Fraction(right)])
        mine = [
            [Fraction(row.get(c, 0)) for c in range(size)] + [Fraction(row[RIGHT])]
            for row in matrix.rows.values()
        ]
        assert reduced(mine) == reduced(plain)
        for pivot, row in matrix.rows.items():
            assert [p for p, other in matrix.rows.items() if pivot in other] == [pivot]
            assert all(isinstance(value, int) for value in row.values())
            assert sum(value * truth[c] for c, value in row.items() if c >= 0) == row[RIGHT]
        assert set(matrix.columns) == {c for row in matrix.rows.values() for c in row if c >= 0}
    assert not matrix.contradicts


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_pairs_give_what_their_sum_or_difference_forces(seed: int) -> None:
    rng = random.Random(seed)
    cells = range(rng.randint(2, 6))
    sets = [{c for c in cells if rng.random() < 0.7} or {0} for _ in range(2)]
    counts = [rng.randint(0, len(own)) for own in sets]
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
        if not solutions:
            return
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


@pytest.mark.parametrize("seed", seeds(range(150), fast=40))
def test_pairs_are_taken_to_a_fixed_point(seed: int) -> None:
    board = random_board(seed, lie=0, covered=16)
    board = board.replace(
        {cell: State.COVERED for cell in board.covered if board[cell] == State.FLAGGED}
    )
    if not board.covered or not KnowledgeBase(Board(board.grid)).has_layout():
        pytest.skip(f"seed {seed} is inconsistent or has no covered cell")
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
    board = random_board(seed, lie=0)
    board = board.replace(
        {cell: State.COVERED for cell in board.covered if board[cell] == State.FLAGGED}
    )
    if not board.covered or not KnowledgeBase(board).has_layout():
        pytest.skip(f"seed {seed} is inconsistent or has no covered cell")
    assert certain_on("subset", board) == by_subsets(board)


def test_the_subset_agent_guesses_the_smallest_largest_share() -> None:
    board = Board.parse("??????\n?3??1?\n??????\n")
    move = next_moves("subset", board, 1)[0]
    assert (move.cell.column, move.is_proved) == (3, False)  # 1/8 beats the 3/8 of the others
    assert next_moves("subset", Board.parse("??\n??\n"), 1)[0].reason == "a random guess"


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_shares_are_those_of_all_solutions(seed: int) -> None:
    board = random_board(seed, lie=0)
    board = board.replace(
        {cell: State.COVERED for cell in board.covered if board[cell] == State.FLAGGED}
    )
    free = Board(board.grid)
    if not board.covered or not KnowledgeBase(free).has_layout():
        pytest.skip(f"seed {seed} is inconsistent or has no covered cell")
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


def test_the_risk_of_a_cell_is_the_sum_of_the_clues_around_it() -> None:
    board = Board.parse("2???\n??1?\n????\n")
    first = next_moves("risk-gain", board, 1, GameRule.SEARCH)[0]
    # (0,1) and (1,1) are next to both; of them (1,1) has more covered cells around it.
    assert (first.cell, first.reason) == (Cell(1, 1), "highest risk 3, gain 7")
    # A mine that was dug up is taken off the clues around it.
    dug = Board.parse("2???\n?*1?\n????\n")
    assert next_moves("risk-gain", dug, 1, GameRule.SEARCH)[0].reason == "highest risk 1, gain 4"
    # No clue left: probes two apart, then the largest gain.
    empty = Board.parse("???????\n" * 5)
    probes = [move.cell for move in next_moves("risk-gain", empty, 7, GameRule.SEARCH)]
    assert probes[0] == Cell(1, 1)
    assert probes[1].row == 1
    assert all(cell.row % 2 and cell.column % 2 for cell in probes[:2])


def test_what_is_to_be_explored_comes_from_clues() -> None:
    # 0 makes safe, as many mines as cells makes mines, all else is to be explored.
    board = Board.parse("0??\n???\n??1\n")
    view = View(board, rule=GameRule.SEARCH)
    agent = begun("explore", view)
    move = agent.choose(view)
    assert move.cell in (Cell(1, 2), Cell(2, 1))
    assert move.reason == "to be explored, next to a clue"
    assert certain_on("explore", Board.parse("?3\n??\n")) == (
        {Cell(0, 0), Cell(1, 0), Cell(1, 1)},
        set(),
    )
    # Safe cells are left alone while anything else is covered.
    moves = [m.cell for m in next_moves("explore", board, 6, GameRule.SEARCH)]
    assert not {Cell(0, 1), Cell(1, 0), Cell(1, 1)} & set(moves[:4])


def relaxed(board: Board) -> tuple[set[Cell], set[Cell]]:
    """What the linear relaxation decides, cell by cell, from the constraints as they are."""
    from scipy.optimize import linprog

    system = constraints_of(board)
    column = {cell: place for place, cell in enumerate(system.cells)}
    rows: list[list[float]] = []
    bounds: list[float] = []
    for constraint in system.constraints:
        row = np.zeros(len(column))
        row[[column[cell] for cell in constraint.cells]] = 1
        rows += [row.tolist(), (-row).tolist()]
        bounds += [constraint.upper, -constraint.lower]
    mines, safe = set(), set()
    for cell, place in column.items():
        for sign, found in ((-1, safe), (1, mines)):
            costs = np.zeros(len(column))
            costs[place] = sign
            result = linprog(costs, A_ub=rows or None, b_ub=bounds or None, bounds=(0, 1))
            if result.status == 0 and (-result.fun < 1 - 1e-7 if sign < 0 else result.fun > 1e-7):
                found.add(board.cell(cell))
    return mines, safe


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_simplex_finds_what_the_relaxation_decides(seed: int) -> None:
    board = uncertain_board(seed) if seed % 2 else random_board(seed, lie=0)
    board = board.replace(
        {cell: State.COVERED for cell in board.covered if board[cell] == State.FLAGGED}
    )
    if not KnowledgeBase(board).has_layout() or not board.covered:
        pytest.skip(f"seed {seed} is inconsistent or has no covered cell")
    mines, safe = relaxed(board)
    assert certain_on("simplex", board) == (mines, safe)


@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_the_exact_agent_takes_the_least_risk_and_the_likeliest_zero(seed: int) -> None:
    """At every guess, against all layouts of the board, tried one by one."""
    guesses = 0

    class Watched(Exact):
        def _guess(self, view: View) -> Move | None:
            nonlocal guesses
            move = super()._guess(view)
            if len(view.board.covered) > 14:
                return move
            assert move is not None
            guesses += 1
            found = layouts(view.board)
            covered = view.board.covered
            risk = {cell: int(found[:, cell.row, cell.column].sum()) for cell in covered}
            least = min(risk.values())
            assert risk[move.cell] == least
            zero = {
                cell: int(
                    (
                        ~found[:, *zip(cell, *view.board.neighbours(cell), strict=True)].any(axis=1)
                    ).sum()
                )
                for cell in covered
                if risk[cell] == least
            }
            assert zero[move.cell] == max(zero.values()), (view.board, move, zero)
            return move

    for number in range(3):
        setting = Setting(height=3, width=4 + seed % 2, mines=3 + number, rule=GameRule.CONTINUE)
        game = Game(setting, seed)
        play(game, Watched(seed))
    assert guesses > 0


# Each first click takes as long; the usual one is among the fast tests.
FIRST_CLICKS = [
    pytest.param(one, marks=() if one is FirstClick.OPENING else pytest.mark.slow)
    for one in FirstClick
]


@pytest.mark.parametrize("click", FIRST_CLICKS)
@pytest.mark.parametrize("name", MODELS)
def test_the_exact_agent_takes_the_least_risk_with_any_clues(name: str, click: FirstClick) -> None:
    """Against the posterior over all layouts; with `opening` it knows what the rule keeps free."""
    guesses = 0

    class Watched(Exact):
        def _guess(self, view: View) -> Move | None:
            nonlocal guesses
            move = super()._guess(view)
            if len(view.board.covered) > 14 or move is None:
                return move
            guesses += 1
            found, weights = posterior(view.board)
            risk = {
                cell: sum(
                    (w for w, mine in zip(weights, found[:, *cell], strict=True) if mine),
                    start=Fraction(0),
                )
                for cell in view.board.covered
                if cell not in self._found
            }
            assert risk[move.cell] == min(risk.values())
            return move

    for seed in range(2):
        for rule in GameRule:
            setting = Setting(
                height=3,
                width=5,
                mines=4,
                rule=rule,
                first_click=click,
                model=clue_model(name),
            )
            game = Game(setting, seed)
            moves: list[Move] = []
            play(game, Watched(seed), watch=lambda m, *_, to=moves: to.append(m))
            if click is FirstClick.OPENING and len(moves) > 3:
                near = set(game.board.neighbours(moves[0].cell))
                opened = [move for move in moves[1:] if not move.flags]
                if rule is not GameRule.SEARCH:
                    assert {m.cell for m in opened[: len(near)]} == near
                assert all(m.is_proved for m in opened if m.cell in near)
    assert guesses > 0 or click is FirstClick.OPENING


def test_the_exact_agent_knows_where_to_start() -> None:
    for size, click, expected in (
        ((16, 30, 99), FirstClick.OPENING, Cell(3, 3)),
        ((16, 16, 40), FirstClick.OPENING, Cell(2, 2)),
        ((9, 9, 10), FirstClick.OPENING, Cell(2, 2)),
        ((9, 9, 10), FirstClick.SAFE, Cell(0, 0)),
        ((9, 9, 10), FirstClick.UNPROTECTED, Cell(0, 0)),
        ((1, 9, 2), FirstClick.OPENING, Cell(0, 3)),
    ):
        height, width, mines = size
        setting = Setting(height=height, width=width, mines=mines, first_click=click)
        view = view_of(Game(setting, 0))
        assert begun("exact", view).choose(view).cell == expected


def test_reasons_name_the_clues_behind_a_proof() -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    view = View(board)
    move = begun("exact", view, explains=True).choose(view)
    assert move.is_proved
    assert move.reason == "proved safe by the clues at (1,0), (1,1), (1,2)"
    total = View(Board.parse("mines: 1\n\n?1?_?\n"))
    reason = begun("logic", total, explains=True).choose(total).reason
    assert reason == "proved safe by the clue at (0,1) and the total"


@pytest.mark.parametrize("kind", [Logic, Exact, SearchExact])
def test_agents_that_prove_go_on_after_a_limit(
    kind: type[Logic], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit that is reached now and then costs moves that were proved, and nothing else."""
    calls = iter(range(10**9))
    for name in ("tell_all", "consequences", "count"):
        plain = getattr(KnowledgeBase, name)

        def limited(self: KnowledgeBase, *args: Any, plain: Any = plain, **kwargs: Any) -> Any:
            if next(calls) % 3 == 2:
                raise LimitError("a test")
            return plain(self, *args, **kwargs)

        monkeypatch.setattr(KnowledgeBase, name, limited)
    for seed in range(4):
        for rule in GameRule:
            setting = Setting(height=6, width=6, mines=7, rule=rule, flood=True)
            game = Game(setting, seed)
            moves: list[tuple[Move, Shown]] = []
            play(game, kind(seed), watch=lambda m, s, _, to=moves: to.append((m, s)))
            assert game.is_over
            check_certain(game, moves)


def test_searching_with_counts_opens_fewer_cells() -> None:
    def opened(name: str) -> float:
        options = {"height": 12, "width": 12, "mines": 15, "rule": GameRule.SEARCH}
        return mean(one_game(name, seed, **options)[2].opened_share for seed in range(12))

    ours = opened("search-exact")
    assert ours < opened("risk-gain")
    assert ours < opened("explore")


def test_searching_opens_nothing_that_tells_nothing() -> None:
    """Every cell that is opened could have turned out in two ways, by all layouts."""
    for seed in range(12):
        setting = Setting(height=3, width=4, mines=3, rule=GameRule.SEARCH)
        game = Game(setting, seed)
        view = view_of(game)
        agent = agent_of("search-exact", seed)
        agent.begin(view)
        while not game.is_over:
            board = game.board
            move = agent.choose(view)
            if move.flags:
                view.show(game.flag(move.cell))
                continue
            outcomes = {
                -1 if mines[move.cell] else sum(mines[near] for near in board.neighbours(move.cell))
                for mines in layouts(board)
            }
            assert len(outcomes) > 1, (seed, board, move)
            view.show(game.open(move.cell))


def test_the_posterior_agent_makes_the_safest_bet() -> None:
    board = Board.parse("mines: 3\n\n?????\n?21??\n?????\n")
    move = next_moves("posterior", board, 1)[0]
    assert move.cell in [Cell(0, 3), Cell(1, 3), Cell(2, 3)]
    assert (move.flags, move.is_proved) == (False, False)
    assert move.reason == "a mine with 6.67 % only"
    likely = Board.parse("mines: 6\n\n???\n?6?\n???\n").replace({Cell(0, 0): State.NO_CLUE})
    move = next_moves("posterior", likely, 1)[0]
    assert (move.flags, move.reason) == (True, "a mine with 85.71 %")
    assert not next_moves("posterior", likely, 1, GameRule.CLASSIC)[0].flags


def test_what_agents_know_is_counted() -> None:
    for name in ("subset", "exact", "rref", "explore"):
        game = Game(Setting(height=6, width=6, mines=6, rule=GameRule.CONTINUE), 3)
        agent = agent_of(name, 3)
        seen: list[Known] = []

        def check(
            _: Move, __: Shown, view: View, agent: Any = agent, game: Game = game, to: Any = seen
        ) -> None:
            known = agent.known(view)
            assert game.opened <= known.safe <= 30
            assert game.detonated + game.right_flags <= known.mines <= 6
            assert known.constraints >= 0
            to.append(known)

        play(game, agent, watch=check)
        assert (seen[-1].mines, seen[-1].safe) == (6, game.opened)


def test_unknown_agents_and_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownNameError, match="unknown agent 'psychic'; known: random, "):
        agent_of("psychic")
    real = builtins.__import__

    def without_scipy(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_scipy)
    with pytest.raises(MissingLibraryError, match=r"pip install 'logicsweep\[simplex\]'"):
        agent_of("simplex")


PUBLISHED = {
    "single-point": {10: 96.5, 20: 86.8, 30: 72.8, 50: 54.0},
    "rref": {10: 97.4, 20: 92.6, 30: 80.6, 50: 59.1},
    "enumerate": {10: 97.3, 20: 93.0, 30: 83.9, 50: 69.8},
    "rref-brute": {10: 97.4, 20: 94.3, 30: 87.2, 50: 70.5},
}


@pytest.mark.slow
@pytest.mark.parametrize("mines", [10, 20, 30, 50])
@pytest.mark.parametrize("name", PUBLISHED)
def test_agents_flag_as_many_mines_as_published(name: str, mines: int) -> None:
    rates = []
    for seed in range(150):
        options = {"height": 10, "width": 10, "mines": mines, "rule": GameRule.CONTINUE}
        rates.append(100 * one_game(name, seed, **options)[2].flag_rate)
    # The published means are of 50 to 200 games; a game's rate has a deviation of 5 to 20.
    assert abs(mean(rates) - PUBLISHED[name][mines]) < 4, mean(rates)
