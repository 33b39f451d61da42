"""Files that the page saves and opens: boards in every format, pictures."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, State, __version__, read_board, write_board
from logicsweep.board import CLUE_MODELS
from logicsweep.formats import BOARD_FORMATS
from logicsweep.formats.base import Format
from logicsweep.kernel import kernel_in_use
from logicsweep.site import Desk
from tests.conftest import ROOT
from tests.site.asking import EXAMPLES, Message, asked, formats_of, request

SMALL = EXAMPLES["small"]


HOLDING = [form for form in BOARD_FORMATS if form.write_board is not None]


@pytest.mark.parametrize("name", ["small", "beginner", "expert-stuck", "hearsay"])
def test_boards_are_written_and_read(name: str, desk: Desk, subtests: pytest.Subtests) -> None:
    for form in HOLDING:
        with subtests.test(form.name):
            check_form(EXAMPLES[name], form, desk)


def check_form(board: Board, form: Format, desk: Desk) -> None:
    """A board is written as the library does it, and read again."""
    (said,) = asked(desk, request("write", board, to=form.name))
    try:
        expected = write_board(board, form.name, lossy=True)
    except ValueError:
        assert (formats_of([said]), said["kind"]) == (["serve!"], "usage")
        return
    data = b64decode(said["data"])
    assert data == expected
    (found,) = asked(desk, request("read", data=said["data"], form=form.name))
    again = read_board(data, name=form.name)
    assert (found["form"], found["holds"]) == (form.name, "position")
    assert read_board(json.dumps(found["board"])) == again
    if not said["left_out"]:
        assert again == board
    (same,) = asked(desk, request("write", again, to=form.name))
    assert same["data"] == said["data"]


def test_pictures_are_written(desk: Desk) -> None:
    (said,) = asked(desk, request("write", SMALL, to="svg"))
    assert said["media"] == "image/svg+xml"
    assert b64decode(said["data"]).startswith(b"<svg")


@pytest.mark.slow
def test_pictures_are_written_in_pixels(desk: Desk) -> None:
    (said,) = asked(desk, request("write", SMALL, to="png"))
    assert b64decode(said["data"]).startswith(b"\x89PNG\r\n")


def test_layouts_ids_and_broken_files_are_read(desk: Desk) -> None:
    def read(data: bytes, **more: Any) -> Message:
        (said,) = asked(desk, request("read", data=b64encode(data).decode(), **more))
        return said

    path = ROOT / "examples" / "boards" / "intermediate.mine"
    said = read(path.read_bytes())
    assert said["form"] == "mine"
    layout = read_board(json.dumps(said["board"]))
    if said["holds"] == "layout":
        assert not layout.covered
    assert read(b"9x9:4,4,md9173d3d2130fcbee3ce8")["form"] == "tatham-id"
    assert read(str(SMALL).encode())["form"] == "board"
    for data, kind in (
        (b"mines: 9\n\n?1?", "syntax"),
        (b"", "syntax"),
        (b"\xff\xfe\x00", "syntax"),
    ):
        said = read(data)
        assert (said["kind"], formats_of([said])) == (kind, ["serve!"]), data
    assert read(b"?1?", form="nonsense")["kind"] == "usage"
    assert read(b"?" * 70_000)["kind"] == "limit"


@pytest.mark.parametrize(
    ("text", "sign", "rows"),
    [
        ("#1\n11\n", "#", "?1\n11"),
        ("..1\n.11\n", ".", "??1\n?11"),
        ("# 1 #\n1F1\n", "#", "?1?\n1F1"),
        ("> 🟦1⬜\n> 🟦1⬜\n", "🟦", "?10\n?10"),
    ],
)
def test_a_sign_that_may_be_a_covered_cell_is_offered(
    text: str, sign: str, rows: str, desk: Desk
) -> None:
    data = b64encode(text.encode()).decode()
    (said,) = asked(desk, request("read", data=data))
    assert (formats_of([said]), said["sign"]) == (["unclear!"], sign)
    (said,) = asked(desk, request("read", data=data, covered=sign))
    assert read_board(json.dumps(said["board"])) == read_board(rows)


@pytest.mark.parametrize("text", ["#1\n1\n", "[[-1, 1], [1, 1]]", "hello"])
def test_no_sign_is_offered_that_would_not_help(text: str, desk: Desk) -> None:
    (said,) = asked(desk, request("read", data=b64encode(text.encode()).decode()))
    assert formats_of([said]) == ["serve!"]


def test_what_the_page_can_do(desk: Desk) -> None:
    (said,) = asked(desk, request("greet"))
    assert (said["version"], said["kernel"]) == (__version__, kernel_in_use())
    assert said["clue_models"] == list(CLUE_MODELS)
    assert [form["name"] for form in said["formats"]] == [form.name for form in BOARD_FORMATS]
    boards = {one["name"]: read_board(json.dumps(one["board"])) for one in said["examples"]}
    assert boards == EXAMPLES
    assert said["allows_programs"] is False
    size = said["most_cells"]
    fits = Board(np.full((1, size), State.COVERED, dtype=np.int8))
    assert formats_of(asked(desk, request("analyse", fits, wants=()))) == ["solve"]
    (large,) = asked(
        desk, request("analyse", Board(np.full((1, size + 1), State.COVERED, dtype=np.int8)))
    )
    assert (large["kind"], f"{size:,}" in large["error"]) == ("limit", True)
