"""`logicsweep show`: a board on the terminal, as a picture, or in another format."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from logicsweep.answers.asked import Asked
from logicsweep.cli.common import command, fail, print_json, say
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.picture_files import PICTURES, DrawingOptions, check_drawing, draw_picture
from logicsweep.cli.values import completing
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers.listed import board_file
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, density_of, load_content, reading_words, shown
    from logicsweep.cli.files import address_of, cannot_hold, no_output, output_of, put
    from logicsweep.cli.terminal import draw
    from logicsweep.formats import registry
    from logicsweep.formats.base import Content, Format, Reading
    from logicsweep.formats.json import board_object
    from logicsweep.formats.link import fragment_of
    from logicsweep.render.words import board_words, content_words


_LINK: Final = "link"


@command
def show(
    boards: list[str],
    *,
    output: str | None = None,
    to: Annotated[str | None, completing(lambda: (*PICTURES, *registry.FORMAT_NAMES))] = None,
    drawing: DrawingOptions,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Draw a board here, as a picture or a page, or write it in another format.

    Without -o and --to a board is drawn on the terminal and described; with --json it is printed
    as JSON, a line that every command reads as a board. Several are drawn below their names.

    A picture has proved cells marked, and on request probabilities or a reason. An HTML page tells
    more about the cell that you point at: the reason for a verdict, the mine probability, and the
    clues that the cell may show. --time-limit applies to all of that together. With an address of
    the public page, an HTML page has a link to the position there.

    A format gets a position as a position, and a whole layout as a layout. With --open, a layout
    becomes a position. Without it, pictures and formats for positions get the layout with nothing
    covered.

    Args:
        output (-o, --output FILE): The file to write, or - for standard output: a picture (.svg,
            .png), a page (.html), or a board in the format of the ending.
        to (NAME): What to write: svg, png, html, link (to the public page), or a format that
            `logicsweep list formats` lists. Default: by the ending of the file.

    Example: logicsweep show example:expert -o expert.svg --probabilities
    """
    target = None
    if output is not None or to is not None:
        name = output_of(output or "-")
        target = BoardTarget(_kind(name, to), name, drawing, time_limit, json)
    check_drawing(drawing, target.kind if target else None, time_limit=time_limit)
    _check(target, boards, drawing)
    address = address_of(drawing.public_url) if target and target.has_link else None

    def answer(name: str) -> None:
        reading = load_content(name, options)
        if target is None:
            position = shown(name, reading).board
            if json:
                print_json(board_object(position, name))
            else:
                draw(position)
                print(board_words(position))
        elif isinstance(target.kind, Format):
            _convert(name, reading, target.kind, target, address)
        else:
            _draw(name, reading, target, address)

    answer_each("show", boards, answer, as_json=json)


class BoardTarget(NamedTuple):
    """The file or stream that a board is written to, and its form.

    Attributes:
        kind: A kind of picture, or a format.
        output: The file, or - for standard output.
        options: The options of what is drawn or written.
        time_limit: The seconds for what is drawn.
        as_json: Whether to answer in JSON.
    """

    kind: str | Format
    output: str
    options: DrawingOptions
    time_limit: float
    as_json: bool

    @property
    def has_link(self) -> bool:
        """Whether a link to the public page is written."""
        return self.kind == "html" or (isinstance(self.kind, Format) and self.kind.name == _LINK)

    def put(self, data: bytes, *, is_text: bool) -> None:
        """Write bytes to the file or to standard output, which is no terminal unless for text."""
        if self.output == "-" and not is_text and sys.stdout.isatty():
            raise fail("this is binary; expected -o FILE, or a pipe")
        put(self.output, [data])


def _check(target: BoardTarget | None, boards: Sequence[str], options: DrawingOptions) -> None:
    """Exit with a message for options that do not belong to what is written."""
    if options.public_url is not None and not (target and target.has_link):
        raise fail("--public-url is for pages and links; expected -o FILE.html or --to link")
    if options.lossy and not (target and isinstance(target.kind, Format)):
        raise fail("--lossy is for formats of boards; expected -o FILE or --to NAME with it")
    if target is None:
        if options.density is not None:
            raise fail("--density needs -o FILE or --to NAME")
    elif target.output == "-":
        if target.as_json:
            raise fail("--json and --output - cannot be combined; expected a file")
    elif len(boards) > 1:
        raise fail(f"--output takes one BOARD; found {len(boards)}")


def _kind(output: str, to: str | None) -> str | Format:
    """Return what is written: a kind of picture, or a format. Exits with a message for no such."""
    ending = Path(output).suffix.lower().removeprefix(".")
    if to is None:
        forms = registry.by_ending(output)
        if ending in PICTURES or forms:
            return ending if ending in PICTURES else forms[0]
        known = (*(f".{name}" for name in PICTURES), *registry.ENDINGS)
        raise no_output(output, known, "--to NAME, or ")
    if to in PICTURES:
        if output != "-" and ending != to:
            raise no_output(output, [f".{to}"])
        return to
    return registry.by_name(to)


def _draw(board: str, reading: Reading, target: BoardTarget, address: str | None) -> None:
    """Write a picture or a page."""
    (position, guess), kind = shown(board, reading), str(target.kind)
    asked = Asked("show", board, guess, reading_words(position, guess))
    drawn = draw_picture(
        asked, position, kind, target.options, address=address, time_limit=target.time_limit
    )
    target.put(drawn.data, is_text=kind != "png")
    if target.as_json:
        answer = board_file(
            asked,
            position,
            consistent=None if target.options.plain else True,
            forms=(reading.form.name, kind),
            output=target.output,
            theme=drawn.theme,
        )
        print_json(answer)
    elif target.output != "-":
        print(f"{target.output}: {drawn.title}")


def _convert(
    board: str, reading: Reading, form: Format, target: BoardTarget, address: str | None
) -> None:
    """Write a position or a layout in a format."""
    content, output = _with_density(reading.content, target.options.density), target.output
    try:
        if address is not None:
            position = shown(board, reading._replace(content=content)).board
            data = f"{address}{fragment_of(position)}\n".encode()
        else:
            data = form.write(content, lossy=target.options.lossy)
        missing = form.left_out(content)
        if output != "-":
            registry.check_name(form, data, Path(output).name, content)
    except ValueError as error:
        raise cannot_hold(error) from None
    target.put(data, is_text=form.is_text)
    if target.as_json:
        answer = board_file(
            Asked("show", board),
            content if isinstance(content, Board) else content.layout.revealed(),
            forms=(reading.form.name, form.name),
            holds="position" if isinstance(content, Board) else "layout",
            output=output,
            left_out=missing,
        )
        print_json(answer)
        return
    if missing:
        say(f"left out: {', '.join(missing)}")
    if output != "-":
        what = f"converted from {reading.form.name} to {form.name}"
        print(f"{output}: {content_words(content)}; {what}.")


def _with_density(content: Content, text: str | None) -> Content:
    if text is None:
        return content
    if not isinstance(content, Board):
        raise fail("--density is for positions; a whole layout fixes the mine count")
    return content.altered(density=density_of(text, content))
