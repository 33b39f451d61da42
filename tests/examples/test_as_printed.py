"""Agents by the letter of the reports, against plain forms of what the reports print."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from logicsweep import Board, Cell, Move, State
from logicsweep.games.agents.published.lin_opt import simplex_cautious
from logicsweep.games.agents.published.rref_as_printed import reduced
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import play, view_of
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from tests.conftest import seeds
from tests.examples.test_fixed_points import a_board
from tests.games.judging import begun, certain_on, next_moves
from tests.games.making import bare
from tests.judges.making import unflagged
from tests.judges.oracle import layouts

Sentence = tuple[frozenset[Cell], int]


class Printed:
    """The knowledge of E as its code has it: sentences are replaced, and never changed."""

    def __init__(self) -> None:
        self.sentences: list[Sentence] = []
        self.known: dict[Cell, bool] = {}

    def know(self, cells: frozenset[Cell], *, mine: bool) -> None:
        self.known |= dict.fromkeys(cells, mine)
        self.sentences = [(s - cells, count - mine * len(s & cells)) for s, count in self.sentences]

    def add(self, board: Board, cell: Cell, count: int) -> None:
        self.know(frozenset({cell}), mine=False)
        unknown = frozenset(near for near in board.neighbours(cell) if near not in self.known)
        self.sentences.append((unknown, count))
        place = 0
        while place < len(self.sentences):
            cells, count = self.sentences[place]
            place += 1
            if cells and count in (0, len(cells)):
                self.know(cells, mine=count > 0)
                place = 0
        for smaller, few in self.sentences:
            for larger, many in self.sentences:
                if smaller < larger and larger - smaller not in [s for s, _ in self.sentences]:
                    self.sentences.append((larger - smaller, many - few))
        self.sentences = [sentence for sentence in self.sentences if sentence[0]]


@pytest.mark.parametrize("seed", seeds(range(20)))
def test_sentences_are_those_of_the_printed_code(seed: int) -> None:
    """After each opening the same cells are known; the games are lost as soon as E's are."""
    game = Game(bare(height=6, width=6, mines=6), seed=seed)
    agent, printed, view = agent_of("subset-as-printed", seed=seed), Printed(), view_of(game)
    agent.begin(view)
    while not game.is_over:
        move = agent.choose(view)
        claims = {cell for cell, mine in printed.known.items() if not mine}
        assert move.is_proved == bool({c for c in claims if view.can_open(c)})
        assert not move.is_proved or move.cell in claims
        shown = game.open(move.cell)
        view.show(shown)
        if game.is_over:
            break
        ((cell, clue),) = shown.items()
        printed.add(game.board, cell, int(clue))  # type: ignore[arg-type]
        agent._see(view, view.seen())  # type: ignore[attr-defined]  # noqa: SLF001
        assert {view.cell(n): mine for n, mine in agent._known.items()} == printed.known  # type: ignore[attr-defined]  # noqa: SLF001
        sums = {(frozenset(map(view.cell, s.cells)), s.count) for s in agent._sentences}  # type: ignore[attr-defined]  # noqa: SLF001
        assert sums == set(printed.sentences)


def test_a_known_mine_stays_in_a_new_clue() -> None:
    """With (0,1) known, the 1 below it asks for a mine more: of one cell, which is safe."""
    view = View(Board.parse("1??\n???\n???\n").replace({Cell(0, 1): State.KNOWN_MINE}))
    agent = begun("subset-as-printed", view)
    agent._see(view, view.seen())  # type: ignore[attr-defined]  # noqa: SLF001
    assert agent.knowledge(view) == ["mines: (0,1)", "{(1,0), (1,1)} = 1"]


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_floats_give_the_reduced_form_and_the_verdicts_of_small_boards(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-1, 2, (4, 6)).astype(float)
    rows = [[Fraction(int(entry)) for entry in row] for row in matrix]
    top = 0
    for column in range(5):
        pivot = next((place for place in range(top, 4) if rows[place][column]), None)
        if pivot is None:
            continue
        rows[top], rows[pivot] = rows[pivot], rows[top]
        rows[top] = [entry / rows[top][column] for entry in rows[top]]
        for place in set(range(4)) - {top}:
            times = rows[place][column]
            rows[place] = [a - times * b for a, b in zip(rows[place], rows[top], strict=True)]
        top += 1
        if top == 4:
            break
    assert np.allclose(reduced(matrix), np.array(rows, dtype=float))
    board = unflagged(a_board(seed))
    mines, safe = certain_on("rref-as-printed", board)
    exact = certain_on("rref", board)
    assert mines <= exact[0]
    assert safe <= exact[1]


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_the_program_for_cautious_clues_has_its_greatest_sum(seed: int) -> None:
    """The greatest sum over all corners of the program, each the solution of two equations."""
    rng = random.Random(seed)
    rows = [[float(rng.random() < 0.6), 1.0, float(rng.randint(0, 4))] for _ in range(3)]
    matrix = np.array([*rows, [1.0, 1.0, 5.0]])
    walls = np.vstack((matrix, [[-1, 0, 0], [0, -1, 0]]))
    corners = [
        np.linalg.solve(pair[:, :2], pair[:, 2])
        for pair in (walls[list(two)] for two in combinations(range(len(walls)), 2))
        if abs(np.linalg.det(pair[:, :2])) > 1e-9
    ]
    greatest = max(
        corner.sum() for corner in corners if (walls[:, :2] @ corner <= walls[:, 2] + 1e-9).all()
    )
    solved = simplex_cautious(matrix)
    assert solved is not None
    assert solved.shape == (4, 5)  # as many columns as rows, and the right side
    basic = {
        int(column.argmax())  # equal columns have their one in the same row: the second is 0
        for column in solved[:, :2].T
        if column.max() == 1 and np.count_nonzero(column) == 1
    }
    assert sum(solved[place, -1] for place in basic) == pytest.approx(greatest)


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_models_with_too_many_mines_are_dropped(seed: int) -> None:
    board = unflagged(a_board(seed))
    free = Board(board.grid)
    agent = begun("enumerate", view := View(free))
    agent._see(view, view.seen())  # type: ignore[attr-defined]  # noqa: SLF001
    counted = agent._sharing.components_of(agent._equations.live.values())  # type: ignore[attr-defined]  # noqa: SLF001
    solutions = layouts(free)
    for component in counted:
        cells = [free.cell(number) for number in component.shares]
        models = {tuple(bool(mines[cell]) for cell in cells) for mines in solutions}
        assert component.fewest == min(map(sum, models))
        for most in range(component.fewest - 1, len(cells) + 1):
            kept = [model for model in models if sum(model) <= most]
            shares = list(component.within(most).values())
            for place, share in enumerate(shares):
                among = sum(model[place] for model in kept)
                assert share == (Fraction(among, len(kept)) if kept else 0)


def test_the_printed_code_opens_the_last_of_equals_and_flags_nothing_by_models() -> None:
    board = Board.parse("mines: 2\n\n????\n1221\n____\n".replace("_", "0"))
    assert certain_on("enumerate", board)[0]
    assert certain_on("enumerate-as-printed", board) == (set(), set())
    equal = Board.parse("mines: 4\n\n???????\n???1???\n???????\n".replace("1", "1"))
    assert next_moves("enumerate-as-printed", equal, 1)[0].cell == Cell(2, 4)
    assert next_moves("enumerate", equal, 1)[0].cell == Cell(0, 2)


def test_a_single_pass_does_not_look_again() -> None:
    # The 1 at (2,0) needs (3,0) and (3,1) free, after the 2 at (2,2) was looked at.
    board = Board.parse("mines: 3\n\n??1\n2?1\n111\n")
    again, once = certain_on("single-point", board), begun("single-pass", view := View(board))
    once._see(view, view.seen())  # type: ignore[attr-defined]  # noqa: SLF001
    assert once._find(view)  # type: ignore[attr-defined]  # noqa: SLF001
    assert not once._find(view)  # type: ignore[attr-defined]  # noqa: SLF001
    found = set(once._found)  # type: ignore[attr-defined]  # noqa: SLF001
    assert found < again[0] | again[1]


def test_small_numbers_guesses_where_clues_are_small() -> None:
    board = Board.parse("mines: 9\n\n???????\n?3???1?\n???????\n")
    move = next_moves("small-numbers", board, 1)[0]
    assert (move.cell, move.reason) == (Cell(0, 4), "the mean of the clues around it is 1")


def test_the_printed_program_fails_as_soon_as_a_cell_is_known() -> None:
    """A cell that is known is in no row, and in the sum that is to grow."""
    matrix = np.array([[1.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 17.0]])
    assert simplex_cautious(matrix) is None
    assert simplex_cautious(matrix[:, [0, 1, 3]]) is not None
    for model in ("optimistic", "cautious"):
        setting = bare(height=6, width=6, mines=6, rule=GameRule.CONTINUE, clues=model)
        moves: dict[str, list[Move]] = {"lin-opt": [], "rref-brute-as-printed": []}
        for name, to in moves.items():
            play(
                Game(setting, seed=2), agent_of(name), watch=lambda move, *_, to=to: to.append(move)
            )
        assert moves["lin-opt"] == moves["rref-brute-as-printed"]
