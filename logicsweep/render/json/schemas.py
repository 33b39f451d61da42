"""Every JSON format that logicsweep prints or writes, and its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.json import schema_components

from logicsweep.errors import UnknownNameError
from logicsweep.explain.certificates.index import CertificateIndex, CertifiedGame
from logicsweep.formats.board_object import BoardObject
from logicsweep.games.dataset.records import Position, Unanswered
from logicsweep.games.dealing.records import Dealt, NotDealt
from logicsweep.games.experiments.declared import ExperimentFile
from logicsweep.games.experiments.records import Failed, Finished, Survived
from logicsweep.games.instances.folder import Manifest
from logicsweep.games.puzzles.records import Made, NotMade
from logicsweep.render.json import (
    agents,
    certificates,
    diagnosis,
    experiments,
    files,
    formulas,
    games,
    instances,
    page,
    playing,
    reasons,
    reviews,
    rules,
    solving,
)
from logicsweep.render.json.base import Error, Inconsistent, Limited, format_of

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Described(NamedTuple):
    """A format: what it is, in a line, and the structures that a value of it may be."""

    about: str
    kinds: tuple[type[Struct], ...]


_CONFLICT: Final = (Inconsistent, Limited, Error)

# Formats of files, then answers of commands, in the order of `logicsweep --help`; behind `serve`,
# what its page asks and hears.
FORMATS: Final[Mapping[str, Described]] = MappingProxyType(
    {
        "board": Described("A board file in JSON.", (BoardObject,)),
        "certificate": Described("The index of a folder of certificates.", (CertificateIndex,)),
        "game-certificate": Described(
            "The index of a folder of a game's certificates.", (CertifiedGame,)
        ),
        "experiment": Described(
            "An experiment file, after TOML is read into a dict.", (ExperimentFile,)
        ),
        "game": Described(
            "A line of games.jsonl: one game of an experiment.", (Finished, Survived, Failed)
        ),
        games.LOG: Described(
            "A line of the file that play --log writes.",
            (games.GameStart, games.Move, games.GameEnd),
        ),
        "show": Described("A board as a JSON object.", (BoardObject, Error)),
        "render": Described(
            "The file that a picture was written to.", (files.Rendered, *_CONFLICT)
        ),
        page.COMMAND: Described("Where the page is.", (page.Served, Error)),
        "request": Described("A request of the page.", page.REQUESTS),
        **{name: Described(about, (kind,)) for name, (about, kind) in page.MESSAGES.items()},
        "example": Described(
            "The boards that come with logicsweep, or one of them.",
            (files.Examples, files.Example, Error),
        ),
        "solve": Described(
            "Verdicts, and probabilities of mines.",
            (solving.Solution, Inconsistent, solving.SolutionLimited, Error),
        ),
        "count": Described(
            "The number of layouts, and exact probabilities.",
            (solving.Count, Inconsistent, solving.CountLimited, Error),
        ),
        "explain": Described(
            "Why a cell is safe, a mine or undetermined.",
            (
                reasons.Explanation,
                reasons.Undetermined,
                reasons.ExplanationLimited,
                reasons.UndeterminedLimited,
                *_CONFLICT,
            ),
        ),
        "hint": Described(
            "The easiest step, or the least risky cells.",
            (reasons.Hint, reasons.HintLimited, *_CONFLICT),
        ),
        "rate": Described(
            "How hard a position or a game is.",
            (reasons.Rating, reasons.GameRating, *_CONFLICT),
        ),
        "diagnose": Described(
            "Which clues conflict, and which may be wrong.",
            (diagnosis.NothingToDiagnose, diagnosis.Diagnosis, Error),
        ),
        "certify": Described(
            "The folder that proofs were written to.", (certificates.Certified, *_CONFLICT)
        ),
        "check": Described(
            "Whether certificates are valid.",
            (
                certificates.Checked,
                certificates.NotValid,
                certificates.NotAllChecked,
                Error,
            ),
        ),
        "best": Described("The best cells to open, and why.", (playing.Best, *_CONFLICT)),
        "deal": Described(
            "A layout that was dealt, or why none was found.", (Dealt, NotDealt, Error)
        ),
        "puzzle": Described(
            "A puzzle, with its only layout, or why none was found.", (Made, NotMade, Error)
        ),
        "play": Described("A game, move by move.", (games.Game, Error)),
        "agents": Described("The agents that come with logicsweep.", (agents.AgentList, Error)),
        "review": Described("What each opening of a game was.", (reviews.Review, Error)),
        "compare": Described(
            "How well agents play the same games.", (experiments.ComparedAgents, Error)
        ),
        "experiment-run": Described(
            "How many games of an experiment were played.", (experiments.ExperimentRun, Error)
        ),
        "experiment-report": Described(
            "The files of a report.", (experiments.ExperimentReport, Error)
        ),
        "experiment-export": Described(
            "The file of the games of an experiment.", (experiments.ExperimentExport, Error)
        ),
        "experiment-list": Described(
            "The experiments of a folder.",
            (experiments.ExperimentList, experiments.ExperimentFaults, Error),
        ),
        "encode": Described(
            "The size of an encoding, or a comparison of all.",
            (
                formulas.EncodingSize,
                formulas.Comparison,
                formulas.ComparisonInconsistent,
                Error,
            ),
        ),
        "decode": Described(
            "The layout in another solver's output, checked.",
            (formulas.Model, formulas.NoModel, Error),
        ),
        "dataset": Described(
            "A line of a data set: a position, with its answers.",
            (Position, Unanswered, Error),
        ),
        "instances": Described(
            "The manifest of a folder of instances, or all families.",
            (Manifest, instances.Families, Error),
        ),
        "convert": Described("The file that a board was written to.", (files.Converted, Error)),
        "rules": Described("Rules that a board may have.", (rules.RuleList, Error)),
        "formats": Described("All board formats.", (files.Formats, Error)),
        "schema": Described("All JSON formats.", (files.Schemas, Error)),
        "usage": Described("An error before any command was found.", (Error,)),
    }
)


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a format. Raises `UnknownNameError`."""
    if name not in FORMATS:
        raise UnknownNameError("JSON format", name, FORMATS)
    about, kinds = FORMATS[name]
    references, parts = schema_components(kinds, ref_template="#/$defs/{name}")
    for part in parts.values():
        _name_format(part, format_of(name))
        _describe_tag(part)
        if "description" in part:  # a docstring, of which the first line is enough
            part["description"] = part["description"].partition("\n")[0]
    return {
        "$schema": _DIALECT,
        "$id": f"urn:logicsweep:schema:{name}:1",
        "title": format_of(name),
        "description": about,
        **(references[0] if len(references) == 1 else {"anyOf": list(references)}),
        "$defs": parts,
    }


def _name_format(part: dict[str, Any], format_name: str) -> None:
    """Have a part require the format by its name, where it does not name one itself."""
    own = part.get("properties", {}).get("format", {})
    if own.get("type") == "string":
        own["const"] = format_name


def _describe_tag(part: dict[str, Any]) -> None:
    """Describe the key that tells requests or versions apart, a tag, which msgspec does not."""
    for name, about in (("ask", "What is asked."), ("format", "The format and its version.")):
        tag = part.get("properties", {}).get(name)
        if tag is not None:
            tag.setdefault("description", about)
