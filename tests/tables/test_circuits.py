"""Circuits against all layouts: counts, probabilities, what is known, random layouts, refusals."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, LimitError, encode, load
from logicsweep.errors import ArgumentTypeError, MissingDensityError
from logicsweep.tables import Circuit, circuit as nodes, circuit_of
from logicsweep.tables.circuit import nnf_lines
from tests.conftest import ROOT, seeds
from tests.judges import circuits, oracle
from tests.judges.features import FEATURES, Position, draw
from tests.judges.making import random_board
from tests.judges.refusals import refused

REFUSED = {
    "model": r"a circuit cannot weigh layouts by likelihoods, such as .* clue at \(\d,\d\)",
    "C": "a circuit cannot hold constraints on regions",
    **dict.fromkeys(("2I", "2E", "2L"), "a circuit has no key"),
}
PAIRS = [("range", "bounds"), ("density", "liars"), ("liars", "1W"), ("T", "range"), ("1M", "Q")]
KINDS = [*((one,) for one in FEATURES if one not in REFUSED and one != "program"), *PAIRS]


def whole(case: Position) -> Circuit:
    circuit = circuit_of(case.board)
    assert circuit.variables == case.board.grid.size * (2 if case.board.liars else 1)
    return circuit


@pytest.mark.parametrize("names", KINDS, ids=" ".join)
@pytest.mark.parametrize("seed", seeds(range(60), fast=1))
def test_its_models_are_the_layouts(names: tuple[str, ...], seed: int) -> None:
    case = draw(names, seed)
    circuit = whole(case)
    lines = list(nnf_lines(circuit))
    assert circuits.faults(lines) == []
    found = circuits.models(lines)
    assert circuit.count() == len(found) == len(case.worlds.masks)
    size = case.board.grid.size
    assert {row[:size].tobytes() for row in found} == case.worlds.layouts
    if case.board.liars:
        wrong = {case.board.number(cell): cell for cell in case.board.clues}
        every = case.worlds.every.reshape(-1, size)
        for row in found:
            [place] = np.flatnonzero((every == row[:size]).all(axis=1))
            marked = {wrong[number] for number in np.flatnonzero(row[size:]).tolist()}
            assert marked == case.worlds.contradicted(int(place))


@pytest.mark.parametrize("names", KINDS, ids=" ".join)
@pytest.mark.parametrize("seed", seeds(range(100, 160), fast=1))
def test_counts_and_probabilities_are_those_of_all_layouts(
    names: tuple[str, ...], seed: int
) -> None:
    case, rng = draw(names, seed), random.Random(seed)
    circuit, masks, weights = whole(case), case.worlds.masks, case.worlds.weights
    assert circuit.mine_counts() == {cell: masks[:, *cell].sum() for cell in case.board.covered}
    assert circuit.probabilities() == case.worlds.chances
    truth = masks[rng.randrange(len(masks))]
    cells = rng.sample([*case.board], 3)
    known = {cell: bool(truth[cell]) for cell in cells}
    if rng.random() < 0.5:
        wrong = rng.choice(case.board.covered)
        known[wrong] = not truth[wrong]
    fits = np.array([all(mask[cell] == mine for cell, mine in known.items()) for mask in masks])
    assert circuit.count(known) == fits.sum()
    counts = circuit.mine_counts(known)
    assert counts == {cell: masks[fits, *cell].sum() for cell in case.board.covered}
    held = [weight if fit else Fraction(0) for weight, fit in zip(weights, fits, strict=True)]
    if not any(held):
        with refused(ValueError):
            circuit.probabilities(known)
        return
    assert circuit.probabilities(known) == {
        cell: sum((w for w, mask in zip(held, masks, strict=True) if mask[cell]), Fraction(0))
        / sum(held)
        for cell in case.board.covered
    }


@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_densities_are_weights_of_literals(seed: int) -> None:
    case, rng = draw(("density",), seed), random.Random(seed)
    table = [
        [Fraction(rng.randint(1, 6), 7) for _ in range(case.board.width)]
        for _ in range(case.board.height)
    ]
    masks = case.worlds.masks
    weights = []
    for mask in masks:
        weight = Fraction(1)
        for cell in case.board.covered:
            prior = table[cell.row][cell.column]
            weight *= prior if mask[cell] else 1 - prior
        weights.append(weight)
    expected = {
        cell: sum((w for w, mask in zip(weights, masks, strict=True) if mask[cell]), Fraction(0))
        / sum(weights)
        for cell in case.board.covered
    }
    assert circuit_of(case.board).probabilities(density=table) == expected


def test_a_density_is_missing() -> None:
    circuit = circuit_of(Board.parse("?1?\n"))
    assert circuit.count() == 2
    with pytest.raises(MissingDensityError):
        circuit.probabilities()
    half = dict.fromkeys([Cell(0, 0), Cell(0, 2)], Fraction(1, 2))
    assert circuit.probabilities(density=Fraction(1, 3)) == half


@pytest.mark.parametrize("name", ["plain", "priors", "liars", "T"])
def test_random_layouts_have_the_distribution_of_all(name: str) -> None:
    """Every layout comes as often as its weight says, up to five standard deviations."""
    for seed in range(100):
        case = draw((name,), seed)
        if 3 <= len(case.worlds.masks) <= 12:
            break
    draws = 1000
    circuit = circuit_of(case.board)
    found = circuit.sample(draws, np.random.default_rng(7))
    assert found.shape == (draws, *case.board.shape)
    for mask, weight in zip(case.worlds.masks, case.worlds.weights, strict=True):
        share = float(weight / case.worlds.mass)
        times = int((found == mask).all(axis=(1, 2)).sum())
        assert abs(times - draws * share) < 5 * (draws * share * (1 - share)) ** 0.5 + 1
    assert {mask.tobytes() for mask in found} <= case.worlds.layouts
    assert (circuit.sample(9, np.random.default_rng(7)) == found[:9]).all()
    known = {next(iter(case.worlds.undetermined)): True}
    assert circuit.sample(20, np.random.default_rng(1), known)[:, *next(iter(known))].all()


def test_large_numbers_are_drawn_evenly() -> None:
    """Of an empty board with an exact number of mines every cell is as likely."""
    circuit = circuit_of(Board(np.full((8, 8), -1), mines=16))
    found = circuit.sample(200, np.random.default_rng(3))
    assert (found.sum(axis=(1, 2)) == 16).all()
    by_cell = found.sum(axis=0)
    assert 50 - 5 * 6.2 < by_cell.min() < by_cell.max() < 50 + 5 * 6.2
    assert set(circuit.probabilities().values()) == {Fraction(1, 4)}


@pytest.mark.parametrize("name", ["expert", "expert-stuck", "only-total"])
def test_large_boards_are_counted_as_by_elimination(name: str) -> None:
    board = load(ROOT / "examples" / "boards" / f"{name}.board")
    found = KnowledgeBase(board).count()
    circuit = circuit_of(board)
    assert circuit.count() == found.total
    fractions = found.fractions()
    assert circuit.probabilities() == {cell: fractions[cell] for cell in board.covered}


@pytest.mark.parametrize(("name", "said"), REFUSED.items())
def test_what_is_no_set_of_layouts_is_refused(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        circuit_of(draw((name,), 1).board)


def test_a_board_without_layouts_has_a_circuit_without_models() -> None:
    for text in ("?2?\n?3_\n", "mines: 1\n\n2\n", "mines: 3\n\n?1?_?\n"):
        circuit = circuit_of(Board.parse(text))
        assert (circuit.count(), len(circuits.models(nnf_lines(circuit)))) == (0, 0)
        assert set(circuit.mine_counts().values()) <= {0}
        with refused(ValueError):
            circuit.sample(1, np.random.default_rng(1), density=Fraction(1, 2))


def test_large_circuits_and_long_times_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(np.full((16, 30), -1), mines=99)
    with refused(LimitError):
        circuit_of(board, time_limit=1e-9)
    monkeypatch.setattr(nodes, "MOST_NODES", 1000)
    with pytest.raises(LimitError, match="a circuit of more than 1,000 nodes"):
        circuit_of(board)
    circuit = circuit_of(Board.parse("?1?\n"))
    with pytest.raises(LimitError, match="more than 1,000,000,000 cells together"):
        circuit.sample(10**9, np.random.default_rng(1))
    with refused(ValueError):
        circuit.sample(-1, np.random.default_rng(1))
    with refused(ArgumentTypeError, argument="rng"):
        circuit.sample(1, random.Random(1))  # type: ignore[arg-type]
    with refused(ValueError):
        circuit.count({(5, 5): True})


def test_the_text_is_the_circuit() -> None:
    board = draw(("plain",), 3).board
    encoding = encode(board, "nnf")
    circuit = circuit_of(board)
    assert encoding.to_text().splitlines() == list(nnf_lines(circuit))
    annotated = encoding.to_text(annotate=True).splitlines()
    comments = [line for line in annotated if line[:2] == "c "]
    assert [line for line in annotated if line not in comments] == list(nnf_lines(circuit))
    cell = board.covered[0]
    assert f"c {encoding.variable(cell)} = mine{cell}" in comments
    assert encoding.cell(encoding.variable(cell)) == cell
    assert encoding.cell(board.grid.size + 1) is None
    shown = next(iter(board.clues))
    assert encoding.cell(board.number(shown) + 1) is None
    with pytest.raises(KeyError, match="is not in the encoding"):
        encoding.variable(shown)
    assert encoding.statistics.clauses == len(circuit.nodes)
    with refused(ValueError):
        encode(board, "nnf", cell=(0, 0))
    with refused(ValueError):
        encode(board, "nnf", weighted=True)


@pytest.mark.slow
@pytest.mark.parametrize("names", KINDS, ids=" ".join)
@pytest.mark.parametrize("seed", seeds(range(20), fast=1))
def test_another_program_finds_it_smooth_and_counts_the_same(
    names: tuple[str, ...], seed: int
) -> None:
    """The package `nnf` reads the text, and knows nothing of how it is made."""
    case = draw(names, seed)
    check_by_program(case.board, len(case.worlds.masks))


@pytest.mark.slow("nnf")
def test_another_program_counts_few_layouts() -> None:
    texts = ("?2?\n?3_\n", "mines: 1\n\n2\n", "mines: 3\n\n?1?_?\n", "?1_\n")
    for board in (*map(Board.parse, texts), *[random_board(seed) for seed in range(8)]):
        check_by_program(board, len(oracle.layouts(board)))


def check_by_program(board: Board, layouts: int) -> None:
    sentence = pytest.importorskip("nnf.dsharp").loads(encode(board, "nnf").to_text())
    assert sentence.model_count() == layouts
    assert sentence.decomposable()
    assert sentence.smooth()
