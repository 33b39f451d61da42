"""`logicsweep example`: the boards that come with logicsweep; BOARD may be `example:NAME`."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Annotated, Final

import typer

from logicsweep.cli.common import JsonOption, command, print_json
from logicsweep.cli.files import print_bytes
from logicsweep.errors import UnknownNameError
from logicsweep.render.asked import Asked

EXAMPLE: Final = "Example: logicsweep example expert"
PREFIX: Final = "example:"


def example_file(name: str) -> Traversable:
    """The file of an example. Raises `UnknownNameError`."""
    from logicsweep.render.examples import example_files

    known = example_files()
    if name not in known:
        raise UnknownNameError("example", name, known)
    return known[name]


def _complete(incomplete: str) -> list[str]:
    from logicsweep.render.examples import example_files

    return [name for name in example_files() if name.startswith(incomplete)]


@command
def example(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The board to print. Default: list all.", autocompletion=_complete
        ),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """List the boards that come with logicsweep, or print one.

    Every command accepts example:NAME as a BOARD.
    """
    if name is not None:
        file = example_file(name)
        if json:
            from logicsweep.render.json.files import example as one_example

            asked = Asked("example")
            print_json(one_example(asked, name, file.name, file.read_text("utf-8")))
        else:
            print_bytes(file.read_bytes())
        return
    from logicsweep.render.examples import example_about, example_files

    found = {one: example_about(file) for one, file in example_files().items()}
    if json:
        from logicsweep.render.json.files import examples

        print_json(examples(Asked("example"), found))
        return
    from logicsweep.cli.terminal import print_table

    print_table(("name", "what it is"), list(found.items()))
