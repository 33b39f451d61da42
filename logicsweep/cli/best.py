"""`logicsweep best`: what to open next, why, and how likely the best player is to win."""

from __future__ import annotations

from typing import Annotated

from logicsweep.cli.common import command, refusing, show
from logicsweep.cli.game_names import FirstClickName
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.values import Bounds
from logicsweep.errors import LogicSweepError
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, MOST_NUMBER
from logicsweep.reason.solvers.names import ELIMINATION

with lazily():
    from logicsweep.answers import playing
    from logicsweep.answers.playing import Best
    from logicsweep.board.board import Board
    from logicsweep.board.first_click import FirstClick
    from logicsweep.cli.boards import density_of, load
    from logicsweep.cli.reasoning import asked_about, knowledge_base, whole
    from logicsweep.cli.terminal import draw_marked, print_lines, print_table
    from logicsweep.cli.working import working
    from logicsweep.render import best as words


@command
def best(
    board: str,
    *,
    first_click: FirstClickName | None = None,
    layouts: Annotated[int, Bounds(0, MOST_NUMBER)] = IN_PLAY,
    density: str | None = None,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Find the best cell to open, and say why it is the best.

    A proved safe cell comes first; then the cell that wins most often, if the board or a part of it
    is small enough to be solved exactly; then the best guess. 50/50s of ordinary clues
    are named, and the exact probability to win if it is known. Clues to come are taken to be
    right, also with --liars.

    Args:
        first_click: The guarantee for the first cell: none, safe, or safe with its neighbours.
            It counts if every cell is covered. Default: opening.
        layouts (N): Solve parts of the board with at most N layouts exactly; 0 solves none.

    Example: logicsweep best example:expert-stuck
    """
    position, guess = load(board, options)
    prior = density_of(density, position)
    protection = FirstClick.asked(position, first_click)
    reasoner = None if program else ELIMINATION
    kb = knowledge_base(position, reasoner=reasoner, program=program, time_limit=time_limit)
    progress = working("looking for the best cell")
    is_usual = f"--first-click is {protection.value} by default"
    option = is_usual if first_click is None else "--first-click"
    protection_fault = refusing(option, passing=LogicSweepError)
    with progress, protection_fault:
        best_answer = whole(
            playing.advising(
                asked_about("best", board, position, guess),
                kb,
                first_click=protection,
                density=prior,
                layouts=layouts,
                time_limit=time_limit,
            )
        )
    show(best_answer, lambda: _tell(position, best_answer), as_json=json)


def _tell(board: Board, best_answer: Best) -> None:
    """Draw and describe the choice."""
    if best_answer.cells:
        draw_marked(board, words.best_marks(best_answer), words.LEGEND)
    print_lines(words.choice_lines(board, best_answer))
    table = words.candidate_table(best_answer)
    if table:
        print_table(table[0], table[1:])
    print_lines(words.rest_lines(best_answer))
    print_lines(words.fifty_lines(board, best_answer))
    print_lines(words.part_lines(best_answer))
