"""`logicsweep show`: a board as it is, without solving it."""

from __future__ import annotations

from typing import Final

from logicsweep.cli.board_options import BoardOptions, BoardsArgument
from logicsweep.cli.boards import answer_each, load_shown
from logicsweep.cli.common import JsonOption, command, print_json
from logicsweep.render.words import board_words

EXAMPLE: Final = "Example: logicsweep show example:beginner"


@command
def show(
    boards: BoardsArgument,
    *,
    json: JsonOption = False,
    options: BoardOptions,
) -> None:
    """Draw a board, and describe the position; --json prints the board as JSON.

    A whole layout without a start is drawn with nothing covered. Several boards are drawn below
    their names; with --json each is one line, which every command reads as a board.
    """

    def answer(board: str) -> None:
        position, _ = load_shown(board, options)
        if not json:
            from logicsweep.cli.terminal import draw

            draw(position)
            print(board_words(position))
            return
        from logicsweep.formats.json import board_object

        print_json(board_object(position, board))

    answer_each("show", boards, answer, as_json=json)
