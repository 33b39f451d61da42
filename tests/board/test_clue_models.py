"""Clues and clue models, against the definitions in other words and against what they draw."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from random import Random

import pytest

from logicsweep import (
    Board,
    Cell,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    Setting,
    State,
)
from logicsweep.board import CLUE_MODELS, Around, Clue, ClueModel, TableModel, clue_model
from logicsweep.errors import ArgumentError, IllegalMoveError
from tests.conftest import some
from tests.judges.making import MODELS
from tests.judges.refusals import refused

AROUND = [Around(known, covered) for known in range(4) for covered in range(9 - known)]
NAMES = ["exact", "optimistic", "cautious", "noisy(1/10)", "noisy(1)", "liar", "random-reveal(1/3)"]


def shown(name: str, count: int, m: int, h: int) -> dict[int | None, Fraction]:
    """P(shown | count), as the definitions have it: m mines known, h cells covered."""
    one = Fraction(1)
    plain: dict[str, dict[int | None, Fraction]] = {
        "exact": {count: one},
        "optimistic": {v: one / (count - m + 1) for v in range(9) if m <= v <= count},
        "cautious": {v: one / (m + h - count + 1) for v in range(9) if count <= v <= m + h},
        "random-reveal(1/3)": {count: Fraction(1, 3), None: Fraction(2, 3)},
    }
    if name in plain:
        return plain[name]
    off = {v for v in (count - 1, count + 1) if m <= v <= m + h}
    if not off:
        return {None: one} if name == "liar" else {count: one}
    p = one if name == "liar" else Fraction(name[6:-1])
    return dict.fromkeys(off, p / len(off)) | ({} if name == "liar" else {count: 1 - p})


@pytest.mark.parametrize("names", [NAMES, MODELS], ids=["here", "on boards"])
def test_every_model_is_tried(names: Collection[str]) -> None:
    assert {re.sub(r"\(.*\)", "(P)", name) for name in names} == set(CLUE_MODELS)


@pytest.mark.parametrize("name", NAMES)
def test_models_say_what_their_definitions_say(name: str) -> None:
    model = clue_model(name)
    for around in AROUND:
        m, h = around
        model.check(around)
        table = {count: shown(name, count, m, h) for count in range(m, m + h + 1)}
        for value in (None, *range(9)):
            chances = {count: row.get(value, Fraction(0)) for count, row in table.items()}
            if not any(chances.values()):
                with pytest.raises(ValueError, match="never shows"):
                    model.clue(value, around)
                continue
            clue = model.clue(value, around)
            if value is None:
                assert clue is None  # silence tells nothing in any of these models
                continue
            assert clue is not None
            assert (clue.shown, clue.model, clue.around) == (value, model.name, around)
            possible = [count for count, chance in chances.items() if chance]
            assert (clue.lower, clue.upper) == (possible[0], possible[-1])
            # Likelihoods count in proportion.
            ratios = {clue.likelihood_of(count) / chances[count] for count in possible}
            assert len(ratios) == 1
            assert [count for count in range(12) if clue.allows(count)] == possible


@pytest.mark.parametrize("name", NAMES)
def test_what_is_around_may_be_any_pair(name: str) -> None:
    model = clue_model(name)
    pair, around = (1, 5), Around(1, 5)
    model.check(pair)  # type: ignore[arg-type]
    found = model.clue(2, pair)  # type: ignore[arg-type]
    assert found == model.clue(2, around)
    assert found is not None
    assert type(found.around) is Around
    assert model.draw(3, pair, Random(1)) == model.draw(3, around, Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", some(NAMES, every=2))
def test_what_is_drawn_comes_as_often_as_it_is_likely(name: str) -> None:
    model = clue_model(name)
    rng = Random(7)
    m, h, count, draws = 1, 5, 3, 500
    drawn = Counter(model.draw(count, Around(m, h), rng) for _ in range(draws))
    expected = {v: chance for v, chance in shown(name, count, m, h).items() if chance}
    assert set(drawn) == set(expected)
    for value, chance in expected.items():
        sigma = float(draws * chance * (1 - chance)) ** 0.5
        assert abs(drawn[value] - draws * chance) <= 4 * sigma
    again = Random(7)
    assert Counter(model.draw(count, Around(m, h), again) for _ in range(draws)) == drawn


def test_names() -> None:
    assert (
        *("exact", "optimistic", "cautious", "liar", "noisy(P)", "random-reveal(P)"),
    ) == CLUE_MODELS
    assert clue_model(" noisy(0.25) ").name == "noisy(1/4)"
    assert repr(clue_model("liar")) == "<ClueModel liar>"


class Shy(ClueModel):
    """Says nothing about many mines: its silence is a clue."""

    name = "shy"

    def shows(self, count: int, around: Around) -> dict[int | None, Fraction]:
        assert count <= sum(around)
        silent = Fraction(count, 8)
        return {count: 1 - silent, None: silent}


def test_a_model_of_ones_own() -> None:
    board = Board.parse("mines: 1\n\n???\n???\n???\n")
    kb = KnowledgeBase(board)
    clue = board.reading((1, 1), None, Shy())
    assert isinstance(clue, Clue)
    assert (clue.lower, clue.upper) == (1, 8)
    kb.tell((1, 1), clue)
    assert kb.count().probability((0, 0)) == Fraction(1, 8)
    assert board.reading((1, 1), 0, Shy()) == 0
    text = str(kb.board)
    assert "1..8(1/8,1/4,3/8,1/2,5/8,3/4,7/8,1)" in text
    assert Board.parse(text) == kb.board


def test_tables() -> None:
    half = Fraction(1, 2)
    model = TableModel("coin", {0: {0: half, 1: half}, 1: {1: Fraction(1)}})
    clue = model.clue(1, Around(0, 1))
    assert clue == Clue(0, 1, (half, Fraction(1)))


def test_clues() -> None:
    half = Fraction(1, 2)
    assert Clue(0, 3, (Fraction(0), half, half, Fraction(0))) == Clue(1, 2)
    assert Clue(1, 3, (half, Fraction(0), Fraction(1))).weights == (1, 0, 2)
    assert hash(Clue(1, 2, shown=2)) == hash(Clue(1, 2))
    assert str(Clue(1, 3)) == "1..3"
    assert str(Clue.at_least(2)) == ">=2"
    assert str(Clue.at_most(2)) == "<=2"
    assert str(Clue(1, 2, shown=1, model="optimistic")) == "1 (optimistic)"
    assert pickle.loads(pickle.dumps(Clue(1, 3, (half, half, Fraction(1))))) == Clue(  # noqa: S301
        1, 3, (half, half, Fraction(1))
    )


def test_boards_with_uncertain_clues() -> None:
    clue = Clue.at_least(2)
    board = Board([[-1, -1, -1], [-1, -1, -1]], uncertain={(0, 1): clue, (1, 1): Clue(3, 3)})
    assert board[0, 1] == State.UNCERTAIN
    assert board[1, 1] == 3
    assert board.clues == {Cell(0, 1): clue, Cell(1, 1): 3}
    assert board.uncertain == {Cell(0, 1): clue}
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301
    assert hash(board.replace({})) == hash(board)
    assert board != board.replace({Cell(0, 1): Clue.at_least(1)})
    assert board.replace({Cell(0, 1): 2}).uncertain == {}
    assert board.around((0, 1)) == Around(0, 4)
    assert Board.parse(str(board)) == board
    # What goes beyond the neighbours of any cell says no more than that.
    half = (Fraction(1, 2),)
    for wide, text in {
        Clue(1, 9): ">=1",
        Clue(0, 40): ">=0",
        Clue(1, 9, (Fraction(1), *half * 8)): "1..8(1,1/2,1/2,1/2,1/2,1/2,1/2,1/2)",
    }.items():
        board = Board([[-1, -1, -1]], uncertain={(0, 1): wide})
        assert text in str(board)
        assert Board.parse(str(board)) == board


def test_what_no_cell_can_hold_is_cut_off_before_clues_are_compared() -> None:
    likelihood = (Fraction(1, 2), Fraction(1, 2), Fraction(1))
    board = Board([[State.COVERED, 0]], uncertain={Cell(0, 1): Clue(7, 9, likelihood)})
    assert board.uncertain == {Cell(0, 1): Clue.at_least(7)}
    assert Board.parse(str(board)) == board


def test_a_model_that_is_called_like_another_is_written_as_what_it_says() -> None:
    odd = Clue(0, 1, shown=5, model="optimistic", around=Around(0, 1))
    board = Board([[-1, -1, -1]], uncertain={(0, 1): odd})
    assert "<=1" in str(board)
    assert Board.parse(str(board)) == board


def test_what_can_be_told() -> None:
    board = Board.parse("mines: 2\n\n???\n???\n")
    kb = KnowledgeBase(board)
    clue = Clue(1, 2)
    kb.tell((0, 0), clue)
    assert not kb.tell((0, 0), Clue(1, 2))  # again
    with refused(IllegalMoveError, move=(0, 0)):
        kb.tell((0, 0), Clue(0, 2))
    before = kb.board
    # Four of its neighbours are mines, and there are two.
    with refused(InconsistentBoardError, uses_total=True):
        kb.tell((0, 1), Clue.at_least(4))
    assert kb.board == before
    assert kb.consequences() == KnowledgeBase(before).consequences()


def test_liars_have_to_be_possible() -> None:
    board = Board.parse("?1?2?\n")
    for liars in (-1, 3):
        with refused(ArgumentError, argument="liars"):
            KnowledgeBase(board, liars=liars)
    with refused(ArgumentError, argument="liars"):
        KnowledgeBase(Board.parse("? 1:liar ?\n"), liars=1)


def test_many_liars_reach_the_limit() -> None:
    """How many may be wrong ties eighteen clues together: one table has them all."""
    board = Board.parse("mines: 4..17\n\n" + "\n".join(["?1?1?1?1?1?1?"] * 3) + "\n")
    with refused(LimitError):
        KnowledgeBase(board, liars=9, max_entries=1_000).count()


def test_exact_clues_are_equal() -> None:
    """So that settings are which were pickled, or read from a file."""
    exact = clue_model("exact")
    copies = {exact, clue_model("exact"), pickle.loads(pickle.dumps(exact))}  # noqa: S301
    assert copies == {exact}
    assert exact != clue_model("liar")
    setting = Setting("beginner")
    assert pickle.loads(pickle.dumps(setting)) == setting == Setting("beginner", clues="exact")  # noqa: S301
