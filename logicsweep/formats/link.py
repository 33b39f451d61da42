"""Links to the page of `serve`, `#s=`: the positions that somebody looked at, as a tree.

The fragment, which a browser never sends anywhere, is deflated JSON in base64 for URLs:

    {"nodes": [{"parent": null, "board": {...}, "name": "board"},
               {"parent": 0, "cells": [["F", [0, 7]]], "name": "flag"}], "at": 1}

A node has a board of the format `json`, or it changes its parent: `cells` are tokens, each with the
numbers of the cells that show it, row by row from 0, and `set` are other values. `at` is the number
of the position at hand, which is the board of the link. In the browser `core/address.js` packs the
same and `analyse/tree.js` is the tree.
"""

from __future__ import annotations

import os
import re
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from logicsweep.board.rules.rules import Ruling
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Content, Format, Keeps
from logicsweep.formats.json import FORMAT as JSON, board_object
from logicsweep.formats.text import decode, fault_at
from logicsweep.limits import MOST_PAGE_CELLS

if TYPE_CHECKING:
    from logicsweep.board.board import Board
    from logicsweep.formats.tree import Tree

VARIABLE: Final = "LOGICSWEEP_PUBLIC_URL"
"""The environment variable with the address; empty for none, whatever the package names."""
# The entry of `[project.urls]` with the address of the project's own copy, if it has one.
_ENTRY: Final = "Page"
# No sign that could end an attribute in HTML, no blank, and no user before the host.
_ADDRESS: Final = re.compile(
    r"https?://[\w.-]+(?::\d+)?|https?://\[[\da-f:.]+\](?::\d+)?", re.ASCII | re.IGNORECASE
)
_PATH: Final = re.compile(r"(?:/[\w.~%!$&'()*+,;=:@-]*)*", re.ASCII)
# More bytes than any board of the page takes; a few could otherwise unpack to gigabytes.
MOST_UNPACKED: Final = 8_000_000
_NAME: Final = "board"
_START: Final = r"\s{0,99}https?://[^\s#]{1,4000}#(?P<kind>s|g|play)="
_SEEN: Final = re.compile(_START.encode(), re.IGNORECASE)
_LINK: Final = re.compile(rf"{_START}(?P<value>[^\s&]*)(?:&\S*)?\s*", re.IGNORECASE)
_DAMAGED: Final = "the link is damaged: it was not copied as a whole"
_GAME: Final = (
    "this link leads to a game and holds no position; open it in a browser, press Analyse it, and "
    "copy the link of the position there"
)


class Change(NamedTuple):
    """A change of a position, which leads to the next one.

    Attributes:
        name: Its name on the page.
        tokens: The new tokens of cells, by the number of the cell, row by row from 0.
    """

    name: str
    tokens: dict[int, str]


def fragment_of(board: Board, name: str = _NAME, changes: Iterable[Change] = ()) -> str:
    """Write the fragment, with its `#`, of a page that begins with a board of this name.

    Changes lead from one position to the next; the page shows the last one. Raises ValueError if
    the board has more cells than the page shows, or takes too many bytes.
    """
    if board.grid.size > MOST_PAGE_CELLS:
        raise ValueError(
            f"the board has {board.grid.size:,} cells; the page shows at most {MOST_PAGE_CELLS:,}"
        )
    import msgspec

    nodes: list[dict[str, Any]] = [
        {"parent": None, "board": board_object(board, None), "name": name}
    ]
    for parent, change in enumerate(changes):
        cells: dict[str, list[int]] = {}
        for cell, token in change.tokens.items():
            cells.setdefault(token, []).append(cell)
        nodes.append({"parent": parent, "cells": [*cells.items()], "name": change.name})
    data = msgspec.json.encode({"nodes": nodes, "at": len(nodes) - 1})
    if len(data) > MOST_UNPACKED:
        raise ValueError(f"too large for a link: more than {MOST_UNPACKED:,} bytes")
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return f"#s={urlsafe_b64encode(packed).decode().rstrip('=')}"


def _read(data: bytes, _file_name: str, ruling: Ruling) -> Content:
    """Read the board at hand in the tree of a link."""
    text = decode(data)
    link = _LINK.fullmatch(text)
    if link is None:
        raise fault_at(text, 0, "expected a link to the page: https://..., then #s=...")
    if link["kind"].lower() != "s":
        raise fault_at(text, link.start("kind"), _GAME)
    try:
        board = _unpacked(link["value"]).board()
    except ValueError as error:
        raise fault_at(text, link.start("value"), str(error)) from None
    try:
        return JSON.read(board, ruling=ruling)
    except BoardSyntaxError as error:
        problem = f"the board in the link: {error.text}"
        raise fault_at(text, link.start("value"), problem) from None


def _unpacked(value: str) -> Tree:
    """Read the tree in a fragment. Raises ValueError if it is damaged or too large."""
    from logicsweep.formats.tree import tree_of

    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        packed = b64decode(f"{value}{'=' * (-len(value) % 4)}", altchars=b"-_", validate=True)
        data = unpacker.decompress(packed, MOST_UNPACKED + 1)
    except (ValueError, zlib.error):
        raise ValueError(_DAMAGED) from None
    if len(data) > MOST_UNPACKED:
        raise ValueError(f"the link unpacks to more than {MOST_UNPACKED:,} bytes")
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError(_DAMAGED)
    return tree_of(data)


def _write(board: Board) -> bytes:
    """Write the link to the public copy of the page."""
    address = public_address()
    if address is None:
        raise ValueError(f"link needs the address of a public page; set {VARIABLE} to one")
    return f"{address}{fragment_of(board)}\n".encode()


def public_address(told: str | None = None) -> str | None:
    """Return the address of the public copy of the page; None if there is none.

    It is `told`, the address of an option, else that of the environment variable
    `LOGICSWEEP_PUBLIC_URL`, else the address called "Page" in the metadata of the installed
    package. An empty text stands for none. A fragment can follow the address. Raises ValueError
    unless it begins with http:// or https:// and has neither query nor fragment.
    """
    if told is not None:
        return _checked(told, "--public-url")
    address = os.environ.get(VARIABLE)
    if address is not None:
        return _checked(address, VARIABLE)
    return _checked(address_in_metadata(_ENTRY), f"the address {_ENTRY} of the package")


def _checked(address: str, source: str) -> str | None:
    """Return an address with a path, None if it is empty; raises ValueError, naming the source."""
    address = address.strip()
    if not address:
        return None
    host = _ADDRESS.match(address)
    if host is None or not _PATH.fullmatch(address, host.end()) or not _has_port(address):
        raise ValueError(
            f"{source} is {address[:80]!r}; expected an address such as "
            f"https://example.org/logicsweep/, without ? and #",
        )
    return address if host.end() < len(address) else f"{address}/"


def _has_port(address: str) -> bool:
    """Tell whether the port of an address, if it names one, can be one."""
    try:
        return urlsplit(address).port != 0
    except ValueError:  # above 65535, or brackets around what is no address
        return False


def address_in_metadata(entry: str) -> str:
    """Return the address that the metadata of the package has for an entry, or an empty text."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        entries = metadata("logicsweep").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    addresses = dict(entry.split(", ", 1) for entry in entries if ", " in entry)
    return str(addresses.get(entry, ""))


FORMAT: Final = Format(
    name="link",
    about="links to the page of logicsweep serve with a position: #s=",
    detect=lambda data: _SEEN.match(data) is not None,
    reader=_read,
    write_board=_write,
    keeps=Keeps.EVERYTHING,
)
