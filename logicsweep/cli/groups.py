"""Groups of options: declared once as the fields of a named tuple, and shared by commands."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, Final, ParamSpec, get_type_hints

_ONLY_KEYWORD: Final = Parameter.KEYWORD_ONLY
Parameters = ParamSpec("Parameters")


def spread(function: Callable[Parameters, None]) -> Callable[..., None]:
    """Replace each parameter of a group's type by the fields of the group.

    The fields are annotated as options of typer; what is called has them as keyword arguments.
    """
    hints = get_type_hints(function, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_field_defaults")}
    if not groups:
        return function
    fields = {name: get_type_hints(group, include_extras=True) for name, group in groups.items()}

    def run(*args: Any, **kwargs: Any) -> None:
        for name, group in groups.items():
            kwargs[name] = group(**{field: kwargs.pop(field) for field in fields[name]})
        function(*args, **kwargs)

    parameters: list[Parameter] = []
    for name, parameter in signature(function).parameters.items():
        group = groups.get(name)
        if group is None:
            parameters.append(parameter.replace(annotation=hints[name]))
            continue
        parameters += [
            Parameter(
                field, _ONLY_KEYWORD, default=group._field_defaults[field], annotation=annotation
            )
            for field, annotation in fields[name].items()
        ]
    run.__name__, run.__doc__, run.__module__ = (
        function.__name__,
        function.__doc__,
        function.__module__,
    )
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = signature(function).replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=None
    )
    return run
