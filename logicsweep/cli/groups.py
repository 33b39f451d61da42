"""Options declared once: their types and defaults in signatures, their words in docstrings.

A command's parameters are its arguments and, behind the `*`, its options. A parameter may also be a
group: a named tuple whose fields are options, shared by several commands. The docstring of the
command or the group has a line of help for each of them, as `name (WRITTEN): help`; what is in
brackets are the names of an option, if they are not `--name`, and what stands for its value. A type
is annotated with what completes it, and `{names}` in the help stands for the names that it knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from inspect import Parameter, getdoc, signature
from typing import Annotated, Any, Final, ParamSpec, get_args, get_type_hints

import typer

Parameters = ParamSpec("Parameters")

_SECTION: Final = re.compile(r"\n\n(?:Args|Attributes):\n(.*?)(?=\n\n|\Z)", re.DOTALL)
_ENTRY: Final = re.compile(r"^    (\w+)(?: \((.+?)\))?: (.*(?:\n {8}.*)*)", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"\n\n(Example: .*)", re.DOTALL)


def spread(function: Callable[Parameters, None]) -> Callable[..., None]:
    """Make a command that typer reads: groups replaced by their fields, all of them with help.

    What is called has the fields as keyword arguments. Its `example` is the docstring's last line.
    """
    hints = get_type_hints(function, include_extras=True)
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
    _, entries = _described(group)
    return [
        _declared(
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=group._field_defaults[name],
                annotation=annotation,
            ),
            entries,
        )
        for name, annotation in get_type_hints(group, include_extras=True).items()
    ]


def _described(documented: object) -> tuple[str, dict[str, tuple[str, str]]]:
    """Split a docstring into its text and, for each option, how it is written and its help."""
    text = getdoc(documented) or ""
    section = _SECTION.search(text)
    entries = _ENTRY.findall(section[1]) if section else []
    return _SECTION.sub("", text), {name: (written, words) for name, written, words in entries}


def _declared(parameter: Parameter, entries: dict[str, tuple[str, str]]) -> Parameter:
    """Annotate a parameter with what its line in the docstring says, if it has one."""
    name, annotation = parameter.name, parameter.annotation
    if name not in entries:
        return parameter  # an option that several groups and commands share
    written, words = entries[name]
    is_option = parameter.kind is Parameter.KEYWORD_ONLY
    kind, *more = get_args(annotation) if hasattr(annotation, "__metadata__") else [annotation]
    info: Any = typer.Option() if is_option else typer.Argument()
    for detail in more:
        if callable(detail):
            info.autocompletion = detail
        else:
            info = copy(detail)
    info.help = " ".join(words.split())
    if "{names}" in info.help:
        info.help = info.help.replace("{names}", ", ".join(info.autocompletion("")))
    for word in re.split(",? ", written) if written else ():
        if word.startswith("-"):
            info.param_decls = (*(info.param_decls or ()), word)
        else:
            info.metavar = word
    if kind is bool and not info.param_decls:  # without --no-name
        info.param_decls = (f"--{name.replace('_', '-')}",)
    return parameter.replace(annotation=Annotated[kind, info])
