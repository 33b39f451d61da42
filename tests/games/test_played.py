"""Games as replays tell them: openings and clicks, held against ms_toollib's."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from logicsweep import BoardSyntaxError, Layout, State
from logicsweep.formats.replays.replay import Event, Replay, read_replay
from logicsweep.games.review.metrics import metrics_of
from logicsweep.games.review.mouse import played
from tests.conftest import seeds
from tests.formats import replay_files as files
from tests.formats.test_replays import KINDS, THEIRS, theirs_of


def compare_metrics(found: Replay, video: object) -> None:
    """Hold clicks and metrics against those of ms_toollib."""
    video.analyse()
    video.current_time = 1e9
    game = played(found)
    clicks = game.clicks
    assert clicks is not None
    assert (clicks.left, clicks.right, clicks.chords) == (video.left, video.right, video.double)
    metrics = metrics_of(game)
    assert (metrics.three_bv, metrics.solved) == (video.bbbv, video.bbbv_solved)
    assert metrics.openings == video.op
    assert metrics.seconds == pytest.approx(video.rtime)
    for name, theirs in (("per_second", video.bbbv_s), ("efficiency", video.ioe)):
        assert (getattr(metrics, name) or 0.0) == pytest.approx(theirs, rel=1e-6), name


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(48), fast=0))
@pytest.mark.parametrize("name", ["avf", "evf-3", "evf-4", "rmv-1", "rmv-2", "mvf-0.97"])
def test_ms_toollib_counts_the_same(name: str, seed: int, tmp_path: Path) -> None:
    form, write = KINDS[name]
    size = random.Random(seed).choice([(8, 8, 10), (16, 16, 40), (9, 13, 20)])
    data = write(files.human(seed, *size))
    compare_metrics(read_replay(data, name=form), theirs_of(data, form, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("path", THEIRS, ids=lambda path: path.name)
def test_replays_of_others(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    replay = read_replay(data, file_name=path.name)
    compare_metrics(replay, theirs_of(data, path.suffix[1:], tmp_path))


@pytest.mark.parametrize("seed", seeds(range(12)))
def test_openings_show_what_is_there(seed: int) -> None:
    """A game of a person is won, and what it shows is the layout's."""
    replay = files.human(seed)
    game = played(replay)
    truth = replay.layout.revealed()
    shown = {cell: state for one in game.openings for cell, state in one.shown.items()}
    assert shown == {cell: truth[cell] for cell in shown}
    assert (
        len(shown) == sum(len(one.shown) for one in game.openings) == int((truth.grid >= 0).sum())
    )
    assert all(set(one.cells) <= set(one.shown) for one in game.openings)
    assert all(one.chord is None or truth[one.chord] >= 0 for one in game.openings)


def by_hand(layout: Layout, *clicks: str, marks: bool = False) -> Replay:
    """Clicks such as `lc 0,1`, in cells of 10 pixels."""
    events = []
    for time, click in enumerate(clicks):
        action, cell = click.split()
        row, column = map(int, cell.split(","))
        events.append(Event(time, action, 10 * column + 5, 10 * row + 5))
    return Replay(layout, tuple(events), 10, "evf", marks=marks)


ROW = Layout([[False, False, True, False, False]])


def opened(replay: Replay) -> list[tuple[tuple[int, int], ...]]:
    return [one.cells for one in played(replay).openings]


def test_buttons() -> None:
    start = ("lc 0,0", "lr 0,0")  # opens (0,0) and (0,1)
    flag, chord = ("rc 0,2", "rr 0,2"), ("lc 0,1", "rc 0,1", "lr 0,1", "rr 0,1")
    assert opened(by_hand(ROW, *start)) == [((0, 0),)]
    # A flagged cell is not opened, and a chord needs as many flags as the number says.
    assert opened(by_hand(ROW, *start, *flag, "lc 0,2", "lr 0,2")) == [((0, 0),)]
    assert opened(by_hand(ROW, *start, *chord)) == [((0, 0),)]
    assert opened(by_hand(ROW, *start, *flag, "mc 0,1", "mr 0,1")) == [((0, 0),)]
    more = ("lc 0,4", "lr 0,4")
    assert opened(by_hand(ROW, *start, *flag, *more)) == [((0, 0),), ((0, 4),)]
    # The wrong flag, and a chord: it opens the mine.
    wrong = Layout([[False, False, True], [False, False, False]])
    game = played(
        by_hand(wrong, *start, "rc 1,2", "rr 1,2", "sc 0,1", "lr 0,1", "lc 1,2", "lr 1,2")
    )
    assert [one.cells for one in game.openings] == [((0, 0),), ((0, 2),)]
    assert game.openings[1].chord == (0, 1)
    assert game.openings[1].shown == {(0, 2): State.KNOWN_MINE}


def test_buttons_without_names() -> None:
    """`l`, `r` and `m` press what is up and release what is down; `cc` presses both."""
    layout = Layout([[False, False, True], [False, False, False]])
    start = ("l 0,0", "l 0,0", "r 0,2", "r 0,2")
    for chord in (("m 0,1", "m 0,1"), ("cc 0,1", "lr 0,1"), ("l 0,1", "r 0,1", "r 0,1")):
        assert opened(by_hand(layout, *start, *chord)) == [((0, 0),), ((1, 2),)]


def test_question_marks_are_no_flags() -> None:
    layout = Layout([[False, False, True], [False, False, False]])
    start = ("lc 0,0", "lr 0,0", "rc 1,2", "rr 1,2", "rc 1,2", "rr 1,2")
    third, click = ("rc 1,2", "rr 1,2"), ("lc 1,2", "lr 1,2")
    for marks in (False, True):  # the third click sets a flag, or takes the question mark away
        found = opened(by_hand(layout, *start, *third, *click, marks=marks))
        assert len(found) == 1 + marks


def test_a_game_of_nothing() -> None:
    for replay in (by_hand(ROW), by_hand(Layout([[True]]), "lc 0,0", "lr 0,0")):
        game = played(replay)
        assert not game.openings or game.openings[0].shown == {(0, 0): State.KNOWN_MINE}
        assert metrics_of(game).solved == 0


@pytest.mark.parametrize("seed", seeds(range(60)))
@pytest.mark.parametrize("name", ["avf", "evf-3", "evf-4", "rmv-2", "mvf-0.97", "rawvf"])
def test_whatever_a_mouse_does(name: str, seed: int) -> None:
    """Files with changed bytes give games in which a cell is opened once at most."""
    form, write = KINDS[name]
    rng = random.Random(f"{name} {seed}")
    data = bytearray(write(files.human(seed)))
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] = rng.choice((0, 1, 255, rng.randrange(256)))
    try:
        game = played(read_replay(bytes(data), name=form))
    except BoardSyntaxError:
        return
    shown = [cell for one in game.openings for cell in one.shown]
    assert len(shown) == len(set(shown))
    metrics = metrics_of(game)
    assert 0 <= (metrics.solved or 0) <= (metrics.three_bv or 0)
    counts = (metrics.left, metrics.right, metrics.chords)
    assert min(number for number in counts if number is not None) >= 0
    assert metrics.clicks == sum(filter(None, counts))
