"""The answer of `episodes`, where games are served."""

from __future__ import annotations

from typing import Final

from logicsweep.render.json.base import Answer, format_of

COMMAND: Final = "episodes"


class ServedGames(Answer, kw_only=True, frozen=True):
    """Where games are (option --json).

    Attributes:
        url: The address of the server.
    """

    url: str


def served(url: str) -> ServedGames:
    """Answer where games are."""
    return ServedGames(format=format_of(COMMAND), url=url)
