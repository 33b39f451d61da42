"""Boards in files: loaded by path, link or id, and saved whole or not at all."""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import logicsweep
from logicsweep import (
    Adjacency,
    Board,
    BoardSyntaxError,
    Layout,
    LimitError,
    load,
    read_board,
    save,
)
from logicsweep.errors import ArgumentTypeError, UnknownNameError
from logicsweep.formats import BOARD_FORMATS, DealtGame, load_layout
from logicsweep.formats.base import Keeps
from logicsweep.formats.registry import ENDINGS, endings_of
from tests.judges.refusals import refused

BOARD = Board.parse("mines: 2\n\n????\n1211\n")
LAYOUT = Layout(np.array([[True, False, False], [False, False, True]]))
GAME = "9x9:4,4,m00b7d48a3e0231c419200"
LINK = "https://davidnhill.github.io/JSMinesweeper/?analysis=ajajaaakTRlXmOlsOsTglTgOTgOmhlScOelS"


@pytest.mark.parametrize("kind", [str, Path, os.fspath])
def test_a_path_of_any_kind(tmp_path: Path, kind: Any) -> None:
    path = kind(tmp_path / "small.board")
    save(BOARD, path)
    assert load(path) == BOARD
    assert Path(path).read_text() == f"{BOARD}\n"
    assert [one.name for one in tmp_path.iterdir()] == ["small.board"]


def test_what_is_saved_is_loaded(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for ending in ENDINGS:
        with subtests.test(ending):
            path = tmp_path / f"x{ending.upper()}"
            save(LAYOUT, path, lossy=ending in (".csv", ".tsv"))  # which hold no total
            assert load_layout(path).layout == LAYOUT
            assert load(path, opened=[(0, 1)]) == LAYOUT.opened([(0, 1)])


def test_a_format_by_its_name(tmp_path: Path, subtests: pytest.Subtests) -> None:
    path = tmp_path / "anything"
    for form in BOARD_FORMATS:
        if form.write_layout or Keeps.KNOWN_MINES in form.keeps:
            with subtests.test(form.name):
                save(LAYOUT, path, name=form.name, lossy=True)
                assert load_layout(path, name=form.name).layout == LAYOUT


def test_links_and_ids_say_it_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(LINK) == read_board(LINK)
    assert load(GAME) == read_board(GAME)
    assert load_layout(GAME).start == (4, 4)
    assert load(f" {GAME}\n") == read_board(GAME)
    # A file of this name comes first.
    monkeypatch.chdir(tmp_path)
    save(BOARD, GAME, name="board")
    assert load(GAME, name="board") == BOARD


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "wrong.board"
    path.write_text("?1\n?\n")
    for ask in (load, load_layout):
        with pytest.raises(BoardSyntaxError) as caught:
            ask(path)
        error = caught.value
        assert (error.file, error.line, error.column, error.format) == (str(path), 2, 2, "board")
        assert str(error).startswith(f"{path}, line 2, column 2: the length of this row is 1")
        assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301
    with pytest.raises(BoardSyntaxError, match=r"^line 1, column 1: this is a layout") as caught:
        load("https://davidnhill.github.io/JSMinesweeper/?b=1&m=vjt0hd287g9b0s1s0")
    assert caught.value.file is None
    with pytest.raises(FileNotFoundError, match="nowhere"):
        load(tmp_path / "nowhere.board")
    with pytest.raises(FileNotFoundError, match=r"no\.board"):
        load("no.board")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
    with pytest.raises(ValueError, match="a text of several lines, not a path; read_board reads"):
        load(str(BOARD))


def test_a_file_that_does_not_end() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no such file here")
    with pytest.raises(LimitError, match="/dev/zero has more than 64,000,000 bytes"):
        load("/dev/zero")


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (BOARD, "x.txt", "no format has the ending of 'x.txt'; expected one of .board"),
        (BOARD, "x.mbf", "mbf holds layouts, not positions"),
        (Board.parse("mines: 1..2\n\n??\n"), "x.csv", "cannot hold a range of the mine count"),
        (DealtGame(Layout([[True, False]]), start=logicsweep.Cell(0, 1)), "x.mbf", "the start"),
        (
            DealtGame(Layout([[True, False]]), shown=Board.parse("mines: 1\n\n?1\n")),
            "x.board",
            "board cannot hold the mines; lossy leaves that out",
        ),
        (
            Board([[-1, -1]], adjacency=Adjacency.of([[], []])),
            "x.csv",
            "cannot hold neighbours other",
        ),
    ],
)
def test_what_cannot_be_held_is_not_written(
    tmp_path: Path, content: Any, name: str, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(b"before")
    with pytest.raises(ValueError, match=words):
        save(content, path)
    assert path.read_bytes() == b"before"
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_what_may_be_left_out(tmp_path: Path) -> None:
    game = DealtGame(Layout([[True, False]]), shown=Board.parse("mines: 1\n\n?1\n"))
    save(game, tmp_path / "x.board", lossy=True)
    assert load(tmp_path / "x.board") == game.shown


def test_a_name_that_would_turn_a_board_around(tmp_path: Path) -> None:
    layout = load_layout("?b=0301&m=g")
    with pytest.raises(ValueError, match=r"would read a file called 3x_1y\.json differently"):
        save(layout, tmp_path / "3x_1y.json", name="cs3510")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "name", "form", "words"),
    [
        ("?F1\n??1", "x.board", "tatham", "board or metasweeper"),
        ("mines: 1\n\n?1", "x.csv", "json", "csv"),
        ("mines: 1\n\n?1", "X.MINE", "board", "mine"),
    ],
)
def test_an_ending_of_other_formats(
    tmp_path: Path, content: str, name: str, form: str, words: str
) -> None:
    """A flag in such a file would be read as a known mine."""
    with pytest.raises(ValueError, match=f"^{name} has the ending of {words} and would be read"):
        save(Board.parse(content), tmp_path / name, name=form)
    assert not list(tmp_path.iterdir())


def test_a_format_by_its_name_with_every_ending(tmp_path: Path, subtests: pytest.Subtests) -> None:
    """What is saved is loaded without the name, too, or refused as unclear."""
    for form in BOARD_FORMATS:
        with subtests.test(form.name):
            saved = []
            for ending in ENDINGS:
                path = tmp_path / f"{form.name}{ending}"
                with suppress(ValueError):
                    save(LAYOUT, path, name=form.name, lossy=True)
                    saved.append(ending)
                    assert load_layout(path).layout == LAYOUT
            assert set(saved) <= set(endings_of(form.name))


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "known.board"
    save(BOARD, path)
    before = path.read_bytes()
    with pytest.raises(UnknownNameError):
        save(BOARD.without_total(), path, name="nothing")
    with pytest.raises(OSError, match="nowhere"):
        save(BOARD, tmp_path / "nowhere" / "x.board")
    assert path.read_bytes() == before


def test_arrays_of_numpy_are_no_texts(tmp_path: Path) -> None:
    """A user of numpy is told what takes an array."""
    np.save(tmp_path / "d.npy", BOARD.grid)
    np.savez(tmp_path / "d.npz", grids=np.stack([BOARD.grid, BOARD.grid]))
    for name in ("d.npy", "d.npz"):
        with pytest.raises(BoardSyntaxError, match=r"file of arrays.*Board\.from_array") as raised:
            load(tmp_path / name)
        assert str(raised.value).startswith(str(tmp_path / name))


def test_links_and_pipes_stay_what_they_are(tmp_path: Path) -> None:
    target, link, fifo = tmp_path / "target", tmp_path / "link.board", tmp_path / "fifo.board"
    link.symlink_to(target)
    save(BOARD, link)
    assert link.is_symlink()
    assert target.read_text() == f"{BOARD}\n"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        save(BOARD, fifo)
        assert os.read(reader, 1000).decode() == f"{BOARD}\n"
    finally:
        os.close(reader)
    assert fifo.is_fifo()
    loop = tmp_path / "loop.board"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match=r"symbolic links.*loop\.board"):
        save(BOARD, loop)
    assert loop.is_symlink()
    with pytest.raises(IsADirectoryError):
        save(BOARD, tmp_path, name="board")
    found = sorted(one.name for one in tmp_path.iterdir())
    assert found == ["fifo.board", "link.board", "loop.board", "target"]


@pytest.mark.parametrize("wrong", [None, 3, b"x.board", ["x"]])
def test_what_is_no_path(wrong: Any) -> None:
    with refused(ArgumentTypeError, argument="source"):
        load(wrong)
    with refused(ArgumentTypeError, argument="path"):
        save(BOARD, wrong)
    with refused(ArgumentTypeError, argument="content"):
        save(wrong, "x.board")


def test_the_text_of_a_path_is_no_board() -> None:
    with refused(ArgumentTypeError, argument="text"):
        Board.parse(Path("x.board"))  # type: ignore[arg-type]


def test_what_cannot_be_written_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        save(Board.parse("?1\n"), tmp_path / "nowhere" / "a.board")
    assert (caught.value.filename, caught.value.filename2) == (f"{tmp_path}/nowhere/a.board", None)
