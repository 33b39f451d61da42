"""Clues of any kind that may be wrong, against the definitions, by trying all layouts.

A rule for clues with or without a key, a rule for layouts and constraints of one's own are drawn
together with a number of liars.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, Layout, State
from logicsweep.board.rules.rules import Rules, placed_on
from logicsweep.constraints import Cardinality, Relation, Source
from logicsweep.reason import REASONERS
from tests.conftest import seeds
from tests.judges import keys as key_judge, rules as judge
from tests.judges.reasons import check_pair
from tests.judges.rules_at_once import which_satisfy

# The rule 2A speaks of regions: a wrong area is refused.
CLUES = [*[name for name in [*judge.CLUE_RULES, *judge.LIARS] if name != "2A"], *key_judge.SHOWS]
LAYOUTS = ["Q", "T", "D", "2H", "B", "C", "O", "S", "2B", "D Q"]
SIZES = [(3, 3), (3, 4), (4, 3), (2, 5)]
DENSITY = Fraction(1, 3)
Mask = NDArray[np.bool_]


class Case:
    """A random board, what may be wrong on it, and all layouts with their keys and wrong clues."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.clue = CLUES[seed % len(CLUES)]
        self.has_key = self.clue in key_judge.SHOWS
        layout = rng.choice(LAYOUTS) if rng.random() < 0.5 else ""
        self.names = " ".join(one for one in (self.clue, layout) if one not in ("", "V"))
        self.shape = (3, 3) if self.clue in key_judge.SQUARE else rng.choice(SIZES)
        masks = judge.layouts(*self.shape)
        for name in layout.split():
            masks = masks[which_satisfy(name, masks)]
        pairs: list[tuple[Mask, Any]] = []
        while not pairs:
            truth = masks[rng.randrange(len(masks))]
            pairs = [(truth, key) for key in self._keys(truth)]
        self.board = self._board(*rng.choice(pairs))
        self.liars = rng.choice([number for number in (1, 1, 2, 3) if number <= len(self.shown)])
        self.constraints = self._constraints()
        self.layouts = [
            (mask, wrong)
            for mask in masks
            if self._fits(mask)
            for wrong in self._wrong(mask)
            if sum(wrong) <= self.liars
        ]

    def _keys(self, mask: Mask) -> list[Any]:
        return list(key_judge.keys(self.clue, mask)) if self.has_key else [None]

    def _may_show(self, mask: Mask, cell: tuple[int, int], key: Any) -> set[Any]:
        if self.has_key:
            return set(key_judge.SHOWS[self.clue](mask, cell, key))
        return judge.may_show(self.clue, mask, cell)

    def _board(self, truth: Mask, key: Any) -> Board:
        """A board of which every clue is shown by another layout with the chance of a fourth."""
        rng = self.rng
        ruled = placed_on(Rules.of(self.names), *self.shape, None)
        grid = np.full(self.shape, int(State.COVERED))
        self.shown: dict[tuple[int, int], Any] = {}
        other = judge.layouts(*self.shape)
        for row, column in np.ndindex(*self.shape):
            cell = row, column
            if truth[cell]:
                if rng.random() < 0.1:
                    grid[cell] = State.KNOWN_MINE
                continue
            if self.shown and rng.random() < 0.5:
                continue
            seen = truth
            if rng.random() < 0.25:
                seen = other[rng.randrange(len(other))].copy()
                seen[cell] = False
            values = sorted(self._may_show(seen, cell, key))
            if not values:
                continue
            value = rng.choice(values)
            code = value if ruled is None or self.has_key else ruled.values.code(value)
            if code is not None:
                self.shown[cell] = value
                grid[cell] = code
        if not self.shown:
            return self._board(judge.layouts(*self.shape)[0], key)
        mines = int(truth.sum())
        total = rng.choice([None, mines, mines, (max(0, mines - 1), min(truth.size, mines + 1))])
        return Board(grid, mines=total, rules=self.names or None, density=DENSITY)

    def _constraints(self) -> list[Cardinality | Relation]:
        rng, size = self.rng, self.board.grid.size
        if rng.random() < 0.7:
            return []
        cells = tuple(sorted(rng.sample(range(size), 3)))
        if rng.random() < 0.5:
            return [Cardinality(cells, 1, 2, Source.named("one or two of three"))]
        return [Relation.pattern(cells, [(False, False, True), (True, False, False)], "an end")]

    def _fits(self, mask: Mask) -> bool:
        board = self.board
        is_open = ~board.covered_mask & (board.grid != State.KNOWN_MINE)
        if (mask & is_open).any() or not mask[board.grid == State.KNOWN_MINE].all():
            return False
        lower, upper = board.total_bounds or (0, mask.size)
        mines = frozenset(mask.ravel().nonzero()[0].tolist())
        return lower <= mask.sum() <= upper and all(one.weight(mines) for one in self.constraints)

    def _wrong(self, mask: Mask) -> list[tuple[bool, ...]]:
        """For each key that goes with a layout, which clues are wrong."""
        return [
            tuple(
                value not in self._may_show(mask, cell, key) for cell, value in self.shown.items()
            )
            for key in self._keys(mask)
        ]

    @property
    def weights(self) -> list[Fraction]:
        odds = DENSITY / (1 - DENSITY) if self.board.total_bounds is None else Fraction(1)
        return [odds ** int(mask.sum()) for mask, _ in self.layouts]


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", seeds(range(600), fast=120))
def test_verdicts_counts_and_wrong_clues(seed: int) -> None:
    case = Case(seed)
    board, found = case.board, case.layouts
    kb = KnowledgeBase(
        board,
        liars=case.liars,
        constraints=case.constraints,
        reasoner=REASONERS[seed // len(CLUES) % len(REASONERS)],
    )
    assert kb.has_layout() == bool(found), case.names
    if not found:
        return
    masks = np.array([mask for mask, _ in found])
    proved = kb.consequences()
    assert set(proved.mines) == {cell for cell in board.covered if masks.all(axis=0)[cell]}
    assert set(proved.safe) == {cell for cell in board.covered if not masks.any(axis=0)[cell]}
    count = kb.count()
    assert count.total == len(found)
    weights = case.weights
    for cell in board.covered:
        chance = sum([w for w, (mask, _) in zip(weights, found, strict=True) if mask[cell]])
        assert count.probability(cell) == Fraction(chance, 1) / sum(weights)
    expected = {}
    for place, cell in enumerate(case.shown):
        wrong = sum([w for w, (_, one) in zip(weights, found, strict=True) if one[place]])
        expected[Cell(*cell)] = Fraction(wrong, 1) / sum(weights)
    assert count.wrong == expected
    by_models = kb.count(engine="models")
    assert by_models.total == count.total
    assert by_models.fractions() == count.fractions()
    assert by_models.wrong == expected


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(600, 900), fast=60))
def test_layouts_samples_and_reasons(seed: int) -> None:
    case = Case(seed)
    if not case.layouts:
        return
    board = case.board
    kb = KnowledgeBase(board, liars=case.liars, constraints=case.constraints)
    distinct = {mask.tobytes() for mask, _ in case.layouts}
    assert {mask.tobytes() for mask in kb.layouts()} == distinct
    assert {mask.tobytes() for mask in kb.sample(n=20, seed=seed)} <= distinct
    for mask in judge.layouts(*case.shape)[:: max(1, board.grid.size * 3)]:
        assert kb.allows(Layout(mask)) == (mask.tobytes() in distinct)
    masks = np.array([mask for mask, _ in case.layouts])
    for cell in board.covered:
        if masks.all(axis=0)[cell] or not masks.any(axis=0)[cell]:
            told = {one: board[one] for one in board.clues}
            why = kb.explain(cell)
            kept = board.replace({one: State.NO_CLUE for one in told if one not in why.clues})
            total = kept if why.uses_total else kept.without_total()
            if case.has_key or not why.clues:
                continue
            again = KnowledgeBase(
                total, liars=min(case.liars, len(why.clues)), constraints=case.constraints
            )
            assert again.verdict(cell) is why.verdict
        else:
            check_pair(kb.counterexample(cell), masks)


@pytest.mark.few(3)
@pytest.mark.parametrize("liars", [0, 1])
@pytest.mark.parametrize("seed", seeds(range(900, 1200), fast=60))
def test_telling_clues_one_by_one_is_a_fresh_board(seed: int, liars: int) -> None:
    """Clues that are told get hidden cells of their own, and tie those that are there."""
    case = Case(seed)
    board, constraints = case.board, case.constraints
    if not KnowledgeBase(board, liars=liars, constraints=constraints).has_layout():
        return
    clues = {cell: int(board.grid[cell]) for cell in board.clues}
    _, *later = clues
    kb = KnowledgeBase(
        board.replace(dict.fromkeys(later, int(State.COVERED))),
        liars=liars,
        constraints=constraints,
        reasoner=REASONERS[seed % len(REASONERS)],
    )
    case.rng.shuffle(later)
    for cell in later:
        kb.consequences()
        with suppress(InconsistentBoardError):  # another clue may not be possible here
            kb.copy().tell(cell, case.rng.choice(sorted(clues.values())))
        kb.tell(cell, clues[cell])
        fresh = KnowledgeBase(kb.board)
        assert set(kb.consequences().mines) == set(fresh.consequences().mines)
        assert set(kb.consequences().safe) == set(fresh.consequences().safe)
        assert kb.count().total == fresh.count().total
        assert kb.count().fractions() == fresh.count().fractions()
        assert kb.count().wrong == fresh.count().wrong
    assert kb.board == board.altered(liars=liars, constraints=constraints)
