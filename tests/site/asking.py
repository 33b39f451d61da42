"""Requests to the page, and its messages, each held against its schema."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from msgspec import to_builtins

from logicsweep import Board
from logicsweep.formats.files import example_files
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import board_to_play, read
from logicsweep.limits import CancelScope
from logicsweep.site import Desk, answer
from tests.judges.answers import name_of, validator
from tests.judges.making import opened_at_random

Message = dict[str, Any]

EXAMPLES = {
    name: board_to_play(read(file.read_bytes(), file_name=file.name).content)
    for name, file in example_files().items()
}
EVERYTHING = ("counts", "best", "level")
CONSISTENT = [name for name in EXAMPLES if name != "inconsistent"]
# To prove what follows of it takes seconds, and its layouts are too many to count.
HARD = opened_at_random(1, 120, 120, 2970, 0.3)


def request(ask: str, board: Board | None = None, **more: Any) -> bytes:
    """A request of the page, as its schema has it."""
    about = {} if board is None else {"board": to_builtins(board_object(board))}
    data = json.dumps({"ask": ask, **about, **more})
    validator("request").validate(json.loads(data))
    return data.encode()


def messages_of(lines: Iterable[bytes]) -> list[Message]:
    """Messages, each checked; those of progress are left out."""
    found = []
    for line in lines:
        assert b"\n" not in line
        message = json.loads(line)
        assert next(iter(message)) == "format"
        validator(name_of(message)).validate(message)
        if name_of(message) != "progress":
            found.append(message)
    return found


def asked(desk: Desk, data: bytes, scope: CancelScope | None = None) -> list[Message]:
    """What a request is answered."""
    return messages_of(answer(data, desk, scope))


def formats_of(messages: Iterable[Message]) -> list[str]:
    """The formats of messages by their names, with a ! where something went wrong."""
    return [name_of(message) + "!" * ("error" in message) for message in messages]


def letters() -> Board:
    """Nine letters far apart: in turn, each of 362,880 ways to read them would be counted."""
    rows = [["?"] * 14 for _ in range(14)]
    for place, letter in enumerate("abcdefghi"):
        rows[2 + place // 3 * 4][2 + place % 3 * 4] = letter
    text = "\n".join(map(" ".join, rows))
    return Board.parse(f"mines: 40\nrules: 2E\n\n{text}\n")


# It takes far longer than any test waits, and what follows is proved at once.
LETTERS = letters()
ENDLESS = request("analyse", LETTERS)
