"""Certificates of a whole game: from the start, every safe cell is proved before it is opened.

A folder has the layout with every cell open (`board.board`), `game.json`, which names the start and
the steps, and for each step a formula (`safe-2-4.cnf`) and a proof (`safe-2-4.drup`). A step is
about the position after all rounds before its own; opening a 0 opens its neighbours.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import CertificateError, counted
from logicsweep.formats.dealt import DealtGame
from logicsweep.limits import Budget
from logicsweep.reasons.certificates.certificate import Certificate
from logicsweep.reasons.certificates.checker import compare_lines
from logicsweep.reasons.certificates.entries import (
    BOARD,
    Entry,
    are,
    blaming,
    check_names,
    entry_of,
    index_lines,
    lines_of,
    read_board,
    read_index,
)
from logicsweep.reasons.certificates.formula import Claim
from logicsweep.reasons.certificates.index import GAME_FORMAT, CertifiedGame, CertifiedStep

GAME: Final = "game.json"


class Played(NamedTuple):
    """The start of a certified game.

    Attributes:
        layout: The mines.
        start: The safe cell that is open from the beginning.
        uses_total: Whether the mine count is known to the player.
    """

    layout: Layout
    start: Cell
    uses_total: bool

    def after(self, cells: Iterable[tuple[int, int]]) -> Board:
        """Return the position after opening the start and more cells; zeros open neighbours."""
        board = self.layout.opened([self.start, *cells])
        return board if self.uses_total else board.with_total(None)

    def safe_left(self, board: Board) -> int:
        """Count the safe cells that are covered in a position."""
        return int((board.covered_mask & ~self.layout.mask).sum())


class _Index(NamedTuple):
    """The content of an index: the lines of the layout, the start, and the steps by round."""

    board: list[str]
    start: tuple[int, int]
    uses_total: bool
    steps: list[tuple[int, Entry]]

    @property
    def lines(self) -> list[str]:
        """The index as it is written, with a line for each step."""
        head = {
            "format": GAME_FORMAT,
            "board": self.board,
            "start": list(self.start),
            "uses_total": self.uses_total,
        }
        steps = [
            CertifiedStep(
                round=number,
                **{
                    name: getattr(entry.declared, name) for name in entry.declared.__struct_fields__
                },
            )
            for number, entry in self.steps
        ]
        return index_lines(head, "steps", steps)


def game_files(
    played: Played, rounds: Iterable[Iterable[Certificate]]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the files of a folder, each as a name and its lines; the index comes last.

    The certificates of a round are about the position after all rounds before it, and each proves a
    cell safe.
    """
    text = str(played.layout.revealed()).split("\n")
    yield BOARD, text
    steps = []
    for number, certificates in enumerate(rounds, start=1):
        for certificate in certificates:
            entry = Entry.of(certificate)
            yield from entry.files(certificate)
            steps.append((number, entry))
    start = (played.start.row, played.start.column)
    yield GAME, _Index(text, start, played.uses_total, steps).lines


def check_game(
    folder: str | os.PathLike[str],
    game: DealtGame | None = None,
    *,
    time_limit: float | None = None,
) -> Iterator[Claim]:
    """Check, without a solver, that a game can be won without a guess, step by step.

    Args:
        folder: A folder as `logicsweep deal --certify` writes it.
        game: The layout that must be played on, and the start if it has one; by default any.
        time_limit: The seconds for all steps together; None for no limit.

    Yields:
        The claim of each step, once it is checked: that a cell is safe, in the position that the
        steps of the rounds before lead to. After the last one, every safe cell is open.

    Raises:
        CertificateError: Something is wrong; `file` and `line` say where it shows first. This
            includes steps that lead to less than all safe cells.
        LimitError: A limit is reached, as in `check_folder`.
        ValueError: The time limit is not a positive number.
    """
    folder = Path(folder)
    budget = Budget(time_limit)
    index = _read(folder)
    text = lines_of(folder, BOARD)
    blaming(BOARD, compare_lines, text, index.board)
    played = _played(index, read_board(text))
    # The text must have nothing but the layout: likelihoods or a range would be ignored.
    blaming(BOARD, compare_lines, text, str(played.layout.revealed()).split("\n"))
    if game is not None and game.layout != played.layout:
        raise CertificateError("this is another layout", file=BOARD)
    if game is not None and game.start not in (None, played.start):
        problem = f"the game starts at {played.start}; expected {game.start}"
        raise CertificateError(problem, file=GAME)
    check_names(folder, [entry for _, entry in index.steps], GAME)
    opened: list[Cell] = []
    board = played.after(opened)
    for number, steps in enumerate(_by_round(index.steps), start=1):
        for round_number, entry in steps:
            budget.check()
            if round_number != number or entry.claim.mine:
                problem = "the steps of a round prove cells safe, and the rounds count from 1"
                raise CertificateError(problem, file=GAME)
            entry.check(folder, board, budget)
            yield entry.claim
        opened += [entry.claim.cell for _, entry in steps]
        board = _opened(played, opened)
    left = played.safe_left(board)
    if left:
        raise CertificateError(f"the steps leave {counted(left, 'safe cell')} covered", file=GAME)


def game_in(folder: str | os.PathLike[str]) -> Played:
    """Read the start of the game from a folder of steps; only the index is checked.

    Raises `CertificateError`, `LimitError`.
    """
    index = _read(Path(folder))
    return _played(index, read_board(index.board))


def _by_round(steps: Iterable[tuple[int, Entry]]) -> Iterator[list[tuple[int, Entry]]]:
    return (list(members) for _, members in groupby(steps, key=lambda step: step[0]))


def _opened(played: Played, cells: Iterable[Cell]) -> Board:
    """Return the position after opening cells that are proved safe."""
    try:
        return played.after(cells)
    except ValueError as error:  # a mine or off the board, as a start may be
        raise CertificateError(str(error), file=GAME) from None


def _played(index: _Index, board: Board) -> Played:
    """Start the game of an index: open its first cell."""
    try:
        played = Played(Layout.of(board), Cell(*index.start), index.uses_total)
    except ValueError as error:
        raise CertificateError(str(error), file=BOARD) from None
    _opened(played, [])
    return played


def _read(folder: Path) -> _Index:
    """Read an index, and check that writing it would give exactly its lines."""
    lines, index = read_index(folder, GAME, GAME_FORMAT)
    steps: Any = index.pop("steps", None)
    try:
        head = msgspec.convert({**index, "steps": []}, CertifiedGame)
    except msgspec.ValidationError as error:
        raise CertificateError(f"malformed: {error}", file=GAME, line=1) from None
    if not are(steps, dict):
        raise CertificateError("expected a list of steps", file=GAME, line=1)
    entries = []
    for place, step in enumerate(steps):
        number = step.pop("round", None)
        if type(number) is not int:
            raise CertificateError('expected "round" as a number', file=GAME, line=place + 2)
        entries.append((number, entry_of(step, place, GAME)))
    written = _Index(list(head.board), head.start, head.uses_total, sorted(set(entries)))
    blaming(GAME, compare_lines, lines, written.lines)
    return written
