"""All encodings, solvers and engines side by side."""

from __future__ import annotations

import json

import pytest

from logicsweep import Board
from logicsweep.knowledge import comparison
from logicsweep.knowledge.comparison import CONFIGURATIONS, Measured, agree, compare_encodings
from logicsweep.render.encoded import comparison_lines
from logicsweep.system.system import Decided
from tests.conftest import ROOT, Run, seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board

BOARDS = ROOT / "examples" / "boards"


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(6)))
def test_all_come_to_the_oracles_verdicts(seed: int) -> None:
    board = random_board(seed, covered=12)
    expected = oracle.verdicts(board)
    rows = list(compare_encodings(board, time_limit=60))
    assert len(rows) == CONFIGURATIONS
    assert agree(rows)
    for row in rows:
        if expected is None:
            assert row.verdicts is None
        else:
            assert row.verdicts is not None
            assert [{board.cell(number) for number in cells} for cells in row.verdicts] == [
                *expected
            ]
        assert row.configuration.limit is None
        assert row.configuration.prove is not None


def test_a_disagreement_would_be_seen() -> None:
    one = Measured.of("cnf", "a", verdicts=Decided(frozenset({1}), frozenset()))
    other = one._replace(verdicts=(frozenset(), frozenset({1})))
    late = Measured.of("cnf", "a", limit="the time")
    assert agree([one, one, late])
    assert not agree([one, other])
    assert comparison_lines([one, other])[-1].startswith("THE VERDICTS DIFFER")
    assert comparison_lines([one, late])[-2:] == [
        "1 of 2 reached a limit (-).",
        "All 1 combinations that answered give the same verdicts.",
    ]


@pytest.mark.usefixtures("python_kernel")  # the kernel has answered before it looks at the clock
def test_limits_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(1, 9, 9, 10, 0.5)
    rows = list(compare_encodings(board, time_limit=1e-9))
    assert all(row.configuration.limit for row in rows)
    assert agree(rows)
    monkeypatch.setattr("logicsweep.formulas.cardinality._MOST_CLAUSES", 10)
    monkeypatch.setattr("logicsweep.formulas.cardinality._DIRECT_LIMIT", 10)
    rows = list(compare_encodings(board, time_limit=60))
    assert {row.configuration.encoding for row in rows if row.configuration.limit} >= {
        *comparison.ENCODINGS
    }


def test_the_table(logicsweep: Run) -> None:
    done = logicsweep("encode", "--compare", BOARDS / "small.board")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == [
        *("encoding,", "solver", "variables", "auxiliary", "clauses"),
        *("encode", "ms", "prove", "ms", "safe", "mines"),
    ]
    assert lines[-1] == f"All {CONFIGURATIONS} combinations that answered give the same verdicts."
    assert all(line.endswith("  2      2") for line in lines[1:-1])
    assert len({len(line) for line in lines[:-1]}) == 1
    done = logicsweep("encode", "--compare", "--json", BOARDS / "small.board")
    answer = json.loads(done.stdout)
    assert answer["agree"]
    assert len(answer["configurations"]) == CONFIGURATIONS
    assert {(one["mines"], one["safe"]) for one in answer["configurations"]} == {(2, 2)}


def test_an_inconsistent_board(logicsweep: Run) -> None:
    done = logicsweep("encode", "--compare", "-", stdin="?1?\n?3?\n")
    assert done.returncode == 1
    assert done.stdout.endswith("give the same verdicts.\n")
    assert "the board is inconsistent" in done.stderr
    assert agree(list(compare_encodings(Board.parse("?1?\n?3?\n"), time_limit=60)))
