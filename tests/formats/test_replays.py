"""Replays of five programs: written by tests, read by us, and held against two other readers."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from logicsweep import BoardSyntaxError
from logicsweep.errors import UnknownNameError
from logicsweep.formats.registry import REPLAY_FORMATS, by_name, read_layout
from logicsweep.formats.replays import rawvf
from logicsweep.formats.replays.replay import ACTIONS, Replay, read_replay
from tests.conftest import ROOT, seeds, some
from tests.formats import replay_files as files
from tests.judges.refusals import refused

SHARED = ROOT.parent / "shared" / "replays"
THEIRS = sorted(path for path in SHARED.glob("*.*") if path.suffix != ".md")
KINDS: dict[str, tuple[str, Callable[[Replay], bytes]]] = {
    "avf": ("avf", files.avf),
    "freesweeper": ("avf", partial(files.avf, version=0)),
    **{f"evf-{one}": ("evf", partial(files.evf, version=one)) for one in range(5)},
    "rmv-1": ("rmv", partial(files.rmv, version=1)),
    "rmv-2": ("rmv", partial(files.rmv, version=2)),
    "mvf-0.97": ("mvf", files.mvf),
    "mvf-2007": ("mvf", partial(files.mvf, year="7")),
    "mvf-changed": ("mvf", partial(files.mvf, year="0")),
    "mvf-0.96": ("mvf", partial(files.mvf, year="")),
    "rawvf": ("rawvf", rawvf.write),
}

SAMPLES = {
    "avf": files.avf,
    "evf": files.evf,
    "rmv": files.rmv,
    "mvf": files.mvf,
    "rawvf": rawvf.write,
}


def played_on(name: str, seed: int) -> Replay:
    """A game of a size that the program has."""
    return files.human(seed, 8, 8, 10) if name == "mvf-0.96" else files.human(seed, 7, 11, 12)


@pytest.mark.parametrize("seed", seeds(range(8)))
def test_what_was_done_is_read_back(seed: int, subtests: pytest.Subtests) -> None:
    for name in KINDS:
        with subtests.test(name):
            check_what_was_done(name, seed)


def check_what_was_done(name: str, seed: int) -> None:
    form, write = KINDS[name]
    game = played_on(name, seed)
    found = read_replay(write(game), name=form)
    assert found.layout == game.layout
    events = game.events
    if name == "mvf-0.96":  # it ends with every button up, once more
        assert found.events[: len(events)] == events
    elif name == "freesweeper":
        assert [event[1:] for event in found.events] == [event[1:] for event in events]
    else:
        assert found.events == events
    assert (found.player, found.cell_size, found.form) == ("Ada", 16, form)
    assert read_layout(write(game), name=form).layout == game.layout
    if form != "avf" and name != "mvf-0.96":  # which only the ending tells
        assert read_replay(write(game)) == found


@pytest.mark.parametrize(
    ("player", "rest"), [("Ada", bytes(22)), ("Ada", b".........1"), (None, b".........1")]
)
def test_the_endings_of_the_first_versions(player: str | None, rest: bytes) -> None:
    game = files.human(3, 8, 8, 10)
    data = files.mvf(game, year="")
    events, time = data[:-125], data[-125:-122]
    name = b"" if player is None else player.encode().ljust(100)
    found = read_replay(events + time + name + rest, name="mvf")
    assert found.player == (player or "")
    assert found.events == read_replay(data, name="mvf").events


@pytest.mark.parametrize("marks", [False, True])
def test_question_marks(marks: bool) -> None:
    game = files.human(1)._replace(marks=marks)
    for write in (files.avf, files.rmv, files.mvf, rawvf.write):
        assert read_replay(write(game), file_name=f"x.{write.__name__}").marks is marks or (
            write is rawvf.write and read_replay(write(game)).marks is marks
        )


def test_rawvf_as_others_write_it() -> None:
    """Events of cells and of the game are left out; places in pixels may be missing."""
    text = (
        "RawVF_Version: 6\nProgram: Own\nVersion: 2\nWidth: 3\nHeight: 2\nMines: 1\nTime: 1.5\n"
        "Marks: On\nMode: UPK\nBoard:\n00*\n000\nEvents:\n0.000 start\n-0.02 mv 1 1 (3 4)\n"
        "0.000 lc 1 1 (3 4)\nCell pressed 1 1\n0.1 lr 1 1\nCell opened (Number 0) 1 1\n1.5 won\n"
    )
    found = read_replay(text)
    assert [tuple(event) for event in found.events] == [
        (-20, "mv", 3, 4),
        (0, "lc", 3, 4),
        (100, "lr", 8, 8),
    ]
    assert (found.program, found.milliseconds, found.marks) == ("Own 2", 1500, True)
    assert found.mode == "upk"


def test_what_evf_says_beside_the_mouse() -> None:
    """Version 0.4 has events of cells, of metrics and of the game, which are left out."""
    game = files.human(4)
    data = files.evf(game, version=4)
    more = bytes([108, 7, 1, 1, 200, 0, 0, 0, *bytes(8), 201, 0, 0, 0, *b"x\0", 82, 3])
    found = read_replay(data[:-3] + more + data[-3:])
    assert found == read_replay(data)


def test_names_of_players() -> None:
    """Texts say nothing of their encoding, and no name controls a terminal."""
    game = files.human(2)
    for name, expected in (
        ("Wáng".encode(), "Wáng"),
        ("王嘉宁".encode("gb2312"), "王嘉宁"),
        ("Jos\xe9".encode("latin-1"), "José"),
        (b"\x1b[31mRed\x07", "[31mRed"),
    ):
        data = files.evf(game).replace(b"\0Ada\0", b"\0" + name + b"\0")
        assert read_replay(data).player == expected


def test_what_is_no_replay() -> None:
    game = files.human(3)
    with refused(UnknownNameError, name="umf"):
        read_replay(b"", name="umf")
    with refused(BoardSyntaxError, line=19, column=1) as caught:
        read_replay(rawvf.write(game).partition(b"Events:")[0])
    assert caught.value.format == "rawvf"
    with refused(BoardSyntaxError, line=145, column=9):
        read_replay(rawvf.write(game) + b"9.000 lc\n")
    with refused(BoardSyntaxError, line=1, column=31):
        read_replay(by_name("avf").write(game.layout), name="avf")
    with refused(BoardSyntaxError, line=1, column=1044):
        read_replay(files.evf(game)[:-1] + b"\x4d" + bytes(8))
    with pytest.raises(BoardSyntaxError, match=r"version 0\.9"):
        read_replay(b"\x09" + bytes(40), name="evf")


@pytest.mark.parametrize("name", some(KINDS, every=2))
def test_files_that_are_cut_short(name: str) -> None:
    """Whatever is missing, the error says where, and nothing else is raised."""
    form, write = KINDS[name]
    data = write(played_on(name, 5))
    for end in range(0, len(data), 7):
        try:
            read_replay(data[:end], name=form)
        except BoardSyntaxError as error:
            assert error.format == form
            assert error.text


@pytest.mark.parametrize("name", KINDS)
def test_what_follows_the_mines_does_not_hide_them(name: str) -> None:
    form, write = KINDS[name]
    game = played_on(name, 6)
    data = write(game)

    def layout(given: bytes) -> object:
        try:
            return read_layout(given, name=form).layout
        except BoardSyntaxError:
            return None

    least = next(end for end in range(len(data)) if layout(data[:end]) == game.layout)
    assert layout(data[: least - 1] + bytes([data[least - 1] ^ 1])) != game.layout
    for end in range(least, len(data), 97):
        assert layout(data[:end]) == layout(data[:end] + b"\nxyz\n" * 9) == game.layout
    with refused(BoardSyntaxError):
        read_replay(data[:least], name=form)


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_files_that_are_broken(seed: int, subtests: pytest.Subtests) -> None:
    """Changed bytes make another replay, or an error."""
    for name in KINDS:
        with subtests.test(name):
            check_broken(name, seed)


def check_broken(name: str, seed: int) -> None:
    form, write = KINDS[name]
    rng = random.Random(f"{name} {seed}")
    data = bytearray(write(played_on(name, seed)))
    for _ in range(rng.randint(1, 6)):
        data[rng.randrange(len(data))] = rng.choice((0, 1, 255, rng.randrange(256)))
    try:
        found = read_replay(bytes(data), name=form)
    except BoardSyntaxError as error:
        assert error.format == form
    else:
        assert all(event.action in ACTIONS for event in found.events)


@pytest.mark.parametrize("form", REPLAY_FORMATS)
def test_committed_samples(form: str) -> None:
    """The same game from all of the files, which are those that the tests write today."""
    game = files.human(2026)
    [path] = (ROOT / "tests" / "formats" / "replays").glob(f"*.{form}")
    found = read_replay(path.read_bytes(), file_name=path.name)
    assert (found.layout, found.events) == (game.layout, game.events)
    assert path.read_bytes() == SAMPLES[form](game)


def theirs_of(data: bytes, form: str, folder: Path) -> object:
    """What ms_toollib makes of a file."""
    ms_toollib = pytest.importorskip("ms_toollib")
    path = folder / f"game.{form}"
    path.write_bytes(data)
    video = getattr(ms_toollib, f"{form.capitalize()}Video")(str(path))
    video.parse()
    return video


def compare_events(found: Replay, video: object) -> None:
    """Hold board and events against those of ms_toollib."""
    height, width = found.layout.mask.shape
    assert [[cell == -1 for cell in row] for row in video.board] == found.layout.mask.tolist()
    size = found.cell_size
    outside = width * size, height * size
    events = []
    for event in video.events:
        if not event.event.is_mouse():
            continue
        mouse = event.event.unwrap_mouse()
        events.append((round(event.time * 1000), mouse.mouse, mouse.x, mouse.y))
    if found.form == "mvf" and events[1] == (events[0][0], "mv", *events[0][2:]):
        del events[1]  # ms_toollib takes the mouse to have been at (0,0) before
    clipped = found.form in ("rmv", "mvf")  # there ms_toollib has one place for all that is outside
    own = [
        (time, action, *(outside if clipped and found.cell(Event) is None else (x, y)))
        for Event in found.events
        for time, action, x, y in [Event]
    ]
    assert own == events


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(48), fast=0))
@pytest.mark.parametrize("name", ["avf", "evf-3", "evf-4", "rmv-1", "rmv-2", "mvf-0.97"])
def test_ms_toollib_reads_the_same(name: str, seed: int, tmp_path: Path) -> None:
    form, write = KINDS[name]
    size = random.Random(seed).choice([(8, 8, 10), (16, 16, 40), (9, 13, 20)])
    data = write(files.human(seed, *size))
    compare_events(read_replay(data, name=form), theirs_of(data, form, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("path", THEIRS, ids=lambda path: path.name)
def test_replays_of_others(path: Path, tmp_path: Path) -> None:
    form = path.suffix[1:]
    compare_events(
        read_replay(path.read_bytes(), file_name=path.name),
        theirs_of(path.read_bytes(), form, tmp_path),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(48), fast=0))
@pytest.mark.parametrize("name", ["avf", "evf-3", "rmv-1", "rmv-2"])
def test_sweeping_view_reads_the_same(name: str, seed: int) -> None:
    pytest.importorskip("sweeping_view")
    form, write = KINDS[name]
    data = write(files.human(seed))
    module = importlib.import_module(f"sweeping_view.{form}")
    video = getattr(module, f"{form.upper()}Replay").from_bytes(data)
    words = {"move": "mv", "lmb_down": "lc", "lmb_up": "lr", "rmb_down": "rc", "rmb_up": "rr"}
    words |= {"mmb_down": "mc", "mmb_up": "mr"}
    theirs = [
        (one["gametime"], words[one["subtype"]], one["xpos"], one["ypos"])
        for one in video.events
        if one["type"] == "mouse" and one["gametime"] >= 0
    ]
    found = read_replay(data, name=form)
    # The first press is not in the files of Vienna MineSweeper.
    assert [tuple(event) for event in found.events[form == "rmv" :]] == theirs
    first = 1 if form == "avf" else 0
    mines = {(row - first, column - first) for row, column in video.mines}
    assert mines == set(found.layout.mines)
