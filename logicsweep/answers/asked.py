"""What a JSON answer is to, and what went wrong with it; plain values, which load no library."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["usage", "syntax", "inconsistent", "wrong", "limit", "internal"]


class Asked(NamedTuple):
    """What an answer is to.

    Attributes:
        command: The command's name; `experiment-run` and the like for commands of a group.
        board: The BOARD as the user named it; None where there is none.
    """

    command: str
    board: str | None = None


class Where(NamedTuple):
    """Where an input is wrong; lines and columns count from 1, None where they are unknown."""

    file: str
    line: int | None = None
    column: int | None = None


class Trouble(NamedTuple):
    """Why a command did not answer in full: the message, its kind, and where the input is wrong."""

    error: str
    kind: Kind
    place: Where | None = None
