"""Links to the public copy of the page, printed by commands and written into files."""

from __future__ import annotations

from collections.abc import Callable

from logicsweep.cli.common import refusing, say
from logicsweep.cli.lazy import lazily

with lazily():
    from logicsweep.formats.public_address import public_address


def address_of(public_url: str | None) -> str | None:
    """Return the address of the option --public-url, else the usual one; None if there is none.

    Exits with a message if it is no address of a page.
    """
    with refusing():
        return public_address(public_url)


def link_in_file(address: str | None, write: Callable[[], str]) -> str | None:
    """Return the link with the fragment that `write` writes; None without an address.

    It is None, too, for a board that the page cannot show, and a message says so.
    """
    if address is None:
        return None
    try:
        return f"{address}{write()}"
    except ValueError as error:
        say(f"the file has no link to the page: {error}")
        return None
