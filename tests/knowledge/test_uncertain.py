"""Uncertain clues on boards: verdicts and posteriors against all layouts, with both engines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isqrt
from random import Random

import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError, State
from logicsweep.board import Clue
from logicsweep.formulas.facts import board_program
from logicsweep.reason import AspReasoner, SatReasoner
from logicsweep.system import constraints_of
from tests.conftest import asp_is_slow, seeds, some
from tests.judges import oracle
from tests.judges.making import MODELS, first_board, random_board, uncertain_board
from tests.judges.oracle import Masks

pytestmark = pytest.mark.usefixtures("either_engine")


def judge(board: Board) -> None:
    """Every verdict and every chance of a board, held against all of its layouts."""
    kb = KnowledgeBase(board)
    expected = oracle.verdicts(board)
    assert kb.has_layout() == (expected is not None)
    if expected is None:
        with pytest.raises(InconsistentBoardError):
            kb.consequences()
        return
    mines, safe = expected
    found = kb.consequences()
    assert (found.mines, found.safe) == (mines, safe)
    if board.mines is None and board.density is None:
        assert kb.count().total == len(oracle.layouts(board))
        return
    layouts, weights = oracle.posterior(board)
    judge_count(kb, layouts, weights)
    judge_questions(kb, layouts, weights)


def chances_of(board: Board, layouts: Masks, weights: list[Fraction]) -> dict[Cell, Fraction]:
    """How likely each covered cell is a mine; the weights add up to 1."""
    return {
        cell: sum(
            (weight for layout, weight in zip(layouts, weights, strict=True) if layout[cell]),
            start=Fraction(0),
        )
        for cell in board.covered
    }


def judge_count(kb: KnowledgeBase, layouts: Masks, weights: list[Fraction]) -> None:
    """The number of layouts and the chances, which are sure exactly where something is proved."""
    chances = chances_of(kb.board, layouts, weights)
    proved, count = kb.consequences(), kb.count()
    assert count.total == len(layouts)
    assert count.fractions() == chances
    assert {cell for cell, chance in chances.items() if chance == 0} == proved.safe
    assert {cell for cell, chance in chances.items() if chance == 1} == proved.mines
    floats = count.probabilities()
    assert all(abs(floats[cell] - float(chance)) < 1e-12 for cell, chance in chances.items())
    assert {cell for cell in chances if floats[cell] == 0} == proved.safe
    assert {cell for cell in chances if floats[cell] == 1} == proved.mines
    assert count.expected_mines == sum(
        weight * int(layout.sum()) for layout, weight in zip(layouts, weights, strict=True)
    )


def judge_questions(kb: KnowledgeBase, layouts: Masks, weights: list[Fraction]) -> None:
    """What is asked of layouts besides, held against all of them and their weights."""
    cells = kb.board.covered[:3]
    if not cells:
        return
    joint: dict[tuple[bool, ...], Fraction] = defaultdict(Fraction)
    shows: dict[int | None, Fraction] = defaultdict(Fraction)
    for layout, weight in zip(layouts, weights, strict=True):
        joint[tuple(bool(layout[cell]) for cell in cells)] += weight
        near = sum(bool(layout[other]) for other in kb.board.neighbours(cells[0]))
        shows[None if layout[cells[0]] else near] += weight
    assert kb.joint(cells) == joint
    found = kb.clue_distribution(cells[0])
    assert found.mine == shows[None]
    assert {n: chance for n, chance in enumerate(found.clues) if chance} == {
        n: chance for n, chance in shows.items() if n is not None and chance
    }
    possible = {layout.tobytes() for layout in layouts}
    assert all(layout.tobytes() in possible for layout in kb.sample(n=10, seed=1))


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", seeds(range(150), fast=40))
def test_any_uncertain_clues_agree_with_all_layouts(seed: int) -> None:
    judge(uncertain_board(seed))


@pytest.mark.few(12)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", seeds(range(25), fast=3))
def test_every_clue_model_agrees_with_all_layouts(model: str, seed: int) -> None:
    judge(uncertain_board(seed, model=model))


QUESTIONS_BEFORE: dict[str, Callable[[KnowledgeBase], object]] = {
    "nothing": lambda _: None,
    "consequences": lambda kb: kb.consequences(),
    "chances": lambda kb: kb.count(density=Fraction(1, 3)).fractions(),
    "a sample": lambda kb: kb.sample(n=1, seed=0, density=Fraction(1, 3)),
}


def judge_orders(board: Board) -> None:
    """The number of layouts and their chances, whatever was asked before they were counted."""
    layouts, weights = oracle.posterior(
        Board(board.grid, uncertain=board.uncertain, mines=board.mines, density=Fraction(1, 3))
    )
    chances = chances_of(board, layouts, weights)
    for first, ask in QUESTIONS_BEFORE.items():
        for engine in (None, "models"):
            kb = KnowledgeBase(board)
            ask(kb)
            count = kb.count(density=Fraction(1, 3), engine=engine)
            assert count.total == len(layouts), (first, engine)
            assert count.fractions() == chances, (first, engine)
            assert count.total == len(layouts), (first, engine)


def test_a_likelihood_of_decided_cells_leaves_every_layout_counted_once() -> None:
    # The clue 0..1 weighs the cell that the ones below it decide, and nothing that is left.
    judge_orders(Board.parse("0..1(1,1/10) _\n? _\n1 ?\n1 ?\n"))


@asp_is_slow
@pytest.mark.few(3)
@pytest.mark.parametrize("seed", seeds(range(1000, 1080), fast=20))
def test_counts_do_not_depend_on_what_was_asked_before(seed: int) -> None:
    for model in (MODELS[seed % len(MODELS)], None):
        make = partial(uncertain_board, covered=10, model=model)
        judge_orders(first_board(seed, make, oracle.is_consistent))


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", seeds(range(40), fast=12))
def test_the_board_at_once_and_by_its_program(seed: int) -> None:
    board = uncertain_board(seed)
    if any(clue.likelihood for clue in board.uncertain.values()):
        board = random_board(seed)
    plain = KnowledgeBase(board)
    system = constraints_of(board)
    found = SatReasoner(system).consequences()
    answer_sets = AspReasoner(system, program=board_program(board)).consequences()
    assert plain.has_layout() == (found is not None) == (answer_sets is not None)
    if found is not None:
        mines, safe = (frozenset(map(board.cell, cells)) for cells in found[:2])
        assert (plain.consequences().mines, plain.consequences().safe) == (mines, safe)


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_wider_bounds_prove_nothing_more(seed: int) -> None:
    board = first_board(seed, lambda number: random_board(number, lie=0), oracle.is_consistent)
    rng = Random(seed)
    proved = KnowledgeBase(board).consequences()
    for _ in range(4):
        wider = {}
        for cell, clue in board.clues.items():
            if rng.random() < 0.4:
                lower, upper = (clue, clue) if isinstance(clue, int) else (clue.lower, clue.upper)
                wider[cell] = Clue(max(0, lower - rng.randint(0, 1)), upper + rng.randint(0, 1))
        board = board.replace(wider)
        fewer = KnowledgeBase(board).consequences()
        assert fewer.mines <= proved.mines
        assert fewer.safe <= proved.safe
        proved = fewer


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", seeds(range(40), fast=12))
def test_exact_clues_in_other_words_give_the_same_numbers(seed: int) -> None:
    board = random_board(seed, lie=0)
    if board.mines is None:
        board = Board(board.grid, density=Fraction(1, 5))
    clues = {
        cell: Clue(0, 8, tuple(Fraction(count == clue) for count in range(9)))
        for cell, clue in board.clues.items()
    }
    other = board.replace(clues)
    assert other == board
    # Told one by one they are the same too, and so is a range of a single number with a weight.
    bare = board.replace(dict.fromkeys(board.clues, int(State.COVERED)))
    kb = KnowledgeBase(Board(bare.grid, mines=bare.mines, density=bare.density))
    if oracle.is_consistent(board):
        for cell, clue in clues.items():
            kb.tell(cell, clue)
        assert kb.count().fractions() == KnowledgeBase(board).count().fractions()


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", some(range(3), every=2))
def test_a_count_that_was_weighed_can_be_had_without_weights(seed: int) -> None:
    """Also with the smallest budget of entries that suffices to weigh it."""
    rng = Random(seed)
    clues = ["1:noisy(1/10)", "2:noisy(1/10)"]
    rows = [
        ["?" if (row + column) % 2 else rng.choice(clues) for column in range(7)]
        for row in range(7)
    ]
    text = "\n".join(map(" ".join, rows))
    board = Board.parse(f"mines: 8\n\n{text}\n")
    expected = KnowledgeBase(board, reasoner="sat").count().total
    low, high = 1, 10_000_000
    while high - low > max(1, low // 50):
        middle = isqrt(low * high) + 1
        try:
            KnowledgeBase(board, reasoner="sat", max_entries=middle).count().probabilities()
            high = middle
        except LimitError:
            low = middle
    assert KnowledgeBase(board, reasoner="sat", max_entries=high).count().total == expected
