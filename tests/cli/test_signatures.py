"""Arguments and options, each with its type in a signature and its help in a docstring."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc
from typing import Annotated, Any, NamedTuple

import click
import pytest

from logicsweep.board.picture.themes import DEFAULT_THEME
from logicsweep.cli import options
from logicsweep.cli.app import app
from logicsweep.cli.signatures import declared
from logicsweep.cli.values import Bounds, completing
from logicsweep.formulas.cardinality import DEFAULT_ENCODING, NATIVE
from logicsweep.formulas.names import FORMULA_FORMATS
from logicsweep.games.setting import USUAL_FIRST_CLICK, USUAL_FLOOD
from logicsweep.limits import MOST_CELLS
from logicsweep.reason.counters.names import ELIMINATION, MODELS
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


def paint(board: str, times: Annotated[int, Bounds(1)], *, colours: Colours) -> None:
    """Paint a board.

    It may be any.

    Args:
        times (N): How often.

    Example: paint a
      --dark
    """
    print(board, times, colours)


def test_a_signature_and_its_docstring_make_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    made: Any = declared(paint)
    assert made["short_help"] == "Paint a board."
    assert made["help"] == "Paint a board.\n\nIt may be any."
    assert made["epilog"] == "Example: paint a --dark"
    board, times, dark, hue = made["params"]
    assert (times.help, times.metavar) == ("How often.", "N")
    assert (dark.help, dark.opts, dark.metavar) == ("Draw it dark.", ["--dark"], None)
    assert (hue.opts, hue.metavar) == (["--hue", "--tint"], "NAME")
    assert hue.help == "The hue: red, blue, green. It is red, blue or green, and nothing else."
    context = click.Context(click.Command("paint"))
    assert [item.value for item in hue.shell_complete(context, "b")] == ["blue"]
    assert board.metavar == "BOARD"  # which commands share
    assert board.help in " ".join(str(getdoc(options.Shared)).split())
    command = click.Command("paint", **made)
    command.main(["a", "2", "--dark", "--tint", "red"], standalone_mode=False)
    assert capsys.readouterr().out == f"a 2 {Colours(dark=True, hue='red')}\n"
    with pytest.raises(click.BadParameter, match="'0'; expected a whole number, 1 or more"):
        command.main(["a", "0"], standalone_mode=False)


def test_what_may_be_repeated_is_a_list_or_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def load(boards: list[str], *, program: list[str] | None = None) -> None:
        """Load boards."""
        print(boards, program)

    command = click.Command("load", **declared(load))
    command.main(["a", "b", "--program", "c", "--program", "d"], standalone_mode=False)
    command.main(["a"], standalone_mode=False)
    assert capsys.readouterr().out == "['a', 'b'] ['c', 'd']\n['a'] None\n"
    with pytest.raises(click.MissingParameter):
        command.main([], standalone_mode=False)


def test_what_nobody_describes_is_no_option() -> None:
    def undescribed(*, speed: int = 1) -> None:
        """Do nothing."""

    with pytest.raises(KeyError, match="speed"):
        declared(undescribed)


def parameters(command: Any) -> Iterator[Any]:
    yield from command.params
    context = click.Context(command)
    for name in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from parameters(command.get_command(context, name))


def test_every_option_has_help() -> None:
    listed = list(parameters(app))
    assert len(listed) > 100
    assert not [parameter.name for parameter in listed if not parameter.help]


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("solve", f"--reasoner NAME The reasoner: sat, asp or elimination. Default: {SAT}; {ASP}"),
        ("solve", f"needs {ASP}."),
        ("solve", f"Default: {DEFAULT_SOLVER}."),
        ("deal", f"Default: {USUAL_FIRST_CLICK}."),
        ("play", f"Default: {USUAL_FLOOD}."),
        ("play", f"from 0 to {MOST_CELLS:,}, or a range"),
        ("count", f"Default: {MODELS} with a program, else {ELIMINATION}."),
        ("encode", f"{NATIVE} (minicard's format). Default: {DEFAULT_ENCODING}."),
        ("encode", "; ".join(f"{name} ({what})" for name, what in FORMULA_FORMATS.items())),
        ("show", f"Default: {DEFAULT_THEME};"),
    ],
)
def test_defaults_in_help_are_those_of_the_code(command: str, default: str) -> None:
    assert default in " ".join(helps()[f"logicsweep {command}"].split())
