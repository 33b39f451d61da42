"""The files of a folder of certificates: of verdicts, of a game, of a number of layouts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from logicsweep.board.board import Board
from logicsweep.checker import folder as checker
from logicsweep.checker.board import read_board
from logicsweep.checker.circuits import rules_of
from logicsweep.checker.folder import BOARD, CIRCUIT, INDEX, Claim, Game, digits, head_line
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reasons.certificates.certificate import Certificate, answering

__all__ = ["Claim", "check_countable", "check_folder", "count_files", "folder_files", "game_files"]
__all__ += ["game_in"]

# A name and the lines of a file; the index comes last, so that a folder without its end has none.
Files = Iterator[tuple[str, Sequence[str]]]


def folder_files(board: Board, certificates: Iterable[Certificate]) -> Files:
    """Yield the files of a folder of verdicts on a board."""
    yield BOARD, str(board).split("\n")
    index = [head_line()]
    for certificate in certificates:
        yield from certificate.files.items()
        index.append(certificate.claim().line)
    yield INDEX, index


def game_files(layout: Board, game: Game, rounds: Iterable[Iterable[Certificate]]) -> Files:
    """Yield the files of a folder of a game, whose layout has every cell open.

    The certificates of a round are about the position after all rounds before it, and each proves a
    cell safe.
    """
    yield BOARD, str(layout).split("\n")
    index = [head_line(game)]
    for number, certificates in enumerate(rounds, start=1):
        for certificate in certificates:
            yield from certificate.files.items()
            index.append(certificate.claim(number).line)
    yield INDEX, index


def count_files(board: Board, circuit: Sequence[str], layouts: int) -> Files:
    """Yield the files of a folder that proves a number of layouts.

    `circuit` has the lines of the board's circuit with refutations, in the format of c2d.
    """
    yield BOARD, str(board).split("\n")
    claim = Claim("layouts", CIRCUIT, "circuit.nnf", layouts=digits(layouts))
    yield claim.proof, circuit
    yield INDEX, [head_line(), claim.line]


def check_countable(board: Board) -> None:
    """Raise ValueError for a board whose number of layouts has no certificate.

    It is `LimitError` for a board that is too large.
    """
    try:
        with answering():
            rules_of(read_board(str(board).split("\n")))
    except CertificateError as fault:
        raise ValueError(fault.text) from None


def check_folder(
    folder: str | os.PathLike[str], board: Board | None = None, *, time_limit: float | None = None
) -> Iterator[Claim]:
    """Check the certificates in a folder one after the other, without a solver.

    Args:
        folder: A folder as `certify`, `count` or `deal` writes it.
        board: The board that the claims are to be about; for a game its layout, with every cell
            open. By default that of the folder, which may be any.
        time_limit: The seconds for all of them together; None for no limit.

    Yields:
        Each claim, once it is proved.

    Raises:
        CertificateError: Something is wrong; `file` and `line` say where it shows first.
        LimitError: The time limit is reached, or something is too large to be checked.
        ValueError: The time limit is not a positive number.
    """
    Budget(time_limit)  # raises for a wrong time limit
    lines = None if board is None else str(board).split("\n")
    with answering():
        yield from checker.check_folder(folder, lines, seconds=time_limit)


def game_in(folder: str | os.PathLike[str]) -> Game | None:
    """Return the start of the game in a folder; None for another folder. Nothing is checked.

    Raises `CertificateError` and `LimitError`.
    """
    with answering():
        return checker.read_folder(folder).game
