"""Certificates of boards with rules: their formulas say what the rules say, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Certificate,
    Clue,
    KnowledgeBase,
    LimitError,
    State,
    Verdict,
)
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When, Window
from logicsweep.board.rules.rules import Rules, placed_on
from logicsweep.constraints import Regional
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reason.solvers.calls import refutation
from logicsweep.reasons import Claim, RuleAt
from logicsweep.reasons.certificates import counters
from logicsweep.reasons.certificates.formula import formula_of
from logicsweep.reasons.certificates.index import ProofName
from tests.conftest import TURN, seeds, some
from tests.judges import rules as judge
from tests.judges.claims import every_place
from tests.judges.features import draw
from tests.knowledge.test_rules import LAYOUTS, Case
from tests.reasons.proofs import has_model

CLUES = [*judge.CLUE_RULES, *judge.LIARS]
COMPOSED = [
    "LX",
    "LK",
    "LD",
    "LX'",
    "MK",
    "NK",
    "MD",
    "NX'",
    "LMN",
    "LMX",
    "LW'",
    "LP",
    "LE",
    "LE'",
]
SHAPES = [(3, 3), (3, 4), (4, 3), (2, 6), (5, 4)]
RULES = [name for name in LAYOUTS if " " not in name]
Mask = NDArray[np.bool_]


def certificates(case: Case) -> Iterator[Certificate]:
    """Certificates of all verdicts of a board."""
    kb = KnowledgeBase(case.board)
    for cell in case.board.covered:
        if kb.verdict(cell) is not Verdict.UNDETERMINED:
            yield kb.certificate(cell)


def with_known(rng: random.Random, truth: Mask, rules: str) -> Board:
    """A board in which some cells of a layout are known, and most are covered."""
    grid = np.full(truth.shape, int(State.COVERED))
    shown = rng.random() * 0.6
    for cell in np.ndindex(*truth.shape):
        if rng.random() < shown:
            grid[cell] = State.KNOWN_MINE if truth[cell] else State.NO_CLUE
    return Board(grid, rules=rules)


def values_of(
    board: Board, cells: Collection[Cell], rng: random.Random, most: int
) -> Iterator[tuple[dict[int, bool], Mask]]:
    """Values of the variables of some covered cells, at most so many at random, and the mines."""
    every: list[tuple[bool, ...]] = list(product((False, True), repeat=len(cells)))
    for values in every if len(every) <= most else rng.sample(every, most):
        mask = np.array(board.grid == State.KNOWN_MINE)
        for cell, mine in zip(cells, values, strict=True):
            mask[cell] = mine
        yield {board.number(cell) + 1: mine for cell, mine in zip(cells, values, strict=True)}, mask


@pytest.mark.parametrize(("rule", "written_out"), some(product(CLUES, [0, 512]), every=5))
@pytest.mark.parametrize("seed", seeds(range(20), fast=2))
def test_formulas_of_clues_say_what_the_judge_says(
    rule: str, seed: int, written_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "_PAIRS_WRITTEN_OUT", written_out)
    rng = random.Random(f"{rule} {seed}")
    shape = rng.choice(SHAPES)
    truth = np.array([rng.random() < 0.4 for _ in range(shape[0] * shape[1])]).reshape(shape)
    cell = Cell(rng.randrange(shape[0]), rng.randrange(shape[1]))
    truth[cell] = False
    shown = rng.choice(sorted(judge.may_show(rule, truth, cell)))
    board = with_known(rng, truth, rule)
    code = shown if board.placed_rules is None else board.placed_rules.values.code(shown)
    assert isinstance(code, int)
    board = board.replace({cell: code})
    if not board.covered:
        board = board.replace({(shape[0] - 1, 0) if cell != (shape[0] - 1, 0) else (0, 0): -1})
    claim = Claim(board.covered[0], True, (cell,))
    clauses = formula_of(board, claim).clauses[:-1]
    for known, mask in values_of(board, board.covered, rng, 300):
        says = shown in judge.may_show(rule, mask, cell)
        assert has_model(clauses, known) == says, (str(board), mask)


def closes(rule: str) -> bool:
    """Whether a ray would meet itself on a torus, or nothing else goes around."""
    return set(rule) - set("L1'") == {"E"} or rule in ("2P", "2A")


@pytest.mark.parametrize(
    ("adjacency", "rule"),
    some(
        [
            (adjacency, rule)
            for adjacency in (None, Adjacency.torus(6, 6), Adjacency.cylinder(6, 6))
            for rule in (*COMPOSED, *CLUES[1:])
            if adjacency is None or not closes(rule)
        ],
        every=5,
    ),
)
@pytest.mark.parametrize("seed", seeds(range(6), fast=1))
def test_formulas_of_clues_say_what_the_board_says(
    rule: str, adjacency: Adjacency | None, seed: int
) -> None:
    """Compositions, boards that go on at the other side, and uncertain clues."""
    rng = random.Random(f"{rule} {seed}")
    size = 6
    ruled = placed_on(Rules.of(rule), size, size, adjacency)
    assert ruled is not None
    cell = Cell(rng.randrange(size), rng.randrange(size))
    grid = np.full((size, size), int(State.NO_CLUE))
    number = cell.row * size + cell.column
    near = list(ruled.scope(number).cells)
    for one in near:
        grid.flat[one] = State.KNOWN_MINE if rng.random() < 0.4 else State.NO_CLUE
    for one in rng.sample(near, min(len(near), 7)):
        grid.flat[one] = State.COVERED
    uncertain = None
    clue: int | Clue
    if ruled.rules.clue.aggregate.is_number and "L" not in rule and rng.random() < 0.4:
        grid[cell] = State.UNCERTAIN
        clue = Clue(rng.randint(0, 2), rng.randint(2, 6))
        uncertain = {cell: clue}
    else:
        true, _ = ruled.judged(number, (grid == State.KNOWN_MINE).ravel(), 0)
        clue = min(max(true + rng.choice((0, 0, 1)), 0), ruled.values.codes[-1])
        grid[cell] = clue
    board = Board(grid, rules=rule, adjacency=adjacency, uncertain=uncertain)
    assert Board.parse(str(board)) == board
    clauses = formula_of(board, Claim(board.covered[0], True, (cell,))).clauses[:-1]
    for known, mask in values_of(board, board.covered, rng, 128):
        _, says = ruled.judged(number, mask.ravel(), clue)
        assert has_model(clauses, known) == says, (str(board), mask)


@pytest.mark.parametrize(
    ("rule", "shape", "total"),
    some(
        [
            pytest.param(rule, shape, total, marks=[pytest.mark.slow] * (shape == (4, 4)))
            for rule, shape, total in product(
                RULES, [(3, 4), (5, 2), (1, 6), (4, 4)], [False, True]
            )
        ],
        every=9,
    ),
)
def test_formulas_of_layouts_say_what_the_judge_says(
    rule: str, shape: tuple[int, int], total: bool
) -> None:
    """All that a rule says at its places together is the rule."""
    rng = random.Random(f"{rule} {shape}")
    masks = judge.layouts(*shape)
    obeying = [mask for mask in masks[:: 7 if TURN else 61] if judge.satisfies(rule, mask)]
    for _ in range(4):
        truth = rng.choice(obeying or [masks[rng.randrange(len(masks))]])
        board = with_known(rng, truth, rule)
        if total:
            mines = int(truth.sum())
            if rule == "B" and (mines % shape[0] or mines % shape[1]):
                continue
            board = board.with_total(mines)
        if not board.covered:
            continue
        claim = Claim(board.covered[0], True, (), rules=every_place(board))
        clauses = formula_of(board, claim).clauses[:-1]
        own = ({board.number(cell) + 1: bool(truth[cell]) for cell in board.covered}, truth)
        for known, mask in [own, *values_of(board, board.covered, rng, 60)]:
            says = judge.satisfies(rule, mask)
            if total and rule == "B":  # what follows from it and the mine count
                says = says and int(mask.sum()) == board.total_mines
            assert has_model(clauses, known) == says, (str(board), mask)


@pytest.mark.parametrize("rule", ["2S", "2Z", "B"])
def test_long_lines_are_counted(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(rule)
    board = Board(np.full((2, 24), int(State.COVERED)), rules=rule)
    claim = Claim(Cell(0, 0), True, (), rules=every_place(board))
    clauses = formula_of(board, claim).clauses[:-1]
    assert len(clauses) < 6000
    for _ in range(15):
        mask = np.zeros((2, 24), dtype=np.bool_)
        for row in mask:
            start, end = sorted(rng.sample(range(25), 2))
            row[start:end] = True
            row[rng.randrange(24)] ^= rng.random() < 0.3
        if rng.random() < 0.3:
            mask[1] = ~mask[0]
        known = {number + 1: bool(mine) for number, mine in enumerate(mask.flat)}
        assert has_model(clauses, known) == judge.satisfies(rule, mask)
    monkeypatch.setattr(counters, "MOST_CLAUSES", 50)
    with pytest.raises(LimitError, match="a formula of more than 50 clauses"):
        formula_of(board, claim)


@pytest.mark.parametrize("seed", seeds(range(400), fast=57))
def test_every_verdict_has_a_certificate(seed: int) -> None:
    case = Case(seed)
    for certificate in certificates(case):
        mines = {bool(mask[certificate.claim.cell]) for mask in case.layouts}
        assert mines == {certificate.claim.mine}
        certificate.check()


@pytest.mark.parametrize("seed", seeds(range(200), fast=38))
def test_changed_claims_are_refused(seed: int) -> None:
    """A certificate whose claim was changed, with its own formula and with the one it asks for."""
    case, rng = Case(seed), random.Random(f"changed {seed}")
    for certificate in list(certificates(case))[:3]:
        claims = list(changed(case, certificate.claim))
        for claim in rng.sample(claims, min(len(claims), 8)):
            with pytest.raises(CertificateError):
                replace(certificate, claim=claim).check()
            try:
                formula = formula_of(case.board, claim)
            except ValueError:
                continue
            if refutation(formula.clauses, Budget(None)) is None:
                with pytest.raises(CertificateError):
                    Certificate(case.board, claim, formula.lines, certificate.proof).check()
                continue
            # What is proved by other sources is true nevertheless.
            assert all(bool(mask[claim.cell]) is claim.mine for mask in case.layouts)


def changed(case: Case, claim: Claim) -> Iterator[Claim]:
    """Claims that are like another but for one thing."""
    board = case.board
    yield claim._replace(mine=not claim.mine)
    for other in board.covered:
        if other != claim.cell:
            yield claim._replace(cell=other)
    for cell in claim.clues:
        left = tuple(one for one in claim.clues if one != cell)
        yield claim._replace(clues=left)
        for other in board.clues:
            if other not in claim.clues:
                yield claim._replace(clues=tuple(sorted([*left, other])))
    places = every_place(board)
    for place in claim.rules:
        others = tuple(one for one in claim.rules if one != place)
        yield claim._replace(rules=others)
        yield claim._replace(rules=tuple(sorted([*others, place._replace(rule="Q'")])))
        yield claim._replace(rules=tuple(sorted([*others, place._replace(cells=place.cells[1:])])))
        if len(place.cells) > 1:
            turned = place._replace(cells=place.cells[::-1])
            yield claim._replace(rules=tuple(sorted([*others, turned])))
        for one in set(places[:5]).difference(claim.rules):
            yield claim._replace(rules=tuple(sorted([*others, one])))
    for one in places[:5]:
        yield claim._replace(rules=(one, *claim.rules, one))


@pytest.mark.parametrize("seed", seeds(range(200), fast=38))
def test_sources_are_all_needed(seed: int) -> None:
    case = Case(seed)
    for certificate in list(certificates(case))[:3]:
        claim = certificate.claim
        less = [
            *(claim._replace(clues=tuple([x for x in claim.clues if x != y])) for y in claim.clues),
            *(claim._replace(rules=tuple([x for x in claim.rules if x != y])) for y in claim.rules),
        ]
        for one in less:
            assert refutation(formula_of(case.board, one).clauses, Budget(None)) is None


@pytest.mark.parametrize("seed", seeds(range(200), fast=38))
def test_nothing_is_provable_that_is_not_entailed(seed: int) -> None:
    """With every clue, every rule at every place, and the total."""
    case = Case(seed)
    board = case.board
    uses_total = board.total_mines is not None
    clues = tuple(board.clues)
    for cell, mine in product(board.covered, (False, True)):
        claim = Claim(cell, mine, clues, uses_total, uses_total, every_place(board))
        is_entailed = all(bool(mask[cell]) is mine for mask in case.layouts)
        proof = refutation(formula_of(board, claim).clauses, Budget(None))
        assert (proof is not None) == is_entailed


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (("Q", ((0, 0), (0, 1), (1, 0), (1, 1))), ""),
        (("Q", ((0, 0), (1, 0), (0, 1), (1, 1))), "the rule Q says nothing of the cells"),
        (("Q", ((0, 0), (0, 1), (1, 0), (1, 2))), "the rule Q says nothing of the cells"),
        (("Q", ((0, 0), (0, 1), (1, 0))), "the rule Q says nothing of the cells"),
        (("Q", ((0, 2), (0, 3), (1, 2), (1, 3))), "off the board"),
        (("Q", ()), "the rule Q says nothing"),
        (("D", ((0, 0), (0, 1), (1, 0))), ""),
        (("D", ((0, 1), (0, 0), (1, 0))), "the rule D says nothing of the cells"),
        (("D", ((0, 0), (0, 1))), "the rule D says nothing of the cells"),
        (("D", ()), "the rule D says nothing"),
        (("2F", ((0, 1), (0, 0), (0, 2), (1, 1))), ""),
        (("2F", ((0, 0), (0, 1), (1, 0))), "the rule 2F says nothing of the cells"),
        (("2S", ((1, 0), (1, 1), (1, 2))), ""),
        (("2S", ((1, 0), (1, 1))), "the rule 2S says nothing of the cells"),
        (("2S", ((0, 1), (1, 1), (2, 1))), "the rule 2S says nothing of the cells"),
        (("B", ((0, 1), (1, 1), (2, 1))), ""),
        (("B", ((0, 1), (1, 1), (2, 2))), "the rule B says nothing of the cells"),
        (("B", ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))), "the rule B says nothing"),
        (("T", ((0, 0), (0, 1), (0, 2))), "the board has no rule 'T' for layouts"),
        (("1M", ((0, 0), (0, 1), (0, 2))), "the board has no rule '1M' for layouts"),
    ],
)
def test_rules_say_something_at_some_places(
    said: tuple[str, tuple[tuple[int, int], ...]], message: str
) -> None:
    board = Board.parse("mines: 3\nrules: 1M Q D 2F 2S B\n\n???\n???\n???")
    place = RuleAt(said[0], tuple([Cell(*cell) for cell in said[1]]))
    claim = Claim(Cell(0, 0), True, (), rules=(place,))
    if message:
        with pytest.raises(ValueError, match=message):
            formula_of(board, claim)
    else:
        assert f"rule {place}" in "\n".join(formula_of(board, claim).lines)


def test_rules_of_your_own_have_certificates_unless_they_are_about_lines() -> None:
    tripled = ClueRule("1T", "more than double", weights=(1, 3))
    pairs = LayoutRule("pairs", "not two", (Window(((0, 0), (0, 1)), 0, 1),))
    lines = LayoutRule("lines", "as many", lines=Lines.BALANCED)
    for rules, safe in (([tripled], (0, 1)), ([pairs], (0, 1))):
        kb = KnowledgeBase(Board([[0, -1, -1], [-1, -1, -1]], rules=rules))
        assert kb.verdict(safe) is Verdict.SAFE
        kb.certificate(safe).check()
    board = Board([[0, -1, -1], [-1, -1, -1]], rules=[lines])
    KnowledgeBase(board).certificate((0, 1)).check()  # which does not need the rule
    board = Board([[State.KNOWN_MINE, -1]], rules=[lines])
    with pytest.raises(ValueError, match="only the windows of a rule of your own, such as lines"):
        KnowledgeBase(board).certificate((0, 1))


def test_a_rule_of_your_own_cannot_have_the_name_of_another() -> None:
    doubled = ClueRule("1M", "more than double", weights=(1, 3))
    kb = KnowledgeBase(Board([[0, -1, -1], [-1, -1, -1]], rules=[doubled]))
    assert kb.verdict((0, 1)) is Verdict.SAFE
    with pytest.raises(ValueError, match="has the name of another one: 1M"):
        kb.certificate((0, 1))


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_rules_of_your_own_prove_what_is_entailed_and_nothing_else(seed: int) -> None:
    """Judged by all layouts, whose clues and windows are added up here."""
    rng = Random(seed)
    heavy = ClueRule("heavy", "coloured mines count three times", weights=(1, 3))
    near = LayoutRule("near", "one beside a mine", (Window(((0, 1), (1, 0)), 1, 1, When.MINE),))
    height, width = 3, 3
    cells = list(product(range(height), range(width)))

    def weight(row: int, column: int) -> int:
        return 3 if (row + column) % 2 else 1

    def obeys(mines: frozenset[tuple[int, int]]) -> bool:
        return all(
            sum([(row, column + 1) in mines, (row + 1, column) in mines]) == 1
            for row, column in mines
        )

    def clue(mines: frozenset[tuple[int, int]], row: int, column: int) -> int:
        around = product((row - 1, row, row + 1), (column - 1, column, column + 1))
        return sum([weight(*place) for place in around if place in mines])

    with_rule = rng.random() < 0.5
    every = [
        frozenset(cell for at, cell in enumerate(cells) if bits >> at & 1)
        for bits in range(1 << len(cells))
    ]
    layouts = [mines for mines in every if obeys(mines)] if with_rule else every
    mines = rng.choice(layouts)
    opened = [cell for cell in cells if cell not in mines and rng.random() < 0.5]
    grid = [[-1] * width for _ in range(height)]
    for row, column in opened:
        grid[row][column] = clue(mines, row, column)
    board = Board(grid, rules=[heavy, *([near] if with_rule else [])])
    left = [
        layout
        for layout in layouts
        if layout.isdisjoint(opened)
        and all(clue(layout, *cell) == clue(mines, *cell) for cell in opened)
    ]
    kb = KnowledgeBase(board)
    for cell in board.covered:
        held = {tuple(cell) in layout for layout in left}
        assert (len(held) == 1) == (kb.verdict(cell) is not Verdict.UNDETERMINED)
        if len(held) == 1:
            (mine,) = held
            kinds: tuple[ProofName, ...] = ("drup", "veripb")
            for kind in kinds:
                certificate = kb.certificate(cell, proof=kind)
                certificate.check()
                assert certificate.claim.mine is mine
        else:
            everything = Claim(
                cell, rng.random() < 0.5, tuple(map(Cell.of, opened)), rules=every_place(board)
            )
            assert refutation(formula_of(board, everything).clauses, Budget(None)) is None


BESIDE = ["liars", "constraints"]
OTHER = Claim(Cell(0, 1), True, (), constraints=("other",))
FEATURES_CERTIFIED = ["plain", "bounds", "1M", "1W", "2E", "2L", "T", "density", "range"]


@pytest.mark.parametrize("seed", seeds(range(400), fast=40))
def test_liars_and_constraints_prove_what_is_entailed_and_nothing_else(seed: int) -> None:
    """With every clue and constraint, and the total; judged by all worlds of a small board."""
    rng = Random(seed)
    names = {rng.choice(FEATURES_CERTIFIED), *rng.choice([["liars"], ["constraints"], BESIDE])}
    case = draw(tuple(sorted(names)), seed, weighted=rng.random() < 0.5)
    board = case.board
    if any(isinstance(one, Regional) for one in board.constraints):
        return
    uses_total = board.total_mines is not None
    named = tuple(sorted({str(one.source) for one in board.constraints}))
    clues, alone = tuple(board.clues), board.altered(liars=0, constraints=())
    rules = every_place(alone) if board.rules.layout else ()
    mines, safe = case.worlds.verdicts
    for cell, mine in product(board.covered, (False, True)):
        claim = Claim(cell, mine, clues, uses_total, uses_total, rules, named)
        proof = refutation(formula_of(board, claim).clauses, Budget(None))
        assert (proof is not None) == (cell in (mines if mine else safe)), case


def test_constraints_on_regions_are_refused() -> None:
    board = Board.parse("constraint: whole: regions at_most = 1 of all\n\n0??\n???")
    KnowledgeBase(board).certificate((0, 1)).check()  # which does not need it
    text = "mines: 2\nconstraint: whole: regions at_most = 1 of all\n\n*??"
    board = Board.parse(text)
    with pytest.raises(ValueError, match="do not know constraints on regions, such as whole"):
        KnowledgeBase(board).certificate((0, 1))
    with pytest.raises(ValueError, match="the board has no constraint other"):
        formula_of(board.without_total().altered(constraints=()), OTHER)
