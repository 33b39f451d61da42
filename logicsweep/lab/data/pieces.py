"""A piece of the files of a data set: the work of a process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from logicsweep.errors import LimitError
from logicsweep.games.setting import Setting
from logicsweep.lab.data.bulk import positions
from logicsweep.lab.data.columns import (
    QUICK,
    Answer,
    FloatName,
    Positions,
    joined,
    no_positions,
)
from logicsweep.lab.data.manifest import Form

# The seeds of a piece: so many take seconds at most, and far longer than to send them.
_QUICK: Final = 250
_SLOW: Final = 10


class FilesOrder(NamedTuple):
    """The content of the files to make: their format, and the arguments of `positions`.

    Attributes:
        form: The format of the files.
        setting: The games.
        answers: The answers to each position, in the order of `columns.ANSWERS`.
        symmetries: Whether turned and mirrored copies follow each position.
        floats: The type of floats.
        time_limit: The seconds that a piece may take. Where that is too little, its positions are
            made one by one, each within this limit.
    """

    form: Form
    setting: Setting
    answers: tuple[Answer, ...]
    symmetries: bool
    floats: FloatName
    time_limit: float | None

    @property
    def nothing(self) -> Positions:
        """No positions, with the columns of the files."""
        return no_positions(self.setting, self.answers, self.floats)


class PieceTask(NamedTuple):
    """A piece to make: some seeds, all of one file."""

    order: FilesOrder
    seeds: range


class Piece(NamedTuple):
    """The positions of some seeds.

    Attributes:
        seeds: The seeds.
        positions: Their positions.
        unanswered: The seeds that reached a limit, of which there are no positions, and the limit
            in words.
    """

    seeds: range
    positions: Positions
    unanswered: tuple[tuple[int, str], ...] = ()


def pieces_of(order: FilesOrder, seeds: range) -> Iterator[PieceTask]:
    """Yield the pieces of a file."""
    most = _QUICK if set(order.answers) <= {*QUICK} else _SLOW
    for first in range(seeds.start, seeds.stop, most):
        yield PieceTask(order, range(first, min(first + most, seeds.stop)))


def piece_of(task: PieceTask) -> Piece:
    """Make a piece."""
    try:
        return Piece(task.seeds, _made(task))
    except LimitError:  # of one position perhaps, which is no reason to leave out the others
        pass
    answered, unanswered = [task.order.nothing], []
    for seed in task.seeds:
        try:
            answered.append(_made(task._replace(seeds=range(seed, seed + 1))))
        except LimitError as error:
            unanswered.append((seed, error.limit))
    return Piece(task.seeds, joined(answered), tuple(unanswered))


def given_up(task: PieceTask, why: str) -> Piece:
    """Return the piece of a worker that died."""
    return Piece(task.seeds, task.order.nothing, tuple((seed, why) for seed in task.seeds))


def _made(task: PieceTask) -> Positions:
    order, seeds = task
    arguments = {name: value for name, value in order._asdict().items() if name != "form"}
    return positions(len(seeds), seed=seeds.start, **arguments)
