"""Lines of a data set as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from logicsweep.board.board import Board
from logicsweep.formats.json import FORMAT
from logicsweep.games.dataset.bulk import FIRST_RULE, TOTAL, Positions, Reasons
from logicsweep.games.dataset.records import LINES, Position
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import Setting


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
    count, shape = len(records), (setting.height, setting.width)
    boards = np.empty((count, *shape), dtype=setting.board().grid.dtype)
    layouts = np.zeros((count, *shape), dtype=np.bool_)
    chances = np.full((count, *shape), np.nan)
    verdicts = np.full((count, *shape), -2, dtype=np.int8)
    for index, record in enumerate(records):
        board = FORMAT.reader(msgspec.json.encode(record.board), "")
        if not isinstance(board, Board) or board.shape != shape:
            raise ValueError(f"the board of seed {record.seed} is one of another size")
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
        _reasons(records, setting),
    )


def _reasons(records: Sequence[Position], setting: Setting) -> Reasons:
    """Return the reasons of records as one table."""
    listed = [(index, why) for index, record in enumerate(records) for why in record.reasons]
    rules: dict[str, int] = {}
    sources: list[list[int]] = []
    for _, why in listed:
        numbers = [row * setting.width + column for row, column in why.clues]
        numbers += [TOTAL] * why.uses_total
        numbers += [FIRST_RULE - rules.setdefault(rule, len(rules)) for rule in why.rules]
        sources.append(sorted(numbers))
    cells = [why.cell[0] * setting.width + why.cell[1] for _, why in listed]
    return Reasons(
        np.array([index for index, _ in listed], dtype=np.int64),
        np.array(cells, dtype=np.int32),
        np.array([why.verdict == "mine" for _, why in listed], dtype=np.bool_),
        np.cumsum([0, *map(len, sources)], dtype=np.int64),
        np.array([number for numbers in sources for number in numbers], dtype=np.int32),
        tuple(rules),
    )
