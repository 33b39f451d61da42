"""Completions of a shell: the names that an option takes, or else those of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, TypeAlias

# What click asks for completions: with a context, a parameter, and the beginning of a word.
Completion: TypeAlias = Callable[[object, object, str], list[Any]]


def completing(*names: str | Callable[[], Iterable[str]]) -> Completion:
    """Make the function that completes an option that takes one of some names.

    A function in place of names returns them; it is called only where a shell completes.
    """

    def complete(_: object, __: object, incomplete: str) -> list[Any]:
        known = chain.from_iterable([name] if isinstance(name, str) else name() for name in names)
        return [name for name in known if name.startswith(incomplete)]

    return complete


def completing_files(_: object, __: object, incomplete: str) -> list[Any]:
    """Have the shell complete names of files, for text that may be one."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]
