"""Boards with rules: proofs and counts against the definitions, by trying all layouts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, LimitError, State
from logicsweep.board import Clue, load_rules
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.region import RAYS
from logicsweep.board.rules.rules import Rules, placed_on
from logicsweep.constraints import Relation
from logicsweep.errors import ArgumentError, BoardSyntaxError, RuleFileError
from logicsweep.limits import Budget
from logicsweep.reason import REASONERS, ReasonerName
from logicsweep.system import components, constraints_of
from logicsweep.system.model_counts import TooLargeTablesError
from logicsweep.tables import clue_distribution
from logicsweep.tables.component_counts import counts_of
from tests.conftest import seeds, some
from tests.judges import rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import which_satisfy

CLUES = [*judge.CLUE_RULES, *judge.LIARS]
LAYOUTS = ["Q", "T", "A", "H", "U", "D", "D'", "2H", "2F", "2T", "2S", "2Z", "B", "Q T", "D Q"]
LAYOUTS += ["C", "O", "S", "2C", "2G", "2G'", "2B", "C O", "C Q", "C T", "O T", "O Q", "2G H"]
SIZES = [(3, 3), (3, 4), (4, 3), (2, 5), (2, 6), (5, 2)]
DENSITY = Fraction(1, 3)
Masks = NDArray[np.bool_]


class Case:
    """A random board with rules that some layout agrees with, and all layouts that do."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.clue = CLUES[seed % len(CLUES)]
        layout = rng.choice(LAYOUTS) if rng.random() < 0.7 else ""
        self.names = " ".join(one for one in (self.clue, layout) if one not in ("", "V"))
        self.shape = rng.choice(SIZES)
        masks = judge.layouts(*self.shape)
        for name in layout.split():
            masks = masks[which_satisfy(name, masks)]
        self.board = self._board(masks[rng.randrange(len(masks))])
        self.layouts = np.array([mask for mask in masks if self._agrees(mask)])

    def _board(self, truth: Masks) -> Board:
        rng = self.rng
        ruled = placed_on(Rules.of(self.names), *self.shape, None)
        grid = np.full(self.shape, int(State.COVERED))
        self.shown = {}
        for cell in np.ndindex(*self.shape):
            if truth[cell]:
                if rng.random() < 0.15:
                    grid[cell] = State.KNOWN_MINE
            elif rng.random() < 0.4:
                value = rng.choice(sorted(judge.may_show(self.clue, truth, cell)))
                self.shown[cell] = value
                code = value if ruled is None else ruled.values.code(value)
                assert code is not None
                grid[cell] = code
            elif rng.random() < 0.1:
                grid[cell] = State.NO_CLUE
        mines = int(truth.sum())
        total = rng.choice([None, mines, (max(0, mines - 1), min(truth.size, mines + 1))])
        return Board(grid, mines=total, rules=self.names, density=DENSITY)

    def _agrees(self, mask: Masks) -> bool:
        board = self.board
        is_open = ~board.covered_mask & (board.grid != State.KNOWN_MINE)
        if (mask & is_open).any() or not mask[board.grid == State.KNOWN_MINE].all():
            return False
        lower, upper = board.total_bounds or (0, mask.size)
        if not lower <= mask.sum() <= upper:
            return False
        return all(
            value in judge.may_show(self.clue, mask, cell) for cell, value in self.shown.items()
        )


@pytest.mark.few(4)
@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("seed", seeds(range(100), fast=15))
def test_proofs_go_on_where_tables_would_be_too_large(
    seed: int, reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise TooLargeTablesError("too large tables")

    monkeypatch.setattr("logicsweep.reason.ledger.decided_under_total", refuse)
    case = Case(seed)
    kb = KnowledgeBase(case.board, reasoner=reasoner)
    found = kb.consequences()
    covered = case.board.covered_mask
    never, always = covered & ~case.layouts.any(axis=0), covered & case.layouts.all(axis=0)
    assert found.safe == {Cell(*map(int, cell)) for cell in np.argwhere(never)}
    assert found.mines == {Cell(*map(int, cell)) for cell in np.argwhere(always)}


@pytest.mark.parametrize("reasoner", ["sat", "elimination"])
@pytest.mark.usefixtures("python_kernel", "little_memory")
def test_a_solver_does_what_takes_tables_too_much_memory(reasoner: ReasonerName) -> None:
    board = Board(np.full((5, 5), int(State.COVERED)), rules="T", mines=10)
    (part,) = components(constraints_of(board).constraints[:-1])
    with pytest.raises(TooLargeTablesError, match=r"of 25 cells .* needs more than 0\.016 MB"):
        counts_of(part, Budget(None))
    found = KnowledgeBase(board, reasoner=reasoner).consequences()
    assert len(found.safe) == len(found.mines) == 0


@pytest.mark.few(4)
@pytest.mark.parametrize("most", [0, 14])
@pytest.mark.parametrize("seed", seeds(range(2, 202), fast=20))
def test_what_a_cell_may_show(seed: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clues of wide scope are told in turn; with `most` of 0, all clues are taken for wide."""
    monkeypatch.setattr(clue_distribution, "MOST_IN_SCOPE", most)
    case = Case(seed)
    if case.clue in judge.LIARS and not most:
        return  # which of two values is shown is a matter of chance, and not told in turn
    board, found = case.board, case.layouts
    kb = KnowledgeBase(board, reasoner=REASONERS[seed % len(REASONERS)])
    ruled = board.placed_rules
    prior = 1 if board.mines is not None else DENSITY / (1 - DENSITY)
    weights = [Fraction(prior) ** int(mask.sum()) for mask in found]
    for cell in case.rng.sample(board.covered, min(2, len(board.covered))):
        expected: dict[int, Fraction] = {}
        for weight, mask in zip(weights, found, strict=True):
            shown = [] if mask[cell] else sorted(judge.may_show(case.clue, mask, cell))
            for value in shown:
                code = value if ruled is None else ruled.values.code(value)
                assert isinstance(code, int)
                share = weight / len(shown) / sum(weights)
                expected[code] = expected.get(code, Fraction(0)) + share
        distribution = kb.clue_distribution(cell)
        assert {n: one for n, one in enumerate(distribution.clues) if one} == expected
        assert distribution.mine == 1 - sum(expected.values())


def test_what_cannot_be_combined_with_rules() -> None:
    with refused(ArgumentError, argument="liars"):
        KnowledgeBase(Board.parse("rules: 2A\n\n1?\n??"), liars=1)
    with refused(ValueError):
        KnowledgeBase(Board.parse("rules: 2E\n\na?\n??"), program=":- mine((0,1)).")
    with refused(BoardSyntaxError, line=4, column=1):
        Board.parse("rules: 1M\nclues: optimistic\n\n1?\n??")
    # Rules for layouts leave clues as they are.
    uncertain = Board.parse("rules: Q\nclues: optimistic\n\n1?\n??")
    assert uncertain.uncertain
    assert Board.parse(str(uncertain)) == uncertain


@pytest.mark.parametrize("name", ["1L", "LM", "1W", "1E'", "LE'", "2X"])
def test_a_clue_that_is_off_or_no_count_has_no_range(name: str) -> None:
    empty = Board(np.full((3, 4), int(State.COVERED)), rules=name)
    message = f"there are no uncertain clues under the rule {name}; expected exact ones"
    with pytest.raises(ValueError, match=message):
        empty.replace({(1, 1): Clue(1, 2)})
    with pytest.raises(ValueError, match=message):
        Board(empty.grid, uncertain={(1, 1): Clue(2, 2)}, rules=name)
    with pytest.raises(ValueError, match=message):
        KnowledgeBase(empty).tell((1, 1), Clue(1, 2))
    with refused(BoardSyntaxError, line=3, column=3):
        Board.parse(f"rules: {name}\n\n? 1..2 ?")


@pytest.mark.parametrize("shown", [-4, -3, -1, 0, 1, 3])
def test_a_difference_that_is_off_may_be_below_zero(shown: int) -> None:
    rows = f"? ? ? ?\n? {shown} ? ?\n? ? ? ?"
    board = Board.parse(f"rules: LE'\ndensity: 1/2\n\n{rows}")
    true = judge.CLUE_RULES["1E'"]
    truths = [true(mask, (1, 1)) for mask in judge.layouts(3, 4) if not mask[1, 1]]
    expected = sum(abs(int(one) - shown) == 1 for one in truths)
    kb = KnowledgeBase(board)
    assert kb.has_layout() == bool(expected)
    assert not expected or kb.count().total == expected


def test_what_is_seen_along_lines_goes_beyond_what_a_ring_has() -> None:
    rule = ClueRule("R", "the number of mines in its row and column", region=RAYS)
    board = Board.parse("rules: R\ndensity: 1/2\n\n????\n?5??\n????", rules={"R": rule})
    assert len(KnowledgeBase(board).consequences().mines) == 5
    assert KnowledgeBase(board).count().total == 2**6


@pytest.mark.parametrize("name", ["1M", "2M", "1N", "1X", "1K", "1P", "1E", "NX"])
def test_a_clue_that_is_a_count_may_be_a_range(name: str) -> None:
    empty = Board(np.full((3, 5), int(State.COVERED)), rules=name)
    board = empty.replace({(1, 1): Clue(1, 2)})
    assert Board.parse(str(board)) == board
    expected = [empty.replace({(1, 1): shown}) for shown in (1, 2)]
    counts = [KnowledgeBase(one.with_total(4)).count().total for one in (board, *expected)]
    assert counts[0] == sum(counts[1:]) > 0


@pytest.mark.parametrize(
    ("name", "topology", "smallest"),
    [
        *[(name, "torus", 5) for name in ("1X", "NX", "1K")],
        *[(name, "torus", 3) for name in ("1X'", "1N", "1W", "2D", "2M", "1M")],
        *[(name, "cylinder", 5) for name in ("1X", "NX")],
    ],
)
def test_a_clue_reaches_no_cell_from_two_sides(name: str, topology: str, smallest: int) -> None:
    make = Adjacency.torus if topology == "torus" else Adjacency.cylinder
    for size in range(3, 7):
        grid = np.full((size, size), int(State.COVERED))
        if size >= smallest:
            Board(grid, adjacency=make(size, size), rules=name)
            continue
        with pytest.raises(ValueError, match=f"for the rule {name}, since a clue would reach"):
            Board(grid, adjacency=make(size, size), rules=name)


@pytest.mark.parametrize("name", ["1E", "1E'", "LE'"])
@pytest.mark.parametrize("make", [Adjacency.torus, Adjacency.cylinder])
def test_nobody_looks_around_the_world(name: str, make: Callable[[int, int], Adjacency]) -> None:
    with refused(ValueError):
        Board(np.full((6, 6), int(State.COVERED)), adjacency=make(6, 6), rules=name)


# Published counts of empty boards, with any number of mines: A181224 (T), A141243 (A) and A006506
# (U); the others are of 2^n rows each, or known from brute force.
@pytest.mark.parametrize(
    ("name", "size", "number"),
    [
        *[("T", 4, 10732), ("T", 5, 1495392), ("A", 4, 1365), ("A", 5, 55213)],
        *[("U", 5, 55447), ("U", 6, 5598861), ("U", 7, 1280128950), ("U", 8, 660647962955)],
        *[("Q", 4, 42176), ("D", 4, 314), ("B", 4, 140), ("H", 4, 4096), ("H", 8, 55**8)],
    ],
)
def test_empty_boards(name: str, size: int, number: int) -> None:
    board = Board(np.full((size, size), int(State.COVERED)), rules=name, density=DENSITY)
    assert KnowledgeBase(board).count().total == number


@pytest.mark.parametrize(
    ("names", "size"),
    some(
        [
            pytest.param(names, size, marks=[pytest.mark.slow] * (size == 4))
            for names, size in product(LAYOUTS, [1, 2, 3, 4])
        ],
        every=9,
        first=3,
    ),
)
def test_small_empty_boards_have_the_layouts_that_obey(names: str, size: int) -> None:
    masks = judge.layouts(size, size)
    for name in names.split():
        masks = masks[which_satisfy(name, masks)]
    board = Board(np.full((size, size), int(State.COVERED)), rules=names, density=DENSITY)
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        assert kb.has_layout() == bool(len(masks))
        if not len(masks):
            continue
        assert kb.count().total == len(masks)
        everywhere = masks.all(axis=0), (~masks).all(axis=0)
        found = kb.consequences()
        assert [found.mines, found.safe] == [
            {Cell(row, column) for row, column in np.argwhere(cells).tolist()}
            for cells in everywhere
        ]


def test_knights_with_five_mines() -> None:
    board = Board(np.full((5, 5), int(State.COVERED)), rules="A", mines=5)
    assert KnowledgeBase(board).count().total == 9386  # A201540


def test_a_rule_that_ties_a_wide_board_reaches_a_limit() -> None:
    board = Board(np.full((8, 8), int(State.COVERED)), rules="Q T", density=DENSITY)
    kb = KnowledgeBase(board, max_entries=500)
    with pytest.raises(LimitError):
        kb.count()
    assert kb.consequences().safe == frozenset()


@pytest.mark.parametrize("reasoner", REASONERS)
def test_equal_rows_take_how_many_mines_they_have_from_the_mine_count(
    reasoner: ReasonerName,
) -> None:
    board = Board.parse("mines: 3\nrules: B\n\n2??\n???\n???")
    kb = KnowledgeBase(board, reasoner=reasoner)
    assert kb.count().total == 1
    assert KnowledgeBase(board.without_total(), reasoner=reasoner).count().total == 2
    assert kb.needs_total()
    assert "the rule B, with 3 mines in all, needs exactly 1 mine in " in kb.explain((0, 1)).text
    enough = KnowledgeBase(Board.parse("mines: 3\nrules: B\n\n_*_\n*__\n__?"), reasoner=reasoner)
    assert not enough.needs_total()


def test_an_explanation_names_the_rule() -> None:
    inside = Board.parse("rules: Q\n\n__?\n_??\n???")
    text = KnowledgeBase(inside).explain((1, 1)).text
    assert text == ("(1,1) is a mine: the rule Q needs a mine in (1,1); so it cannot be safe.")


def test_a_constraint_that_is_called_like_a_rule_is_not_explained_as_one() -> None:
    board = Board.parse("rules: Q\n\n___\n_??\n_??")
    pair = Relation.pattern([4, 5], [(True, False)], "Q")
    text = KnowledgeBase(board, constraints=[pair]).explain((1, 2)).text
    assert text.startswith("(1,2) is safe: Q allows only one layout of (1,1) and (1,2)")


def test_values_that_are_no_numbers_have_tokens() -> None:
    board = Board.parse("rules: 1W\n\n1+2 ? 0\n? ? ?\n8 ? ?")
    assert board.sign((0, 0)) == "1+2"
    assert [board.sign(cell) for cell in board.clues] == ["1+2", "0", "8"]
    assert str(board).splitlines()[2:] == ["1+2 ?   0", "?   ?   ?", "8   ?   ?"]
    pair = Board.parse("rules: 2X\n\n? ? ?\n? 1/3 ?\n? ? ?")
    assert pair.sign((1, 1)) == "1/3"
    arrows = Board.parse("rules: 1E'\n\n-1 ?\n? ?")
    assert list(arrows.clues) == [Cell(0, 0)]
    assert arrows.sign((0, 0)) == "-1"


RING = """
[[clue]]
name = "R"
about = "the runs of mines in the ring around it"
region = ["xxx", "xox", "xxx"]
aggregate = "run lengths"
"""


def test_runs_of_a_rule_of_ones_own_go_around_the_clue(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(RING, encoding="utf-8")
    board = Board.parse("rules: R\n\n??*\n_2*\n___", rules=load_rules(file))
    # Two mines one below the other are one run, as under the rule 1W.
    named = Board.parse(str(board).replace("rules: R", "rules: 1W"))
    for kb in (KnowledgeBase(board), KnowledgeBase(named)):
        assert kb.consequences().safe == {Cell(0, 0), Cell(0, 1)}
    file.write_text(RING.replace('["xxx", "xox", "xxx"]', '"neighbours"'), encoding="utf-8")
    with pytest.raises(RuleFileError, match="runs need a ring of cells"):
        load_rules(file)


def test_a_mine_count_that_does_not_go_into_equal_rows_names_the_rule(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = '[[layout]]\nname = "K"\nabout = "all lines are alike"\nlines = "equal"\n'
    file.write_text(text, encoding="utf-8")
    with refused(BoardSyntaxError, line=2, column=8):
        Board.parse("rules: K\nmines: 4\n\n????\n????\n????", rules=load_rules(file))


def test_rules_of_a_large_board_are_compiled_within_the_time_limit() -> None:
    text = "rules: Q T\n\n" + f"{'?' * 40}\n" * 40
    with refused(LimitError):
        KnowledgeBase(Board.parse(text), time_limit=1e-6)


def test_a_clue_that_counts_neighbours_ties_neighbours_under_any_rules_for_layouts() -> None:
    board = Board.parse("topology: torus\nrules: Q\n\n" + "?????\n" * 4)
    near = [{*board.scope((row, column)).cells} for row in range(4) for column in range(5)]
    assert near == [{*some} for some in board.ties.lists]
