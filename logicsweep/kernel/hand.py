"""A board at hand: kept in a context of its own, so that a change costs only what it touches.

Only the components next to a changed cell are counted again; the others keep their counts, and get
the message from the rest of the board anew.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel import headers
from logicsweep.kernel.component import rows_of
from logicsweep.kernel.context import OK, Context, Status, address_of, put_by, spare
from logicsweep.kernel.whole import Answer, FloatArray, answer_of, load, prior_of
from logicsweep.limits import Budget
from logicsweep.system.system import Position

# Limbs that the numbers of layouts of a call may take together.
_MOST_LIMBS: Final = 1 << 18


class WhatIf(NamedTuple):
    """The answer about a position after a change.

    Attributes:
        status: As in `Answer`; `Status.CLASH` if no layout agrees with the change.
        marginals: As in `Answer`.
        log2_mass: The logarithm of the weight of all layouts, to the base 2, right to about 1e-9;
            with a known mine count that of their number. Between changes, and from
            `Hand.log2_mass`, it differs as the logarithms of their probabilities do.
    """

    status: int
    marginals: FloatArray | None
    log2_mass: float


class Outlook(NamedTuple):
    """The prospects after opening a cell.

    Attributes:
        survival: The probability to survive the cell and the next click, summed over `clues` clues.
        remaining: The probability of the clues that were not summed.
        clues: The number of clues that the cell may show, or that were summed.
        is_cut: Whether the search ended early, since the goal cannot be reached.
    """

    survival: float
    remaining: float
    clues: int
    is_cut: bool


# Swaps as arrays: see `Hand.fifties`.
Swaps = tuple[NDArray[np.int32], NDArray[np.int32]]


class FiftyAt(NamedTuple):
    """A swap that some layout makes a 50/50.

    Attributes:
        place: Its place in the arrays.
        share: The probability that it is one, with the mines in its first half.
        now: By bits, the cells that are mines only if it is one; first those of the first half.
        is_unavoidable: Whether it is one in all layouts.
        layouts: The number of layouts that `share` is the probability of; None if it was not
            counted.
    """

    place: int
    share: float
    now: int
    is_unavoidable: bool
    layouts: int | None


class Hand:
    """A position that is told and asked again and again; for one thread at a time.

    `position` is the position to start from, without uncertain clues; it is copied. The density
    counts where the mine count is unknown. Without the native library there is no hand: see
    `Hand.of`.
    """

    def __init__(self, position: Position, density: Fraction | None, kernel: Context) -> None:
        self._position = position._replace(states=position.states.copy())
        self.density = density
        self._own = kernel
        self._is_loaded = False

    @classmethod
    def of(cls, position: Position, density: Fraction | None) -> Hand | None:
        """Make a hand with this position; None where the kernel cannot."""
        if position.uncertain or prior_of(density) is None:
            return None
        kernel = spare()
        return None if kernel is None else cls(position, density, kernel)

    def __del__(self) -> None:
        put_by(self._own)

    def marginals(self, budget: Budget) -> Answer:
        """Return the marginals of the position with everything told; see `whole.marginals_of`."""
        marginals = np.empty(self._position.states.size)
        status = self._load(budget, marginals)
        if status is None:
            kernel = self._own
            status = kernel.ask(kernel.library.ls_marginals, budget, address_of(marginals))
            self._is_loaded = status == OK
        return answer_of(self._own, self._position, self.density, status, marginals)

    def tell(self, changes: Mapping[int, int], budget: Budget) -> int:
        """Enter exact clues, NO_CLUE or KNOWN_MINE in covered cells; return the status.

        It is CLASH if no layout agrees even without the mine count. Unless it is OK, the next
        question loads the whole board.
        """
        numbers, values = array("i", changes), array("i", changes.values())
        states = self._position.states
        # If this ends early, the context may still have the board before the changes.
        was_loaded, self._is_loaded = self._is_loaded, False
        for number, value in changes.items():
            states[number] = value
        if not was_loaded:
            return Status.OK
        kernel = self._own
        arguments = numbers.buffer_info()[0], values.buffer_info()[0], len(numbers)
        status = kernel.ask(kernel.library.ls_tell, budget, *arguments)
        self._is_loaded = status == OK
        return status

    def what_if(self, changes: Mapping[int, int], budget: Budget) -> WhatIf:
        """Count the position as if covered cells had exact clues, NO_CLUE or KNOWN_MINE.

        The position stays as it is. With a cell that is not covered the status is CLASH. Raises
        `LimitError`.
        """
        marginals, mass = np.empty(self._position.states.size), np.empty(1)
        status = self._load(budget, marginals)
        if status in (None, OK):
            kernel = self._own
            numbers, values = array("i", changes), array("i", changes.values())
            status = kernel.ask(
                *(kernel.library.ls_what_if, budget),
                *(numbers.buffer_info()[0], values.buffer_info()[0], len(numbers)),
                *(address_of(marginals), address_of(mass)),
            )
        if status != OK:
            return WhatIf(status, None, -np.inf)
        return WhatIf(status, marginals, float(mass[0]))

    def fifties(
        self,
        swaps: Swaps,
        most_open: int,
        marginals: FloatArray,
        *,
        close: float,
        budget: Budget,
        counted: bool = False,
    ) -> list[FiftyAt] | None:
        """Find the swaps that some layout makes a 50/50; see `strategy/fifty.py`.

        `swaps` are the cells of their first halves, then of the second ones, int32 of shape (2 *
        size of a half, swaps), and the ends, int32 of shape (swaps, most ends), padded with the
        number of cells. Swaps with more than `most_open` undecided ends are left out. `marginals`
        are those of the position. With `counted` and a mine count the layouts are counted. None
        where the kernel leaves the question open. Raises `LimitError`.
        """
        cells, ends = swaps
        if not cells.size:
            return []
        count = len(ends)
        limbs = room = 0
        if self._load_only(budget) != OK:
            return None
        if counted and self._position.total is not None:
            limbs = int(self.log2_mass() + 1) // 64 + 1
            room = min(count, _MOST_LIMBS // limbs)
        fifties, layouts = (headers.ls_fifty * count)(), array("Q", bytes(8 * limbs * room))
        asked = headers.ls_swaps(
            *(count, len(cells) // 2, ends.shape[1], most_open, limbs, room, 0),
            *(address_of(cells), address_of(ends), address_of(marginals)),
            *(close, fifties, layouts.buffer_info()[0]),
        )
        kernel = self._own
        if kernel.ask(kernel.library.ls_fifties, budget, asked) != OK:
            return None
        made = asked.made
        numbers: tuple[int, ...] = ()
        if room and made:
            [numbers] = rows_of(layouts.buffer_info()[0], 1, min(made, room), limbs)
        return [
            FiftyAt(
                *(fifty.swap, fifty.share, fifty.now, fifty.is_unavoidable == 1),
                number if fifty.is_counted else None,
            )
            for fifty, number in zip_longest(fifties[:made], numbers)
        ]

    def links(self, marginals: FloatArray) -> list[tuple[int, int]]:
        """List the undecided cells around each clue that needs one mine in two of them.

        `marginals` are those of the position; only after they, or a what-if, were asked for.
        """
        pairs = array("i", [0]) * (2 * marginals.size)
        kernel = self._own
        count = kernel.library.ls_links(
            kernel.address, address_of(marginals), pairs.buffer_info()[0]
        )
        return list(zip(pairs[0 : 2 * count : 2], pairs[1 : 2 * count : 2], strict=True))

    def look_ahead(
        self,
        cells: Sequence[int],
        marginals: FloatArray,
        *,
        second: float,
        goal: float,
        close: float,
        budget: Budget,
    ) -> list[Outlook | None] | None:
        """Compute the probability to survive each of some cells, and the click after it.

        That is on the safest cell then that touches an undecided one; the second safest counts with
        the weight `second`. `marginals` are those of the position. The goal rises to what a cell
        comes to, unless that shows a single clue; a cell is cut once it is sure to be below it by
        `close`. None for a cell that is not that safe itself; None in all where the kernel leaves
        the question open. Raises `LimitError`.
        """
        count = len(cells)
        numbers = array("i", cells)
        clues, is_cut = array("i", [0]) * count, array("i", [0]) * count
        survivals, remaining = array("d", [0.0]) * count, array("d", [0.0]) * count
        if self._load_only(budget) != OK:
            return None
        asked = headers.ls_outlooks(
            *(count, address_of(marginals), second, goal, close),
            *[kept.buffer_info()[0] for kept in (numbers, clues, is_cut, survivals, remaining)],
        )
        if self._own.ask(self._own.library.ls_look_ahead, budget, asked) != OK:
            return None
        return [
            Outlook(survival, rest, number, cut == 1) if number else None
            for survival, rest, number, cut in zip(survivals, remaining, clues, is_cut, strict=True)
        ]

    def look_further(
        self,
        cells: Sequence[int],
        marginals: FloatArray,
        *,
        replies: int,
        second: float,
        close: float,
        budget: Budget,
    ) -> list[tuple[float, bool]] | None:
        """Compute the probability to survive each of some cells, and the next two clicks.

        See `strategy/further.py`. Each probability comes with whether it is an upper bound, where
        it is less by `close` than one before it. None where the kernel leaves the question open.
        Raises `LimitError`.
        """
        count = len(cells)
        numbers = array("i", cells)
        is_cut, survivals = array("i", [0]) * count, array("d", [0.0]) * count
        if self._load_only(budget) != OK:
            return None
        asked = headers.ls_further(
            *(count, replies, address_of(marginals), second, close),
            *[kept.buffer_info()[0] for kept in (numbers, is_cut, survivals)],
        )
        if self._own.ask(self._own.library.ls_look_further, budget, asked) != OK:
            return None
        return [(survival, cut == 1) for survival, cut in zip(survivals, is_cut, strict=True)]

    def choose(
        self,
        recipe: headers.ls_recipe,
        plan: headers.ls_board_plan,
        marginals: FloatArray,
        budget: Budget,
    ) -> headers.ls_decision | None:
        """Decide which cell to open; see `decide.h` and `strategy/natively.py`.

        `marginals` are those of the position. None where the kernel leaves the question open.
        Raises `LimitError`.
        """
        if self._load_only(budget) != OK:
            return None
        kernel, decision = self._own, headers.ls_decision()
        arguments = recipe, plan, address_of(marginals), decision
        status = kernel.ask(kernel.library.ls_choose, budget, *arguments)
        return decision if status == OK else None

    def log2_mass(self) -> float:
        """Return log2 of the weight of all layouts; only after `marginals`."""
        return float(self._own.library.ls_log2_mass(self._own.address))

    def _load_only(self, budget: Budget) -> int:
        """Load the board unless it was; return the status."""
        status = (
            None if self._is_loaded else self._load(budget, np.empty(self._position.states.size))
        )
        return Status.OK if status is None else status

    def _load(self, budget: Budget, marginals: FloatArray) -> int | None:
        """Load the board, and write its marginals; return the status, None if it was loaded."""
        if self._is_loaded:
            return None
        prior = prior_of(self.density)
        if prior is None:
            return Status.IMPRECISE
        status = load(self._own, self._position, prior, budget, marginals)
        self._is_loaded = status == OK
        return status
