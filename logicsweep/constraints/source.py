"""`Source`: the clue, rule or other origin of a constraint."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple, Protocol, Self

from logicsweep.errors import expect


class SourceKind(Enum):
    """The kind of a source."""

    CLUE = "clue"
    """A clue."""
    TOTAL = "total"
    """The mine count."""
    STEP = "step"
    """An earlier step of an explanation, which decided a cell."""
    CONSTRAINT = "constraint"
    """A constraint that was handed in beside the board."""
    RULE = "rule"
    """A rule for layouts, at one place of the board."""
    BACKGROUND = "background"
    """Something that always holds, and that no set of sources names."""

    # The hash of an enum is written in Python, and sources are looked up all the time.
    __hash__ = object.__hash__


class Source(NamedTuple):
    """The source of a constraint: a clue, the mine count, or something else with a name.

    Several constraints may have one source; they are then right or wrong together.

    Attributes:
        kind: The kind of the source.
        cell: The number of the cell of the clue, or of the cell that the step decided; else None.
        name: The name of a constraint that was handed in beside the board, or of a rule; else None.
        part: The number of the constraint among those of a rule, counted from 0; else None.
    """

    kind: SourceKind
    cell: int | None = None
    name: str | None = None
    part: int | None = None

    @property
    def is_further(self) -> bool:
        """Whether it is a constraint that was handed in, or a rule for layouts."""
        return self.kind in (SourceKind.CONSTRAINT, SourceKind.RULE)

    def __str__(self) -> str:
        """Write a few words, such as `the rule Q` or the name of a constraint."""
        if self.kind is SourceKind.RULE:
            return f"the rule {self.name}"
        return self.name or f"the {self.kind.value}"

    @classmethod
    def named(cls, name: str) -> Self:
        """Make the source of a constraint that is handed in beside the board, by a name for it.

        Raises:
            ValueError: The name is empty, or more than a line.
            TypeError: The name is not a str.
        """
        expect("name", name, str, "a name for a constraint, such as 'row 1'")
        if not name.strip() or not name.isprintable():
            raise ValueError(f"{name[:40]!r} is not a name; expected a line of text")
        return cls(SourceKind.CONSTRAINT, name=name.strip())


class Sourced(Protocol):
    """Something that has a source."""

    @property
    def source(self) -> Source:
        """The source."""
        ...


TOTAL: Final = Source(SourceKind.TOTAL)
"""The source of the constraint on the mine count."""

BACKGROUND: Final = Source(SourceKind.BACKGROUND)
"""The source of constraints that are in force in every question, whatever sources it is about."""


def sources_of(constraints: Iterable[Sourced]) -> list[Source]:
    """Return the sources of some constraints, each once, in their order; without the background."""
    every = dict.fromkeys([constraint.source for constraint in constraints])
    every.pop(BACKGROUND, None)
    return list(every)


def clues_among(sources: Iterable[Source]) -> tuple[int, ...]:
    """Return the cell numbers of the clues among some sources, each once, ascending."""
    return tuple(
        sorted(
            {
                source.cell
                for source in sources
                if source.kind is SourceKind.CLUE and source.cell is not None
            }
        )
    )
