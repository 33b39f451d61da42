"""Boards in every format, each read back by something of another make."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, LimitError, encode
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.errors import ProgramError, UnknownNameError
from logicsweep.formulas import FORMULA_FORMATS, Encoding
from tests.conftest import seeds
from tests.formulas.solving import answer_sets, projected
from tests.judges import oracle
from tests.judges.making import clue, opened_at_random, random_board, showing, uncertain_board
from tests.judges.refusals import refused

GOLDEN = Path(__file__).parent / "golden"
CLAUSAL = ["cnf", "mcc", "wcnf", "wcnf-old"]


def layouts(board: Board) -> set[frozenset[Cell]]:
    """The mines in covered cells of every layout."""
    covered = set(board.covered)
    return {
        frozenset(Cell(*cell) for cell in zip(*map(list, layout.nonzero()), strict=True)) & covered
        for layout in oracle.layouts(board)
    }


def some_board(seed: int, covered: int) -> Board:
    """A small board; every third has uncertain clues."""
    if seed % 3 == 0:
        return uncertain_board(seed, covered=covered)
    return random_board(seed, covered=covered)


def cells_of(encoding: Encoding, variables: frozenset[int]) -> frozenset[Cell]:
    found = [encoding.cell(variable) for variable in variables]
    return frozenset(cell for cell in found if cell is not None)


# An independent reader of OPB files, by the rules of the pseudo-Boolean competitions.

HEADER = re.compile(r"\* #variable= (\d+) #constraint= (\d+)")
CONSTRAINT = re.compile(r"((?:[+-]\d+ x[1-9]\d* )+)(>=|=) (-?\d+) ;")


def read_opb(text: str) -> tuple[int, list[tuple[dict[int, int], str, int]]]:
    """The number of variables, and each constraint: coefficients, relation, bound."""
    lines = text.splitlines()
    header = HEADER.fullmatch(lines[0])
    assert header, lines[0]
    constraints = []
    for line in lines[1:]:
        if line.startswith("*"):
            continue
        match = CONSTRAINT.fullmatch(line)
        assert match, line
        terms = re.findall(r"([+-]\d+) x(\d+)", match[1])
        names = [int(name) for _, name in terms]
        assert len(set(names)) == len(names)
        assert max(names) <= int(header[1])
        coefficients = {int(name): int(factor) for factor, name in terms}
        constraints.append((coefficients, match[2], int(match[3])))
    assert len(constraints) == int(header[2])
    return int(header[1]), constraints


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_opb(seed: int) -> None:
    board = some_board(seed, covered=9)
    encoding = encode(board, "opb")
    for annotate in (False, True):
        top, constraints = read_opb(encoding.to_text(annotate=annotate))
        assert top >= max((board.number(cell) + 1 for cell in board.covered), default=0)
    variables = [board.number(cell) + 1 for cell in board.covered]
    found = set()
    for values in product((0, 1), repeat=len(variables)):
        value = {1: 0} | dict(zip(variables, values, strict=True))
        sums = [
            (sum(factor * value[name] for name, factor in terms.items()), relation, bound)
            for terms, relation, bound in constraints
        ]
        if all(
            held == bound if relation == "=" else held >= bound for held, relation, bound in sums
        ):
            chosen = zip(board.covered, values, strict=True)
            found.add(frozenset(cell for cell, mine in chosen if mine))
    assert found == layouts(board)


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_wcnf(seed: int) -> None:
    """RC2 finds the fewest clues that any layout with the right total contradicts."""
    board = random_board(seed, covered=8, lie=0.25)
    encoding = encode(board, "wcnf" if seed // 2 % 2 else "wcnf-old")
    formula = WCNF(from_string=encoding.to_text(annotate=bool(seed % 2)))
    assert encoding.statistics.clauses == len(formula.hard) + len(formula.soft)
    assert encoding.statistics.literals == sum(map(len, formula.hard + formula.soft))
    assert len(formula.soft) == sum(
        any(near in board.covered for near in board.neighbours(cell))
        or shown != sum(near in board.known_mines for near in board.neighbours(cell))
        for cell, shown in board.clues.items()
    )
    wrong = [
        sum(clue(layout, cell) != shown for cell, shown in board.clues.items())
        for layout in oracle.layouts(showing(board, ()))
    ]
    with RC2(formula) as solver:
        model = solver.compute()
        assert (model is None) == (not wrong)
        if model is not None:
            assert solver.cost == min(wrong)


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_cnf_and_mcc(seed: int) -> None:
    board = some_board(seed, covered=8)
    for to in ("cnf", "mcc"):
        encoding = encode(board, to)
        lines = encoding.to_text(annotate=bool(seed % 2)).splitlines()
        header = next(place for place, line in enumerate(lines) if line.startswith("p cnf "))
        shown = lines[header + 1 if to == "mcc" else header - 1].split()
        assert (shown[:3], shown[-1]) == (["c", "p", "show"], "0")
        assert (lines[0] == "c t pmc") == (to == "mcc")
        read = CNF(from_string="\n".join([*lines, ""]))
        top, count = map(int, lines[header].split()[2:])
        assert read.nv <= top
        assert len(read.clauses) == count == encoding.statistics.clauses
        variables = [int(variable) for variable in shown[3:-1]]
        found = projected(read.clauses, variables)
        assert {cells_of(encoding, model) for model in found} == layouts(board)
        assert len(found) == len(layouts(board))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(5)))
def test_mcc_by_pyganak(seed: int) -> None:
    """The file is read by its own rules, and counted by another program."""
    pytest.importorskip("pyganak")
    board = opened_at_random(seed, 6, 6, 6, 0.4)
    clauses, shown = [], []
    for line in encode(board, "mcc").lines():
        words = line.split()
        if words[:3] == ["c", "p", "show"]:
            shown = [int(word) for word in words[3:-1]]
        elif words[0] not in ("c", "p"):
            clauses.append([int(word) for word in words[:-1]])
    code = (
        "import pyganak\n"
        "counter = pyganak.Counter()\n"
        f"counter.new_vars({max(abs(x) for clause in clauses for x in clause)})\n"
        f"counter.add_clauses({clauses})\n"
        f"counter.set_sampling_set({shown})\n"
        "import sys\n"
        "print('counted', counter.count(), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    (count,) = re.findall(r"^counted (\d+)$", done.stderr, re.MULTILINE)
    assert int(count) == KnowledgeBase(board).count().total


@pytest.mark.parametrize("seed", seeds(range(60), fast=25))
def test_logic_programs(seed: int) -> None:
    board = some_board(seed, covered=8)
    known = frozenset(board.known_mines)
    expected = {frozenset(f"mine({cell})" for cell in mines | known) for mines in layouts(board)}
    for to in ("lp", "lp-ground"):
        text = encode(board, to).to_text(annotate=bool(seed % 2))
        found = answer_sets(text)
        assert len(found) == len(expected)
        assert set(found) == expected


def test_logic_programs_of_other_neighbourhoods() -> None:
    ring = Adjacency.of([[5, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]])
    board = Board([[1, -1, -1, -1, -1, -1]], adjacency=ring, mines=2)
    text = encode(board, "lp").to_text()
    assert "neighbour((0,0),(0,5))." in text
    assert len(answer_sets(text)) == 2 * 3


def test_user_programs_go_with_logic_programs() -> None:
    board = Board.parse("mines: 1\n\n?1?")
    own = ":- mine((0,0)). % mine(C)"
    for to in ("lp", "lp-ground"):
        text = encode(board, to, program=own).to_text()
        assert answer_sets(text) == [frozenset({"mine((0,2))"})]
    with pytest.raises(ValueError, match="cnf cannot hold a program; lp and lp-ground can"):
        encode(board, program=own)
    with pytest.raises(ProgramError, match=r"<program>:2:\d+-\d+: error: unsafe variables in"):
        encode(board, "lp-ground", program="\n:- mine(X), Y > 1.")
    with pytest.raises(LimitError, match=r"within 0\.05 s"):
        encode(board, "lp-ground", program="p(0). p(X+1) :- p(X).", time_limit=0.05)


@pytest.mark.parametrize("seed", seeds(range(12)))
def test_variables_sources_and_sizes(seed: int, subtests: pytest.Subtests) -> None:
    for to in FORMULA_FORMATS:
        with subtests.test(to):
            check_variables(random_board(seed, covered=12), to)


def check_variables(board: Board, to: str) -> None:
    encoding = encode(board, to)
    for cell in board.covered:
        variable = encoding.variable(cell)
        assert encoding.cell(variable) == cell
        assert variable in (f"mine({cell})", board.number(cell) + 1)
    for cell in set(board.cells) - set(board.covered):
        with pytest.raises(KeyError, match="is not in the encoding"):
            encoding.variable(cell)
    with pytest.raises(ValueError, match="off the board"):
        encoding.variable((99, 0))
    every = list(encoding.clauses)
    groups = [encoding.clauses_of(source) for source in encoding.sources]
    stats = encoding.statistics
    assert stats.clauses == len(every) == sum(size.clauses for size in stats.by_source)
    assert stats.literals == sum(size.literals for size in stats.by_source)
    assert stats.variables == len(board.covered) + stats.auxiliary
    loose = [clause for clause in every if encoding.source_of(clause) is None]
    assert len(loose) + sum(map(len, groups)) == len(every)
    assert not loose or to in ("nnf", "lp", "facts", "lp-ground")
    for source, clauses in zip(encoding.sources, groups, strict=True):
        for clause in clauses:
            home = encoding.source_of(clause)
            assert home is not None
            assert clause in encoding.clauses_of(home)
            assert encoding.sources.index(home) <= encoding.sources.index(source)
    with pytest.raises(KeyError):
        encoding.source_of((10**9,))
    shown = {Source(SourceKind.CLUE, board.number(cell)) for cell in board.clues}
    assert set(encoding.sources) <= shown | {TOTAL}


@pytest.mark.parametrize("to", [to for to in FORMULA_FORMATS if to != "nnf"])
def test_one_cell_alone(to: str) -> None:
    board = Board.parse("mines: 3\n\n?1??\n?2??\n??1?\n")
    for cell, clues in (
        (Cell(0, 0), {Cell(0, 1), Cell(1, 1)}),
        (Cell(2, 2), {Cell(2, 2)}),
        (Cell(0, 3), set()),
    ):
        encoding = encode(board, to, cell=cell)
        if to != "lp-ground":
            assert {board.cell(source.cell or 0) for source in encoding.sources} == clues
        assert TOTAL not in encoding.sources
        text = encoding.to_text()
        assert f"only the clues that touch {cell}, without the mine count" in text
        near = {covered for covered in board.covered if clues & set(board.neighbours(covered))}
        for covered in board.covered:
            if covered in near:
                assert encoding.cell(encoding.variable(covered)) == covered
            else:
                with pytest.raises(KeyError):
                    encoding.variable(covered)
        if to in ("lp", "lp-ground"):
            rest = showing(board, clues, total=False)
            names = {frozenset(f"mine({mine})" for mine in mines & near) for mines in layouts(rest)}
            assert set(answer_sets(text)) == names
    with pytest.raises(ValueError, match="off the board"):
        encode(board, to, cell=(3, 0))


def test_unknown_names_and_options_that_do_not_go_together() -> None:
    board = Board.parse("mines: 1\n\n??")
    with pytest.raises(
        UnknownNameError, match=r"'word'; known: cnf, opb, wcnf, wcnf-old, mcc, nnf, lp, facts, lp"
    ):
        encode(board, "word")
    with refused(UnknownNameError, name="abc"):
        encode(board, "opb", cardinality="abc")
    with pytest.raises(
        ValueError, match="opb takes no cardinality encoding; cnf, wcnf, wcnf-old and mcc do"
    ):
        encode(board, "opb", cardinality="totalizer")
    for to in ("mcc", "wcnf", "wcnf-old"):
        with pytest.raises(ValueError, match=f"{to} has no native constraints"):
            encode(Board.parse("mines: 1\n\n??"), to, cardinality="native")


@pytest.mark.slow
def test_programs_are_grounded_by_clingo_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clingo.py").write_text("print('a program of somebody else')")
    monkeypatch.chdir(tmp_path)
    board = Board.parse("mines: 1\n\n?1?")
    assert len(answer_sets(encode(board, "lp-ground").to_text())) == 2
    with pytest.raises(ValueError, match="positive number"):
        encode(board, "lp-ground", time_limit=-1)
    assert encode(board, "lp-ground", time_limit=1e300).to_text()
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(LimitError, match=r"without an answer \(exit 1\)"):
        encode(board, "lp-ground")


def test_annotations_are_comments() -> None:
    board = random_board(3, covered=12)
    for to in FORMULA_FORMATS:
        mark = {"opb": "*", "nnf": "c"}.get(to, "c" if to in CLAUSAL else "%")
        encoding = encode(board, to)
        plain = [line for line in encoding.lines() if not line.startswith(mark)]
        full = [
            re.sub(r"\s*%.*", "", line) if mark == "%" else line
            for line in encoding.lines(annotate=True)
        ]
        assert [line for line in full if line and not line.startswith(mark)] == plain
        assert len(encoding.to_text(annotate=True)) > len(encoding.to_text())


@pytest.mark.parametrize("to", [*FORMULA_FORMATS, "native"])
@pytest.mark.parametrize("name", ["two-rows", "one-row", "impossible"])
def test_golden_text(name: str, to: str) -> None:
    board = Board.parse((GOLDEN / f"{name}.board").read_text())
    encoding = encode(board, cardinality=to) if to == "native" else encode(board, to)
    golden = GOLDEN / f"{name}.{to}.txt"
    assert encoding.to_text() == golden.read_text()
    assert len(golden.read_text().splitlines()) <= 60


@pytest.mark.parametrize(
    ("density", "shown", "other"),
    [
        ("33/160", "0.20625", "0.79375"),
        ("0.000000000000000001234567", "0.000000000000000001234567", "0.999999999999999998765433"),
        ("1/3", "1/3", "2/3"),
    ],
)
def test_weights_are_exact(density: str, shown: str, other: str) -> None:
    board = Board.parse(f"density: {density}\n\n1?\n")
    lines = encode(board, "mcc", weighted=True).to_text().splitlines()
    assert lines[0] == "c t pwmc"
    weights = [line for line in lines if line.startswith("c p weight")]
    (number,) = (line.split()[3] for line in lines if line.startswith("c p show"))
    assert weights == [f"c p weight {number} {shown} 0", f"c p weight -{number} {other} 0"]
    assert not any("weight" in line for line in encode(board, "mcc").lines())


@pytest.mark.parametrize("to", ["cnf", "wcnf", "wcnf-old", "mcc"])
@pytest.mark.parametrize("cardinality", ["seqcounter", "native"])
def test_formulas_of_pysat(to: Any, cardinality: Any) -> None:
    """The same as PySAT reads from the text."""
    if cardinality == "native" and to != "cnf":
        return
    board = opened_at_random(3, 5, 5, 5, 0.4)
    for shown in (board, board.with_adjacency(Adjacency.torus(5, 5))):
        encoding = encode(shown, to, cardinality=cardinality)
        own = encoding.to_pysat()
        if to in ("wcnf", "wcnf-old"):
            theirs = WCNF(from_string=encoding.to_text())
            assert (own.hard, own.soft, own.wght) == (theirs.hard, theirs.soft, theirs.wght)
        elif cardinality == "native":
            assert len(own.clauses) + len(own.atmosts) == encoding.statistics.clauses
            with Solver("minicard", bootstrap_with=own) as solver:
                assert solver.solve() is KnowledgeBase(shown).has_layout()
        else:
            assert own.clauses == CNF(from_string=encoding.to_text()).clauses
