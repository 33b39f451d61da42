"""Certificates of counts in a folder: the board, a circuit, and how many layouts there are.

`board.board` is the board, `circuit.nnf` the circuit of all layouts, in the format of c2d, and
`count.json` states how many they are.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, to_builtins

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError
from logicsweep.limits import MOST_DIGITS, Budget
from logicsweep.reasons.certificates.checker import compare_lines
from logicsweep.reasons.certificates.counts_circuit import check_circuit
from logicsweep.reasons.certificates.entries import (
    BOARD,
    are,
    blaming,
    check_names,
    lines_of,
    read_board,
    read_index,
)

COUNT: Final = "count.json"
_CIRCUIT: Final = "circuit.nnf"
_FORMAT: Final = "logicsweep-count-certificate/1"
# Digits that Python converts whatever its limit is set to.
_CHUNK: Final = 600
_DIGITS: Final = re.compile(f"0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}}")


class CertifiedCount(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The index of a folder with a certified count: how many layouts agree with a board."""

    format: Annotated[
        Literal["logicsweep-count-certificate/1"], Meta(description="The format and its version.")
    ]
    board: Annotated[
        tuple[str, ...], Meta(description="The lines of the board in the native text format.")
    ]
    layouts: Annotated[
        str,
        Meta(
            pattern="^(0|[1-9][0-9]*)$",
            description="The number of layouts, in decimal digits; a string, since it may exceed "
            "2^53.",
        ),
    ]
    circuit: Annotated[str, Meta(description="The file of the circuit.")]


def count_files(
    board: Board, circuit: Sequence[str], layouts: int
) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the files of a folder, each as a name and its lines; the index comes last.

    Args:
        board: The board.
        circuit: The lines of its circuit with refutations, in the format of c2d.
        layouts: The number of layouts.

    """
    text = str(board).split("\n")
    yield BOARD, text
    yield _CIRCUIT, circuit
    yield COUNT, [_index(text, _digits(layouts))]


def check_count_folder(
    folder: str | os.PathLike[str], board: Board | None = None, *, time_limit: float | None = None
) -> int:
    """Check the certificate of a count in a folder; return the number of layouts, which is proved.

    Args:
        folder: A folder as `logicsweep count --certify` writes it.
        board: The board that the certificate must be about; by default any.
        time_limit: The seconds that it may take; None for no limit.

    Raises:
        CertificateError: Something is wrong; `file` and `line` say where it shows first.
        LimitError: The time limit is reached, or a file has more bytes than logicsweep reads.
        ValueError: The time limit is not a positive number.
    """
    folder = Path(folder)
    budget = Budget(time_limit)
    lines, index = read_index(folder, COUNT, _FORMAT)
    named: Any = index.get("board")
    layouts: Any = index.get("layouts")
    if not are(named, str) or type(layouts) is not str or not _DIGITS.fullmatch(layouts):
        problem = "expected the board's lines, and the number of layouts as a string of digits"
        raise CertificateError(problem, file=COUNT, line=1)
    blaming(COUNT, compare_lines, lines, [_index(named, layouts)])
    text = lines_of(folder, BOARD)
    blaming(BOARD, compare_lines, text, named)
    if board is not None:
        blaming(BOARD, compare_lines, text, str(board).split("\n"))
    # A rule of a user's own may have the name of another one, which the text alone would mean.
    claimed = read_board(text) if board is None else board
    check_names(folder, (), COUNT)
    circuit = lines_of(folder, _CIRCUIT)
    try:
        proved = check_circuit(claimed, circuit, budget)
    except CertificateError as error:
        raise CertificateError(error.text, file=_CIRCUIT, line=error.line) from None
    except ValueError as error:
        raise CertificateError(str(error), file=BOARD) from None
    if _digits(proved) != layouts:
        problem = f"the circuit has {_digits(proved)} layouts; expected {layouts}"
        raise CertificateError(problem, file=_CIRCUIT, line=1)
    return proved


def _digits(number: int) -> str:
    """Return the decimal digits of a number; Python converts only so many at once."""
    parts = []
    while number >= 10**_CHUNK:
        number, low = divmod(number, 10**_CHUNK)
        parts.append(f"{low:0{_CHUNK}}")
    return f"{number}{''.join(reversed(parts))}"


def _index(board: Sequence[str], layouts: str) -> str:
    """Return the only line of the index."""
    return json.dumps(
        to_builtins(
            CertifiedCount(format=_FORMAT, board=tuple(board), layouts=layouts, circuit=_CIRCUIT)
        )
    )
