"""The kinds of tasks, each with the class of claims that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from logicsweep.errors import UnknownNameError
from logicsweep.lab.judging.claims import ChanceClaim, MoveClaim, ReasonClaim, VerdictClaim


class Kind(NamedTuple):
    """A kind of tasks.

    Attributes:
        name: Its name.
        about: Its question in a line.
        claim: The class of claims that answer it.
        is_of_cell: Whether it is about a single cell.
        has_level: Whether the level of the proofs says how hard it is.
    """

    name: str
    about: str
    claim: type[Any]
    is_of_cell: bool
    has_level: bool


MOVE: Final = Kind("move", "which cell to open next", MoveClaim, False, True)
CERTAIN: Final = Kind("certain", "all cells that are certain", VerdictClaim, False, True)
SAFE: Final = Kind(
    "safe", "whether a cell is safe, a mine or undetermined", VerdictClaim, True, True
)
CHANCE: Final = Kind("chance", "the probability of a mine in a cell", ChanceClaim, True, False)
WHY: Final = Kind("why", "the clues that prove a verdict", ReasonClaim, True, True)

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {kind.name: kind for kind in (MOVE, CERTAIN, SAFE, CHANCE, WHY)}
)
"""The kinds of tasks by name."""


def kind_of(name: str) -> Kind:
    """Return a kind of tasks by its name. Raises `UnknownNameError`."""
    if name not in KINDS:
        raise UnknownNameError("kind of tasks", name, KINDS)
    return KINDS[name]
