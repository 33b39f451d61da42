"""The JSON answers of `certify` and `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from logicsweep.answers import base
from logicsweep.answers.asked import Asked, Where
from logicsweep.board.board import Board
from logicsweep.checker.folder import Claim, Game
from logicsweep.errors import CertificateError, LimitError
from logicsweep.reasons.certificates.certificate import Certificate

Folder = Annotated[str, Meta(description="The folder of the certificates.")]


class Certified(base.AboutBoard, kw_only=True, frozen=True):
    """The number of certified verdicts, and the folder of their proofs.

    Attributes:
        verdicts: The number of verdicts certified.
        veripb: The number of them whose proof is a sum, in VeriPB's format; the others are in DRUP.
    """

    consistent: base.Yes
    verdicts: base.Number
    veripb: base.Number
    folder: Folder


class CheckedVerdict(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A verdict whose proof was checked.

    Attributes:
        verdict: The proved verdict on the cell.
        sources: The titles of what it follows from, such as `clue(0,1)` or `the mine count`.
    """

    cell: base.Cell
    verdict: Literal["safe", "mine"]
    sources: tuple[str, ...]


Verdicts = Annotated[
    tuple[CheckedVerdict, ...], Meta(description="The verdicts whose proofs were checked.")
]
Layouts = Annotated[
    base.DigitsText | UnsetType,
    Meta(description="The number of layouts that is proved; absent if the folder claims none."),
]
Named = Annotated[
    str | UnsetType, Meta(description="The board as --board named it; absent without --board.")
]


class Checked(base.Answer, kw_only=True, frozen=True):
    """A folder of certificates, which may be those of a board, and what was checked.

    Attributes:
        valid: Whether every certificate is valid: if false, something is wrong, and `place` says
            where; null if not everything was checked, since a limit was reached.
        game: The game whose steps the verdicts are, which open every safe cell without a guess;
            null for the verdicts of a board.
    """

    board: Named = UNSET
    folder: Folder
    valid: bool | None
    game: Game | None
    verdicts: Verdicts
    layouts: Layouts = UNSET


def certified(asked: Asked, board: Board, folder: Path, done: Sequence[Certificate]) -> Certified:
    """Answer how many verdicts were certified, and how many of them by sums."""
    return Certified(
        **base.about(asked, board),
        consistent=True,
        verdicts=len(done),
        veripb=sum([each.kind == "veripb" for each in done]),
        folder=str(folder),
    )


def checked(
    asked: Asked,
    folder: Path,
    claims: Sequence[Claim],
    game: Game | None,
    fault: CertificateError | LimitError | None = None,
) -> Checked:
    """Answer what was checked: claims, which may be the steps of a game.

    With a fault, the claims are those before it.
    """
    counts = [claim.layouts for claim in claims if claim.layouts is not None]
    answer = Checked(
        **base.head(asked),
        folder=str(folder),
        valid=True,
        game=game,
        verdicts=tuple(
            CheckedVerdict(
                cell=claim.cell,
                verdict="mine" if claim.claim == "mine" else "safe",
                sources=claim.sources,
            )
            for claim in claims
            if claim.cell is not None
        ),
        layouts=counts[-1] if counts else UNSET,
    )
    if isinstance(fault, LimitError):
        return replace(base.cut_short(answer, fault.limit), valid=None)
    if fault is not None:
        place = Where(str(folder / (fault.file or "")), fault.line)
        line = "" if fault.line is None else f":{fault.line}"
        text = f"{place.file}{line}: {fault.text}"
        return base.failing(answer, text, "inconsistent", place, valid=False)
    return answer
