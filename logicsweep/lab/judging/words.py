"""Judged claims about a board in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logicsweep.lab.judging.as_json import Judged


def claim_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """Yield each claim with its judgement, and what shows the truth."""
    for number, each in enumerate(judged):
        if number:
            yield ""
        yield f"{each.claim or each.answer}: {each.text}"
        if each.shown is not None:
            yield from each.shown.text.splitlines()
