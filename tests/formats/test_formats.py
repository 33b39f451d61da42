"""Board files: a corpus for every format, detection, and what is said when it cannot decide."""

from __future__ import annotations

import subprocess
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Adjacency, Board, BoardSyntaxError, Layout, read_board
from logicsweep.board.adjacency import eight
from logicsweep.errors import AmbiguousFormatError, UnknownNameError
from logicsweep.formats import read_layout
from logicsweep.formats.base import Content
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import (
    BOARD_FORMATS,
    ENDINGS,
    FORMAT_NAMES,
    by_ending,
    by_name,
    endings_of,
    read,
    write_board,
)
from tests.judges.corpus import CORPUS, INVALID, NAMES, VALID
from tests.judges.refusals import refused

# Files that other formats read as well, and otherwise.
AMBIGUOUS = {
    "gecode/puzzle.txt": ("minesweepr", "minesolve", "gecode"),
    "minesweepr/zero-as-0.txt": ("minesweepr", "minesolve"),
    "sat/one-cell.txt": None,
}
UNKNOWN = ("avf/", "mbf/arbiter")  # what the bytes alone do not tell


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def canonical(content: Content) -> str:
    """A position as native text; of a layout what is open, the start, and the rows."""
    if isinstance(content, Board):
        return f"{content}\n"
    shown = "" if content.shown is None else f"{content.shown}\n\n"
    start = (
        "" if content.start is None else f"start: {content.start.row},{content.start.column}\n\n"
    )
    return f"{shown}{start}{content.layout}\n"


def files_of(name: str) -> list[Path]:
    return [path for path in VALID if path.parent.name == name]


def as_it_is_read(path: Path, *, name: str | None, file_name: str = "") -> str:
    """The content of a file, or the error that it makes."""
    try:
        return canonical(read(path.read_bytes(), name=name, file_name=file_name).content)
    except ValueError as error:
        return repr(error)


@pytest.mark.parametrize("name", NAMES)
def test_valid_files(name: str) -> None:
    """Every file that is read otherwise is in the difference of the two tables."""
    files = files_of(name)
    contents = {path.name: as_it_is_read(path, name=name, file_name=path.name) for path in files}
    assert contents == {
        path.name: path.with_name(f"{path.name}.canonical").read_text("utf-8") for path in files
    }
    named = [path for path in files if path.suffix != ".txt"]
    forms = {path.name: read(path.read_bytes(), file_name=path.name).form.name for path in named}
    assert forms == dict.fromkeys(forms, name)


# Nothing in the bytes of an AVF says what it is.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "avf"])
def test_the_content_tells_the_format(name: str) -> None:
    untold, told = {}, {}
    for path in files_of(name):
        readings = AMBIGUOUS.get(name_of(path))
        if readings is None:
            untold[path.name] = as_it_is_read(path, name=None)
            told[path.name] = as_it_is_read(path, name=name, file_name=path.name)
        else:
            with refused(AmbiguousFormatError, readings=readings):
                read(path.read_bytes())
    assert untold == told


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_texts_may_say_how_they_are_encoded(encoding: str) -> None:
    """PowerShell and spreadsheets write UTF-16; several programs write a byte order mark."""
    named, told = {}, {}
    for path in VALID:
        form, data = by_name(path.parent.name), path.read_bytes()
        if not form.is_text or data[:2] in (BOM_UTF16_BE, BOM_UTF16_LE):
            continue
        text = data.decode("utf-8-sig")
        marked = text.encode(encoding)
        if encoding == "utf-16-be":
            marked = BOM_UTF16_BE + marked
        named[name_of(path)] = canonical(read(marked, name=form.name, file_name=path.name).content)
        told[name_of(path)] = as_told(marked) == as_told(data)
    assert named == {name: (CORPUS / "valid" / f"{name}.canonical").read_text() for name in named}
    assert all(told.values()), [name for name, same in told.items() if not same]


def as_told(data: bytes) -> str:
    """The content of a text that nobody names, or why it cannot be read."""
    try:
        return canonical(read(data).content)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("name", [None, "board", "csv", "json"])
def test_broken_utf_16_is_refused(name: str | None) -> None:
    whole = "?1?\n".encode("utf-16")
    for data in (b"\xff\xfe?", b"\xfe\xff\x00", whole + b"1", b"\xff\xfe\x00\xd8"):
        with pytest.raises(BoardSyntaxError, match=r"^line 1, column 1: byte \d+ is not UTF-16;"):
            read(data, name=name)


@pytest.mark.parametrize(("height", "width"), [(254, 255), (255, 254)])
def test_a_binary_board_may_begin_like_utf_16(height: int, width: int) -> None:
    mask = np.zeros((height, width), dtype=bool)
    mask[2, 3] = True
    data = by_name("mbf").write(Layout(mask))
    assert data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for name in (None, "mbf"):
        content = read(data, name=name, file_name="" if name else "a.mbf").content
        assert isinstance(content, DealtGame)
        assert (content.layout.mask == mask).all()


def fault(path: Path) -> tuple[int, int, str] | None:
    """Where a broken file is broken, and what is said of it."""
    form = by_name(path.parent.name)
    try:
        form.read(path.read_bytes(), path.name)
    except BoardSyntaxError as error:
        assert isinstance(error, ValueError)
        assert str(error) == f"line {error.line}, column {error.column}: {error.text}"
        assert error.format == form.name
        return error.line, error.column, error.text
    return None


@pytest.mark.parametrize("name", NAMES)
def test_invalid_files(name: str) -> None:
    """Every file whose error is another one is in the difference of the two tables."""
    cases = [case for case in INVALID if case["file"].startswith(f"{name}/")]
    assert {case["file"]: fault(CORPUS / "invalid" / case["file"]) for case in cases} == {
        case["file"]: (case["line"], case["column"], case["words"]) for case in cases
    }


def test_every_invalid_file_has_its_expectation() -> None:
    folder = CORPUS / "invalid"
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files - {"expected.json"} == {case["file"] for case in INVALID}


def test_every_format_has_a_corpus() -> None:
    assert {path.parent.name for path in VALID} == set(NAMES)
    assert {case["file"].partition("/")[0] for case in INVALID} == set(NAMES)


READINGS: list[tuple[str, tuple[str, ...], str | None]] = [
    ("..1\n.11\n", ("minesweepr", "minesolve", "gecode"), "(0,0) is 0 as minesweepr, covered"),
    (". . 1\n0 1 1\n", ("gecode",), None),  # as minesolve's, zeros beside covered cells
    ("12..\n 1..\n", ("minesolve",), None),
    ("  1?\n  1?\n", ("board", "minesolve"), "the size is 2x2 as board, 4x2 as minesolve"),
    ("1..2 1\n", ("board", "minesolve"), "the size is 2x1 as board, 6x1 as minesolve"),
    ("1 1\n? ?\n", ("board",), None),
    ("x.1\n?01\n", ("minesolve",), None),
    ("*2\n?3\n", ("board", "tatham"), "(0,0) is a mine as board, flagged as tatham"),
    ("*2\n?0\n", ("board",), None),
    ("x.1\n111\n", ("minesweepr",), None),
    ("x11\n111\n", ("minesweepr", "minesolve"), None),
    (".01\n.11\n", ("minesolve", "gecode"), None),
    ("1..3\n2..4\n", ("board", "minesweepr", "minesolve", "gecode"), "1x2 as board, 4x2 as min"),
    ("2 2\n? 1\n1 1\n", ("board", "sat"), "the size is 2x3 as board, 2x2 as sat"),
    ("[[-1,2,1],[2,-1,1]]", ("ms-toollib", "numpy"), "(0,0) is a mine as ms-toollib, covered"),
    ("array([[-1., 1.]])", ("ms-toollib", "numpy"), "covered as numpy"),
    ("[[0, 1], [1, 1]]", ("ms-toollib", "numpy"), None),
    ("[[-1, -2], [1, 1]]", ("numpy",), None),
    ("array([[-1, 10], [1, 1]])", ("ms-toollib",), None),
]


def test_nothing_is_guessed(subtests: pytest.Subtests) -> None:
    for text, readings, words in READINGS:
        with subtests.test(text):
            check_readings(text, readings, words)


def check_readings(text: str, readings: tuple[str, ...], words: str | None) -> None:
    boards = {name: by_name(name).read(text.encode()) for name in readings}
    if words is None:
        assert read(text).content == boards[readings[0]]
        assert len(set(boards.values())) == 1
        return
    with pytest.raises(AmbiguousFormatError) as caught:
        read(text)
    assert caught.value.readings == readings
    assert words in caught.value.text
    assert f"--from {readings[0]}" in caught.value.text
    assert read(text, name=readings[-1]).content == boards[readings[-1]]


MEANT = [
    ("? 3..1 ?\n", "board", "the range 3..1 is empty"),
    ("?y\n", "board", "unknown character 'y'"),
    ("9x9n10#123", "tatham-id", "this game id has a random seed"),
    ("9x9:4,4,m00\n", "tatham-id", "2 hexadecimal digits; expected 21"),
    ('{"rows": ["?"]}', "json", 'expected "format"'),
    ('{"rows": ["???", "?2?"], "liars": 1}', "json", 'expected "format"'),
    ('{"what": 1}', "json", "unknown key 'what'"),
    ("2x1x1\n", "mine", "no rows; expected rows of 0-8"),
    ("https://a.b/?b=1&b=2&m=0", "zini", "a second field b="),
    ("[[10, 13]]", "ms-toollib", "(0,1) is 13"),
    ("30x16x99\n001\n", "mine", "the length of this row is 3"),
    ("https://minesweeper.online/game/4582904554", None, "names a game on a server"),
    ("https://a.b/?board=30x16x99&seed=12&start=3", None, "has a size or a random seed"),
    ("https://a.b/", None, "has no board in it"),
]


def test_faults_are_those_of_the_format_that_was_meant(subtests: pytest.Subtests) -> None:
    for text, name, words in MEANT:
        with subtests.test(text):
            with refused(BoardSyntaxError, format=name) as caught:
                read(text)
            assert words in caught.value.text  # type: ignore[attr-defined]


def test_layouts_become_positions() -> None:
    game = "9x9:4,4,m00b7d48a3e0231c419200"
    layout = read_layout(game).layout
    assert read_board(game) == layout.opened([(4, 4)])
    assert read_board(game, opened=[(8, 8)]) == layout.opened([(8, 8)])
    link = "?b=1&m=vjt0hd287g9b0s1s0"
    with pytest.raises(BoardSyntaxError, match="this is a layout, not a position"):
        read_board(link)
    assert read_board(link, opened=[(4, 4), (8, 8)]).mines == 35
    for cell, words in (((0, 0), r"\(0,0\) is a mine"), ((9, 0), r"\(9,0\) is off the board")):
        with pytest.raises(ValueError, match=words):
            read_board(link, opened=[cell])
    # Native text may hold a layout as well.
    assert read_board("*1_\n110\n", opened=[(0, 2)]) == Board.parse("mines: 1\n\n?10\n?10\n")
    with pytest.raises(ValueError, match=r"\(0,1\) is covered"):
        read_board("*?\n", name="board", opened=[(0, 0)])


def test_a_game_keeps_the_neighbours_of_its_board() -> None:
    ring = "neighbours: 1 3; 0 2; 1 3; 0 2\n\n*101\n"
    assert read_board(ring).known_mines == ((0, 0),)
    header = ring.partition("\n")[0]
    assert read_board(ring, opened=[(0, 2)]) == Board.parse(f"{header}\nmines: 1\n\n?101\n")
    layout = read_layout(ring).layout
    assert layout.adjacency == Adjacency.of([[1, 3], [0, 2], [1, 3], [0, 2]])
    for form in ("mine", "mbf"):
        with pytest.raises(ValueError, match="cannot hold neighbours other than the eight"):
            write_board(layout, form)
    assert read_layout(write_board(layout, "json")).layout == layout


def test_opened_cells_against_a_plain_search() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        layout = Layout(rng.random((7, 9)) < 0.12)
        start = next(iter(np.argwhere(~layout.mask).tolist()))
        opened, queue = set(), [tuple(start)]
        while queue:
            row, column = queue.pop()
            if (row, column) in opened:
                continue
            opened.add((row, column))
            near = [
                (r, c)
                for r in range(max(row - 1, 0), min(row + 2, 7))
                for c in range(max(column - 1, 0), min(column + 2, 9))
            ]
            if not any(layout.mask[place] for place in near):
                queue += near
        board = layout.opened([tuple(start)])
        assert set(board.clues) == opened
        assert not layout.mismatches(board)
        assert board.mines == int(layout.mask.sum())


def test_unknown_names_list_the_known_ones() -> None:
    with refused(UnknownNameError, name="abc"):
        by_name("abc")


def test_the_registry_knows_names_and_endings_without_loading_a_format() -> None:
    assert [form.name for form in BOARD_FORMATS] == list(FORMAT_NAMES)
    for form in BOARD_FORMATS:
        assert by_name(form.name) is form
    assert {".board", ".csv", ".tsv", ".evf"} <= set(ENDINGS)
    for ending in (".none", *ENDINGS):
        having = tuple(form for form in BOARD_FORMATS if ending in endings_of(form.name))
        assert by_ending(f"A{ending.upper()}") == having


def test_what_is_left_out_asks_for_no_neighbours() -> None:
    """Their table is many times as large as the board, and nothing needs it."""
    board = Board.parse("mines: 2\n\nF?1\n111\n")
    before = eight.cache_info()
    assert write_board(board, "gecode", lossy=True) == b"..1\n111\n"
    assert eight.cache_info() == before


@pytest.mark.slow
def test_nothing_loads_a_format_before_it_is_asked_for() -> None:
    code = "logicsweep, logicsweep.cli.show; print(logicsweep.load, logicsweep.save, end=' ')"
    loaded = loaded_by(code)
    assert "stored" in loaded
    # That one says what a game id is.
    names = {"dialects", *(name.replace("-", "_") for name in FORMAT_NAMES)}
    assert not loaded & names - {"tatham_id"}


def test_a_board_file_loads_the_formats_of_its_ending_only() -> None:
    loaded = loaded_by("logicsweep.formats.registry as all; all.read('?1', file_name='a.board')")
    assert {"native", "metasweeper"} <= loaded
    assert not loaded & {"csv", "dialects", "json", "evf", "mbf", "analysis", "zini"}


def loaded_by(code: str) -> set[str]:
    """The modules of formats that are loaded by an import, and what is done then."""
    code = f"import sys, {code}; print(*(name for name in sys.modules if '.formats.' in name))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.rpartition(".")[2] for name in done.stdout.split()}
