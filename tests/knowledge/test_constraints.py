"""Boards with further constraints: every question against all layouts, weighed by definition."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import (
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    Layout,
    LimitError,
    State,
    Verdict,
)
from logicsweep.constraints import Cardinality, Relation, Source, SourceKind
from logicsweep.reason import REASONERS
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import random_board, uncertain_board
from tests.judges.refusals import refused
from tests.judges.relations import Judged, some_constraint, weigh

DENSITY = Fraction(1, 3)


class Case:
    """A random board with constraints, and its layouts with their weights."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        make = uncertain_board if seed % 3 == 2 else random_board
        self.board = make(seed, covered=9)
        cells = range(self.board.grid.size)
        number = self.rng.randint(1, 3)
        self.judged = [some_constraint(self.rng, cells, f"c{place}") for place in range(number)]
        self.reasoner = REASONERS[seed % len(REASONERS)]
        self.layouts = layouts(self.board, self.judged)

    def kb(self, board: Board | None = None) -> KnowledgeBase:
        constraints = [one.constraint for one in self.judged]
        return KnowledgeBase(board or self.board, constraints=constraints, reasoner=self.reasoner)


def layouts(board: Board, judged: list[Judged]) -> dict[frozenset[int], Fraction]:
    """The sets of mines of all layouts, known mines among them, with their weights."""
    masks = oracle.layouts(board)
    prior = oracle.weigh(board, masks)
    found = {}
    for mask, weight in zip(masks, prior, strict=True):
        mines = frozenset(np.flatnonzero(mask).tolist())
        own = weight * weigh(judged, mines)
        if board.mines is None and board.density is None:
            covered = int(board.covered_mask.sum())
            inside = len(mines) - len(board.known_mines)
            own *= DENSITY**inside * (1 - DENSITY) ** (covered - inside)
        if own:
            found[mines] = own
    return found


def consistent(seed: int) -> Case:
    case = Case(seed)
    while not case.layouts:
        seed += 100_003
        case = Case(seed)
    return case


@pytest.mark.parametrize("seed", seeds(range(240), fast=45))
def test_verdicts_and_probabilities(seed: int) -> None:
    case = consistent(seed)
    kb, board, found = case.kb(), case.board, case.layouts
    density = None if board.density is not None else DENSITY
    mass = sum(found.values())
    count = kb.count(density=density)
    assert count.total == len(found)
    for cell in board.covered:
        number = board.number(cell)
        chance = sum((weight for mines, weight in found.items() if number in mines), Fraction(0))
        assert count.probability(cell) == chance / mass
        verdict = {0: Verdict.SAFE, 1: Verdict.MINE}.get(chance / mass, Verdict.UNDETERMINED)
        assert kb.verdict(cell) is verdict
    assert {frozenset(np.flatnonzero(one).tolist()) for one in kb.layouts()} == set(found)
    drawn = kb.sample(n=20, seed=seed, density=density)
    assert all(frozenset(np.flatnonzero(one).tolist()) in found for one in drawn)
    if not any(one.constraint.is_weighted for one in case.judged) and kb.layouts().size:
        other = kb.count(density=density, engine="models")
        assert other.fractions() == count.fractions()


@pytest.mark.parametrize("seed", seeds(range(160), fast=30))
def test_joint_distributions_and_allowed_layouts(seed: int) -> None:
    case = consistent(seed)
    board, found = case.board, case.layouts
    density = None if board.density is not None else DENSITY
    cells = case.rng.sample(board.covered, min(3, len(board.covered)))
    numbers = [board.number(cell) for cell in cells]
    expected: dict[tuple[bool, ...], Fraction] = {}
    for mines, weight in found.items():
        key = tuple(number in mines for number in numbers)
        expected[key] = expected.get(key, Fraction(0)) + weight / sum(found.values())
    kb = case.kb()
    assert kb.joint(cells, density=density) == expected
    for mask in oracle.layouts(board)[:50]:
        assert kb.allows(Layout(mask)) == (frozenset(np.flatnonzero(mask).tolist()) in found)


@pytest.mark.parametrize("seed", seeds(range(240), fast=45))
def test_reasons_are_minimal(seed: int) -> None:
    case = consistent(seed)
    kb, board = case.kb(), case.board
    for cell in case.rng.sample(board.covered, min(4, len(board.covered))):
        if kb.verdict(cell) is Verdict.UNDETERMINED:
            pair = kb.counterexample(cell)
            assert pair.mine.mask[cell]
            assert not pair.safe.mask[cell]
            assert kb.allows(pair.mine)
            assert kb.allows(pair.safe)
            continue
        mine = kb.verdict(cell) is Verdict.MINE
        reason = kb.explain(cell)
        smallest = kb.explain(cell, smallest=True)
        assert smallest.size <= reason.size
        for found in (reason, smallest):
            assert found.text
            names = {one.source.name for one in found.constraints}
            sources = [*found.clues, *names, *(["total"] if found.uses_total else [])]
            assert follows(case, cell, mine, sources)
            for left_out in sources:
                rest = [one for one in sources if one != left_out]
                assert not follows(case, cell, mine, rest)


def follows(case: Case, cell: tuple[int, int], mine: bool, sources: list[object]) -> bool:
    """Whether a verdict follows from some sources alone, by trying all layouts."""
    board = case.board
    changes = {one: State.NO_CLUE for one in board.clues if one not in sources}
    left = board.replace(changes)
    left = left if "total" in sources else left.without_total()
    judged = [one for one in case.judged if one.constraint.source.name in sources]
    number = board.number(cell)
    return all((number in mines) is mine for mines in layouts(left, judged))


@pytest.mark.parametrize("seed", seeds(range(240), fast=45))
def test_an_inconsistent_board_names_what_conflicts(seed: int) -> None:
    case = Case(seed)
    while case.layouts:
        seed += 100_003
        case = Case(seed)
    kb = case.kb()
    assert not kb.has_layout()
    with pytest.raises(InconsistentBoardError) as raised:
        kb.consequences()
    error = raised.value
    names = [*(error.core or ()), *error.constraints, *(["total"] if error.uses_total else [])]
    for left_out in [None, *names]:
        sources = [one for one in names if one != left_out]
        left = case.board.replace({c: State.NO_CLUE for c in case.board.clues if c not in sources})
        left = left if "total" in sources else left.without_total()
        judged = [one for one in case.judged if one.constraint.source.name in sources]
        assert bool(layouts(left, judged)) == (left_out is not None)


@pytest.mark.parametrize("seed", seeds(range(240), fast=45))
def test_telling_gives_what_a_fresh_knowledge_base_gives(seed: int) -> None:
    case = consistent(seed)
    board = case.board
    mines = case.rng.choice(sorted(case.layouts, key=sorted))
    mask = np.zeros(board.grid.size, dtype=np.bool_)
    mask[list(mines)] = True
    truth = Layout(mask.reshape(board.shape)).revealed()
    kb = case.kb()
    if case.rng.random() < 0.5:
        kb.consequences()
    for cell in case.rng.sample(board.covered, min(4, len(board.covered))):
        other = case.rng.choice([kb, copy.copy(kb), pickle.loads(pickle.dumps(kb))])  # noqa: S301
        other.tell(cell, State.KNOWN_MINE if mask.reshape(board.shape)[cell] else truth[cell])
        kb = other
        fresh = case.kb(kb.board)
        assert kb.consequences() == fresh.consequences()
        density = None if board.density is not None else DENSITY
        assert kb.count(density=density).fractions() == fresh.count(density=density).fractions()


@pytest.mark.parametrize("reasoner", REASONERS)
def test_what_contradicts_is_not_told(reasoner: str) -> None:
    board = Board.parse("???\n???")
    pair = Relation.pattern([0, 4], [(True, False), (False, True)], "one of two")
    kb = KnowledgeBase(board, constraints=[pair], reasoner=reasoner)  # type: ignore[arg-type]
    kb.tell((0, 0), State.KNOWN_MINE)
    assert kb.verdict((1, 1)) is Verdict.SAFE
    with refused(InconsistentBoardError, core=(), uses_total=False, constraints=("one of two",)):
        kb.tell((1, 1), State.KNOWN_MINE)
    assert kb.verdict((1, 1)) is Verdict.SAFE
    assert kb.count(density=DENSITY).total == 16


def test_constraints_are_named_in_words() -> None:
    board = Board.parse("1??\n???")
    constraints = [
        Relation.weighted_sum([1, 2, 5], [1, -2, 1], [0], "balance"),
        Cardinality((3, 4), 1, 2, Source.named("left")),
    ]
    kb = KnowledgeBase(board, constraints=constraints)
    assert kb.explain((0, 1)).text == (
        "(0,1) is safe: the 1 at (0,0) needs exactly 1 mine in (0,1), (1,0) and (1,1); left needs "
        "a mine in (1,0) or (1,1); so it cannot be a mine."
    )
    assert (
        "balance needs (0,1) - 2 (0,2) + (1,2) to be 0, a mine being 1" in kb.explain((0, 2)).text
    )


def test_a_diagnosis_names_the_constraints() -> None:
    board = Board.parse("2??\n???")
    few = Cardinality((1, 2, 3, 4, 5), 0, 1, Source.named("at most one"))
    found = KnowledgeBase(board, constraints=[few]).diagnose()
    (conflict,) = found.conflicts
    assert (conflict.clues, conflict.further) == (((0, 0),), ("at most one",))
    (correction,) = found.correction_sets
    assert correction.clues == ((0, 0),)
    assert correction.values == ((0, 1),)
    never = Relation.pattern([1], [], "never")
    (conflict,) = KnowledgeBase(board, constraints=[never]).diagnose().conflicts
    assert (conflict.clues, conflict.further, conflict.uses_total) == ((), ("never",), False)


@pytest.mark.parametrize(
    ("constraints", "match"),
    [
        ([Cardinality((0, 9), 0, 1, Source.named("a"))], "a is about cell 9; expected .* 0 to 5"),
        ([Cardinality((0, 0), 0, 1, Source.named("a"))], "names a cell twice"),
        ([Cardinality((0, 1), 0, 1, Source.named("a"), (0, 0))], "has only weights of 0"),
        ([Cardinality((0, 1), 0, 1, Source(SourceKind.TOTAL))], "is the total; expected Source"),
        ([Cardinality((0, 1), 0, 1, Source.named("a"), (1,))], "1 weights for 0..1 mines"),
    ],
)
def test_what_does_not_fit(constraints: list[Cardinality], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        KnowledgeBase(Board.parse("???\n???"), constraints=constraints)


def test_what_cannot_be_combined() -> None:
    board = Board.parse("1??\n???")
    own = [Relation.pattern([1], [(True,)], "own")]
    kb = KnowledgeBase(board, constraints=own)
    kb.certificate((0, 1)).check()
    assert kb.difficulty().level == 1


def test_a_limit_is_an_error() -> None:
    board = Board.parse("\n".join(["?" * 12] * 12))
    parity = [
        Relation.weighted_sum(range(start, start + 72, 2), [1] * 36, range(0, 36, 2), f"p{start}")
        for start in (0, 1, 36, 37, 71)
    ]
    mixed = Relation.weighted_sum(range(0, 144, 7), range(1, 22), range(0, 200, 3), "mixed")
    with pytest.raises(LimitError):
        KnowledgeBase(board, constraints=[*parity, mixed], max_entries=50).count(density=DENSITY)
