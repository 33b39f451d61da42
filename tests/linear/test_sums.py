"""Weighted sums of boards of every kind, added up in all worlds by the tests."""

from __future__ import annotations

from random import Random

import pytest

from logicsweep import Verdict
from logicsweep.reasons.weighted_sum import WeightedSum
from tests.conftest import seeds, some
from tests.judges.features import FEATURES, Position, position
from tests.knowledge.test_composition_fuzz import some_names
from tests.linear.adding import Adder

# Relations of single clues whose relaxation is weak, or which have no linear form.
_WEAK = {"liars", "1L", "C", "2I", "2E", "2L", "program"}


def checked(case: Position) -> list[WeightedSum | None]:
    """The sums of all verdicts on a board, after they have been held against all worlds."""
    adder, kb = Adder(case), case.kb()
    mines, safe = case.worlds.verdicts
    found = []
    for cell in sorted(mines | safe):
        explanation = kb.explain(cell, by="sum")
        shown = explanation.sum
        found.append(shown)
        if shown is None:
            continue
        shown.proof.check()
        adder.check(shown.proof)
        assert shown.cell == cell
        assert (shown.verdict is Verdict.MINE) == (cell in mines)
        named = [one for one in shown.proof.sources if one.kind.value != "background"]
        assert len(named) >= explanation.size
        assert shown.fewest == (len(named) == explanation.size)
        assert len(shown.says) == len(shown.proof.sources)
        assert all(says in shown.text for says in shown.says)
        assert shown.table
        assert f"{cell}" in shown.picture().title
        assert shown.picture().verdict(*cell) is (cell in mines)
    return found


@pytest.mark.few(len(FEATURES))  # each feature once
@pytest.mark.parametrize("name", some(FEATURES, every=1))
@pytest.mark.parametrize("seed", range(2))
def test_each_row_and_line_is_true_in_all_worlds(name: str, seed: int) -> None:
    found = checked(position((name,), seed))
    if name not in _WEAK:
        assert all(one is not None for one in found)


@pytest.mark.parametrize("seed", seeds(range(400), fast=60))
def test_they_are_with_features_together(seed: int) -> None:
    names = some_names(Random(f"sums {seed}"), [1, 2, 2, 3])
    checked(position(names, seed))
