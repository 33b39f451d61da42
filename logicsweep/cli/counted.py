"""Certificates of counts, for `count -o DIR` and for `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from logicsweep.cli.certify import check_new, write_folder
from logicsweep.cli.common import fail, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.errors import LogicSweepError

with lazily():
    from logicsweep.board.board import Board
    from logicsweep.reasons.certificates.folder import check_countable, count_files
    from logicsweep.tables.circuit import nnf_lines
    from logicsweep.tables.compiling import circuit_of


def check_certifiable(
    folder: Path, boards: Sequence[str], cells: Sequence[str], program: object
) -> None:
    """Exit with a message where the count cannot be certified, whatever the board is."""
    if len(boards) > 1 or cells:
        raise fail("--output takes one board and no cells: expected BOARD")
    if program:
        raise fail("--output: there are no certificates of counts with a program")
    check_new(folder)


def certify_count(folder: Path, board: Board, layouts: int, *, time_limit: float) -> None:
    """Write the certificate of a count. Raises `LimitError`; exits where there is none."""
    with refusing("--output", passing=LogicSweepError):
        check_countable(board)
        circuit = circuit_of(board, refutations=True, time_limit=time_limit)
    if circuit.count() != layouts:
        raise RuntimeError("the circuit has another number of layouts; a mistake in logicsweep")
    write_folder(folder, count_files(board, list(nnf_lines(circuit)), layouts))
