"""Answers about a board as pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.picture.picture import Picture
from logicsweep.board.verdicts import Consequences
from logicsweep.reasons.explanation import Counterexample, Explanation
from logicsweep.render.words import board_words
from logicsweep.tables.model_count import LeastRisky

if TYPE_CHECKING:
    from logicsweep.games.accounts import Account


def answer_picture(
    board: Board,
    proved: Consequences | None = None,
    chances: NDArray[np.float64] | None = None,
    reason: Explanation | Counterexample | None = None,
    least: LeastRisky | None = None,
) -> Picture:
    """Return a board with verdicts, mine probabilities and the reason for one cell.

    If nothing is proved safe, the least risky cells are marked.
    """
    known: dict[str, Any] = {"title": board_words(board)}
    if proved is not None:
        known |= {"safe": proved.safe_mask, "mines": proved.mine_mask}
        if chances is not None:
            undetermined = ~(proved.safe_mask | proved.mine_mask)
            known["probabilities"] = np.where(undetermined, chances, np.nan)
        if least is not None and not proved.safe and least.probability < 1:
            known["best"] = least.cells
    picture = board.picture() if reason is None else reason.picture()
    return replace(picture, **known)


def account_picture(board: Board, agent: str, account: Account) -> Picture:
    """Return a board with the move of an agent framed, and below it how the agent came to it.

    No verdict is drawn: an agent may call safe what is not proved.
    """
    move = account.move
    does = f"{agent} {'flags' if move.flags else 'opens'} {move.cell}"
    how = "which it calls certain" if move.is_proved else "a guess"
    beside = "" if account.is_decided else f"{agent} is not certain about the cell. Its next move: "
    return replace(
        board.picture(),
        title=board_words(board),
        focus=move.cell,
        caption=f"{beside}{does}, {how}: {move.reason}",
        lines=move.details,
    )
