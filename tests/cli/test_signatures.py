"""Arguments and options, each with its type in a signature and its help in a docstring."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc, signature
from typing import Annotated, Any, NamedTuple

import pytest
import typer
from typer.main import get_command

from logicsweep.cli import options
from logicsweep.cli.app import app
from logicsweep.cli.completion import completing
from logicsweep.cli.signatures import spread
from logicsweep.formulas.cardinality import DEFAULT_ENCODING
from logicsweep.games.setting import USUAL_FIRST_CLICK, USUAL_FLOOD
from logicsweep.reason.solvers.names import ASP, DEFAULT_SOLVER, SAT
from tests.cli.helps import helps


class Colours(NamedTuple):
    """Some options.

    Attributes:
        dark: Draw it dark.
        hue (--hue, --tint NAME): The hue: {names}. It is {one of},
            and nothing else.
    """

    dark: bool = False
    hue: Annotated[str | None, completing("red", "blue", "green")] = None


def paint(board: str, times: Annotated[int, typer.Argument(min=1)], *, colours: Colours) -> None:
    """Paint a board.

    It may be any.

    Args:
        times (N): How often.

    Example: paint a
      --dark
    """
    print(board, times, colours)


def test_a_signature_and_its_docstring_make_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    command: Any = spread(paint)
    assert command.__doc__ == "Paint a board.\n\nIt may be any."
    assert command.example == "Example: paint a --dark"
    board, times, dark, hue = (
        parameter.annotation.__metadata__[0] for parameter in signature(command).parameters.values()
    )
    assert (times.help, times.metavar, times.min) == ("How often.", "N", 1)
    assert (dark.help, dark.param_decls, dark.metavar) == ("Draw it dark.", ("--dark",), None)
    assert (hue.param_decls, hue.metavar) == (("--hue", "--tint"), "NAME")
    assert hue.help == "The hue: red, blue, green. It is red, blue or green, and nothing else."
    assert hue.autocompletion("b") == ["blue"]
    assert board.metavar == "BOARD"  # which commands share
    assert board.help in " ".join(str(getdoc(options.Shared)).split())
    command("a", 2, dark=True, hue="red")
    assert capsys.readouterr().out == f"a 2 {Colours(dark=True, hue='red')}\n"


def test_what_nobody_describes_is_no_option() -> None:
    def undescribed(*, speed: int = 1) -> None:
        """Do nothing."""

    with pytest.raises(KeyError, match="speed"):
        spread(undescribed)


def parameters(command: Any) -> Iterator[Any]:
    yield from command.params
    context = typer.Context(command)
    for name in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from parameters(command.get_command(context, name))


def test_every_option_has_help() -> None:
    listed = list(parameters(get_command(app)))
    assert len(listed) > 100
    assert not [parameter.name for parameter in listed if not parameter.help]


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("solve", f"--reasoner NAME The reasoner: sat, asp or elimination. Default: {SAT}; {ASP}"),
        ("solve", f"needs {ASP}."),
        ("solve", f"Default: {DEFAULT_SOLVER}."),
        ("encode", f"Default: {DEFAULT_ENCODING}."),
        ("deal", f"Default: {USUAL_FIRST_CLICK}."),
        ("play", f"Default: {USUAL_FLOOD}."),
    ],
)
def test_defaults_in_help_are_those_of_the_code(command: str, default: str) -> None:
    assert default in " ".join(helps()[f"logicsweep {command}"].split())
