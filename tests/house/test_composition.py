"""What goes together: every question under every feature, and every pair of features.

An answer is that of all layouts of a small board, tried one by one (`worlds`), or it is refused by
the sentence that `combinations` lists. What is answered although it is listed fails as well, so
that the lists, and the page made of them, say what is so.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from itertools import combinations

import pytest

from logicsweep import KnowledgeBase
from tests.conftest import ROOT, some
from tests.judges.combinations import (
    NO_PLACE,
    PAIRS,
    REFUSED,
    ROWS,
    go_together,
    is_said,
    refused,
    refused_pair,
    refused_together,
)
from tests.judges.features import FEATURES, can_go_together, position
from tests.judges.questions import (
    NoPlaceError,
    check_count,
    check_reasons,
    check_verdicts,
    refusal,
)

SEED = 1
CELLS = [
    pytest.param(
        question,
        feature,
        marks=[pytest.mark.slow] if ROWS[question].slow and feature != "plain" else [],
    )
    for question in ROWS
    for feature in FEATURES
]
PAIRED = [pair for pair in combinations(list(FEATURES)[1:], 2) if can_go_together(pair)]
TOGETHER = [pair for pair in PAIRED if go_together(pair)]


def check(listed: str | None, ask: Callable[[], object]) -> None:
    """It is answered as it should be if it is not listed, else refused by the sentence there."""
    try:
        said = refusal(ask)
    except NoPlaceError:
        said = NO_PLACE
    if listed is None:
        assert said is None, f"refused, and not listed: {said}"
    else:
        assert said is not None, f"answered: take it off the list ({listed})"
        assert is_said(listed, said), f"refused by another sentence: {said}"


@pytest.mark.parametrize(("question", "feature"), CELLS)
def test_every_question_under_every_feature(question: str, feature: str) -> None:
    check(refused(question, feature), lambda: ROWS[question].ask(position((feature,), SEED)))


@pytest.mark.parametrize(("one", "other"), some(PAIRED, every=3))
def test_every_pair_of_features(one: str, other: str) -> None:
    def ask() -> None:
        case = position((one, other), SEED)
        check_verdicts(case, case.kb())
        check_count(case, case.kb())
        for cell in case.board.covered[:2]:
            check_reasons(case, cell, case.kb())

    check(refused_pair(one, other), ask)


@pytest.mark.slow
@pytest.mark.parametrize("question", ROWS)
@pytest.mark.parametrize(("one", "other"), some(TOGETHER, every=32))
def test_a_pair_answers_what_both_answer(one: str, other: str, question: str) -> None:
    if refused(question, one) or refused(question, other):
        pytest.skip("one of them is refused")
    case = position((one, other), SEED)
    check(refused_together(question, one, other), lambda: ROWS[question].ask(case))


@pytest.mark.parametrize("feature", FEATURES)
def test_every_board_leaves_something_to_ask(feature: str) -> None:
    worlds = position((feature,), SEED).worlds
    mines, safe = worlds.verdicts
    assert mines | safe
    assert any(clue is not None for cell in worlds.undetermined for clue in worlds.shows(cell))
    assert len(worlds.masks) > 1


def test_the_lists_name_what_there_is() -> None:
    assert set(ROWS) >= set(REFUSED)
    for listed in REFUSED.values():
        names = " ".join(listed.values()).split()
        assert len(names) == len(set(names))
        assert "plain" not in names
        assert set(FEATURES) >= set(names)
    for pairs in PAIRS.values():
        assert set(FEATURES) >= {*pairs, *" ".join(pairs.values()).split()}
    assert [go_together({one}) for one in FEATURES] == [True] * len(FEATURES)


def test_every_question_of_a_knowledge_base_has_a_row() -> None:
    """By its name in the row's words; or it is no question."""
    methods = {name for name, _ in inspect.getmembers(KnowledgeBase) if not name.startswith("_")}
    named = {name for row in ROWS.values() for name in re.findall(r"`(\w+)`", row.about)}
    no_questions = {"board", "constraints", "copy", "counted", "liars", "picture", "program"}
    assert methods - named - no_questions == {"proved_so_far", "tell_all"}


def test_a_stale_list_is_found() -> None:
    with pytest.raises(AssertionError, match="answered: take it off"):
        check("so it is said", lambda: None)

    def refuse() -> None:
        raise ValueError("another sentence")

    with pytest.raises(AssertionError, match="refused, and not listed: another sentence"):
        check(None, refuse)
    with pytest.raises(AssertionError, match="refused by another sentence"):
        check("so it is ... said", refuse)
    check("another ...ce", refuse)


def test_the_page_says_how_to_read_it() -> None:
    page = (ROOT / "docs" / "reference" / "combinations.md").read_text(encoding="utf-8")
    assert "python docs/tables.py --combinations" in page
