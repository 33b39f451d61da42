"""Which counting engines there are, and what density a count has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.errors import UnknownNameError
from logicsweep.tables import ENGINES
from tests.judges import oracle
from tests.judges.refusals import refused

BOARD = Board.parse("density: 1/4\n\n?1??\n????\n")
APART = ":- mine(C), mine(D), neighbour(C,D)."


@pytest.mark.parametrize(
    ("how", "known", "kind"),
    [
        ({}, ENGINES, "counting engine"),
        ({"program": APART}, ("models",), "counting engine with a program"),
        ({"liars": 1}, ENGINES, "counting engine"),
    ],
    ids=["neither", "program", "liars"],
)
def test_engines_that_there_are(how: dict[str, Any], known: tuple[str, ...], kind: str) -> None:
    kb = KnowledgeBase(BOARD, **how)
    wrong: Any = "abacus"
    with refused(UnknownNameError, kind=kind, name="abacus") as caught:
        kb.count(engine=wrong)
    assert caught.value.known == known
    expected = kb.count()
    found = kb.count(engine=known[0])
    assert (found.total, found.fractions()) == (expected.total, expected.fractions())
    for other in set(ENGINES) - set(known):
        with pytest.raises(UnknownNameError):
            kb.count(engine=other)


@pytest.mark.parametrize("engine", [None, "models"])
@pytest.mark.parametrize("density", [None, Fraction(1, 4), Fraction(2, 3)])
def test_the_density_that_is_given_or_that_of_the_board(
    density: Fraction | None, engine: Any
) -> None:
    count = KnowledgeBase(BOARD).count(density=density, engine=engine)
    layouts, weights = oracle.posterior(Board(BOARD.grid, density=density or BOARD.density))
    for cell in BOARD.covered:
        expected = sum(
            weight for layout, weight in zip(layouts, weights, strict=True) if layout[cell]
        )
        assert count.probability(cell) == expected
