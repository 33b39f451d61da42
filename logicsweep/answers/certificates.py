"""The JSON answers of `certify` and `check`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from logicsweep.answers import base
from logicsweep.answers.asked import Asked, Trouble
from logicsweep.board.board import Board
from logicsweep.checker.folder import Claim, Game

Folder = Annotated[str, Meta(description="The folder of the certificates.")]


class Certified(base.AboutBoard, kw_only=True, frozen=True):
    """How many verdicts were certified, and where their proofs are.

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
        verdict: What the cell is proved to be.
        sources: The titles of what it follows from, such as `clue(0,1)` or `the mine count`.
    """

    cell: base.Cell
    verdict: Literal["safe", "mine"]
    sources: tuple[str, ...]


Verdicts = Annotated[
    tuple[CheckedVerdict, ...], Meta(description="The verdicts whose proofs were checked.")
]
Layouts = Annotated[
    base.Digits | UnsetType,
    Meta(description="The number of layouts that is proved; absent if the folder claims none."),
]
Named = Annotated[
    str | UnsetType, Meta(description="The board as --board named it; absent without --board.")
]


class CheckedGame(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A game that can be won without a guess.

    Attributes:
        uses_total: Whether the mine count is known.
    """

    start: base.Cell
    uses_total: bool


class OfFolder(base.Answer, kw_only=True, frozen=True):
    """A folder of certificates, which may be those of a board."""

    board: Named = UNSET
    folder: Folder


class Checked(OfFolder, kw_only=True, frozen=True):
    """A folder in which every certificate is valid.

    Attributes:
        valid: Always true: every proof was checked.
        game: The game whose steps the verdicts are, which open every safe cell without a guess;
            null for the verdicts of a board.
    """

    valid: Annotated[bool, Meta(extra_json_schema={"const": True})]
    game: CheckedGame | None
    verdicts: Verdicts
    layouts: Layouts = UNSET


class NotValid(OfFolder, kw_only=True, frozen=True):
    """A folder with something wrong in it.

    Attributes:
        valid: Always false: something is wrong; `place` says where.
        place: The first file that is wrong, and its line.
    """

    valid: Annotated[bool, Meta(extra_json_schema={"const": False})]
    error: base.Message
    kind: base.InconsistentKind
    place: base.Place
    verdicts: Verdicts


class NotAllChecked(OfFolder, kw_only=True, frozen=True):
    """A folder that was not checked to the end, since a limit was reached.

    Attributes:
        valid: Always null: not everything was checked.
    """

    valid: None
    error: base.Message
    kind: base.LimitKind
    place: base.Nowhere
    limit: base.LimitReached
    verdicts: Verdicts


def certified(asked: Asked, board: Board, folder: Path, *, verdicts: int, veripb: int) -> Certified:
    """Answer how many verdicts were certified, and how many of them by sums."""
    return Certified(
        **base.about(asked, board),
        consistent=True,
        verdicts=verdicts,
        veripb=veripb,
        folder=str(folder),
    )


def all_checked(asked: Asked, folder: Path, claims: Iterable[Claim], game: Game | None) -> Checked:
    """Answer that all claims are proved; `game` if they are the steps of one."""
    played = None if game is None else CheckedGame(start=game.start, uses_total=game.uses_total)
    claims = list(claims)
    counts = [claim.layouts for claim in claims if claim.layouts is not None]
    fields = _fields(asked, folder, claims)
    return Checked(**fields, valid=True, game=played, layouts=counts[-1] if counts else UNSET)


def not_valid(asked: Asked, why: Trouble, folder: Path, claims: Iterable[Claim]) -> NotValid:
    """Answer that something is wrong; `claims` are those checked before it."""
    return NotValid(**_fields(asked, folder, claims), **base.trouble(why), valid=False)


def not_all_checked(
    asked: Asked, why: Trouble, folder: Path, claims: Iterable[Claim], limit: str
) -> NotAllChecked:
    """Answer that a limit was reached; `claims` are those checked before it."""
    fields = _fields(asked, folder, claims)
    return NotAllChecked(**fields, **base.trouble(why), valid=None, limit=limit)


def _fields(asked: Asked, folder: Path, claims: Iterable[Claim]) -> dict[str, Any]:
    verdicts = tuple(
        CheckedVerdict(
            cell=claim.cell,
            verdict="mine" if claim.claim == "mine" else "safe",
            sources=claim.sources,
        )
        for claim in claims
        if claim.cell is not None
    )
    return {**base.head(asked), "folder": str(folder), "verdicts": verdicts}
