"""Verdicts from the rows of the tables, and what shows them; no number is rounded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, InconsistentBoardError, KnowledgeBase
from logicsweep.kernel import whole
from logicsweep.kernel.context import Status, context
from logicsweep.kernel.proposal import ALL_SHOWN, CLUE_HEAD, UNDECIDED, Proposal, proposal_of
from logicsweep.limits import Budget
from logicsweep.reason.proving import is_refuted
from logicsweep.reason.solvers import calls
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    Position,
    cell_codes,
    position_of,
)
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import opened_at_random
from tests.kernel.test_whole import boards, judge

pytestmark = needs_kernel

NEVER = Budget(None)


@pytest.fixture
def imprecise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole boards are loaded, and doubles count as too narrow for their marginals."""
    load = whole.load

    def narrow(*arguments: Any) -> int:
        status = load(*arguments)
        return Status.IMPRECISE if status == Status.OK else status

    monkeypatch.setattr(whole, "load", narrow)


@pytest.mark.parametrize("block", seeds(range(240), fast=40))
def test_verdicts_are_those_of_all_layouts(block: int) -> None:
    """Believed, and with what shows them: layouts, and a claim that the solver proves."""
    for seed, board, near, density in boards(block):
        position = position_of(board)
        believed = proposal_of(position, NEVER, shown=False)
        shown = proposal_of(position, NEVER)
        expected = judge(board, near, density)
        assert believed is not None
        assert shown is not None
        if not expected.layouts:
            assert believed.status == shown.status == Status.CLASH, seed
            continue
        assert believed.status == shown.status == Status.OK, seed
        for verdicts in (believed.verdicts, shown.verdicts):
            np.testing.assert_array_equal(verdicts == 1, expected.mines, str(seed))
            np.testing.assert_array_equal(verdicts == 0, expected.safe, str(seed))
            undecided = ~(expected.mines | expected.safe | np.isnan(expected.marginals))
            np.testing.assert_array_equal(verdicts == UNDECIDED, undecided, str(seed))
        clues = judge(board.without_total(), near, density)
        differ = (clues.mines != expected.mines) | (clues.safe != expected.safe)
        assert believed.needs_total == shown.needs_total == differ.any(), seed
        assert shown.unproved == ALL_SHOWN, seed
        for claim in shown.claims:
            assert is_refuted(claim, position.uncertain, engine_of("sat"), NEVER), seed
        check_claims(position, shown, proposal_of(position, NEVER, asks_all=True))


def check_claims(position: Position, shown: Proposal, all_asked: Proposal | None) -> None:
    """All that single clues do not decide is claimed, but for what they refute."""
    decided = set(np.flatnonzero(shown.verdicts >= 0).tolist()) - propagated(position)
    assert all_asked is not None
    for proposal, left in (
        (all_asked, decided),
        (shown, decided - by_contradiction(position, shown.verdicts)),
    ):
        claimed = [claim.cells[abs(at) - 1] for claim in proposal.claims for at in claim.literals]
        assert len(claimed) == len(set(claimed))
        under_total = any(claim.is_under_total for claim in proposal.claims)
        # No clue touches the cells of the interior, so that one of them stands for all.
        interior = {cell for cell in left if not position.clues_around(cell)}
        if not interior.isdisjoint(claimed):
            assert len(interior.intersection(claimed)) == 1
            claimed += interior.difference(claimed)
        if proposal is all_asked or not shown.needs_total:
            assert under_total == shown.needs_total
            assert set(claimed) == left
        else:  # some sums of clues refute
            assert set(claimed) <= left


@pytest.mark.parametrize("block", seeds(range(80), fast=10))
def test_long_proofs_under_the_mine_count_are_left_to_components(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "_UNDER_TOTAL", 1)
    for seed, board, _, _ in boards(block):
        proposal = proposal_of(position_of(board), NEVER)
        assert proposal is not None
        if proposal.status == Status.OK and proposal.needs_total:
            found = KnowledgeBase(board).consequences()
            assert len(found.mines) == np.count_nonzero(proposal.verdicts == 1), seed
            assert len(found.safe) == np.count_nonzero(proposal.verdicts == 0), seed


def test_a_claim_under_a_wrong_mine_count_is_not_refuted() -> None:
    board = Board.parse("mines: 2\n\n?1?_?")
    shown = proposal_of(position_of(board), NEVER, asks_all=True)
    assert shown is not None
    [claim] = [claim for claim in shown.claims if claim.is_under_total]
    assert is_refuted(claim, {}, engine_of("sat"), NEVER)
    *_, (cell, least, most, variables) = claim.clues()
    assert (cell, least, most) == (-1, 2, 2)
    at = claim.end - 2 * len(variables) - CLUE_HEAD
    claim.numbers[at + 1 : at + 3] = [1, 2]
    assert not is_refuted(claim, {}, engine_of("sat"), NEVER)
    assert not is_refuted(claim, {}, engine_of("asp"), NEVER)


def by_contradiction(position: Position, verdicts: NDArray[np.int8]) -> set[int]:
    """The cells whose opposite single clues refute, each in the light of those before."""
    codes = cell_codes(position.states)
    follow(position, codes)
    proved: set[int] = set()
    left = [cell for cell in np.flatnonzero(verdicts >= 0).tolist() if codes[cell] == COVERED_UNIT]
    while True:
        refuted = []
        for cell in left:
            other = codes.copy()
            other[cell] = 0 if verdicts[cell] else MINE_UNIT
            if not follow(position, other):
                refuted.append(cell)
                codes[cell] = MINE_UNIT if verdicts[cell] else 0
                follow(position, codes)
        if not refuted:
            return proved
        proved.update([cell for cell in left if codes[cell] != COVERED_UNIT])
        left = [cell for cell in left if codes[cell] == COVERED_UNIT]


def propagated(position: Position) -> set[int]:
    """The cells that single clues decide."""
    first = cell_codes(position.states)
    codes = first.copy()
    follow(position, codes)
    return set(np.flatnonzero(first != codes).tolist())


def follow(position: Position, codes: CodeArray) -> bool:
    """Decide in `codes` what single clues force; false if one has too many mines or too few."""
    goes_on = True
    while goes_on:
        goes_on = False
        for clue in position.clues.tolist():
            near = position.adjacency.neighbours(clue)
            free = [cell for cell in near if codes[cell] == COVERED_UNIT]
            mines = sum(codes[cell] == MINE_UNIT for cell in near)
            given = position.uncertain.get(clue)
            state = int(position.states[clue])
            lower, upper = (given.lower, given.upper) if given else (state, state)
            if upper < mines or lower > mines + len(free):
                return False
            if free and (upper == mines or lower == mines + len(free)):
                codes[free] = 0 if upper == mines else MINE_UNIT
                goes_on = True
    return True


@pytest.mark.usefixtures("imprecise")
@pytest.mark.parametrize("block", seeds(range(80), fast=8))
def test_elimination_answers_as_before(block: int) -> None:
    """Verdicts, and what is asked after them, which has no use for the halves."""
    for seed, board, _, density in boards(block):
        kb = KnowledgeBase(board, reasoner="elimination")
        with without_kernel():
            python = KnowledgeBase(board)
            try:
                expected = python.consequences()
            except InconsistentBoardError:
                expected = None
        if expected is None:
            with pytest.raises(InconsistentBoardError):
                kb.consequences()
            continue
        assert kb.consequences() == expected, seed
        with without_kernel():
            chances = python.probabilities(density=density)
        np.testing.assert_allclose(kb.probabilities(density=density), chances, atol=1e-11)


@pytest.mark.parametrize(
    ("size", "mines"),
    [
        *((24, 110), (24, (36, 72)), (24, 72), (24, 73)),
        *(pytest.param(40, mines, marks=pytest.mark.slow) for mines in ((100, 229), 229, 230)),
    ],
)
def test_wide_components(size: int, mines: int | tuple[int, int]) -> None:
    """Components that keep their tables, with and without a mine count that binds."""
    board = opened_at_random(1, size, size, {24: 110, 40: 320}[size], 0.25).with_total(mines)
    position = position_of(board)
    own = context()
    assert own is not None
    marginals = np.empty(size * size)
    assert whole.load(own, position, whole.NO_PRIOR, NEVER, marginals) == Status.OK
    proved = KnowledgeBase(board).consequences()
    for shown in (False, True):
        proposal = proposal_of(position, NEVER, shown=shown)
        assert proposal is not None
        np.testing.assert_array_equal(proposal.verdicts == 1, marginals == 1)
        np.testing.assert_array_equal(proposal.verdicts == 0, marginals == 0)
        assert np.count_nonzero(proposal.verdicts == 0) == len(proved.safe)
        assert np.count_nonzero(proposal.verdicts == 1) == len(proved.mines)


def test_many_decided_cells_are_several_claims() -> None:
    """Each leaves out what is far; all are proved, and none of a cell that single clues prove."""
    board = opened_at_random(3, 100, 100, 2200, 0.5)
    position = position_of(board)
    shown = proposal_of(position, NEVER)
    assert shown is not None
    assert shown.unproved == ALL_SHOWN
    assert len(shown.claims) > 1
    assert not any(claim.is_complete for claim in shown.claims)
    assert all(is_refuted(claim, {}, engine_of("sat"), NEVER) for claim in shown.claims)
    claimed = [claim.cells[abs(at) - 1] for claim in shown.claims for at in claim.literals]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) < set(np.flatnonzero(shown.verdicts >= 0).tolist()) - propagated(position)
    proved_natively = KnowledgeBase(board).consequences()
    assert proved_natively == KnowledgeBase(board, reasoner="elimination").consequences()
