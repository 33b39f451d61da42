"""`logicsweep schema`: the JSON formats that logicsweep prints and writes, as JSON Schemas."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from logicsweep.cli.common import JsonOption, command, print_json

EXAMPLE: Final = "Example: logicsweep schema solve"


def _complete(incomplete: str) -> list[str]:
    from logicsweep.render.json.schemas import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


@command
def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The one to print.", autocompletion=_complete),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """List the JSON formats, or print the JSON Schema (draft 2020-12) of one.

    The answers of a command with --json have the command's name, errors included; the others are
    formats of files. A schema describes every field.
    """
    from json import dumps

    from logicsweep.render.json.schemas import FORMATS, schema as schema_of

    if name is not None:
        print(dumps(schema_of(name), indent=2, ensure_ascii=False))
        return
    listed = {one: described.about for one, described in FORMATS.items()}
    if json:
        from logicsweep.render.asked import Asked
        from logicsweep.render.json.files import schemas

        print_json(schemas(Asked("schema"), listed))
        return
    from logicsweep.cli.terminal import print_table

    print_table(("name", "what it is"), list(listed.items()))
