"""`logicsweep schema`: the JSON formats that logicsweep prints and writes, as JSON Schemas."""

from __future__ import annotations

from typing import Annotated

from logicsweep.cli.common import command, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.signatures import completing
from logicsweep.render.asked import Asked

with lazily():
    from json import dumps

    from logicsweep.cli.terminal import print_table
    from logicsweep.render.json import files, schemas


@command
def schema(
    name: Annotated[str | None, completing(lambda: schemas.FORMATS)] = None,
    *,
    json: bool = False,
) -> None:
    """List the JSON formats, or print the JSON Schema (draft 2020-12) of one.

    The answers of a command with --json have the command's name, errors included; the others are
    formats of files. A schema describes every field.

    Args:
        name (NAME): The format whose schema to print.

    Example: logicsweep schema solve
    """
    if name is not None:
        print(dumps(schemas.schema(name), indent=2, ensure_ascii=False))
        return
    listed = {form: described.about for form, described in schemas.FORMATS.items()}
    if json:
        print_json(files.schemas(Asked("schema"), listed))
    else:
        print_table(("name", "what it is"), list(listed.items()))
