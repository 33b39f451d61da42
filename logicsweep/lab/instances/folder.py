"""A folder of instances, with a manifest: each file's checksum and expected answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from logicsweep.formats.files import new_folder
from logicsweep.formulas.names import FormulaFormat
from logicsweep.lab.instances.families import Family
from logicsweep.lab.instances.instance import Instance, Question, instance_of
from logicsweep.limits import DEFAULT_TIME_LIMIT

MANIFEST: Final = "manifest.json"
_Number = Annotated[int, Meta(ge=0)]


class ListedInstance(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One instance of a folder."""

    file: Annotated[str, Meta(description="The file of the formula.")]
    board: Annotated[str, Meta(description="The file of the board that is encoded.")]
    sha256: Annotated[
        str, Meta(pattern="^[0-9a-f]{64}$", description="The checksum of the formula's file.")
    ]
    seed: Annotated[int, Meta(description="The seed of the board.")]
    cell: Annotated[
        tuple[_Number, _Number] | None,
        Meta(description="[row, column] of the cell of which something is assumed; else null."),
    ]
    expected: Annotated[
        str,
        Meta(
            description="The answer: `SAT` or `UNSAT`, or a number in digits, perhaps a fraction."
        ),
    ]
    variables: Annotated[_Number, Meta(description="The number of variables.")]
    clauses: Annotated[_Number, Meta(description="The number of clauses, constraints or rules.")]
    bytes: Annotated[_Number, Meta(description="The size of the formula's file.")]


class Manifest(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A folder of instances of one family."""

    format: Annotated[
        Literal["logicsweep-instances/1"], Meta(description="The format and its version.")
    ]
    family: Annotated[str, Meta(description="The name of the family.")]
    about: Annotated[str, Meta(description="What its boards are.")]
    scale: Annotated[
        _Number | None, Meta(description="The number of rows and columns; null if it is fixed.")
    ]
    to: Annotated[str, Meta(description="The formula format.")]
    question: Annotated[
        Question,
        Meta(
            description="Whether each is satisfiable (`decide`), how many models it has on its "
            "cells (`count`), how much these weigh together (`weighted-count`), or the least cost "
            "(`optimum`)."
        ),
    ]
    instances: Annotated[
        tuple[ListedInstance, ...], Meta(description="The instances, by their seeds.")
    ]


def write_instances(
    folder: Path,
    family: Family,
    seeds: Sequence[int],
    to: FormulaFormat,
    *,
    scale: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[], object] | None = None,
) -> Manifest:
    """Write a folder of instances, completely or not at all; returns its manifest.

    Args:
        folder: The folder; if there is one of this name, it has to be empty.
        family: The family.
        seeds: The seed of each instance.
        to: The formula format.
        scale: As in `instance_of`.
        time_limit: The seconds that each answer may take; None for no limit.
        watch: Called after each instance.

    Raises:
        OSError: The folder cannot be written.
        ValueError: As `instance_of`.
        LimitError: As `instance_of`.
    """
    with new_folder(folder) as part:
        listed = []
        question: Question = "decide"
        for seed in seeds:
            instance = instance_of(family, seed, to, scale=scale, time_limit=time_limit)
            listed.append(_written(part, instance))
            question, scale = instance.question, instance.scale
            if watch is not None:
                watch()
        manifest = Manifest(
            format="logicsweep-instances/1",
            family=family.name,
            about=family.about,
            scale=scale,
            to=to,
            question=question,
            instances=tuple(listed),
        )
        data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        (part / MANIFEST).write_bytes(data + b"\n")
    return manifest


def _written(folder: Path, instance: Instance) -> ListedInstance:
    size = "" if instance.scale is None else f"-{instance.scale}"
    name = f"{instance.family}{size}-{instance.seed:04}"
    ending = {"mcc": "mcc.cnf"}.get(instance.to, instance.to)
    data = instance.text.encode()
    (folder / f"{name}.{ending}").write_bytes(data)
    (folder / f"{name}.board").write_text(f"{instance.board}\n", encoding="utf-8")
    return ListedInstance(
        file=f"{name}.{ending}",
        board=f"{name}.board",
        sha256=hashlib.sha256(data).hexdigest(),
        seed=instance.seed,
        cell=instance.cell,
        expected=instance.expected,
        variables=instance.variables,
        clauses=instance.clauses,
        bytes=len(data),
    )
