"""The JSON answer of `instances` without a family: all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from logicsweep.games.instances import families as found
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Number, head


class ListedFamily(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One family."""

    name: Annotated[str, Meta(description="Its name.")]
    about: Annotated[str, Meta(description="What its boards are.")]
    scale: Annotated[
        Number | None,
        Meta(description="The number of rows and columns by default; null if it is fixed."),
    ]
    formats: Annotated[
        tuple[str, ...], Meta(description="The formula formats in which it has a question.")
    ]


class Families(Answer, kw_only=True, frozen=True):
    """The families of instances."""

    families: Annotated[tuple[ListedFamily, ...], Meta(description="All families.")]


def families(asked: Asked, every: Iterable[found.Family]) -> Families:
    """The answer that lists families."""
    listed = [
        ListedFamily(name=one.name, about=one.about, scale=one.scale, formats=one.formats)
        for one in every
    ]
    return Families(**head(asked), families=tuple(listed))
