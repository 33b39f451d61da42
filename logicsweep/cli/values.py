"""Words on the command line as numbers and choices, and what shells complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import click

from logicsweep.errors import listed, quoted

# What click asks for completions: with a context, a parameter, and the beginning of a word.
Completion: TypeAlias = Callable[[object, object, str], list[Any]]


class Bounds(NamedTuple):
    """The least and the greatest number that an argument or option takes, in its annotation."""

    least: float | None = None
    most: float | None = None


class Numbers(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.5
    """Reads whole numbers (`int`), or seconds (`float`), within bounds."""

    name = "number"

    def __init__(self, kind: type[int | float], bounds: Bounds) -> None:
        self._kind, self._bounds = kind, bounds

    def convert(self, value: Any, param: Any, ctx: Any) -> int | float:
        """Return the number. Raises click's error, which says what was expected."""
        try:
            number = self._kind(value)
        except ValueError:
            number = None
        if number is None or not self._allows(number):
            self.fail(f"{quoted(value)}; expected {self._expected()}", param, ctx)
        return number

    def _allows(self, number: float) -> bool:
        least, most = self._bounds
        if least is None:
            return self._kind is int or number > 0
        return number >= least and (most is None or number <= most)  # which nan is not either

    def _expected(self) -> str:
        least, most = self._bounds
        if least is None:
            return "a whole number" if self._kind is int else "a positive number of seconds"
        what = "a whole number" if self._kind is int else "a number of seconds"
        return what + (f", {least:,} or more" if most is None else f" from {least:,} to {most:,}")


class BoundedNumbers(Numbers, click.FloatRange):
    """Numbers of which help tells the bounds, as click does of its own."""

    def __init__(self, kind: type[int | float], bounds: Bounds) -> None:
        Numbers.__init__(self, kind, bounds)
        click.FloatRange.__init__(self, *bounds)


class Choices(click.Choice[str]):
    """Reads one of a few words, in upper or lower case."""

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """Return the word. Raises click's error, which names all choices."""
        named = {choice.casefold(): choice for choice in self.choices}.get(value.casefold())
        if named is None:
            expected = listed([*self.choices], last="or")
            self.fail(f"{quoted(value)}; expected {expected}", param, ctx)
        return named


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
