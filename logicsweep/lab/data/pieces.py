"""A piece of a data set: the work of a process at a time, as lines or as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import ArgumentError, LimitError, UnknownNameError
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import Setting
from logicsweep.lab.data import orders as lines
from logicsweep.lab.data.bulk import ANSWERS, FIRST_RULE, Answer, Positions, Reasons, positions
from logicsweep.lab.data.manifest import Form
from logicsweep.lab.data.records import LINES, Unanswered
from logicsweep.lab.data.symmetries import check_symmetric

# The seeds of a piece: so many take seconds at most, and far longer than to send them.
_LINES: Final = 8
_QUICK: Final = 250
_SLOW: Final = 10
QUICK: Final[tuple[Answer, ...]] = ("chances", "verdicts")
"""The answers that the kernel gives for many positions at once."""
OF_LINES: Final[tuple[Answer, ...]] = ("chances", "verdicts", "level", "reasons")
"""The answers that lines have, always."""


class FilesOrder(NamedTuple):
    """The content of the files to make.

    Attributes:
        setting: The games.
        form: The format of the files.
        answers: The answers to each position, in the order of `bulk.ANSWERS`.
        symmetries: Whether turned and mirrored copies follow each position.
        time_limit: The seconds that a piece may take. Where that is too little, its positions are
            made one by one, each within this limit.
    """

    setting: Setting
    form: Form
    answers: tuple[Answer, ...]
    symmetries: bool
    time_limit: float | None


def answers_of(names: Iterable[str]) -> tuple[Answer, ...]:
    """Return the answers of some names, in their usual order.

    Raises `UnknownNameError`.
    """
    asked = {*names}
    for name in sorted(asked - {*ANSWERS}):
        raise UnknownNameError("answer", name, ANSWERS)
    return tuple(answer for answer in ANSWERS if answer in asked)


def check_order(order: FilesOrder, seeds: range) -> None:
    """Raise ValueError for seeds that arrays cannot have, and copies that games cannot."""
    if order.form == "jsonl":
        return
    if not 0 <= seeds[0] <= seeds[-1] <= MOST:
        text = f"seed is {seeds[0]}; expected seeds from 0 to {MOST:,}, since arrays hold them"
        raise ArgumentError("seed", text)
    if order.symmetries:
        check_symmetric(order.setting)


class PieceTask(NamedTuple):
    """A piece to make: some seeds, all of one file."""

    order: FilesOrder
    seeds: range


class Piece(NamedTuple):
    """The positions of some seeds.

    Attributes:
        seeds: The seeds.
        content: Their lines, or their positions as arrays.
        unanswered: The seeds that reached a limit, and the limit in words. They have a line, and no
            row of arrays.
    """

    seeds: range
    content: bytes | Positions | None
    unanswered: tuple[tuple[int, str], ...] = ()


def pieces_of(order: FilesOrder, seeds: range) -> Iterator[PieceTask]:
    """Yield the pieces of a file."""
    most = _QUICK if set(order.answers) <= {*QUICK} else _SLOW
    if order.form == "jsonl":
        most = _LINES
    for first in range(seeds.start, seeds.stop, most):
        yield PieceTask(order, range(first, min(first + most, seeds.stop)))


def piece_of(task: PieceTask) -> Piece:
    """Make a piece."""
    if task.order.form == "jsonl":
        order = lines.Order(task.order.setting, task.order.time_limit)
        records = [lines.record_of(lines.Task(order, seed)) for seed in task.seeds]
        content = b"".join(map(LINES.write, records))
        missing = [
            (record.seed, record.error) for record in records if isinstance(record, Unanswered)
        ]
        return Piece(task.seeds, content, tuple(missing))
    try:
        return Piece(task.seeds, _arrays(task.order, task.seeds))
    except LimitError:  # of one position perhaps, which is no reason to leave out the others
        pass
    answered, unanswered = [], []
    for seed in task.seeds:
        try:
            answered.append(_arrays(task.order, range(seed, seed + 1)))
        except LimitError as error:
            unanswered.append((seed, error.limit))
    return Piece(task.seeds, joined(answered) if answered else None, tuple(unanswered))


def given_up(task: PieceTask, why: str) -> Piece:
    """Return the piece of a worker that died."""
    content = None
    if task.order.form == "jsonl":
        order = lines.Order(task.order.setting, task.order.time_limit)
        records = [lines.unanswered(lines.Task(order, seed), why) for seed in task.seeds]
        content = b"".join(map(LINES.write, records))
    return Piece(task.seeds, content, tuple((seed, why) for seed in task.seeds))


def joined(parts: Sequence[Positions]) -> Positions:
    """Return positions of one setting, with the same answers, one part behind the other.

    There has to be one at least.
    """
    first = parts[0]

    def column(name: str) -> NDArray[np.generic] | None:
        arrays = [getattr(part, name) for part in parts]
        return None if arrays[0] is None else np.concatenate(arrays)

    names = ("seeds", "boards", "layouts", "total_mines", "chances", "verdicts", "level", "best")
    reasons = None if first.reasons is None else _joined_reasons(parts)
    arrays = {name: column(name) for name in names}
    return Positions(first.setting, reasons=reasons, **arrays)  # type: ignore[arg-type]


def _joined_reasons(parts: Sequence[Positions]) -> Reasons:
    """Return the reasons of positions that are joined: places, offsets and rules count anew."""
    listed = [part.reasons for part in parts if part.reasons is not None]
    starts = np.cumsum([0, *map(len, parts)])[:-1]
    places = [reasons.positions + start for reasons, start in zip(listed, starts, strict=True)]
    sizes = np.concatenate([np.diff(reasons.offsets) for reasons in listed])
    rules: dict[str, int] = {}
    sources = np.concatenate([_renumbered(reasons, rules) for reasons in listed])
    if rules:  # whose new numbers may have another order
        order = np.lexsort((sources, np.repeat(np.arange(len(sizes)), sizes)))
        sources = sources[order]
    return Reasons(
        np.concatenate(places),
        np.concatenate([reasons.cells for reasons in listed]),
        np.concatenate([reasons.mines for reasons in listed]),
        np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        sources,
        tuple(rules),
    )


def _renumbered(reasons: Reasons, rules: dict[str, int]) -> NDArray[np.int32]:
    """Return sources with the numbers that rules have in a table, which grows by new ones."""
    numbers = np.array([rules.setdefault(rule, len(rules)) for rule in reasons.rules], np.int32)
    changed = reasons.sources.copy()
    is_rule = changed <= FIRST_RULE
    changed[is_rule] = FIRST_RULE - numbers[FIRST_RULE - changed[is_rule]]
    return changed


def _arrays(order: FilesOrder, seeds: range) -> Positions:
    return positions(
        len(seeds),
        order.setting,
        seeds.start,
        answers=order.answers,
        symmetries=order.symmetries,
        time_limit=order.time_limit,
    )
