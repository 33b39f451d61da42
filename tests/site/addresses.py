"""The page's addresses are read as the browser reads them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode
from typing import Any


def state_of(url: str) -> dict[str, Any]:
    """The positions (`s`) or the game (`g`) that an address holds; nothing where it holds none."""
    found = re.search("#[sg]=(.*)", url)
    if found is None:
        return {}
    data = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    state: dict[str, Any] = json.loads(zlib.decompress(data, -zlib.MAX_WBITS))
    return state
