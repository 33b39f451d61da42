"""Machines that follow the regions of a graph along a frontier.

The vertices are read one after the other; those that are read and joined to some that are not are
the frontier. All that later vertices need to know of the past is which vertices of the frontier
belong to one region, and a mark for each region there, such as its size (after Sekine, Imai and
Tani 1995; in the plane, plug or broken-profile dynamic programming).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from logicsweep.constraints.region_clauses import Regions

# A value that can be a key; what is in it is up to the machine.
State = Any
# The number of cells of a region, and whether one is at the rim; 0 and False where that does not
# matter.
Mark = tuple[int, bool]


class Reading(NamedTuple):
    """The reading of one more vertex; others are named by their places in the frontier before it.

    Attributes:
        near: The vertices that it is joined to.
        kept: The vertices that stay in the frontier, in their order afterwards; -1 is the vertex
            itself.
        at_rim: Whether it is at the rim.
        rim_ahead: Whether a later vertex is at the rim.
    """

    near: tuple[int, ...]
    kept: tuple[int, ...]
    at_rim: bool
    rim_ahead: bool = True


class Machine(Protocol):
    """An automaton that checks a property of layouts along a frontier; states are values."""

    @property
    def start(self) -> State:
        """The state before the first vertex."""
        ...

    def step(self, state: State, reading: Reading, *, member: bool) -> State | None:
        """Return the state after a vertex, which belongs to a region or not; None if nothing is
        allowed.

        The states of two pasts are the same only if the same continuations are allowed.
        """
        ...

    def finish(self, state: State) -> bool:
        """Tell whether the final state is allowed, after all vertices."""
        ...


class _State(NamedTuple):
    """The regions at the frontier.

    `regions[i]` is the region of vertex i of the frontier, numbered from 1 as they appear, or 0;
    `marks` are those of regions 1, 2, ...; `complete` counts the complete ones if that matters.
    """

    regions: tuple[int, ...]
    marks: tuple[Mark, ...]
    complete: int


_START: Final = _State((), (), 0)


class RegionMachine:
    """The `Machine` of conditions on all regions of mines, or of safe cells."""

    def __init__(self, says: Regions) -> None:
        self._says = says

    @property
    def start(self) -> State:
        return _START

    def finish(self, state: State) -> bool:
        at_end: _State = state
        return at_end.complete >= self._says.least

    def _is_whole(self, mark: Mark) -> bool:
        """Tell whether a region may be complete."""
        size, at_rim = mark
        return self._says.size in (None, size) and at_rim >= self._says.reach_rim

    def step(self, state: State, reading: Reading, *, member: bool) -> State | None:
        """Read a cell: join the regions beside it if it is a member; close those left behind."""
        regions, marks, complete = state
        region_here = 0
        if member:
            if self._says.most == 1 and complete:
                return None
            joined = [regions[place] for place in reading.near if regions[place]]
            if not self._says.rings and len(set(joined)) < len(joined):
                return None  # two neighbours in one region close a ring
            region_here = len(marks) + 1
            beside = [marks[region - 1] for region in set(joined)]
            size = int(self._says.size is not None) + sum([of_region for of_region, _ in beside])
            if self._says.size is not None and size > self._says.size:
                return None
            at_rim = self._says.reach_rim and reading.at_rim
            marks = (*marks, (size, at_rim or any(is_there for _, is_there in beside)))
            regions = tuple(
                [region_here if region in joined and region else region for region in regions]
            )
        kept = [region_here if place < 0 else regions[place] for place in reading.kept]
        for region in {*regions, region_here} - {0, *kept}:
            if not self._is_whole(marks[region - 1]):
                return None
            complete += 1
        return self._normalized(kept, marks, complete)

    def _is_settled(self, mark: Mark) -> bool:
        """Tell whether a region meets its conditions for good, and need not be told from others.

        It may be complete already, and can grow freely or not at all. Regions have to be told apart
        if only one is allowed, or no ring.
        """
        says = self._says
        are_told_apart = says.most == 1 or not says.rings
        return not are_told_apart and self._is_whole(mark)

    def _normalized(
        self, kept: Sequence[int], marks: Sequence[Mark], complete: int
    ) -> _State | None:
        """Renumber the regions of the frontier in their order, all settled ones as one."""
        settled = len(marks) + 1
        is_settled = [self._is_settled(mark) for mark in marks]
        number = {0: 0}
        regions = tuple(
            [
                number.setdefault(
                    settled if region and is_settled[region - 1] else region, len(number)
                )
                for region in kept
            ]
        )
        least, most = self._says.least, self._says.most
        if most == 1 and complete + bool(number.keys() - {0}) > 1:
            return None  # a second region has begun
        if most is None and not least:
            complete = 0
        whole = self._says.size or 0, self._says.reach_rim
        kept_marks = tuple(
            [whole if named == settled else marks[named - 1] for named in number if named]
        )
        return _State(regions, kept_marks, min(complete, 1))


class _AtRim(NamedTuple):
    """The regions at the frontier, of which those at the rim are one.

    `regions[i]` is the region of vertex i of the frontier: 0 for none, 1 at the rim, others are
    numbered from 2 as they appear; `sizes` are those of regions 2, 3, ..., at most one more than
    the cells that may still join the rim; `cells` have joined it so far.
    """

    regions: tuple[int, ...]
    sizes: tuple[int, ...]
    cells: int


class RimMachine:
    """The `Machine` of a number of cells in all regions with a cell at the rim, together."""

    def __init__(self, cells: int) -> None:
        self._cells = cells

    @property
    def start(self) -> State:
        return _AtRim((), (), 0)

    def finish(self, state: State) -> bool:
        at_end: _AtRim = state
        return at_end.cells == self._cells

    def step(self, state: State, reading: Reading, *, member: bool) -> State | None:
        """Read a cell as `RegionMachine` does; only regions that reach the rim count."""
        regions, sizes, cells = state
        region_here = 0
        if member:
            joined = {regions[place] for place in reading.near} - {0}
            size = 1 + sum([sizes[region - 2] for region in joined if region > 1])
            is_at_rim = reading.at_rim or 1 in joined
            if is_at_rim:
                cells += size
                if cells > self._cells:
                    return None
            region_here = 1 if is_at_rim else len(sizes) + 2
            sizes = (*sizes, size)
            regions = tuple([region_here if region in joined else region for region in regions])
        kept = [region_here if place < 0 else regions[place] for place in reading.kept]
        if not reading.rim_ahead and 1 not in kept:
            # Nothing more reaches the rim.
            return _AtRim((0,) * len(kept), (), cells) if cells == self._cells else None
        number = {0: 0, 1: 1}
        regions = tuple([number.setdefault(region, len(number)) for region in kept])
        most = self._cells - cells + 1
        kept_sizes = tuple([min(sizes[region - 2], most) for region in number if region > 1])
        return _AtRim(regions, kept_sizes, cells)


def machine_of(says: Regions) -> Machine:
    """Return the machine that checks a constraint on regions."""
    return RegionMachine(says) if says.at_rim is None else RimMachine(says.at_rim)


# By machine: its state, and its reading of a cell with whether this belongs to a region; None if
# the machine skips the cell.
States = tuple[State, ...]
Reads = tuple[tuple[Reading, bool] | None, ...]


class Product:
    """The machine of a conjunction: several machines side by side."""

    def __init__(self, machines: Sequence[Machine]) -> None:
        self._machines = machines
        self._known: dict[tuple[States, Reads], States | None] = {}

    @property
    def start(self) -> States:
        """The states before the first vertex."""
        return tuple([machine.start for machine in self._machines])

    def step(self, states: States, reads: Reads) -> States | None:
        """Return the states after a cell; None if nothing is allowed.

        Steps are cached, as the rows of a board are much alike.
        """
        key = states, reads
        if key not in self._known:
            self._known[key] = self._step(states, reads)
        return self._known[key]

    def _step(self, states: States, reads: Reads) -> States | None:
        states_after = []
        for machine, before, read in zip(self._machines, states, reads, strict=True):
            state: State | None = before
            if read is not None:
                state = machine.step(before, read[0], member=read[1])
                if state is None:
                    return None
            states_after.append(state)
        return tuple(states_after)

    def finish(self, states: States) -> bool:
        """Tell whether the final states are allowed."""
        pairs = zip(self._machines, states, strict=True)
        return all(machine.finish(state) for machine, state in pairs)
