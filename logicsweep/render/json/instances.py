"""The JSON answer of `instances` without a family: all of them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from logicsweep.games.instances import families as found
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Number, head


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


def families(asked: Asked, every: Iterable[found.Family]) -> Families:
    """The answer that lists families."""
    listed = [
        ListedFamily(name=one.name, about=one.about, scale=one.scale, formats=one.formats)
        for one in every
    ]
    return Families(**head(asked), families=tuple(listed))
