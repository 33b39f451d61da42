"""What the page without a server reads of what people paste, beside the readers of the library.

It may refuse what they read, but never reads it otherwise.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, Layout
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats import write_board
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import board_to_play, read
from tests.conftest import seeds
from tests.formats.test_format_fuzz import mutated
from tests.formats.test_pastes import AROUND, FOLDER, PASTES
from tests.site.sites import answers_in_node, kernel_for_browsers, modules_of_worker

# What people bring, by the names of pastes: a page without a server reads all of these.
KINDS = (
    *("numpy-repr", "numpy-print", "json-rows", "json-numbers", "json-object", "game-hashes"),
    *("markdown", "frame", "fence", "quoted", "tabs", "emoji", "discord-names", "tatham-link"),
    *("hashes", "emoji-squares", "python-strings", "csv-mines"),
)
# How many of the pastes are read, so that none is lost unseen.
READ = 85


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    return modules_of_worker(folder / "worker", kernel_for_browsers(folder))


def by_library(data: bytes) -> Board | None:
    """The board of a text, open if it is a layout without a start; None if it is refused."""
    try:
        content = read(data).content
        if isinstance(content, DealtGame) and content.shown is None and content.start is None:
            return content.layout.revealed()
        return board_to_play(content)
    except BoardSyntaxError:
        return None


def read_alike(modules: Path, texts: Sequence[bytes]) -> list[bool]:
    """Whether the page reads each text: then as the library does. Else it says why in words."""
    asked = [{"ask": "read", "data": b64encode(text).decode()} for text in texts]
    said = [messages[-1] for messages in answers_in_node(modules, asked)]
    for text, message in zip(texts, said, strict=True):
        if "board" in message:
            board = board_to_play(read(json.dumps(message["board"]), name="json").content)
            assert board == by_library(text), text.decode()
        else:
            assert message["kind"] in ("usage", "syntax"), (text, message)
            assert "--" not in message["error"]
    return ["board" in message for message in said]


def test_pastes_are_read_as_the_library_reads_them(modules: Path) -> None:
    texts = [path.read_bytes() for path in PASTES]
    is_read = dict(zip([path.stem for path in PASTES], read_alike(modules, texts), strict=True))
    assert [kind for kind in KINDS if not is_read[kind]] == []
    assert sum(is_read.values()) >= READ


def test_what_stands_around_a_board_changes_nothing(modules: Path) -> None:
    names = ("frame", "game-dots", "json-object", "emoji", "markdown", "hashes", "csv-mines")
    texts = [(FOLDER / f"{name}.txt").read_text("utf-8") for name in names]
    around = [change(text).encode() for text in texts for change in AROUND.values()]
    assert all(read_alike(modules, around))


@pytest.mark.parametrize("seed", seeds(range(20), fast=1))
def test_changed_pastes_are_never_read_otherwise(seed: int, modules: Path) -> None:
    rng = Random(f"read {seed}")
    texts = [mutated(path.read_bytes(), rng) for path in rng.choices(PASTES, k=150)]
    read_alike(modules, [text for text in texts if by_library(text) is not None])


def test_links_and_ids_of_other_programs(modules: Path) -> None:
    rng = np.random.default_rng(5)
    written = []
    for height, width in rng.integers(2, 25, (12, 2)):
        mines = rng.random((height, width)) < 0.2
        mines[0, 0] = False
        game = DealtGame(Layout(mines), Cell(0, 0))
        position = game.layout.opened([(0, 0)])
        written += [write_board(game, "tatham-id"), write_board(position, "analysis")]
    assert all(read_alike(modules, written))
    torn = [data[: len(data) - 3] for data in written if len(data) > 60]
    assert torn
    assert not any(read_alike(modules, torn))


def test_quoted_codes_are_refused(modules: Path) -> None:
    """The library takes the minus for a zero, as chats have it."""
    assert not any(read_alike(modules, [b'"-3"\n"-2"\n', b' "-3"\n "-2"\n', b"'-3'\n'-1'\n"]))
