"""The memory of tables: what is added up against the objects themselves, and the ceiling."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.eliminate.memory import Memory, TooLargeError
from logicsweep.eliminate.messages import SUPPORT, forward_message
from logicsweep.eliminate.planning import plan
from logicsweep.eliminate.signature import signature_of
from logicsweep.eliminate.support import SupportTables, TooLargeTablesError
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import MAX_ENTRIES, Budget
from logicsweep.system import components
from logicsweep.system.partition import Component
from logicsweep.system.statements import statements_of
from tests.conftest import some
from tests.judges.making import opened_at_random
from tests.judges.objects import size_of


def covered(rules: str, height: int, width: int) -> Component:
    """The component of a covered board with layout rules."""
    board = Board(np.full((height, width), int(State.COVERED)), rules=rules)
    [component] = components(statements_of(board).system_of(board).constraints)
    return component


def opened() -> Component:
    """The largest component of an ordinary board."""
    board = opened_at_random(1, 20, 20, 80, 0.2)
    constraints = statements_of(board).system_of(board).constraints[:-1]
    return max(components(constraints), key=lambda part: len(part.system.cells))


CASES = [
    pytest.param(covered("C", 5, 5), id="C"),
    pytest.param(covered("O", 5, 5), id="O"),
    pytest.param(covered("T", 5, 5), id="T"),
    pytest.param(covered("Q", 6, 6), id="Q"),
    pytest.param(opened(), id="clues"),
]


@pytest.mark.parametrize("component", some(CASES, every=2))
def test_what_is_added_up_is_what_the_objects_take(component: Component) -> None:
    signature = signature_of(component.boxes, component.system.constraints)
    tables = Tables(signature, budget=Budget())
    kept = size_of(tables.forward, tables.steps)
    assert 0.7 * kept < tables.memory.taken < 1.8 * kept
    before = tables.memory.taken
    backward = tables.backward(Budget())
    more = size_of(backward)
    assert 0.7 * more < tables.memory.taken - before < 1.8 * more


@pytest.mark.parametrize("component", some(CASES, every=2, first=1))
def test_no_more_is_made_than_the_ceiling_allows(component: Component) -> None:
    """A table beyond it is given up after one stretch of work, before it is complete."""
    signature = signature_of(component.boxes, component.system.constraints)
    whole = Tables(signature, budget=Budget()).memory.taken
    start, steps, _ = plan(signature, Budget())
    room = Memory(whole // 4)
    kept = [{start: 1}]

    def make() -> None:
        for step in steps:
            kept.append(forward_message(kept[-1], step, SUPPORT, room, Budget()))
            room.keep(kept[-1], step)

    with pytest.raises(TooLargeError):
        make()
    assert len(kept) > 1
    assert 0 < room.taken <= whole // 4
    with pytest.raises(TooLargeTablesError, match="MB of memory for the tables of its possible"):
        SupportTables(component, max_bytes=whole // 4)


def test_who_counts_more_entries_may_take_more(monkeypatch: pytest.MonkeyPatch) -> None:
    component = covered("C", 5, 5)
    signature = signature_of(component.boxes, component.system.constraints)
    whole = Tables(signature, budget=Budget()).memory.taken
    monkeypatch.setattr("logicsweep.eliminate.tables.MOST_BYTES", whole - 1)
    with pytest.raises(TooLargeError):
        Tables(signature, budget=Budget())
    with pytest.raises(TooLargeError):  # fewer entries are a ceiling of their own
        Tables(signature, budget=Budget(entries=MAX_ENTRIES // 2))
    assert Tables(signature, budget=Budget(entries=2 * MAX_ENTRIES)).memory.taken == whole


def test_a_count_beyond_the_ceiling_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.eliminate.tables.MOST_BYTES", 1_000_000)
    board = Board(np.full((6, 6), int(State.COVERED)), rules="C", total_mines=12)
    kb = KnowledgeBase(board)
    words = r"the component of 36 cells and 1 constraint around \(0,0\) needs more than 1 MB of"
    with pytest.raises(LimitError, match=words):
        kb.count()
