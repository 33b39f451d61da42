"""Options declared once: their types and defaults in signatures, their words in docstrings.

A command's parameters are its arguments and, behind the `*`, its options. A parameter may also be a
group: a named tuple whose fields are options, shared by several commands. The docstring of the
command or the group has a line of help for each of them, as `name (WRITTEN): help`; what is in
brackets are the names of an option, if they are not `--name`, and what stands for its value. A type
is annotated with what completes it, and `{names}` or `{one of}` in the help stands for the names
that it knows. What several commands share has its line in `Shared`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from inspect import Parameter, getdoc, signature
from typing import Annotated, Any, Final, ParamSpec, TypeAlias, get_args, get_origin, get_type_hints

import typer

from logicsweep.errors import listed

Parameters = ParamSpec("Parameters")
# How an option is written, and its help.
Entry: TypeAlias = tuple[str, str]

_SECTION: Final = re.compile(r"\n\n(?:Args|Attributes):\n(.*?)(?=\n\n|\Z)", re.DOTALL)
_ENTRY: Final = re.compile(r"^    (\w+)(?: \((.+?)\))?: (.*(?:\n {8}.*)*)", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"\n\n(Example: .*)", re.DOTALL)


def spread(function: Callable[Parameters, None]) -> Callable[..., None]:
    """Make a command that typer reads: groups replaced by their fields, all of them with help.

    What is called has the fields as keyword arguments. Its `example` is the docstring's last line.
    """
    hints = _hints(function)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_field_defaults")}

    def run(*args: Any, **kwargs: Any) -> None:
        for name, group in groups.items():
            kwargs[name] = group(**{field: kwargs.pop(field) for field in group._fields})
        function(*args, **kwargs)

    text, entries = _described(function)
    parameters: list[Parameter] = []
    for name, parameter in signature(function).parameters.items():
        if name in groups:
            parameters += _options_of(groups[name])
        else:
            parameters.append(_declared(parameter.replace(annotation=hints[name]), entries))
    example = _EXAMPLE.search(text)
    run.__name__, run.__module__ = function.__name__, function.__module__
    run.__doc__ = _EXAMPLE.sub("", text)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    vars(run)["__signature__"] = signature(function).replace(
        parameters=parameters, return_annotation=None
    )
    vars(run)["example"] = " ".join(example[1].split()) if example else None
    return run


def _options_of(group: Any) -> list[Parameter]:
    """Return the fields of a group as parameters."""
    entries = _described(group)[1]
    defaults = group._field_defaults
    return [
        _declared(
            Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name], annotation=hint),
            entries,
        )
        for name, hint in _hints(group).items()
    ]


def _declared(parameter: Parameter, entries: Mapping[str, Entry]) -> Parameter:
    """Give a parameter its line in the docstring, or else that of all commands."""
    name, hint = parameter.name, parameter.annotation
    kind, *details = get_args(hint) if get_origin(hint) is Annotated else [hint]
    info: Any = typer.Option() if parameter.kind is Parameter.KEYWORD_ONLY else typer.Argument()
    if name not in entries:
        if any(getattr(detail, "help", None) for detail in details):  # which no constant is
            return parameter
        entries, hints = _shared()
        details += get_args(hints.get(name))[1:]
    for detail in details:
        if callable(detail):
            info.autocompletion = detail
        else:
            info = copy(detail)
    written, words = entries[name]
    forms = re.split(",? ", written)
    flags = tuple(form for form in forms if form.startswith("-"))
    if kind is bool and not flags:  # without --no-name
        flags = (f"--{name.replace('_', '-')}",)
    info.param_decls = flags or info.param_decls
    info.metavar = next((form for form in forms if form and form not in flags), info.metavar)
    info.help = _filled(" ".join(words.split()), info.autocompletion)
    return parameter.replace(annotation=Annotated[kind, info])


def _filled(words: str, completion: Callable[[str], Sequence[str]] | None) -> str:
    """Return help with the names that an option takes."""
    if completion is None or "{" not in words:
        return words
    names = completion("")
    return words.format_map({"names": ", ".join(names), "one of": listed(names, last="or")})


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
