"""`logicsweep show`: a board as it is, without solving it."""

from __future__ import annotations

from logicsweep.cli.common import command, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions

with lazily():
    from logicsweep.cli.boards import answer_each, load_shown
    from logicsweep.cli.terminal import draw
    from logicsweep.formats.json import board_object
    from logicsweep.render.words import board_words


@command
def show(
    boards: list[str],
    *,
    json: bool = False,
    options: BoardOptions,
) -> None:
    """Draw a board, and describe the position; --json prints the board as JSON.

    A whole layout without a start is drawn with nothing covered. Several boards are drawn below
    their names; with --json each is one line, which every command reads as a board.

    Example: logicsweep show example:beginner
    """

    def answer(name: str) -> None:
        board, _ = load_shown(name, options)
        if json:
            print_json(board_object(board, name))
        else:
            draw(board)
            print(board_words(board))

    answer_each("show", boards, answer, as_json=json)
