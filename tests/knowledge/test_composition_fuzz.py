"""Boards with two or three features at once: all reasoners and counters against all layouts.

Which combinations are refused is listed in `combinations`; in place of those, others are drawn.
"""

from __future__ import annotations

import copy
import pickle
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, State
from logicsweep.constraints import Relation
from logicsweep.errors import CertificateError
from logicsweep.reason import REASONERS
from tests.conftest import seeds
from tests.judges.combinations import go_together, refused
from tests.judges.diagnoses import check_diagnosis
from tests.judges.features import FEATURES, NoBoardError, Position, draw
from tests.judges.questions import (
    QUESTIONS,
    broken,
    check_count,
    check_reasons,
    check_verdicts,
)
from tests.judges.reasons import check_core
from tests.judges.worlds import knowledge_base

_BLOCK = 2
_MOST_CELLS = 3
_NAMES = list(FEATURES)[1:]
# What goes together with the same features, and has no entry of its own.
_LIKE = {
    "hexagon": ["four", "triangle", "torus", "cylinder", "knight"],
    "1W": ["1N", "1P", "1E", "1E'", "1W'", "2X", "2P", "2M", "MX", "MN", "NX", "2A"],
    "1X": ["1X'", "1K", "2D"],
    "2I": ["LM", "2E'", "2L'"],
    "T": ["A", "D'", "H", "O", "2B", "2C", "2F", "2H", "2S", "2T", "2Z"],
    "C": ["D", "S", "U", "2G", "2G'"],
}
_BASES = {name: base for base, names in _LIKE.items() for name in names}
# A circuit cannot hold all constraints of `some_constraint`.
_ASKED = [name for name, row in QUESTIONS.items() if not row.slow and name != "encode nnf"]
_MOST_QUESTIONS = 10


def some_names(rng: Random, sizes: list[int]) -> tuple[str, ...]:
    """So many features that go together."""
    names: tuple[str, ...] = ()
    while not names or not go_together(names):  # nearly half of all are refused
        names = tuple(rng.sample(_NAMES, rng.choice(sizes)))
    return names


def check(case: Position) -> None:
    """Verdicts, counts and chances of one board, by everyone who takes such a one."""
    for reasoner in REASONERS:
        if not any(refused(reasoner, name) for name in case.names):
            check_verdicts(case, case.kb(reasoner=reasoner))
            check_count(case, case.kb(reasoner=reasoner))
    check_count(case, case.kb(), "models")


@pytest.mark.few(2)
@pytest.mark.parametrize("block", seeds(range(800), fast=120))
def test_whoever_answers_agrees_with_all_layouts(block: int) -> None:
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        case = some_position(seed)
        try:
            check(case)
        except BaseException as error:
            error.add_note(f"seed {seed}: {case}")
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


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", seeds(range(3200), fast=640))
def test_every_question_agrees_with_all_layouts(seed: int) -> None:
    """Under any rule and topology: some questions of a knowledge base, or of nobody else."""
    case, rng = some_position(seed), Random(seed)
    listed = [_BASES.get(name, name) for name in case.names]
    asked = [name for name in _ASKED if not any(refused(name, one) for one in listed)]
    for name in rng.sample(asked, _MOST_QUESTIONS):
        try:
            QUESTIONS[name].ask(case)
        except CertificateError:
            assert name.startswith("certificate"), name
        except BaseException as error:
            error.add_note(f"{name}: {case}")
            raise


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
@pytest.mark.parametrize("block", seeds(range(320), fast=80))
def test_diagnoses_agree_with_all_sets_of_clues(block: int) -> None:
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        wrong = broken(some_position(seed))
        if wrong is not None:
            takes = [
                name for name in REASONERS if not any(refused(name, one) for one in wrong.names)
            ]
            try:
                check_diagnosis(wrong, wrong.kb(reasoner=takes[seed % len(takes)]).diagnose())
            except BaseException as error:
                error.add_note(f"seed {seed}: {wrong}")
                raise


@pytest.mark.few(2)
@pytest.mark.parametrize("block", seeds(range(200), fast=40))
def test_what_conflicts_is_named_and_no_more(block: int) -> None:
    """Clues, mine count, program and constraints; of rules for layouts not each part is named."""
    for seed in range(block * _BLOCK, (block + 1) * _BLOCK):
        case = some_position(seed)
        if seed % 2 or case.board.rules.layout or case.board.rules.clue.key:
            case = draw((Random(seed).choice(["constraints", "program"]),), seed, weighted=True)
        wrong = broken(case)
        if wrong is None:
            continue
        with pytest.raises(InconsistentBoardError) as caught:
            wrong.kb().consequences()
        try:
            check_core(caught.value, wrong.worlds.sources)
        except BaseException as error:
            error.add_note(f"seed {seed}, {caught.value}: {wrong}")
            raise


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(600), fast=100))
def test_telling_clues_one_by_one_is_a_fresh_board(seed: int) -> None:
    """Also a copy, and after another clue that may be impossible."""
    case, rng = some_position(seed), Random(seed)
    later = rng.sample([*case.board.clues.items()], rng.randint(0, len(case.board.clues) - 1))
    start = case.board.replace(dict.fromkeys(dict(later), int(State.COVERED)))
    takes = [one for one in REASONERS if not any(refused(one, name) for name in case.names)]
    kb = knowledge_base(start, case.beside, reasoner=rng.choice(takes))
    for cell, clue in later:
        kb = rng.choice([kb, copy.copy(kb), pickle.loads(pickle.dumps(kb))])  # noqa: S301
        if rng.random() < 0.5:
            kb.consequences()
        with suppress(InconsistentBoardError, ValueError):  # it may be impossible here
            kb.copy().tell(cell, rng.choice(later)[1])
        kb.tell(cell, clue)
        fresh = knowledge_base(kb.board, case.beside)
        assert kb.consequences() == fresh.consequences(), (seed, cell)
        for name in ("total", "wrong", "key", "fractions"):
            told, read = getattr(kb.count(), name), getattr(fresh.count(), name)
            assert (told() == read()) if callable(told) else told == read, (seed, cell, name)
    assert kb.board == case.board
    check_verdicts(case, kb)
    check_count(case, kb)


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
