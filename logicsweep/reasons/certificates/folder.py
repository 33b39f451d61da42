"""Certificates in a folder, for other programs and for those who do not trust this one.

`board.board` is the board, `certificate.json` states the claims, and each verdict has a formula
(`safe-2-4.cnf`, or `.opb` for a sum) and a proof (`safe-2-4.drup`, or `.pbp`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError
from logicsweep.limits import Budget
from logicsweep.reasons.certificates.certificate import AnyCertificate
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
from logicsweep.reasons.certificates.index import FORMAT

INDEX: Final = "certificate.json"


def folder_files(
    board: Board, certificates: Iterable[AnyCertificate]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the files of a folder, each as a name and its lines; the index comes last.

    So a folder that was not written to its end has none.
    """
    text = str(board).split("\n")
    yield BOARD, text
    entries = []
    for certificate in certificates:
        entry = Entry.of(certificate)
        yield from entry.files(certificate)
        entries.append(entry)
    yield INDEX, _index_lines(text, sorted(entries))


def check_folder(
    folder: str | os.PathLike[str], board: Board | None = None, *, time_limit: float | None = None
) -> Iterator[Claim]:
    """Check the certificates in a folder one after the other, without a solver.

    Args:
        folder: A folder as `logicsweep certify` writes it.
        board: The board that the certificates must be about; by default any.
        time_limit: The seconds for all of them together; None for no limit.

    Yields:
        Each claim, once it is checked.

    Raises:
        CertificateError: Something is wrong; `file` and `line` say where it shows first. This
            includes formulas and proofs that the index does not name, and an index that logicsweep
            would write differently.
        LimitError: The time limit is reached, a formula has more clauses than a certificate may
            have, or a file has more bytes than logicsweep reads.
        ValueError: The time limit is not a positive number.
    """
    folder = Path(folder)
    budget = Budget(time_limit)
    lines, entries = _index(folder)
    text = lines_of(folder, BOARD)
    blaming(BOARD, compare_lines, text, lines)
    if board is not None:
        blaming(BOARD, compare_lines, text, str(board).split("\n"))
    # A board with rules of a user's own cannot be read without these.
    claimed = read_board(text) if board is None else board
    check_names(folder, entries, INDEX)
    for entry in entries:
        budget.check()
        entry.check(folder, claimed, budget)
        yield entry.claim


def _index_lines(board: Sequence[str], entries: Sequence[Entry]) -> list[str]:
    """Return the index as JSON, with a line for each verdict."""
    head = {"format": FORMAT, "board": list(board)}
    return index_lines(head, "verdicts", [entry.declared for entry in entries])


def _index(folder: Path) -> tuple[list[str], list[Entry]]:
    """Return the lines of the board and the entries of an index that is written as it has to be."""
    lines, index = read_index(folder, INDEX, FORMAT)
    board: Any = index.get("board")
    verdicts: Any = index.get("verdicts")
    if not are(board, str) or not are(verdicts, dict):
        problem = "expected the board's lines and a list of verdicts"
        raise CertificateError(problem, file=INDEX, line=1)
    entries = [entry_of(verdict, place, INDEX) for place, verdict in enumerate(verdicts)]
    blaming(INDEX, compare_lines, lines, _index_lines(board, sorted(set(entries))))
    return board, entries
