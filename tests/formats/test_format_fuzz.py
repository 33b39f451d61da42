"""Whatever is in a file: a board, or a syntax error with its place and format, and never more."""

from __future__ import annotations

import random
import re
import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import BoardSyntaxError, Layout, LimitError, read_board
from logicsweep.formats import base
from logicsweep.formats.base import Content
from logicsweep.formats.registry import BOARD_FORMATS, by_name, read
from logicsweep.limits import MOST_BYTES, MOST_CELLS, MOST_LINES, MOST_UNCERTAIN
from tests.conftest import seeds, some
from tests.judges.corpus import CORPUS, INVALID, NAMES, VALID
from tests.judges.refusals import refused

slow = pytest.mark.slow
FILES = [*VALID, *(CORPUS / "invalid" / case["file"] for case in INVALID)]
# What numbers in files are replaced by: edges, and sizes that no memory holds.
NUMBERS = [b"0", b"1", b"-1", b"9", b"255", b"256", b"65536", b"99999999", b"1" * 5000, b"1.5"]
PIECES = [
    b"\n",
    b"\r",
    b"\0",
    b" ",
    b"\xff",
    b"\xef\xbb\xbf",
    b'"',
    b"{",
    b"[",
    b"<b>",
    b"&",
    b"1e9",
]


def check(data: bytes, name: str | None, file_name: str = "") -> Content | None:
    """Read, and hold what comes out against the promise."""
    try:
        return read(data, name=name, file_name=file_name).content
    except BoardSyntaxError as error:
        assert name is None or error.format == name
        assert 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 2
        assert 1 <= error.column <= len(data) + 2
        assert error.text
        return None


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The data with some bytes changed, moved, doubled or gone, or with other numbers in it."""
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(7)
        at, length = rng.randint(0, len(data)), rng.choice([1, 1, 2, 8, 64])
        if kind == 0:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[at + length :]
        elif kind == 2:
            data = data[:at] + data[at : at + length] * 2 + data[at + length :]
        elif kind == 3:
            data = data[:at]
        elif kind == 4:
            data = data[:at] + rng.choice(PIECES) + data[at:]
        elif kind == 5:
            numbers = list(re.finditer(rb"\d+", data))
            if numbers:
                match = rng.choice(numbers)
                data = data[: match.start()] + rng.choice(NUMBERS) + data[match.end() :]
        else:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = b"\n".join(lines)
    return data


@pytest.mark.parametrize("seed", seeds(range(160), fast=1))
@pytest.mark.parametrize("name", NAMES)
def test_changed_files(name: str, seed: int) -> None:
    """Files of the format, changed, and read as it and as whatever it seems to be."""
    rng = random.Random(f"{name} {seed}")
    form = by_name(name)
    files = [path for path in FILES if path.parent.name == name]
    for path in rng.choices(files, k=len(files) // 2 + 1):
        data = mutated(path.read_bytes(), rng)
        content = check(data, name)
        check(data, None)
        check(data, None, path.name)
        if content is not None:
            with suppress(ValueError):  # of a start that the format cannot say
                form.write(content)


@given(data=st.binary(max_size=120))
def test_noise(data: bytes) -> None:
    for name in NAMES:
        check(data, name)


@given(st.text(alphabet='?012345678F*_x.-!HU \n\r\t,;:=#>[]{}"/&m9', max_size=60))
def test_near_misses_of_everything(text: str) -> None:
    content = check(text.encode(), None)
    if content is not None:
        with suppress(BoardSyntaxError):
            assert read_board(text).grid.size > 0
    try:
        assert read_board(text, covered="#").grid.size > 0
    except BoardSyntaxError:
        pass
    except ValueError as error:
        assert "covered is '#', but" in str(error)


def bombs() -> Iterator[tuple[str, bytes]]:
    """Small files that declare what would fill any memory."""
    huge = b"99999999"
    yield "mine", b"999999x999999x0\n" + b"H" * 50
    yield "sat", huge + b" " + huge + b"\n?\n"
    yield "tatham-id", b"999999x999999:m" + b"0" * 50
    yield "zini", b"?b=999999999999&m=" + b"0" * 50
    yield "analysis", b"?analysis=9999aaaa" + b"S" * 50
    yield "analysis", b"?analysis=aeadaaac" + b"0" * 5000
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(bytes(30_000_000)) + packer.flush()
    yield "link", b"https://example.org/#s=" + urlsafe_b64encode(packed).rstrip(b"=")
    yield "cs3510", b'{"dim": "99999,99999", "board": "0"}'
    yield "minegauler", b'{"x_size": 4000000000, "y_size": 4000000000, "mine_coords": []}'
    yield "minegauler", b'{"x_size": 4000, "y_size": 4000, "mine_coords": []}'
    yield (
        "metasweeper",
        (b"# MINESWEEPER-BOARD v0.1\nrows: 99999999\ncolumns: 99999999\nmines: 0\n[view]\nU\n"),
    )
    yield "variants", b"=" * 100 + b"\n\n[1E]99999999x99999999\n___\t\n"
    yield "variants", b"=" * 100 + b"\n\n[1E]3000x3000\n___\t\n"
    yield "rawvf", b"Width: 99999999\nHeight: 99999999\nBoard:\n0\n"
    yield "json", b"[" * 100_000
    yield "json", b'{"rows": ' + b"[" * 100_000
    yield "ms-toollib", b"[" * 100_000
    yield "json", b'{"format": "logicsweep-board/1", "mines": ' + b"9" * 100_000 + b"}"


@pytest.mark.parametrize(("name", "data"), [*bombs()], ids=lambda value: str(value)[:40])
def test_declared_sizes_are_checked_before_memory_is_taken(name: str, data: bytes) -> None:
    tracemalloc.start()
    try:
        assert check(data, name) is None
        assert check(data, None) is None
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_a_link_to_a_large_board() -> None:
    assert MOST_CELLS == 10_000_000
    with pytest.raises(BoardSyntaxError, match="too large; expected up to 10,000,000 cells"):
        read(f"?b=30003334&m={'0' * 2_000_400}")


@pytest.mark.parametrize(
    ("uncertain", "lines"),
    [(1_000, 500), pytest.param(MOST_UNCERTAIN, MOST_LINES, marks=pytest.mark.night)],
)
def test_limits(uncertain: int, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there may be, and one line more."""
    monkeypatch.setattr("logicsweep.board.rows.MOST_UNCERTAIN", uncertain)
    monkeypatch.setattr("logicsweep.formats.text.MOST_LINES", lines)
    row = ">=2 " * (uncertain // 500)
    text = f"{row}\n" * 500
    assert len(read_board(text).uncertain_by_number) == uncertain
    with refused(BoardSyntaxError, line=501, column=1):
        read_board(text + row)
    assert read_board("?\n" * lines, name="board").height == lines
    with refused(BoardSyntaxError, line=lines + 1, column=1):
        read_board("?\n" * lines + "?\n", name="board")


NINES = b"9" * 1_000_000


MANY_DIGITS = (
    (b"density: 0." + NINES + b"\n?1\n", "density has 1,000,002 characters"),
    (b"density: 0." + NINES[:4000] + b"\n?1\n", "density is '0.999"),
    (b"density: 1/" + b"0" * 5000 + b"2\n?1\n", "density is '1/000"),
    (b"density: 1/" + NINES + b"\n?1\n", "density has 1,000,002 characters"),
    (b"clues: noisy(0." + NINES + b")\n?1\n", "the probability of noisy is"),
    (b"mines: " + NINES + b"\n?1\n", "mines is too large a number"),
    (b"1.." + NINES + b" ?\n", "unknown token"),
    (b"0..1(1/" + b"0" * 1_000_000 + b"2,1) ?\n", "likelihood '1/000"),
    (b"0..1(" + b"1," * 500_000 + b"1) ?\n", "likelihood '1,1,1"),
)


def test_numbers_of_many_digits_are_refused_unread(subtests: pytest.Subtests) -> None:
    """Python's fractions would take minutes to make; nothing of the size is made at all."""
    for data, words in MANY_DIGITS:
        with subtests.test(words):
            tracemalloc.start()
            try:
                with pytest.raises(BoardSyntaxError) as caught:
                    read(data, name="board")
                assert tracemalloc.get_traced_memory()[1] < 30_000_000
            finally:
                tracemalloc.stop()
            assert words in caught.value.text


def test_a_density_of_many_digits_is_read_as_it_was_written() -> None:
    text = f"density: 0.{'0' * 2999}7e-999\n\n?1"
    board = read_board(text, name="board")
    assert board.density == 7 / Fraction(10**3999)
    assert read_board(str(board), name="board") == board


CELLS = "there are more than 10,000,000 cells"
FIELDS = "there are more than 10,000,000 fields"
ROWS = b"?" * MOST_CELLS + b"\n?\n"
# One row more, or one cell, than a board may have, in every format of text.
TOO_LARGE: dict[str, tuple[str | None, Callable[[], bytes], str]] = {
    "rows": (None, lambda: ROWS, CELLS),
    "csv": ("csv", lambda: b"?," * MOST_CELLS + b"?", FIELDS),
    "json": (
        "json",
        lambda: b'{"format": "logicsweep-board/1", "rows": ["' + ROWS[:-3] + b'", "?"]}',
        CELLS,
    ),
    "numpy": ("numpy", lambda: b"[[0" + b" 0" * MOST_CELLS + b"]]", CELLS),
    "board": ("board", lambda: ROWS, CELLS),
    "board, apart": ("board", lambda: b"? " * (MOST_CELLS + 1), CELLS),
    "board, uncertain": ("board", lambda: b">=1 " + b"? " * (MOST_CELLS + 1), CELLS),
    "csv, ragged": ("csv", lambda: b"?,?\n" * 999_999 + b"?," * 9_000_000, FIELDS),
    "ms-toollib": ("ms-toollib", lambda: b"[[0" + b",0" * MOST_CELLS + b"]]", CELLS),
    "minesweepr": ("minesweepr", lambda: ROWS.replace(b"?", b"x"), CELLS),
    "gecode": ("gecode", lambda: ROWS.replace(b"?", b"."), CELLS),
    "minesolve": ("minesolve", lambda: ROWS, CELLS),
    "tatham": ("tatham", lambda: ROWS, CELLS),
    "mine": ("mine", lambda: b"1x1x1\n" + b"H" * (MOST_CELLS + 1), CELLS),
    "sat": ("sat", lambda: b"1 1\n" + b"? " * (MOST_CELLS + 1), CELLS),
    "objects": (
        "json",
        lambda: b"{" * (MOST_LINES + 1),
        "this JSON is too large or too deeply nested",
    ),
}


@pytest.mark.parametrize(
    "case",
    some(
        [pytest.param(case, marks=slow) for case in list(TOO_LARGE)[4:]],
        every=4,
        besides=[
            *list(TOO_LARGE)[:2],
            *(pytest.param(case, marks=slow) for case in list(TOO_LARGE)[2:4]),
        ],
    ),
)
def test_no_more_cells_than_there_may_be(case: str) -> None:
    """Refused from the text, before arrays are made; texts of one byte a cell take few copies."""
    name, make, words = TOO_LARGE[case]
    data = make()
    tracemalloc.start()
    try:
        with pytest.raises(BoardSyntaxError) as caught:
            read(data, name=name)
        assert tracemalloc.get_traced_memory()[1] < 8 * len(data)
    finally:
        tracemalloc.stop()
    assert words in caught.value.text


def test_no_more_bytes_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="the file has more than 64,000,000 bytes"):
        read(b"?" * (MOST_BYTES + 1))
    monkeypatch.setattr(base, "MOST_BYTES", 90)
    with pytest.raises(ValueError, match="too large for minegauler: more than 90 bytes"):
        by_name("minegauler").write(Layout(np.ones((3, 3), dtype=np.bool_)))


@pytest.mark.parametrize(
    ("name", "size"),
    some(
        [pytest.param(name, 3_000_000, marks=slow) for name in NAMES],
        every=2,
        besides=[(None, 10_000), pytest.param(None, 3_000_000, marks=pytest.mark.night)],
    ),
)
def test_megabytes_of_noise(name: str | None, size: int) -> None:
    noise = np.random.default_rng(20261121).integers(0, 256, size, dtype=np.uint8).tobytes()
    for data in (noise, b"x" * size, b"{" + b"1," * (size // 2), b"\n" * size):
        check(data, name)


@pytest.mark.slow
def test_patterns_do_not_go_back_and_forth() -> None:
    """Each of these takes minutes where a regular expression tries every way to part blanks."""
    blanks = b" " * 60_000
    title = b"# MINESWEEPER-BOARD v0.1\n"
    for data in (
        b"Width: 1" + blanks + b"y\nHeight: 1\nBoard:\n0\n",
        title + b"rows: 1" + blanks + b"y\n[view]\nU\n",
        title + b"# Render: ascii" + blanks + b"y\n[view]\nU\n",
        title + b"foo: 1" + blanks + b"y\n[view]\nU\n",
        blanks + b"z,1\n",
        blanks + b"9x9:zz",
        blanks + b"https://a.b/?b=1&m=0",
        b"mines" + blanks + b": x\n?\n",
        b"1" + b"a" * 60_000 + b"x1",
        b"[[1" + blanks + b"x",
        b"?b=" + b"1&" * 30_000,
        b"1 1 " + blanks + b"\n? ?\n",
        b"a." * 30_000 + b"/?x",
    ):
        check(data, None)
        for name in NAMES:
            check(data, name)


def test_text_is_text() -> None:
    """Nothing in a file is run: a format holds cells and numbers only."""
    for form in BOARD_FORMATS:
        for text in ("__import__('os').abort()", "<script>alert(1)</script>", "=1+1", "{{7*7}}"):
            assert check(text.encode(), form.name) is None
