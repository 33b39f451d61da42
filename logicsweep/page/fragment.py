"""The state of a page as the fragment of its address, which a browser never sends anywhere.

`browser/core/address.js` reads and writes the same.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import msgspec

from logicsweep.board.board import Board
from logicsweep.formats.json import board_object


def fragment_of(board: Board, name: str) -> str:
    """Return the fragment of a page that begins with a board: deflated JSON in base64 for URLs."""
    nodes = [{"parent": None, "board": board_object(board), "name": name}]
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(msgspec.json.encode({"nodes": nodes, "at": 0})) + packer.flush()
    return f"#s={urlsafe_b64encode(data).decode().rstrip('=')}"
