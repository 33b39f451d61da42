"""Answers about rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Cell, Cells, head


class RuleName(Struct, kw_only=True, frozen=True):
    """A rule that a board may have.

    Attributes:
        name: Its name, as in the header of a board.
        kind: Whether it says what clues show, or what layouts satisfy.
        about: What a clue shows, or what every layout satisfies.
    """

    name: str
    kind: Literal["clues", "layouts"]
    about: str


class Rule(RuleName, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A rule, with an example.

    Attributes:
        mines: The mines of an example of 5x5 cells.
        cell: The cell of the clue in it; null for layouts.
        shows: What that clue can show; empty for layouts.
    """

    mines: Cells
    cell: Cell | None
    shows: tuple[str, ...]


class RuleList(Answer, kw_only=True, frozen=True):
    """Rules that a board may have.

    Attributes:
        rules: The rules, those for clues first.
    """

    rules: tuple[Rule, ...]


def listed_rules(asked: Asked, rules: Iterable[Rule]) -> RuleList:
    """Answer with a list of rules."""
    return RuleList(**head(asked), rules=tuple(rules))
