"""Answers in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from logicsweep.board.board import Board, Cell
from logicsweep.board.constraint_forms import LISTED
from logicsweep.board.state import State
from logicsweep.board.total import range_words, total_words
from logicsweep.errors import are, counted
from logicsweep.formats.base import Content
from logicsweep.render.counts import liars_lines

if TYPE_CHECKING:
    from logicsweep.answers.solving import Solution
    from logicsweep.formulas.user_program import Program


def board_words(board: Board) -> str:
    """Say what kind of position a board is."""
    covered = len(board.covered)
    parts = [
        board.title,
        f"{counted(covered, 'covered cell')}, {len(board.frontier):,} of them next to a clue",
        counted(len(board.clues), "clue"),
    ]
    if board.uncertain:
        parts.append(f"{len(board.uncertain):,} of them uncertain")
    if board.known_mines:
        parts.append(counted(len(board.known_mines), "known mine"))
    if board.own_rules is not None:
        parts.append(f"rules {board.own_rules}")
    if board.liars:
        parts.append(f"up to {counted(board.liars, 'wrong clue')}")
    if board.constraints:
        parts.append(counted(len(board.constraints), "constraint"))
    return "; ".join(parts) + "."


def content_words(content: Content) -> str:
    """Say what a file holds: a position or a layout, its size and its mines."""
    if isinstance(content, Board):
        size = f"{content.width}x{content.height}"
        return f"{size} position, {total_words(content.mines)}"
    height, width = content.layout.mask.shape
    start = "" if content.start is None else f", start {content.start}"
    mines = counted(int(content.layout.mask.sum()), "mine")
    return f"{width}x{height} layout, {mines}{start}"


def solution_lines(board: Board, answer: Solution, program: Program | None) -> Iterator[str]:
    """Say how many cells are proved each way, and from what."""
    safe, mines, rest = len(answer.safe), len(answer.mines), answer.undetermined
    kind = "a mine" if mines == 1 else "mines"
    yield f"{_are(safe)} proved safe, {_are(mines)} proved {kind}, {_are(rest)} undetermined."
    constraints = len(board.constraints)
    if board.mines is None:
        sources = "the clues alone"
        if program is not None or constraints:
            sources = f"the clues and the {'constraints' if program is None else 'program'}"
        what = "this" if safe or mines else "nothing"
        yield f"The mine count is unknown; {sources} prove {what}."
    else:
        did = "was needed" if answer.needs_total else "was not needed"
        yield f"The mine count ({range_words(board.mines)}) {did}."
    if program is not None:
        yield f"Layouts have to satisfy {program.name} as well."
    if constraints:
        yield f"Layouts have to satisfy {counted(constraints, 'constraint')} as well."
    yield from liars_lines(answer.liars)
    wrong = [str(Cell(*cell)) for cell in answer.safe if board[cell] == State.FLAGGED]
    if wrong:
        more = f" and {len(wrong) - LISTED:,} more" if len(wrong) > LISTED else ""
        yield f"Flagged but safe: {', '.join(wrong[:LISTED])}{more}."


def _are(number: int) -> str:
    return f"{counted(number, 'cell')} {are(number)}"
