"""Completions of a shell: the names that an option takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain


def completing(*names: str | Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Make the function that completes an option that takes one of some names.

    A function in place of names returns them; it is called only where a shell completes.
    """

    def complete(incomplete: str) -> list[str]:
        known = chain.from_iterable([name] if isinstance(name, str) else name() for name in names)
        return [name for name in known if name.startswith(incomplete)]

    return complete
