"""The ledger of components, told one cell after the other, against all layouts."""

from __future__ import annotations

import random

import pytest

from logicsweep.limits import Budget
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import REASONERS, ReasonerName
from logicsweep.system.system import position_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import clue, random_board

NEVER = Budget(None)


@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("seed", seeds(range(60), fast=25))
def test_everything_that_is_told_is_settled(seed: int, reasoner: ReasonerName) -> None:
    rng = random.Random(seed)
    board = random_board(seed, lie=0)
    layouts = oracle.layouts(board)
    if not len(layouts):
        ledger = ComponentLedger(position_of(board), engine_of(reasoner))
        with pytest.raises(ContradictionError):
            ledger.settle(NEVER)
        return
    truth = layouts[rng.randrange(len(layouts))]
    ledger = ComponentLedger(position_of(board), engine_of(reasoner))
    ledger.settle(NEVER)
    decided = ledger.proved()
    reported = {*decided.mines.tolist(), *decided.safe.tolist()}
    while True:
        expected = oracle.verdicts(board)
        assert expected is not None
        proved = ledger.proved()
        assert {board.cell(int(number)) for number in proved.mines} == expected[0]
        assert {board.cell(int(number)) for number in proved.safe} == expected[1]
        assert {*proved.mines.tolist(), *proved.safe.tolist()} <= reported
        opening = [cell for cell in board.covered if not truth[cell]]
        if not opening:
            break
        told = {cell: clue(truth, cell) for cell in rng.sample(opening, min(2, len(opening)))}
        board = board.replace(told)
        new = ledger.tell({board.number(cell): shown for cell, shown in told.items()}, NEVER)
        assert reported.isdisjoint([*new.mines, *new.safe])
        reported |= {*new.mines, *new.safe}
        assert ledger.is_settled
