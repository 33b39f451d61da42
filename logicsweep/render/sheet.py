"""Sheets of puzzles to print: all puzzles, then their solutions on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from logicsweep.board.picture.markup import element, plain
from logicsweep.board.picture.picture import Picture
from logicsweep.board.rules.rules import ORDINARY, Rules
from logicsweep.board.state import State
from logicsweep.board.total import total_words
from logicsweep.errors import counted
from logicsweep.games.puzzles.puzzle import puzzle_picture
from logicsweep.games.puzzles.records import Made, board_of
from logicsweep.render.shell import figure, paper

# There are as many columns as there is room for, on paper and on a screen.
_STYLE: Final = """
section > div { display: grid; gap: 0 8mm;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--column)), 1fr)); }
figure { margin: 0 0 5mm; }
section + section { break-before: page; }
"""


def sheet(puzzles: Sequence[Made], rules: Rules = ORDINARY) -> str:
    """Draw puzzles under rules, to print. Raises `LimitError` for a board that is too large."""
    pictures = [puzzle_picture(board_of(each, rules)) for each in puzzles]
    words = [_words(each, rules) for each in puzzles]
    solved = [_solution(*each) for each in zip(puzzles, pictures, strict=True)]
    is_wide = max(picture.grid.shape[1] for picture in pictures) > 16
    return paper(
        f"Minesweeper: {counted(len(puzzles), 'puzzle')}",
        "<main>",
        _section("Puzzles", pictures, words, "16cm" if is_wide else "8cm"),
        _section("Solutions", solved, words, "8cm" if is_wide else "5cm"),
        "</main>",
        theme="light",
        style=_STYLE,
    )


def _section(title: str, pictures: list[Picture], words: list[str], column: str) -> str:
    """Draw pictures in columns so wide, below what holds for all of them."""
    notes = {note: None for each in pictures for note in (each.note, each.shapes.note) if note}
    return element(
        "section",
        element("h1", title),
        *(element("p", plain(note)) for note in notes),
        element("div", *(figure(*each, least=0) for each in zip(pictures, words, strict=True))),
        style=f"--column: {column}",
    )


def _words(record: Made, rules: Rules) -> str:
    words = [f"Seed {record.seed}", total_words(board_of(record, rules).mines)]
    if not rules.is_standard:
        words.append(f"rules {rules}")
    if record.level is not None:
        words.append(f"level {record.level}")
    return ", ".join(words)


def _solution(record: Made, picture: Picture) -> Picture:
    """Draw the puzzle with its mines, and dots where nothing was shown of safe cells."""
    grid = np.where(picture.grid == State.COVERED, State.NO_CLUE, picture.grid)
    grid[tuple(zip(*record.layout, strict=True))] = State.KNOWN_MINE
    return replace(picture, grid=grid)
