"""50/50s: pairs of cells, or sets of cells, whose mines no clue to come can tell apart.

A swap (see `swaps`) whose ends all hold mines is a 50/50: of two layouts that differ by the swap a
player can win only one. As long as some end is not proved to be a mine, it is a 50/50 with some
probability, and opening one of its cells early may settle it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.state import State
from logicsweep.kernel.hand import FiftyAt
from logicsweep.strategy.sight import MINE, SAFE
from logicsweep.strategy.swaps import Swap, Swaps, ends_of, swaps
from logicsweep.strategy.whatif import WhatIf

# The swaps of a larger board take seconds to find.
MOST_FIFTY_CELLS: Final = 20_000
# The most open ends of the 50/50s that are listed: of a pair, and of a square.
_OPEN_ENDS: Final = (1, 2)
# Probabilities that differ by less are taken for equal: from logarithms of masses they are right to
# about nine digits.
CLOSE: Final = 1e-8


class FiftyFifty(NamedTuple):
    """Two halves, one of which holds all the mines, and no clue to come tells which.

    Attributes:
        halves: The cells of the one and of the other half, by number.
        open_ends: The cells that have to be mines for that, and are not proved to be.
        probability: The probability that there is a 50/50.
        is_unavoidable: Whether there is one in every layout.
        now: The cells of the halves that are mines only if there is a 50/50, so that their risk
            would come anyway (a pseudo 50/50), ascending.
    """

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    open_ends: tuple[int, ...]
    probability: float
    is_unavoidable: bool
    now: tuple[int, ...]


def are_sought(root: WhatIf) -> bool:
    """Tell whether 50/50s are looked for: on boards with up to 20,000 cells and ordinary clues.

    Under rules, and with liars, a program or constraints, swaps may change what can be seen.
    """
    return root.board.grid.size <= MOST_FIFTY_CELLS and root.situation.is_ordinary


def fifty_fifties(root: WhatIf) -> list[FiftyFifty]:
    """List the 50/50s that some layout of a position has, from swaps and from chains.

    The list is empty where none is looked for (see `are_sought`). Raises as a `WhatIf`.
    """
    return [fifty for fifty, _ in counted_fifties(root, counted=False)]


def counted_fifties(root: WhatIf, *, counted: bool = True) -> list[tuple[FiftyFifty, int | None]]:
    """List the `fifty_fifties`, each with the number of layouts with its mines in the first half.

    It is None where the kernel does not count them on the way, and without `counted`.
    """
    if not are_sought(root):
        return []
    from_swaps = list(_from_swaps(root, counted=counted))
    fifties = [fifty for fifty, _ in from_swaps]
    known = set(map(_cells, fifties))
    chains = [fifty for fifty in _chains(root, fifties) if _cells(fifty) not in known]
    return from_swaps + [(fifty, None) for fifty in chains]


def fifty_of(root: WhatIf, cell: int) -> FiftyFifty | None:
    """Return a 50/50 that opening this cell settles, with a risk that would come anyway.

    None if there is none. It is an unavoidable one, or one of which the cell is a pseudo 50/50; to
    those of `fifty_fifties` come pairs with any other cell, however far away.
    """
    paired = _pair_of(root, cell)
    if paired is not None:
        return paired
    for fifty in fifty_fifties(root):
        if cell in fifty.now or (fifty.is_unavoidable and cell in _cells(fifty)):
            return fifty
    return None


def _pair_of(root: WhatIf, cell: int) -> FiftyFifty | None:
    """Return an unavoidable 50/50 of a cell and any other one."""
    marginals = root.marginals
    if abs(marginals[cell] - 0.5) > CLOSE:
        return None
    for partner in (abs(marginals - 0.5) <= CLOSE).nonzero()[0].tolist():
        ends = ends_of(root.board.adjacency, (cell,), (partner,))
        if partner != cell and _all_mines(root, ends) and _is_either(root, cell, partner):
            halves = ((min(cell, partner),), (max(cell, partner),))
            return FiftyFifty(halves, (), 1.0, is_unavoidable=True, now=())
    return None


def _is_either(root: WhatIf, first: int, second: int) -> bool:
    """Tell whether exactly one of two cells is a mine, in every layout."""
    both = (dict.fromkeys((first, second), value) for value in (MINE, SAFE))
    return not any(root.suppose(supposed).is_possible for supposed in both)


def _cells(fifty: FiftyFifty) -> frozenset[int]:
    return frozenset((*fifty.halves[0], *fifty.halves[1]))


def _from_swaps(root: WhatIf, *, counted: bool) -> Iterator[tuple[FiftyFifty, int | None]]:
    """Yield 50/50s from swaps whose ends are mostly proved mines, as `counted_fifties`."""
    marginals, hand = root.marginals, root.hand
    risks = [*marginals.tolist(), 0.0]  # with the padding
    for half, most in enumerate(_OPEN_ENDS, 1):
        table = swaps(root.board.adjacency, half)
        examined = None
        if hand is not None:
            budget = root.situation.budget.renewed()
            examined = hand.fifties(
                *(table, most, marginals), close=CLOSE, budget=budget, counted=counted
            )
        if examined is None:
            examined = list(_search(root, table, most))
        if not examined:
            continue
        places = [fifty.place for fifty in examined]
        every_cells = table.cells[:, places].T.tolist()
        every_ends = table.ends[places].tolist()
        for (_, share, now, is_unavoidable, layouts), cells, ends in zip(
            examined, every_cells, every_ends, strict=True
        ):
            fifty = FiftyFifty(
                (tuple(cells[:half]), tuple(cells[half:])),
                tuple([end for end in ends if 0 < risks[end] < 1]),
                # The layouts with the mines in the second half are those with the mines in the
                # first, swapped, and weigh as much.
                1.0 if is_unavoidable else min(2 * share, 1.0),
                is_unavoidable,
                _now(cells, now) if now and not is_unavoidable else (),
            )
            yield fifty, layouts


def _now(cells: Sequence[int], bits: int) -> tuple[int, ...]:
    """List the cells of some bits, ascending."""
    return tuple(sorted([cell for bit, cell in enumerate(cells) if bits >> bit & 1]))


def _search(root: WhatIf, table: Swaps, most_open: int) -> Iterator[FiftyAt]:
    """Do as `Hand.fifties`."""
    marginals = root.marginals
    states = root.board.grid.ravel()
    # An end costs nothing if it is a mine, 1 if it may be one, and too much if it is safe.
    cost = np.full(states.size + 1, 99, dtype=np.int32)
    is_open = (marginals > 0) & (marginals < 1)
    cost[:-1][is_open] = 1
    cost[:-1][(marginals == 1) | (states == State.KNOWN_MINE)] = 0
    cost[-1] = 0  # padding
    near = (cost[table.ends].sum(axis=1) <= most_open) & is_open[table.cells].all(axis=0)
    for place in near.nonzero()[0].tolist():
        cells = table.cells[:, place].tolist()
        half = len(cells) // 2
        open_ends = tuple([end for end in table.ends[place].tolist() if cost[end]])
        swap = Swap((tuple(cells[:half]), tuple(cells[half:])), open_ends)
        after = root.suppose(one_way(*swap))
        if after.is_possible:
            share = 2.0 ** (after.log2_mass - root.log2_mass)
            # Floats only preselect the cells that are mines only in a 50/50: each is then proved.
            now = sum(
                [
                    1 << bit
                    for bit, cell in enumerate(cells)
                    if abs(marginals[cell] - share) < CLOSE and _is_mine_only_then(root, swap, cell)
                ]
            )
            # If any mine in the cells makes a 50/50, one is there unless all cells can be safe.
            is_unavoidable = (
                now == (1 << 2 * half) - 1
                and not root.suppose(dict.fromkeys(cells, SAFE)).is_possible
            )
            yield FiftyAt(place, share, now, is_unavoidable, None)


def one_way(
    halves: tuple[tuple[int, ...], tuple[int, ...]], open_ends: Sequence[int]
) -> dict[int, int]:
    """Return the supposition that there is a 50/50, with the mines in the first half."""
    first, second = halves
    return dict.fromkeys((*open_ends, *first), MINE) | dict.fromkeys(second, SAFE)


def _is_mine_only_then(root: WhatIf, swap: Swap, cell: int) -> bool:
    """Tell whether a swap is proved a 50/50 in all layouts in which this cell of it is a mine."""
    mines, safe = swap.halves if cell in swap.halves[0] else swap.halves[::-1]
    risks = root.suppose({cell: MINE}).marginals
    rest = [number for number in (*mines, *swap.ends) if number != cell]
    return bool((risks[rest] == 1).all() and (risks[list(safe)] == 0).all())


def _chains(root: WhatIf, fifties: Sequence[FiftyFifty]) -> Iterator[FiftyFifty]:
    """Yield the unavoidable 50/50s of chains of any length, in which mines alternate.

    A clue that needs one more mine in two cells links them: one is a mine, the other is not. Linked
    cells are two halves, and all ends of their swap must be mines.
    """
    links = _links(root)
    for fifty in fifties:
        if fifty.is_unavoidable and len(fifty.halves[0]) == 1:
            (a,), (b,) = fifty.halves
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    met: set[int] = set()
    for start in sorted(links):
        if start in met:
            continue
        halves = _halves(links, start)
        met.update(*halves)
        even, odd = tuple(sorted(halves[0])), tuple(sorted(halves[1]))
        ends = ends_of(root.board.adjacency, even, odd)
        if len(even) == len(odd) > 1 and _all_mines(root, ends):
            yield FiftyFifty((even, odd), (), 1.0, is_unavoidable=True, now=())


def _links(root: WhatIf) -> dict[int, set[int]]:
    """Link undecided cells of which exactly one is a mine, as a clue says."""
    hand = root.hand
    links: dict[int, set[int]] = {}
    for first, second in _linked(root) if hand is None else hand.links(root.marginals):
        links.setdefault(first, set()).add(second)
        links.setdefault(second, set()).add(first)
    return links


def _linked(root: WhatIf) -> Iterator[tuple[int, int]]:
    """Yield the undecided cells of each clue that needs one mine in two of them."""
    marginals = root.marginals
    board = root.board
    states = board.grid.ravel()
    is_open = (marginals > 0) & (marginals < 1)
    is_mine = (marginals == 1) | (states == State.KNOWN_MINE)
    for clue in (states >= 0).nonzero()[0].tolist():
        near = list(board.adjacency.neighbours(clue))
        undecided = [cell for cell in near if is_open[cell]]
        if len(undecided) == 2 and states[clue] - int(is_mine[near].sum()) == 1:
            yield undecided[0], undecided[1]


def _halves(links: Mapping[int, set[int]], start: int) -> tuple[set[int], set[int]]:
    """Split the cells that are linked to a start by whether the way has an even or odd length."""
    sides = {start: 0}
    todo = [start]
    while todo:
        cell = todo.pop()
        for linked in links[cell]:
            if linked not in sides:
                sides[linked] = 1 - sides[cell]
                todo.append(linked)
    even = {cell for cell, side in sides.items() if not side}
    return even, set(sides) - even


def _all_mines(root: WhatIf, cells: Sequence[int]) -> bool:
    marginals, states = root.marginals, root.board.grid.ravel()
    return all(marginals[cell] == 1 or states[cell] == State.KNOWN_MINE for cell in cells)
