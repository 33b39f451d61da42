"""The JSON answers of `instances`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from logicsweep.lab.instances.families import Family
from logicsweep.lab.instances.folder import Manifest
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Error, Number, filled, head
from logicsweep.render.json.schemas import Described


class ListedFamily(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One family.

    Attributes:
        name: Its name.
        about: What its boards are.
        scale: The number of rows and columns by default; null if it is fixed.
        formats: The formula formats in which it has a question.
    """

    name: str
    about: str
    scale: Number | None
    formats: tuple[str, ...]


class Families(Answer, kw_only=True, frozen=True):
    """The families of instances.

    Attributes:
        families: All families.
    """

    families: tuple[ListedFamily, ...]


def listed_families(asked: Asked, every: Iterable[Family]) -> Families:
    """Answer with a list of families."""
    return Families(**head(asked), families=tuple([filled(ListedFamily, kind) for kind in every]))


FORMATS: Final = {
    "instances": Described(
        "The manifest of a folder of instances, or all families.",
        (Manifest, Families, Error),
        "instances",
    ),
}
