"""Encodings: cardinality constraints as clauses, boards as DIMACS."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from pysat.formula import CNF, CNFPlus
from pysat.solvers import Solver

from logicsweep import Adjacency, Board, LimitError, State, encode
from logicsweep.board import Clue
from logicsweep.constraints.clauses import excluding
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.errors import UnknownNameError
from logicsweep.formulas import cardinality, encode_cnf
from logicsweep.formulas.cardinality import ENCODINGS, NATIVE, direct, encoded
from logicsweep.system import constraints_of
from tests.conftest import seeds, some
from tests.formulas.solving import projected
from tests.judges import oracle
from tests.judges.making import random_board
from tests.judges.refusals import refused


def wide_board() -> Board:
    """A clue next to 36 cells, of which 17 or 19 are mines."""
    adjacency = Adjacency.of([range(1, 37), *[[0]] * 36])
    clue = Clue(17, 19, (Fraction(1), Fraction(0), Fraction(1)))
    grid = [[0, *[State.COVERED] * 36]]
    return Board(grid, uncertain={(0, 0): clue}, adjacency=adjacency)


def text_of(board: Board, encoding: str) -> str:
    return encode(board, cardinality=encoding).to_text()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_exactly_k_of_n_has_that_many_projected_models(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small constraints are encoded directly; here PySAT's encodings are under test.
    monkeypatch.setattr(cardinality, "_DIRECT_LIMIT", -1)
    for count in range(9):
        literals = list(range(1, count + 1))
        for bound in range(count + 1):
            clauses, top = encoded(literals, bound, bound, encoding=encoding, top=count)
            assert max((abs(x) for clause in clauses for x in clause), default=0) <= top
            found = projected(clauses, literals)
            assert len(found) == comb(count, bound)
            assert all(len(model) == bound for model in found)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_bounds(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardinality, "_DIRECT_LIMIT", -1)
    literals = [3, 5, -4, 1, 2]
    for lower, upper in product(range(-2, 8), repeat=2):
        clauses, _ = encoded(literals, lower, upper, encoding=encoding, top=5)
        expected = {
            frozenset(index + 1 for index, true in enumerate(values) if true)
            for values in product((False, True), repeat=5)
            if lower <= sum(values[abs(x) - 1] == (x > 0) for x in literals) <= upper
        }
        assert projected(clauses, [1, 2, 3, 4, 5]) == expected, (lower, upper)


def test_direct_clauses_are_the_prime_implicates() -> None:
    for count, bound in ((n, k) for n in range(9) for k in range(n + 1)):
        clauses = direct(range(1, count + 1), bound, bound)
        expected = comb(count, bound + 1) + (comb(count, bound - 1) if bound else 0)
        assert len(clauses) == expected <= 112
        assert len(projected(clauses, list(range(1, count + 1)))) == comb(count, bound)


def test_encodings_that_would_fill_the_memory_are_refused() -> None:
    for encoding, count in (("seqcounter", 6000), ("totalizer", 6000), ("kmtotalizer", 60_000)):
        with pytest.raises(LimitError, match="native needs none"):
            encoded(range(1, count + 1), count // 4, count // 4, encoding=encoding, top=count)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("count", "bound"), some([(200, 5), (200, 20), (200, 100), (500, 20)], every=2)
)
def test_about_how_many_clauses_an_encoding_takes(encoding: str, count: int, bound: int) -> None:
    _, estimate = cardinality._SCHEMES[encoding]  # noqa: SLF001
    clauses, _ = encoded(range(1, count + 1), bound, bound, encoding=encoding, top=count)
    assert 1 / 3.1 < estimate(count, bound) / len(clauses) < 3.1


def test_a_totalizer_of_a_large_board_is_refused_whatever_its_total() -> None:
    """It takes as many clauses for a small bound as for a large one."""
    board = Board(np.full((60, 100), State.COVERED), mines=20)
    with pytest.raises(LimitError, match="totalizer over 6000 cells needs"):
        encode(board, cardinality="totalizer")


def test_a_count_is_ruled_out_by_a_clause_for_each_choice() -> None:
    for count, number in ((n, k) for n in range(1, 8) for k in range(n + 1)):
        literals = list(range(1, count + 1))
        clauses = excluding(literals, number)
        assert len(clauses) == comb(count, number)
        found = projected(clauses, literals)
        assert len(found) == 2**count - comb(count, number)
        assert all(len(model) != number for model in found)


@pytest.mark.parametrize("to", ["cnf", "wcnf", "mcc", "opb"])
def test_a_count_that_takes_too_many_clauses_to_rule_out(to: str) -> None:
    with pytest.raises(
        LimitError, match="that not exactly 18 of 36 cells are mines needs more than"
    ):
        encode(wide_board(), to)


def test_unknown_encoding() -> None:
    board = Board.parse("mines: 1\n\n??")
    with refused(UnknownNameError, name="abc"):
        encode_cnf(constraints_of(board), cardinality="abc")


@pytest.mark.parametrize("seed", seeds(range(60)))
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_text_has_the_layouts_as_projected_models(seed: int, encoding: str) -> None:
    board = random_board(seed, covered=9)
    text = text_of(board, encoding)
    formula = CNF(from_string=text)
    shown = next(line for line in text.splitlines() if line.startswith("c p show"))
    cells = [int(word) for word in shown.split()[3:-1]]
    assert cells == [board.number(cell) + 1 for cell in board.covered]
    known = {board.number(cell) + 1 for cell in board.known_mines}
    layouts = {
        frozenset((layout.ravel().nonzero()[0] + 1).tolist()) - known
        for layout in oracle.layouts(board)
    }
    assert projected(formula.clauses, cells) == layouts
    header = next(line for line in text.splitlines() if line.startswith("p cnf"))
    assert header == f"p cnf {max(formula.nv, cells[-1] if cells else 0)} {len(formula.clauses)}"


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_native_text_is_what_minicard_reads(seed: int) -> None:
    board = random_board(seed, covered=9)
    formula = CNFPlus(from_string=text_of(board, NATIVE))
    with Solver(name="minicard") as engine:
        for clause in formula.clauses:
            engine.add_clause(clause)
        for literals, bound in formula.atmosts:
            engine.add_atmost(literals, bound)
        assert engine.solve() == oracle.is_consistent(board)


def test_variables_and_sources() -> None:
    board = Board.parse("mines: 2\n\n?1?\n???\n")
    cnf = encode_cnf(constraints_of(board), cardinality="totalizer")
    assert [cnf.variable(board.number(cell)) for cell in board.covered] == [1, 3, 4, 5, 6]
    assert [cnf.cell(variable) for variable in (1, 6)] == [0, 5]
    # The clue has no variable, and nothing has a number below 1.
    assert [cnf.cell(variable) for variable in (2, 0, -1, 7)] == [None] * 4
    clue = Source(SourceKind.CLUE, 1)
    assert len(cnf.clauses_of(clue)) == comb(5, 2) + 1
    assert set(cnf.clauses) == {*cnf.clauses_of(clue), *cnf.clauses_of(TOTAL)}
    assert cnf.top == 6 + cnf.auxiliary
    large = Board.parse("mines: 9\n\n" + "?" * 40)
    cnf = encode_cnf(constraints_of(large))
    assert cnf.auxiliary == cnf.top - 40 > 0
    assert cnf.cell(41) is None
