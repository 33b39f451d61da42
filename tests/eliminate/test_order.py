"""Orders of elimination, where the best one is known."""

from __future__ import annotations

import pytest

from logicsweep import LimitError
from logicsweep.constraints import components, constraints_of
from logicsweep.eliminate import order
from logicsweep.eliminate.order import elimination_order
from logicsweep.limits import Budget
from tests.conftest import seeds
from tests.eliminate.signatures import NEVER
from tests.judges.making import opened_at_random


@pytest.mark.parametrize("seed", seeds(range(20)))
def test_an_order_names_each_factor_once(seed: int) -> None:
    for part in components(constraints_of(opened_at_random(seed, 9, 9, 10, 0.3)).constraints[:-1]):
        touching = [box.constraints for box in part.boxes]
        count = len(part.system.constraints)
        assert sorted(elimination_order(touching, count, NEVER)) == list(range(count))


def test_an_order_of_a_component_with_a_thousand_open_factors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "_STARTS", 1)
    # One cell in eleven hundred factors, each with a cell of its own.
    touching = [tuple(range(1100)), *[(number,) for number in range(1100)]]
    assert sorted(elimination_order(touching, 1100, NEVER)) == list(range(1100))
    with pytest.raises(LimitError):
        elimination_order(touching, 1100, Budget(1e-9))
