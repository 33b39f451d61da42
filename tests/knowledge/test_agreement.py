"""Verdicts and counts that differ are never an answer; one side at a time is broken on purpose."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.constraints.position import Decided
from logicsweep.errors import InternalError
from logicsweep.knowledge.agreement import check_agreement
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.engine import REASONERS, ReasonerName
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.reason.solvers.sat import SatReasoner
from tests.conftest import Run

# No clue decides a cell of it alone: (0,0) and (0,2) are mines, (0,1) and (0,3) safe.
TEXT = "????\n1211"
BOARD = Board.parse(TEXT)
# The mine count alone decides (0,4): the 1 has the only mine.
TOTAL = Board.parse("mines: 1\n\n?1?_?")


def nothing_decided(self: SatReasoner | AspReasoner) -> Backbone:
    """Consequences from which every verdict is missing."""
    mines = self.model()
    assert mines is not None
    return Backbone(frozenset(), frozenset(), (mines,))


@pytest.mark.parametrize(
    ("mines", "safe", "marginals", "message"),
    [
        ([0], [1], [1, 0, 0.5, np.nan], None),
        ([], [], [np.nan, np.nan, 1e-300, 1 - 1e-15], None),
        ([0], [1], [1, 0.25, 0, np.nan], r"\(0,1\) is safe by proof and undetermined by count"),
        ([0], [1], [0.25, 0, 0.5, np.nan], r"\(0,0\) is a mine by proof and undetermined by count"),
        ([0], [1], [0, 1, 0.5, np.nan], r"\(0,0\) is a mine by proof and safe by count"),
        ([0], [1], [1, 0, 0, 1], r"\(1,0\) is undetermined by proof and safe by count"),
        ([], [], [np.nan, np.nan, 0.5, 1], r"\(1,1\) is undetermined by proof and a mine by count"),
        ([0], [1], [1, np.nan, 0.5, 0.5], r"\(0,1\) is safe by proof and undetermined by count"),
    ],
)
def test_the_first_cell_that_differs_is_named(
    mines: list[int], safe: list[int], marginals: list[float], message: str | None
) -> None:
    board = Board.parse("??\n??")
    masks = [np.isin(np.arange(4), numbers) for numbers in (mines, safe)]
    if message is None:
        check_agreement(lambda: board, Decided(*masks), np.array(marginals))
        return
    with pytest.raises(InternalError, match=message) as caught:
        check_agreement(lambda: board, Decided(*masks), np.array(marginals))
    assert caught.value.board == str(board)
    assert "this is a defect of logicsweep, please report it with the board" in str(caught.value)


def test_nothing_is_wrong_with_these_boards() -> None:
    for reasoner in REASONERS:
        found = KnowledgeBase(BOARD, reasoner=reasoner)
        assert found.count(density=None).total == 1
        assert found.consequences().mines == {(0, 0), (0, 2)}
        assert KnowledgeBase(TOTAL, reasoner=reasoner).count().total == 2


@pytest.mark.parametrize("reasoner", ["sat", "asp"])
def test_a_solver_that_misses_verdicts(
    reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb = KnowledgeBase(BOARD, reasoner=reasoner)
    for kind in (SatReasoner, AspReasoner):
        monkeypatch.setattr(kind, "consequences", nothing_decided)
    assert not kb.consequences().safe
    for ask in (
        kb.count,
        kb.probabilities,
        lambda: kb.clue_distribution((0, 1)),
        lambda: kb.joint([(0, 1)]),
        lambda: kb.sample(1, seed=0),
    ):
        with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and a mine by"):
            ask()


def test_a_solver_that_proves_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its verdicts leave clues that nothing satisfies."""

    def all_safe(self: SatReasoner) -> Backbone:
        assert self.model() is not None
        return Backbone(frozenset(), frozenset({0, 1}), (frozenset({2}),))

    monkeypatch.setattr(SatReasoner, "consequences", all_safe)
    with pytest.raises(InternalError, match="there is a layout by proof and none by count") as got:
        KnowledgeBase(BOARD).count()
    assert got.value.board == str(BOARD)


def test_elimination_whose_rows_miss_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.reason.settle.try_counts", lambda *_: None)
    assert KnowledgeBase(BOARD, reasoner="elimination").count().total == 1
    monkeypatch.setattr(
        "logicsweep.eliminate.support.SupportTables.decided", lambda *_, **__: Decided([], [])
    )
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and a mine by"):
        KnowledgeBase(BOARD, reasoner="elimination").count()


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_mine_count_that_is_forgotten(
    reasoner: ReasonerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComponentLedger, "_decided_by_total", lambda *_: Decided([], []))
    for text, decided in (
        (str(TOTAL), r"\(0,4\) is undetermined by proof and safe by count"),
        ("mines: 2\n\n?1?_?", r"\(0,4\) is undetermined by proof and a mine by count"),
        ("mines: 1\n\n????\n?11?", r"\(0,0\) is undetermined by proof and safe by count"),
    ):
        kb = KnowledgeBase(Board.parse(text), reasoner=reasoner)
        with pytest.raises(InternalError, match=decided):
            kb.count()


def test_counts_that_lose_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a clue with two cells around, the models with a mine in one of them; or all."""
    board = Board.parse("??\n11\n__")
    right = UndecidedComponent.counts

    def without_mines(self: UndecidedComponent, budget: Budget, most: int | None) -> object:
        counts = right(self, budget, most)
        return counts._replace(by_box=tuple((0,) * len(box) for box in counts.boxes(budget)))

    monkeypatch.setattr(UndecidedComponent, "counts", without_mines)
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and safe by count"):
        KnowledgeBase(board).count()

    def none(self: UndecidedComponent, budget: Budget, most: int | None) -> object:
        return right(self, budget, most)._replace(counts=(), by_box=())

    monkeypatch.setattr(UndecidedComponent, "counts", none)
    with pytest.raises(InternalError, match="there is a layout by proof and none by count"):
        KnowledgeBase(board).count()


def test_liars_and_programs_are_compared_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = Board.parse("mines: 1\n\n?0\n1_")
    assert KnowledgeBase(lying, liars=1).consequences().mines == {(0, 0)}
    assert KnowledgeBase(lying, liars=1).count().total == 1
    ruled = {"program": ":- mine((0,0))."}
    assert KnowledgeBase(TOTAL, **ruled).consequences().safe == {(0, 0), (0, 4)}
    for kind in (SatReasoner, AspReasoner):
        monkeypatch.setattr(kind, "consequences", nothing_decided)
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and a mine by"):
        KnowledgeBase(lying, liars=1).count()
    with pytest.raises(InternalError, match=r"\(0,0\) is undetermined by proof and safe by count"):
        KnowledgeBase(TOTAL, **ruled).count()


def test_the_board_has_everything_told(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = KnowledgeBase(Board.parse("????\n12?1"))
    monkeypatch.setattr(SatReasoner, "consequences", nothing_decided)
    kb.tell((1, 2), 1)
    with pytest.raises(InternalError) as caught:
        kb.count()
    assert Board.parse(caught.value.board) == kb.board


@pytest.mark.parametrize("command", ["solve", "count", "hint"])
def test_commands_say_it_with_the_board(
    command: str, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.board").write_text(f"density: 0.2\n\n{TEXT}\n")
    monkeypatch.setattr(SatReasoner, "consequences", nothing_decided)
    said = (
        "internal error: (0,0) is undetermined by proof and a mine by count; this is a defect of "
        "logicsweep, please report it with the board"
    )
    board = f"density: 1/5\n\n{TEXT}"
    done = logicsweep(command, "a.board", folder=tmp_path)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == f"logicsweep: {said}\n{board}\n"
    done = logicsweep(command, "a.board", "--json", folder=tmp_path)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["kind"], answer["place"]) == (70, "internal", None)
    assert answer["error"] == f"{said}\n{board}"
    done = logicsweep("solve", "--no-count", "a.board", folder=tmp_path)
    assert done.returncode == 0
