"""Certificates: right ones are accepted, everything else is refused."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    Cell,
    Certificate,
    Clue,
    KnowledgeBase,
    LimitError,
    State,
)
from logicsweep.errors import CertificateError
from logicsweep.reasons import Claim, check_folder, check_proof
from logicsweep.reasons.certificates import counters
from logicsweep.reasons.certificates.folder import folder_files
from logicsweep.reasons.certificates.formula import formula_of
from tests.conftest import ROOT, Run, either_solver, seeds
from tests.judges.judge import Judge, certified, consistent, some_board
from tests.judges.making import first_board
from tests.judges.refusals import refused
from tests.reasons.proofs import has_model

BOARDS = ROOT / "examples" / "boards"


@pytest.mark.parametrize("seed", seeds(range(200), fast=50))
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_every_verdict_has_a_certificate(seed: int) -> None:
    for certificate, mine in certified(seed):
        assert certificate.claim.mine == mine
        certificate.check()


@pytest.mark.parametrize("written_out", [0, 128])
@pytest.mark.parametrize("seed", seeds(range(120), fast=25))
def test_formulas_leave_no_layout_out(
    seed: int, written_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The models of the sources' clauses, on the cells they are about, are those of the board.

    Bounds are written out, and then all of them counted. Models of the clauses are found by setting
    the cells, and then what the clauses say of the counters.
    """
    monkeypatch.setattr(counters, "_WRITTEN_OUT", written_out)
    board = first_board(seed, some_board, lambda board: bool(board.covered))
    judge = Judge(board)
    rng = random.Random(seed)
    clues = tuple(sorted(rng.sample(list(board.clues), min(3, len(board.clues)))))
    uses_total = board.total_mines is not None and rng.random() < 0.6
    goal = rng.choice(board.covered)
    claim = Claim(goal, rng.random() < 0.5, clues, uses_total, uses_total)
    clauses = formula_of(board, claim).clauses[:-1]  # what it denies is the last
    tied = {goal, *(near for clue in clues for near in board.neighbours(clue))}
    cells = sorted(cell for cell in tied if cell in board.covered)
    agreeing = {
        tuple(bool(layout[cell]) for cell in cells) for layout in judge.left(clues, uses_total)
    }
    for values in product((False, True), repeat=len(cells)):
        known = {board.number(cell) + 1: mine for cell, mine in zip(cells, values, strict=True)}
        assert has_model(clauses, known) == (values in agreeing)


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_nothing_is_accepted_that_is_not_entailed(seed: int) -> None:
    """With every clue and the total, and proofs of other verdicts, of nothing, and of anything."""
    board, _, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    proofs = [kb.certificate(cell).proof for cell in sorted(verdicts)[:3]]
    clues = tuple(board.clues)
    for cell in board.covered:
        for mine in (False, True):
            if verdicts.get(cell) is not mine:
                uses_total = board.total_mines is not None
                claim = Claim(cell, mine, clues, uses_total, uses_total)
                formula = formula_of(board, claim)
                unit = f"{(1 if mine else -1) * (board.number(cell) + 1)} 0"
                for proof in (*proofs, ("0",), (unit, "0"), ()):
                    with pytest.raises(CertificateError):
                        Certificate(board, claim, formula.lines, proof).check()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1", "expected literals and a 0"),
        ("1 0 0", "expected literals and a 0"),
        ("x 0", "expected literals and a 0"),
        ("", "expected literals and a 0"),
        ("1_0 0", "expected literals and a 0"),
        ("+1 0", "expected literals and a 0"),
        ("\u0661 0", "expected literals and a 0"),
        ("--1 0", "expected literals and a 0"),
    ],
)
def test_lines_that_are_no_clauses_are_refused(line: str, message: str) -> None:
    clauses = ((1, 2), (-1, 2), (1, -2), (-1, -2))
    check_proof(clauses, ["d 1 2 0", "2 0", "0"])
    with pytest.raises(CertificateError, match=message) as caught:
        check_proof(clauses, ["2 0", line, "0"])
    assert caught.value.line == 2
    with refused(CertificateError, line=2) as caught:
        check_proof(clauses, ["d 1 2 0", "3 0", "2 0", "0"])
    assert caught.value.line == 2
    with refused(CertificateError, line=3) as caught:
        check_proof(clauses, ["2 0", "0", "1 0"])
    assert caught.value.line == 3
    with refused(CertificateError, line=2) as caught:
        check_proof(clauses, ["2 0"])
    assert caught.value.line == 2


def test_no_mine_among_many_cells() -> None:
    """More cells than are written out, none of which can hold a mine, or all of which have to."""
    for mines in (0, 400):
        board = Board(np.full((20, 20), State.COVERED), total_mines=mines)
        KnowledgeBase(board).certificate((0, 0)).check()
    grid = np.full((20, 20), State.COVERED)
    grid[0, 0] = 3
    board = Board(grid, total_mines=3)
    KnowledgeBase(board).certificate((9, 9)).check()


def test_single_certificates_name_the_part_that_is_wrong() -> None:
    found = KnowledgeBase(Board.parse("????\n1211\n")).certificate((0, 1))
    found.check()
    with refused(CertificateError, line=1, file="proof") as caught:
        replace(found, proof=()).check()
    assert caught.value.file == "proof"
    with refused(CertificateError, line=2, file="cnf"):
        replace(found, cnf=(found.cnf[0], *found.cnf[2:])).check()
    other = replace(found, board=Board.parse("????\n1111\n"))
    with refused(CertificateError, line=14, file="cnf"):
        other.check()


def test_other_neighbours_are_certified(tmp_path: Path) -> None:
    ring = Adjacency.of([((n - 1) % 6, (n + 1) % 6) for n in range(6)])
    board = Board(np.array([[1, -1, 1, -1, 0, -1]]), adjacency=ring)
    kb = KnowledgeBase(board)
    certificate = kb.certificate((0, 1))
    certificate.check()
    for name, lines in folder_files(board, [certificate]):
        (tmp_path / name).write_text("\n".join([*lines, ""]))
    assert list(check_folder(tmp_path, board)) == [certificate.claim]
    with refused(CertificateError, line=1, file="board.board"):
        list(check_folder(tmp_path, Board(board.grid)))


def test_uncertain_clues_are_certified() -> None:
    rows = np.full((3, 3), State.COVERED)
    rows[1, 1] = State.UNCERTAIN
    with_gap = Clue(0, 8, (1, 0, 0, 0, 0, 0, 0, 0, 1))
    board = Board(rows, uncertain={(1, 1): with_gap}, total_mines=(1, 9))
    certificate = KnowledgeBase(board).certificate((0, 0))
    certificate.check()
    assert certificate.claim == Claim(Cell(0, 0), True, (Cell(1, 1),), at_least=True)


def test_a_formula_is_not_made_when_it_is_too_large(logicsweep: Run, tmp_path: Path) -> None:
    """A small folder can ask for a counter of any size."""
    grid = np.full((45, 45), State.COVERED)
    grid[1::3, 1::3] = 3
    board = Board(grid, total_mines=900)
    claim = Claim(Cell(0, 0), True, tuple(board.clues), True, True)
    for name, lines in folder_files(board, [Certificate(board, claim, ("p cnf 0 0",), ("0",))]):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    tracemalloc.start()
    try:
        with pytest.raises(LimitError, match="a formula of more than 1,000,000 clauses"):
            list(check_folder(tmp_path))
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    done = logicsweep("check", tmp_path)
    expected = "logicsweep: limit reached: a formula of more than 1,000,000 clauses\n"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", expected)


def test_many_clues_make_a_formula_too_large_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = KnowledgeBase(Board.parse("????\n1211\n")).certificate((0, 1))
    monkeypatch.setattr(counters, "MOST_CLAUSES", 5)
    with pytest.raises(LimitError, match="more than 5 clauses"):
        certificate.check()
