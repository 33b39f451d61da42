"""Boards of every kind, asked at random (see `fuzz`): 20 in CI, any number by `tools/soak`."""

from __future__ import annotations

import pytest

from tests.conftest import seeds
from tests.judges import fuzz

_BLOCK = 2


@pytest.mark.few(1)
@pytest.mark.parametrize("block", seeds(range(200), fast=4))
def test_whatever_is_asked_in_whatever_order_agrees_with_all_layouts(block: int) -> None:
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        fuzz.check(seed)
