"""The boards and games that come with logicsweep, and what each of them is."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from itertools import takewhile
from typing import Final

from logicsweep.errors import UnknownNameError, capitalized
from logicsweep.formats.files import shipped_files
from logicsweep.formats.registry import read
from logicsweep.render.words import content_words

_GAMES_FOLDER: Final = "examples/games"
# The games by name: logs that `logicsweep play -o` wrote.
GAMES: Final = {
    "expert": "An expert game of the agent subset, seed 59: won, with two mistakes",
}


def example_game(name: str) -> Traversable:
    """Find the log of an example game. Raises `UnknownNameError`."""
    if name not in GAMES:
        raise UnknownNameError("example", name, GAMES)
    return shipped_files(_GAMES_FOLDER)[f"{name}.jsonl"]


def example_about(file: Traversable) -> str:
    """Return the first sentence of a board's first comment, else what kind of board it is."""
    lines = takewhile(lambda line: line.startswith("# "), file.read_text("utf-8").splitlines())
    comment = " ".join(line.removeprefix("# ") for line in lines)
    if not comment:
        return capitalized(content_words(read(file.read_bytes(), file_name=file.name).content))
    return comment.partition(". ")[0].removesuffix(".")
