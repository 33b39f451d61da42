"""Boards with two or three features at once: all reasoners and counters against all layouts.

Which combinations are refused is listed in `combinations`; in place of those, others are drawn.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.constraints import Relation
from logicsweep.reason import REASONERS
from tests.conftest import seeds
from tests.judges.combinations import go_together, refused
from tests.judges.diagnoses import check_diagnosis
from tests.judges.features import FEATURES, NoBoardError, Position, draw
from tests.judges.questions import broken, check_count, check_reasons, check_verdicts

_BLOCK = 2
_MOST_CELLS = 3
_NAMES = list(FEATURES)[1:]
# What goes together with the same features, and has no entry of its own.
_LIKE = {
    "hexagon": ["four", "triangle", "torus", "cylinder", "knight"],
    "1W": ["1N", "1P", "1E", "1E'", "1W'", "2X", "2P", "2M", "MX", "MN", "NX"],
    "1X": ["1X'", "1K", "2D"],
    "2I": ["LM", "2E'", "2L'"],
    "T": ["A", "D'", "H", "2B", "2C", "2F", "2H", "2S", "2T", "2Z"],
    "C": ["D", "S", "U", "2G", "2G'"],
}


def some_names(rng: Random, sizes: list[int]) -> tuple[str, ...]:
    """So many features that go together."""
    names: tuple[str, ...] = ()
    while not names or not go_together(names):  # nearly half of all are refused
        names = tuple(rng.sample(_NAMES, rng.choice(sizes)))
    return names


def check(names: tuple[str, ...], seed: int) -> None:
    """Verdicts, counts and chances of one board, by everyone who takes such a one."""
    case = draw(names, seed, weighted=True)
    for reasoner in ("sat", "asp", "elimination"):
        if not any(refused(reasoner, name) for name in names):
            check_verdicts(case, case.kb(reasoner=reasoner))
            check_count(case, case.kb(reasoner=reasoner))
    if not any(refused("models", name) for name in names):
        check_count(case, case.kb(), "models")


@pytest.mark.few(2)
@pytest.mark.parametrize("block", seeds(range(200), fast=20))
def test_whoever_answers_agrees_with_all_layouts(block: int) -> None:
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        names = some_names(Random(seed), [2, 2, 3])
        try:
            check(names, seed)
        except BaseException as error:
            error.add_note(f"seed {seed}: {' + '.join(names)}")
            raise


def some_position(seed: int) -> Position:
    """A board with some features, now and then with a rule or topology in place of one like it."""
    rng = Random(seed)
    while True:
        names = some_names(rng, [1, 2, 2, 3])
        # On a torus rule C joins squares, of which the judge of neighbours does not know.
        if rng.random() < 0.5 and not {"hexagon", "C"} <= {*names}:
            names = tuple(rng.choice([name, *_LIKE.get(name, ())]) for name in names)
        with suppress(NoBoardError):
            return draw(names, seed, weighted=rng.random() < 0.5)


@pytest.mark.few(2)
@pytest.mark.parametrize("block", seeds(range(400), fast=80))
def test_reasons_agree_with_all_placements(block: int) -> None:
    """Explanations, counterexamples and witnesses: sufficient, minimal, and smallest if asked."""
    for seed in (2 * block, 2 * block + 1):
        case, rng = some_position(seed), Random(seed)
        cells = case.board.covered
        takes = [one for one in REASONERS if not any(refused(one, name) for name in case.names)]
        kb = case.kb(reasoner=rng.choice(takes))
        try:
            for cell in rng.sample(cells, min(len(cells), _MOST_CELLS)):
                check_reasons(case, cell, kb, smallest=rng.random() < 0.5)
        except BaseException as error:
            error.add_note(f"seed {seed}, {kb!r}: {case}")
            raise


@pytest.mark.few(2)
@pytest.mark.parametrize("block", seeds(range(160), fast=12))
def test_diagnoses_agree_with_all_sets_of_clues(block: int) -> None:
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        names = some_names(Random(seed), [1, 2, 2, 3])
        wrong = broken(draw(names, seed, weighted=seed % 2 == 0))
        if wrong is not None:
            try:
                check_diagnosis(wrong, wrong.kb().diagnose())
            except BaseException as error:
                error.add_note(f"seed {seed}: {' + '.join(names)}")
                raise


def test_most_pairs_go_together() -> None:
    pairs = [pair for pair in combinations(_NAMES, 2) if go_together(pair)]
    assert len(pairs) >= 160


def test_weights_count_beside_a_key() -> None:
    """Each of two layouts has one key; the one with a mine on the left weighs twice as much."""
    board = Board.parse("mines: 1\nrules: 2I\n\n?0?")
    twice = Relation.pattern([0], {(True,): Fraction(2), (False,): Fraction(1)}, "twice")
    kb = KnowledgeBase(board, constraints=[twice])
    assert kb.count(engine="models").probability((0, 0)) == Fraction(2, 3)
    assert kb.count().probability((0, 0)) == Fraction(2, 3)
