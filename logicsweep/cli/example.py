"""`logicsweep example`: the boards that come with logicsweep; BOARD may be `example:NAME`."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from itertools import takewhile
from typing import Annotated, Final

import typer

from logicsweep.cli.common import JsonOption, command, print_json
from logicsweep.cli.files import print_bytes
from logicsweep.errors import UnknownNameError, capitalized
from logicsweep.formats.shipped import shipped_files
from logicsweep.render.asked import Asked

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
    found = shipped_files(_FOLDER).items()
    return dict(sorted((name.rpartition(".")[0], file) for name, file in found))


def _complete(incomplete: str) -> list[str]:
    return [name for name in _examples() if name.startswith(incomplete)]


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
    found = {one: _about(file) for one, file in _examples().items()}
    if json:
        from logicsweep.render.json.files import examples

        print_json(examples(Asked("example"), found))
        return
    from logicsweep.cli.terminal import print_table

    print_table(("name", "what it is"), list(found.items()))


def _about(file: Traversable) -> str:
    """The first sentence of the comment that a board begins with, else what kind of board it is."""
    from logicsweep.formats.registry import read
    from logicsweep.render.words import content_words

    lines = takewhile(lambda line: line.startswith("# "), file.read_text("utf-8").splitlines())
    comment = " ".join(line.removeprefix("# ") for line in lines)
    if not comment:
        about = content_words(read(file.read_bytes(), file_name=file.name).content)
        return capitalized(about)
    return comment.partition(". ")[0].removesuffix(".")
