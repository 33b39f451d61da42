"""The question that a JSON answer is to: plain values, which load no library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["usage", "syntax", "inconsistent", "wrong", "limit", "internal"]


class Asked(NamedTuple):
    """The question that an answer is to.

    Attributes:
        command: The command's name; `experiment-run` and the like for commands of a group.
        board: The BOARD as the user named it; None where there is none.
        read_as: The format that its content alone told; None where it is named, or there is none.
        note: The words to add to the message if the board, read so, is inconsistent.
    """

    command: str
    board: str | None = None
    read_as: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Where:
    """The place where an input is wrong.

    Attributes:
        file: The file; "standard input" for -.
        line: The line, counted from 1; None when unknown.
        column: The character of the line, counted from 1; None when unknown.
    """

    file: str
    line: int | None = None
    column: int | None = None
