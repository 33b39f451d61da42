"""`logicsweep convert`: boards from one program's format to another's."""

from __future__ import annotations

import sys
from pathlib import Path

from logicsweep.answers.asked import Asked
from logicsweep.cli.common import command, fail, print_json, say
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, FormatName

with lazily():
    from logicsweep.answers import files
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import density_of, load_content
    from logicsweep.cli.files import cannot_hold, output_of, put
    from logicsweep.formats import registry
    from logicsweep.formats.base import Content, Format
    from logicsweep.render.words import content_words


@command
def convert(
    board: str,
    output: str,
    *,
    to: FormatName = None,
    options: BoardOptions,
    density: str | None = None,
    lossy: bool = False,
    json: bool = False,
) -> None:
    """Write a board in another format: a position as a position, a whole layout as a layout.

    With --open, a layout becomes a position. Without it, a format that holds only positions gets
    the layout with nothing covered. If several formats share OUT's ending, logicsweep's own is
    written.

    Args:
        output (OUT): The file to write, or - for standard output.
        to (NAME): The format to write. Default: from OUT's ending.
        lossy: Leave out flags, mine count and density if the format cannot hold them.

    Example: logicsweep convert '9x9:4,4,m00b7d48a3e0231c419200' game.mine --open 4,4
    """
    output = output_of(output)
    target = _target(output, to)
    if json and output == "-":
        raise fail("--json and OUT on standard output cannot be combined; expected a file as OUT")
    reading = load_content(board, options)
    content = _with_density(reading.content, density)
    try:
        data = target.write(content, lossy=lossy)
        missing = target.left_out(content)
        if output != "-":
            registry.check_name(target, data, Path(output).name, content)
    except ValueError as error:
        raise cannot_hold(error) from None
    if output == "-" and not target.is_text and sys.stdout.isatty():
        raise fail(f"{target.name} is a binary format; expected a file as OUT, or a pipe")
    put(output, [data])
    position = content if isinstance(content, Board) else content.layout.revealed()
    if json:
        answer = files.converted(
            Asked("convert", board),
            position,
            forms=(reading.form.name, target.name),
            holds="position" if isinstance(content, Board) else "layout",
            output=output,
            left_out=missing,
        )
        print_json(answer)
        return
    if missing:
        say(f"left out: {', '.join(missing)}")
    if output != "-":
        what = f"converted from {reading.form.name} to {target.name}"
        print(f"{output}: {content_words(content)}; {what}.")


def _target(output: str, to: str | None) -> Format:
    if to is not None:
        return registry.by_name(to)
    forms = registry.by_ending(output)
    if not forms:
        known = ", ".join(registry.ENDINGS)
        raise fail(f"OUT is {output!r}; expected --to NAME, or one of the endings {known}")
    return forms[0]


def _with_density(content: Content, text: str | None) -> Content:
    if text is None:
        return content
    if not isinstance(content, Board):
        raise fail("--density is for positions; a whole layout fixes the mine count")
    return content.altered(density=density_of(text, content))
