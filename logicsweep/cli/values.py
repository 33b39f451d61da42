"""From the words on the command line to text and numbers, in place of typer's own conversion.

Typer loads pydantic for that, which takes as long as the rest of a small command. Pydantic refuses
names of files that are not UTF-8, and its messages name Python's types.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import typer

from logicsweep.errors import listed, quoted


def convert_here(parameters: list[Any]) -> list[Any]:
    """Have text, paths, numbers, choices and flags converted here; return the parameters.

    Where a version of typer has nothing of the kind, nothing is done.
    """
    for parameter in parameters:
        described: Any = getattr(parameter, "type_descriptor", None)
        kind = getattr(described, "annotation", None)
        if getattr(parameter, "_runtime_param", parameter) is not None:
            continue
        if kind in (str, list[str], bool):
            parameter._runtime_param = _Words()  # noqa: SLF001
        elif kind is Path:
            parameter._runtime_param = _Paths()  # noqa: SLF001
        elif kind in (int, float):
            info = described.parameter_info
            parameter._runtime_param = _Numbers(kind, info.min, info.max)  # noqa: SLF001
        elif choices := _choices_of(kind):
            parameter._runtime_param = _Choices(choices)  # noqa: SLF001
    return parameters


def _choices_of(kind: Any) -> dict[str, Any]:
    """Return the choices of an enum or a `Literal` by their words; none for other types."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {str(member.value): member for member in kind}
    return {str(word): word for word in get_args(kind)} if get_origin(kind) is Literal else {}


class _Words:
    """Leaves the text as it is."""

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:
        del ctx
        return () if value is None and (param.multiple or param.nargs == -1) else value


class _Paths:
    """Makes paths of names; whoever opens them says what is wrong with them."""

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:
        del param, ctx
        return Path(value) if isinstance(value, str) else value


class _Choices(NamedTuple):
    """Reads one of a few words."""

    choices: Mapping[str, Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the choice, if any. Raises typer's error, which names all choices."""
        # A default is a member of the enum already.
        if value is None or value in self.choices.values():
            return value
        if value not in self.choices:
            expected = listed([*self.choices], last="or")
            raise typer.BadParameter(f"{quoted(value)}; expected {expected}", ctx=ctx, param=param)
        return self.choices[value]


class _Numbers(NamedTuple):
    """Reads whole numbers (`int`), or seconds (`float`), within bounds."""

    kind: type[int | float]
    least: float | None
    most: float | None

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the number, if any. Raises typer's error, which says what was expected."""
        if value is None:
            return None
        try:
            number = self.kind(value)
        except ValueError:
            number = None
        if number is None or not self._allows(number):
            given = quoted(value) if isinstance(value, str) else str(value)
            raise typer.BadParameter(
                f"{given}; expected {self._expected()}", ctx=ctx, param=param
            ) from None
        return number

    def _allows(self, number: float) -> bool:
        if self.least is not None and not number >= self.least:  # which nan is not either
            return False
        return self.most is None or number <= self.most

    def _expected(self) -> str:
        what = "whole number" if self.kind is int else "number of seconds"
        if self.least is None:
            # The time limits, of which `check_time_limit` refuses 0 and less.
            return f"a {what}" if self.kind is int else f"a positive {what}"
        if self.most is None:
            return f"a {what}, {self.least:,} or more"
        return f"a {what} from {self.least:,} to {self.most:,}"
