"""Certificates in a folder, for other programs and for those who do not trust this one.

`board.board` is the board, `certificate.json` states the claims, and each verdict has a formula
(`safe-2-4.cnf`) and a proof (`safe-2-4.drup`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

from logicsweep.board.board import Board, Cell
from logicsweep.errors import BoardSyntaxError, CertificateError, counted
from logicsweep.explain.certificates.certificate import Certificate
from logicsweep.explain.certificates.checker import check_formula, check_proof, compare_lines
from logicsweep.explain.certificates.formula import Claim
from logicsweep.explain.certificates.index import FORMAT, CertificateIndex, CertifiedVerdict
from logicsweep.limits import Budget, read_up_to

INDEX: Final = "certificate.json"
_MALFORMED: Final = (
    'malformed; expected "cell" as [row, column], "clues" as a list of such cells, "verdict" as '
    '"safe" or "mine", '
    '"total_at_most" and "total_at_least" as true or false, "proof_crc32" as a list of numbers'
)
BOARD: Final = "board.board"
_SUFFIXES: Final = (".cnf", ".drup")


class Entry(NamedTuple):
    """What the index says of a verdict: the claim, and a checksum (CRC-32) of each proof line.

    A proof can be changed and still be one; the checksums tell the line.
    """

    claim: Claim
    checksums: tuple[int, ...]

    @property
    def name(self) -> str:
        """What its files are called, without `.cnf` and `.drup`."""
        cell = self.claim.cell
        verdict = "mine" if self.claim.mine else "safe"
        return f"{verdict}-{cell.row}-{cell.column}"


def folder_files(
    board: Board, certificates: Iterable[Certificate]
) -> Iterator[tuple[str, Sequence[str]]]:
    """The files of a folder, each as a name and its lines; the index comes last.

    So a folder that was not written to its end has none.
    """
    text = str(board).split("\n")
    yield BOARD, text
    entries = []
    for certificate in certificates:
        entry = Entry(certificate.claim, tuple(map(_checksum, certificate.proof)))
        yield f"{entry.name}.cnf", certificate.cnf
        yield f"{entry.name}.drup", certificate.proof
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
    text = _lines(folder, BOARD)
    _blaming(BOARD, compare_lines, text, lines)
    try:
        own = Board.parse("\n".join(text))
    except BoardSyntaxError as error:
        raise CertificateError(error.text, file=BOARD, line=error.line) from None
    if board is not None:
        _blaming(BOARD, compare_lines, text, str(board).split("\n"))
    known = {f"{entry.name}{suffix}" for entry in entries for suffix in _SUFFIXES}
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise CertificateError(f"the folder cannot be read: {error.strerror}") from None
    for name in names:
        if name.endswith(_SUFFIXES) and name not in known:
            raise CertificateError(f"{name!r} is in the folder, but not in this index", file=INDEX)
    for entry in entries:
        budget.check()
        formula, proof = (f"{entry.name}{suffix}" for suffix in _SUFFIXES)
        clauses = _blaming(formula, check_formula, own, entry.claim, _lines(folder, formula))
        steps = _lines(folder, proof)
        _blaming(proof, partial(check_proof, budget=budget), clauses, steps)
        _blaming(proof, _check_same, steps, entry.checksums)
        yield entry.claim


def _index_lines(board: Sequence[str], entries: Sequence[Entry]) -> list[str]:
    """The index as JSON, with a line for each verdict."""
    index = CertificateIndex(
        format=FORMAT,
        board=tuple(board),
        verdicts=tuple(
            CertifiedVerdict(
                cell=entry.claim.cell,
                verdict="mine" if entry.claim.mine else "safe",
                clues=entry.claim.clues,
                total_at_most=entry.claim.at_most,
                total_at_least=entry.claim.at_least,
                cnf=f"{entry.name}.cnf",
                proof=f"{entry.name}.drup",
                proof_crc32=entry.checksums,
            )
            for entry in entries
        ),
    )
    fields = msgspec.to_builtins(index)
    verdicts = list(map(json.dumps, fields.pop("verdicts")))
    head = json.dumps(fields)[:-1]
    return [f'{head}, "verdicts": [', *(f"{one}," for one in verdicts[:-1]), *verdicts[-1:], "]}"]


def _checksum(line: str) -> int:
    return crc32(line.encode())


def _check_same(lines: Sequence[str], sums: Sequence[int]) -> None:
    """Raise `CertificateError` where a proof is not the one that was certified."""
    for number, (line, known) in enumerate(zip(lines, sums, strict=False), start=1):
        if _checksum(line) != known:
            raise CertificateError(f"{line[:60]!r} is not what was certified", line=number)
    if len(lines) != len(sums):
        first = min(len(lines), len(sums)) + 1
        raise CertificateError(f"{counted(len(lines), 'line')}; expected {len(sums)}", line=first)


def _blaming(name: str, check: Callable[..., Any], *arguments: object) -> Any:
    """Run a check, and name the file in what it raises."""
    try:
        return check(*arguments)
    except CertificateError as error:
        raise CertificateError(error.text, file=name, line=error.line) from None


def _lines(folder: Path, name: str) -> list[str]:
    path = folder / name
    try:
        if path.exists() and not path.is_file():
            raise CertificateError("this is not a regular file", file=name)
        with path.open("rb") as stream:
            text = read_up_to(stream, str(path)).decode()
    except FileNotFoundError:
        raise CertificateError("the file is missing", file=name) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise CertificateError(f"cannot be read: {reason}", file=name) from None
    if not text.endswith("\n"):
        raise CertificateError(
            "cut short; expected a line break", file=name, line=text.count("\n") + 1
        )
    return text[:-1].split("\n")


def _index(folder: Path) -> tuple[list[str], list[Entry]]:
    """The lines of the board and the entries of an index that is written as it has to be."""
    lines = _lines(folder, INDEX)
    try:
        index = json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        raise CertificateError(error.msg, file=INDEX, line=error.lineno) from None
    except (RecursionError, ValueError) as error:  # nested too deeply; a number too long
        raise CertificateError(f"cannot be read: {error}", file=INDEX) from None
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        raise CertificateError(f"expected the format {FORMAT}", file=INDEX, line=1)
    board: Any = index.get("board")
    verdicts: Any = index.get("verdicts")
    if not _are(board, str) or not _are(verdicts, dict):
        what = "expected the board's lines and a list of verdicts"
        raise CertificateError(what, file=INDEX, line=1)
    entries = [_entry(verdict, place) for place, verdict in enumerate(verdicts)]
    _blaming(INDEX, compare_lines, lines, _index_lines(board, sorted(set(entries))))
    return board, entries


def _entry(verdict: dict[str, Any], place: int) -> Entry:
    """An entry of the index. Its lines begin after the first one."""
    try:
        found = msgspec.convert(verdict, CertifiedVerdict)
    except msgspec.ValidationError:
        raise CertificateError(_MALFORMED, file=INDEX, line=place + 2) from None
    claim = Claim(
        Cell(*found.cell),
        found.verdict == "mine",
        tuple(Cell(*cell) for cell in found.clues),
        found.total_at_most,
        found.total_at_least,
    )
    return Entry(claim, found.proof_crc32)


def _are(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)
