"""What the page is answered, held against the library's own answers."""

from __future__ import annotations

import json
from fractions import Fraction
from threading import Timer
from time import process_time
from typing import Any

import numpy as np
import pytest

from logicsweep import Adjacency, Board, InconsistentBoardError, KnowledgeBase, Verdict, best
from logicsweep.board.picture.placing import shapes_of
from logicsweep.errors import MissingDensityError
from logicsweep.limits import CancelScope
from logicsweep.site import Desk, answer
from tests.conftest import some
from tests.judges.making import MODELS, opened_at_random, random_board, uncertain_board
from tests.site.asking import (
    CONSISTENT,
    ENDLESS,
    EVERYTHING,
    EXAMPLES,
    HARD,
    LETTERS,
    Message,
    asked,
    formats_of,
    request,
)

SMALL = EXAMPLES["small"]
# Of the 3 and the right 2, one is wrong.
WRONG = Board.parse("mines: 4\n\n?????\n?31?2\n?????\n")
# What follows of it takes more than no time at all.
LARGE = opened_at_random(1, 40, 40, 330, 0.3)
# As long as nobody waits who cancelled, and far less than the questions take.
SOON = 5


def pairs(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]


def check_counts(message: Message, kb: KnowledgeBase) -> None:
    """The message that a count ends with has the library's numbers."""
    count = kb.count()
    assert int(message["models"]) == count.total
    try:
        expected = count.probabilities()
    except MissingDensityError:
        assert message["probabilities"] is None
        return
    found = np.array(message["probabilities"], dtype=float)
    assert np.array_equal(found, expected, equal_nan=True)


def check_verdicts(message: Message, kb: KnowledgeBase) -> None:
    proved = kb.consequences()
    assert (message["safe"], message["mines"]) == (pairs(proved.safe), pairs(proved.mines))
    left = len(kb.board.covered) - len(proved.safe) - len(proved.mines)
    assert message["undetermined"] == left
    assert message["mine_count"] == kb.board.mines


# What follows.
@pytest.mark.parametrize("name", some(CONSISTENT, every=3, first=1))
def test_everything_about_an_example(name: str, desk: Desk) -> None:
    """Proofs come first, then counts, then the best cell, then the level."""
    board = EXAMPLES[name]
    messages = asked(desk, request("analyse", board, wants=EVERYTHING))
    assert formats_of(messages) == ["solve", "solve", "best", "hint"]
    proved, counted, found, rated = messages
    kb = KnowledgeBase(board)
    for message in (proved, counted):
        check_verdicts(message, kb)
    assert (proved["models"], proved["probabilities"]) == (None, None)
    check_counts(counted, kb)
    assert found["cells"] == pairs(best(board).cells)
    difficulty = kb.difficulty()
    assert rated["level"] == difficulty.level
    assert [step["text"] for step in rated["steps"]] == [step.text for step in difficulty.steps]


def test_only_what_is_wanted_is_told(desk: Desk) -> None:
    for wants, formats in (
        ((), ["solve"]),
        (("counts",), ["solve", "solve"]),
        (("level",), ["solve", "hint"]),
        (("level", "best"), ["solve", "best", "hint"]),
    ):
        messages = asked(desk, request("analyse", SMALL, wants=wants))
        assert formats_of(messages) == formats
    assert formats_of(asked(desk, request("analyse", SMALL))) == ["solve", "solve"]
    _, rated = asked(desk, request("analyse", SMALL, wants=["level"]))
    _, brief = asked(desk, request("analyse", SMALL, wants=["level"], steps=False))
    assert rated["steps"]
    assert brief == rated | {"steps": []}


def test_why_a_board_is_inconsistent(desk: Desk) -> None:
    board = WRONG
    for wants in ((), EVERYTHING):
        messages = asked(desk, request("analyse", board, wants=wants))
        assert formats_of(messages) == ["solve!", "diagnose!"]
    conflict, diagnosis = messages
    with pytest.raises(InconsistentBoardError) as caught:
        KnowledgeBase(board).consequences()
    assert conflict["consistent"] is False
    assert conflict["core"] == pairs(caught.value.core)
    assert conflict["core_uses_total"] == caught.value.uses_total
    found = KnowledgeBase(board).diagnose()
    assert [one["clues"] for one in diagnosis["conflicts"]] == [
        pairs(one.clues) for one in found.conflicts
    ]
    assert [
        (one["clues"], Fraction(one["probability"])) for one in diagnosis["correction_sets"]
    ] == [(pairs(one.clues), one.probability) for one in found.correction_sets]


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(40))
def test_random_boards(seed: int, desk: Desk) -> None:
    """Small ones of every kind, consistent or not, also with clues that are uncertain."""
    model = MODELS[seed // 2 % len(MODELS)]
    board = random_board(seed) if seed % 2 else uncertain_board(seed, model=model)
    messages = asked(desk, request("analyse", board))
    kb = KnowledgeBase(board)
    if not kb.has_layout():
        assert formats_of(messages) == ["solve!", "diagnose!"]
        return
    assert formats_of(messages) == ["solve", "solve"]
    check_verdicts(messages[-1], kb)
    check_counts(messages[-1], kb)


@pytest.mark.parametrize(
    "board",
    [
        *(SMALL, EXAMPLES["only-total"], WRONG),
        *(
            pytest.param(EXAMPLES[name], marks=pytest.mark.slow)
            for name in ("inconsistent", "expert")
        ),
    ],
)
def test_clues_that_may_be_wrong(board: Board, desk: Desk) -> None:
    messages = asked(desk, request("analyse", board, liars=1, wants=EVERYTHING))
    assert formats_of(messages) == ["solve", "solve", "best"]
    kb = KnowledgeBase(board, liars=1)
    check_verdicts(messages[1], kb)
    check_counts(messages[1], kb)
    assert messages[1]["liars"] == 1


def test_more_wrong_clues_than_clues_are_refused(desk: Desk) -> None:
    said = asked(desk, request("analyse", SMALL, liars=1000))
    assert formats_of(said) == ["serve!"]
    assert said[0]["kind"] == "usage"


def test_programs_are_refused_unless_they_are_allowed(desk: Desk) -> None:
    program = ":- mine((0,0))."
    for ask, more in (("analyse", {}), ("explain", {"cell": (0, 0)}), ("look", {"cell": (0, 0)})):
        (said,) = asked(desk, request(ask, SMALL, program=program, **more))
        assert "--allow-programs" in said["error"]
        assert said["kind"] == "usage"
    board = Board.parse("mines: 1\n\n?1?")
    free = Desk(allows_programs=True)
    messages = asked(free, request("analyse", board, program=program, wants=EVERYTHING))
    assert formats_of(messages) == ["solve", "solve", "best"]
    kb = KnowledgeBase(board, program=program)
    check_verdicts(messages[1], kb)
    check_counts(messages[1], kb)
    (said,) = asked(free, request("analyse", board, program="mine((0,0) ."))
    assert (said["kind"], formats_of([said])) == ("usage", ["serve!"])
    free.close()


def test_small_boards_need_no_other_thread() -> None:
    """Nobody waits for a thread to prove, count or explain an ordinary board of the usual sizes."""
    desk = Desk()
    desk.close()  # it lends no threads any more
    for board in (SMALL, EXAMPLES["expert"]):
        messages = asked(desk, request("analyse", board))
        assert formats_of(messages) == ["solve", "solve"]
        for cell in board.covered[:3]:
            assert formats_of(asked(desk, request("explain", board, cell=cell))) == ["explain"]
            assert formats_of(asked(desk, request("look", board, cell=cell))) == ["seen"]
    for large in (HARD, Board.parse("mines: 2\nrules: Q\n\n?1?\n???")):
        with pytest.raises(RuntimeError):
            asked(desk, request("analyse", large))


# Limits.
def test_limits_are_messages() -> None:
    cell = LARGE.covered[0]
    for seconds in (1e-9, 1e-6, 1e-4):
        desk = Desk(time_limit=seconds)
        (said,) = asked(desk, request("analyse", LARGE, wants=EVERYTHING))
        assert formats_of([said]) == ["solve!"]
        assert (said["kind"], said["consistent"], said["undetermined"]) == ("limit", None, None)
        desk.close()
    hurried = Desk(time_limit=1e-9)
    for ask in ("explain", "look"):
        (said,) = asked(hurried, request(ask, LARGE, cell=cell))
        assert said["kind"] == "limit"
    for of in ("zero", "progress"):
        (said,) = asked(hurried, request("overlay", LARGE, of=of))
        assert said["kind"] == "limit"
    hurried.close()


@pytest.mark.slow
def test_what_is_proved_at_a_limit_is_right() -> None:
    desk = Desk(time_limit=1)
    said = asked(desk, request("analyse", HARD, wants=[]))[0]
    desk.close()
    proved = KnowledgeBase(HARD).consequences()
    # A fast machine proves all of it, a slow one nothing.
    assert formats_of([said])[0] in ("solve", "solve!")
    if "error" not in said:
        assert len(said["safe"]) == len(proved.safe)
    assert set(map(tuple, said["safe"])) <= proved.safe
    assert set(map(tuple, said["mines"])) <= proved.mines


def test_what_is_proved_is_told_where_counting_is_too_much() -> None:
    desk = Desk(time_limit=0.1)
    proved, limited = asked(desk, ENDLESS)
    assert formats_of([proved, limited]) == ["solve", "solve!"]
    kb = KnowledgeBase(LETTERS)
    check_verdicts(proved, kb)
    check_verdicts(limited, kb)
    assert (limited["consistent"], limited["kind"]) == (True, "limit")
    desk.close()


@pytest.mark.slow
def test_what_a_cell_may_be_is_told_where_counting_is_too_much() -> None:
    desk, board = Desk(time_limit=1), LETTERS
    kb = KnowledgeBase(board)
    free = next(cell for cell in board.covered if kb.verdict(cell) is Verdict.UNDETERMINED)
    (both,) = asked(desk, request("explain", board, cell=free))
    assert formats_of([both]) == ["explain!"]
    assert (both["kind"], both["probability"], both["verdict"]) == ("limit", None, "undetermined")
    for kind, is_mine in (("mine", True), ("safe", False)):
        assert (list(free) in both["layouts"][kind]) == is_mine
    desk.close()


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_desk_needs_a_time_limit_above_zero(seconds: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        Desk(time_limit=seconds)


def test_a_cancelled_scope_stops_a_hard_question(desk: Desk) -> None:
    scope = CancelScope()
    timer = Timer(0.05, scope.cancel)
    start = process_time()
    timer.start()
    messages = asked(desk, ENDLESS, scope)
    timer.join()
    assert process_time() - start < SOON
    assert messages[-1]["kind"] == "limit"
    assert "cancelled" in messages[-1]["error"]
    # The same desk, another question, and later the same board.
    assert formats_of(asked(desk, request("analyse", SMALL))) == ["solve", "solve"]
    again = asked(desk, request("analyse", EXAMPLES["expert"]))
    check_counts(again[1], KnowledgeBase(EXAMPLES["expert"]))


def test_answers_in_turn_keep_their_scopes_apart(desk: Desk) -> None:
    """Two answers are heard in one thread, a message of each in turn."""
    first, second = CancelScope(), CancelScope()
    ones = answer(request("analyse", SMALL, wants=EVERYTHING), desk, first)
    others = answer(request("analyse", EXAMPLES["beginner"], wants=EVERYTHING), desk, second)
    next(ones)
    next(others)
    first.cancel()
    said = [json.loads(line) for line in ones]
    assert "cancelled" in said[-1]["error"]
    assert [json.loads(line)["format"] for line in others][-1] == "logicsweep-hint/1"
    outer = CancelScope()
    outer.cancel()
    with outer:
        (said,) = asked(desk, request("analyse", EXAMPLES["expert-total"]))
    assert "cancelled" in said["error"]
    assert formats_of(asked(desk, request("greet"))) == ["greeting"]


@pytest.mark.parametrize(
    ("adjacency", "has_shapes"),
    [
        (None, False),
        (Adjacency.four(4, 6), False),
        (Adjacency.of(Adjacency.hexagon(4, 6).lists), False),
        (Adjacency.torus(4, 6), True),
        (Adjacency.hexagon(4, 6), True),
        (Adjacency.triangle(4, 6), True),
        (Adjacency.grid((2, 2, 6)), True),
        (Adjacency.graph([(0, 1)], positions=[(one, one) for one in range(24)]), True),
    ],
)
def test_a_board_is_drawn_by_its_neighbours(
    desk: Desk, adjacency: Adjacency | None, has_shapes: bool
) -> None:
    board = Board(np.full((4, 6), -1), adjacency=adjacency)
    (message,) = asked(desk, request("shape", board))
    assert message["neighbours"] == [list(row) for row in board.adjacency.lists]
    expected = shapes_of(4, 6, board.own_adjacency)
    assert message["note"] == expected.note
    assert (message["shapes"] is not None) == has_shapes
    if has_shapes:
        assert message["shapes"]["corners"] == [list(corner) for corner in expected.corners]
        kinds = message["shapes"]["kinds"] or [0] * 24
        outlines = [message["shapes"]["outlines"][kind]["corners"] for kind in kinds]
        for number, corners in enumerate(outlines):
            assert np.allclose(corners, expected.outline(number).corners, atol=0.001)
