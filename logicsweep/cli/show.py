"""`logicsweep show`: a board as it is, without solving it."""

from __future__ import annotations

import json as json_text
from typing import Final

from logicsweep.cli.boards import (
    BoardOptions,
    BoardsArgument,
    CoveredOption,
    FormatOption,
    MinesOption,
    OpenOption,
    answer_each,
    load_shown,
)
from logicsweep.cli.common import JsonOption, command
from logicsweep.formats.registry import by_name
from logicsweep.render.words import board_words

EXAMPLE: Final = "Example: logicsweep show example:beginner"


@command
def show(
    boards: BoardsArgument,
    *,
    json: JsonOption = False,
    form: FormatOption = None,
    opened: OpenOption = None,
    covered: CoveredOption = None,
    mines: MinesOption = None,
) -> None:
    """Draw a board and say what kind of position it is; --json prints it in the JSON format.

    A whole layout without a start is drawn with nothing covered. Of several boards each has its
    name above it; in JSON it is on a line of its own, with its name.
    """
    options = BoardOptions(form, opened, covered, mines)

    def answer(board: str) -> None:
        position, _ = load_shown(board, options)
        if not json:
            from logicsweep.cli.terminal import draw

            draw(position)
            print(board_words(position))
            return
        text = by_name("json").write(position).decode()
        print(text if len(boards) == 1 else _line(board, text), end="")

    answer_each("show", boards, answer, as_json=json)


def _line(board: str, text: str) -> str:
    """A board's JSON on one line, with its name."""
    value = json_text.loads(text)
    return json_text.dumps({"format": value.pop("format"), "name": board, **value}) + "\n"
