"""Errors that nobody foresaw: exit code 70, a sentence, and the board to report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.errors import InternalError
from logicsweep.games.dealing import ruled
from logicsweep.reason.solvers.sat import SatReasoner
from logicsweep.tables import trellis
from logicsweep.tables.component_counts import forget
from tests.conftest import Run, without_kernel

BOARD = "rules: Q\n\n?1?\n???"
# Nothing is decided in it.
TIED = "rules: C\n\n????\n?1??\n????"
GAME = ["--rules", "C", "--size", "5x5", "--mines", "6", "--seed", "1"]


def broken(*_: object, **__: object) -> object:
    raise ValueError("zip() argument 2 is longer than argument 1")


@pytest.fixture(params=[(trellis, "tree_plan"), (SatReasoner, "consequences")])
def an_engine_is_broken(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Have Python's tables, and then SAT, end in an error that is none of logicsweep's."""
    forget()
    monkeypatch.setattr(*request.param, broken)
    with without_kernel():
        yield str(request.param[1])


@pytest.mark.parametrize("command", ["solve", "count", "hint", "hint --rate"])
def test_a_broken_engine_is_an_internal_error(
    command: str, logicsweep: Run, an_engine_is_broken: str
) -> None:
    reasoner = "elimination" if an_engine_is_broken == "tree_plan" else "sat"
    done = logicsweep(*command.split(), "-", "--reasoner", reasoner, stdin=BOARD)
    assert done.returncode == 70
    first, *board = done.stderr.splitlines()
    assert first.startswith("logicsweep: internal error: answering ends in ValueError: zip() arg")
    assert first.endswith("this is a defect of logicsweep, please report it with the board")
    assert Board.parse("\n".join(board)) == Board.parse(BOARD)
    found = logicsweep(*command.split(), "-", "--reasoner", reasoner, "--json", stdin=BOARD)
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["kind"]) == (70, "internal")
    assert answer["error"] == done.stderr.removeprefix("logicsweep: ").rstrip("\n")


@pytest.mark.parametrize("command", ["deal", "play", "puzzle"])
def test_a_game_that_cannot_be_dealt_for_a_defect(
    command: str, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget()  # another test may have counted such a board
    monkeypatch.setattr(trellis, "line_plan", broken)
    done = logicsweep(command, *GAME)
    assert done.returncode == 70
    text = done.stderr.partition("with the board\n")[2]
    assert Board.parse(text) == Board.parse("rules: C\nmines: 6\n\n" + "?????\n" * 5)


# A command, its board, and the engine that it asks.
ASKED = [
    ("count -", TIED, "logicsweep.tables.trellis._TrellisMaker"),
    ("count - --engine models", BOARD, "logicsweep.reason.counters.registry.independent_marginals"),
    ("solve -", TIED, "logicsweep.tables.trellis._TrellisMaker"),
    ("hint -", BOARD, "logicsweep.reasons.steps.ConstrainedDeductions"),
    ("hint -", TIED, "logicsweep.tables.trellis._TrellisMaker"),
    ("hint - --rate", BOARD, "logicsweep.reasons.steps.ConstrainedDeductions"),
    (
        "hint - --rate --game --open 0,0",
        "0 1 1\n0 1 *\n",
        "logicsweep.games.dealing.no_guess.chain",
    ),
    ("diagnose -", BOARD, "logicsweep.knowledge.diagnosing.DiagnosisSearch"),
    *[
        (command, "", f"logicsweep.{engine}")
        for command in ("deal", "play", "puzzle", "dataset --json", "deal --no-guess")
        for engine in ("system.statements.layout_constraints", "tables.trellis._TrellisMaker")
    ],
]


@pytest.mark.parametrize(("command", "board", "engine"), ASKED)
def test_no_engine_that_breaks_is_a_wrong_argument(
    command: str, board: str, engine: str, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget()
    ruled._tables.cache_clear()  # noqa: SLF001 - the last deal's tables
    monkeypatch.setattr(engine, broken)
    done = logicsweep(*command.split(), *([] if board else GAME), stdin=board)
    assert "ends in ValueError: zip() argument 2 is longer than argument 1" in done.stderr
    assert "report it with the board\n" in done.stderr
    assert done.returncode == 70


# A command that once took every ValueError for a wrong option, and what it calls.
OPTIONS = [
    ("encode -", "formulas.registry:system_around"),
    ("encode - --to lp", "formulas.registry:ProgramEncoding"),
    ("review GAME", "games.review.review:metrics_of"),
    ("review GAME", "games.review.log:_openings"),
]


@pytest.mark.parametrize(("command", "engine"), OPTIONS)
def test_no_option_is_blamed_for_a_defect(
    command: str,
    engine: str,
    logicsweep: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    game = tmp_path / "game.jsonl"
    assert logicsweep("play", "--quiet", *GAME[2:], "-o", game).returncode == 0
    monkeypatch.chdir(tmp_path)
    module, _, name = engine.partition(":")
    monkeypatch.setattr(import_module(f"logicsweep.{module}"), name, broken)
    done = logicsweep(
        *command.replace("GAME", str(game)).split(), stdin="mines: 2\n\n???\n???\n?1?\n"
    )
    assert "internal error: ValueError: zip() argument 2 is longer than argument 1" in done.stderr
    assert done.returncode == 70


@pytest.mark.parametrize("kind", [ValueError, KeyError, AssertionError, RecursionError])
def test_no_error_leaves_with_a_code_that_is_an_answer(
    kind: type[Exception], logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> object:
        raise kind("for a test")

    monkeypatch.delenv("LOGICSWEEP_TRACEBACK", raising=False)
    monkeypatch.setattr(KnowledgeBase, "has_layout", fails)
    monkeypatch.setattr(KnowledgeBase, "consequences", fails)
    done = logicsweep("solve", "-", stdin="?1\n")
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith(f"logicsweep: internal error: {kind.__name__}: ")
    assert done.stderr.endswith("please report it with the board\n?1\n")
    assert "Traceback" not in done.stderr
    monkeypatch.setenv("LOGICSWEEP_TRACEBACK", "1")
    done = logicsweep("solve", "-", stdin="?1\n")
    assert done.returncode == 70
    assert done.stderr.startswith("Traceback (most recent call last)")
    assert "fails" in done.stderr


def test_an_error_in_a_library_names_the_line_of_ours(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("logicsweep.reason.ledger.ComponentLedger.settle", broken)
    monkeypatch.setattr("logicsweep.knowledge.proofs.defect_in", lambda *_: KeyError())
    done = logicsweep("solve", "-", stdin="?1\n")
    assert done.returncode == 70
    assert "KeyError in logicsweep/knowledge/proofs.py, line " in done.stderr


def test_the_library_raises_an_internal_error_with_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget()
    monkeypatch.setattr(trellis, "tree_plan", broken)
    kb = KnowledgeBase(Board.parse(BOARD), reasoner="elimination")
    expected = pytest.raises(InternalError, match=r"ends in ValueError: zip\(\)")
    with without_kernel(), expected as caught:
        kb.consequences()
    assert caught.value.board == BOARD
