"""`by_name`: calls that do not fit say in words what was expected, as wrong values do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from logicsweep.errors import ArgumentTypeError, listed, nearest_words

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def by_name(call: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Have a function say what it takes by name, when something is given in a place or misspelt."""

    @wraps(call)
    def called(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        try:
            return call(*given, **named)
        except TypeError as error:
            frame = error.__traceback__
            is_within = frame is not None and frame.tb_next is not None
            wrong = None if is_within else _misfit(call, given, named)
            if wrong is None:
                raise
            raise wrong from None

    return called


def _misfit(
    call: Callable[..., object], given: tuple[object, ...], named: dict[str, object]
) -> ArgumentTypeError | None:
    """Make the error about an argument without a name, one that is missing, or an unknown one."""
    from inspect import Parameter, signature

    parameters = signature(call).parameters
    kinds = {name: parameter.kind for name, parameter in parameters.items()}
    placed = [name for name, kind in kinds.items() if kind is Parameter.POSITIONAL_OR_KEYWORD]
    others = [name for name, kind in kinds.items() if kind is Parameter.KEYWORD_ONLY]
    name = call.__qualname__.removesuffix(".__init__")
    if len(given) > len(placed):
        shown = [*(name for name in placed if name != "self"), *(f"{name}=..." for name in others)]
        few = [*shown[:4], "..."] if len(shown) > 4 else shown
        text = f"{given[len(placed)]!r:.40} is given without a name"
        return ArgumentTypeError(others[0], f"{text}; expected {name}({', '.join(few)})")
    known = [each for each in (*placed, *others) if each != "self"]
    for each, parameter in parameters.items():
        if each in others and parameter.default is parameter.empty and each not in named:
            return ArgumentTypeError(each, f"{each} is missing; expected {name}(..., {each}=...)")
    for each in named:
        if each not in known and Parameter.VAR_KEYWORD not in kinds.values():
            text = f"{name} has no argument {each}{nearest_words(each, known)}"
            return ArgumentTypeError(each, f"{text}; it has {listed(known)}")
    return None
