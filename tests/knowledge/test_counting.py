"""Which counting engines there are, and what density a count has."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.errors import MissingDensityError, UnknownNameError
from logicsweep.reason import ENGINES
from tests.judges import oracle
from tests.judges.refusals import refused

OPEN = "1?2\n???\n?3?"
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


def test_the_message_has_examples_that_work() -> None:
    """Pasted into the call, above the board, or behind the command."""
    kb = KnowledgeBase(Board.parse(OPEN))
    with pytest.raises(MissingDensityError) as caught:
        kb.probabilities()
    said = re.findall("`(.*?)`", str(caught.value))
    assert said == ['density="1/2"', "density: 1/2", "mines: 3"]
    half = KnowledgeBase(Board.parse(f"{said[1]}\n\n{OPEN}")).count()
    assert half.fractions() == eval(f"kb.count({said[0]})").fractions()  # noqa: S307 a constant
    layouts, weights = oracle.posterior(Board(kb.board.grid, density=Fraction(1, 2)))
    assert half.probability((1, 1)) == weights @ layouts[:, 1, 1]
    assert KnowledgeBase(Board.parse(f"{said[2]}\n\n{OPEN}")).count().total > 0


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
