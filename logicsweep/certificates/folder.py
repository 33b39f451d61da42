"""Certificates in a folder, for other programs and for whoever does not trust this one.

`board.board` is the board, `certificate.json` says what is claimed, and for each verdict there are
a formula (`safe-2-4.cnf`) and a proof (`safe-2-4.drup`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from logicsweep.adjacency import eight
from logicsweep.board import Board, Cell
from logicsweep.certificates.certificate import Certificate
from logicsweep.certificates.checker import check_formula, check_proof, compare_lines
from logicsweep.certificates.formula import Claim
from logicsweep.errors import BoardSyntaxError, CertificateError

FORMAT: Final = "logicsweep-certificate/1"
INDEX: Final = "certificate.json"
BOARD: Final = "board.board"


def folder_files(
    board: Board, certificates: Iterable[Certificate]
) -> Iterator[tuple[str, Sequence[str]]]:
    """The files of a folder, each as a name and its lines; the index comes last.

    So a folder that was not written to its end has none. Raises ValueError for a board whose
    neighbours are not the eight around a cell, since its text does not say so.
    """
    if board.adjacency != eight(board.height, board.width):
        raise ValueError("the text of a board has no word for neighbours other than the eight")
    text = str(board).split("\n")
    yield BOARD, text
    verdicts = []
    for certificate in certificates:
        claim = certificate.claim
        name = f"{_word(claim)}-{claim.cell.row}-{claim.cell.column}"
        yield f"{name}.cnf", certificate.cnf
        yield f"{name}.drup", certificate.proof
        verdicts.append(
            {
                "cell": list(claim.cell),
                "verdict": _word(claim),
                "clues": [list(cell) for cell in claim.clues],
                "uses_total": claim.uses_total,
                "cnf": f"{name}.cnf",
                "proof": f"{name}.drup",
                # A proof can be changed and still be one; this tells the line.
                "proof_crc32": [_checksum(line) for line in certificate.proof],
            }
        )
    yield INDEX, _index_lines(text, verdicts)


def check_folder(folder: Path, board: Board | None = None) -> Iterator[Claim]:
    """Check the certificates in a folder one after the other; each claim when it is proved.

    With a `board` they have to be about that one. Raises `CertificateError` with the file and the
    line of the first thing that is wrong.
    """
    index = _index(folder)
    lines = _lines(folder, BOARD)
    _blaming(BOARD, compare_lines, lines, index["board"])
    try:
        own = Board.parse("\n".join(lines))
    except BoardSyntaxError as error:
        raise CertificateError(error.text, file=BOARD, line=error.line) from None
    if board is not None:
        _blaming(BOARD, compare_lines, lines, str(board).split("\n"))
    for place, entry in enumerate(index["verdicts"]):
        claim = _claim(entry, place)
        clauses = _blaming(entry["cnf"], check_formula, own, claim, _lines(folder, entry["cnf"]))
        proof = _lines(folder, entry["proof"])
        _blaming(entry["proof"], check_proof, clauses, proof)
        _blaming(entry["proof"], _check_same, proof, entry["proof_crc32"])
        yield claim


def _index_lines(board: Sequence[str], verdicts: Sequence[Mapping[str, object]]) -> list[str]:
    """The index as JSON, with a line for each verdict."""
    entries = [json.dumps(verdict) for verdict in verdicts]
    head = json.dumps({"format": FORMAT, "board": board})[:-1]
    return [f'{head}, "verdicts": [', *(f"{entry}," for entry in entries[:-1]), *entries[-1:], "]}"]


def _word(claim: Claim) -> str:
    return "mine" if claim.mine else "safe"


def _checksum(line: str) -> int:
    return crc32(line.encode())


def _check_same(lines: Sequence[str], sums: Sequence[int]) -> None:
    """Raise `CertificateError` where a proof is not the one that was certified."""
    for number, (line, known) in enumerate(zip(lines, sums, strict=False), start=1):
        if _checksum(line) != known:
            raise CertificateError(f"{line[:60]!r} was changed", line=number)
    if len(lines) != len(sums):
        first = min(len(lines), len(sums)) + 1
        raise CertificateError(f"{len(lines)} lines; expected {len(sums)}", line=first)


def _blaming(name: str, check: Callable[..., Any], *arguments: object) -> Any:
    """Run a check, and name the file in what it raises."""
    try:
        return check(*arguments)
    except CertificateError as error:
        raise CertificateError(error.text, file=name, line=error.line) from None


def _lines(folder: Path, name: str) -> list[str]:
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CertificateError("the file is missing", file=name) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CertificateError(f"cannot be read: {reason}", file=name) from None
    if not text.endswith("\n"):
        raise CertificateError("cut short", file=name, line=text.count("\n") + 1)
    return text[:-1].split("\n")


def _index(folder: Path) -> dict[str, Any]:
    """The index of a folder, every entry of the type it should have."""
    lines = _lines(folder, INDEX)
    try:
        index = json.loads("\n".join(lines))
    except json.JSONDecodeError as error:
        raise CertificateError(error.msg, file=INDEX, line=error.lineno) from None
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        raise CertificateError(f"expected the format {FORMAT}", file=INDEX)
    if not _are(index.get("board"), str) or not _are(index.get("verdicts"), dict):
        raise CertificateError("expected the board's lines and a list of verdicts", file=INDEX)
    return index


def _claim(entry: dict[str, Any], place: int) -> Claim:
    """The claim of an entry, whose other fields are checked as well."""
    clues = entry.get("clues")
    is_good = (
        _is_cell(entry.get("cell"))
        and entry.get("verdict") in ("safe", "mine")
        and isinstance(clues, list)
        and all(map(_is_cell, clues))
        and isinstance(entry.get("uses_total"), bool)
        and _is_name(entry.get("cnf"))
        and _is_name(entry.get("proof"))
        and _are(entry.get("proof_crc32"), int)
    )
    if not is_good:
        raise CertificateError(f"verdict {place + 1} of the list is malformed", file=INDEX)
    return Claim(
        Cell(*entry["cell"]),
        entry["verdict"] == "mine",
        tuple(Cell(*cell) for cell in entry["clues"]),
        entry["uses_total"],
    )


def _is_name(value: object) -> bool:
    """Whether this names a file in the folder itself."""
    return isinstance(value, str) and value not in ("", ".", "..") and Path(value).name == value


def _is_cell(value: object) -> bool:
    return _are(value, int) and isinstance(value, list) and len(value) == 2


def _are(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)
