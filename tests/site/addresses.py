"""The page's addresses are read as the browser reads them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any


def state_of(url: str) -> dict[str, Any]:
    """The positions (`s`) or the game (`g`) that an address holds; nothing where it holds none."""
    found = re.search("#[sg]=(.*)", url)
    if found is None:
        return {}
    data = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    state: dict[str, Any] = json.loads(zlib.decompress(data, -zlib.MAX_WBITS))
    return state


def packed(state: object, place: str = "s") -> str:
    """The fragment of an address with a state of positions, or of a game, whatever that is."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = packer.compress(json.dumps(state).encode()) + packer.flush()
    return f"#{place}={urlsafe_b64encode(data).decode().rstrip('=')}"
