"""`logicsweep show`: a board as it is, without solving it."""

from __future__ import annotations

from logicsweep.cli.common import command, fail, not_both, print_json, refusing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.linking import address_of
from logicsweep.cli.options import BoardOptions

with lazily():
    from logicsweep.cli.boards import answer_each, load_shown
    from logicsweep.cli.files import where_is
    from logicsweep.cli.terminal import draw
    from logicsweep.formats.json import board_object
    from logicsweep.formats.link import fragment_of
    from logicsweep.render.words import board_words


@command
def show(
    boards: list[str],
    *,
    link: bool = False,
    public_url: str | None = None,
    json: bool = False,
    options: BoardOptions,
) -> None:
    """Draw a board, and describe the position; --json prints the board as JSON.

    A whole layout without a start is drawn with nothing covered. Several boards are drawn below
    their names; with --json each is one line, which every command reads as a board.

    Args:
        link: Print a link to the public copy of the page, in place of the board.

    Example: logicsweep show example:beginner
    """
    if link and json:
        raise not_both("--link", "--json")
    if public_url is not None and not link:
        raise fail("--public-url needs --link")
    address = address_of(public_url) if link else None
    if link and address is None:
        hint = "give --public-url URL, or set LOGICSWEEP_PUBLIC_URL"
        raise fail(f"--link needs the address of a public page; {hint}")

    def answer(name: str) -> None:
        board, _ = load_shown(name, options)
        if link:
            with refusing(where_is(name)):
                print(f"{address}{fragment_of(board)}")
        elif json:
            print_json(board_object(board, name))
        else:
            draw(board)
            print(board_words(board))

    answer_each("show", boards, answer, as_json=json)
