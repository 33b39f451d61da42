"""Lines of a data set as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec
import numpy as np

from logicsweep.board.board import Board
from logicsweep.formats.json import FORMAT
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.records import Place
from logicsweep.games.setting import Setting
from logicsweep.lab.data import records as lines
from logicsweep.lab.data.bulk import Positions
from logicsweep.lab.data.orders import Order, is_of
from logicsweep.lab.data.reason_arrays import gathered
from logicsweep.lab.data.reasons import Reason
from logicsweep.lab.data.records import LINES, Position


def positions_of_lines(data: bytes, setting: Setting) -> Positions:
    """Return the positions of lines, with chances, verdicts, levels and reasons.

    Lines of limits that were reached are left out. Of a seed, the remainder by 2**64 counts. Raises
    ValueError for any other text, and for boards of other games.
    """
    records = [
        record
        for record in LINES.read(iter(data.splitlines(keepends=True)))
        if isinstance(record, Position)
    ]
    order = Order(setting, None)
    count, shape = len(records), (setting.height, setting.width)
    boards = np.empty((count, *shape), dtype=setting.board().grid.dtype)
    layouts = np.zeros((count, *shape), dtype=np.bool_)
    chances = np.full((count, *shape), np.nan)
    verdicts = np.full((count, *shape), -2, dtype=np.int8)
    for index, record in enumerate(records):
        board = FORMAT.reader(msgspec.json.encode(record.board), "")
        if not isinstance(board, Board) or not is_of(record, order):
            raise ValueError(f"the position of seed {record.seed} is one of another game")
        boards[index] = board.grid
        for cell in record.layout:
            layouts[(index, *cell)] = True
        for alike in record.chances:
            for cell in alike.cells:
                chances[(index, *cell)] = float(Fraction(alike.probability))
                verdicts[(index, *cell)] = -1
        for code, cells in enumerate((record.safe, record.mines)):
            for cell in cells:
                verdicts[(index, *cell)] = code
    return Positions(
        setting,
        np.array([record.seed % (MOST + 1) for record in records], dtype=np.uint64),
        boards,
        layouts,
        layouts.sum(axis=(1, 2), dtype=np.int32),
        chances,
        verdicts,
        np.array([record.level for record in records], dtype=np.int16),
        gathered(
            (index, _reason(why, setting.width))
            for index, record in enumerate(records)
            for why in record.reasons
        ),
    )


def _reason(why: lines.Reason, width: int) -> Reason:
    """Return the reason of a line, with cells as numbers."""

    def numbers(places: Iterable[Place]) -> tuple[int, ...]:
        return tuple(row * width + column for row, column in places)

    (cell,) = numbers([why.cell])
    return Reason(cell, why.verdict == "mine", numbers(why.clues), why.uses_total, why.rules)
