"""The questions that every reasoner answers. Cells are numbers throughout."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, Self

from logicsweep.constraints.factors import Source
from logicsweep.errors import LimitError
from logicsweep.system.system import Decided

NOTHING: Final[Mapping[int, bool]] = MappingProxyType({})


class Status(Enum):
    """The answer to "is there a model?". Unknown never becomes no."""

    SATISFIABLE = "satisfiable"
    """There is a model."""
    UNSATISFIABLE = "unsatisfiable"
    """It is proved that there is no model."""
    UNKNOWN = "unknown"
    """The budget was spent before either was proved."""


class Backbone(NamedTuple):
    """The backbone of a system, and models that show that nothing else belongs to it.

    Attributes:
        mines: The cells that hold a mine in every model.
        safe: The cells that hold a mine in no model.
        witnesses: Models, each as its set of mines. For each cell outside `mines` and `safe`, one
            of them has a mine there and another has none.
    """

    mines: frozenset[int]
    safe: frozenset[int]
    witnesses: tuple[frozenset[int], ...]

    @property
    def decided(self) -> Decided[frozenset[int]]:
        """The cells that have the same value in every model."""
        return Decided(self.mines, self.safe)


class Solver(Protocol):
    """The part of a PySAT solver that is used here."""

    def add_clause(self, clause: Sequence[int]) -> None: ...
    def add_atmost(self, lits: Sequence[int], k: int) -> None: ...
    def conf_budget(self, budget: int) -> None: ...
    def solve_limited(self, assumptions: Sequence[int], expect_interrupt: bool) -> bool | None: ...
    def get_model(self) -> list[int]: ...
    def get_core(self) -> list[int] | None: ...
    def delete(self) -> None: ...


class Reasoner(ABC):
    """A constraint system that answers questions; `with` closes it after use.

    `SatReasoner` and `AspReasoner` are made from a system. Cells are numbers: row by row from 0.
    Every method raises `LimitError` when its budget is spent, except `solve`, which then answers
    `UNKNOWN`; and KeyError for a cell or a source that is not in the system.
    """

    def solve(self, assuming: Mapping[int, bool] = NOTHING) -> Status:
        """Tell whether a model exists in which each given cell is a mine (True) or safe (False)."""
        try:
            model = self.model(assuming)
        except LimitError:
            return Status.UNKNOWN
        return Status.UNSATISFIABLE if model is None else Status.SATISFIABLE

    def refutes(self, decided: Mapping[int, bool]) -> bool:
        """Tell whether no model has one of the given cells other than mine (True) or safe (False).

        All of them are in the backbone then, or there is no model.
        """
        return all(self.model({cell: not mine}) is None for cell, mine in decided.items())

    def mus(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> tuple[Source, ...] | None:
        """Return a minimal unsatisfiable subset (MUS) of the sources under the assumptions, in
        order.

        Minimal means that the set without any one of its sources has a model. With `sources`, only
        these count. None when the sources have a model. Deletion makes a first core minimal: a
        source stays if the others have a model; if they have none, their core is kept.
        """
        wanted = [source for source in self._sources() if sources is None or source in sources]
        kept = self._core(assuming, wanted)
        for source in tuple(kept or ()):
            if kept and source in kept:
                rest = [candidate for candidate in kept if candidate != source]
                smaller = self._core(assuming, rest)
                kept = kept if smaller is None else smaller
        return None if kept is None else tuple(kept)

    @abstractmethod
    def prepare(self) -> None:
        """Hand the system to the solver; otherwise the first question does so."""

    @abstractmethod
    def model(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
        """Return the mines of a model under the assumptions, or None when there is none.

        With `sources`, only the constraints from these sources count; by default all do.
        """

    @abstractmethod
    def consequences(self) -> Backbone | None:
        """Return the backbone of the system, or None when the system has no model."""

    @abstractmethod
    def proved_so_far(self) -> Decided[frozenset[int]]:
        """Return the part of the backbone that `consequences` proved before a limit stopped it.

        All of it if none did.
        """

    @abstractmethod
    def models(self, limit: int | None = None) -> Iterator[frozenset[int]]:
        """Yield the models as sets of mines, each exactly once; at most `limit` of them."""

    @abstractmethod
    def close(self) -> None:
        """Release what the reasoner holds; it cannot be used afterwards."""

    @abstractmethod
    def _sources(self) -> Iterable[Source]:
        """Return the sources of the system, each once and in order."""

    @abstractmethod
    def _core(self, assuming: Mapping[int, bool], sources: list[Source]) -> list[Source] | None:
        """Return those of the sources that have no model together, in order; None if all have."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
