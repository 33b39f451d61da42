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
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import Parameter, getdoc, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import click

from logicsweep.cli.values import (
    BoundedNumbers,
    Bounds,
    Choices,
    Completion,
    Numbers,
    completing_files,
)
from logicsweep.errors import listed

_SECTION: Final = re.compile(r"\n\n(?:Args|Attributes):\n(.*?)(?=\n\n|\Z)", re.DOTALL)
_ENTRY: Final = re.compile(r"^    (\w+)(?: \((.+?)\))?: (.*(?:\n {8}.*)*)", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"\n\n(Example: .*)", re.DOTALL)


def declared(function: Callable[..., None]) -> dict[str, Any]:
    """Read from a function what click wants of a command; the epilog is the docstring's example."""
    groups = {name: hint for name, hint in _hints(function).items() if _is_group(hint)}

    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field: given.pop(field) for field in group._fields})
        function(**given)

    text, _ = _described(function)
    example = _EXAMPLE.search(text)
    return {
        "callback": run,
        "params": [*_params(function)],
        "help": _EXAMPLE.sub("", text),
        "short_help": text.partition("\n\n")[0],
        "epilog": " ".join(example[1].split()) if example else None,
    }


def _is_group(hint: Any) -> bool:
    return hasattr(hint, "_field_defaults")


def _params(documented: Any) -> Iterator[click.Parameter]:
    """Make the arguments and options of a function, or the options of a group."""
    hints, (_, entries) = _hints(documented), _described(documented)
    for name, parameter in signature(documented).parameters.items():
        if _is_group(hints[name]):
            yield from _params(hints[name])
        else:
            is_option = parameter.kind is Parameter.KEYWORD_ONLY or _is_group(documented)
            yield _param(name, hints[name], parameter.default, entries, is_option=is_option)


def _param(
    name: str, hint: Any, default: Any, entries: Mapping[str, tuple[str, str]], *, is_option: bool
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
    is_list, is_required = get_origin(kind) is list, default is Parameter.empty
    words = _filled(" ".join(words.split()), completion)
    attrs: dict[str, Any] = {"type": _type_of(kind, bounds), "required": is_required}
    attrs["shell_complete"] = completion or (completing_files if kind in (str, list[str]) else None)
    if not is_required:
        attrs["default"] = default
    if is_list:
        attrs["callback"] = lambda _, __, values: [*values] or None
    if kind is bool:
        attrs["is_flag"] = True
    if is_option:
        flags = flags or [f"--{name.replace('_', '-')}"]
        return click.Option([name, *flags], metavar=metavar, multiple=is_list, help=words, **attrs)
    shown = f"{metavar if is_required else f'[{metavar}]'}{'...' * is_list}"
    argument = click.Argument([name], metavar=shown, nargs=-1 if is_list else 1, **attrs)
    argument.help = words  # which older versions of click do not take
    return argument


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


def _filled(words: str, completion: Completion | None) -> str:
    """Return help with the names that an option takes."""
    if completion is None or "{" not in words:
        return words
    names = completion(None, None, "")
    return words.format_map({"names": ", ".join(names), "one of": listed(names, last="or")})


@cache
def _shared() -> tuple[Mapping[str, tuple[str, str]], dict[str, Any]]:
    """Return the lines and the types of the options that commands share."""
    from logicsweep.cli.options import Shared

    return _described(Shared)[1], _hints(Shared)


def _hints(documented: Any) -> dict[str, Any]:
    names = vars(sys.modules[documented.__module__])
    return get_type_hints(documented, names, include_extras=True)


def _described(documented: object) -> tuple[str, Mapping[str, tuple[str, str]]]:
    """Split a docstring into its text and, for each option, how it is written and its help."""
    text = getdoc(documented) or ""
    section = _SECTION.search(text)
    entries = _ENTRY.findall(section[1]) if section else []
    return _SECTION.sub("", text), {name: (written, words) for name, written, words in entries}
