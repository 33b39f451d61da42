"""Options declared once: their types and defaults in signatures, their words in docstrings.

A command's parameters are its arguments and, behind the `*`, its options. A parameter may also be a
group: a named tuple whose fields are options, shared by several commands. The docstring of the
command or the group has a line of help for each of them, as `name (WRITTEN): help`; what is in
brackets are the names of an option, if they are not `--name`, and what stands for its value. A type
is annotated with its bounds or with what completes it, and `{names}` or `{one of}` in the help
stands for the names that it knows. What several commands share has its line in `Shared`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import click

from logicsweep.cli.completion import Completion, completing_files
from logicsweep.cli.values import BoundedNumbers, Bounds, Choices, Numbers
from logicsweep.errors import listed

# How an option is written, and its help.
Entry: TypeAlias = tuple[str, str]

_SECTION: Final = re.compile(r"\n\n(?:Args|Attributes):\n(.*?)(?=\n\n|\Z)", re.DOTALL)
_ENTRY: Final = re.compile(r"^    (\w+)(?: \((.+?)\))?: (.*(?:\n {8}.*)*)", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"\n\n(Example: .*)", re.DOTALL)


class Declared(TypedDict):
    """A command as click takes it; the epilog is the example, the docstring's last line."""

    callback: Callable[..., None]
    params: list[click.Parameter]
    help: str
    epilog: str | None


class Argument(click.Argument):
    """An argument with a line of help, which older versions of click do not know."""

    def __init__(self, decls: list[str], *, help: str, **attrs: Any) -> None:  # noqa: A002
        super().__init__(decls, **attrs)
        self.help = help


def declared(function: Callable[..., None]) -> Declared:
    """Read what click wants of a command from the signature and the docstring of a function."""
    hints = _hints(function)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_field_defaults")}

    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field: given.pop(field) for field in group._fields})
        function(**given)

    text, entries = _described(function)
    params: list[click.Parameter] = []
    for name, parameter in signature(function).parameters.items():
        if name in groups:
            params += _options_of(groups[name])
        else:
            is_option = parameter.kind is Parameter.KEYWORD_ONLY
            params.append(
                _param(name, hints[name], parameter.default, entries, is_option=is_option)
            )
    example = _EXAMPLE.search(text)
    epilog = " ".join(example[1].split()) if example else None
    return Declared(callback=run, params=params, help=_EXAMPLE.sub("", text), epilog=epilog)


def _options_of(group: Any) -> list[click.Parameter]:
    """Return the fields of a group as options."""
    entries, defaults = _described(group)[1], group._field_defaults
    return [_param(name, hint, defaults[name], entries) for name, hint in _hints(group).items()]


def _param(
    name: str, hint: Any, default: Any, entries: Mapping[str, Entry], *, is_option: bool = True
) -> click.Parameter:
    """Make a parameter with its line in a docstring, or else in that of all commands."""
    kind, details = _parted(hint)
    if name not in entries:
        entries, hints = _shared()
        details += _parted(hints.get(name))[1]
    written, words = entries[name]
    forms = [form for form in re.split(",? ", written) if form]
    flags = [form for form in forms if form.startswith("-")]
    metavar = next((form for form in forms if form not in flags), None)
    completion: Any = next(filter(callable, details), None)
    bounds = next((detail for detail in details if isinstance(detail, Bounds)), Bounds())
    attrs: dict[str, Any] = {
        "type": _type_of(kind, bounds),
        "help": _filled(" ".join(words.split()), completion, details),
        "shell_complete": completion or (completing_files if kind in (str, list[str]) else None),
        "required": default is Parameter.empty,
        **({} if default is Parameter.empty else {"default": default}),
    }
    is_list = get_origin(kind) is list
    if is_list:
        attrs["callback"] = _listing
    if is_option:
        flags = flags or [f"--{name.replace('_', '-')}"]
        if kind is bool:
            attrs["is_flag"] = True
        return click.Option([name, *flags], metavar=metavar, multiple=is_list, **attrs)
    nargs = -1 if is_list else 1
    return Argument([name], metavar=_in_usage(metavar, attrs, nargs), nargs=nargs, **attrs)


def _in_usage(metavar: str | None, attrs: Mapping[str, Any], nargs: int) -> str | None:
    """Return how the usage of a command shows an argument: `BOARD...`, `[NAME]`."""
    shown = metavar if attrs["required"] else f"[{metavar}]"
    return shown if nargs == 1 else f"{shown}..."


def _parted(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type without None, and what it is annotated with."""
    kind, *details = get_args(hint) if get_origin(hint) is Annotated else [hint]
    if get_origin(kind) in (Union, UnionType):
        (kind,) = [part for part in get_args(kind) if part is not NoneType]
    return kind, details


def _type_of(kind: Any, bounds: Bounds) -> click.ParamType[Any] | None:
    """Return what reads the words for a type; None for text and flags, which click reads."""
    if kind in (int, float):
        return (Numbers if bounds == Bounds() else BoundedNumbers)(kind, bounds)
    if kind is Path:  # whoever opens it says what is wrong with it
        return click.Path(readable=False, path_type=Path)
    return Choices(get_args(kind)) if get_origin(kind) is Literal else None


def _listing(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> list[str] | None:
    """Return the values of what may be repeated as a list; None if there are none."""
    return [*values] or None


def _filled(words: str, completion: Completion | None, details: Sequence[object]) -> str:
    """Return help with the names that an option takes, or with what describes them."""
    if completion is None or "{" not in words:
        return words
    names = completion(None, None, "")
    listing = {"names": ", ".join(names), "one of": listed(names, last="or")}
    for detail in details:
        if isinstance(detail, Mapping):
            described = [f"{name} ({what})" for name, what in detail.items()]
            listing["described"] = "; ".join(described)
    return words.format_map(listing)


@cache
def _shared() -> tuple[Mapping[str, Entry], dict[str, Any]]:
    """Return the lines and the types of the options that commands share."""
    from logicsweep.cli.options import Shared

    return _described(Shared)[1], _hints(Shared)


def _hints(documented: Any) -> dict[str, Any]:
    names = vars(sys.modules[documented.__module__])
    return get_type_hints(documented, names, include_extras=True)


def _described(documented: object) -> tuple[str, Mapping[str, Entry]]:
    """Split a docstring into its text and, for each option, how it is written and its help."""
    text = getdoc(documented) or ""
    section = _SECTION.search(text)
    entries = _ENTRY.findall(section[1]) if section else []
    return _SECTION.sub("", text), {name: (written, words) for name, written, words in entries}
