"""Native text, `.board`; see `logicsweep.board.text`."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.clue_text import has_tokens
from logicsweep.board.rules.rules import Ruling
from logicsweep.board.text import HEADER_KEYS, with_covered
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.text import decode

_HEADER: Final = re.compile(
    rf"^[ \t]*(?:#|(?:{'|'.join(HEADER_KEYS)})[ \t]*:)".encode(), re.MULTILINE | re.IGNORECASE
)


def _detect(data: bytes) -> bool:
    if not data.translate(None, b"?012345678F*_ \t\r\n"):
        return True
    if data.lstrip()[:1] in (b"{", b"[") or data[:4].lower() == b"http":
        return False
    return bool(_HEADER.search(data)) or has_tokens(data.decode("latin-1"))


def _read(data: bytes, _file_name: str, ruling: Ruling) -> Board:
    return Board.parse(decode(data), rules=ruling)


def _respell(data: bytes, covered: str) -> bytes:
    return with_covered(data.decode(errors="surrogateescape"), covered).encode(
        errors="surrogateescape"
    )


FORMAT: Final = Format(
    name="board",
    about="native text: optional header lines, then rows of ? 0-8 F * _",
    detect=_detect,
    reader=_read,
    write_board=lambda board: f"{board}\n".encode(),
    respell=_respell,
    keeps=Keeps.EVERYTHING,
)
