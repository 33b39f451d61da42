"""A stub until the reader lands."""

from __future__ import annotations

from typing import Any

from logicsweep.board.board import Board, Cell
from logicsweep.games.judging.claims import Claim, ClaimError


def read_claim(
    text: str,
    board: Board,
    *,
    kind: type[Any] | None = None,
    about: Cell | None = None,
    strict: bool = False,
) -> Claim:
    """Read."""
    raise ClaimError(text)
