"""Counts and chances of whole boards, against all layouts and the independent engines."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Clue,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    ModelCount,
    State,
    read_board,
)
from logicsweep.count import ENGINES, floats as chances
from logicsweep.count.engines import elimination as joined
from logicsweep.count.layouts import CountedLayouts
from logicsweep.eliminate.counts import WeightedCounts
from logicsweep.errors import MissingDensityError, MissingLibraryError, UnknownNameError
from logicsweep.limits import Budget
from tests.conftest import ROOT, asp_is_slow, seeds
from tests.judges import oracle
from tests.judges.making import clue, deal, opened_at_random, random_board

BOARDS = ROOT / "examples" / "boards"


def chances_of_oracle(board: Board, density: Fraction) -> dict[Cell, Fraction]:
    """The share of the layouts with a mine in each cell, weighed when the total is unknown."""
    layouts = oracle.layouts(board)
    weights = [Fraction(1)] * len(layouts)
    if board.total_mines is None:
        covered = len(board.covered)
        weights = [
            density ** int(layout.sum() - len(board.known_mines))
            * (1 - density) ** int(covered - layout.sum() + len(board.known_mines))
            for layout in layouts
        ]
    mass = sum(weights)
    return {
        cell: sum((w for w, one in zip(weights, layouts, strict=True) if one[cell]), Fraction(0))
        / mass
        for cell in board.cells
    }


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize("block", seeds(range(30), fast=12))
def test_counts_and_chances_are_those_of_all_layouts(block: int) -> None:
    for seed in range(block * 15, block * 15 + 15):
        board = random_board(seed)
        layouts = oracle.layouts(board)
        kb = KnowledgeBase(board)
        if not len(layouts):
            with pytest.raises(InconsistentBoardError):
                kb.count()
            continue
        density = Fraction(seed % 7 + 1, 9)
        count = kb.count(density=density)
        expected = chances_of_oracle(board, density)
        assert count.total == len(layouts), seed
        assert {cell: count.probability(cell) for cell in board.cells} == expected, seed
        assert count.fractions() == {cell: expected[cell] for cell in board.covered}, seed
        assert count.expected_mines == sum(expected.values()), seed
        floats = count.probabilities()
        for cell in board.cells:
            if cell in board.covered:
                assert floats[cell] == float(expected[cell]), seed
            else:
                assert np.isnan(floats[cell]), seed
        # Counting first, proving first or both: the verdicts are the same.
        assert kb.consequences() == KnowledgeBase(board).consequences(), seed


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize("seed", seeds(range(120), fast=25))
def test_the_engines_agree(seed: int) -> None:
    board = random_board(seed, covered=9)
    if not oracle.is_consistent(board):
        return
    kb = KnowledgeBase(board)
    density = Fraction(2, 7)
    first = kb.count(density=density)
    second = kb.count(density=density, engine="models")
    assert second.total == first.total
    assert second.fractions() == first.fractions()
    assert second.expected_mines == first.expected_mines
    np.testing.assert_array_equal(second.probabilities(), first.probabilities())


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(25)))
def test_ganak_agrees(seed: int) -> None:
    pytest.importorskip("pyganak")
    board = random_board(seed, covered=9)
    if not oracle.is_consistent(board):
        return
    kb = KnowledgeBase(board)
    first, third = kb.count(), kb.count(engine="ganak")
    assert third.total == first.total
    if board.total_mines is None:
        with pytest.raises(ValueError, match="weighs all layouts alike"):
            third.probabilities()
        return
    assert third.fractions() == first.fractions()
    assert third.expected_mines == first.expected_mines
    np.testing.assert_array_equal(third.probabilities(), first.probabilities())
    for cell in board.covered[:1]:
        assert third.probability(cell) == first.probability(cell)


@pytest.mark.slow
def test_ganak_on_real_positions() -> None:
    pytest.importorskip("pyganak")
    board = read_board((BOARDS / "expert.board").read_bytes())
    # Without its total even a large board is counted in a moment.
    kb = KnowledgeBase(Board(board.grid))
    assert kb.count(engine="ganak").total == kb.count().total
    board = read_board((BOARDS / "beginner.board").read_bytes())
    kb = KnowledgeBase(board)
    assert kb.count(engine="ganak").total == kb.count().total
    with pytest.raises(LimitError, match="no answer within"):
        KnowledgeBase(board, time_limit=0.05).count(engine="ganak").total  # noqa: B018


def test_without_pyganak_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.count.engines.ganak.find_spec", lambda _name: None)
    kb = KnowledgeBase(Board.parse("mines: 1\n\n?1?"))
    with pytest.raises(MissingLibraryError, match=r"logicsweep\[ganak\]"):
        kb.count(engine="ganak")
    with pytest.raises(UnknownNameError, match="elimination, models, ganak"):
        kb.count(engine="abacus")
    assert ENGINES == ("elimination", "models", "ganak")


def test_worked_example_of_five_cells_in_a_row() -> None:
    # Row 1: 1 A 2, row 2: B C D, row 3: E 3 F, as equations: three solutions.
    board = Board.parse("1?2\n???\n?3?")
    count = KnowledgeBase(board).count(density=Fraction(1, 2))
    assert count.total == 3
    shares = [count.probability(cell) for cell in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2))]
    third = Fraction(1, 3)
    assert shares == [third, 0, 2 * third, 1, 2 * third, 2 * third]


def test_published_example_of_ten_by_ten() -> None:
    rows = ["001???????", "002???????", "003???????", "002???????", "112???????"]
    board = Board.parse("mines: 10\n\n" + "\n".join(rows + ["??????????"] * 5))
    kb = KnowledgeBase(board)
    proved = kb.consequences()
    assert proved.safe == {(0, 3), (4, 3), (5, 2)}
    assert proved.mines == {(1, 3), (2, 3), (3, 3)}
    count = kb.count()
    rounded = {cell: round(float(chance), 4) for cell, chance in count.fractions().items()}
    assert rounded.pop(Cell(5, 1)) == 0.9221
    undecided = [cell for cell in rounded if cell not in proved.safe | proved.mines]
    assert {rounded[cell] for cell in undecided} == {0.0779}
    assert sum(count.fractions().values()) == 10


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize("total", [None, 40, (30, 50)])
def test_a_board_without_clues(total: int | tuple[int, int] | None) -> None:
    board = Board(np.full((9, 11), State.COVERED, dtype=np.int8), total_mines=total)
    count = KnowledgeBase(board).count(density=Fraction(1, 5))
    if total is None:
        assert count.total == 2**99
        assert count.probability((3, 3)) == Fraction(1, 5)
    else:
        assert count.probability((0, 0)) == count.expected_mines / 99
    if total == 40:
        assert count.probability((8, 10)) == Fraction(40, 99)
        assert count.total == comb(99, 40)
    if total == (30, 50):
        assert count.total == sum(comb(99, mines) for mines in range(30, 51))


@pytest.mark.usefixtures("either_engine")
def test_the_density_of_the_header_and_none() -> None:
    board = Board.parse("density: 0.25\n\n?1?\n???\n")
    first = KnowledgeBase(board).count()
    assert first.probability((0, 0)) == KnowledgeBase(board).count(
        density=Fraction(1, 4)
    ).probability((0, 0))
    assert (
        first.probability((0, 0))
        != KnowledgeBase(board).count(density=Fraction(1, 3)).probability((0, 0))
        or first.total == 5
    )
    unknown = KnowledgeBase(Board.parse("?1??\n????\n")).count()
    assert unknown.total == 20
    for ask in (unknown.probabilities, unknown.fractions, lambda: unknown.probability((0, 3))):
        with pytest.raises(MissingDensityError, match="need a density"):
            ask()
    for wrong in (Fraction(0), Fraction(1), Fraction(3, 2)):
        with pytest.raises(ValueError, match="not between 0 and 1"):
            KnowledgeBase(board).count(density=wrong)


def played_on(count: ModelCount, kb: KnowledgeBase) -> None:
    """Chances are 0 and 1 exactly where that is proved, and add up to the total."""
    proved = kb.consequences()
    fractions = count.fractions()
    floats = count.probabilities()
    assert {cell for cell, chance in fractions.items() if chance == 0} == proved.safe
    assert {cell for cell, chance in fractions.items() if chance == 1} == proved.mines
    np.testing.assert_array_equal(floats == 0, proved.safe_mask)
    np.testing.assert_array_equal(floats == 1, proved.mine_mask)
    assert sum(fractions.values()) == kb.board.total_mines
    for cell, chance in fractions.items():
        assert abs(floats[cell] - chance) <= chances.TOLERANCE


@asp_is_slow
@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize(("size", "mines", "share"), [(9, 10, 0.3), (16, 50, 0.4), (30, 180, 0.25)])
@pytest.mark.parametrize("seed", seeds(range(8)))
def test_boards_opened_at_random(seed: int, size: int, mines: int, share: float) -> None:
    kb = KnowledgeBase(opened_at_random(seed, size, size, mines, share))
    # The knowledge base that counts first has not proved anything before.
    fresh = KnowledgeBase(kb.board)
    played_on(fresh.count(), kb)
    played_on(kb.count(), fresh)


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_a_hundred_by_a_hundred(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(seed, 100, 100, 2063, 0.5)
    kb = KnowledgeBase(board)
    count = kb.count()
    played_on(count, KnowledgeBase(board))
    # The same chances joined in floats and exactly.
    found = []
    for few in (0, 10**9):
        monkeypatch.setattr(joined, "_FEW", few)
        found.append(count.probabilities())
    np.testing.assert_allclose(found[0], found[1], rtol=0, atol=1e-13)


@pytest.mark.parametrize("total", ["least", "most", "range"])
def test_floats_at_the_edges_of_the_total(total: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(3, 60, 60, 740, 0.45)
    free = KnowledgeBase(Board(board.grid)).count(density=Fraction(1, 2))
    counted = free._queries._counted  # noqa: SLF001
    least = counted.known + sum(one.lowest for one in counted.counts)
    most = (
        counted.known
        + len(counted.interior)
        + sum(one.lowest + len(one.counts) - 1 for one in counted.counts)
    )
    bounds = {"least": least + 3, "most": most - 3, "range": (least + 9, least + 60)}[total]
    count = KnowledgeBase(Board(board.grid, total_mines=bounds)).count()
    exact = count.probabilities()
    monkeypatch.setattr(joined, "_FEW", 0)
    # In floats alone: the exact way would be taken without a word, were they not precise enough.
    monkeypatch.setattr(count._queries._prior, "message", None)  # noqa: SLF001
    np.testing.assert_allclose(count.probabilities(), exact, rtol=0, atol=1e-12)


@pytest.mark.slow
@pytest.mark.usefixtures("either_engine")
def test_after_a_tell_the_count_is_that_of_a_fresh_knowledge_base() -> None:
    rng = random.Random(4)
    for seed in range(12):
        board = opened_at_random(seed, 12, 12, 25, 0.25)
        kb = KnowledgeBase(board)
        for _ in range(6):
            count = kb.count()
            unknown = [cell for cell, chance in count.fractions().items() if 0 < chance < 1]
            if not unknown:
                break
            kb.tell(rng.choice(unknown), State.NO_CLUE)
            again = KnowledgeBase(kb.board).count()
            assert kb.count().total == again.total, seed
            assert kb.count().fractions() == again.fractions(), seed


@pytest.mark.usefixtures("either_engine")
def test_other_neighbourhoods_are_counted_too() -> None:
    ring = Adjacency.of([[(n - 1) % 12, (n + 1) % 12] for n in range(12)])
    grid = np.array([[1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1]], dtype=np.int8)
    board = Board(grid, total_mines=5, adjacency=ring)
    kb = KnowledgeBase(board)
    first, second = kb.count(), kb.count(engine="models")
    assert first.total == second.total
    assert first.fractions() == second.fractions()


def test_limits_name_the_component_and_lose_nothing() -> None:
    board = opened_at_random(2, 30, 30, 180, 0.2)
    kb = KnowledgeBase(board, max_entries=20)
    with pytest.raises(LimitError, match=r"the component of \d+ cells and \d+ clues around") as got:
        kb.count()
    assert "more than 20 table entries" in str(got.value)
    assert got.value.safe == kb.consequences().safe
    with pytest.raises(LimitError):
        KnowledgeBase(board, time_limit=1e-6).count()
    with pytest.raises(LimitError):
        KnowledgeBase(Board.parse("?" * 30), time_limit=0.01).count(engine="models")
    wide = Board(np.full((400, 400), -1, dtype=np.int8), total_mines=(0, 160_000))
    with pytest.raises(LimitError, match="too wide"):
        KnowledgeBase(wide).count()


def test_a_density_given_as_a_float_is_exact() -> None:
    board = Board([[-1, -1, 1, -1]], density=0.3)  # type: ignore[arg-type]
    assert board.density == Fraction(0.3)
    kb = KnowledgeBase(board)
    for engine in ("elimination", "models"):
        assert kb.count(engine=engine).probability((0, 0)) == Fraction(0.3)
    assert kb.sample(3, 1).shape == (3, 1, 4)


@pytest.mark.usefixtures("either_engine")
def test_nothing_needs_a_density_where_all_is_proved() -> None:
    kb = KnowledgeBase(Board.parse("?1\n11\n"))
    for engine in ("elimination", "models"):
        assert kb.count(engine=engine).fractions() == {Cell(0, 0): 1}
    assert kb.clue_distribution((0, 0)).mine == 1
    assert kb.joint([(0, 0)]) == {(True,): 1}
    assert kb.sample(2, 0).sum() == 2


def test_counts_that_leave_the_range_of_floats_are_joined_exactly() -> None:
    # Every count is a thousand times the one before, and the least is the only one that is left.
    counts = tuple(2 ** (10 * mines) for mines in range(2000))
    steep = WeightedCounts(0, counts, ((0,) * 2000,))
    never = Budget(None)
    assert chances.float_marginals([steep], [[1]], 0, (1, 1), never) is None
    assert chances.float_marginals([], [], 5, (1, 1), never) is None
    flat = WeightedCounts(0, (1, 1), ((0, 1),))
    assert chances.float_marginals([flat], [[1]], 1, (1, 1), never) == ([[0.5]], 0.5)
    with pytest.raises(LimitError):
        chances.float_marginals([flat, flat], [[1], [1]], 1, (1, 1), Budget(1e-9))
    if np.finfo(np.longdouble).maxexp < 10_000:
        return  # this machine has no wider floats
    # Two counts further apart than doubles reach.
    apart = WeightedCounts(0, (1, 2**3000), ((0, 2**3000),))
    assert chances.float_marginals([apart], [[1]], 0, (0, 0), never) == ([[0.0]], 0.0)
    assert chances.float_marginals([apart], [[1]], 0, (1, 1), never) == ([[1.0]], 0.0)


def test_answers_that_take_too_long() -> None:
    board = opened_at_random(1, 100, 100, 2063, 0.5)
    kb = KnowledgeBase(board)
    count = kb.count()
    kb._time_limit = 1e-9  # noqa: SLF001
    late = kb._proofs.ledger.counted_components(Budget(None))  # noqa: SLF001
    layouts = CountedLayouts(board, late, None, budget=Budget(1e-9, entries=100))
    for ask in (
        lambda: layouts.count().total,
        lambda: layouts.count().fractions(),
        lambda: layouts.count().probabilities(),
    ):
        with pytest.raises(LimitError):
            ask()
    assert count.total > 0
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="expected 1 or more"):
            KnowledgeBase(board, max_entries=wrong)


def test_a_count_is_a_value() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n????\n?11?\n"))
    count = kb.count()
    before = count.total, count.probabilities()
    kb.tell((0, 0), State.NO_CLUE)
    assert count.total == before[0]
    np.testing.assert_array_equal(count.probabilities(), before[1])
    assert repr(count) == f"<ModelCount 4x2, 2 mines: {before[0]} layouts>"
    with pytest.raises(ValueError, match="off the board"):
        count.probability((2, 0))


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.*")), ids=lambda path: path.name)
def test_golden_counts_of_the_example_boards(path: Path) -> None:
    golden = dict(
        line.split(" = ")
        for line in (Path(__file__).parent / "golden" / "counts.txt").read_text().splitlines()
    )
    kb = KnowledgeBase(read_board(path.read_bytes(), file_name=path.name))
    if not kb.has_layout():
        assert golden[path.name] == "inconsistent"
    else:
        assert golden[path.name] == str(kb.count().total)


@asp_is_slow
@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize(("size", "mines"), [(9, 10), (16, 40)])
@pytest.mark.parametrize("seed", seeds(range(6)))
def test_games_played_by_the_least_risk(seed: int, size: int, mines: int) -> None:
    """One knowledge base is told every cell; at every guess its counts are held against proofs."""
    rng = random.Random(seed)
    layout, first = deal(rng, size, size, mines)
    board = Board(np.full(layout.shape, State.COVERED, dtype=np.int8), total_mines=mines)
    kb = KnowledgeBase(board)
    queue = {first}
    for _ in range(size * size):
        while queue:
            kb.tell_all({cell: clue(layout, cell) for cell in queue})
            queue = set(kb.consequences().safe)
        count = kb.count()
        fresh = KnowledgeBase(kb.board)
        assert count.fractions() == fresh.count().fractions()
        played_on(count, fresh)
        least = count.least_risky()
        if least.probability in (0, 1):
            break
        assert least.probability == min(p for p in count.fractions().values() if p)
        # A mine that is hit is shown, and the game goes on.
        guess = least.cells[0]
        if layout[guess]:
            kb.tell(guess, State.KNOWN_MINE)
        else:
            queue = {guess}
    assert not kb.count().least_risky().cells or kb.count().least_risky().probability == 1


def test_the_count_at_hand_can_be_watched() -> None:
    kb = KnowledgeBase(opened_at_random(1, 40, 40, 330, 0.3))
    assert kb.counted == (0, 0)
    kb.count()
    done, of = kb.counted
    assert 0 < done == of


@pytest.mark.parametrize("total", [1, 2, 3])
def test_fewer_mines_than_one_likelihood_speaks_of(total: int) -> None:
    """Every second cell in every second row has a clue that weighs 0 to 8 mines around it."""
    odds = Clue(0, 8, tuple(Fraction(tenths, 10) for tenths in (1, 2, 3, 2, 1, 2, 1, 3, 1)))
    uncertain = {(row, column): odds for row in range(1, 15, 2) for column in range(1, 15, 2)}
    count = KnowledgeBase(
        Board(np.full((15, 15), State.COVERED), total_mines=total, uncertain=uncertain)
    ).count()
    floats = count.probabilities()
    exact = count.fractions()
    assert sum(exact.values()) == total
    for cell, chance in exact.items():
        assert abs(floats[cell] - chance) <= chances.TOLERANCE
