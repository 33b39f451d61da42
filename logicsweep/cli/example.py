"""`logicsweep example`: the boards that come with logicsweep; BOARD may be `example:NAME`."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Annotated, Final

from logicsweep.cli.common import command, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.signatures import completing
from logicsweep.errors import UnknownNameError
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.cli.files import print_bytes
    from logicsweep.cli.terminal import print_table
    from logicsweep.render.examples import example_about, example_files
    from logicsweep.render.json import files

PREFIX: Final = "example:"


def example_file(name: str) -> Traversable:
    """Find the file of an example. Raises `UnknownNameError`."""
    known = example_files()
    if name not in known:
        raise UnknownNameError("example", name, known)
    return known[name]


@command
def example(
    name: Annotated[str | None, completing(example_files)] = None,
    *,
    json: bool = False,
) -> None:
    """List the boards that come with logicsweep, or print one.

    Every command accepts example:NAME as a BOARD.

    Args:
        name (NAME): The board to print. Default: list all.

    Example: logicsweep example expert
    """
    asked = Asked("example")
    if name is None:
        listed = {example: example_about(file) for example, file in example_files().items()}
        if json:
            print_json(files.examples(asked, listed))
        else:
            print_table(("name", "what it is"), list(listed.items()))
        return
    file = example_file(name)
    if json:
        print_json(files.example(asked, name, file.name, file.read_text("utf-8")))
    else:
        print_bytes(file.read_bytes())
