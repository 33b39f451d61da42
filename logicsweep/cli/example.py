"""`logicsweep example`: the boards that come along; BOARD may be `example:NAME`."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Annotated, Final

import typer

from logicsweep.cli.common import JsonOption, command, print_json
from logicsweep.cli.files import print_bytes
from logicsweep.errors import UnknownNameError
from logicsweep.formats.shipped import shipped_files

EXAMPLE: Final = "Example: logicsweep example expert"
PREFIX: Final = "example:"
_FOLDER: Final = "examples/boards"


def example_file(name: str) -> Traversable:
    """The file of an example. Raises `UnknownNameError`."""
    known = _examples()
    if name not in known:
        raise UnknownNameError("example", name, known)
    return known[name]


def _examples() -> dict[str, Traversable]:
    return {name.rpartition(".")[0]: file for name, file in shipped_files(_FOLDER).items()}


def _complete(incomplete: str) -> list[str]:
    return [name for name in _examples() if name.startswith(incomplete)]


@command
def example(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The one to print.", autocompletion=_complete),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """List the boards that come along, or print one.

    Every command takes example:NAME for a BOARD.
    """
    if name is not None:
        file = example_file(name)
        if json:
            print_json(
                "example", {"name": name, "file": file.name, "text": file.read_text("utf-8")}
            )
        else:
            print_bytes(file.read_bytes())
        return
    found = {one: _about(file.read_text("utf-8")) for one, file in _examples().items()}
    if json:
        entries = [{"name": one, "about": about} for one, about in found.items()]
        print_json("example", {"examples": entries})
        return
    from logicsweep.cli.terminal import print_table

    print_table(("name", "what it is"), list(found.items()))


def _about(text: str) -> str:
    """The first sentence of the comment that a board begins with, else its first line."""
    comment = []
    for line in text.splitlines():
        if not line.startswith("# "):
            break
        comment.append(line.removeprefix("# "))
    return " ".join(comment).partition(". ")[0].removesuffix(".") or text.partition("\n")[0]
