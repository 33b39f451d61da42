"""What clues settle by themselves, by each engine, against all layouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest

from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.settle import ContradictionError, settle_constraints
from logicsweep.reason.solvers.engine import Engine, engine_of
from logicsweep.reason.solvers.names import ELIMINATION, REASONERS, SAT, ReasonerName
from logicsweep.reason.solvers.sat import SatReasoner
from logicsweep.system.partition import merged
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    CodeArray,
    Position,
    cardinalities,
    cell_codes,
    position_of,
)
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board, uncertain_board
from tests.judges.refusals import refused

NEVER = Budget(None)


@pytest.mark.parametrize("how", [*REASONERS, "rows"])
@pytest.mark.parametrize("seed", seeds(range(120), fast=40))
def test_settled_and_undecided_cells_are_those_of_all_layouts(
    seed: int, how: ReasonerName | Literal["rows"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `rows` elimination counts nothing, and takes every component for a wide one."""
    if how == "rows":
        monkeypatch.setattr("logicsweep.reason.settle.try_counts", lambda *_: None)
    board = (uncertain_board if seed % 3 == 2 else random_board)(seed, covered=10)
    board = board.without_total()
    layouts = oracle.layouts(board)
    layouts = layouts.reshape(len(layouts), board.grid.size)
    position = position_of(board)
    codes = cell_codes(position.states)
    engine = engine_of(ELIMINATION if how == "rows" else how)
    before = codes.copy()
    undecided = []
    try:
        for done, every, found in settled_on(position, codes, engine):
            assert 0 <= done <= every
            undecided += found
    except ContradictionError as error:
        assert not len(layouts)
        assert error.near
        assert all(position.states[cell] >= 0 for cell in error.near)
        return
    assert len(layouts)
    covered = {board.number(cell) for cell in board.covered}
    changed = set((codes != before).nonzero()[0].tolist())
    mines = {cell for cell in covered if layouts[:, cell].all()}
    assert {cell for cell in changed if codes[cell] == MINE_UNIT} == mines
    safe = {cell for cell in covered if not layouts[:, cell].any()}
    assert {cell for cell in changed if codes[cell] == 0} == safe
    assert changed == mines | safe
    for part in undecided:
        cells = list(part.component.system.cells)
        assert all(codes[cell] == COVERED_UNIT for cell in cells)
        held = set(layouts[:, cells].sum(axis=1).tolist())
        assert {part.fewest, part.most} <= held
        within = layouts[:, cells].sum(axis=1)
        some = layouts[(part.fewest <= within) & (within <= part.most)][:, cells]
        assert not some.all(axis=0).any()
        assert some.any(axis=0).all()
        if part.counted is not None:
            assert (min(held), max(held)) == (part.fewest, part.most)
            assert {n for n in range(len(cells) + 1) if part.counted.support >> n & 1} == held


def test_a_spent_budget_leaves_what_was_proved() -> None:
    position = position_of(opened_at_random(2, 30, 30, 150, 0.4))
    engine = engine_of(SAT)
    every = cell_codes(position.states)
    for _ in settled_on(position, every, engine):
        pass

    class Countdown(Budget):
        left = 60

        def check(self, *, ahead: float = 0.0) -> None:
            del ahead
            self.left -= 1
            if self.left < 0:
                raise LimitError("the countdown")

    codes = cell_codes(position.states)
    with refused(LimitError, limit="the countdown"):
        for _ in settled_on(position, codes, engine, Countdown(None, entries=1)):  # no tables
            pass
    decided = codes != cell_codes(position.states)
    assert 0 < decided.sum() < (every != cell_codes(position.states)).sum()
    assert (codes[decided] == every[decided]).all()


def test_wide_components_are_decided_by_rows_as_by_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    """On boards too large for the oracle. No SAT solver is asked."""
    positions = [position_of(opened_at_random(seed, 30, 30, 200, 0.2)) for seed in range(8)]
    expected = [decided_on(position, SAT)[0] for position in positions]
    monkeypatch.setattr(SatReasoner, "consequences", None)
    wide = 0
    for position, codes in zip(positions, expected, strict=True):
        found, undecided = decided_on(position, ELIMINATION)
        assert (found == codes).all()
        wide += sum(part.counted is None for part in undecided)
    assert wide


def settled_on(
    position: Position, codes: CodeArray, engine: Engine, budget: Budget = NEVER
) -> Iterator[tuple[int, int, list[UndecidedComponent]]]:
    """What the clues of a position settle."""
    constraints = merged(cardinalities(position, position.clues, codes))
    return settle_constraints(constraints, codes, engine, budget)


def decided_on(
    position: Position, reasoner: ReasonerName
) -> tuple[CodeArray, list[UndecidedComponent]]:
    """The codes of the cells once the clues are settled, and what they leave."""
    codes = cell_codes(position.states)
    parts = settled_on(position, codes, engine_of(reasoner))
    return codes, [one for _, _, found in parts for one in found]
