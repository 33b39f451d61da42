"""`certificate.json` and `game.json`, the indexes of folders of certificates, declared once."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from logicsweep.reasons.certificates.formula import Claim

FORMAT: Final = "logicsweep-certificate/1"
GAME_FORMAT: Final = "logicsweep-game-certificate/1"

ProofName = Literal["drup", "veripb"]
"""The forms of proofs: clauses for DRUP checkers, or sums of inequalities for VeriPB."""

Number = Annotated[int, Meta(ge=0)]
Place = Annotated[tuple[Number, Number], Meta(description="[row, column], counted from 0.")]


class CertifiedRule(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What a rule for layouts says at one place of the board."""

    rule: Annotated[str, Meta(description="The name of the rule, as in the board's header.")]
    cells: Annotated[
        tuple[Place, ...],
        Meta(
            description="The cells that it speaks of, in order: those of a window; a mine, and "
            "then the cells beside it; those of a row or column, or of two."
        ),
    ]


RulesUsed = Annotated[
    tuple[CertifiedRule, ...] | UnsetType,
    Meta(
        description="The rules for layouts used, each at its place, sorted; absent if there are "
        "none."
    ),
]


def rules_used(claim: Claim) -> tuple[CertifiedRule, ...] | UnsetType:
    """Return the rules for layouts that a claim uses, as an index has them."""
    return tuple([CertifiedRule(rule=rule.rule, cells=rule.cells) for rule in claim.rules]) or UNSET


class CertifiedInequality(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An inequality that stands for a source that bounds no sum itself."""

    source: Annotated[str, Meta(description="The source that implies it, as the formula names it.")]
    terms: Annotated[
        tuple[tuple[Number, int], ...],
        Meta(description="Pairs of a variable of the formula, such as 3 for x3, and its weight."),
    ]
    at_most: Annotated[int, Meta(description="The most that the weighted sum may be.")]


def inequalities_used(claim: Claim) -> tuple[CertifiedInequality, ...] | UnsetType:
    """Return the inequalities that a claim has for its sources, as an index has them."""
    used = [
        CertifiedInequality(source=source, terms=terms, at_most=at_most)
        for source, terms, at_most in claim.inequalities
    ]
    return tuple(used) or UNSET


class CertifiedVerdict(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A verdict, what it follows from, and the files of its formula and proof."""

    cell: Place
    verdict: Annotated[Literal["safe", "mine"], Meta(description="What the cell is proved to be.")]
    clues: Annotated[
        tuple[Place, ...], Meta(description="The cells of the clues used, in reading order.")
    ]
    total_at_most: Annotated[
        bool, Meta(description="Whether the mine count is used as an upper bound.")
    ]
    total_at_least: Annotated[
        bool, Meta(description="Whether the mine count is used as a lower bound.")
    ]
    rules: RulesUsed = UNSET
    constraints: Annotated[
        tuple[str, ...] | UnsetType,
        Meta(
            description="The names of the board's own constraints that are used, sorted; absent "
            "if there are none."
        ),
    ] = UNSET
    inequalities: Annotated[
        tuple[CertifiedInequality, ...] | UnsetType,
        Meta(
            description="What is used of sources that bound no sum, for a proof that is one; "
            "absent if there is nothing."
        ),
    ] = UNSET
    kind: Annotated[
        Literal["veripb"] | UnsetType,
        Meta(description="The form of the proof, if it is a sum; absent for a proof in DRUP."),
    ] = UNSET
    cnf: Annotated[
        str | UnsetType,
        Meta(
            description="The file of the formula, in DIMACS: what is used, and the negated "
            "verdict; absent for a sum."
        ),
    ] = UNSET
    opb: Annotated[
        str | UnsetType,
        Meta(description="The file of the formula of a sum, in OPB; absent for a proof in DRUP."),
    ] = UNSET
    proof: Annotated[
        str,
        Meta(
            description="The file of the proof, in DRUP or in VeriPB's format, that the formula "
            "is unsatisfiable."
        ),
    ]
    proof_crc32: Annotated[
        tuple[Number, ...], Meta(description="A checksum (CRC-32) of each line of the proof.")
    ]


class CertificateIndex(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What the certificates of a folder say of a board."""

    format: Annotated[
        Literal["logicsweep-certificate/1"], Meta(description="The format and its version.")
    ]
    board: Annotated[
        tuple[str, ...], Meta(description="The lines of the board in the native text format.")
    ]
    verdicts: Annotated[
        tuple[CertifiedVerdict, ...], Meta(description="The verdicts, by cell in reading order.")
    ]


class CertifiedStep(CertifiedVerdict, kw_only=True, frozen=True):
    """A cell that is proved safe in a game, in the position after the rounds before its own."""

    round: Annotated[int, Meta(ge=1, description="The round of the step, counted from 1.")]


class CertifiedGame(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What the certificates of a folder say of a game: it can be won without a guess."""

    format: Annotated[
        Literal["logicsweep-game-certificate/1"], Meta(description="The format and its version.")
    ]
    board: Annotated[
        tuple[str, ...],
        Meta(description="The lines of the layout, every cell open, in the native text format."),
    ]
    start: Place
    uses_total: Annotated[bool, Meta(description="Whether the mine count is known.")]
    steps: Annotated[
        tuple[CertifiedStep, ...],
        Meta(description="The steps, by round and cell; what they prove safe is opened."),
    ]
