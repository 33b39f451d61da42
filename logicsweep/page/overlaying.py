"""The overlays of the page: a chance for each covered cell of a board."""

from __future__ import annotations

from functools import partial
from math import isnan

from logicsweep.page.desk import Desk, Messages
from logicsweep.render.json import page


def overlay(asked: page.GetOverlay, desk: Desk) -> Messages:
    """Tell a chance of each covered cell: to open an area, or to make progress."""
    from logicsweep.strategy.overlays import progress_chances, zero_chances

    kb = desk.knowledge_base(asked.board, asked.liars, asked.program)
    chances_of = zero_chances if asked.of == "zero" else progress_chances
    chances = yield from desk.watched(
        "comparing the cells", partial(chances_of, kb, time_limit=desk.time_limit)
    )
    values = [tuple([None if isnan(value) else value for value in row]) for row in chances.tolist()]
    yield page.message(page.Overlay, of=asked.of, values=tuple(values))
