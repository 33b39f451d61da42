"""What goes together: every question under every feature, and every pair of features.

An answer is that of all layouts of a small board, tried one by one (`worlds`), or it is refused by
the sentence that `combinations` lists. What is answered although it is listed fails as well, so
that the lists, and the page made of them, say what is so.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import partial
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
# A few questions under each feature, and each question that is quick under some of them.
SOME = [name for name, row in ROWS.items() if not row.slow]
EVERY = 20
# Dear ones: CI asks each under a third of the features, a night under all.
DEAR = ["own counter", "own solver", "play strategist"]
PAIRED = [pair for pair in combinations(list(FEATURES)[1:], 2) if can_go_together(pair)]
TOGETHER = [pair for pair in PAIRED if go_together(pair)]
# Each feature with another one that it goes with.
QUICK_PAIRS = [
    *(("range", "1L"), ("density", "Q"), ("priors", "C"), ("blank", "T")),
    *(("model", "1X"), ("liars", "graph"), ("1M", "2I"), ("1W", "2E"), ("2L", "hexagon")),
    ("bounds", "constraints"),
    pytest.param("bounds", "program", marks=pytest.mark.slow),
]


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


def check_under(feature: str, questions: Iterable[str], subtests: pytest.Subtests) -> None:
    """All of these questions are asked of one position."""
    for question in questions:
        ask = partial(lambda name: ROWS[name].ask(position((feature,), SEED)), question)
        with subtests.test(question):
            check(refused(question, feature), ask)


@pytest.mark.parametrize(
    ("feature", "questions"),
    [(feature, SOME[place % EVERY :: EVERY]) for place, feature in enumerate(FEATURES)],
    ids=FEATURES,
)
def test_some_questions_under_every_feature(
    feature: str, questions: list[str], subtests: pytest.Subtests
) -> None:
    check_under(feature, questions, subtests)


@pytest.mark.slow
@pytest.mark.parametrize("feature", some(FEATURES, every=3))
def test_every_question_under_every_feature(feature: str, subtests: pytest.Subtests) -> None:
    place = [*FEATURES].index(feature)
    left_out = {name for at, name in enumerate(DEAR) if (place - at) % len(DEAR)}
    check_under(feature, [name for name in ROWS if name not in left_out], subtests)


@pytest.mark.night
@pytest.mark.parametrize("feature", FEATURES)
def test_dear_questions_under_every_feature(feature: str, subtests: pytest.Subtests) -> None:
    check_under(feature, DEAR, subtests)


def check_both(one: str, other: str) -> None:
    """What two features are asked together."""

    def ask() -> None:
        case = position((one, other), SEED)
        check_verdicts(case, case.kb())
        check_count(case, case.kb())
        for cell in case.board.covered[:2]:
            check_reasons(case, cell, case.kb())

    check(refused_pair(one, other), ask)


@pytest.mark.parametrize(("one", "other"), QUICK_PAIRS)
def test_each_feature_with_another(one: str, other: str) -> None:
    check_both(one, other)


def test_features_that_no_board_has_together() -> None:
    faults = {}
    for one, other in PAIRED:
        if refused_pair(one, other):
            try:
                check_both(one, other)
            except AssertionError as error:
                faults[one, other] = str(error)
    assert not faults


@pytest.mark.slow
@pytest.mark.parametrize("place", some(range(12), every=6))
def test_every_pair_of_features(place: int, subtests: pytest.Subtests) -> None:
    for one, other in TOGETHER[place::12]:
        with subtests.test(f"{one} {other}"):
            check_both(one, other)


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), some(TOGETHER, every=128))
def test_a_pair_answers_what_both_answer(one: str, other: str, subtests: pytest.Subtests) -> None:
    case = position((one, other), SEED)
    for question in ROWS:
        if not refused(question, one) and not refused(question, other):
            with subtests.test(question):
                check(refused_together(question, one, other), partial(ROWS[question].ask, case))


def test_every_board_leaves_something_to_ask() -> None:
    for feature in FEATURES:
        worlds = position((feature,), SEED).worlds
        mines, safe = worlds.verdicts
        assert mines | safe, feature
        shown = (clue for cell in worlds.undetermined for clue in worlds.shows(cell))
        assert any(clue is not None for clue in shown), feature
        assert len(worlds.masks) > 1, feature


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
