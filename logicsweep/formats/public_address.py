"""The address of a public copy of the page, at which links begin that open for everybody."""

from __future__ import annotations

import os
import re
from typing import Final
from urllib.parse import urlsplit

VARIABLE: Final = "LOGICSWEEP_PUBLIC_URL"
"""The environment variable with the address; empty for none, whatever the package names."""
# The entry of `[project.urls]` with the address of the project's own copy, if it has one.
_ENTRY: Final = "Page"
# No sign that could end an attribute in HTML, no blank, and no user before the host.
_ADDRESS: Final = re.compile(
    r"https?://[\w.-]+(?::\d+)?|https?://\[[\da-f:.]+\](?::\d+)?", re.ASCII | re.IGNORECASE
)
_PATH: Final = re.compile(r"(?:/[\w.~%!$&'()*+,;=:@-]*)*", re.ASCII)


def public_address(told: str | None = None) -> str | None:
    """Return the address of the public copy of the page; None if there is none.

    It is `told`, the address of an option, else that of the environment variable
    `LOGICSWEEP_PUBLIC_URL`, else the address called "Page" in the metadata of the installed
    package. An empty text stands for none.

    Returns:
        An address that begins with http:// or https:// and has a path, but neither query nor
        fragment, so that a fragment can follow it.

    Raises:
        ValueError: The address is no such address.
    """
    if told is not None:
        return _checked(told, "--public-url")
    address = os.environ.get(VARIABLE)
    if address is not None:
        return _checked(address, VARIABLE)
    return _checked(_of_package(), f"the address {_ENTRY} of the package")


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


def _of_package() -> str:
    """Return the address that the metadata of the installed package names, or an empty text."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        entries = metadata("logicsweep").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    addresses = dict(entry.split(", ", 1) for entry in entries if ", " in entry)
    return str(addresses.get(_ENTRY, ""))
