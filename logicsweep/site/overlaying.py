"""The overlays of the page: a chance for each covered cell of a board."""

from __future__ import annotations

from functools import partial

from logicsweep.answers import page, requests
from logicsweep.answers.solving import probability_rows
from logicsweep.site.desk import Desk, Messages


def overlay(asked: requests.GetOverlay, desk: Desk) -> Messages:
    """Tell a chance of each covered cell: to open an area, or to make progress."""
    from logicsweep.strategy.overlays import progress_chances, zero_chances

    kb = desk.knowledge_base(asked.board, asked.liars, asked.program)
    chances_of = zero_chances if asked.of == "zero" else progress_chances
    ask = partial(chances_of, kb, time_limit=desk.time_limit)
    chances = yield from desk.watched("comparing the cells", ask)
    yield page.message(page.Overlay, of=asked.of, values=probability_rows(chances))
