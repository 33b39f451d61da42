"""`logicsweep explain`: why a cell is safe or a mine, or how it can be either."""

from __future__ import annotations

from typing import Annotated

from logicsweep.cli.common import command, fail, show
from logicsweep.cli.completion import completing
from logicsweep.cli.game_names import AGENTS
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.reasons.names import BY

with lazily():
    from logicsweep.answers import reasons as answers
    from logicsweep.answers.asked import Asked
    from logicsweep.answers.base import Inconsistent
    from logicsweep.answers.reasons import Explanation, Undetermined
    from logicsweep.board.board import Board, Cell
    from logicsweep.cli.boards import density_of, load
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.reasoning import (
        answering_conflicts,
        asked_about,
        asked_agent,
        check_way,
        reasoned,
    )
    from logicsweep.cli.terminal import draw_lines, draw_marked, print_lines
    from logicsweep.cli.working import working
    from logicsweep.render import games, reasons
    from logicsweep.render.marked import marked_lines


@command
def explain(
    board: str,
    cell: str | None = None,
    *,
    by: Annotated[str | None, completing(*BY, *AGENTS)] = None,
    smallest: bool = False,
    steps: bool = False,
    cut: bool = False,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Explain why a cell is safe or a mine, by a minimal set of sources (clues, mine count).

    For an undetermined cell, show two layouts, one with a mine there and one without, and the mine
    probability. For an inconsistent board, explain the contradiction (exit code 1).

    Args:
        cell (ROW,COLUMN): A covered cell; rows and columns count from 0. With --by AGENT,
            default: the cell of the agent's next move, and what the agent knows.
        by (sum|AGENT): Explain it as a weighted sum of as few sources as possible (sum); or as an
            agent does in the terms of its own method, such as the equations of rref. One of
            {names}; or module:Class, an agent of your own.
        smallest: Find a smallest set of sources.
        steps: Show steps that a person can follow.
        cut: Show which cells would be cut off from each other, under a rule such as C.

    Example: logicsweep explain example:only-total 0,0 --by sum
    """
    position, guess = load(board, options)
    asked = asked_about("explain", board, position, guess)
    wanted = None if cell is None else covered_cell(position, cell)
    way = next((name for name in BY if name == by), None)
    check_way(by)
    if by is not None and way is None:
        if smallest or steps or cut or reasoning._replace(json=False) != ReasoningOptions():
            raise fail("--by takes no options of other explanations; expected BOARD [ROW,COLUMN]")
        with answering_conflicts(asked, position):
            _show_account(asked, position, by, wanted, as_json=reasoning.json)
        return
    if wanted is None:
        raise fail("the cell is missing; expected BOARD ROW,COLUMN")
    density = density_of(reasoning.density, position)
    if steps and reasoning.program:
        raise fail("--steps cannot be combined with --program")
    kb = reasoned(position, reasoning)
    with working(f"explaining {wanted}", lambda: kb.counted):
        answer = answers.explaining(
            asked, kb, wanted, smallest=smallest, steps=steps, cut=cut, by=way, density=density
        )

    def tell() -> None:
        if isinstance(answer, Explanation):
            _tell(position, answer, cut=cut, by=by)
        elif isinstance(answer, Undetermined):
            _tell_both_ways(position, answer)
        elif isinstance(answer, Inconsistent):
            _tell_conflict(position, answer)

    show(answer, tell, as_json=reasoning.json)


def _show_account(
    asked: Asked, board: Board, name: str, cell: Cell | None, *, as_json: bool
) -> None:
    """Have an agent explain a cell, or its next move."""
    with working(f"asking {name}"):
        given = asked_agent(board, name, cell)
    answer = answers.agent_account(asked, board, name, cell, given)

    def tell() -> None:
        draw_marked(board, reasons.account_marks(answer), reasons.ACCOUNT_LEGEND)
        print_lines(reasons.account_lines(answer))
        if cell is None:
            print_lines(games.known_lines(given.known, given.knowledge))

    show(answer, tell, as_json=as_json)


def _tell(board: Board, answer: Explanation, *, cut: bool, by: str | None) -> None:
    draw_marked(board, reasons.explanation_marks(board, answer), reasons.LEGEND)
    print_lines(reasons.explanation_lines(answer))
    if by is not None and answer.sum is None:
        print("No weighted sum was found that proves it.")
    if cut and answer.cut is None:
        print("No single cut shows it.")


def _tell_both_ways(board: Board, answer: Undetermined) -> None:
    """Draw the two layouts of an undetermined cell, and say how likely it is a mine."""
    if draw_lines(lambda columns: reasons.pair_lines(board, answer, columns)):
        print(reasons.PAIR_LEGEND)
    print_lines(reasons.undetermined_lines(answer))


def _tell_conflict(board: Board, answer: Inconsistent) -> None:
    """Draw a contradiction, and explain it."""
    if answer.core:
        marks = reasons.conflict_marks(board, answer)
        draw_lines(lambda columns: marked_lines(board, marks, columns=columns))
    if answer.core is not None:
        print_lines(reasons.conflict_lines(board, answer))
