"""Questions about positions and boards, each with nothing left to make when its time begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

import numpy as np
from figures import Call, Cases
from numpy.typing import NDArray
from positions import Position
from timing import within

from logicsweep import Board, KnowledgeBase, LimitError, State, probabilities, verdicts
from logicsweep.kernel import headers
from logicsweep.kernel.component import _Arrays
from logicsweep.kernel.context import OK, Context, Status, address_of
from logicsweep.kernel.library import library
from logicsweep.limits import MAX_ENTRIES
from logicsweep.reason.solvers.names import SAT, ReasonerName
from logicsweep.system import components, constraints_of
from logicsweep.system.partition import merged
from logicsweep.system.signature import signature_of

Positions = Callable[[], Sequence[Position]]
Boards = Callable[[], Iterable[Board]]
Question = Callable[[Position], object]


def chances(position: Position) -> object:
    """From an array to all chances."""
    return probabilities(position.grid, mines=position.mines)


def proved(position: Position, reasoner: ReasonerName = SAT) -> object:
    """From an array to all verdicts."""
    return verdicts(position.grid, mines=position.mines, reasoner=reasoner)


def base(position: Position) -> KnowledgeBase:
    """A knowledge base of a position."""
    return KnowledgeBase(Board(position.grid, mines=position.mines), time_limit=None)


def known(position: Position) -> object:
    """From an array to all chances by a knowledge base."""
    return base(position).probabilities()


def layouts(position: Position) -> object:
    """The exact number of layouts."""
    return base(position).count().total


def exact(position: Position) -> object:
    """The exact number of layouts, and all chances as fractions."""
    counted = base(position).count()
    counted.fractions()
    return counted.total


def each(positions: Positions, ask: Question) -> Cases:
    """One question of each position."""
    return lambda _: (partial(ask, position) for position in positions())


def batch(positions: Positions, count: int) -> Cases:
    """All chances of so many boards in one call."""

    def cases(_: float) -> Iterator[Call]:
        some = [position.grid for position in positions()]
        boards = np.stack((some * count)[:count])
        yield partial(probabilities, boards, mines=positions()[0].mines)

    return cases


def in_kernel(positions: Positions, *, exactly: bool) -> Cases:
    """The kernel's own work on components, after the verdicts by the clues.

    Positions without components, where these decide all, are left out.
    """

    def cases(_: float) -> Iterator[Call]:
        loaded = library()
        if loaded is None:
            raise SystemExit("components alone need the native kernel")
        kernel = Context(loaded)
        loaded.ls_limits(kernel.address, MAX_ENTRIES, 1 << 62)
        made = (InKernel(kernel, position, exactly=exactly) for position in positions())
        return (call for call in made if call.calls)

    return cases


class InKernel:
    """The calls for the components of a position, with the arrays that they fill."""

    def __init__(self, kernel: Context, position: Position, *, exactly: bool) -> None:
        self.calls: list[Callable[[], int]] = []
        self._marginals: list[NDArray[np.float64]] = []
        self._kept: list[object] = [kernel]
        board = Board(position.grid)
        proved = KnowledgeBase(board).consequences()
        mines = dict.fromkeys(proved.mines, State.KNOWN_MINE)
        left = board.replace({**mines, **dict.fromkeys(proved.safe, State.NO_CLUE)})
        for component in components(merged(constraints_of(left).constraints)):
            signature = signature_of(component)
            arrays, numbers = _Arrays(signature), headers.ls_numbers()
            problem = kernel.address, arrays.problem
            call = partial(kernel.library.ls_component_exactly, *problem, 1, numbers)
            self._kept += [arrays, numbers]
            if not exactly and call() == OK:
                message = np.ones(numbers.length)
                marginals = np.empty(len(signature.sizes))
                given = address_of(message), numbers.lowest, len(message), address_of(marginals)
                call = partial(kernel.library.ls_component_marginals, *problem, *given)
                self._kept.append(message)
                self._marginals.append(marginals)
            self.calls.append(call)

    def __call__(self) -> object:
        for call in self.calls:
            status = call()
            if status != OK:
                raise LimitError(f"the kernel says {Status(status).name}")
        return self._marginals


def settled(boards: Boards) -> Cases:
    """All verdicts, of new knowledge bases."""

    def ask(board: Board) -> object:
        decided = KnowledgeBase(board, time_limit=None).consequences()
        return len(decided.safe) + (len(decided.mines) << 20)

    return lambda _: (partial(ask, board) for board in boards())


def after_verdicts(boards: Boards) -> Cases:
    """All chances, of knowledge bases that have proved what they can within the limit.

    Once asked they remember what they counted.
    """

    def cases(limit: float) -> Iterator[Call]:
        for board in boards():
            kb = KnowledgeBase(board, time_limit=None)
            with within(limit), suppress(LimitError):
                kb.consequences()
            yield kb.probabilities

    return cases


def all_of(boards: Boards) -> Cases:
    """Verdicts, the number of layouts and all chances, together."""

    def ask(board: Board) -> object:
        kb = KnowledgeBase(board, time_limit=None)
        kb.consequences()
        return [kb.count().total, kb.count().probabilities()]

    return lambda _: (partial(ask, board) for board in boards())
