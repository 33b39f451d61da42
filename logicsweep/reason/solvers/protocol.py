"""What every reasoner can be asked, and how it answers. Cells are numbers throughout."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from types import MappingProxyType, TracebackType
from typing import Final, NamedTuple, Protocol, Self

from logicsweep.constraints.position import Decided
from logicsweep.constraints.system import Source

NOTHING: Final[Mapping[int, bool]] = MappingProxyType({})


class Status(Enum):
    """The answer to "is there a model?"; unknown never becomes no."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


class Backbone(NamedTuple):
    """What holds in every model, and models that show that nothing else does.

    For each cell outside `mines` and `safe` one of the `witnesses` (models, each as its set of
    mines) has a mine there and another has none.
    """

    mines: frozenset[int]
    safe: frozenset[int]
    witnesses: tuple[frozenset[int], ...]

    @property
    def decided(self) -> Decided[frozenset[int]]:
        """The cells that are alike in every model."""
        return Decided(self.mines, self.safe)


class Closing(ABC):
    """Something to be closed after use, which `with` does."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Reasoner(Protocol):
    """A constraint system that can be questioned.

    Every method raises `LimitError` when its budget runs out, except `solve`, which then answers
    `UNKNOWN`.
    """

    def prepare(self) -> None:
        """Hand the system to the solver, which the first question does otherwise."""
        ...

    def solve(self, assuming: Mapping[int, bool] = NOTHING) -> Status:
        """Whether a model exists in which each given cell is a mine (True) or safe (False)."""
        ...

    def model(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> frozenset[int] | None:
        """The mines of a model under the assumptions, or None when there is none.

        Only the given sources count (all of them by default).
        """
        ...

    def consequences(self) -> Backbone | None:
        """All that follows, or None when the system has no model."""
        ...

    def proved_so_far(self) -> Decided[frozenset[int]]:
        """The cells that `consequences` has proved, also when a limit stopped it."""
        ...

    def models(self, limit: int | None = None) -> Iterator[frozenset[int]]:
        """The models, at most `limit` of them, each once, as sets of mines."""
        ...

    def mus(
        self, assuming: Mapping[int, bool] = NOTHING, sources: Collection[Source] | None = None
    ) -> tuple[Source, ...] | None:
        """A minimal unsatisfiable subset (MUS) of the sources under the assumptions, in order.

        Only the given sources count (all of them by default). Minimal: without any one of them a
        model exists. None when the sources have a model.
        """
        ...

    def close(self) -> None:
        """Give back what the reasoner holds; it cannot be used afterwards."""
        ...
