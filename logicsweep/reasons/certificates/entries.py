"""The common parts of folders of certificates: entries of an index, and the reading of files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

from logicsweep.board.board import Board, Cell
from logicsweep.errors import BoardSyntaxError, CertificateError, counted
from logicsweep.limits import Budget, read_up_to
from logicsweep.reasons.certificates.certificate import (
    AnyCertificate,
    SumCertificate,
    check_linear_formula,
)
from logicsweep.reasons.certificates.checker import check_formula, check_proof
from logicsweep.reasons.certificates.cutting_planes import check_cutting_planes
from logicsweep.reasons.certificates.formula import Claim, Implied
from logicsweep.reasons.certificates.index import (
    CertifiedRule,
    CertifiedVerdict,
    ProofName,
    inequalities_used,
    rules_used,
)
from logicsweep.reasons.certificates.layout_rules import RuleAt

BOARD: Final = "board.board"
# The endings of the formula and of the proof, by the kind of the proof.
_SUFFIXES: Final[dict[ProofName, tuple[str, str]]] = {
    "drup": (".cnf", ".drup"),
    "veripb": (".opb", ".pbp"),
}
_MALFORMED: Final = (
    'malformed; expected "cell" as [row, column], "clues" as a list of such cells, "verdict" as '
    '"safe" or "mine", "total_at_most" and "total_at_least" as true or false, "proof_crc32" as a '
    'list of numbers, and perhaps "rules" as a list of objects with a "rule" and its "cells", or '
    '"inequalities" with a "source", "terms" and "at_most"'
)


# For each kind of proof, how a formula is made and compared, and how a proof is followed.
_CHECKS: Final[dict[ProofName, tuple[Callable[..., Any], Callable[..., None]]]] = {
    "drup": (check_formula, check_proof),
    "veripb": (check_linear_formula, check_cutting_planes),
}


class Entry(NamedTuple):
    """The entry of a verdict in an index: the claim, and a checksum (CRC-32) of each proof line.

    A changed proof may still be a valid one; the checksums tell that it was changed, and where.
    """

    claim: Claim
    checksums: tuple[int, ...]
    kind: ProofName = "drup"

    @classmethod
    def of(cls, certificate: AnyCertificate) -> Entry:
        """Make the entry of a certificate."""
        kind: ProofName = "veripb" if isinstance(certificate, SumCertificate) else "drup"
        return cls(certificate.claim, tuple(map(_checksum, certificate.proof)), kind)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the files of its formula and its proof."""
        formula, proof = _SUFFIXES[self.kind]
        return f"{self.name}{formula}", f"{self.name}{proof}"

    @property
    def name(self) -> str:
        """The name of its files, without their endings."""
        cell = self.claim.cell
        verdict = "mine" if self.claim.mine else "safe"
        return f"{verdict}-{cell.row}-{cell.column}"

    @property
    def declared(self) -> CertifiedVerdict:
        """The entry as an index has it."""
        claim = self.claim
        formula, proof = self.names
        is_sum = self.kind == "veripb"
        return CertifiedVerdict(
            cell=claim.cell,
            verdict="mine" if claim.mine else "safe",
            clues=claim.clues,
            total_at_most=claim.at_most,
            total_at_least=claim.at_least,
            rules=rules_used(claim),
            constraints=claim.constraints or msgspec.UNSET,
            inequalities=inequalities_used(claim),
            kind="veripb" if is_sum else msgspec.UNSET,
            cnf=msgspec.UNSET if is_sum else formula,
            opb=formula if is_sum else msgspec.UNSET,
            proof=proof,
            proof_crc32=self.checksums,
        )

    def files(self, certificate: AnyCertificate) -> Iterable[tuple[str, Sequence[str]]]:
        """Return the names and the lines of its files."""
        return zip(self.names, certificate.files.values(), strict=True)

    def check(self, folder: Path, board: Board, budget: Budget) -> None:
        """Check the formula against the board, and the proof. Raises `CertificateError`."""
        formula, proof = self.names
        make, follow = _CHECKS[self.kind]
        said = blaming(formula, make, board, self.claim, lines_of(folder, formula))
        steps = lines_of(folder, proof)
        blaming(proof, partial(follow, budget=budget), said, steps)
        blaming(proof, _check_same, steps, self.checksums)


def entry_of(verdict: Mapping[str, Any], place: int, index: str) -> Entry:
    """Return an entry of an index, whose entries begin after the first line."""
    try:
        certified = msgspec.convert(verdict, CertifiedVerdict)
    except msgspec.ValidationError:
        raise CertificateError(_MALFORMED, file=index, line=place + 2) from None
    claim = Claim(
        Cell(*certified.cell),
        certified.verdict == "mine",
        tuple(Cell(*cell) for cell in certified.clues),
        certified.total_at_most,
        certified.total_at_least,
        tuple([_rule_of(rule) for rule in certified.rules or ()]),
        certified.constraints or (),
        tuple([Implied(*msgspec.structs.astuple(each)) for each in certified.inequalities or ()]),
    )
    return Entry(claim, certified.proof_crc32, certified.kind or "drup")


def _rule_of(certified: CertifiedRule) -> RuleAt:
    return RuleAt(certified.rule, tuple([Cell(*cell) for cell in certified.cells]))


def index_lines(head: Mapping[str, Any], name: str, entries: Iterable[object]) -> list[str]:
    """Write an index as JSON: its head, then a line for each entry of the list `name`."""
    lines = [json.dumps(msgspec.to_builtins(entry)) for entry in entries]
    first = json.dumps(head)[:-1]
    return [f'{first}, "{name}": [', *(f"{line}," for line in lines[:-1]), *lines[-1:], "]}"]


def read_index(folder: Path, name: str, form: str) -> tuple[list[str], dict[str, Any]]:
    """Read the lines of an index of a format, and the object in them."""
    lines = lines_of(folder, name)
    try:
        index = json.loads("\n".join(lines))
        json.dumps(index, ensure_ascii=False).encode()  # halves of letters, which are no text
    except json.JSONDecodeError as error:
        raise CertificateError(error.msg, file=name, line=error.lineno) from None
    except (RecursionError, ValueError) as error:  # nested too deeply; a number too long
        raise CertificateError(f"cannot be read: {error}", file=name) from None
    if not isinstance(index, dict) or index.get("format") != form:
        raise CertificateError(f"expected the format {form}", file=name, line=1)
    return lines, index


def read_board(lines: Sequence[str]) -> Board:
    """Read the board of a folder, from the lines of its file."""
    try:
        return Board.parse("\n".join(lines))
    except BoardSyntaxError as error:
        raise CertificateError(error.text, file=BOARD, line=error.line) from None


def lines_of(folder: Path, name: str) -> list[str]:
    """Read the lines of a file. Raises `CertificateError` if cut short or missing."""
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


def blaming(name: str, check: Callable[..., Any], *arguments: object) -> Any:
    """Run a check, and name the file in a `CertificateError` that it raises."""
    try:
        return check(*arguments)
    except CertificateError as error:
        raise CertificateError(error.text, file=name, line=error.line) from None


def check_names(folder: Path, entries: Iterable[Entry], index: str) -> None:
    """Raise `CertificateError` for formulas and proofs that the index does not name."""
    known = {name for entry in entries for name in entry.names}
    endings = tuple([ending for pair in _SUFFIXES.values() for ending in pair])
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise CertificateError(f"the folder cannot be read: {error.strerror}") from None
    for name in names:
        if name.endswith(endings) and name not in known:
            raise CertificateError(f"{name!r} is in the folder, but not in this index", file=index)


def are(value: object, kind: type) -> bool:
    """Tell whether a value is a list of values of a type."""
    return isinstance(value, list) and all(type(item) is kind for item in value)


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
