"""`logicsweep show`: a board as it is, without solving it."""

from __future__ import annotations

from typing import Final

from logicsweep.cli.boards import BoardArgument, CoveredOption, FormatOption, OpenOption, load_shown
from logicsweep.cli.common import JsonOption, command
from logicsweep.formats.registry import by_name
from logicsweep.render.words import board_words

EXAMPLE: Final = "Example: logicsweep show examples/boards/beginner.board"


@command
def show(
    board: BoardArgument,
    *,
    json: JsonOption = False,
    form: FormatOption = None,
    opened: OpenOption = None,
    covered: CoveredOption = None,
) -> None:
    """Draw a board and say what kind of position it is; --json prints it in the JSON format.

    A whole layout without a start is drawn with nothing covered.
    """
    position, _ = load_shown(board, form, opened, covered)
    if json:
        print(by_name("json").write(position).decode(), end="")
        return
    from logicsweep.cli.terminal import draw

    draw(position)
    print(board_words(position))
